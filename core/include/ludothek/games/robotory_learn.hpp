// Robotory: what a learner sees.
#pragma once

#include "ludothek/games/robotory.hpp"

namespace ludothek::robotory {

// Planes: white discs, black discs, White, Black, Red, the moving robot, the own camp; then numbers:
// stocks (own white, own black, other white, other black), lid (white, black), option end, seat,
// and zeros. Own is the seat to decide.
inline void Robotory::observe(const State& state, std::uint8_t* planes) {
    const unsigned own = state.to_move, other = own ^ 1;
    const Bits camp = own ? board & ~light_camp : light_camp;
    const Bits moving = state.moving == no_robot ? 0 : bit(state.robots[state.moving]);
    for (const Bits set : {Bits{state.white}, Bits{state.black}, bit(state.robots[0]),
                           bit(state.robots[1]), bit(state.robots[2]), moving, camp}) {
        planes = write_bytes<hexes>(set, planes);
    }
    write_number<hexes>(0, planes);
    for (const int number : {int{state.stocks[own].white}, int{state.stocks[own].black},
                             int{state.stocks[other].white}, int{state.stocks[other].black},
                             int{state.lid.white}, int{state.lid.black}, int{state.end_all},
                             int{state.to_move}}) {
        *planes++ = static_cast<std::uint8_t>(number);
    }
}

inline void Robotory::mask(const State& state, std::uint8_t* actions) {
    const bool going = !over(state), still = state.moving == no_robot;
    const Discs stock = state.stocks[state.to_move];
    const Bits free = going && still ? state.free() : 0;
    std::uint8_t* next = write_bytes<hexes>(stock.white ? free : 0, actions);
    next = write_bytes<hexes>(stock.black ? free : 0, next);
    for (int robot = 0; robot < 3; ++robot) {
        const bool may = going && (still || state.moving == robot);
        next = write_bytes<hexes>(may ? meals(state, robot) : 0, next);
    }
    write_number<26>(0, next);
    actions[stop] = going && !still;
    if (going && still) {
        const Refills refills = refills_of(state);
        for (int white = refills.least; white <= refills.most; ++white) {
            actions[refill(white, refills.needed - white)] = 1;
        }
    }
}

}  // namespace ludothek::robotory
