// NEXUS: what the three actions offer. The clauses cited are those of the game's RULES.md.
#pragma once

#include <algorithm>
#include <array>

#include "ludothek/bits.hpp"
#include "ludothek/inline_vector.hpp"
#include "ludothek/games/nexus/board.hpp"
#include "ludothek/games/nexus/state.hpp"
#include "ludothek/games/nexus/bitmap.hpp"

namespace ludothek::nexus {

inline constexpr int four = 4;   // rings in a change
inline constexpr int three = 3;  // marbles in an entry

// --- 3.3, 3.4: entering -------------------------------------------------------------------------

// The empty rings next to an anchored own chain; by option, all of the border.
inline Bits entrances(const State& state, const Survey& seen) {
    const Board& board = state.board;
    const Bits anchored = board.spread(seen.own & board.border, seen.own);
    return (board.beside(anchored) | (state.border_entry ? board.border : 0)) & seen.empty;
}

// The first marble of all picks a border ring whose surroundings can take the other two.
inline Bits first_entrances(const Board& board, Bits empty) {
    Bits rings = 0;
    while (empty) {
        const Bits part = board.spread(empty & (~empty + 1), empty);
        rings |= count(part) >= three ? part & board.border : 0;
        empty &= ~part;
    }
    return rings;
}

// The rings where the next marble may enter, such that all three can. Entering never closes a
// way, so the order does not matter: all that is connected to an entrance can be filled.
inline Bits targets(const State& state, const Survey& seen) {
    const int left = state.phase == entering ? state.left : three;
    if (state.reserves[state.to_move] < left) {
        return 0;
    }
    if (state.first_turn() && left == three && !state.border_entry) {
        return first_entrances(state.board, seen.empty);
    }
    const Bits rings = entrances(state, seen);
    const Bits reach = state.board.spread(rings, seen.empty | seen.own) & seen.empty;
    return count(reach) >= left ? rings : 0;
}

// --- 3.1, 3.2: changing rings -------------------------------------------------------------------

inline bool may_change(const State& state) {
    const bool just_before =
        state.last >= 0 && state.previous[static_cast<unsigned>(state.last)] == ring_change;
    return !state.first_turn() && !just_before && state.previous[state.to_move] != ring_change;
}

inline bool can_lay_after(const Board& board, Pos pos, const Vacated& vacated, int left);

// Is there any way to lay that many rings? A ring laid takes no other place away.
inline bool can_lay(const Board& board, const Vacated& vacated, int left) {
    const Places places = board.places(vacated);
    return static_cast<int>(places.size()) >= left ||
           std::ranges::any_of(places, [&](Pos pos) {
               return can_lay_after(board, pos, vacated, left - 1);
           });
}

inline bool can_lay_after(const Board& board, Pos pos, const Vacated& vacated, int left) {
    Board after = board;
    after.insert(pos);
    return can_lay(after, vacated, left);
}

inline bool can_finish(const Board& board, const Vacated& vacated, Bits empty, int more);

// When this ring is lifted and then `more` of those empty ones that come after it in the order or
// are given, can four be laid?
inline bool can_finish_after(const Board& board, const Vacated& vacated, int ring, Bits empty,
                             int more) {
    Board after = board;
    Vacated lifted = vacated;
    lifted.add(board.pos(ring));
    after.erase(ring);
    return can_finish(after, lifted, without(empty & ~bit(ring), ring), more);
}

inline bool can_finish(const Board& board, const Vacated& vacated, Bits empty, int more) {
    if (more == 0) {
        return can_lay(board, vacated, four);
    }
    for (Bits rest = empty; rest; rest &= rest - 1) {
        if (can_finish_after(board, vacated, lowest(rest), rest, more - 1)) {
            return true;
        }
    }
    return false;
}

// How many places surely stay if a ring is lifted and then others that touch few of them. At most
// the places a ring touches are lost by lifting it.
class Staying {
  public:
    Staying(const State& state, Bits empty, int more) : more_(more) {
        Window window(state.board);
        window.find_places(state.lifted);
        places_ = window.number_of_places();
        for (const int ring : members(empty)) {
            const int lost = window.places_touching(state.board.pos(ring));
            lost_[static_cast<unsigned>(ring)] = static_cast<std::int8_t>(lost);
            ++rings_losing_[static_cast<unsigned>(lost)];
        }
    }

    int after(int ring) const {
        const unsigned own = static_cast<unsigned>(lost_[static_cast<unsigned>(ring)]);
        int left = places_ - static_cast<int>(own), needed = more_;
        for (unsigned lost = 0; lost < rings_losing_.size() && needed > 0; ++lost) {
            const int taken = std::min(needed, rings_losing_[lost] - (lost == own));
            left -= taken * static_cast<int>(lost);
            needed -= taken;
        }
        return left;
    }

  private:
    int places_ = 0, more_;
    std::array<std::int8_t, most_rings> lost_;
    std::array<int, 7> rings_losing_{};
};

// The empty rings that may be lifted next, such that the change can be completed.
inline Bits lifts(const State& state, Bits empty) {
    const int more = four - static_cast<int>(state.lifted.size()) - 1;
    if (count(empty) <= more) {
        return 0;
    }
    const Staying staying(state, empty, more);
    Bits targets = 0;
    for (const int ring : members(empty)) {
        const bool possible = staying.after(ring) >= four ||
                              can_finish_after(state.board, state.lifted, ring, empty, more);
        targets |= possible ? bit(ring) : 0;
    }
    return targets;
}

// --- 3.5 to 3.7: stepping -----------------------------------------------------------------------

inline Bits along_lines(const Board& board, Bits own, int ring) {
    Bits targets = 0;
    for (const Pos direction : directions) {
        int there = board.find(board.pos(ring) + direction);
        while (there >= 0 && has(own, there)) {
            there = board.find(board.pos(there) + direction);
        }
        targets |= there >= 0 ? bit(there) : 0;
    }
    return targets;
}

// The rings where a marble of this ring may walk to.
inline Bits walks(const State& state, const Survey& seen, int ring) {
    const Board& board = state.board;
    Bits targets = board.near_to(ring);
    if (state.jump == jump_chain) {
        const Bits chain = board.spread(bit(ring), seen.own);
        targets = chain | board.beside(chain);
    } else if (state.jump == jump_line) {
        targets |= along_lines(board, seen.own, ring);
    }
    if (state.phase == stepping && ring == state.back_from) {
        targets &= ~bit(state.back_to);
    }
    return targets & seen.room & ~bit(ring);
}

// The rings another marble may be sacrificed from, for a leap from this one.
inline Bits sacrifices(const State& state, const Survey& seen, int ring) {
    return state.own().in(ring) == 1 ? seen.free & ~bit(ring) : seen.free;
}

inline Bits leap_targets(const Survey& seen, int ring, int sacrificed) {
    return (seen.room | bit(sacrificed)) & ~bit(ring);
}

// A step lands, with what it removes by majority (4.1, 4.2).
inline void land(State& state, int from, int to, int sacrificed) {
    Marbles& own = state.own();
    if (sacrificed >= 0) {
        own.take(sacrificed);
    }
    own.take(from);
    own.add(to);
    bool removed = false;
    for (unsigned seat = 0; seat < state.seats; ++seat) {
        const int there = state.marbles[seat].in(to);
        if (there && there < own.in(to)) {
            state.marbles[seat].clear(bit(to));
            state.reserves[state.to_move] =
                static_cast<std::int8_t>(state.reserves[state.to_move] + there);
            removed = true;
        }
    }
    state.phase = stepping;
    state.leapt = sacrificed >= 0;
    const bool undoable = !removed && sacrificed < 0;
    state.back_from = static_cast<std::int8_t>(undoable ? to : -1);
    state.back_to = static_cast<std::int8_t>(undoable ? from : -1);
}

// Is there a second step?
inline bool can_step(const State& state) {
    const Survey seen = survey(state);
    for (const int ring : members(seen.free)) {
        if (walks(state, seen, ring) ||
            (!state.leapt && (count(seen.free) >= 2 ||
                              (state.own().in(ring) >= 2 && (seen.room & ~bit(ring)))))) {
            return true;
        }
    }
    return false;
}

// Which first steps are offered: those after which a second one is left.
class Offer {
  public:
    Offer(const State& state, const Survey& seen) : state_(state), seen_(seen) {
        for (const int ring : members(first() ? seen.free : 0)) {
            open_ |= count(state.board.near_to(ring) & seen.room) >= 2 ? bit(ring) : 0;
        }
    }

    bool first() const { return state_.phase != stepping; }
    bool has_leaps() const { return first() || !state_.leapt; }

    bool has(int from, int to, int sacrificed) const {
        return !first() || surely_goes_on(from, to, sacrificed) || goes_on(from, to, sacrificed);
    }

  private:
    // Another ring with two ways out keeps one of them, wherever the step lands. And after a walk,
    // two rings that marbles can leave allow a leap.
    bool surely_goes_on(int from, int to, int sacrificed) const {
        const Bits touched = bit(from) | bit(to) | (sacrificed < 0 ? 0 : bit(sacrificed));
        const int can_leave = count(seen_.free & ~bit(from)) + (state_.own().in(from) >= 2);
        return (open_ & ~touched) || (sacrificed < 0 && can_leave >= 2);
    }

    bool goes_on(int from, int to, int sacrificed) const {
        State after = state_;
        land(after, from, to, sacrificed);
        return can_step(after);
    }

    const State& state_;
    const Survey& seen_;
    Bits open_ = 0;
};

// Call with every step that may be taken next, until told to stop.
template <class Visit>
bool each_step(const State& state, const Survey& seen, Visit visit) {
    const Offer offer(state, seen);
    for (const int from : members(seen.free)) {
        for (const int to : members(walks(state, seen, from))) {
            if (offer.has(from, to, -1) && visit(from, to, -1)) {
                return true;
            }
        }
    }
    for (const int from : members(offer.has_leaps() ? seen.free : 0)) {
        for (const int sacrificed : members(sacrifices(state, seen, from))) {
            for (const int to : members(leap_targets(seen, from, sacrificed))) {
                if (offer.has(from, to, sacrificed) && visit(from, to, sacrificed)) {
                    return true;
                }
            }
        }
    }
    return false;
}

// --- 4.3 to 4.5: surrounding --------------------------------------------------------------------

// Rings next to the same hole are as good as next to each other: it is passed through where it is
// not surrounded, and joins what is where it is. With edge=wall it closes (7.1).
inline Bits connected(const State& state, Bits start, Bits within) {
    return state.wall ? state.board.spread(start, within) : state.board.spread_across(start, within);
}
inline Bits next_to(const State& state, Bits of) {
    return state.wall ? state.board.beside(of) : state.board.beside_across(of);
}

// With edge=wall, those of some areas that have an own ring beside them or in them, if it is not
// alone. Where the edge is open they always have.
inline Bits held(const State& state, Bits areas) {
    Bits marbles = 0;
    while (areas) {
        const Bits area = state.board.spread(areas & (~areas + 1), areas);
        marbles |= state.board.beside(area) & state.own().any() ? area : 0;
        areas &= ~area;
    }
    return marbles;
}

// All rings in areas the seat to move surrounds.
inline Bits surrounded(const State& state) {
    const Bits own = state.own().any(), occupied = state.occupied();
    const Bits rest = state.board.all() & ~own, outside = state.wall ? 0 : state.board.border;
    const Bits safe = connected(state, rest & (~occupied | outside), rest);
    Bits mixed = 0;
    for (unsigned seat = 0; seat < state.seats; ++seat) {
        mixed |= seat == state.to_move ? 0 : state.marbles[seat].any() & own & ~outside;
    }
    const Bits surrounded = (rest & ~safe) | (mixed ? mixed & ~next_to(state, safe) : 0);
    return state.wall ? held(state, surrounded) : surrounded;
}

}  // namespace ludothek::nexus
