// NEXUS: chance, playouts, and what is worth searching.
#pragma once

#include <cmath>

#include "ludothek/games/nexus.hpp"

namespace ludothek::nexus {

// --- a fair choice ------------------------------------------------------------------------------

// How many steps there are when every single one is offered.
struct StepCount {
    int walks = 0, leaps = 0;
};

inline int leaps_from(const State& state, const Survey& seen, int from) {
    const Bits given = sacrifices(state, seen, from);
    const int everywhere = count(seen.room & ~bit(from));
    return count(given) * everywhere + count(given & ~seen.room & ~bit(from));
}

inline StepCount count_steps(const State& state, const Survey& seen) {
    StepCount found;
    for (const int from : members(seen.free)) {
        found.walks += count(walks(state, seen, from));
        found.leaps += leaps_from(state, seen, from);
    }
    if (state.phase == stepping && state.leapt) {
        found.leaps = 0;
    }
    return found;
}

inline Nexus::Move nth_walk(const State& state, const Survey& seen, int n) {
    for (const int from : members(seen.free)) {
        const Bits to = walks(state, seen, from);
        if (n < count(to)) {
            return Nexus::code(Nexus::walk, from, nth(to, n));
        }
        n -= count(to);
    }
    return 0;
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

// Among all that a turn may begin with, or go on with after a first step. Nearly all steps there
// are are offered, so one that is not is drawn again.
inline Nexus::Move pick_action(const State& state, Random& random) {
    const Survey seen = survey(state);
    const StepCount steps = state.first_turn() ? StepCount{} : count_steps(state, seen);
    const Bits entries = state.phase == idle ? targets(state, seen) : 0;
    const Bits lifted = state.phase == idle && may_change(state) ? lifts(state, seen.empty) : 0;
    const Offer offer(state, seen);
    for (int tries = 0; tries < 20; ++tries) {
        int n = random.below(steps.walks + steps.leaps + count(entries) + count(lifted));
        if (n >= steps.walks + steps.leaps) {
            n -= steps.walks + steps.leaps;
            return n < count(entries) ? Nexus::code(Nexus::enter, nth(entries, n))
                                      : Nexus::code(Nexus::lift, nth(lifted, n - count(entries)));
        }
        const Nexus::Move step =
            n < steps.leaps ? nth_leap(state, seen, n) : nth_walk(state, seen, n - steps.leaps);
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

// --- playouts -----------------------------------------------------------------------------------

struct Knobs { int cut = 8; float k = 0.5F; float enter_p = 0.5F, change_p = 0.05F, capture_p = 0.9F; float w_enter=3, w_capture=20, w_block=2, w_lift=1, w_leap=0.3F; int leaps=1; bool random=false; };
inline thread_local Knobs knobs;

// Where one more own marble would remove another seat's by majority.
inline Bits winning_rings(const State& state) {
    Bits found = 0;
    const Marbles& own = state.own();
    for (unsigned seat = 0; seat < state.seats; ++seat) {
        if (seat == state.to_move) continue;
        const Marbles& other = state.marbles[seat];
        const Bits one = other.ones & ~other.twos, two = other.twos & ~other.ones;
        found |= one & own.any();
        found |= two & own.twos;
    }
    return found;
}
inline Bits single_rings(const State& state) {
    Bits found = 0;
    for (unsigned seat = 0; seat < state.seats; ++seat) {
        if (seat == state.to_move) continue;
        const Marbles& other = state.marbles[seat];
        found |= other.ones & ~other.twos;
    }
    return found & ~state.own().any();
}

inline bool capture(State& state, const Survey& seen, Random& random) {
    // one step is enough
    const Bits won = winning_rings(state) & seen.room;
    const Bits lone = state.phase == stepping ? 0 : single_rings(state) & seen.room;
    if (!won && !lone) return false;
    for (Bits left = seen.own; left;) {
        const Bits chain = state.board.spread(left & (~left + 1), seen.own);
        left &= ~chain;
        const Bits movers = chain & seen.free;
        if (!movers) continue;
        const Bits reach = chain | state.board.beside(chain);
        if (Bits t = reach & won) {
            const int to = nth(t, random.below(count(t)));
            const int from = nth(movers, random.below(count(movers)));
            if (!has(walks(state, seen, from), to)) continue;
            if (Offer(state, seen).has(from, to, -1)) { Nexus::apply(state, Nexus::code(Nexus::walk, from, to)); return true; }
        }
        if (Bits t = reach & lone; t && state.own().within(movers) >= 2) {
            const int to = nth(t, random.below(count(t)));
            const int from = nth(movers, random.below(count(movers)));
            if (!has(walks(state, seen, from), to)) continue;
            if (Offer(state, seen).has(from, to, -1)) { Nexus::apply(state, Nexus::code(Nexus::walk, from, to)); return true; }
        }
    }
    return false;
}

inline void random_walk(State& state, const Survey& seen, Random& random) {
    int total = 0;
    for (const int from : members(seen.free)) total += count(walks(state, seen, from));
    if (total) {
        const auto m = nth_walk(state, seen, random.below(total));
        if (Offer(state, seen).has(Nexus::first(m), Nexus::second(m), -1)) { Nexus::apply(state, m); return; }
    }
    Nexus::apply(state, Nexus::pick(state, random));
}

inline Values judge(const State& state) {
    Values found{};
    float sum = 0;
    for (unsigned seat = 0; seat < state.seats; ++seat) {
        if (state.in >> seat & 1) {
            const int total = state.marbles[seat].within(state.board.all()) + state.reserves[seat];
            found[seat] = std::exp(knobs.k * static_cast<float>(total));
            sum += found[seat];
        }
    }
    for (float& each : found) each /= sum;
    return found;
}

inline Values Nexus::rollout(State& state, Random& random) {
    state.forgetful = 1;
    state.seen.clear();
    if (knobs.random) {
        while (!outcome(state).over) apply(state, pick(state, random));
        return values(shares(outcome(state)));
    }
    const auto last = state.actions + static_cast<unsigned>(knobs.cut);
    while (!outcome(state).over) {
        if (state.phase == idle) {
            if (state.actions >= last) return judge(state);
            const Survey seen = survey(state);
            if (!state.first_turn() && random.unit() < knobs.capture_p && capture(state, seen, random)) continue;
            const double r = random.unit();
            if (r < knobs.enter_p) { if (const Bits t = targets(state, seen)) { apply(state, pick_ring(enter, t, random)); continue; } }
            else if (r < knobs.enter_p + knobs.change_p && may_change(state)) { if (const Bits t = lifts(state, seen.empty)) { apply(state, pick_ring(lift, t, random)); continue; } }
            if (state.first_turn()) { apply(state, pick(state, random)); continue; }
            random_walk(state, seen, random);
        } else if (state.phase == stepping) {
            const Survey seen = survey(state);
            if (capture(state, seen, random)) continue;
            random_walk(state, seen, random);
        } else apply(state, pick(state, random));
    }
    return values(shares(outcome(state)));
}

// --- search -------------------------------------------------------------------------------------

inline bool Nexus::propose(const State& state, Proposals<Nexus>& proposals) {
    static thread_local MoveList<Move, most_moves> moves;
    legal(state, moves);
    const Bits won = winning_rings(state), lone = single_rings(state);
    bool complete = true;
    for (const Move each : moves) {
        const Sort sort = sort_of(each);
        float w = 1;
        if (sort == enter) w = knobs.w_enter;
        else if (sort == lift) w = knobs.w_lift;
        else if (sort == walk || sort == leap) {
            const int to = second(each);
            const bool hot = has(won, to), warm = has(lone, to);
            if (sort == leap) {
                if (moves.size() > 100 && (knobs.leaps == 0 || !(hot || (warm && state.phase != stepping)))) { complete = false; continue; }
                w = hot ? 3 : knobs.w_leap;
            } else w = hot ? knobs.w_capture : warm ? knobs.w_block : 1;
        }
        proposals.add(each, w);
    }
    return complete;
}

inline bool Nexus::near_end(const State&) { return false; }

}  // namespace ludothek::nexus
