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

// Rows of fewer than 64 bits one behind the other, told as words from a first action on.
template <class Add>
class JoinedRows {
  public:
    JoinedRows(int first, int bits, const Add& add) : add_(add), first_(first), bits_(bits) {}

    void append(Bits row) {
        word_ |= row << filled_;
        filled_ += bits_;
        if (filled_ >= 64) {
            filled_ -= 64;
            add_(first_, word_);
            word_ = row >> (bits_ - filled_);
            first_ += 64;
        }
    }
    void end() { add_(first_, word_); }

  private:
    const Add& add_;
    int first_, bits_, filled_ = 0;
    Bits word_ = 0;
};

template <class Add>
void Nexus::each_step_row(const State& state, const Add& add) {
    const int rings = rings_of(state.seats), walks_from = 6 * rings, leaps_from = walks_from + rings * rings;
    const Survey seen = survey(state);
    const Offer offer(state, seen);
    const Walks ways(state, seen);
    for (const int from : members(seen.free)) {
        add(walks_from + from * rings, offer.walks(from, ways.from(from)));
    }
    if (!offer.has_leaps()) {
        return;
    }
    const Bits easy = offer.easy();
    for (const int from : members(seen.free)) {
        const Bits given = sacrifices(state, seen, from), doubtful = offer.doubtful(from) & ~easy;
        JoinedRows rows(leaps_from + from * rings * rings, rings, add);
        for (int to = 0; to < rings; ++to) {
            const Bits there = to == from ? 0 : given & (has(seen.room, to) ? ~Bits{0} : bit(to));
            rows.append(there && has(doubtful, to) ? offer.leaps(from, to, there) : there);
        }
        rows.end();
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
    const int number = Nexus::actions(setup(state));
    std::fill_n(actions, number, std::uint8_t{0});
    each_row(state, [=](int first, Bits bits) {
        for (const int member : members(bits)) {
            actions[first + member] = 1;
        }
    });
}

// What an array of planes shows of a game, so that only what differs is written again.
struct Nexus::Drawn {
    bool blank = true;  // nothing yet, and the array holds anything
    std::uint64_t hash = 0;  // of the board
    Pos corner{};  // the position at the first place of a plane
    InlineVector<Pos, most_rings> rings;
    Vacated vacated;
    std::array<std::uint8_t, most_rings> places;  // where each ring is seen in a plane
    Bits seen = 0;  // which rings are: the others lie further out
    std::array<Marbles, 4> marbles{};
    Bits border = 0, before = 0;
    std::array<int, 13> numbers;
};

// A picture of 16 x 16 positions around the middle of the board, q to the right, r down; rings
// further out are not seen. Planes: rings; marbles of the seat that looks, then of the others in
// playing order (4 planes); border rings; what was surrounded when the action began; positions
// just vacated; each ring's number as an action counts it, plus 1. Then numbers, each filling a
// plane: reserves (4, in the same order), whether rings may be changed, what is under way, how
// much of it is left, whether this is the first turn; how many places after the seat that looks the one
// to decide sits; whether each seat has changed rings last (4, in the same order).
class Picture {
  public:
    static constexpr int side = 16, size = side * side;
    enum Plane : std::uint8_t { rings, marbles, border = 5, before, vacated, numbering, numbers };

    Picture(const Board& board, const Vacated& lifted, std::uint8_t* planes, Nexus::Drawn& drawn)
        : planes_(planes), drawn_(drawn) {
        if (drawn.blank || drawn.hash != board.hash) {
            const Pos corner = corner_of(board);
            if (drawn.blank || drawn.corner != corner || !follow(board)) {
                draw_rings(board, corner);
            }
            drawn.hash = board.hash;
            drawn.rings = board.at;
        }
        if (!std::ranges::equal(drawn.vacated, lifted)) {
            draw_vacated(drawn.vacated, 0);
            draw_vacated(lifted, 1);
            drawn.vacated = lifted;
        }
        if (drawn.blank) {
            drawn.numbers.fill(-1);
            drawn.blank = false;
        }
    }

    void draw_marbles(unsigned after, const Marbles& now) {
        Marbles& old = drawn_.marbles[after];
        put((old.ones ^ now.ones) | (old.twos ^ now.twos), marbles + after, [&now](int ring) { return now.in(ring); });
        old = now;
    }
    void draw_border(Bits now) { draw(border, drawn_.border, now); }
    void draw_before(Bits now) { draw(before, drawn_.before, now); }

    void number(int value) {
        if (int& old = drawn_.numbers[next_]; old != value) {
            old = value;
            write_number<size>(value, plane(numbers + next_));
        }
        ++next_;
    }

  private:
    static Pos corner_of(const Board& board) {
        const Grid& grid = board.grid;
        int low = grid.top + grid.low, high = grid.top + grid.high;
        if (!grid.fits) {
            const auto [least, most] = std::ranges::minmax(board.at, {}, &Pos::r);
            low = least.r, high = most.r;
        }
        const int both = board.at[0].q + board.pos(board.size() - 1).q;  // sorted by q
        return {static_cast<std::int16_t>((both + 1) / 2 - side / 2),
                static_cast<std::int16_t>((low + high + 1) / 2 - side / 2)};
    }

    // Where a position is seen in a plane; -1: it lies further out.
    int place_of(Pos pos) const {
        const int column = pos.q - drawn_.corner.q, row = pos.r - drawn_.corner.r;
        return column >= 0 && column < side && row >= 0 && row < side ? row * side + column : -1;
    }

    // All else about the rings is drawn anew, too.
    void draw_rings(const Board& board, Pos corner) {
        std::memset(planes_, 0, numbers * size);
        drawn_.corner = corner;
        drawn_.vacated.clear();
        drawn_.marbles = {};
        drawn_.border = drawn_.before = drawn_.seen = 0;
        for (int ring = 0; ring < board.size(); ++ring) {
            see(board.pos(ring), ring);
        }
        put(board.all(), rings, [](int) { return 1; });
        put(board.all(), numbering, [](int ring) { return ring + 1; });
    }

    // The same where one ring has come or gone; false: it is another board.
    bool follow(const Board& board) {
        const auto& old = drawn_.rings;
        const auto first = static_cast<std::size_t>(std::ranges::mismatch(old, board.at).in1 - old.begin());
        const auto ring = static_cast<int>(first);
        if (old.size() + 1 == board.at.size() && drawn_.hash + hash_of(board.at[first]) == board.hash) {
            add_ring(board.at[first], ring);
        } else if (old.size() == board.at.size() + 1 && drawn_.hash - hash_of(old[first]) == board.hash) {
            take_ring(ring);
        } else {
            return false;
        }
        put(board.all() >> ring << ring, numbering, [](int each) { return each + 1; });
        return true;
    }

    void add_ring(Pos pos, int ring) {
        std::uint8_t* place = &drawn_.places[static_cast<unsigned>(ring)];
        std::copy_backward(place, drawn_.places.end() - 1, drawn_.places.end());
        change_sets([ring](Bits set) { return with_gap(set, ring); });
        see(pos, ring);
        put(bit(ring), rings, [](int) { return 1; });
    }

    void take_ring(int ring) {
        std::uint8_t* place = &drawn_.places[static_cast<unsigned>(ring)];
        for (unsigned which = 0; has(drawn_.seen, ring) && which < numbers; ++which) {
            plane(which)[*place] = 0;
        }
        std::copy(place + 1, drawn_.places.end(), place);
        change_sets([ring](Bits set) { return without(set, ring); });
    }

    template <class Change>
    void change_sets(const Change& changed) {
        for (Marbles& each : drawn_.marbles) {
            each = {changed(each.ones), changed(each.twos)};
        }
        drawn_.border = changed(drawn_.border);
        drawn_.before = changed(drawn_.before);
        drawn_.seen = changed(drawn_.seen);
    }

    void see(Pos pos, int ring) {
        const int place = place_of(pos);
        drawn_.places[static_cast<unsigned>(ring)] = static_cast<std::uint8_t>(place);
        drawn_.seen |= place >= 0 ? bit(ring) : 0;
    }

    void draw_vacated(const Vacated& positions, std::uint8_t value) {
        for (const Pos pos : positions) {
            if (const int place = place_of(pos); place >= 0) {
                plane(vacated)[place] = value;
            }
        }
    }

    void draw(Plane which, Bits& old, Bits now) {
        put(old ^ now, which, [now](int ring) { return has(now, ring); });
        old = now;
    }

    template <class Value>
    void put(Bits set, unsigned which, const Value& value) {
        std::uint8_t* to = plane(which);
        for (const int ring : members(set & drawn_.seen)) {
            to[drawn_.places[static_cast<unsigned>(ring)]] = static_cast<std::uint8_t>(value(ring));
        }
    }

    std::uint8_t* plane(unsigned which) { return planes_ + which * size; }

    std::uint8_t* planes_;
    Nexus::Drawn& drawn_;
    unsigned next_ = 0;
};

inline void Nexus::observe(const State& state, int looking, std::uint8_t* planes) {
    Drawn nothing;
    observe(state, looking, planes, nothing);
}

inline void Nexus::observe(const State& state, int looking, std::uint8_t* planes, Drawn& drawn) {
    const Board& board = state.board;
    const bool changing = state.phase == lifting || state.phase == laying;
    const auto seat = [&](unsigned after) {
        return after < state.seats ? (static_cast<unsigned>(looking) + after) % state.seats : 3U;
    };
    Picture picture(board, state.lifted, planes, drawn);
    for (unsigned after = 0; after < 4; ++after) {
        picture.draw_marbles(after, after < state.seats ? state.marbles[seat(after)] : Marbles{});
    }
    picture.draw_border(changing ? board.border_now() : board.border);
    picture.draw_before(state.before);
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
