// Exact answers for two seats: who wins, how, and in how many decisions.
//
// Each goal is "can this seat get at least that share?". A yes needs one good decision for
// the seat and an answer to every decision of the other, and holds for ever; a no holds for the
// depth that was looked at, or for ever if nothing was cut off.
//
// Who wins games without draws is found by proof-number search; how soon, as above.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "ludothek/game.hpp"
#include "ludothek/random.hpp"
#include "ludothek/search/atomic_array.hpp"
#include "ludothek/search/budget.hpp"
#include "ludothek/search/proof_search.hpp"

namespace ludothek::search {

template <Game G>
struct Solution {
    int share = 0;       // of the seat to move, in twelfths
    int decisions = 0;   // until the end, if the loser puts it off and the winner does not
    bool quickest = false;  // is there no quicker win?
    std::vector<typename G::Move> line;
};

template <Game G>
class Solver {
    static_assert(G::seats_least == 2);

  public:
    // How many nodes of the depth-first search take as long as a node of this one; about.
    static constexpr std::uint64_t cost_of_node = ProofSearched<G> ? 10 : 1;

    // In so many bytes; two tables share them.
    explicit Solver(std::size_t bytes)
        : entries_(std::bit_floor(bytes / tables / sizeof(Entry))),
          proofs_(bytes / tables, spending_) {}

    std::uint64_t nodes() const { return spending_.nodes(); }

    // The value of a position, or nothing if the budget is too small.
    std::optional<Solution<G>> solve(const typename G::State& state, const Budget& budget,
                                     [[maybe_unused]] const nn::Network* network = nullptr) {
        spending_.begin(budget);
        listed_.clear();
        if constexpr (ProofSearched<G>) {
            return proven(state, network);
        }
        return G::fills_up ? straight(state) : deepening(state, longest);
    }

    // The same win in as few decisions as possible, with what is left of the budget.
    Solution<G> quicker(const typename G::State& state, const Solution<G>& known) {
        if (known.quickest || known.share == whole / 2) {
            return known;
        }
        return deepening(state, known.decisions).value_or(known);
    }

  private:
    static constexpr int longest = 1000;
    static constexpr std::size_t tables = ProofSearched<G> ? 2 : 1;
    using Move = typename G::Move;

    struct Verdict {
        bool yes;
        bool final;  // of a no: was nothing cut off?
        std::uint16_t decisions;
    };
    struct Entry {
        std::uint64_t key;
        Move move;
        std::uint16_t depth;  // of a yes: decisions until the end; of a no: how deep was looked
        bool known, yes, final;
    };

    std::optional<Solution<G>> proven(const typename G::State& state, const nn::Network* network) {
        auto proof = proofs_.prove(state, network);
        if (!proof) {
            return std::nullopt;
        }
        const int share = proof->winner == G::to_move(state) ? whole : 0;
        spending_.reopen();
        return Solution<G>{share, proof->decisions, false, std::move(proof->line)};
    }

    // Where all lines end soon enough, looking to the end of each is the cheapest way.
    std::optional<Solution<G>> straight(const typename G::State& state) {
        const int seat = G::to_move(state);
        for (const auto& [wanted, share] : {std::pair(seat, whole), std::pair(1 - seat, whole),
                                          std::pair(seat, whole / 2)}) {
            const Verdict verdict = prove(state, wanted, share, longest);
            if (spending_.out()) {
                return std::nullopt;
            }
            if (verdict.yes) {
                return solution(state, verdict.decisions);
            }
        }
        return std::nullopt;
    }

    // Elsewhere one decision deeper at a time: the first win found is a quickest one.
    std::optional<Solution<G>> deepening(const typename G::State& state, int limit) {
        for (int depth = 1; depth <= limit; ++depth) {
            bool final = true;
            for (const int seat : {0, 1}) {
                const Verdict verdict = prove(state, seat, whole, depth);
                if (spending_.out()) {
                    return std::nullopt;
                }
                if (verdict.yes) {
                    auto win = solution(state, verdict.decisions);
                    win.quickest = true;
                    return win;
                }
                final &= verdict.final;
            }
            if (final) {
                return straight(state);
            }
        }
        return std::nullopt;
    }

    void set_goal(int seat, int share) {
        seat_ = seat;
        share_ = share;
        goal_ = ludothek::mixed(static_cast<std::uint64_t>(seat * 100 + share));
    }

    Verdict prove(const typename G::State& state, int seat, int share, int depth) {
        set_goal(seat, share);
        history_.fill(0);
        return query(state, depth);
    }

    Verdict query(const typename G::State& state, int depth) {
        if (const Outcome outcome = G::outcome(state); outcome.over) {
            return {shares(outcome)[static_cast<unsigned>(seat_)] >= share_, true, 0};
        }
        if (depth == 0 || !spending_.pay()) {
            return {false, false, 0};
        }
        const std::uint64_t key = G::hash(state) ^ goal_;
        Entry& entry = entries_[key & (entries_.size() - 1)];
        Move hint{};
        const bool hinted = entry.known && entry.key == key;
        if (hinted) {
            if (entry.yes && entry.depth <= depth) {
                return {true, true, entry.depth};
            }
            if (!entry.yes && (entry.final || entry.depth >= depth)) {
                return {false, entry.final, 0};
            }
            hint = entry.move;
        }
        return remember(key, depth, search(state, depth, hinted, hint));
    }

    struct Found {
        Verdict verdict;
        Move move;
    };

    Found search(const typename G::State& state, int depth, bool hinted, Move hint) {
        const std::size_t first = listed_.size();
        G::legal(state, legal_);
        listed_.insert(listed_.end(), legal_.begin(), legal_.end());
        const Found best = try_moves(state, depth, first, hinted ? &hint : nullptr);
        listed_.resize(first);
        return best;
    }

    // For the seat that the goal is about one yes is enough, for the other one no.
    Found try_moves(const typename G::State& state, int depth, std::size_t first,
                       const Move* hint) {
        const std::size_t last = listed_.size();
        const bool own = G::to_move(state) == seat_;
        Found all{{!own, true, 0}, listed_[first]};
        for (std::size_t i = first; i < last; ++i) {
            const Move move = next(i, last, i - first, hint);
            typename G::State after = state;
            G::apply(after, move);
            const Verdict verdict = query(after, depth - 1);
            const auto decisions = static_cast<std::uint16_t>(verdict.decisions + 1);
            if (spending_.out()) {
                return all;
            }
            if (verdict.yes == own) {
                history_[slot(move)] += static_cast<std::uint32_t>(std::min(depth, 30));
                return {{own, verdict.final, decisions}, move};
            }
            all.verdict.final &= verdict.final;
            if (decisions > all.verdict.decisions) {
                all.verdict.decisions = decisions;
                all.move = move;
            }
        }
        return all;
    }

    // The most promising of the moves not yet looked at; after some, one is as good as another.
    Move next(std::size_t from, std::size_t last, std::size_t tried, const Move* hint) {
        const auto moves = std::span(listed_).subspan(from, last - from);
        auto best = moves.begin();
        if (tried == 0 && hint) {
            best = std::ranges::find(moves, *hint);
        } else if (tried < 16) {
            best = std::ranges::max_element(
                moves, {}, [&](Move move) { return history_[slot(move)]; });
        }
        std::iter_swap(moves.begin(), best == moves.end() ? moves.begin() : best);
        return moves.front();
    }

    Verdict remember(std::uint64_t key, int depth, const Found& best) {
        if (!spending_.out()) {
            const Verdict& verdict = best.verdict;
            const auto kept = verdict.yes ? verdict.decisions : static_cast<std::uint16_t>(depth);
            entries_[key & (entries_.size() - 1)] = {key,  best.move,  kept,
                                                     true, verdict.yes, verdict.final};
        }
        return best.verdict;
    }

    // Follow the answers just given: the winner's proof against the longest defence.
    Solution<G> solution(typename G::State state, int decisions) {
        const int own = seat_ == G::to_move(state) ? share_ : whole - share_;
        Solution<G> solution{.share = own, .decisions = decisions, .line = {}};
        for (int left = decisions; !G::outcome(state).over && left > 0; --left) {
            const std::optional<Move> move = remembered(state, left);
            if (!move) {
                break;
            }
            solution.line.push_back(*move);
            G::apply(state, *move);
        }
        spending_.reopen();
        return solution;
    }

    std::optional<Move> remembered(const typename G::State& state, int left) {
        const std::uint64_t key = G::hash(state) ^ goal_;
        const Entry& entry = entries_[key & (entries_.size() - 1)];
        const auto here = [&] { return entry.known && entry.key == key && entry.yes; };
        if (!here()) {
            query(state, left);  // it was overwritten: find it again
        }
        return here() ? std::optional(entry.move) : std::nullopt;
    }

    static std::size_t slot(Move move) { return move % 4096U; }

    struct NoProofs {
        NoProofs(std::size_t, Spending&) {}
    };
    static auto searched_proofs() {
        if constexpr (ProofSearched<G>) {
            return std::type_identity<ProofSearch<G>>{};
        } else {
            return std::type_identity<NoProofs>{};
        }
    }

    Zeroed<Entry> entries_;
    Moves<G> legal_;
    std::vector<Move> listed_;  // of all positions on the way down, one after the other
    std::array<std::uint32_t, 4096> history_{};  // how often a move decided a position
    Spending spending_;
    std::uint64_t goal_ = 0;
    int seat_ = 0, share_ = 0;
    typename decltype(searched_proofs())::type proofs_;
};

}  // namespace ludothek::search
