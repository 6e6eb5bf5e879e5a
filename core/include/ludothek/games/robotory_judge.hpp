// Robotory at a glance: how good a position is, and which decisions look best.
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
struct Sight {
    static constexpr unsigned questions = 8;
    static constexpr unsigned stocks = questions * hexes, lid = stocks + 4 * 5;
    static constexpr unsigned moving = lid + 2 * 11, end_all = moving + 3, inputs = end_all + 1;
    static constexpr unsigned decisions = 146;
};

inline constexpr std::array<float, 8> learnt_scales{
#include "ludothek/games/robotory_scales.inc"
};
inline constexpr std::int16_t learnt_numbers[]{
#include "ludothek/games/robotory_numbers.inc"
};

using Judge = Network<Sight::inputs, Sight::decisions>;

inline const Judge& judge() {
    static const Judge unpacked(learnt_scales, learnt_numbers);
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

inline Judge::Wide look(const State& state) {
    const unsigned own = state.to_move, other = own ^ 1;
    const Judge& net = judge();
    Judge::Wide found = net.begin();
    unsigned first = 0;
    for (const Bits set : {Bits{state.white}, Bits{state.black}, bit(state.robots[0]),
                           bit(state.robots[1]), bit(state.robots[2]), within_reach(state, 0),
                           within_reach(state, 1), within_reach(state, 2)}) {
        for (const Hex hex : members(set)) {
            net.see(found, first + seen_from(state, hex));
        }
        first += hexes;
    }
    for (const int number : {state.stocks[own].white, state.stocks[own].black,
                             state.stocks[other].white, state.stocks[other].black}) {
        net.see(found, first + static_cast<unsigned>(number));
        first += 5;
    }
    net.see(found, Sight::lid + static_cast<unsigned>(state.lid.white));
    net.see(found, Sight::lid + 11 + static_cast<unsigned>(state.lid.black));
    if (state.moving != no_robot) {
        net.see(found, Sight::moving + state.moving);
    }
    if (state.end_all) {
        net.see(found, Sight::end_all);
    }
    return found;
}

// The number of a decision, as the seat to decide sees it.
inline unsigned number_of(const State& state, Robotory::Move move) {
    constexpr unsigned on_hexes = 5 * hexes;  // discs of two colours, three robots
    const unsigned hex = move % hexes;
    return move < on_hexes ? move - hex + seen_from(state, static_cast<Hex>(hex)) : move;
}

inline Values Robotory::judge(const State& state) {
    return for_both(state.to_move, robotory::judge().worth(look(state)));
}

inline bool Robotory::advise(const State& state, Proposals<Robotory>& proposals) {
    const Judge::Liked liked = robotory::judge().liked(look(state));
    MoveList<Move, most_moves> moves;
    legal(state, moves);
    const auto liking = [&](Move move) { return liked[number_of(state, move)]; };
    const float most = liking(std::ranges::max(moves, {}, liking));
    for (const Move each : moves) {
        proposals.add(each, weight(liking(each), most));
    }
    return true;
}

}  // namespace ludothek::robotory
