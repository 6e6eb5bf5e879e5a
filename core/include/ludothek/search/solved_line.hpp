// Insertion of a solved line into a tree, so that a search starts from what the solver has proven.
#pragma once

#include "ludothek/game.hpp"
#include "ludothek/search/solver.hpp"
#include "ludothek/search/tree.hpp"

namespace ludothek::search {

template <Game G>
void prove(Node<G>& node, int share_of_first, int decisions) {
    for (unsigned seat = 0; seat < 2; ++seat) {
        const int share = seat == 0 ? share_of_first : whole - share_of_first;
        node.bounds.least[seat] = node.bounds.most[seat] = static_cast<std::uint8_t>(share);
    }
    node.decisions = static_cast<std::uint16_t>(decisions);
    node.visits = 1;
}

// Only before any thread works on the tree.
template <Game G>
void insert_solved_line(Tree<G>& tree, typename G::State state, const Solution<G>& solution) {
    const int first = G::to_move(state) == 0 ? solution.share : whole - solution.share;
    int decisions = solution.decisions;
    Id id = tree.root_id();
    prove(tree.node(id), first, decisions);
    for (const auto move : solution.line) {
        Node<G>& node = tree.node(id);
        G::apply(state, move);
        id = tree.find_or_make(state);
        prove(tree.node(id), first, --decisions);
        const std::uint8_t share = node.bounds.least[node.seat];
        node.first = tree.take_edges(1);
        tree.edge(node.first) = {.child = id,
                                 .visits = 1,
                                 .value = static_cast<float>(share) / whole,
                                 .prior = 1,
                                 .move = move,
                                 .least = share,
                                 .most = share};
        node.edges = node.tried = 1;
        node.pruned = 1;
        node.phase = open;
    }
}

}  // namespace ludothek::search
