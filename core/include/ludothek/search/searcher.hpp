// Searches a position with all that there is: the solver where the end is near, then a
// tree search on any number of threads, within limits, reporting on the way.
//
// Each thread grows a tree of its own, and the trees are read together. Threads that write to one
// tree wait for each other's memory most of the time: a playout takes a microsecond or two.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "ludothek/game.hpp"
#include "ludothek/game_in_progress.hpp"
#include "ludothek/search/search_types.hpp"
#include "ludothek/search/callback_evaluator.hpp"
#include "ludothek/search/evaluator.hpp"
#include "ludothek/search/run.hpp"
#include "ludothek/search/solved_line.hpp"
#include "ludothek/search/solver.hpp"
#include "ludothek/search/tree.hpp"

namespace ludothek::search {

// A searcher of any game. It thinks about one position at a time, and remembers what it solved.
class Searcher {
  public:
    virtual ~Searcher() = default;
    virtual Analysis search(const Play& play, const Request& request) = 0;
    virtual std::optional<Answer> solve(const Play& play, const Request& request) = 0;
};

template <Game G>
class SearcherOf final : public Searcher {
  public:
    Analysis search(const Play& play, const Request& request) override {
        const auto& state = dynamic_cast<const PlayOf<G>&>(play).state();
        Meter meter(request);
        const auto threads = static_cast<std::size_t>(std::max(1, request.threads));
        std::deque<Tree<G>> trees;
        for (std::size_t i = 0; i < threads; ++i) {
            trees.emplace_back(
                state, std::min(request.bytes / threads, enough_bytes(request.limits.nodes)));
        }
        if (G::setup(state).seats == 2 && G::near_end(state) && !request.evaluate &&
            !request.limits.depth_limit) {
            try_solver(trees[0], state, request, meter);
        }
        if (request.evaluate) {
            return grow(trees, state, request, meter,
                        std::vector(threads, CallbackEvaluator<G>(G::setup(state), request.evaluate, request.batch)));
        }
        if constexpr (nn::Encoded<G>) {
            if (request.network) {
                return grow(trees, state, request, meter, std::vector(threads, NetworkEvaluator<G>(*request.network)));
            }
        }
        return grow(trees, state, request, meter, std::vector<PlayoutEvaluator<G>>(threads));
    }

    std::optional<Answer> solve(const Play& play, const Request& request) override {
        const auto& state = dynamic_cast<const PlayOf<G>&>(play).state();
        Meter meter(request);
        const Budget budget{request.limits.nodes,
                            [&] { return meter.late() || meter.told_to_stop(); }};
        auto solution = solver().solve(state, budget, request.network);
        if (!solution) {
            return std::nullopt;
        }
        if (request.quickest) {
            *solution = solver().quicker(state, *solution);
        }
        return Answer{.share = solution->share,
                      .decisions = solution->decisions,
                      .quickest = solution->quickest,
                      .moves = texts(state, solution->line),
                      .nodes = solver().nodes()};
    }

  private:
    static constexpr double solver_share = 0.2;       // of the time
    static constexpr std::uint64_t most_nodes = 2'000'000;  // where there is no other limit

    // A search that ends soon needs little memory, and clean memory costs time.
    static std::size_t enough_bytes(std::uint64_t nodes) {
        constexpr std::uint64_t most = std::numeric_limits<std::size_t>::max() / 2;
        const std::uint64_t bytes = std::min(nodes, most / bytes_per_node) * bytes_per_node;
        return (std::size_t{4} << 20) + static_cast<std::size_t>(bytes);
    }
    static constexpr std::uint64_t bytes_per_node = 8192;

    template <Evaluator<G> E>
    Analysis grow(std::deque<Tree<G>>& trees, const typename G::State& state,
                  const Request& request, Meter& meter, std::vector<E> evaluators) {
        Run<G, E> run(trees, state, request, meter);
        run.go(evaluators);
        return run.snapshot();
    }

    // Ask the solver first; what it proves, the tree search begins with. A limit of nodes means as
    // much time in every game, so a decision near the end takes no longer than others.
    void try_solver(Tree<G>& tree, const typename G::State& state, const Request& request,
                   Meter& meter) {
        const Budget budget{std::min(request.limits.nodes, most_nodes) / Solver<G>::cost_of_node,
                            [&] { return meter.late(solver_share) || meter.told_to_stop(); }};
        auto solution = solver().solve(state, budget, request.network);
        if (!solution) {
            return;
        }
        if (ProofSearched<G> && solution->share == whole) {
            *solution = solver().quicker(state, *solution);  // the proof is of any win
        }
        insert_solved_line(tree, state, *solution);
    }

    static std::vector<std::string> texts(typename G::State state,
                                          const std::vector<typename G::Move>& moves) {
        std::vector<std::string> texts;
        for (const auto move : moves) {
            texts.push_back(G::format_move(state, move));
            G::apply(state, move);
        }
        return texts;
    }

    // Made when it is first needed: it takes much memory, and many positions are far from the end.
    Solver<G>& solver() { return solver_ ? *solver_ : solver_.emplace(std::size_t{64} << 20); }

    std::optional<Solver<G>> solver_;
};

}  // namespace ludothek::search
