// The first layer of a network, for positions that a search evaluates one after the other: summed up
// anew for each, or brought up to date by what has changed since a similar one. Sums are whole numbers
// that wrap around, so both give the same bits. `G::incremental` says which of them is faster.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "ludothek/nn/encoder.hpp"
#include "ludothek/nn/network.hpp"

namespace ludothek::nn {

template <Encoded G>
class SummedLayer {
  public:
    explicit SummedLayer(const Network& network) : network_(&network) {}
    const Network& network() const { return *network_; }

    // The hidden signals of a position, as a seat sees it.
    void operator()(const typename G::State& state, int seat, Network::Hidden& hidden) {
        Active active;
        G::encode(state, seat, active);
        network_->hidden(active, hidden);
    }

  private:
    const Network* network_;
};

// Keeps the sums of a few positions, and begins with the one that differs in the fewest inputs. Seats
// see positions differently, and so do branches of a tree: each finds sums of its own kind.
template <Encoded G>
class IncrementalLayer {
  public:
    explicit IncrementalLayer(const Network& network) : network_(&network) {}
    const Network& network() const { return *network_; }

    void operator()(const typename G::State& state, int seat, Network::Hidden& hidden) {
        Active active;
        G::encode(state, seat, active);
        const Inputs now = inputs_of(active);
        Kept& kept = nearest(now, active.size());
        if (kept.distance < active.size()) {
            const auto [on, off] = changes(kept.inputs, now);
            network_->hidden(on, off, kept.sums, hidden);
        } else {
            network_->hidden(active, kept.sums, hidden);
        }
        kept.inputs = now;
        kept.used = ++uses_;
    }

  private:
    static constexpr std::size_t words = (static_cast<std::size_t>(G::inputs) + 63) / 64;
    using Inputs = std::array<std::uint64_t, words>;  // those that are on, as bits

    struct Kept {
        Inputs inputs;
        std::size_t distance = 0;  // inputs that the position at hand has otherwise
        std::uint64_t used = 0;    // when; 0: never
        alignas(64) Network::Sums sums;
    };
    struct Changes {
        Active on, off;
    };

    // Inputs come mostly in rising order: a word is written when it is full.
    static Inputs inputs_of(const Active& active) {
        Inputs inputs{};
        std::size_t at = 0;
        std::uint64_t word = 0;
        for (const std::uint16_t input : active) {
            if (input / 64U != at) {
                inputs[at] |= word;
                word = 0;
                at = input / 64U;
            }
            word |= std::uint64_t{1} << input % 64U;
        }
        inputs[at] |= word;
        return inputs;
    }

    // The kept sums to begin with; where a full sum is as short, the oldest ones make room.
    Kept& nearest(const Inputs& now, std::size_t full) {
        Kept* nearest = &kept_[0];
        Kept* oldest = &kept_[0];
        for (Kept& each : kept_) {
            each.distance = each.used ? distance(each.inputs, now) : full;
            nearest = each.distance < nearest->distance ? &each : nearest;
            oldest = each.used < oldest->used ? &each : oldest;
        }
        return nearest->distance < full ? *nearest : *oldest;
    }

    static std::size_t distance(const Inputs& one, const Inputs& other) {
        int sum = 0;
        for (std::size_t i = 0; i < words; ++i) {
            sum += std::popcount(one[i] ^ other[i]);
        }
        return static_cast<std::size_t>(sum);
    }

    static Changes changes(const Inputs& before, const Inputs& now) {
        Changes changes;
        for (std::size_t i = 0; i < words; ++i) {
            collect(now[i] & ~before[i], i, changes.on);
            collect(before[i] & ~now[i], i, changes.off);
        }
        return changes;
    }

    static void collect(std::uint64_t bits, std::size_t word, Active& to) {
        for (; bits; bits &= bits - 1) {
            const auto place = static_cast<std::size_t>(std::countr_zero(bits));
            to.add(static_cast<std::uint16_t>(64 * word + place));
        }
    }

    const Network* network_;
    std::array<Kept, 4> kept_;
    std::uint64_t uses_ = 0;
};

template <Encoded G>
using FirstLayer = std::conditional_t<G::incremental, IncrementalLayer<G>, SummedLayer<G>>;

}  // namespace ludothek::nn
