// NEXUS: numbering of decisions, and observation planes for learners.
#pragma once

#include <cstring>

#include "ludothek/games/nexus.hpp"
#include "ludothek/games/nexus/sampling.hpp"

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

template <class Add>
void Nexus::each_step_row(const State& state, const Add& add) {
    const int rings = rings_of(state.seats), walks_from = 6 * rings, leaps_from = walks_from + rings * rings;
    const Survey seen = survey(state);
    const Offer offer(state, seen);
    const Walks ways(state, seen);
    for (const int from : members(seen.free)) {
        add(walks_from + from * rings, offer.walks(from, ways.from(from)));
    }
    for (const int from : members(offer.has_leaps() ? seen.free : 0)) {
        const Bits given = sacrifices(state, seen, from);
        for (const int to : members((seen.room | given) & ~bit(from))) {
            const Bits there = has(seen.room, to) ? given : bit(to);
            add(leaps_from + (from * rings + to) * rings, offer.leaps(from, to, there));
        }
    }
}

template <class Add>
void Nexus::each_place_row(const State& state, const Add& add) {
    const int first = 3 * rings_of(state.seats), places = state.board.number_of_places(state.lifted);
    if (places >= state.left) {
        add(first, bit(std::min(places, 63)) - 1);
        add(first + 63, places > 63 ? bit(places - 63) - 1 : 0);
        return;
    }
    static thread_local MoveList<Move, most_moves> moves;
    legal(state, moves);
    for (const Move each : moves) {
        add(action(state, each), 1);
    }
}

template <class Add>
void Nexus::each_row(const State& state, const Add& add) {
    const int rings = rings_of(state.seats);
    if (outcome(state).over) {
        return;
    }
    switch (state.phase) {
        case idle:
            add(0, targets(state, survey(state)));
            add(rings, may_change(state) ? lifts(state, state.empty()) : 0);
            if (!state.first_turn()) {
                each_step_row(state, add);
            }
            break;
        case entering:
            add(0, targets(state, survey(state)));
            break;
        case lifting:
            add(rings, lifts(state, state.empty()));
            break;
        case laying:
            each_place_row(state, add);
            break;
        case stepping:
            each_step_row(state, add);
            break;
        case removing:
            add(2 * rings, removable(state));
            break;
        case repeated:
            break;
    }
}

inline void Nexus::mask(const State& state, std::uint8_t* actions) {
    std::fill_n(actions, Nexus::actions(setup(state)), std::uint8_t{0});
    each_row(state, [actions](int first, Bits bits) { fill_bytes(bits, 1, actions + first); });
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

    // Where a picture is drawn over another one, numbers that stay need not be written.
    Picture(const Board& board, std::uint8_t* planes, bool over) : next_(planes), over_(over) {
        int low = board.at[0].r, high = low;
        for (const Pos pos : board.at) {
            low = std::min<int>(low, pos.r);
            high = std::max<int>(high, pos.r);
        }
        left_ = (board.at[0].q + board.pos(board.size() - 1).q + 1) / 2 - side / 2;  // sorted by q
        top_ = (low + high + 1) / 2 - side / 2;
    }

    void number(int value) {
        if (!over_ || *next_ != static_cast<std::uint8_t>(value)) {
            std::memset(next_, value, side * side);
        }
        next_ += side * side;
    }
    void put(Pos pos, int value) {
        const int column = pos.q - left_, row = pos.r - top_;
        if (column >= 0 && column < side && row >= 0 && row < side) {
            next_[row * side + column] = static_cast<std::uint8_t>(value);
        }
    }
    template <class Value>
    void rings(const Board& board, Bits set, Value value) {
        std::memset(next_, 0, side * side);
        for (const int ring : members(set)) {
            put(board.pos(ring), value(ring));
        }
        next_ += side * side;
    }
    void positions(const Vacated& vacated) {
        std::memset(next_, 0, side * side);
        for (const Pos pos : vacated) {
            put(pos, 1);
        }
        next_ += side * side;
    }

  private:
    std::uint8_t* next_;
    bool over_;
    int left_ = 0, top_ = 0;
};

inline void Nexus::observe(const State& state, int looking, std::uint8_t* planes, bool over) {
    const Board& board = state.board;
    const bool changing = state.phase == lifting || state.phase == laying;
    const auto one = [](int) { return 1; };
    const auto seat = [&](unsigned after) {
        return after < state.seats ? (static_cast<unsigned>(looking) + after) % state.seats : 3U;
    };
    Picture picture(board, planes, over);
    picture.rings(board, board.all(), one);
    for (unsigned after = 0; after < 4; ++after) {
        const Marbles& marbles = state.marbles[seat(after)];
        const bool plays = after < state.seats;
        picture.rings(board, plays ? marbles.any() : 0, [&](int ring) { return marbles.in(ring); });
    }
    picture.rings(board, changing ? board.border_now() : board.border, one);
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
