// Repulso: what a learner sees.
#pragma once

#include "ludothek/games/repulso.hpp"

namespace ludothek::repulso {

// Planes: own pieces, the other's pieces, stones, affected; own and other pieces left, own and
// other stones left. Own is the seat to decide.
inline void Repulso::observe(const State& state, std::uint8_t* planes) {
    const unsigned own = state.to_move, other = own ^ 1;
    for (const Bits set : {state.pieces[own], state.pieces[other], state.stones, state.affected}) {
        planes = write_bytes<squares>(packed(set, board), planes);
    }
    for (const int number : {state.pieces_left(state.to_move), state.pieces_left(state.to_move ^ 1),
                             int{state.stones_left[own]}, int{state.stones_left[other]}}) {
        planes = write_number<squares>(number, planes);
    }
}

inline void Repulso::mask(const State& state, std::uint8_t* actions) {
    const bool placing = !state.affected && !state.outcome.over;
    const Bits pieces = placing ? openings(state) : 0;
    const Bits stones = placing && state.stones_left[state.turn] ? state.empty() : 0;
    actions = write_bytes<squares>(packed(pieces, board), actions);
    actions = write_bytes<squares>(packed(stones, board), actions);
    write_number<4 * squares>(0, actions);
    if (state.affected) {
        MoveList<Move, most_moves> moves;
        add_slides(state, moves);
        for (const Move each : moves) {
            actions[each - 2 * squares] = 1;
        }
    }
}

}  // namespace ludothek::repulso
