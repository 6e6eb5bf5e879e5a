// Robotory as its network sees it: values and priors.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "ludothek/games/robotory.hpp"
#include "ludothek/network.hpp"

namespace ludothek::robotory {

// The seat to decide sees the board from its own side: to dark it is turned by half a circle.
inline unsigned seen_from(const State& state, Hex hex) {
    return static_cast<unsigned>(state.to_move ? hexes - 1 - hex : hex);
}

// Inputs that are on: for each hex eight questions (white disc, black disc, White, Black, Red, and
// can White, Black, Red eat its way there), then own white and black discs in stock, the other's
// (0 to 4), white and black ones in the lid (0 to 10), the robot that is moving, and option end.
struct Inputs {
    static constexpr unsigned questions = 8;
    static constexpr unsigned stocks = questions * hexes, lid = stocks + 4 * 5;
    static constexpr unsigned moving = lid + 2 * 11, end_all = moving + 3, inputs = end_all + 1;
    static constexpr unsigned decisions = 146;
};

inline constexpr std::array<float, 8> network_scales{
#include "ludothek/games/robotory_scales.inc"
};
inline constexpr std::int16_t network_numbers[]{
#include "ludothek/games/robotory_numbers.inc"
};

using Net = Network<Inputs::inputs, Inputs::decisions>;

inline const Net& network() {
    static const Net unpacked(network_scales, network_numbers);
    return unpacked;
}

// All hexes that a robot can eat its way to.
inline Bits within_reach(const State& state, int robot) {
    const std::array<std::uint32_t, 3> food{state.white, state.black, state.white | state.black};
    Bits found = Robotory::meals(state, robot);
    for (Bits fresh = found; fresh;) {
        Bits next = 0;
        for (const Hex hex : members(fresh)) {
            next |= neighbours[static_cast<unsigned>(hex)];
        }
        fresh = next & food[static_cast<unsigned>(robot)] & ~found;
        found |= fresh;
    }
    return found;
}

inline Net::Hidden hidden(const State& state) {
    const unsigned own = state.to_move, other = own ^ 1;
    const Net& net = network();
    Net::Hidden found = net.begin();
    unsigned first = 0;
    for (const Bits set : {Bits{state.white}, Bits{state.black}, bit(state.robots[0]),
                           bit(state.robots[1]), bit(state.robots[2]), within_reach(state, 0),
                           within_reach(state, 1), within_reach(state, 2)}) {
        for (const Hex hex : members(set)) {
            net.add_input(found, first + seen_from(state, hex));
        }
        first += hexes;
    }
    for (const int number : {state.stocks[own].white, state.stocks[own].black,
                             state.stocks[other].white, state.stocks[other].black}) {
        net.add_input(found, first + static_cast<unsigned>(number));
        first += 5;
    }
    net.add_input(found, Inputs::lid + static_cast<unsigned>(state.lid.white));
    net.add_input(found, Inputs::lid + 11 + static_cast<unsigned>(state.lid.black));
    if (state.moving != no_robot) {
        net.add_input(found, Inputs::moving + state.moving);
    }
    if (state.end_all) {
        net.add_input(found, Inputs::end_all);
    }
    return found;
}

// The number of a decision, as the seat to decide sees it.
inline unsigned number_of(const State& state, Robotory::Move move) {
    constexpr unsigned on_hexes = 5 * hexes;  // discs of two colours, three robots
    const unsigned hex = move % hexes;
    return move < on_hexes ? move - hex + seen_from(state, static_cast<Hex>(hex)) : move;
}

inline Values Robotory::evaluate(const State& state) {
    return for_both(state.to_move, robotory::network().value(hidden(state)));
}

inline bool Robotory::policy(const State& state, Proposals<Robotory>& proposals) {
    const Net::Logits logits = robotory::network().logits(hidden(state));
    MoveList<Move, most_moves> moves;
    legal(state, moves);
    const auto logit = [&](Move move) { return logits[number_of(state, move)]; };
    const float most = logit(std::ranges::max(moves, {}, logit));
    for (const Move each : moves) {
        proposals.add(each, weight(logit(each), most));
    }
    return true;
}

}  // namespace ludothek::robotory
