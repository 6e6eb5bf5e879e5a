// Reading a tree: which decisions are best, what follows them, and what is certain.
#pragma once

#include <algorithm>
#include <tuple>
#include <vector>

#include "ludothek/game.hpp"
#include "ludothek/search/analysis.hpp"
#include "ludothek/search/tree.hpp"

namespace ludothek::search {

// How a decision ranks: certain wins first, the quickest before the others; then what was looked
// at most; certain losses last, the latest before the others.
template <Game G>
std::tuple<int, float, float> rank(const Tree<G>& tree, const Edge<G>& edge) {
    const Id child = get(edge.child);
    const auto decisions = child ? static_cast<float>(get(tree.node(child).decisions)) : 0;
    if (get(edge.least) == whole) {
        return {2, -decisions, 0};
    }
    if (get(edge.most) == 0) {
        return {0, decisions, 0};
    }
    return {1, static_cast<float>(get(edge.visits)), get(edge.value)};
}

template <Game G>
std::vector<const Edge<G>*> ranked(Tree<G>& tree, const Node<G>& node) {
    std::vector<const Edge<G>*> found;
    if (std::atomic_ref(const_cast<Phase&>(node.phase)).load(std::memory_order_acquire) == open) {
        for (const Edge<G>& edge : tree.edges(node)) {
            found.push_back(&edge);
        }
    }
    std::ranges::stable_sort(found, std::ranges::greater{},
                             [&](const Edge<G>* edge) { return rank(tree, *edge); });
    return found;
}

template <Game G>
const Edge<G>* best(Tree<G>& tree, const Node<G>& node) {
    const Edge<G>* found = nullptr;
    if (std::atomic_ref(const_cast<Phase&>(node.phase)).load(std::memory_order_acquire) != open) {
        return found;
    }
    for (const Edge<G>& edge : tree.edges(node)) {
        if (get(edge.child) && (!found || rank(tree, edge) > rank(tree, *found))) {
            found = &edge;
        }
    }
    return found;
}

template <Game G>
Values values_at(const Node<G>& node) {
    Values found{};
    for (unsigned seat = 0; seat < G::seats_most; ++seat) {
        const int least = get(node.bounds.least[seat]), most = get(node.bounds.most[seat]);
        found[seat] = least == most ? static_cast<float>(least) / whole
                                    : node.mean(static_cast<int>(seat));
    }
    return found;
}

inline constexpr std::size_t longest_line = 64;

template <Game G>
Line line(Tree<G>& tree, const Edge<G>& first, typename G::State state) {
    Line found{.moves = {},
               .visits = get(first.visits),
               .least = get(first.least),
               .most = get(first.most)};
    if (const Id child = get(first.child)) {
        found.values = values_at(tree.node(child));
        found.decisions = get(tree.node(child).decisions) + 1;
    }
    for (const Edge<G>* edge = &first; edge;) {
        found.moves.push_back(G::format_move(state, edge->move));
        G::apply(state, edge->move);
        const Id child = get(edge->child);
        edge = child && found.moves.size() < longest_line ? best(tree, tree.node(child)) : nullptr;
    }
    return found;
}

// How many decisions long the best line is.
template <Game G>
int depth(Tree<G>& tree, Id root) {
    int found = 0;
    for (const Edge<G>* edge = best(tree, tree.node(root)); edge; ++found) {
        const Id child = get(edge->child);
        edge = child && found < static_cast<int>(longest_line) ? best(tree, tree.node(child)) : nullptr;
    }
    return found;
}

template <Game G>
Analysis report(Tree<G>& tree, Id root, const typename G::State& state, int lines) {
    const Node<G>& node = tree.node(root);
    Analysis found{.seat = G::to_move(state),
                   .seats = G::setup(state).seats,
                   .lines = {},
                   .values = values_at(node)};
    for (const Edge<G>* edge : ranked(tree, node)) {
        if (!get(edge->child)) {
            continue;
        }
        if (lines && static_cast<int>(found.lines.size()) == lines) {
            break;
        }
        found.lines.push_back(line(tree, *edge, state));
    }
    return found;
}

}  // namespace ludothek::search
