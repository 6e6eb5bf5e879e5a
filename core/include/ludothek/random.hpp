// A reproducible random number generator, and the mixing function of hashes.
#pragma once

#include <cstdint>

namespace ludothek {

// Every bit of the result depends on every bit of the argument; different arguments stay different.
constexpr std::uint64_t mixed(std::uint64_t word) {
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9U;
    word = (word ^ (word >> 27)) * 0x94d049bb133111ebU;
    return word ^ (word >> 31);
}

// A hash extended by one more word; the order of the words matters.
constexpr std::uint64_t chained(std::uint64_t hash, std::uint64_t word) {
    return mixed(hash * 0x9e3779b97f4a7c15U + word + 0x632be59bd9b4e019U);
}

// A counter, mixed: fast, without bad seeds, and good enough for playouts.
class Random {
  public:
    constexpr explicit Random(std::uint64_t seed) : counter_(mixed(seed + 0x9e3779b97f4a7c15U)) {}

    constexpr std::uint64_t word() { return mixed(counter_ += 0x9e3779b97f4a7c15U); }

    // 0 <= result < bound, for bounds far below 2^32.
    constexpr int below(int bound) {
        return static_cast<int>((word() >> 32) * static_cast<std::uint64_t>(bound) >> 32);
    }

    // 0 <= result < 1.
    constexpr double unit() { return static_cast<double>(word() >> 11) * 0x1.0p-53; }

  private:
    std::uint64_t counter_;
};

}  // namespace ludothek
