// What tells a search how good a position is: playouts, or anybody who can be asked about a
// batch of positions at once. Search knows evaluators only by this page.
#pragma once

#include <concepts>
#include <span>

#include "ludothek/game.hpp"
#include "ludothek/random.hpp"
#include "ludothek/search/tree.hpp"

namespace ludothek::search {

// A position to judge. An evaluator sets the values and may set the priors of the edges.
template <Game G>
struct Leaf {
    typename G::State state;
    std::span<Edge<G>> edges;  // empty where the node has not been opened
    Values values;
};

template <class E, class G>
concept Evaluator = requires(E evaluator, std::span<Leaf<G>*> leaves, Random& random) {
    { E::sets_priors } -> std::convertible_to<bool>;  // then nodes are opened before they are judged
    { evaluator.batch() } -> std::convertible_to<int>;
    { evaluator.evaluate(leaves, random) } -> std::same_as<void>;
};

template <Game G>
struct Playouts {
    static constexpr bool sets_priors = false;
    static constexpr int batch() { return 1; }

    void evaluate(std::span<Leaf<G>*> leaves, Random& random) {
        for (Leaf<G>* leaf : leaves) {
            leaf->values = G::rollout(leaf->state, random);
        }
    }
};

}  // namespace ludothek::search
