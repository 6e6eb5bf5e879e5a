// Bit sets of up to 64 small numbers: squares, hexes or rings of a board.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace ludothek {

using Bits = std::uint64_t;

constexpr Bits bit(int member) { return Bits{1} << member; }
constexpr bool has(Bits set, int member) { return (set >> member & 1) != 0; }
constexpr int count(Bits set) { return std::popcount(set); }
constexpr int lowest(Bits set) { return std::countr_zero(set); }
constexpr int highest(Bits set) { return 63 - std::countl_zero(set); }

// The member with exactly n members below it; 0 <= n < count(set).
inline int nth(Bits set, int n) {
#ifdef __BMI2__
    return lowest(_pdep_u64(bit(n), set));
#else
    int index = 0;
    for (int half = 32; half > 0; half /= 2) {
        const int below = count(set & (bit(half) - 1));
        const bool above = n >= below;
        n -= above ? below : 0;
        index += above ? half : 0;
        set = above ? set >> half : set & (bit(half) - 1);
    }
    return index;
#endif
}

// Members in rising order: for (int square : members(set)).
class Members {
  public:
    constexpr explicit Members(Bits set) : left_(set) {}
    constexpr int operator*() const { return lowest(left_); }
    constexpr Members& operator++() {
        left_ &= left_ - 1;
        return *this;
    }
    constexpr bool operator!=(const Members& other) const { return left_ != other.left_; }
    constexpr Members begin() const { return *this; }
    constexpr Members end() const { return Members(0); }

  private:
    Bits left_;
};

constexpr Members members(Bits set) { return Members(set); }

// Eight members as eight bytes, 0 or 1.
inline std::uint64_t bytes_of(Bits eight) {
#ifdef __BMI2__
    return _pdep_u64(eight, 0x0101010101010101U);
#else
    const Bits copies = (eight & 0xff) * 0x0101010101010101U & 0x8040201008040201U;
    return (copies + 0x00406070787c7e7fU) >> 7 & 0x0101010101010101U;
#endif
}

// The first `number` members as bytes; where they end.
template <int number>
std::uint8_t* write_bytes(Bits set, std::uint8_t* to) {
#ifdef __AVX512BW__
    _mm512_mask_storeu_epi8(to, ~Bits{0} >> (64 - number), _mm512_maskz_set1_epi8(set, 1));
#else
    for (int i = 0; i < number; i += 8) {
        const std::uint64_t eight = bytes_of(set >> i & 0xff);
        std::memcpy(to + i, &eight, static_cast<std::size_t>(std::min(8, number - i)));
    }
#endif
    return to + number;
}

// The same where only the processor knows how many they are, at most 64.
inline void write_bytes(Bits set, std::size_t number, std::uint8_t* to) {
    if (number == 64) {
        write_bytes<64>(set, to);
        return;
    }
    for (std::size_t i = 0; i < number; ++i) {
        to[i] = set >> i & 1;
    }
}

// The same byte so many times; where they end.
template <int number>
std::uint8_t* write_number(int value, std::uint8_t* to) {
    std::memset(to, value, number);
    return to + number;
}

// The members of a set that are in a mask, moved together.
inline Bits packed(Bits set, Bits mask) {
#ifdef __BMI2__
    return _pext_u64(set, mask);
#else
    Bits bits = 0;
    int place = 0;
    for (; mask; mask &= mask - 1) {
        bits |= (set >> std::countr_zero(mask) & 1) << place++;
    }
    return bits;
#endif
}

// The other way round: the first bits, spread over the members of a mask.
inline Bits unpacked(Bits set, Bits mask) {
#ifdef __BMI2__
    return _pdep_u64(set, mask);
#else
    Bits bits = 0;
    for (; mask; mask &= mask - 1, set >>= 1) {
        bits |= set & 1 ? mask & -mask : 0;
    }
    return bits;
#endif
}

}  // namespace ludothek
