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

namespace ludothek {

using Code = std::uint32_t;  // a decision of any game

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
    virtual std::span<const Code> legal() = 0;
    virtual bool small_codes() const = 0;  // are all codes of the game below 256?
    virtual bool apply(Code move) = 0;  // false, and nothing happens, if the move is not legal

    virtual std::string position() const = 0;
    virtual std::string format(Code move) const = 0;
    virtual std::optional<Code> parse(std::string_view text) const = 0;
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

    std::span<const Code> legal() override {
        if (!listed_) {
            static thread_local Moves<G> moves;
            G::legal(state_, moves);
            legal_.assign(moves.begin(), moves.end());
            listed_ = true;
        }
        return legal_;
    }

    bool small_codes() const override { return sizeof(typename G::Move) == 1; }

    bool apply(Code move) override {
        const auto found = legal();
        if (std::ranges::find(found, move) == found.end()) {
            return false;
        }
        G::apply(state_, static_cast<typename G::Move>(move));
        listed_ = false;
        return true;
    }

    std::string position() const override { return G::format(state_); }

    std::string format(Code move) const override {
        return G::format_move(state_, static_cast<typename G::Move>(move));
    }

    std::optional<Code> parse(std::string_view text) const override {
        return G::parse_move(state_, text);
    }

  private:
    typename G::State state_;
    std::vector<Code> legal_;
    bool listed_ = false;
};

}  // namespace ludothek
