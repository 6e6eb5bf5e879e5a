// Robotory: network inputs, from the side of a seat: the board is turned by half a circle for dark.
#pragma once

#include <array>
#include <vector>

#include "ludothek/games/robotory.hpp"
#include "ludothek/nn/encoder.hpp"

namespace ludothek::robotory {

// Inputs: for each hex eight questions (white disc, black disc, White, Black, Red, and can White,
// Black, Red eat its way there), then own white and black discs in stock, the other's (0 to 4), white
// and black ones in the lid (0 to 10), the robot that is moving, whether the decision is the own, and
// the option.
namespace inputs {
inline constexpr int questions = 8;
inline constexpr int stocks = questions * hexes, lid = stocks + 4 * 5, moving = lid + 2 * 11;
inline constexpr int own_turn = moving + 3, end_all = own_turn + 1, number = end_all + 1;
}  // namespace inputs
static_assert(inputs::number == Robotory::inputs);

inline int seen_from(int seat, Hex hex) { return seat ? hexes - 1 - hex : hex; }

// All hexes that a robot can eat its way to.
inline Bits within_reach(const State& state, int robot) {
    const std::array<std::uint32_t, 3> food{state.white, state.black, state.white | state.black};
    Bits reached = Robotory::meals(state, robot);
    for (Bits fresh = reached; fresh;) {
        Bits next = 0;
        for (const Hex hex : members(fresh)) {
            next |= neighbours[static_cast<unsigned>(hex)];
        }
        fresh = next & food[static_cast<unsigned>(robot)] & ~reached;
        reached |= fresh;
    }
    return reached;
}

inline void Robotory::encode(const State& state, int seat, nn::Active& active) {
    const auto own = static_cast<unsigned>(seat), other = own ^ 1;
    const auto add = [&](int input) { active.add(static_cast<std::uint16_t>(input)); };
    int first = 0;
    for (const Bits set : {Bits{state.white}, Bits{state.black}, bit(state.robots[0]),
                           bit(state.robots[1]), bit(state.robots[2]), within_reach(state, 0),
                           within_reach(state, 1), within_reach(state, 2)}) {
        for (const Hex hex : members(set)) {
            add(first + seen_from(seat, hex));
        }
        first += hexes;
    }
    for (const int number : {state.stocks[own].white, state.stocks[own].black,
                             state.stocks[other].white, state.stocks[other].black}) {
        add(first + number);
        first += 5;
    }
    add(inputs::lid + state.lid.white);
    add(inputs::lid + 11 + state.lid.black);
    if (state.moving != no_robot) {
        add(inputs::moving + state.moving);
    }
    if (state.to_move == own) {
        add(inputs::own_turn);
    }
    if (state.end_all) {
        add(inputs::end_all);
    }
}

inline int Robotory::output(const State& state, Move move) {
    constexpr int on_hexes = 5 * hexes;  // discs of two colours, three robots
    const int hex = move % hexes;
    return move < on_hexes ? move - hex + seen_from(state.to_move, hex) : move;
}

// The robots in the own camp, of three; where they stand is among the inputs of the last position.
inline std::array<float, Robotory::endings.size()> Robotory::ending(const Course&, const Course&,
                                                                    const State& last, int seat) {
    const Bits camp = seat ? board & ~light_camp : light_camp;
    return {static_cast<float>(count(last.standing() & camp)) / 3};
}

// The board as it is, and with white and black swapped.
inline std::vector<nn::Symmetry> Robotory::symmetries() {
    nn::Symmetry same;
    for (int input = 0; input < Robotory::inputs; ++input) {
        same.inputs.push_back(input);
    }
    for (int output = 0; output < Robotory::outputs; ++output) {
        same.outputs.push_back(output);
    }
    nn::Symmetry swapped = same;
    const auto swap_runs = [](std::vector<std::int32_t>& order, int first, int length) {
        const auto begin = order.begin() + first;
        std::swap_ranges(begin, begin + length, begin + length);
    };
    for (const int first : {0, 2 * hexes, 5 * hexes}) {
        swap_runs(swapped.inputs, first, hexes);
    }
    swap_runs(swapped.inputs, inputs::stocks, 5);
    swap_runs(swapped.inputs, inputs::stocks + 10, 5);
    swap_runs(swapped.inputs, inputs::lid, 11);
    swap_runs(swapped.inputs, inputs::moving, 1);
    swap_runs(swapped.outputs, 0, hexes);
    swap_runs(swapped.outputs, 2 * hexes, hexes);
    for (int white = 0; white < 5; ++white) {
        for (int black = 0; black < 5; ++black) {
            swapped.outputs[static_cast<unsigned>(refill(white, black))] = refill(black, white);
        }
    }
    return {same, swapped};
}

}  // namespace ludothek::robotory
