// Robotory: who wins for certain in one or two turns, for the solver. A seat is ready if its next
// refill can end the game. It stays ready until it refills: stock and lid only shrink.
#pragma once

#include <algorithm>

#include "ludothek/games/robotory.hpp"
#include "ludothek/games/robotory/encoder.hpp"

namespace ludothek::robotory {

// 2.6, 2.7, 3.1, 3.2: would a refill of this seat end the game?
inline bool is_ready(const State& state, int seat) {
    const int needed = Robotory::full_stock - state.stocks[static_cast<unsigned>(seat)].sum();
    const int left = state.end_all ? state.lid.sum() : std::min(state.lid.white, state.lid.black);
    return needed > 0 && left <= needed;
}

inline Bits camp_of(int seat) { return seat ? board & ~light_camp : light_camp; }

// Of a turn: how many decisions it takes at most, and whether a robot can come home in it.
struct Outlook {
    int decisions = 1;
    bool comes_home = false;
};

// A movement eats a disc with each step; one that ends earlier says so with one more decision.
inline Outlook outlook(const State& state) {
    const Bits camp = camp_of(state.to_move);
    Outlook outlook;
    for (int robot = 0; robot < 3; ++robot) {
        if (state.moving == no_robot || state.moving == robot) {
            const Bits reached = within_reach(state, robot);
            const bool away = !has(camp, state.robots[static_cast<unsigned>(robot)]);
            outlook.decisions = std::max(outlook.decisions, count(reached) + 1);
            outlook.comes_home |= away && (reached & camp);
        }
    }
    return outlook;
}

// 3.3: who can end the game with two robots at home wins. Else the other one does if ready and if
// this turn cannot bring a second robot home; a turn moves only one robot.
inline Settled Robotory::settled(const State& state) {
    const int seat = state.to_move, other = seat ^ 1;
    const int home = count(camp_of(seat) & state.standing());
    if (state.moving == no_robot && home >= 2 && is_ready(state, seat)) {
        return {seat, 1};
    }
    if (home >= 2 || !is_ready(state, other)) {
        return {};
    }
    const Outlook turn = outlook(state);
    return home == 1 && turn.comes_home ? Settled{} : Settled{other, turn.decisions + 1};
}

}  // namespace ludothek::robotory
