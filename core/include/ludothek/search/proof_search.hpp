// Who wins, by depth-first proof-number search (df-pn: Nagai, 2002).
//
// The effort of a seat is how many positions, roughly, must still be proven until it is known to
// win: for p1 the proof number, for p2 the disproof number. The seat to move needs one good
// decision, so its effort is the least of those behind its decisions; the other has to answer all
// of them, so its effort is their sum. The search goes where the least is missing; a table keeps
// its numbers.
//
// For games of two seats without draws in which no position comes twice: then a number never
// depends on itself. In Repulso depth first proves more (docs/strength.md).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "ludothek/game.hpp"
#include "ludothek/nn/encoder.hpp"
#include "ludothek/nn/evaluation.hpp"
#include "ludothek/nn/first_layer.hpp"
#include "ludothek/nn/network.hpp"
#include "ludothek/search/atomic_array.hpp"
#include "ludothek/search/budget.hpp"

namespace ludothek::search {

template <class G>
concept ProofSearched = nn::Encoded<G> && requires(const typename G::State& state) {
    { G::settled(state) } -> std::same_as<Settled>;
};

template <ProofSearched G>
class ProofSearch {
  public:
    using Move = typename G::Move;
    using State = typename G::State;

    struct Proof {
        int winner;
        int decisions;  // until the end, at most
        std::vector<Move> line;
    };

    ProofSearch(std::size_t bytes, Spending& spending)
        : buckets_(std::bit_floor(bytes / sizeof(Bucket))), spending_(spending) {}

    // Who wins, or nothing if the budget is too small. A network says where to look first.
    std::optional<Proof> prove(const State& state, const nn::Network* network) {
        layer_.reset();
        if (network) {
            layer_.emplace(*network);
        }
        children_.clear();
        const Found found = search(state, G::hash(state), nowhere);
        if (!found.efforts.proven()) {
            return std::nullopt;
        }
        if (const auto move = winning(state)) {
            return Proof{found.efforts.winner(), 1, {*move}};
        }
        Proof proof{found.efforts.winner(), found.decisions, line(state)};
        proof.decisions = std::max(proof.decisions, static_cast<int>(proof.line.size()));
        return proof;
    }

  private:
    static constexpr std::uint32_t never = std::uint32_t{1} << 30;

    struct Efforts {
        std::array<std::uint32_t, 2> of{1, 1};
        bool proven() const { return of[0] == 0 || of[1] == 0; }
        int winner() const { return of[0] == 0 ? 0 : 1; }
        bool within(const Efforts& limits) const {
            return of[0] < limits.of[0] && of[1] < limits.of[1];
        }
    };
    static constexpr Efforts nowhere{{never, never}};  // stop only at a proof

    static Efforts won(int winner) {
        Efforts efforts{{never, never}};
        efforts.of[static_cast<unsigned>(winner)] = 0;
        return efforts;
    }

    // With the bits of the key that choose a bucket, entries are told apart by more than 50 bits.
    struct Entry {
        std::uint32_t key;
        Efforts efforts;
        Move move;
        std::uint8_t decisions;
        std::uint8_t work;  // spent on it, as a power of 2
        bool known;
    };
    static_assert(sizeof(Entry) == 16 && sizeof(Move) == 1);
    using Bucket = std::array<Entry, 4>;

    struct Child {
        std::uint64_t key;
        Efforts efforts;
        Move move;
        std::uint8_t decisions;
        bool fresh;  // nothing is known about it
    };

    struct Found {
        Efforts efforts;
        Move move{};
        std::uint8_t decisions = 0;  // of a proven position
        std::size_t best = 0;        // of the children
        std::uint32_t second = never;  // least effort behind another decision than the best
    };

    // Search until a limit is reached. Its children are on top of those of all positions above.
    Found search(const State& state, std::uint64_t key, const Efforts& limits) {
        const std::uint64_t before = spending_.nodes();
        const auto seat = static_cast<unsigned>(G::to_move(state));
        const std::size_t first = children_.size();
        spending_.pay();
        expand(state, seat);
        Found found = gathered(seat, first);
        while (!spending_.out() && found.efforts.within(limits)) {
            State after = state;
            G::apply(after, children_[found.best].move);
            const Found answer =
                search(after, children_[found.best].key, limits_of_child(found, seat, limits));
            children_[found.best].efforts = answer.efforts;
            children_[found.best].decisions = answer.decisions;
            found = gathered(seat, first);
        }
        children_.resize(first);
        remember(key, found, spending_.nodes() - before);
        return found;
    }

    // A child is left when it gets a quarter worse than the second best, not at once: changing
    // between two branches that do not fit into the table together would cost most of the time.
    Efforts limits_of_child(const Found& found, unsigned seat, const Efforts& limits) const {
        const Efforts& best = children_[found.best].efforts;
        Efforts limits_of_child;
        limits_of_child.of[seat] =
            std::min(limits.of[seat], found.second + found.second / 4 + 1);
        limits_of_child.of[seat ^ 1] =
            limits.of[seat ^ 1] - found.efforts.of[seat ^ 1] + best.of[seat ^ 1];
        return limits_of_child;
    }

    // What is known about all decisions; one that wins at once makes the others superfluous.
    void expand(const State& state, unsigned seat) {
        const std::size_t first = children_.size();
        bool fresh = false;
        G::legal(state, legal_);
        for (const Move move : legal_) {
            const Child child = looked_up(state, move);
            if (child.efforts.of[seat] == 0) {
                children_.resize(first);
                children_.push_back(child);
                return;
            }
            fresh |= child.fresh;
            children_.push_back(child);
        }
        if (fresh && layer_) {
            estimate(state, seat, first);
        }
    }

    Child looked_up(State state, Move move) {
        G::apply(state, move);
        if (const Outcome outcome = G::outcome(state); outcome.over) {
            return {0, won(outcome.winner), move, 0, false};
        }
        if (const Settled settled = G::settled(state); settled.winner >= 0) {
            return {0, won(settled.winner), move, narrow(settled.decisions), false};
        }
        const std::uint64_t key = G::hash(state);
        if (const Entry* const entry = find(key)) {
            return {key, entry->efforts, move, entry->decisions, false};
        }
        return {key, {}, move, 0, true};
    }

    // A decision that the network thinks little of, and a seat that it thinks will lose, take more
    // effort. Whole numbers: every processor must search alike.
    void estimate(const State& state, unsigned seat, std::size_t first) {
        constexpr float per_logit = 15, per_value = 60;  // as measured: docs/strength.md
        nn::Network::Hidden hidden;
        (*layer_)(state, static_cast<int>(seat), hidden);
        const float value = layer_->network().values(hidden, 2)[0];
        const auto own = static_cast<std::uint32_t>((1 - value) * per_value);
        const auto other = static_cast<std::uint32_t>(value * per_value);
        const float most = set_logits(state, hidden, first);
        for (std::size_t i = first; i < children_.size(); ++i) {
            if (Child& child = children_[i]; child.fresh) {
                const float behind = std::min(most - logits_[i - first], 20.0F) * per_logit;
                child.efforts.of[seat] += static_cast<std::uint32_t>(behind) + own;
                child.efforts.of[seat ^ 1] += other;
            }
        }
    }

    // The logits of fresh children; the largest one.
    float set_logits(const State& state, const nn::Network::Hidden& hidden, std::size_t first) {
        const typename G::Numbering numbering(state);
        nn::Logits<G> logits(layer_->network(), hidden);
        float most = -1e9F;
        for (std::size_t i = first; i < children_.size(); ++i) {
            if (children_[i].fresh) {
                logits_[i - first] = logits(numbering(children_[i].move));
                most = std::max(most, logits_[i - first]);
            }
        }
        return most;
    }

    Found gathered(unsigned seat, std::size_t first) const {
        Found found{.efforts = {{never, 0}}, .best = first};
        std::uint64_t sum = 0;
        std::uint32_t least = never + 1;
        for (std::size_t i = first; i < children_.size(); ++i) {
            const std::uint32_t effort = children_[i].efforts.of[seat];
            sum += children_[i].efforts.of[seat ^ 1];
            if (effort < least) {
                found.second = std::min(least, never);
                found.best = i;
                least = effort;
            } else {
                found.second = std::min(found.second, effort);
            }
        }
        if (least == 0 || least == never) {
            return settled(least == 0, seat, first);
        }
        found.move = children_[found.best].move;
        found.efforts.of[seat] = least;
        found.efforts.of[seat ^ 1] =
            static_cast<std::uint32_t>(std::min<std::uint64_t>(sum, never - 1));
        return found;
    }

    // The winner takes the shortest way that is proven, the loser the longest.
    Found settled(bool wins, unsigned seat, std::size_t first) const {
        Found found{.efforts = won(static_cast<int>(wins ? seat : seat ^ 1)), .best = first};
        const auto better = [&](const Child& one, const Child& other) {
            return wins ? one.decisions < other.decisions : one.decisions > other.decisions;
        };
        for (std::size_t i = first; i < children_.size(); ++i) {
            const bool winning = children_[i].efforts.of[seat] == 0;
            if (winning == wins && (children_[found.best].efforts.of[seat] == 0) != wins) {
                found.best = i;
            } else if (winning == wins && better(children_[i], children_[found.best])) {
                found.best = i;
            }
        }
        found.move = children_[found.best].move;
        found.decisions = narrow(children_[found.best].decisions + 1);
        return found;
    }

    // Play of both, as far as the budget lets forgotten proofs be found again.
    std::vector<Move> line(State state) {
        std::vector<Move> line;
        while (!G::outcome(state).over) {
            const auto move = decision(state);
            if (!move) {
                break;
            }
            line.push_back(*move);
            G::apply(state, *move);
        }
        return line;
    }

    // All decisions of the loser lose: what the network likes is harder to answer for somebody who
    // does not know that.
    std::optional<Move> decision(const State& state) {
        const std::uint64_t key = G::hash(state);
        const Entry* const entry = find(key);
        const bool known = entry && entry->efforts.proven();
        const Found found = known ? Found{.efforts = entry->efforts, .move = entry->move}
                                  : search(state, key, nowhere);
        if (!found.efforts.proven()) {
            return std::nullopt;
        }
        if (found.efforts.winner() == G::to_move(state)) {
            return winning(state).value_or(found.move);
        }
        return layer_ ? favourite(state) : found.move;
    }

    // A decision that wins at once; the search is content with any that wins.
    std::optional<Move> winning(const State& state) {
        G::legal(state, legal_);
        for (const Move move : legal_) {
            State after = state;
            G::apply(after, move);
            const Outcome outcome = G::outcome(after);
            if (outcome.over && outcome.winner == G::to_move(state)) {
                return move;
            }
        }
        return std::nullopt;
    }

    // What the network likes best.
    Move favourite(const State& state) {
        nn::Network::Hidden hidden;
        (*layer_)(state, G::to_move(state), hidden);
        const typename G::Numbering numbering(state);
        nn::Logits<G> logits(layer_->network(), hidden);
        G::legal(state, legal_);
        return *std::ranges::max_element(
            legal_, {}, [&](Move move) { return logits(numbering(move)); });
    }

    Bucket& bucket(std::uint64_t key) { return buckets_[key & (buckets_.size() - 1)]; }

    const Entry* find(std::uint64_t key) {
        for (const Entry& entry : bucket(key)) {
            if (entry.known && entry.key == key >> 32) {
                return &entry;
            }
        }
        return nullptr;
    }

    // Where there is no room, the position that cost the least is forgotten.
    void remember(std::uint64_t key, const Found& found, std::uint64_t work) {
        Entry* place = &bucket(key)[0];
        for (Entry& entry : bucket(key)) {
            if (entry.known && entry.key == key >> 32) {
                place = &entry;
                break;
            }
            place = entry.work < place->work ? &entry : place;
        }
        *place = {static_cast<std::uint32_t>(key >> 32), found.efforts, found.move, found.decisions,
                  static_cast<std::uint8_t>(std::bit_width(work)), true};
    }

    static std::uint8_t narrow(int decisions) {
        return static_cast<std::uint8_t>(std::min(decisions, 255));
    }

    Zeroed<Bucket> buckets_;
    Spending& spending_;
    std::optional<nn::FirstLayer<G>> layer_;
    Moves<G> legal_;
    std::array<float, static_cast<std::size_t>(G::most_moves)> logits_;
    std::vector<Child> children_;  // of all positions on the way down, one after the other
};

}  // namespace ludothek::search
