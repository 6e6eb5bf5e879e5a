// A small network with integer arithmetic, the same numbers on every processor: a sparse first
// layer (the rows of the inputs that are on are added up), from its hidden signals a logit for each
// decision; and 32 more signals, from which come the values of the seats.
//
// Signals are whole numbers in units of 1 / unit, cut off at 0 and at `ceiling`. Weights have the
// same unit. Values of seats come in playing order, the one that looks on first.
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
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

    // The hidden signals of a position. Sums are kept in registers, so the inputs are gone through
    // once for each block of signals.
    void hidden(const Active& active, Hidden& hidden_units) const {
        const Lanes most = Lanes{} + std::int16_t{ceiling};
        for (std::size_t first = 0; first < width_; first += block) {
            std::array<Lanes, registers> sums;
            std::memcpy(&sums, &input_bias_[first], sizeof sums);
            const std::int16_t* const rows = &inputs_[first];
            for (const std::uint16_t input : active) {
                const std::int16_t* const row = rows + input * width_;
                for (std::size_t i = 0; i < registers; ++i) {
                    sums[i] += lanes(row + i * register_bytes / sizeof(std::int16_t));
                }
            }
            for (Lanes& each : sums) {
                each = each > 0 ? each : Lanes{};
                each = each < most ? each : most;
            }
            std::memcpy(&hidden_units[first], &sums, sizeof sums);
        }
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
    static Lanes lanes(const std::int16_t* from) {
        Lanes lanes;
        std::memcpy(&lanes, from, sizeof lanes);
        return lanes;
    }
    static constexpr std::size_t registers = block * sizeof(std::int16_t) / register_bytes;

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

// The values of a position as a network sees it, p1 first.
template <Encoded G>
Values values_of(const Network& network, const typename G::State& state) {
    const int seat = G::to_move(state), seats = G::setup(state).seats;
    Active active;
    Network::Hidden hidden;
    G::encode(state, seat, active);
    network.hidden(active, hidden);
    const Values seen = network.values(hidden, static_cast<std::size_t>(seats));
    Values values{};
    for (int after = 0; after < seats; ++after) {
        values[static_cast<unsigned>((seat + after) % seats)] = seen[static_cast<unsigned>(after)];
    }
    return values;
}

// Logits of decisions; an output that several of them have is computed once.
template <Encoded G>
class Logits {
  public:
    Logits(const Network& network, const Network::Hidden& hidden)
        : network_(network), hidden_(hidden) {}

    float operator()(const Parts<G>& parts) {
        float sum = 0;
        for (const std::int16_t part : parts) {
            sum += part == G::outputs ? 0 : output(static_cast<std::size_t>(part));
        }
        return sum;
    }

  private:
    float output(std::size_t number) {
        if constexpr (G::parts == 1) {
            return network_.logit(hidden_, number);
        }
        if (!known_[number]) {
            known_[number] = true;
            outputs_[number] = network_.logit(hidden_, number);
        }
        return outputs_[number];
    }

    const Network& network_;
    const Network::Hidden& hidden_;
    std::bitset<static_cast<std::size_t>(G::parts == 1 ? 1 : G::outputs)> known_;
    std::array<float, static_cast<std::size_t>(G::parts == 1 ? 1 : G::outputs)> outputs_;
};

// The decisions that a game proposes, weighted by a network; are these all that are legal?
template <Encoded G>
bool propose(const Network& network, const typename G::State& state, Proposals<G>& proposals) {
    Active active;
    Network::Hidden hidden;
    G::encode(state, G::to_move(state), active);
    network.hidden(active, hidden);
    const bool all = G::propose(state, proposals);
    const typename G::Numbering numbering(state);
    Logits<G> logits(network, hidden);
    float most = -1e9F;
    for (auto& item : proposals.items()) {
        item.weight = logits(numbering(item.move));
        most = std::max(most, item.weight);
    }
    for (auto& item : proposals.items()) {
        item.weight = exponential(std::max(item.weight - most, -20.0F));
    }
    proposals.add_up();
    return all;
}

}  // namespace ludothek::nn
