// What tells a search how good a position is: playouts, the network of a game that has one, or a
// callback that is given a batch of positions at once. Search knows evaluators only by this page.
#pragma once

#include <concepts>
#include <span>

#include "ludothek/game.hpp"
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
    { E::propose(state, proposals) } -> std::same_as<bool>;
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

// A game with a network: values and priors without playing on.
template <class G>
concept HasNetwork = Game<G> && requires(const typename G::State& state, Proposals<G>& proposals) {
    { G::evaluate(state) } -> std::same_as<Values>;
    { G::policy(state, proposals) } -> std::same_as<bool>;
};

template <HasNetwork G>
struct NetworkEvaluator {
    static constexpr bool sets_priors = false;
    static constexpr int batch() { return 1; }
    static bool propose(const typename G::State& state, Proposals<G>& proposals) {
        return G::policy(state, proposals);
    }

    void evaluate(std::span<Leaf<G>*> leaves, Random&) {
        for (Leaf<G>* leaf : leaves) {
            leaf->values = G::evaluate(leaf->state);
        }
    }
};

}  // namespace ludothek::search
