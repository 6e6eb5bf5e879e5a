// An evaluator that passes batches of positions to a callback, such as a neural network.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "ludothek/game.hpp"
#include "ludothek/search/search_types.hpp"
#include "ludothek/search/evaluator.hpp"

namespace ludothek::search {

template <Game G>
class CallbackEvaluator {
  public:
    static constexpr bool sets_priors = true;

    CallbackEvaluator(const Setup& setup, const EvaluateBatch& evaluate, int batch)
        : setup_(setup),
          evaluate_(evaluate),
          batch_(batch),
          observations_(rows(G::shape(setup).size())),
          seats_(rows(1)),
          values_(rows(setup.seats)),
          priors_(rows(G::actions(setup))) {}

    int batch() const { return batch_; }
    static bool propose(const typename G::State& state, Proposals<G>& proposals) {
        return G::propose(state, proposals);
    }

    void evaluate(std::span<Leaf<G>*> leaves, Random&) {
        if (leaves.empty()) {
            return;
        }
        const auto size = static_cast<std::size_t>(G::shape(setup_).size());
        for (std::size_t i = 0; i < leaves.size(); ++i) {
            const int seat = G::to_move(leaves[i]->state);
            seats_[i] = seat + 1;
            G::observe(leaves[i]->state, seat, &observations_[i * size]);
        }
        evaluate_({.number = static_cast<int>(leaves.size()),
              .seats = setup_.seats,
              .actions = G::actions(setup_),
              .shape = G::shape(setup_),
              .observations = observations_,
              .seat = seats_,
              .values = values_,
              .priors = priors_});
        for (std::size_t i = 0; i < leaves.size(); ++i) {
            hand_out(i, *leaves[i]);
        }
    }

  private:
    std::size_t rows(int width) const {
        return static_cast<std::size_t>(batch_) * static_cast<std::size_t>(width);
    }

    void hand_out(std::size_t row, Leaf<G>& leaf) {
        const auto seats = static_cast<std::size_t>(setup_.seats);
        const auto actions = static_cast<std::size_t>(G::actions(setup_));
        leaf.values = {};
        for (std::size_t seat = 0; seat < seats; ++seat) {
            leaf.values[seat] = std::clamp(values_[row * seats + seat], 0.0F, 1.0F);
        }
        float total = 0;
        for (Edge<G>& edge : leaf.edges) {
            const auto action = static_cast<std::size_t>(G::action(leaf.state, edge.move));
            edge.prior = std::max(priors_[row * actions + action], least_prior);
            total += edge.prior;
        }
        for (Edge<G>& edge : leaf.edges) {
            edge.prior /= total;
        }
    }

    static constexpr float least_prior = 1e-6F;  // nothing legal is out of the question

    Setup setup_;
    const EvaluateBatch& evaluate_;
    int batch_;
    std::vector<std::uint8_t> observations_;
    std::vector<std::int32_t> seats_;
    std::vector<float> values_, priors_;
};

}  // namespace ludothek::search
