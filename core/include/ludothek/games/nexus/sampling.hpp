// NEXUS: uniform sampling of legal decisions, without listing them where that would be slow.
#pragma once

#include "ludothek/games/nexus.hpp"

namespace ludothek::nexus {

// Where the marbles of each ring may walk, and how many walks that makes.
class Walks {
  public:
    Walks(const State& state, const Survey& seen) : free_(seen.free) {
        if (state.jump != jump_chain) {
            for (const int from : members(free_)) {
                add(from, walks(state, seen, from));
            }
            return;
        }
        for (Bits left = free_; left;) {  // all marbles of a chain reach the same
            const Bits reach = state.board.reach(left & (~left + 1), seen.own);
            for (const int from : members(left & reach)) {
                add(from, walks_within(state, seen, from, reach));
            }
            left &= ~reach;
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
    void add(int from, Bits to) {
        to_[static_cast<unsigned>(from)] = to;
        number_ += count(to);
    }

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

// A ring laid takes no other place away: where there are enough, all are offered.
inline Nexus::Move pick_place(const State& state, Random& random) {
    const int places = state.board.number_of_places(state.lifted);
    return places >= state.left ? Nexus::code(Nexus::lay, random.below(places))
                                : pick_listed(state, random);
}

// What may be chosen at the start of an action or as its second step, counted and not listed. Nearly all of
// it is legal, so what is not is drawn again; if that happens too often, there may be few.
class Choices {
  public:
    explicit Choices(const State& state)
        : state_(state), seen_(survey(state)), ways_(state, state.first_turn() ? Survey{} : seen_) {
        const bool leaping = !state.first_turn() && !(state.phase == stepping && state.leapt);
        leaps_ = leaping ? count_leaps(state, seen_) : 0;
        if (state.phase == idle) {
            entries_ = targets(state, seen_);
            lifts_ = may_change(state) && count(seen_.empty) > lifts_after(state) ? seen_.empty : 0;
        }
    }

    Nexus::Move pick(Random& random) const {
        return pick(random, [this](Nexus::Move move) { return legal(move); });
    }

    // The same where others know what is legal.
    template <class Legal>
    Nexus::Move pick(Random& random, const Legal& legal) const {
        const int steps = leaps_ + ways_.number(), others = count(entries_) + count(lifts_);
        for (int tries = 0; tries < 20; ++tries) {
            const int n = random.below(steps + others);
            const Nexus::Move move = n < steps ? step(n) : other(n - steps);
            if (legal(move)) {
                return move;
            }
        }
        return pick_listed(state_, random);
    }

  private:
    Nexus::Move step(int n) const {
        return n < leaps_ ? nth_leap(state_, seen_, n) : ways_.nth_of_all(n - leaps_);
    }

    Nexus::Move other(int n) const {
        const int enters = count(entries_);
        return n < enters ? Nexus::code(Nexus::enter, nth(entries_, n))
                          : Nexus::code(Nexus::lift, nth(lifts_, n - enters));
    }

    bool legal(Nexus::Move move) const {
        const int ring = Nexus::first(move);
        switch (Nexus::sort_of(move)) {
            case Nexus::enter:
                return true;
            case Nexus::lift:
                return lifts_among(state_, bit(ring), lifts_);
            default:
                return state_.phase == stepping ||
                       Offer(state_, seen_).has(ring, Nexus::second(move), Nexus::sacrificed(move));
        }
    }

    const State& state_;
    Survey seen_;
    Walks ways_;
    int leaps_ = 0;
    Bits entries_ = 0, lifts_ = 0;
};

inline Nexus::Move Nexus::pick(const State& state, Random& random) {
    switch (state.phase) {
        case entering:
            return pick_ring(enter, targets(state, survey(state)), random);
        case lifting:
            return pick_ring(lift, lifts(state, state.empty()), random);
        case removing:
            return pick_ring(remove, removable(state), random);
        case laying:
            return pick_place(state, random);
        default:
            return Choices(state).pick(random);
    }
}

template <class Legal>
int Nexus::pick_action(const State& state, Random& random, const Legal& legal) {
    if (state.phase != idle && state.phase != stepping) {
        return legal.pick(random);
    }
    const auto known = [&](Move move) { return legal.has(action(state, move)); };
    return action(state, Choices(state).pick(random, known));
}

}  // namespace ludothek::nexus
