// NEXUS: decisions as numbers, and what a learner sees.
#pragma once

#include "ludothek/games/nexus.hpp"

namespace ludothek::nexus {

// How many rings a game has when none are lifted.
constexpr int rings_of(int seats) { return seats == 2 ? 19 : seats == 3 ? 28 : 37; }

// With R rings: R entries, R lifts, R removals, 3 R lays, R x R walks (from, to), R x R x R leaps
// (from, to, sacrificed). Rings are counted in the order of their positions, places to lay row by
// row.
inline int Nexus::actions(const Setup& setup) {
    const int rings = rings_of(setup.seats);
    return 6 * rings + rings * rings + rings * rings * rings;
}

inline int Nexus::action(const State& state, Move move) {
    const int rings = rings_of(state.seats);
    const int steps = 6 * rings, pair = first(move) * rings + second(move);
    switch (sort_of(move)) {
        case enter:
            return first(move);
        case lift:
            return rings + first(move);
        case remove:
            return 2 * rings + first(move);
        case lay:
            return 3 * rings + first(move);
        case walk:
            return steps + pair;
        case leap:
            return steps + rings * rings + pair * rings + third(move);
    }
    return 0;
}

inline Nexus::Move Nexus::move(const State& state, int action) {
    const int rings = rings_of(state.seats);
    if (action < 3 * rings) {
        constexpr std::array sorts{enter, lift, remove};
        return code(sorts[static_cast<unsigned>(action / rings)], action % rings);
    }
    if (action < 6 * rings) {
        return code(lay, action - 3 * rings);
    }
    action -= 6 * rings;
    if (action < rings * rings) {
        return code(walk, action / rings, action % rings);
    }
    action -= rings * rings;
    return code(leap, action / rings / rings, action / rings % rings, action % rings);
}

inline void Nexus::mask(const State& state, std::uint8_t* actions) {
    static thread_local MoveList<Move, most_moves> moves;
    std::fill_n(actions, Nexus::actions(setup(state)), std::uint8_t{0});
    legal(state, moves);
    for (const Move each : moves) {
        actions[action(state, each)] = 1;
    }
}

// A picture of 16 x 16 positions around the middle of the board, q to the right, r down; rings
// further out are not seen. Planes: rings; marbles of the seat that looks, then of the others in
// playing order (4 planes); border rings; what was surrounded when the action began; positions
// just vacated; each ring's number as an action counts it, plus 1. Then numbers, each filling a
// plane: reserves (4, in the same order), whether rings may be changed, what is under way, how
// much of it is left, whether this is the first turn; how many places after the seat that looks the one
// to decide sits; whether each seat has changed rings last (4, in the same order).
class Picture {
  public:
    static constexpr int side = 16;

    Picture(const Board& board, std::uint8_t* planes) : next_(planes) {
        const auto [low_q, high_q] = std::ranges::minmax(board.at, {}, &Pos::q);
        const auto [low_r, high_r] = std::ranges::minmax(board.at, {}, &Pos::r);
        left_ = (low_q.q + high_q.q + 1) / 2 - side / 2;
        top_ = (low_r.r + high_r.r + 1) / 2 - side / 2;
    }

    void number(int value) {
        next_ = std::fill_n(next_, side * side, static_cast<std::uint8_t>(value));
    }
    void put(Pos pos, int value) {
        const int column = pos.q - left_, row = pos.r - top_;
        if (column >= 0 && column < side && row >= 0 && row < side) {
            next_[row * side + column] = static_cast<std::uint8_t>(value);
        }
    }
    template <class Value>
    void rings(const Board& board, Bits set, Value value) {
        std::fill_n(next_, side * side, std::uint8_t{0});
        for (const int ring : members(set)) {
            put(board.pos(ring), value(ring));
        }
        next_ += side * side;
    }
    void positions(const Vacated& vacated) {
        std::fill_n(next_, side * side, std::uint8_t{0});
        for (const Pos pos : vacated) {
            put(pos, 1);
        }
        next_ += side * side;
    }

  private:
    std::uint8_t* next_;
    int left_ = 0, top_ = 0;
};

inline void Nexus::observe(const State& state, int looking, std::uint8_t* planes) {
    const Board& board = state.board;
    const bool changing = state.phase == lifting || state.phase == laying;
    const auto one = [](int) { return 1; };
    const auto seat = [&](unsigned after) {
        return after < state.seats ? (static_cast<unsigned>(looking) + after) % state.seats : 3U;
    };
    Picture picture(board, planes);
    picture.rings(board, board.all(), one);
    for (unsigned after = 0; after < 4; ++after) {
        const Marbles& marbles = state.marbles[seat(after)];
        const bool plays = after < state.seats;
        picture.rings(board, plays ? marbles.any() : 0, [&](int ring) { return marbles.in(ring); });
    }
    picture.rings(board, changing ? Window(board).border(board) : board.border, one);
    picture.rings(board, state.before, one);
    picture.positions(state.lifted);
    picture.rings(board, board.all(), [](int ring) { return ring + 1; });
    for (unsigned after = 0; after < 4; ++after) {
        picture.number(after < state.seats ? state.reserves[seat(after)] : 0);
    }
    picture.number(may_change(state));
    picture.number(state.phase);
    picture.number(state.left);
    picture.number(state.first_turn());
    picture.number((state.to_move + state.seats - looking) % state.seats);
    for (unsigned after = 0; after < 4; ++after) {
        picture.number(after < state.seats && state.previous[seat(after)] == ring_change);
    }
}

}  // namespace ludothek::nexus
