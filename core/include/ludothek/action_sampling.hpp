// Sampling of legal actions from logits, and their log-probabilities. All sums are made in a fixed
// order, so that a seed gives the same actions on every processor.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <vector>

#include "ludothek/bits.hpp"

#ifdef __AVX512F__
#include <immintrin.h>
#endif

namespace ludothek::policy {

// Sixteen numbers at once, for every compiler and processor alike.
inline constexpr std::size_t lanes = 16;
using Floats [[gnu::vector_size(64)]] = float;
using Ints [[gnu::vector_size(64)]] = std::int32_t;
inline constexpr Ints places{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
inline constexpr float least = -std::numeric_limits<float>::infinity();

// Sixteen bytes, each 0 or 1, as bits.
inline unsigned bits_of(const std::uint8_t* mask) {
    std::uint64_t halves[2];
    std::memcpy(halves, mask, sizeof halves);
    constexpr std::uint64_t gather = 0x0102040810204080U;
    return static_cast<unsigned>(halves[0] * gather >> 56 | (halves[1] * gather >> 56) << 8);
}

// The legal actions of a row, moved together: their logits and numbers.
class Legal {
  public:
    void read(std::span<const float> row, const std::uint8_t* mask) {
        logits.resize(row.size() + lanes);
        numbers.resize(row.size() + lanes);
        size = 0;
        std::size_t first = 0;
        for (; first + lanes <= row.size(); first += lanes) {
            if (const unsigned bits = bits_of(mask + first)) {
                add(&row[first], first, bits);
            }
        }
        for (; first < row.size(); ++first) {
            if (mask[first]) {
                logits[size] = row[first];
                numbers[size++] = static_cast<std::int32_t>(first);
            }
        }
    }

    // The same where they are told: `each_row` calls with a number and bits for those from there on.
    template <class EachRow>
    void gather(std::span<const float> row, const EachRow& each_row) {
        logits.resize(row.size() + lanes);
        numbers.resize(row.size() + lanes);
        size = 0;
        each_row([&](int first, Bits bits) {
            for (auto at = static_cast<std::size_t>(first); bits; at += lanes, bits >>= lanes) {
                if (const auto block = static_cast<unsigned>(bits & 0xffff)) {
                    at + lanes <= row.size() ? add(&row[at], at, block) : add_each(&row[at], at, block);
                }
            }
        });
    }

    std::vector<float> logits;  // longer by a block, so that whole blocks can be written
    std::vector<std::int32_t> numbers;
    std::size_t size = 0;

  private:
    void add(const float* from, std::size_t first, unsigned bits) {
#ifdef __AVX512F__
        const auto chosen = static_cast<__mmask16>(bits);
        const __m512i number = _mm512_add_epi32(_mm512_set1_epi32(static_cast<int>(first)),
                                                std::bit_cast<__m512i>(places));
        _mm512_storeu_ps(&logits[size], _mm512_maskz_compress_ps(chosen, _mm512_loadu_ps(from)));
        _mm512_storeu_si512(&numbers[size], _mm512_maskz_compress_epi32(chosen, number));
        size += static_cast<std::size_t>(std::popcount(bits));
#else
        add_each(from, first, bits);
#endif
    }

    void add_each(const float* from, std::size_t first, unsigned bits) {
        for (; bits; bits &= bits - 1) {
            const auto place = static_cast<std::size_t>(std::countr_zero(bits));
            logits[size] = from[place];
            numbers[size++] = static_cast<std::int32_t>(first + place);
        }
    }
};

// e to the power of x, for numbers up to 0: as `exponential`, sixteen at once.
inline void exponentials(Floats& x) {
    x = x > 0.0F ? Floats{} : x;
    x = x < -87.0F ? Floats{} - 87.0F : x;
    const Ints power = __builtin_convertvector(x * 1.44269504F - 0.5F, Ints);
    const Floats times = __builtin_convertvector(power, Floats);
    const Floats rest = (x - times * 0.693359375F) + times * 2.12194440e-4F;
    x = rest * (1.0F / 5040) + 1.0F / 720;
    x = x * rest + 1.0F / 120;
    x = x * rest + 1.0F / 24;
    x = x * rest + 1.0F / 6;
    x = x * rest + 0.5F;
    x = x * rest + 1.0F;
    x = x * rest + 1.0F;
    const Ints scale = (power + 127) << 23;
    Floats two_to_power;
    std::memcpy(&two_to_power, &scale, sizeof scale);
    x *= two_to_power;
}

// The softmax of the legal actions of one position. Weights are added up lane by lane: an action is found
// by its lane, then by its block.
class Softmax {
  public:
    // False, where the logits of the legal actions are no numbers.
    bool read(std::span<const float> logits, const std::uint8_t* mask) {
        legal_.read(logits, mask);
        return weigh_all();
    }

    template <class EachRow>
    bool read_rows(std::span<const float> logits, const EachRow& each_row) {
        legal_.gather(logits, each_row);
        return weigh_all();
    }

    // The action at a share, 0 to 1, of the total weight. What rounding left over goes to the last one.
    std::size_t at(double share) const {
        double left = share * total_;
        std::size_t lane = 0;
        while (lane + 1 < lanes && left >= sums_[lane]) {
            left -= sums_[lane++];
        }
        while (!(sums_[lane] > 0)) {
            --lane;
        }
        std::size_t place = lane;
        while (place + lanes < legal_.size && left >= weights_[place]) {
            left -= weights_[place];
            place += lanes;
        }
        return static_cast<std::size_t>(legal_.numbers[place]);
    }

    float log_probability(float logit) const {
        return (logit - largest_) - static_cast<float>(std::log(total_));
    }

  private:
    bool weigh_all() {
        blocks_ = (legal_.size + lanes - 1) / lanes;
        weights_.resize(legal_.logits.size());
        largest_ = largest();
        weigh();
        total_ = 0;
        for (const float sum : sums_) {
            total_ += sum;
        }
        return total_ > 0 && std::isfinite(total_) && std::isfinite(largest_);
    }

    // A block of the legal actions; beyond the last one stands `otherwise`.
    void load(std::size_t number, float otherwise, Floats& logits) const {
        std::memcpy(&logits, &legal_.logits[number * lanes], sizeof logits);
        const auto left = static_cast<std::int32_t>(legal_.size - number * lanes);
        logits = places < left ? logits : Floats{} + otherwise;
    }

    float largest() const {
        Floats best = Floats{} + least;
        for (std::size_t number = 0; number < blocks_; ++number) {
            Floats logits;
            load(number, least, logits);
            best = logits > best ? logits : best;
        }
        float most = best[0];
        for (std::size_t i = 1; i < lanes; ++i) {
            most = best[i] > most ? best[i] : most;
        }
        return most;
    }

    void weigh() {
        Floats sums{};
        for (std::size_t number = 0; number < blocks_; ++number) {
            Floats weights;
            load(number, 0, weights);
            weights -= largest_;
            exponentials(weights);
            const auto left = static_cast<std::int32_t>(legal_.size - number * lanes);
            weights = places < left ? weights : Floats{};
            sums += weights;
            std::memcpy(&weights_[number * lanes], &weights, sizeof weights);
        }
        std::memcpy(sums_, &sums, sizeof sums);
    }

    Legal legal_;
    std::size_t blocks_ = 0;
    std::vector<float> weights_;
    float sums_[lanes]{};
    float largest_ = 0;
    double total_ = 0;
};

// A rollout of `steps` steps of some games: what each seat got, whether a game ended, who decided.
struct Rollout {
    std::size_t steps, games, seats;
    const float* rewards;        // steps x games x seats
    const std::uint8_t* done;    // steps x games
    const std::int32_t* seat;    // steps x games, counted from 1
    const float* values;         // (steps + 1) x games x seats, or nothing
};

// What the seat that decided got in the end, if the game ended within `n` steps; else the value of the
// position `n` steps later (or where the rollout ends), or 0 without values. Later is less by `discount`.
inline void final_returns(const Rollout& of, std::size_t n, float discount, float* returns) {
    std::vector<std::size_t> ends(of.games, of.steps);  // of the game that is under way: its last step
    std::vector<float> powers(of.steps + 1, 1.0F);
    for (std::size_t i = 1; i <= of.steps; ++i) {
        powers[i] = powers[i - 1] * discount;
    }
    for (std::size_t step = of.steps; step-- > 0;) {
        for (std::size_t game = 0; game < of.games; ++game) {
            const std::size_t row = step * of.games + game;
            const auto seat = static_cast<std::size_t>(of.seat[row] - 1);
            ends[game] = of.done[row] ? step : ends[game];
            const std::size_t end = ends[game], after = std::min(step + n, of.steps);
            if (end < of.steps && end < step + n) {
                const float reward = of.rewards[(end * of.games + game) * of.seats + seat];
                returns[row] = powers[end - step] * reward;
            } else {
                const std::size_t later = (after * of.games + game) * of.seats + seat;
                returns[row] = of.values ? powers[after - step] * of.values[later] : 0.0F;
            }
        }
    }
}

}  // namespace ludothek::policy
