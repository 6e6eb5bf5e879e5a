// NEXUS: a fair choice among all legal decisions, without listing them where that would be slow.
#pragma once

#include "ludothek/games/nexus.hpp"

namespace ludothek::nexus {

// Where the marbles of each ring may walk, and how many walks that makes.
class Walks {
  public:
    Walks(const State& state, const Survey& seen) : free_(seen.free) {
        for (const int from : members(free_)) {
            Bits& to = to_[static_cast<unsigned>(from)] = walks(state, seen, from);
            number_ += count(to);
        }
    }

    int number() const { return number_; }
    Bits from(int ring) const { return to_[static_cast<unsigned>(ring)]; }

    Nexus::Move nth_of_all(int n) const {
        return nth_into(n, ~Bits{0});
    }

    // One of those into a set of rings, picked fairly; nothing if there is none.
    std::optional<Nexus::Move> into(Bits targets, Random& random) const {
        int total = 0;
        for (const int ring : members(free_)) {
            total += count(from(ring) & targets);
        }
        return total ? std::optional(nth_into(random.below(total), targets)) : std::nullopt;
    }

  private:
    Nexus::Move nth_into(int n, Bits targets) const {
        for (const int ring : members(free_)) {
            const Bits to = from(ring) & targets;
            if (n < count(to)) {
                return Nexus::code(Nexus::walk, ring, nth(to, n));
            }
            n -= count(to);
        }
        return 0;
    }

    Bits free_;
    std::array<Bits, most_rings> to_;
    int number_ = 0;
};

inline int leaps_from(const State& state, const Survey& seen, int from) {
    const Bits given = sacrifices(state, seen, from);
    const int everywhere = count(seen.room & ~bit(from));
    return count(given) * everywhere + count(given & ~seen.room & ~bit(from));
}

inline int count_leaps(const State& state, const Survey& seen) {
    int total = 0;
    for (const int from : members(seen.free)) {
        total += leaps_from(state, seen, from);
    }
    return total;
}

inline Nexus::Move nth_leap(const State& state, const Survey& seen, int n) {
    for (const int from : members(seen.free)) {
        if (const int here = leaps_from(state, seen, from); n >= here) {
            n -= here;
            continue;
        }
        for (const int sacrificed : members(sacrifices(state, seen, from))) {
            const Bits to = leap_targets(seen, from, sacrificed);
            if (n < count(to)) {
                return Nexus::code(Nexus::leap, from, nth(to, n), sacrificed);
            }
            n -= count(to);
        }
    }
    return 0;
}

inline Nexus::Move pick_ring(Nexus::Sort sort, Bits rings, Random& random) {
    return Nexus::code(sort, nth(rings, random.below(count(rings))));
}

inline Nexus::Move pick_listed(const State& state, Random& random) {
    static thread_local MoveList<Nexus::Move, Nexus::most_moves> moves;
    Nexus::legal(state, moves);
    return moves[random.below(moves.size())];
}

// Nearly all steps there are are offered, so one that is not is drawn again; if that happens too
// often, there may be few.
inline Nexus::Move pick_action(const State& state, Random& random) {
    const Survey seen = survey(state);
    const Offer offer(state, seen);
    const Walks ways(state, state.first_turn() ? Survey{} : seen);
    const int leaps = state.first_turn() || !offer.has_leaps() ? 0 : count_leaps(state, seen);
    const int steps = ways.number() + leaps;
    const Bits entries = state.phase == idle ? targets(state, seen) : 0;
    const Bits lifted = state.phase == idle && may_change(state) ? lifts(state, seen.empty) : 0;
    for (int tries = 0; tries < 20; ++tries) {
        const int n = random.below(steps + count(entries) + count(lifted));
        if (n >= steps + count(entries)) {
            return Nexus::code(Nexus::lift, nth(lifted, n - steps - count(entries)));
        }
        if (n >= steps) {
            return Nexus::code(Nexus::enter, nth(entries, n - steps));
        }
        const Nexus::Move step =
            n < leaps ? nth_leap(state, seen, n) : ways.nth_of_all(n - leaps);
        if (offer.has(Nexus::first(step), Nexus::second(step), Nexus::sacrificed(step))) {
            return step;
        }
    }
    return pick_listed(state, random);
}

inline Nexus::Move Nexus::pick(const State& state, Random& random) {
    switch (state.phase) {
        case entering:
            return pick_ring(enter, targets(state, survey(state)), random);
        case lifting:
            return pick_ring(lift, lifts(state, state.empty()), random);
        case removing:
            return pick_ring(remove, removable(state), random);
        case laying:
            return pick_listed(state, random);
        default:
            return pick_action(state, random);
    }
}

}  // namespace ludothek::nexus
