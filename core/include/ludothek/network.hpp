// A small neural network: from inputs that are on or off to 64 hidden signals, and from these to a
// logit for each decision; and to 32 more signals, and from these to the value of the position. It
// was trained on games of the search itself (training/), which writes the numbers and has the same
// network in Python.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "ludothek/game.hpp"
#include "ludothek/portable.hpp"

namespace ludothek {

template <std::size_t length>
struct alignas(64) Signals : std::array<float, length> {
    void add(const Signals& row, float times = 1) {
        for (std::size_t i = 0; i < length; ++i) {
            (*this)[i] += times * row[i];
        }
    }
    void relu() {
        for (float& signal : *this) {
            signal = std::max(signal, 0.0F);
        }
    }
};

template <unsigned inputs, unsigned decisions>
class Network {
  public:
    using Hidden = Signals<64>;
    using Logits = Signals<decisions>;

    // The numbers as they are kept: one scale for each matrix, then whole numbers.
    Network(const std::array<float, 8>& scales, const std::int16_t* numbers) {
        const float* scale = scales.data();
        const auto unpack = [&](auto& matrix) {
            for (auto& row : matrix) {
                for (float& weight : row) {
                    weight = static_cast<float>(*numbers++) * *scale;
                }
            }
            ++scale;
        };
        unpack(input_);
        unpack(input_bias_);
        unpack(hidden_);
        unpack(hidden_bias_);
        unpack(value_);
        unpack(value_bias_);
        unpack(policy_);
        unpack(policy_bias_);
    }

    // The hidden signals of a position: its inputs that are on, one after the other.
    Hidden begin() const { return input_bias_[0]; }
    void add_input(Hidden& hidden, std::size_t input) const { hidden.add(input_[input]); }

    // The value for the seat to decide, 0 to 1.
    float value(Hidden hidden) const {
        hidden.relu();
        Signals<32> second = hidden_bias_[0];
        for (std::size_t i = 0; i < hidden.size(); ++i) {
            second.add(hidden_[i], hidden[i]);
        }
        second.relu();
        float sum = value_bias_[0][0];
        for (std::size_t i = 0; i < second.size(); ++i) {
            sum += second[i] * value_[i][0];
        }
        return 1 / (1 + exponential(-sum));
    }

    // The logit of each decision.
    Logits logits(Hidden hidden) const {
        hidden.relu();
        Logits found = policy_bias_[0];
        for (std::size_t i = 0; i < hidden.size(); ++i) {
            found.add(policy_[i], hidden[i]);
        }
        return found;
    }

  private:
    template <unsigned rows, unsigned columns>
    using Matrix = std::array<Signals<columns>, rows>;

    Matrix<inputs, 64> input_;
    Matrix<1, 64> input_bias_;
    Matrix<64, 32> hidden_;
    Matrix<1, 32> hidden_bias_;
    std::array<std::array<float, 1>, 32> value_;
    std::array<std::array<float, 1>, 1> value_bias_;
    Matrix<64, decisions> policy_;
    Matrix<1, decisions> policy_bias_;
};

// The values of both seats from that of one.
inline Values for_both(unsigned seat, float value) {
    Values found{};
    found[seat] = value;
    found[seat ^ 1] = 1 - value;
    return found;
}

// The weight of a decision among others, by its logit.
inline float weight(float logit, float most) { return exponential(std::max(logit - most, -20.0F)); }

}  // namespace ludothek
