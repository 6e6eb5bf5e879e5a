// A vector with a fixed capacity and inline storage, which copies only its elements.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace ludothek {

template <class T, std::size_t capacity>
class InlineVector {
  public:
    InlineVector() {}  // items are written before they are read
    InlineVector(const InlineVector& other) : size_(other.size_) { std::copy_n(other.begin(), size_, items_.begin()); }
    InlineVector& operator=(const InlineVector& other) {
        size_ = other.size_;
        std::copy_n(other.begin(), size_, items_.begin());
        return *this;
    }

    void add(const T& item) { items_[size_++] = item; }
    void clear() { size_ = 0; }
    void drop_last() { --size_; }
    void drop_first(std::size_t number) {
        std::copy(begin() + number, end(), items_.begin());
        size_ -= static_cast<std::uint32_t>(number);
    }

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    bool full() const { return size_ == capacity; }
    T& operator[](std::size_t i) { return items_[i]; }
    const T& operator[](std::size_t i) const { return items_[i]; }
    const T* begin() const { return items_.data(); }
    const T* end() const { return items_.data() + size_; }
    T* begin() { return items_.data(); }
    T* end() { return items_.data() + size_; }

  private:
    std::uint32_t size_ = 0;
    std::array<T, capacity> items_;
};

}  // namespace ludothek
