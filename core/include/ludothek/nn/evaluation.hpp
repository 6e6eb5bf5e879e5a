// Positions as a network evaluates them: values of the seats, and weights of decisions.
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>

#include "ludothek/deterministic.hpp"
#include "ludothek/game.hpp"
#include "ludothek/nn/encoder.hpp"
#include "ludothek/nn/first_layer.hpp"
#include "ludothek/nn/network.hpp"

namespace ludothek::nn {

// The values of a position as a network sees it, p1 first.
template <Encoded G>
Values values_of(FirstLayer<G>& layer, const typename G::State& state) {
    const int seat = G::to_move(state), seats = G::setup(state).seats;
    Network::Hidden hidden;
    layer(state, seat, hidden);
    const Values seen = layer.network().values(hidden, static_cast<std::size_t>(seats));
    Values values{};
    for (int after = 0; after < seats; ++after) {
        values[static_cast<unsigned>((seat + after) % seats)] = seen[static_cast<unsigned>(after)];
    }
    return values;
}

// Logits of decisions; an output that several of them have is computed once.
template <Encoded G>
class Logits {
  public:
    Logits(const Network& network, const Network::Hidden& hidden)
        : network_(network), hidden_(hidden) {}

    float operator()(const Parts<G>& parts) {
        float sum = 0;
        for (const std::int16_t part : parts) {
            sum += part == G::outputs ? 0 : output(static_cast<std::size_t>(part));
        }
        return sum;
    }

  private:
    float output(std::size_t number) {
        if constexpr (G::parts == 1) {
            return network_.logit(hidden_, number);
        }
        if (!known_[number]) {
            known_[number] = true;
            outputs_[number] = network_.logit(hidden_, number);
        }
        return outputs_[number];
    }

    const Network& network_;
    const Network::Hidden& hidden_;
    std::bitset<static_cast<std::size_t>(G::parts == 1 ? 1 : G::outputs)> known_;
    std::array<float, static_cast<std::size_t>(G::parts == 1 ? 1 : G::outputs)> outputs_;
};

// The decisions that a game proposes, weighted by a network; are these all that are legal?
template <Encoded G>
bool propose(FirstLayer<G>& layer, const typename G::State& state, Proposals<G>& proposals) {
    Network::Hidden hidden;
    layer(state, G::to_move(state), hidden);
    const bool all = G::propose(state, proposals);
    const typename G::Numbering numbering(state);
    Logits<G> logits(layer.network(), hidden);
    float most = -1e9F;
    for (auto& item : proposals.items()) {
        item.weight = logits(numbering(item.move));
        most = std::max(most, item.weight);
    }
    for (auto& item : proposals.items()) {
        item.weight = exponential(std::max(item.weight - most, -20.0F));
    }
    proposals.add_up();
    return all;
}

}  // namespace ludothek::nn
