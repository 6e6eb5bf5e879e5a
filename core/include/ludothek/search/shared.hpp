// Memory that several threads write to without locks. Plain types, so that zeroed pages from the
// operating system are ready to use; every access that may race goes through here, relaxed.
#pragma once

#include <sys/mman.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>

namespace ludothek::search {

template <class T>
T get(const T& field) {
    return std::atomic_ref(const_cast<T&>(field)).load(std::memory_order_relaxed);
}

template <class T>
void set(T& field, T value) {
    std::atomic_ref(field).store(value, std::memory_order_relaxed);
}

template <class T>
T add(T& field, T value) {
    return std::atomic_ref(field).fetch_add(value, std::memory_order_relaxed);
}

// Change a field from one value to another; false if somebody was faster.
template <class T>
bool turn(T& field, T from, T to) {
    return std::atomic_ref(field).compare_exchange_strong(from, to, std::memory_order_acq_rel);
}

// What is written often lies this far from what is only read.
inline constexpr std::size_t cache_line = 64;

// Zeroed memory of fixed size, straight from the operating system: pages cost nothing before they
// are touched.
template <class T>
class Zeroed {
  public:
    explicit Zeroed(std::size_t size) : size_(size) {
        void* found = mmap(nullptr, size * sizeof(T), PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (found == MAP_FAILED) {
            throw std::bad_alloc();
        }
        items_ = static_cast<T*>(found);
    }
    ~Zeroed() { munmap(items_, size_ * sizeof(T)); }
    Zeroed(const Zeroed&) = delete;
    Zeroed& operator=(const Zeroed&) = delete;

    std::size_t size() const { return size_; }
    T& operator[](std::size_t i) { return items_[i]; }
    const T& operator[](std::size_t i) const { return items_[i]; }

  private:
    std::size_t size_;
    T* items_;
};

// Items handed out one run after the other, never taken back. Item 0 is never handed out: it
// stands for "none".
template <class T>
class Arena {
  public:
    explicit Arena(std::size_t size) : items_(size) {}

    // The first of `number` fresh items; 0 if there is no room left.
    std::uint32_t take(std::size_t number) {
        const std::size_t first = add(used_, number);
        return first + number <= items_.size() ? static_cast<std::uint32_t>(first) : 0;
    }
    T& operator[](std::size_t i) { return items_[i]; }
    const T& operator[](std::size_t i) const { return items_[i]; }

  private:
    Zeroed<T> items_;
    alignas(cache_line) std::size_t used_ = 1;
};

}  // namespace ludothek::search
