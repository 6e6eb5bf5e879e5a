// A small neural network that a game judges positions with: from inputs that are on or off to 64
// signals, and from these to how much each decision is liked; and to 32 more signals, and from these
// to what the position is worth. It was trained on games of the search itself (training/), which
// writes the numbers and has the same network in Python.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "ludothek/game.hpp"

namespace ludothek {

template <std::size_t length>
struct alignas(64) Signals : std::array<float, length> {
    void add(const Signals& row, float times = 1) {
        for (std::size_t i = 0; i < length; ++i) {
            (*this)[i] += times * row[i];
        }
    }
    void cut_below_zero() {
        for (float& signal : *this) {
            signal = std::max(signal, 0.0F);
        }
    }
};

template <unsigned inputs, unsigned decisions>
class Network {
  public:
    using Wide = Signals<64>;
    using Liked = Signals<decisions>;

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
        unpack(see_);
        unpack(see_bias_);
        unpack(weigh_);
        unpack(weigh_bias_);
        unpack(worth_);
        unpack(worth_bias_);
        unpack(like_);
        unpack(like_bias_);
    }

    // A look at a position: its inputs that are on, one after the other.
    Wide begin() const { return see_bias_[0]; }
    void see(Wide& look, std::size_t input) const { look.add(see_[input]); }

    // What the position is worth to the seat to decide, 0 to 1.
    float worth(Wide look) const {
        look.cut_below_zero();
        Signals<32> weighed = weigh_bias_[0];
        for (std::size_t i = 0; i < look.size(); ++i) {
            weighed.add(weigh_[i], look[i]);
        }
        weighed.cut_below_zero();
        float sum = worth_bias_[0][0];
        for (std::size_t i = 0; i < weighed.size(); ++i) {
            sum += weighed[i] * worth_[i][0];
        }
        return 1 / (1 + std::exp(-sum));
    }

    // How much each decision is liked; the higher, the more.
    Liked liked(Wide look) const {
        look.cut_below_zero();
        Liked found = like_bias_[0];
        for (std::size_t i = 0; i < look.size(); ++i) {
            found.add(like_[i], look[i]);
        }
        return found;
    }

  private:
    template <unsigned rows, unsigned columns>
    using Matrix = std::array<Signals<columns>, rows>;

    Matrix<inputs, 64> see_;
    Matrix<1, 64> see_bias_;
    Matrix<64, 32> weigh_;
    Matrix<1, 32> weigh_bias_;
    std::array<std::array<float, 1>, 32> worth_;
    std::array<std::array<float, 1>, 1> worth_bias_;
    Matrix<64, decisions> like_;
    Matrix<1, decisions> like_bias_;
};

// What a position of two seats is worth to both, if it is worth that much to one.
inline Values for_both(unsigned seat, float worth) {
    Values found{};
    found[seat] = worth;
    found[seat ^ 1] = 1 - worth;
    return found;
}

// The weight of a decision among others, by how much it is liked.
inline float weight(float liked, float most) { return std::exp(std::max(liked - most, -20.0F)); }

}  // namespace ludothek
