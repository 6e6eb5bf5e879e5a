// Repulso as its network sees it: values and priors.
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
struct Inputs {
    static constexpr unsigned questions = 7;
    static constexpr unsigned own_stones = questions * squares, other_stones = own_stones + 7;
    static constexpr unsigned my_turn = other_stones + 7, moving = my_turn + 1;
    static constexpr unsigned inputs = moving + 1, placements = 2 * squares;
};

inline constexpr std::array<float, 8> network_scales{
#include "ludothek/games/repulso_scales.inc"
};
inline constexpr std::int16_t network_numbers[]{
#include "ludothek/games/repulso_numbers.inc"
};

using Net = Network<Inputs::inputs, Inputs::placements>;

inline const Net& network() {
    static const Net unpacked(network_scales, network_numbers);
    return unpacked;
}

inline Net::Hidden hidden(const State& state) {
    const unsigned own = state.to_move, other = own ^ 1;
    const Net& net = network();
    Net::Hidden found = net.begin();
    const auto add_if = [&](bool on, unsigned input) {
        if (on) {
            net.add_input(found, input);
        }
    };
    unsigned first = 0;
    for (const Bits set : {state.pieces[own], state.pieces[other], state.stones,
                           Repulso::openings(state, state.to_move),
                           Repulso::openings(state, state.to_move ^ 1),
                           state.affected & state.pieces[own],
                           state.affected & state.pieces[other]}) {
        for (const int square : members(packed(set, board))) {
            net.add_input(found, first + static_cast<unsigned>(square));
        }
        first += squares;
    }
    add_if(true, Inputs::own_stones + static_cast<unsigned>(state.stones_left[own]));
    add_if(true, Inputs::other_stones + static_cast<unsigned>(state.stones_left[other]));
    add_if(state.turn == state.to_move, Inputs::my_turn);
    add_if(state.affected != 0, Inputs::moving);
    return found;
}

inline Values Repulso::evaluate(const State& state) {
    return for_both(state.to_move, repulso::network().value(hidden(state)));
}

// Placements have priors of their own; slides are all alike.
inline bool Repulso::policy(const State& state, Proposals<Repulso>& proposals) {
    if (state.affected) {
        return propose(state, proposals);
    }
    const Net::Logits logits = repulso::network().logits(hidden(state));
    const float most = *std::ranges::max_element(logits);
    MoveList<Move, most_moves> moves;
    legal(state, moves);
    for (const Move each : moves) {
        proposals.add(each, weight(logits[each], most));
    }
    return true;
}

}  // namespace ludothek::repulso
