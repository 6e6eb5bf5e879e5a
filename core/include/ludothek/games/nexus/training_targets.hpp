// NEXUS: what happens to marbles and seats in the course of a game, as targets for networks. Positions
// tell how many marbles a seat has, but not how it came by them, nor who left first.
#pragma once

#include <algorithm>
#include <array>

#include "ludothek/games/nexus.hpp"

namespace ludothek::nexus {

struct Nexus::Course {
    std::array<int, 4> taken{};  // marbles of others that a seat has removed
    std::array<int, 4> lost{};   // its own: removed by others, sacrificed, or gone as it left
    std::array<int, 4> before{};  // of a seat that has left: how many had left before it

    // Only the seat that decides takes marbles, and it never leaves by its own decision.
    void add(const State& then, Move move, const State& now) {
        const unsigned mover = then.to_move;
        const int sacrifices = sacrificed(move) >= 0;
        lost[mover] += sacrifices;
        taken[mover] += marbles_of(now, mover) - marbles_of(then, mover) + sacrifices;
        int out = then.seats - count(then.in);
        for (unsigned after = 1; after < then.seats; ++after) {
            const unsigned seat = (mover + after) % then.seats;
            lost[seat] += marbles_of(then, seat) - marbles_of(now, seat);
            if (has(then.in & ~now.in, static_cast<int>(seat))) {
                before[seat] = out++;
            }
        }
    }

  private:
    static int marbles_of(const State& state, unsigned seat) {
        return state.reserves[seat] + state.marbles[seat].within(state.board.all());
    }
};

// Marbles as shares of 16, where more count as 16. Who is still there has stayed longest: 1; the first
// to leave has 0.
inline std::array<float, Nexus::endings.size()> Nexus::ending(const Course& since, const Course& now,
                                                              const State& last, int seat) {
    std::array<float, endings.size()> ending{};
    const auto share = [](int number, int most) {
        return static_cast<float>(std::min(number, most)) / static_cast<float>(most);
    };
    for (unsigned after = 0; after < last.seats; ++after) {
        const unsigned who = (static_cast<unsigned>(seat) + after) % last.seats;
        const bool in = has(last.in, static_cast<int>(who));
        ending[3 * after] = share(now.taken[who] - since.taken[who], 16);
        ending[3 * after + 1] = share(now.lost[who] - since.lost[who], 16);
        ending[3 * after + 2] = in ? 1.0F : share(now.before[who], last.seats - 1);
    }
    return ending;
}

}  // namespace ludothek::nexus
