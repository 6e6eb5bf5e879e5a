// A game in progress behind a type that does not name the game: a caller steps it decision by
// decision.
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

    // What a learner sees, as some seat; the legal actions as bytes; what each seat has of the win.
    virtual Shape shape() const = 0;
    virtual int number_of_actions() const = 0;
    virtual void observe(int seat, std::uint8_t* planes) const = 0;
    virtual void mask(std::uint8_t* actions) const = 0;
    virtual Shares shares() const = 0;       // of a game that is over
    virtual unsigned seats_in() const = 0;   // seats that are not eliminated, as bits

    virtual std::string position() const = 0;
    virtual std::string format(Action action) const = 0;  // of a legal one
    virtual std::optional<Action> parse(std::string_view text) = 0;  // a legal one

    // What a network sees, as some seat: the inputs that are on, and the outputs of a legal action.
    virtual std::vector<std::uint16_t> encode(int seat) const = 0;  // nothing: the game has no encoder
    virtual std::vector<std::int16_t> outputs(Action action) const = 0;
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
        const auto actions = legal();
        return std::ranges::find(actions, action) != actions.end();
    }

    bool apply(Action action) override {
        if (!is_legal(action)) {
            return false;
        }
        G::apply(state_, G::move(state_, action));
        listed_ = false;
        return true;
    }

    Shape shape() const override { return G::shape(G::setup(state_)); }
    int number_of_actions() const override { return G::actions(G::setup(state_)); }
    void observe(int seat, std::uint8_t* planes) const override { G::observe(state_, seat, planes); }
    void mask(std::uint8_t* actions) const override { G::mask(state_, actions); }
    Shares shares() const override { return ludothek::shares(outcome()); }
    unsigned seats_in() const override {
        if constexpr (requires { G::seats_in(state_); }) {
            return G::seats_in(state_);
        }
        return (1U << static_cast<unsigned>(seats())) - 1;
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

    std::vector<std::int16_t> outputs(Action action) const override {
        if constexpr (nn::Encoded<G>) {
            const auto parts = typename G::Numbering(state_)(G::move(state_, action));
            return {parts.begin(), parts.end()};
        }
        return {};
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
