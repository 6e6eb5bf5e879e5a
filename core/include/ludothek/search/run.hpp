// One run of a search: its limits, its trees and the threads that grow them. In a browser (wasm)
// there is one thread, that of the caller, and there are no exceptions.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

#if !defined(__wasm__)
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#endif

#include "ludothek/game.hpp"
#include "ludothek/platform.hpp"
#include "ludothek/random.hpp"
#include "ludothek/search/evaluator.hpp"
#include "ludothek/search/search_types.hpp"
#include "ludothek/search/tree.hpp"
#include "ludothek/search/tree_report.hpp"
#include "ludothek/search/mcts.hpp"

namespace ludothek::search {

// What is left of the limits.
class Meter {
  public:
    using Clock = platform::Clock;
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

    // Ask the caller now and then; only in the caller's own thread.
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

#if defined(__wasm__)

// One search: the caller grows the only tree, and looks around between batches.
template <Game G, Evaluator<G> E>
class Run {
  public:
    Run(std::deque<Tree<G>>& trees, const typename G::State& state, const Request& request,
        Meter& meter)
        : trees_(trees), state_(state), request_(request), meter_(meter) {}

    void go(std::vector<E>& evaluators) {
        const Tuning tuning{.depth_limit = request_.limits.depth_limit};
        const auto worker = std::make_unique<Worker<G, E>>(trees_[0], state_, evaluators[0], tuning,
                                                           chained(request_.seed, 0));
        for (unsigned round = 0; !enough(round); ++round) {
            meter_.count(worker->run_batch());
        }
    }

    Analysis snapshot() {
        Analysis analysis = report(trees_, state_, request_.lines);
        analysis.nodes = meter_.nodes();
        analysis.seconds = meter_.seconds();
        return analysis;
    }

  private:
    static constexpr unsigned interval = 16;  // batches between two looks at the clock

    bool enough(unsigned round) {
        const int depth_wanted = request_.limits.depth;
        return meter_.spent(0) || (round % interval == 0 && look_around()) ||
               trees_[0].root().proven() ||
               (depth_wanted && round % 64 == 63 && depth(trees_[0]) >= depth_wanted);
    }

    // Report what is known; is it time to stop?
    bool look_around() {
        if (meter_.due()) {
            request_.on_info(snapshot());
        }
        return meter_.told_to_stop() || meter_.late();
    }

    std::deque<Tree<G>>& trees_;
    const typename G::State& state_;
    const Request& request_;
    Meter& meter_;
};

#else

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
        Analysis analysis = report(trees_, state_, request_.lines);
        analysis.nodes = meter_.nodes();
        analysis.seconds = meter_.seconds();
        return analysis;
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

#endif

}  // namespace ludothek::search
