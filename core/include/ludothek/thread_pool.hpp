// A thread pool for many small tasks in a row.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

namespace ludothek {

class ThreadPool {
  public:
    // The thread that calls `parallel_for` works too, so there is one thread less.
    explicit ThreadPool(int workers) {
        for (int number = 1; number < workers; ++number) {
            threads_.emplace_back([this] { serve(); });
        }
    }
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    ~ThreadPool() {
        leaving_ = true;
        call();
    }

    // Do work(first, last) for parts that make up 0 to `number`, and wait until all are done. Parts
    // are many and small, and whoever is done takes the next: some take longer than others.
    template <class Work>
    void parallel_for(std::size_t number, Work work) {
        const std::size_t parts = threads_.empty() ? 1 : parts_each * (threads_.size() + 1);
        next_.store(0, std::memory_order_relaxed);
        const auto all = [&] {
            for (std::size_t part = next_++; part < parts; part = next_++) {
                work(number * part / parts, number * (part + 1) / parts);
            }
        };
        work_ = std::ref(all);  // a copy would be allocated
        busy_.store(static_cast<int>(threads_.size()), std::memory_order_relaxed);
        call();
        work_();
        for (int left = busy_.load(); left > 0; left = busy_.load()) {
            await_change(busy_, left);
        }
    }

  private:
    // Jobs are short: whoever sleeps at once wakes up too late.
    template <class T>
    static void await_change(const std::atomic<T>& field, T from) {
        for (int looks = 0; looks < 100'000; ++looks) {
            if (field.load(std::memory_order_acquire) != from) {
                return;
            }
        }
        field.wait(from);
    }

    void call() {
        round_.fetch_add(1);
        round_.notify_all();
    }

    void serve() {
        for (unsigned seen = 0;; ++seen) {
            await_change(round_, seen);
            if (leaving_) {
                return;
            }
            work_();
            busy_.fetch_sub(1);
            busy_.notify_all();
        }
    }

    static constexpr std::size_t parts_each = 16;

    std::function<void()> work_;
    std::atomic<std::size_t> next_ = 0;
    std::atomic<unsigned> round_ = 0;
    std::atomic<int> busy_ = 0;
    bool leaving_ = false;
    std::vector<std::jthread> threads_;  // last: they are waited for first
};

}  // namespace ludothek
