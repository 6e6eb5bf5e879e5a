// Repulso: observation planes for learners.
#pragma once

#include "ludothek/games/repulso.hpp"

namespace ludothek::repulso {

// Planes: own pieces, the other's pieces, stones, affected; own and other pieces left, own and
// other stones left; whether the own seat is to decide, and whether the turn is its own. Own is the
// seat that looks.
inline void Repulso::observe(const State& state, int seat, std::uint8_t* planes) {
    const auto own = static_cast<unsigned>(seat), other = own ^ 1;
    for (const Bits set : {state.pieces[own], state.pieces[other], state.stones, state.affected}) {
        planes = write_bytes<squares>(packed(set, board), planes);
    }
    planes = write_number<squares>(state.pieces_left(seat), planes);
    planes = write_number<squares>(state.pieces_left(seat ^ 1), planes);
    planes = write_number<squares>(state.stones_left[own], planes);
    planes = write_number<squares>(state.stones_left[other], planes);
    planes = write_number<squares>(state.to_move == own, planes);
    write_number<squares>(state.turn == own, planes);
}

inline void Repulso::mask(const State& state, std::uint8_t* actions) {
    const bool placing = !state.affected && !state.outcome.over;
    const Bits pieces = placing ? openings(state) : 0;
    const Bits stones = placing && state.stones_left[state.turn] ? state.empty() : 0;
    actions = write_bytes<squares>(packed(pieces, board), actions);
    actions = write_bytes<squares>(packed(stones, board), actions);
    if (!state.affected) {
        write_number<4 * squares>(0, actions);
        return;
    }
    Ways open = ways(state);
    for (Bits& way : open) {
        way = packed(way, board);
    }
    for (int first = 0; first < squares; first += 12) {  // the directions of each square together
        Bits dozen = 0;
        for (unsigned direction = 0; direction < 4; ++direction) {
            dozen |= unpacked(open[direction] >> first & 0xfff, 0x1111'1111'1111) << direction;
        }
        actions = write_bytes<48>(dozen, actions);
    }
}

}  // namespace ludothek::repulso
