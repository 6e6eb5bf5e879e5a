// The evaluator interface of the search: playouts, a network, or a callback for batches of
// positions.
#pragma once

#include <concepts>
#include <span>

#include "ludothek/game.hpp"
#include "ludothek/nn/evaluation.hpp"
#include "ludothek/nn/network.hpp"
#include "ludothek/random.hpp"
#include "ludothek/search/tree.hpp"

namespace ludothek::search {

// A position to evaluate. An evaluator sets the values and may set the priors of the edges.
template <Game G>
struct Leaf {
    typename G::State state;
    std::span<Edge<G>> edges;  // empty where the node has not been opened
    Values values;
};

template <class E, class G>
concept Evaluator = requires(E evaluator, std::span<Leaf<G>*> leaves, Random& random,
                             const typename G::State& state, Proposals<G>& proposals) {
    { E::sets_priors } -> std::convertible_to<bool>;  // then nodes are opened before they are evaluated
    { evaluator.batch() } -> std::convertible_to<int>;
    { evaluator.evaluate(leaves, random) } -> std::same_as<void>;
    // The decisions to look into, each with a weight; has it left out no legal one?
    { evaluator.propose(state, proposals) } -> std::same_as<bool>;
};

template <Game G>
struct PlayoutEvaluator {
    static constexpr bool sets_priors = false;
    static constexpr int batch() { return 1; }
    static bool propose(const typename G::State& state, Proposals<G>& proposals) {
        return G::propose(state, proposals);
    }

    void evaluate(std::span<Leaf<G>*> leaves, Random& random) {
        for (Leaf<G>* leaf : leaves) {
            leaf->values = G::rollout(leaf->state, random);
        }
    }
};

// A network evaluates leaves, and weighs the decisions of nodes when they are opened.
template <nn::Encoded G>
class NetworkEvaluator {
  public:
    static constexpr bool sets_priors = false;
    explicit NetworkEvaluator(const nn::Network& network) : layer_(network) {}

    static constexpr int batch() { return 1; }
    bool propose(const typename G::State& state, Proposals<G>& proposals) {
        return nn::propose<G>(layer_, state, proposals);
    }

    void evaluate(std::span<Leaf<G>*> leaves, Random&) {
        for (Leaf<G>* leaf : leaves) {
            leaf->values = nn::values_of<G>(layer_, leaf->state);
        }
    }

  private:
    nn::FirstLayer<G> layer_;
};

}  // namespace ludothek::search
