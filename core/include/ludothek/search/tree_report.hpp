// Reading results from trees: the best decisions, principal variations, and proven values.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <tuple>
#include <utility>
#include <vector>

#include "ludothek/game.hpp"
#include "ludothek/search/search_types.hpp"
#include "ludothek/search/tree.hpp"

namespace ludothek::search {

using Rank = std::tuple<int, float, float>;

// How a decision ranks: certain wins first, the quickest before the others; then what was looked
// at most; certain losses last, the latest before the others.
inline Rank rank(int least, int most, int decisions, std::uint64_t visits, float value) {
    if (least == whole) {
        return {2, static_cast<float>(-decisions), 0};
    }
    if (most == 0) {
        return {0, static_cast<float>(decisions), 0};
    }
    return {1, static_cast<float>(visits), value};
}

template <Game G>
Rank rank(const Tree<G>& tree, const Edge<G>& edge) {
    const Id child = published(edge.child);
    return rank(get(edge.least), get(edge.most), child ? get(tree.node(child).decisions) : 0,
                get(edge.visits), get(edge.value));
}

// The edges, best first. Each rank is read once: the search goes on meanwhile, and what is being
// sorted must not change.
template <Game G>
std::vector<std::pair<Rank, const Edge<G>*>> ranked(Tree<G>& tree, const Node<G>& node) {
    std::vector<std::pair<Rank, const Edge<G>*>> ranked;
    if (published(node.phase) == open) {
        for (const Edge<G>& edge : tree.edges(node)) {
            ranked.emplace_back(rank(tree, edge), &edge);
        }
    }
    std::ranges::stable_sort(ranked, std::ranges::greater{}, [](const auto& of) { return of.first; });
    return ranked;
}

template <Game G>
const Edge<G>* best(Tree<G>& tree, const Node<G>& node) {
    const Edge<G>* best_edge = nullptr;
    if (published(node.phase) != open) {
        return best_edge;
    }
    for (const Edge<G>& edge : tree.edges(node)) {
        if (published(edge.child) && (!best_edge || rank(tree, edge) > rank(tree, *best_edge))) {
            best_edge = &edge;
        }
    }
    return best_edge;
}

template <Game G>
Values values_at(const Node<G>& node) {
    Values values{};
    for (unsigned seat = 0; seat < G::seats_most; ++seat) {
        const int least = get(node.bounds.least[seat]), most = get(node.bounds.most[seat]);
        values[seat] = least == most ? static_cast<float>(least) / whole
                                    : node.mean(static_cast<int>(seat));
    }
    return values;
}

inline constexpr std::size_t longest_line = 64;

template <Game G>
Line line(Tree<G>& tree, const Edge<G>& first, typename G::State state) {
    Line line{.moves = {},
               .visits = get(first.visits),
               .least = get(first.least),
               .most = get(first.most)};
    if (const Id child = published(first.child)) {
        line.values = values_at(tree.node(child));
        line.decisions = get(tree.node(child).decisions) + 1;
    }
    for (const Edge<G>* edge = &first; edge;) {
        line.moves.push_back(G::format_move(state, edge->move));
        G::apply(state, edge->move);
        const Id child = published(edge->child);
        edge = child && line.moves.size() < longest_line ? best(tree, tree.node(child)) : nullptr;
    }
    return line;
}

// How many decisions long the best line is.
template <Game G>
int depth(Tree<G>& tree) {
    int length = 0;
    for (const Edge<G>* edge = best(tree, tree.root()); edge; ++length) {
        const Id child = published(edge->child);
        edge = child && length < static_cast<int>(longest_line) ? best(tree, tree.node(child)) : nullptr;
    }
    return length;
}

// What one tree says; at most so many lines, 0: all.
template <Game G>
Analysis report(Tree<G>& tree, const typename G::State& state, int lines) {
    const Node<G>& node = tree.root();
    Analysis analysis{.seat = G::to_move(state),
                   .seats = G::setup(state).seats,
                   .lines = {},
                   .values = values_at(node),
                   .least = get(node.bounds.least[node.seat]),
                   .most = get(node.bounds.most[node.seat]),
                   .decisions = get(node.decisions)};
    for (const auto& [_, edge] : ranked(tree, node)) {
        if (!published(edge->child)) {
            continue;
        }
        if (lines && static_cast<int>(analysis.lines.size()) == lines) {
            break;
        }
        analysis.lines.push_back(line(tree, *edge, state));
    }
    return analysis;
}

inline Values mixed(const Values& one, double weight, const Values& other, double other_weight) {
    Values values{};
    const double both = std::max(1.0, weight + other_weight);
    for (std::size_t seat = 0; seat < values.size(); ++seat) {
        values[seat] = static_cast<float>((one[seat] * weight + other[seat] * other_weight) / both);
    }
    return values;
}

// Two opinions of one decision: what is certain to one is certain.
inline void combine(Line& line, Line other) {
    const auto weight = [](const Line& of) { return std::pair(of.least == of.most, of.visits); };
    if (weight(other) > weight(line)) {
        std::swap(line, other);
    }
    if (line.least != line.most) {
        line.values = mixed(line.values, static_cast<double>(line.visits), other.values,
                            static_cast<double>(other.visits));
        line.least = std::max(line.least, other.least);
        line.most = std::min(line.most, other.most);
    }
    line.visits += other.visits;
}

inline std::uint64_t visits_of(const Analysis& analysis) {
    std::uint64_t visits = 0;
    for (const Line& line : analysis.lines) {
        visits += line.visits;
    }
    return visits;
}

inline void combine(Analysis& analysis, const Analysis& other) {
    analysis.values = mixed(analysis.values, static_cast<double>(visits_of(analysis)),
                            other.values, static_cast<double>(visits_of(other)));
    analysis.least = std::max(analysis.least, other.least);
    analysis.most = std::min(analysis.most, other.most);
    for (const Line& line : other.lines) {
        const auto same = std::ranges::find(analysis.lines, line.moves[0],
                                            [](const Line& known) { return known.moves[0]; });
        if (same == analysis.lines.end()) {
            analysis.lines.push_back(line);
        } else {
            combine(*same, line);
        }
    }
}

// What several trees say together. If one has proven the position, it speaks alone.
template <Game G>
Analysis report(std::deque<Tree<G>>& trees, const typename G::State& state, int lines) {
    const auto proven =
        std::ranges::find_if(trees, [](const Tree<G>& tree) { return tree.root().proven(); });
    if (trees.size() == 1 || proven != trees.end()) {
        return report(proven != trees.end() ? *proven : trees[0], state, lines);
    }
    Analysis analysis = report(trees[0], state, 0);
    for (std::size_t i = 1; i < trees.size(); ++i) {
        combine(analysis, report(trees[i], state, 0));
    }
    const auto seat = static_cast<unsigned>(analysis.seat);
    std::ranges::stable_sort(analysis.lines, std::ranges::greater{}, [&](const Line& of) {
        return rank(of.least, of.most, of.decisions, of.visits, of.values[seat]);
    });
    if (lines && analysis.lines.size() > static_cast<std::size_t>(lines)) {
        analysis.lines.resize(static_cast<std::size_t>(lines));
    }
    return analysis;
}

}  // namespace ludothek::search
