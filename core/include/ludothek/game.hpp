// What a game is to the core. Search, solver and batches know nothing else about it.
//
// A game is a class without instances: types, constants and static functions over a State that is
// cheap to copy. Every choice is one decision by one seat, coded as a small number. Rules do not
// throw, do not start threads and do not allocate, except for texts and in searches of their own that
// are rare (a prospect in Repulso). The Python rules are the authority; the core is held to them by
// the lockstep test.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "ludothek/random.hpp"

namespace ludothek {

inline constexpr int most_seats = 4;
inline constexpr int most_options = 5;

// What is agreed before a game starts. Options are positions in the game's own list of values.
struct Setup {
    int seats = 2;
    std::array<std::uint8_t, most_options> options{};
};

// A named alternative reading of the rules; the first value is the default.
struct Option {
    std::string_view name;
    std::array<std::string_view, 3> values;
};

// How a game stands: going on, won by one seat, or drawn between some.
struct Outcome {
    bool over = false;
    std::int8_t winner = -1;  // -1: a draw
    std::uint8_t drawn = 0;   // the seats between which it is drawn, as bits
    std::uint8_t reason = 0;  // position in the game's list of reasons
};

// Who wins a position for certain, seen without a search; the solver asks games that can tell.
struct Settled {
    int winner = -1;    // -1: not known
    int decisions = 0;  // until the end, at most
};

// Shares of a won game are counted in twelfths, so that a draw between 2, 3 or 4 is exact.
inline constexpr int whole = 12;
using Shares = std::array<std::int8_t, most_seats>;

// The same as fractions: what a seat may expect, 0 for a loss to 1 for a win.
using Values = std::array<float, most_seats>;

constexpr Shares shares(const Outcome& outcome) {
    Shares shares{};
    int between = 0;
    for (int seat = 0; seat < most_seats; ++seat) {
        between += outcome.drawn >> seat & 1;
    }
    for (int seat = 0; seat < most_seats; ++seat) {
        if (seat == outcome.winner) {
            shares[static_cast<unsigned>(seat)] = whole;
        } else if (outcome.winner < 0 && (outcome.drawn >> seat & 1)) {
            shares[static_cast<unsigned>(seat)] = static_cast<std::int8_t>(whole / between);
        }
    }
    return shares;
}

constexpr Values values(const Shares& of) {
    Values values{};
    for (unsigned seat = 0; seat < most_seats; ++seat) {
        values[seat] = static_cast<float>(of[seat]) / whole;
    }
    return values;
}

// Decisions in a buffer of fixed size.
template <class Move, int capacity>
class MoveList {
  public:
    void add(Move move) { moves_[static_cast<unsigned>(size_++)] = move; }
    void clear() { size_ = 0; }
    int size() const { return size_; }
    bool empty() const { return size_ == 0; }
    Move operator[](int i) const { return moves_[static_cast<unsigned>(i)]; }
    const Move* begin() const { return moves_.data(); }
    const Move* end() const { return moves_.data() + size_; }
    void swap(int i, int j) {
        std::swap(moves_[static_cast<unsigned>(i)], moves_[static_cast<unsigned>(j)]);
    }
    bool contains(Move move) const {
        for (const Move each : *this) {
            if (each == move) {
                return true;
            }
        }
        return false;
    }

  private:
    int size_ = 0;
    std::array<Move, static_cast<unsigned>(capacity)> moves_;
};

template <class G>
using Moves = MoveList<typename G::Move, G::most_moves>;

// Decisions worth looking into, each with a weight: how likely it is to be the best.
template <class G>
class Proposals {
  public:
    struct Item {
        typename G::Move move;
        float weight;
    };

    void clear() {
        size_ = 0;
        total_ = 0;
    }
    void add(typename G::Move move, float weight) {
        items_[static_cast<unsigned>(size_++)] = {move, weight};
        total_ += weight;
    }
    // To be called when weights have been changed.
    void add_up() {
        total_ = 0;
        for (const Item& item : items()) {
            total_ += item.weight;
        }
    }
    int size() const { return size_; }
    float total() const { return total_; }
    std::span<Item> items() { return {items_.data(), static_cast<unsigned>(size_)}; }

  private:
    int size_ = 0;
    float total_ = 0;
    std::array<Item, static_cast<unsigned>(G::most_moves)> items_;
};

// The shape of what a learner sees: planes of rows of columns, one byte each.
struct Shape {
    int planes, rows, columns;
    constexpr int size() const { return planes * rows * columns; }
};

template <class G>
concept Game = requires(const typename G::State& state, typename G::State& changed,
                        typename G::Move move, Moves<G>& moves, Proposals<G>& proposals,
                        Random& random, const Setup& setup,
                        std::string_view text, int action, std::uint8_t* bytes) {
    requires std::copyable<typename G::State>;
    requires std::unsigned_integral<typename G::Move>;
    { G::name } -> std::convertible_to<std::string_view>;
    { G::most_moves } -> std::convertible_to<int>;
    { G::seats_least } -> std::convertible_to<int>;
    { G::seats_most } -> std::convertible_to<int>;
    { G::options[0] } -> std::convertible_to<Option>;
    { G::reasons[0] } -> std::convertible_to<std::string_view>;

    // Rules. `legal` is empty exactly when the outcome is over; `apply` trusts its caller.
    { G::initial(setup) } -> std::same_as<typename G::State>;
    { G::setup(state) } -> std::same_as<Setup>;
    { G::to_move(state) } -> std::same_as<int>;
    { G::outcome(state) } -> std::same_as<Outcome>;
    { G::legal(state, moves) } -> std::same_as<void>;
    { G::apply(changed, move) } -> std::same_as<void>;
    { G::hash(state) } -> std::same_as<std::uint64_t>;

    // Chance. `pick` is fair among all legal decisions; `rollout` plays on quickly and sensibly
    // and says what that promises each seat.
    { G::pick(state, random) } -> std::same_as<typename G::Move>;
    { G::rollout(changed, random) } -> std::same_as<Values>;

    // Search. `propose` says whether it has left out no legal decision. A game `fills_up` if every
    // line of play ends soon enough to be followed to its end; `near_end` is the guess that the
    // solver may manage.
    { G::propose(state, proposals) } -> std::same_as<bool>;
    { G::fills_up } -> std::convertible_to<bool>;
    { G::near_end(state) } -> std::same_as<bool>;

    // Texts, equal to those of the Python rules; nothing where a text cannot be read.
    { G::format_move(state, move) } -> std::same_as<std::string>;
    { G::parse_move(state, text) } -> std::same_as<std::optional<typename G::Move>>;
    { G::format(state) } -> std::same_as<std::string>;
    { G::parse(text, setup) } -> std::same_as<std::optional<typename G::State>>;

    // Learning: decisions as numbers below `actions`, positions as bytes.
    { G::actions(setup) } -> std::same_as<int>;
    { G::action(state, move) } -> std::same_as<int>;
    { G::move(state, action) } -> std::same_as<typename G::Move>;
    { G::shape(setup) } -> std::same_as<Shape>;
    { G::observe(state, action, bytes) } -> std::same_as<void>;  // as a seat sees it
    { G::mask(state, bytes) } -> std::same_as<void>;  // 1 for each legal action, else 0
};

}  // namespace ludothek
