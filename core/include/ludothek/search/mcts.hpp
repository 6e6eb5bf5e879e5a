// Monte-Carlo tree search: select a leaf, evaluate it, back the result up.
//
// Every seat maximises its own share of the win, so any number of seats can play. Proven values are
// propagated to the root as bounds. Several leaves may be evaluated at once: a path that is under way
// counts as a visit (virtual loss), so that the next one takes another path.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "ludothek/game.hpp"
#include "ludothek/deterministic.hpp"
#include "ludothek/random.hpp"
#include "ludothek/search/evaluator.hpp"
#include "ludothek/search/tree.hpp"

namespace ludothek::search {

struct Tuning {
    float c_puct = 1.5F;         // how much visits to others count against value
    float fpu_reduction = 0.1F;        // how much worse than its parent an untried decision is taken
    std::uint32_t expansion_threshold = 2;  // visits before a node is opened
    int depth_limit = 0;               // decisions the tree may look ahead; 0: any number
};

template <Game G, Evaluator<G> E>
class Worker {
  public:
    enum class Arrival { leaf, known, busy };

    struct Step {
        Id node;
        Edge<G>* edge;
    };
    struct Path {
        Leaf<G> leaf;
        std::array<Step, 400> steps;
        int length = 0;
        Id end = 0;  // 0: a position the memory has no room for
    };

    Worker(Tree<G>& tree, const typename G::State& state, E& evaluator, const Tuning& tuning,
           std::uint64_t seed)
        : tree_(tree),
          state_(state),
          evaluator_(evaluator),
          tuning_(tuning),
          random_(seed),
          paths_(static_cast<unsigned>(evaluator.batch())) {}

    // Judge one batch of leaves; how many it was.
    int run_batch() {
        unsigned paths = 0;
        leaves_.clear();
        for (; paths < paths_.size(); ++paths) {
            Path& path = paths_[paths];
            const Arrival arrival = select(path);
            if (arrival == Arrival::busy) {
                undo(path);
                break;
            }
            if (arrival == Arrival::leaf) {
                leaves_.push_back(&path.leaf);
            }
        }
        evaluator_.evaluate(leaves_, random_);
        for (unsigned i = 0; i < paths; ++i) {
            backup(paths_[i]);
        }
        return static_cast<int>(paths);
    }

    // Begin again at another position; the tree has been cleared.
    void restart(const typename G::State& state) { state_ = state; }

    // Go down to a leaf, from the root through the given edge where there is one.
    Arrival select(Path& path, Edge<G>* forced = nullptr) {
        path.leaf.state = state_;
        path.leaf.edges = {};
        path.length = 0;
        path.end = tree_.root_id();
        if (forced) {
            follow(path, *forced);
        }
        while (path.end && path.length < static_cast<int>(path.steps.size())) {
            Node<G>& node = tree_.node(path.end);
            if (node.proven()) {
                path.leaf.values = known(node);
                return Arrival::known;
            }
            switch (node.phase) {
                case open:
                    descend(path, node);
                    break;
                case opening:
                    return Arrival::busy;
                case closed:
                    if (!is_expandable(path, node) || !open_node(path, node)) {
                        return Arrival::leaf;
                    }
            }
        }
        return Arrival::leaf;
    }

    // Count what was found at a leaf into all that led there.
    void backup(Path& path) {
        Id below = path.end;
        if (below) {
            if (!path.leaf.edges.empty()) {
                open_evaluated(tree_.node(below));
            }
            add_visit(tree_.node(below), path.leaf.values);
        }
        for (int i = path.length - 1; i >= 0; --i) {
            const Step step = path.steps[static_cast<unsigned>(i)];
            Node<G>& node = tree_.node(step.node);
            if (!below) {
                add_to_mean(*step.edge, path.leaf.values[node.seat]);
            } else if (update_edge(tree_.node(below), *step.edge, node.seat)) {
                propagate_bounds(node);
            }
            add_visit(node, path.leaf.values);
            below = step.node;
        }
    }

  private:
    bool is_expandable(const Path& path, const Node<G>& node) const {
        const bool in_depth_limit = !tuning_.depth_limit || path.length < tuning_.depth_limit;
        const bool due = E::sets_priors || !path.length || get(node.visits) >= tuning_.expansion_threshold;
        return in_depth_limit && due;
    }

    // Give a node its edges; false if the path ends here all the same.
    bool open_node(Path& path, Node<G>& node) {
        if (!add_edges(path.leaf.state, node)) {
            return false;
        }
        if constexpr (E::sets_priors) {
            path.leaf.edges = tree_.edges(node);
            node.phase = opening;
            return false;
        }
        publish(node.phase, open);
        return true;
    }

    bool add_edges(const typename G::State& state, Node<G>& node) {
        proposals_.clear();
        node.pruned = !evaluator_.propose(state, proposals_);
        const auto items = proposals_.items();
        const std::uint32_t first = tree_.take_edges(items.size());
        if (!first) {
            return false;
        }
        put_in_order(items);
        for (std::size_t i = 0; i < items.size(); ++i) {
            Edge<G>& edge = tree_.edge(first + i);
            edge.move = items[i].move;
            edge.prior = items[i].weight / proposals_.total();
            edge.most = whole;
        }
        node.first = first;
        node.edges = static_cast<std::uint16_t>(items.size());
        return true;
    }

    // Heavy proposals first, equal ones in random order: then the first untried edge is always
    // the best untried one.
    void put_in_order(std::span<typename Proposals<G>::Item> items) {
        using Item = typename Proposals<G>::Item;
        for (std::size_t i = items.size(); i > 1; --i) {
            std::swap(items[i - 1], items[static_cast<unsigned>(random_.below(static_cast<int>(i)))]);
        }
        const bool equal = std::ranges::all_of(
            items, [&](const Item& item) { return item.weight == items[0].weight; });
        if (!equal) {
            sort_descending(items, &Item::weight);
        }
    }

    void descend(Path& path, Node<G>& node) {
        Edge<G>* const wanted = best_edge(node);
        follow(path, wanted ? *wanted : widen(path.leaf.state, node));
    }

    void follow(Path& path, Edge<G>& edge) {
        add(edge.visits, 1U);
        G::apply(path.leaf.state, edge.move);
        path.steps[static_cast<unsigned>(path.length++)] = {path.end, &edge};
        if (!edge.child) {
            publish(edge.child, tree_.find_or_make(path.leaf.state));
        }
        path.end = edge.child;
    }

    // Nothing that was proposed can gain anything: the decisions that were left out get their turn.
    Edge<G>& widen(const typename G::State& state, Node<G>& node) {
        const auto known = tree_.edges(node);
        const bool more = node.pruned && add_left_out(state, node, known);
        return more ? tree_.edges(node)[known.size()] : known[0];
    }

    // Somebody may be reading the old edges: they stay, and their copies come first.
    bool add_left_out(const typename G::State& state, Node<G>& node, std::span<Edge<G>> known) {
        G::legal(state, legal_);
        const std::uint32_t first = tree_.take_edges(static_cast<std::size_t>(legal_.size()));
        if (!first) {
            return false;
        }
        std::ranges::copy(known, &tree_.edge(first));
        std::size_t next = first + known.size();
        for (const auto move : legal_) {
            if (std::ranges::find(known, move, &Edge<G>::move) == known.end()) {
                tree_.edge(next++) = {.child = 0,
                                      .visits = 0,
                                      .value = 0,
                                      .prior = known.back().prior,
                                      .move = move,
                                      .least = 0,
                                      .most = whole};
            }
        }
        node.pruned = 0;
        set(node.tried, static_cast<std::uint16_t>(known.size() + 1));
        publish(node.first, first);
        publish(node.edges, static_cast<std::uint16_t>(next - first));
        return true;
    }

    // The edge with the best mix of value and exploration, among those that can still gain something.
    Edge<G>* best_edge(Node<G>& node) {
        const auto edges = tree_.edges(node);
        const std::uint8_t had = get(node.bounds.least[node.seat]);
        const std::uint16_t tried = get(node.tried);
        const float exploration =
            tuning_.c_puct * std::sqrt(static_cast<float>(get(node.visits) + 1));
        Edge<G>* best = nullptr;
        float best_score = -1;
        for (Edge<G>& edge : edges.first(tried)) {
            const float score = get(edge.value) + exploration * edge.prior /
                                                      static_cast<float>(1 + get(edge.visits));
            if (score > best_score && get(edge.most) > had) {
                best_score = score;
                best = &edge;
            }
        }
        if (tried < edges.size()) {
            const float hoped = node.mean(node.seat) - tuning_.fpu_reduction;
            if (!best || hoped + exploration * edges[tried].prior > best_score) {
                best = &edges[tried];
                set(node.tried, static_cast<std::uint16_t>(tried + 1));
            }
        }
        return best;
    }

    void undo(Path& path) {
        for (int i = 0; i < path.length; ++i) {
            add(path.steps[static_cast<unsigned>(i)].edge->visits, ~0U);
        }
    }

    static Values known(const Node<G>& node) {
        Values values{};
        for (unsigned seat = 0; seat < G::seats_most; ++seat) {
            const int sum = get(node.bounds.least[seat]) + get(node.bounds.most[seat]);
            values[seat] = static_cast<float>(sum) / (2 * whole);
        }
        return values;
    }

    // An evaluator has set the priors.
    void open_evaluated(Node<G>& node) {
        sort_descending(tree_.edges(node), &Edge<G>::prior);
        publish(node.phase, open);
    }

    static void add_visit(Node<G>& node, const Values& values) {
        for (unsigned seat = 0; seat < G::seats_most; ++seat) {
            add(node.sums[seat], static_cast<std::uint64_t>(values[seat] * Node<G>::unit));
        }
        add(node.visits, 1U);
    }

    // An edge without a child, since the memory is used up, keeps its mean itself.
    static void add_to_mean(Edge<G>& edge, float value) {
        const float mean = get(edge.value);
        set(edge.value, mean + (value - mean) / static_cast<float>(get(edge.visits)));
    }

    // Bring an edge up to date with its child; true if the bounds have changed.
    static bool update_edge(const Node<G>& child, Edge<G>& edge, int seat) {
        const auto which = static_cast<unsigned>(seat);
        const std::uint8_t least = get(child.bounds.least[which]);
        const std::uint8_t most = get(child.bounds.most[which]);
        set(edge.value, least == most ? static_cast<float>(least) / whole : child.mean(seat));
        if (least == get(edge.least) && most == get(edge.most)) {
            return false;
        }
        set(edge.least, least);
        set(edge.most, most);
        return true;
    }

    // What the edges prove about a node: its seat takes the best of them.
    void propagate_bounds(Node<G>& node) {
        const auto edges = tree_.edges(node);
        std::uint8_t least = 0, most = node.pruned ? whole : 0;
        for (const Edge<G>& edge : edges) {
            least = std::max(least, get(edge.least));
            most = std::max(most, get(edge.most));
        }
        if (least == most && !node.proven()) {
            set(node.decisions, decisions_left(edges, least, most));
        }
        for (unsigned seat = 0; seat < G::seats_most; ++seat) {
            if (seat != node.seat) {
                propagate_bounds_of_other(node, edges, seat, least);
            }
        }
        set(node.bounds.least[node.seat], least);
        set(node.bounds.most[node.seat], most);
    }

    // Another seat gets what the decisions that the deciding seat may still take leave it.
    void propagate_bounds_of_other(Node<G>& node, std::span<Edge<G>> edges, unsigned seat, std::uint8_t least) {
        std::uint8_t worst = whole, best = 0;
        for (const Edge<G>& edge : edges) {
            if (get(edge.most) < least) {
                continue;
            }
            const Id child = get(edge.child);
            worst = std::min(worst, child ? get(tree_.node(child).bounds.least[seat]) : std::uint8_t{0});
            best = std::max(best, child ? get(tree_.node(child).bounds.most[seat]) : std::uint8_t{whole});
        }
        set(node.bounds.least[seat], node.pruned ? std::uint8_t{0} : worst);
        set(node.bounds.most[seat],
            std::min(node.pruned ? std::uint8_t{whole} : best, static_cast<std::uint8_t>(whole - least)));
    }

    // A win comes as soon as it can be had, anything else as late as it can be put off.
    std::uint16_t decisions_left(std::span<Edge<G>> edges, std::uint8_t least, std::uint8_t most) {
        const bool won = least == whole;
        std::uint16_t distance = won ? 0xffff : 0;
        for (const Edge<G>& edge : edges) {
            if (get(edge.least) != most) {
                continue;
            }
            const std::uint16_t below = get(tree_.node(get(edge.child)).decisions);
            distance = won ? std::min(distance, below) : std::max(distance, below);
        }
        return static_cast<std::uint16_t>(distance + 1);
    }

    Tree<G>& tree_;
    typename G::State state_;
    E& evaluator_;
    Tuning tuning_;
    Random random_;
    std::vector<Path> paths_;
    std::vector<Leaf<G>*> leaves_;
    Proposals<G> proposals_;
    Moves<G> legal_;
};

}  // namespace ludothek::search
