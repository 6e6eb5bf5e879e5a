// Repulso at a glance: a small neural network says how good a position is, and which placements
// look best. It was trained on games of the search itself (training/repulso.py), which writes the
// numbers and has the same network in Python.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "ludothek/games/repulso.hpp"

namespace ludothek::repulso {

// Inputs that are on: for each square seven questions (own piece, other's, stone, open to me, open
// to the other, own affected, other's affected), then the stones left of both (0 to 6), whether it
// is the turn of the seat to decide, and whether a movement is under way.
struct Network {
    static constexpr unsigned questions = 7, inputs = questions * squares + 16;
    static constexpr unsigned wide = 64, narrow = 32, placements = 2 * squares;
    static constexpr unsigned own_stones = questions * squares, other_stones = own_stones + 7;
    static constexpr unsigned my_turn = other_stones + 7, moving = my_turn + 1;

    template <unsigned rows, unsigned columns>
    using Matrix = std::array<std::array<float, columns>, rows>;

    alignas(64) Matrix<inputs, wide> see;
    alignas(64) Matrix<1, wide> see_bias;
    alignas(64) Matrix<wide, narrow> weigh;
    alignas(64) Matrix<1, narrow> weigh_bias;
    alignas(64) Matrix<narrow, 1> worth;
    alignas(64) Matrix<1, 1> worth_bias;
    alignas(64) Matrix<wide, placements> like;
    alignas(64) Matrix<1, placements> like_bias;
};

// The numbers as they are kept: one scale for each matrix, then whole numbers.
inline constexpr std::array<float, 8> scales{
#include "ludothek/games/repulso_scales.inc"
};
inline constexpr std::int16_t numbers[]{
#include "ludothek/games/repulso_numbers.inc"
};

inline const Network& network() {
    static const Network unpacked = [] {
        Network made;
        const std::int16_t* number = numbers;
        const float* scale = scales.data();
        const auto fill = [&](auto&... matrices) {
            const auto one = [&](auto& matrix) {
                for (auto& row : matrix) {
                    for (float& weight : row) {
                        weight = static_cast<float>(*number++) * *scale;
                    }
                }
                ++scale;
            };
            (one(matrices), ...);
        };
        fill(made.see, made.see_bias, made.weigh, made.weigh_bias, made.worth, made.worth_bias,
             made.like, made.like_bias);
        return made;
    }();
    return unpacked;
}

template <std::size_t length>
using Signals = std::array<float, length>;

template <std::size_t length>
void add(const Signals<length>& row, float times, Signals<length>& to) {
    for (std::size_t i = 0; i < length; ++i) {
        to[i] += times * row[i];
    }
}

template <std::size_t length>
void cut_below_zero(Signals<length>& signals) {
    for (float& signal : signals) {
        signal = std::max(signal, 0.0F);
    }
}

// What the network sees in a position.
inline Signals<Network::wide> seen(const State& state) {
    const Network& net = network();
    const unsigned own = state.to_move, other = own ^ 1;
    alignas(64) Signals<Network::wide> found = net.see_bias[0];
    unsigned first = 0;
    for (const Bits set : {state.pieces[own], state.pieces[other], state.stones,
                           Repulso::openings(state, state.to_move),
                           Repulso::openings(state, state.to_move ^ 1),
                           state.affected & state.pieces[own],
                           state.affected & state.pieces[other]}) {
        for (const int square : members(packed(set, board))) {
            add(net.see[first + static_cast<unsigned>(square)], 1, found);
        }
        first += squares;
    }
    add(net.see[Network::own_stones + static_cast<unsigned>(state.stones_left[own])], 1, found);
    add(net.see[Network::other_stones + static_cast<unsigned>(state.stones_left[other])], 1, found);
    add(net.see[Network::my_turn], state.turn == state.to_move ? 1.0F : 0.0F, found);
    add(net.see[Network::moving], state.affected ? 1.0F : 0.0F, found);
    cut_below_zero(found);
    return found;
}

inline Values Repulso::judge(const State& state) {
    const Network& net = network();
    const auto signals = seen(state);
    alignas(64) Signals<Network::narrow> weighed = net.weigh_bias[0];
    for (std::size_t i = 0; i < signals.size(); ++i) {
        add(net.weigh[i], signals[i], weighed);
    }
    cut_below_zero(weighed);
    float sum = net.worth_bias[0][0];
    for (std::size_t i = 0; i < weighed.size(); ++i) {
        sum += weighed[i] * net.worth[i][0];
    }
    Values found{};
    found[state.to_move] = 1 / (1 + std::exp(-sum));
    found[state.to_move ^ 1U] = 1 - found[state.to_move];
    return found;
}

// Placements by liking; slides are all the same to it.
inline bool Repulso::advise(const State& state, Proposals<Repulso>& proposals) {
    if (state.affected) {
        return propose(state, proposals);
    }
    const Network& net = network();
    const auto signals = seen(state);
    alignas(64) Signals<Network::placements> liked = net.like_bias[0];
    for (std::size_t i = 0; i < signals.size(); ++i) {
        add(net.like[i], signals[i], liked);
    }
    const float most = *std::ranges::max_element(liked);
    MoveList<Move, most_moves> moves;
    legal(state, moves);
    for (const Move each : moves) {
        proposals.add(each, std::exp(std::max(liked[each] - most, -20.0F)));
    }
    return true;
}

}  // namespace ludothek::repulso
