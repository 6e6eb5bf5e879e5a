// A small network with integer arithmetic, the same numbers on every processor: a sparse first
// layer (the rows of the inputs that are on are added up), from its hidden signals a logit for each
// decision; and 32 more signals, from which come the values of the seats.
//
// Signals are whole numbers in units of 1 / unit, cut off at 0 and at `ceiling`. Weights have the
// same unit. Values of seats come in playing order, the one that looks on first.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

#include "ludothek/game.hpp"
#include "ludothek/nn/encoder.hpp"
#include "ludothek/deterministic.hpp"

namespace ludothek::nn {

struct Sizes {
    int inputs = 0, hidden = 0, outputs = 0, seats = 0;
};

class Network {
  public:
    static constexpr int unit = 512, ceiling = 8 * unit, second = 32;
    static constexpr std::size_t block = 64, most_hidden = 512;
    using Hidden = std::array<std::int16_t, most_hidden>;
    using Sums = Hidden;  // of rows, before they are cut off; they may wrap around

    static std::size_t count(const Sizes& of) {
        const auto rows = [](int number, int width) {
            return static_cast<std::size_t>(number) * static_cast<std::size_t>(width);
        };
        return rows(of.inputs + 1, of.hidden) + rows(second, of.hidden) + second +
               rows(of.seats, second) + rows(of.seats, 1) + rows(of.outputs, of.hidden + 1);
    }

    // Weights one matrix after the other, a row for each input of the first and for each output
    // of the others, its biases behind it; nothing if their number is wrong, or if a sum of them
    // could overflow.
    static std::optional<Network> make(const Sizes& sizes, std::span<const std::int16_t> weights) {
        const bool fits = sizes.hidden > 0 && sizes.hidden <= static_cast<int>(most_hidden) &&
                          sizes.hidden % static_cast<int>(block) == 0 && sizes.seats > 0 &&
                          sizes.seats <= most_seats && weights.size() == count(sizes);
        if (!fits) {
            return std::nullopt;
        }
        Network made(sizes, weights);
        return made.is_safe() ? std::optional(std::move(made)) : std::nullopt;
    }

    const Sizes& sizes() const { return sizes_; }

    // The hidden signals of a position.
    void hidden(const Active& active, Hidden& hidden_units) const {
        sum_up<false>(active, active, input_bias_.data(), nullptr, hidden_units);
    }
    // The same; the sums are kept.
    void hidden(const Active& active, Sums& sums, Hidden& hidden_units) const {
        sum_up<true>(active, {}, input_bias_.data(), sums.data(), hidden_units);
    }
    // From the sums of another position: inputs that were off are on, and others are off.
    void hidden(const Active& on, const Active& off, Sums& sums, Hidden& hidden_units) const {
        sum_up<true>(on, off, sums.data(), sums.data(), hidden_units);
    }

    // The value for each seat that plays, the one that looks on first; they add up to 1.
    Values values(const Hidden& hidden, std::size_t seats) const {
        std::array<std::int16_t, second> signals;
        for (std::size_t i = 0; i < second; ++i) {
            const std::int32_t sum = dot(&second_[i * width_], hidden.data(), width_);
            signals[i] = static_cast<std::int16_t>(
                std::clamp(sum / unit + second_bias_[i], 0, ceiling));
        }
        std::array<float, most_seats> logits{};
        for (std::size_t seat = 0; seat < seats; ++seat) {
            const std::int32_t sum = dot(&values_[seat * second], signals.data(), second);
            logits[seat] = scaled(sum + value_bias_[seat] * unit);
        }
        const float most = *std::max_element(logits.begin(), logits.begin() + static_cast<std::ptrdiff_t>(seats));
        Values values{};
        float total = 0;
        for (std::size_t seat = 0; seat < seats; ++seat) {
            values[seat] = exponential(logits[seat] - most);
            total += values[seat];
        }
        for (float& each : values) {
            each /= total;
        }
        return values;
    }

    // The logit of one decision.
    float logit(const Hidden& hidden, std::size_t output) const {
        const std::int32_t sum = dot(&outputs_[output * width_], hidden.data(), width_);
        return scaled(sum + output_bias_[output] * unit);
    }

  private:
    // As many signals as fit into a register; a sum that overflows wraps in all of them.
#if defined(__AVX512BW__)
    static constexpr std::size_t register_bytes = 64;
#elif defined(__AVX2__)
    static constexpr std::size_t register_bytes = 32;
#else
    static constexpr std::size_t register_bytes = 16;
#endif
    typedef std::int16_t Lanes __attribute__((vector_size(register_bytes)));
    typedef std::uint16_t Wrapping __attribute__((vector_size(register_bytes)));
    static Wrapping lanes(const std::int16_t* from) {
        Wrapping lanes;
        std::memcpy(&lanes, from, sizeof lanes);
        return lanes;
    }
    static constexpr std::size_t registers = block * sizeof(std::int16_t) / register_bytes;
    // The widest registers hold more than a block at once; others have no gain from that.
    static constexpr std::size_t most_registers = register_bytes == 64 ? 8 : registers;

    // Sums stay in registers, so the inputs are gone through once for each so many signals.
    template <bool keeps>
    void sum_up(const Active& on, const Active& off, const std::int16_t* from, std::int16_t* to,
                Hidden& hidden_units) const {
        constexpr std::size_t wide = most_registers * register_bytes / sizeof(std::int16_t);
        std::size_t first = 0;
        for (; first + wide <= width_; first += wide) {
            sum_up<keeps, most_registers>(on, off, first, from, to, hidden_units);
        }
        for (; first < width_; first += block) {
            sum_up<keeps, registers>(on, off, first, from, to, hidden_units);
        }
    }

    template <bool keeps, std::size_t number>
    void sum_up(const Active& on, const Active& off, std::size_t first, const std::int16_t* from,
                std::int16_t* to, Hidden& hidden_units) const {
        const Lanes most = Lanes{} + std::int16_t{ceiling};
        constexpr std::size_t step = register_bytes / sizeof(std::int16_t);
        const std::int16_t* const rows = &inputs_[first];
        const std::size_t width = width_;
        std::array<Wrapping, number> sums;
        std::memcpy(&sums, from + first, sizeof sums);
        for (const std::uint16_t input : on) {
            const std::int16_t* const row = rows + input * width;
            for (std::size_t i = 0; i < number; ++i) {
                sums[i] += lanes(row + i * step);
            }
        }
        if constexpr (keeps) {
            for (const std::uint16_t input : off) {
                const std::int16_t* const row = rows + input * width;
                for (std::size_t i = 0; i < number; ++i) {
                    sums[i] -= lanes(row + i * step);
                }
            }
            std::memcpy(to + first, &sums, sizeof sums);
        }
        std::array<Lanes, number> cut;
        for (std::size_t i = 0; i < number; ++i) {
            const auto sum = std::bit_cast<Lanes>(sums[i]);
            const Lanes positive = sum > 0 ? sum : Lanes{};
            cut[i] = positive < most ? positive : most;
        }
        std::memcpy(&hidden_units[first], &cut, sizeof cut);
    }

    Network(const Sizes& sizes, std::span<const std::int16_t> weights)
        : sizes_(sizes), width_(static_cast<std::size_t>(sizes.hidden)) {
        const auto take = [&](int rows, std::size_t columns) {
            const std::size_t number = static_cast<std::size_t>(rows) * columns;
            std::vector<std::int16_t> taken(weights.begin(),
                                            weights.begin() + static_cast<std::ptrdiff_t>(number));
            weights = weights.subspan(number);
            return taken;
        };
        inputs_ = take(sizes.inputs, width_);
        input_bias_ = take(1, width_);
        second_ = take(second, width_);
        second_bias_ = take(1, second);
        values_ = take(sizes.seats, second);
        value_bias_ = take(1, static_cast<std::size_t>(sizes.seats));
        outputs_ = take(sizes.outputs, width_);
        output_bias_ = take(1, static_cast<std::size_t>(sizes.outputs));
    }

    // No sum of products can leave 32 bits.
    bool is_safe() const {
        const auto safe = [](const std::vector<std::int16_t>& rows, std::size_t columns) {
            for (std::size_t first = 0; first < rows.size(); first += columns) {
                std::int64_t sum = std::int64_t{1} << 15;  // of the bias
                for (std::size_t i = 0; i < columns; ++i) {
                    sum += std::int64_t{std::abs(rows[first + i])} * (ceiling / unit);
                }
                if (sum * unit >= std::int64_t{1} << 31) {
                    return false;
                }
            }
            return true;
        };
        return safe(second_, width_) && safe(values_, second) && safe(outputs_, width_);
    }

#if defined(__wasm_simd128__)
    // Two products a lane in one instruction; compilers do not find it.
    static std::int32_t dot(const std::int16_t* one, const std::int16_t* other, std::size_t width) {
        v128_t sums = wasm_i32x4_splat(0);
        for (std::size_t i = 0; i < width; i += 8) {
            sums = wasm_i32x4_add(
                sums, wasm_i32x4_dot_i16x8(wasm_v128_load(one + i), wasm_v128_load(other + i)));
        }
        return wasm_i32x4_extract_lane(sums, 0) + wasm_i32x4_extract_lane(sums, 1) +
               wasm_i32x4_extract_lane(sums, 2) + wasm_i32x4_extract_lane(sums, 3);
    }
#else
    static std::int32_t dot(const std::int16_t* one, const std::int16_t* other, std::size_t width) {
        std::int32_t sum = 0;
        for (std::size_t i = 0; i < width / 32 * 32; ++i) {
            sum += std::int32_t{one[i]} * std::int32_t{other[i]};
        }
        return sum;
    }
#endif

    static float scaled(std::int32_t sum) {
        return static_cast<float>(sum) / static_cast<float>(unit * unit);
    }

    Sizes sizes_;
    std::size_t width_;
    std::vector<std::int16_t> inputs_, input_bias_, second_, second_bias_, values_, value_bias_,
        outputs_, output_bias_;
};

}  // namespace ludothek::nn
