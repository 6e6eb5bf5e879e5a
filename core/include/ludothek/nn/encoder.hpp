// The input encoding of networks: a short list of active inputs, and a number for each decision.
// Everything is seen from one seat, so that a network learns it only once.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <string_view>
#include <vector>

#include "ludothek/game.hpp"
#include "ludothek/inline_vector.hpp"

namespace ludothek::nn {

inline constexpr std::size_t most_active = 384;  // inputs that are on at once
using Active = InlineVector<std::uint16_t, most_active>;

// A renaming under which the rules stay the same: where each input and each output comes from.
struct Symmetry {
    std::vector<std::int32_t> inputs, outputs;
};

// A decision's logit is the sum of a few outputs of the policy; `G::outputs` stands for none.
template <class G>
using Parts = std::array<std::int16_t, static_cast<std::size_t>(G::parts)>;

// How a game went on and ended, as numbers from 0 to 1 that a teacher learns to foretell.
template <class G>
using Ending = std::array<float, G::endings.size()>;

// For games whose last position tells how they ended: nothing is kept on the way.
struct NoCourse {
    template <class State, class Move>
    void add(const State&, Move, const State&) {}
};

// For games in which each decision has an output of its own.
template <class G>
struct OneOutput {
    explicit OneOutput(const typename G::State& state) : state_(state) {}
    Parts<G> operator()(typename G::Move move) const {
        return {static_cast<std::int16_t>(G::output(state_, move))};
    }

  private:
    const typename G::State& state_;
};

template <class G>
concept Encoded = Game<G> && requires(const typename G::State& state, typename G::Move move,
                                      int seat, Active& active, typename G::Course& course) {
    { G::encoder_version } -> std::convertible_to<int>;
    { G::inputs } -> std::convertible_to<int>;
    { G::outputs } -> std::convertible_to<int>;  // of the policy
    { G::incremental } -> std::convertible_to<bool>;  // are sums of the first layer kept?
    { G::parts } -> std::convertible_to<int>;    // outputs that make a logit
    { G::most_listed } -> std::convertible_to<int>;  // decisions of a position that are learnt from
    { G::encode(state, seat, active) } -> std::same_as<void>;
    // The outputs of a decision, as the seat to decide sees them.
    { typename G::Numbering(state)(move) } -> std::same_as<Parts<G>>;
    { G::symmetries() } -> std::same_as<std::vector<Symmetry>>;
    // What the last position does not tell is kept decision by decision. The names of what a seat
    // sees of an ending, and the ending of a game from an earlier moment on.
    { course.add(state, move, state) } -> std::same_as<void>;
    { G::endings[0] } -> std::convertible_to<std::string_view>;
    { G::ending(course, course, state, seat) } -> std::same_as<Ending<G>>;
};

}  // namespace ludothek::nn
