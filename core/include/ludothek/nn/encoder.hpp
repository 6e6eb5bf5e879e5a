// What a network sees of a game: inputs that are on or off, as a short list, and a number for each
// decision. Everything is seen from one seat, so that a network needs to learn it only once.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <vector>

#include "ludothek/game.hpp"
#include "ludothek/inline_vector.hpp"

namespace ludothek::nn {

inline constexpr std::size_t most_active = 256;  // inputs that are on at once
using Active = InlineVector<std::uint16_t, most_active>;

// A renaming under which the rules stay the same: where each input and each output comes from.
struct Symmetry {
    std::vector<std::int32_t> inputs, outputs;
};

template <class G>
concept Encoded = Game<G> && requires(const typename G::State& state, typename G::Move move,
                                      int seat, Active& active) {
    { G::encoder_version } -> std::convertible_to<int>;
    { G::inputs } -> std::convertible_to<int>;
    { G::outputs } -> std::convertible_to<int>;  // of the policy
    { G::encode(state, seat, active) } -> std::same_as<void>;
    { G::output(state, move) } -> std::same_as<int>;  // as the seat to decide sees it
    { G::symmetries() } -> std::same_as<std::vector<Symmetry>>;
};

}  // namespace ludothek::nn
