// Repulso at a glance: how good a position is, and which placements look best.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "ludothek/games/repulso.hpp"
#include "ludothek/network.hpp"

namespace ludothek::repulso {

// Inputs that are on: for each square seven questions (own piece, other's, stone, open to me, open
// to the other, own affected, other's affected), then the stones left of both (0 to 6), whether it
// is the turn of the seat to decide, and whether a movement is under way.
struct Sight {
    static constexpr unsigned questions = 7;
    static constexpr unsigned own_stones = questions * squares, other_stones = own_stones + 7;
    static constexpr unsigned my_turn = other_stones + 7, moving = my_turn + 1;
    static constexpr unsigned inputs = moving + 1, placements = 2 * squares;
};

inline constexpr std::array<float, 8> learnt_scales{
#include "ludothek/games/repulso_scales.inc"
};
inline constexpr std::int16_t learnt_numbers[]{
#include "ludothek/games/repulso_numbers.inc"
};

using Judge = Network<Sight::inputs, Sight::placements>;

inline const Judge& judge() {
    static const Judge unpacked(learnt_scales, learnt_numbers);
    return unpacked;
}

inline Judge::Wide look(const State& state) {
    const unsigned own = state.to_move, other = own ^ 1;
    const Judge& net = judge();
    Judge::Wide found = net.begin();
    const auto see = [&](bool on, unsigned input) {
        if (on) {
            net.see(found, input);
        }
    };
    unsigned first = 0;
    for (const Bits set : {state.pieces[own], state.pieces[other], state.stones,
                           Repulso::openings(state, state.to_move),
                           Repulso::openings(state, state.to_move ^ 1),
                           state.affected & state.pieces[own],
                           state.affected & state.pieces[other]}) {
        for (const int square : members(packed(set, board))) {
            net.see(found, first + static_cast<unsigned>(square));
        }
        first += squares;
    }
    see(true, Sight::own_stones + static_cast<unsigned>(state.stones_left[own]));
    see(true, Sight::other_stones + static_cast<unsigned>(state.stones_left[other]));
    see(state.turn == state.to_move, Sight::my_turn);
    see(state.affected != 0, Sight::moving);
    return found;
}

inline Values Repulso::judge(const State& state) {
    return for_both(state.to_move, repulso::judge().worth(look(state)));
}

// Placements by liking; slides are all the same to it.
inline bool Repulso::advise(const State& state, Proposals<Repulso>& proposals) {
    if (state.affected) {
        return propose(state, proposals);
    }
    const Judge::Liked liked = repulso::judge().liked(look(state));
    const float most = *std::ranges::max_element(liked);
    MoveList<Move, most_moves> moves;
    legal(state, moves);
    for (const Move each : moves) {
        proposals.add(each, weight(liked[each], most));
    }
    return true;
}

}  // namespace ludothek::repulso
