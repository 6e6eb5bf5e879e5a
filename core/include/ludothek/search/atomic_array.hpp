// Memory that one thread writes to and others read at the same time. Plain types, so that zeroed
// pages from the operating system are ready to use; every access that may race goes through here.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "ludothek/platform.hpp"

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
void add(T& field, T value) {
    set(field, static_cast<T>(get(field) + value));
}

// For fields that tell others: what was written before this is there to be read.
template <class T>
void publish(T& field, T value) {
    std::atomic_ref(field).store(value, std::memory_order_release);
}

template <class T>
T published(const T& field) {
    return std::atomic_ref(const_cast<T&>(field)).load(std::memory_order_acquire);
}

// Zeroed memory of fixed size: pages cost nothing before they are touched.
template <class T>
class Zeroed {
  public:
    explicit Zeroed(std::size_t size)
        : size_(size), items_(static_cast<T*>(platform::take_zeroed(size * sizeof(T)))) {}
    ~Zeroed() { platform::give_back_zeroed(items_, size_ * sizeof(T), used_ * sizeof(T)); }
    Zeroed(const Zeroed&) = delete;
    Zeroed& operator=(const Zeroed&) = delete;

    // For memory that is used from its beginning on.
    void use_large_pages() { platform::use_large_pages(items_, size_ * sizeof(T)); }
    // How many items, from the first on, may have been written to, where it is not all of them.
    void set_used(std::size_t number) { used_ = number; }

    // Make the first items zero again.
    void clear(std::size_t number) { std::memset(static_cast<void*>(items_), 0, number * sizeof(T)); }

    std::size_t size() const { return size_; }
    T& operator[](std::size_t i) { return items_[i]; }
    const T& operator[](std::size_t i) const { return items_[i]; }

  private:
    std::size_t size_, used_ = size_;
    T* items_;
};

// Items handed out one run after the other, never taken back. Item 0 is never handed out: it
// stands for "none".
template <class T>
class Arena {
  public:
    explicit Arena(std::size_t size) : items_(size) { items_.use_large_pages(); }
    ~Arena() { items_.set_used(used_); }
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;

    // The first of `number` fresh items; 0 if there is no room left.
    std::uint32_t take(std::size_t number) {
        if (used_ + number > items_.size()) {
            return 0;
        }
        return static_cast<std::uint32_t>(std::exchange(used_, used_ + number));
    }
    // Take everything back.
    void clear() {
        items_.clear(used_);
        used_ = 1;
    }
    T& operator[](std::size_t i) { return items_[i]; }
    const T& operator[](std::size_t i) const { return items_[i]; }

  private:
    Zeroed<T> items_;
    std::size_t used_ = 1;
};

}  // namespace ludothek::search
