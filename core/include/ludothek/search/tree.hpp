// The search tree of one thread, as a graph: a position reached by different orders of the same
// decisions (a transposition) is one node with several parents.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "ludothek/game.hpp"
#include "ludothek/search/atomic_array.hpp"

namespace ludothek::search {

using Id = std::uint32_t;  // of a node; 0 is none

// What is known for certain about each seat's share: never less, never more.
template <Game G>
struct Bounds {
    std::array<std::uint8_t, G::seats_most> least, most;
};

enum Phase : std::uint8_t { closed, opening, open };

// A decision at a node. `value` is a copy of what the child promises the seat that decides, so
// that choosing reads one run of memory.
template <Game G>
struct Edge {
    Id child;
    std::uint32_t visits;
    float value, prior;
    typename G::Move move;
    std::uint8_t least, most;  // of the deciding seat's share, likewise copied
};

template <Game G>
struct Node {
    std::uint64_t key;
    std::array<std::uint64_t, G::seats_most> sums;  // of values, in units of 1 / unit
    std::uint32_t visits;
    std::uint32_t first;   // edge
    std::uint16_t edges;   // best prior first
    std::uint16_t tried;   // edges that have been gone into; those after them have not
    std::uint16_t decisions;  // when proven: until the end
    Phase phase;
    std::uint8_t seat;
    std::uint8_t pruned;  // are there legal decisions without an edge?
    Bounds<G> bounds;

    static constexpr float unit = 1 << 24;

    float mean(int of) const {
        const std::uint32_t seen = get(visits);
        const auto sum = static_cast<float>(get(sums[static_cast<unsigned>(of)]));
        return seen ? sum / (unit * static_cast<float>(seen)) : 0.5F;
    }

    bool proven() const {
        return get(bounds.least[seat]) == get(bounds.most[seat]);
    }
};

template <Game G>
class Tree {
  public:
    // Most of the memory goes to edges; there are far fewer nodes than edges.
    Tree(const typename G::State& state, std::size_t bytes)
        : nodes_(bytes / 5 / sizeof(Node<G>)),
          edges_(bytes * 7 / 10 / sizeof(Edge<G>)),
          slots_(std::bit_floor(bytes / 10 / sizeof(Id))),
          root_(find_or_make(state)) {}

    // Forget everything, and begin at another position.
    void restart(const typename G::State& state) {
        nodes_.clear();
        edges_.clear();
        slots_.clear(slots_.size());
        root_ = find_or_make(state);
    }

    Id root_id() const { return root_; }
    const Node<G>& root() const { return nodes_[root_]; }
    Node<G>& node(Id id) { return nodes_[id]; }
    const Node<G>& node(Id id) const { return nodes_[id]; }

    // The number is read first: a node that gets more edges has them elsewhere.
    std::span<Edge<G>> edges(const Node<G>& of) {
        const std::uint16_t number = published(of.edges);
        return {&edges_[published(of.first)], number};
    }

    // The node of a position, made if there is none; 0 if the memory is used up.
    Id find_or_make(const typename G::State& state) {
        const std::uint64_t key = G::hash(state);
        for (auto probe = static_cast<std::size_t>(key);; ++probe) {
            Id& slot = slots_[probe & (slots_.size() - 1)];
            if (!slot) {
                slot = make(state, key);
                return slot;
            }
            if (nodes_[slot].key == key) {
                return slot;
            }
        }
    }

    std::uint32_t take_edges(std::size_t number) { return edges_.take(number); }
    Edge<G>& edge(std::size_t id) { return edges_[id]; }

  private:
    Id make(const typename G::State& state, std::uint64_t key) {
        const Id id = nodes_.take(1);
        if (!id) {
            return 0;
        }
        Node<G>& node = nodes_[id];
        node.key = key;
        node.seat = static_cast<std::uint8_t>(G::to_move(state));
        node.bounds.most.fill(whole);
        if (const Outcome outcome = G::outcome(state); outcome.over) {
            const Shares exact = shares(outcome);
            for (unsigned seat = 0; seat < G::seats_most; ++seat) {
                node.bounds.least[seat] = node.bounds.most[seat] =
                    static_cast<std::uint8_t>(exact[seat]);
            }
        }
        return id;
    }

    Arena<Node<G>> nodes_;
    Arena<Edge<G>> edges_;
    Zeroed<Id> slots_;
    Id root_;
};

}  // namespace ludothek::search
