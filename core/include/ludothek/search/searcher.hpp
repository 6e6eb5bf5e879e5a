// Searches a position with all that there is: the solver where the end is near, then a
// tree search on any number of threads, within limits, reporting on the way.
//
// Each thread grows a tree of its own, and the trees are read together. Threads that write to one
// tree wait for each other's memory most of the time: a playout takes a microsecond or two.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "ludothek/game.hpp"
#include "ludothek/play.hpp"
#include "ludothek/search/analysis.hpp"
#include "ludothek/search/callback_evaluator.hpp"
#include "ludothek/search/evaluator.hpp"
#include "ludothek/search/solved_line.hpp"
#include "ludothek/search/report.hpp"
#include "ludothek/search/solver.hpp"
#include "ludothek/search/tree.hpp"
#include "ludothek/search/worker.hpp"

namespace ludothek::search {

// A searcher of any game. It thinks about one position at a time, and remembers what it solved.
class Searcher {
  public:
    virtual ~Searcher() = default;
    virtual Analysis search(const Play& play, const Request& request) = 0;
    virtual std::optional<Answer> solve(const Play& play, const Request& request) = 0;
};

// What is left of the limits.
class Meter {
  public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds pause{10};

    explicit Meter(const Request& request) : request_(request) {}

    double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
    std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
    void count(int nodes) {
        nodes_.fetch_add(static_cast<unsigned>(nodes), std::memory_order_relaxed);
    }
    // Is the limit reached? `uncounted` nodes have been looked at since the last count.
    bool spent(int uncounted) const {
        return nodes() + static_cast<unsigned>(uncounted) >= request_.limits.nodes;
    }
    bool late(double share = 1) const {
        return (request_.stop && request_.stop->load(std::memory_order_relaxed)) ||
               seconds() >= share * request_.limits.seconds;
    }

    // EvaluateBatch the caller now and then; only in the caller's own thread.
    bool told_to_stop() {
        if (!request_.tick || Clock::now() < next_tick_) {
            return false;
        }
        next_tick_ = Clock::now() + pause;
        return request_.tick();
    }

    // Is it time to report again?
    bool due() {
        const bool now = request_.on_info && seconds() >= next_report_;
        next_report_ += now ? request_.info_interval : 0;
        return now;
    }

  private:
    const Request& request_;
    Clock::time_point start_ = Clock::now(), next_tick_ = start_ + pause;
    double next_report_ = request_.info_interval;
    alignas(64) std::atomic<std::uint64_t> nodes_ = 0;  // away from what is only read
};

// One search: the threads, and the trees they grow.
template <Game G, Evaluator<G> E>
class Run {
  public:
    Run(std::deque<Tree<G>>& trees, const typename G::State& state, const Request& request,
        Meter& meter)
        : trees_(trees), state_(state), request_(request), meter_(meter) {}

    // `evaluators` has one for each tree.
    void go(std::vector<E>& evaluators) {
        std::vector<std::jthread> threads;
        const Halt halt{halted_};  // before the threads are waited for, also if somebody throws
        working_ = static_cast<int>(evaluators.size());
        for (std::size_t i = 0; i < evaluators.size(); ++i) {
            threads.emplace_back([this, i, &evaluators] { work(trees_[i], evaluators[i], i); });
        }
        std::unique_lock lock(mutex_);
        while (!finished_.wait_for(lock, Meter::pause, [this] { return working_ == 0; })) {
            if (meter_.told_to_stop()) {
                halted_.store(true);
            }
            if (meter_.due()) {
                request_.on_info(snapshot());
            }
        }
        if (failure_) {
            std::rethrow_exception(failure_);
        }
    }

    Analysis snapshot() {
        Analysis found = report(trees_, state_, request_.lines);
        found.nodes = meter_.nodes();
        found.seconds = meter_.seconds();
        return found;
    }

  private:
    struct Halt {
        std::atomic<bool>& halted;
        ~Halt() { halted.store(true); }
    };

    void work(Tree<G>& tree, E& evaluator, std::size_t number) {
        std::exception_ptr failure;
        try {
            const Tuning tuning{.depth_limit = request_.limits.depth_limit};
            const std::uint64_t seed = chained(request_.seed, number);
            const auto worker =
                std::make_unique<Worker<G, E>>(tree, state_, evaluator, tuning, seed);
            int uncounted = 0;  // counting together is slow if everybody does it all the time
            for (unsigned round = 0; !enough(tree, round, uncounted); ++round) {
                uncounted += worker->run_batch();
                if (round % 16 == 15) {
                    meter_.count(std::exchange(uncounted, 0));
                }
            }
            meter_.count(uncounted);
            halted_.store(true);  // one tree is enough
        } catch (...) {
            failure = std::current_exception();
            halted_.store(true);
        }
        const std::scoped_lock lock(mutex_);
        failure_ = failure ? failure : failure_;
        --working_;
        finished_.notify_all();
    }

    bool enough(Tree<G>& tree, unsigned round, int uncounted) {
        const int depth_wanted = request_.limits.depth;
        return halted_.load(std::memory_order_relaxed) || meter_.spent(uncounted) || meter_.late() ||
               tree.root().proven() ||
               (depth_wanted && round % 64 == 63 && depth(tree) >= depth_wanted);
    }

    std::deque<Tree<G>>& trees_;
    const typename G::State& state_;
    const Request& request_;
    Meter& meter_;
    std::atomic<bool> halted_ = false;
    std::mutex mutex_;
    std::condition_variable finished_;
    int working_ = 0;
    std::exception_ptr failure_;
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
        auto solution = solver_.solve(state, budget);
        if (!solution) {
            return std::nullopt;
        }
        if (request.quickest) {
            *solution = solver_.quicker(state, *solution);
        }
        return Answer{.share = solution->share,
                      .decisions = solution->decisions,
                      .quickest = solution->quickest,
                      .moves = texts(state, solution->line),
                      .nodes = solver_.nodes()};
    }

  private:
    static constexpr double solver_share = 0.2;       // of the time
    static constexpr std::uint64_t most_nodes = 2'000'000;  // where there is no other limit

    // A search that ends soon needs little memory, and clean memory costs time.
    static std::size_t enough_bytes(std::uint64_t nodes) {
        constexpr std::uint64_t most = std::uint64_t{1} << 40;
        return (std::size_t{4} << 20) + std::min(nodes, most / bytes_per_node) * bytes_per_node;
    }
    static constexpr std::uint64_t bytes_per_node = 8192;

    template <Evaluator<G> E>
    Analysis grow(std::deque<Tree<G>>& trees, const typename G::State& state,
                  const Request& request, Meter& meter, std::vector<E> evaluators) {
        Run<G, E> run(trees, state, request, meter);
        run.go(evaluators);
        return run.snapshot();
    }

    // EvaluateBatch the solver first; what it proves, the tree search begins with.
    void try_solver(Tree<G>& tree, const typename G::State& state, const Request& request,
                   Meter& meter) {
        const Budget budget{std::min(request.limits.nodes, most_nodes),
                            [&] { return meter.late(solver_share) || meter.told_to_stop(); }};
        if (const auto solution = solver_.solve(state, budget)) {
            insert_solved_line(tree, state, *solution);
        }
    }

    static std::vector<std::string> texts(typename G::State state,
                                          const std::vector<typename G::Move>& moves) {
        std::vector<std::string> found;
        for (const auto move : moves) {
            found.push_back(G::format_move(state, move));
            G::apply(state, move);
        }
        return found;
    }

    Solver<G> solver_{std::size_t{64} << 20};
};

}  // namespace ludothek::search
