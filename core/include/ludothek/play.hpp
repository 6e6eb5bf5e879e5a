// A game in progress, whatever the game: what a caller steps decision by decision.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ludothek/game.hpp"
#include "ludothek/nn/encoder.hpp"

namespace ludothek {

using Action = std::int32_t;  // a decision of any game, numbered as in a `Batch`

class Play {
  public:
    virtual ~Play() = default;
    virtual std::unique_ptr<Play> copy() const = 0;

    virtual std::string_view game() const = 0;
    virtual int seats() const = 0;
    virtual int to_move() const = 0;
    virtual Outcome outcome() const = 0;
    virtual std::string_view reason() const = 0;
    virtual std::uint64_t hash() const = 0;
    virtual std::span<const Action> legal() = 0;
    virtual bool is_legal(Action action) = 0;
    virtual bool apply(Action action) = 0;  // false, and nothing happens, if it is not legal

    virtual std::string position() const = 0;
    virtual std::string format(Action action) const = 0;  // of a legal one
    virtual std::optional<Action> parse(std::string_view text) = 0;  // a legal one

    // What a network sees, as some seat: the inputs that are on, and the output of a legal action.
    virtual std::vector<std::uint16_t> encode(int seat) const = 0;  // nothing: the game has no encoder
    virtual int output(Action action) const = 0;
};

template <Game G>
class PlayOf final : public Play {
  public:
    explicit PlayOf(const typename G::State& state) : state_(state) {}

    std::unique_ptr<Play> copy() const override { return std::make_unique<PlayOf>(state_); }
    const typename G::State& state() const { return state_; }

    std::string_view game() const override { return G::name; }
    int seats() const override { return G::setup(state_).seats; }
    int to_move() const override { return G::to_move(state_); }
    Outcome outcome() const override { return G::outcome(state_); }
    std::string_view reason() const override { return G::reasons[outcome().reason]; }
    std::uint64_t hash() const override { return G::hash(state_); }

    std::span<const Action> legal() override {
        if (!listed_) {
            if constexpr (sizeof(Moves<G>) <= small) {
                Moves<G> moves;
                list(moves);
            } else {
                static thread_local Moves<G> moves;
                list(moves);
            }
            listed_ = true;
        }
        return legal_;
    }

    bool is_legal(Action action) override {
        const auto found = legal();
        return std::ranges::find(found, action) != found.end();
    }

    bool apply(Action action) override {
        if (!is_legal(action)) {
            return false;
        }
        G::apply(state_, G::move(state_, action));
        listed_ = false;
        return true;
    }

    std::string position() const override { return G::format(state_); }

    std::string format(Action action) const override {
        return G::format_move(state_, G::move(state_, action));
    }

    std::optional<Action> parse(std::string_view text) override {
        const auto move = G::parse_move(state_, text);
        const Action action = move ? G::action(state_, *move) : -1;
        return is_legal(action) ? std::optional(action) : std::nullopt;
    }

    std::vector<std::uint16_t> encode(int seat) const override {
        nn::Active active;
        if constexpr (nn::Encoded<G>) {
            G::encode(state_, seat, active);
        }
        return {active.begin(), active.end()};
    }

    int output(Action action) const override {
        if constexpr (nn::Encoded<G>) {
            return G::output(state_, G::move(state_, action));
        }
        return action;
    }

  private:
    static constexpr std::size_t small = 4096;  // bytes that any stack has room for

    void list(Moves<G>& moves) {
        G::legal(state_, moves);
        legal_.resize(static_cast<std::size_t>(moves.size()));
        std::ranges::transform(moves, legal_.begin(),
                               [this](auto move) { return G::action(state_, move); });
    }

    typename G::State state_;
    std::vector<Action> legal_;
    bool listed_ = false;
};

}  // namespace ludothek
