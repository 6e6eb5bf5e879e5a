// NEXUS: playouts, and which decisions the search considers.
#pragma once


#include "ludothek/games/nexus.hpp"
#include "ludothek/deterministic.hpp"
#include "ludothek/games/nexus/sampling.hpp"

namespace ludothek::nexus {

// Where there is something to win by majority, for the seat to move.
struct Prey {
    Bits ripe = 0;  // one more own marble removes somebody there
    Bits lone = 0;  // two would: there is a marble of another seat alone, and none of the own

    explicit Prey(const State& state) {
        const Marbles& own = state.own();
        for (unsigned seat = 0; seat < state.seats; ++seat) {
            const Marbles& other = state.marbles[seat];
            if (seat != state.to_move) {
                const Bits single = other.ones & ~other.twos, pair = other.twos & ~other.ones;
                ripe |= (single & own.any()) | (pair & own.twos);
                lone |= single & ~own.any();
            }
        }
    }
};

// A few actions of quick and greedy play, then the marbles are counted: in games to the end most
// marbles would be wasted, and more than a few actions ahead say little about now.
class Playout {
  public:
    Playout(State& state, Random& random) : state_(state), random_(random) {
        state.forgetful = 1;
        state.seen.clear();
    }

    Values run() {
        const std::uint32_t last = state_.actions + actions_ahead;
        while (!Nexus::outcome(state_).over) {
            if (state_.phase == idle && state_.actions >= last) {
                return promise(state_);
            }
            Nexus::apply(state_, next());
        }
        return values(shares(Nexus::outcome(state_)));
    }

    // What marbles promise: each one more is worth the same factor.
    static Values promise(const State& state) {
        Values values{};
        float sum = 0;
        for (unsigned seat = 0; seat < state.seats; ++seat) {
            if (state.in >> seat & 1) {
                const int total = state.marbles[seat].within(state.board.all()) + state.reserves[seat];
                values[seat] = exponential(marble_worth * static_cast<float>(total));
                sum += values[seat];
            }
        }
        for (float& each : values) {
            each /= sum;
        }
        return values;
    }

  private:
    static constexpr std::uint32_t actions_ahead = 6;
    static constexpr float marble_worth = 0.25F;
    static constexpr double greed = 0.9, entering_share = 0.5, changing_share = 0.05;

    Nexus::Move next() {
        const bool may_step = (state_.phase == idle && !state_.first_turn()) || state_.phase == stepping;
        if (!may_step) {
            return Nexus::pick(state_, random_);
        }
        const Survey seen = survey(state_);
        const Walks ways(state_, seen);
        auto move = hunt(seen, ways);
        if (!move && state_.phase == idle) {
            move = no_step(seen);
        }
        if (!move) {
            move = ways.into(~Bits{0}, random_);
        }
        return move && offered(seen, *move) ? *move : Nexus::pick(state_, random_);
    }

    bool offered(const Survey& seen, Nexus::Move move) const {
        return Nexus::sort_of(move) != Nexus::walk ||
               Offer(state_, seen).has(Nexus::first(move), Nexus::second(move), -1);
    }

    // A walk that removes something, at once or with the next step.
    std::optional<Nexus::Move> hunt(const Survey& seen, const Walks& ways) {
        const Prey prey(state_);
        if (state_.phase == idle && random_.unit() >= greed) {
            return std::nullopt;
        }
        const auto move = ways.into(prey.ripe, random_);
        return move || state_.phase == stepping ? move
                                                 : ways.into(prey.lone & within_two(seen, ways), random_);
    }

    // The rings that two marbles can walk to.
    Bits within_two(const Survey& seen, const Walks& ways) const {
        Bits once = 0, twice = 0;
        for (const int ring : members(seen.free)) {
            const Bits to = ways.from(ring);
            twice |= (once & to) | (state_.own().in(ring) >= 2 ? to : 0);
            once |= to;
        }
        return twice;
    }

    std::optional<Nexus::Move> no_step(const Survey& seen) {
        const double chance = random_.unit();
        if (chance < entering_share) {
            const Bits entries = targets(state_, seen);
            return entries ? std::optional(pick_ring(Nexus::enter, entries, random_)) : std::nullopt;
        }
        if (chance < entering_share + changing_share && may_change(state_)) {
            const Bits lifted = lifts(state_, seen.empty);
            return lifted ? std::optional(pick_ring(Nexus::lift, lifted, random_)) : std::nullopt;
        }
        return std::nullopt;
    }

    State& state_;
    Random& random_;
};

inline Values Nexus::rollout(State& state, Random& random) { return Playout(state, random).run(); }

inline Values Nexus::material(const State& state) { return Playout::promise(state); }

// How promising a decision looks; 0: not worth looking into while there are many others.
inline float promise(const State& state, const Prey& prey, Nexus::Move move) {
    const int to = Nexus::second(move);
    switch (Nexus::sort_of(move)) {
        case Nexus::enter:
            return 3;
        case Nexus::walk:
            return has(prey.ripe, to) ? 20.0F : has(prey.lone, to) ? 2.0F : 1.0F;
        case Nexus::leap:
            return has(prey.ripe, to) ? 3.0F : has(prey.lone, to) && state.phase == idle ? 0.3F : 0.0F;
        default:
            return 1;
    }
}

// Leaps are most of what is legal and cost a marble: only those that hunt are looked into.
inline bool Nexus::propose(const State& state, Proposals<Nexus>& proposals) {
    static thread_local MoveList<Move, most_moves> moves;
    legal(state, moves);
    const Prey prey(state);
    const bool many = moves.size() > 100;
    for (const Move each : moves) {
        const float weight = promise(state, prey, each);
        if (weight > 0 || !many) {
            proposals.add(each, std::max(weight, 0.3F));
        }
    }
    if (!proposals.size() && !moves.empty()) {  // nothing but leaps that hunt nothing: all alike
        for (const Move each : moves) {
            proposals.add(each, 0.3F);
        }
    }
    return proposals.size() == moves.size();
}

// Somebody has hardly a marble left that could act, on the board or beside it.
inline bool Nexus::near_end(const State& state) {
    for (unsigned seat = 0; seat < state.seats; ++seat) {
        const int left = state.marbles[seat].within(state.board.all()) + state.reserves[seat];
        if (left <= 3) {
            return true;
        }
    }
    return false;
}

}  // namespace ludothek::nexus
