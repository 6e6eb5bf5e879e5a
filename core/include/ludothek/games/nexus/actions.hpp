// NEXUS: legal decisions of the three actions. The clauses cited are those of the game's RULES.md.
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
    const Bits anchored = board.reach(seen.own & board.border, seen.own);
    return (anchored | (state.border_entry ? board.border : 0)) & seen.empty;
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
    if (count(rings) >= left) {
        return rings;
    }
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
        with_places(state.board, state.lifted, [&](const auto& window) {
            places_ = window.number_of_places();
            for (const int ring : members(empty)) {
                const int lost = window.places_touching(state.board.pos(ring));
                lost_[static_cast<unsigned>(ring)] = static_cast<std::int8_t>(lost);
                ++rings_losing_[static_cast<unsigned>(lost)];
            }
        });
    }

    // At least, whichever rings.
    int least() const {
        int left = places_, needed = more_ + 1, most = 0;
        for (int lost = 0; lost < static_cast<int>(rings_losing_.size()); ++lost) {
            const int rings = rings_losing_[static_cast<unsigned>(lost)], taken = std::min(needed, rings);
            left -= taken * lost;
            needed -= taken;
            most = rings ? lost : most;
        }
        return left - most;
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

// How many rings are to be lifted after the next one.
inline int lifts_after(const State& state) {
    return four - static_cast<int>(state.lifted.size()) - 1;
}

// Those of some empty rings that may be lifted next, such that the change can be completed.
inline Bits lifts_among(const State& state, Bits rings, Bits empty) {
    const int more = lifts_after(state);
    const Staying staying(state, empty, more);
    if (staying.least() >= four) {
        return rings;
    }
    Bits targets = 0;
    for (const int ring : members(rings)) {
        const bool possible = staying.after(ring) >= four ||
                              can_finish_after(state.board, state.lifted, ring, empty, more);
        targets |= possible ? bit(ring) : 0;
    }
    return targets;
}

inline Bits lifts(const State& state, Bits empty) {
    return count(empty) > lifts_after(state) ? lifts_among(state, empty, empty) : 0;
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

// Those of some rings where a marble of this ring may walk to.
inline Bits walks_within(const Standing& state, const Survey& seen, int ring, Bits targets) {
    const bool back = state.phase == stepping && ring == state.back_from;
    return targets & seen.room & ~bit(ring) & ~(back ? bit(state.back_to) : 0);
}

// All of them.
inline Bits walks(const Standing& state, const Board& board, const Survey& seen, int ring) {
    Bits targets = board.near_to(ring);
    if (state.jump == jump_chain) {
        targets = board.reach(bit(ring), seen.own);
    } else if (state.jump == jump_line) {
        targets |= along_lines(board, seen.own, ring);
    }
    return walks_within(state, seen, ring, targets);
}
inline Bits walks(const Table& state, const Survey& seen, int ring) {
    return walks(state, state.board, seen, ring);
}

// The rings another marble may be sacrificed from, for a leap from this one.
inline Bits sacrifices(const Table& state, const Survey& seen, int ring) {
    return state.own().in(ring) == 1 ? seen.free & ~bit(ring) : seen.free;
}

inline Bits leap_targets(const Survey& seen, int ring, int sacrificed) {
    return (seen.room | bit(sacrificed)) & ~bit(ring);
}

// A step lands, with what it removes by majority (4.1, 4.2).
inline void land(Standing& state, int from, int to, int sacrificed) {
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
inline bool can_step(const Standing& state, const Board& board) {
    const Survey seen = survey(state, board);
    for (const int ring : members(seen.free)) {
        if (walks(state, board, seen, ring) ||
            (!state.leapt && (count(seen.free) >= 2 ||
                              (state.own().in(ring) >= 2 && (seen.room & ~bit(ring)))))) {
            return true;
        }
    }
    return false;
}

// How many rings marbles can leave once one of this ring has left.
inline int still_free(const State& state, const Survey& seen, int from) {
    return count(seen.free & ~bit(from)) + (state.own().in(from) >= 2);
}

// A first step that surely leaves a second one: a walk to a ring beside, after which two marbles can leave
// their rings for a leap.
inline bool surely_steps(const State& state, const Survey& seen) {
    for (const int from : members(seen.free)) {
        if (still_free(state, seen, from) >= 2 && (state.board.near_to(from) & seen.room)) {
            return true;
        }
    }
    return false;
}

// Which first steps are offered: those after which a second one is left.
class Offer {
  public:
    Offer(const State& state, const Survey& seen) : state_(state), seen_(seen) {
        open_ = first() ? with_two_ways(seen.free) : 0;
    }

    bool first() const { return state_.phase != stepping; }
    bool has_leaps() const { return first() || !state_.leapt; }

    bool has(int from, int to, int sacrificed) const {
        return sacrificed < 0 ? walks(from, bit(to)) : leaps(from, to, bit(sacrificed));
    }

    // Those of some rings that a marble may walk to.
    Bits walks(int from, Bits targets) const {
        const Bits sure = still_free(state_, seen_, from) >= 2 ? ~Bits{0} : untouched(bit(from));
        return first() ? those(targets, sure, [=, this](int to) { return goes_on(from, to, -1); })
                       : targets;
    }

    // Those of some rings that a marble may be sacrificed from.
    Bits leaps(int from, int to, Bits given) const {
        const Bits sure = untouched(bit(from) | bit(to));
        return first() ? those(given, sure, [=, this](int ring) { return goes_on(from, to, ring); })
                       : given;
    }

    // The rings to which a leap from this one may leave no second step: elsewhere all are offered.
    Bits doubtful(int from) const {
        const Bits left = open_ & ~bit(from);
        return !first() || count(left) > 2 ? 0 : count(left) == 2 ? left : ~Bits{0};
    }

    // The rings where a step that leads there can always be followed by one to a ring beside it.
    Bits easy() const { return first() ? with_two_ways(seen_.empty | seen_.free) : 0; }

  private:
    // Those of some rings from which two ways lead out.
    Bits with_two_ways(Bits rings) const {
        Bits open = 0;
        for (const int ring : members(rings)) {
            const Bits ways = state_.board.near_to(ring) & seen_.room;
            open |= ways & (ways - 1) ? bit(ring) : 0;
        }
        return open;
    }

    // Another ring with two ways out keeps one of them, wherever the step lands. And after a walk,
    // two rings that marbles can leave allow a leap. So: what may be touched beside these.
    Bits untouched(Bits touched) const {
        const Bits left = open_ & ~touched;
        return left & (left - 1) ? ~Bits{0} : left ? ~left : 0;
    }

    template <class Test>
    static Bits those(Bits rings, Bits sure, Test test) {
        for (const int ring : members(rings & ~sure)) {
            rings &= test(ring) ? ~Bits{0} : ~bit(ring);
        }
        return rings;
    }

    // Alone in its ring, a marble walks on to one beside it, but for the one it comes from.
    bool goes_on(int from, int to, int sacrificed) const {
        const Bits alone = bit(to) & (seen_.empty | seen_.free);
        if (alone && (state_.board.near_to(to) & seen_.room & ~bit(from))) {
            return true;
        }
        Standing after = state_;
        land(after, from, to, sacrificed);
        return can_step(after, state_.board);
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
        for (const int to : members(offer.walks(from, walks(state, seen, from)))) {
            if (visit(from, to, -1)) {
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
