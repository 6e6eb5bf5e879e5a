// NEXUS as a game of the core. The clauses cited are those of the game's RULES.md.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ludothek/bits.hpp"
#include "ludothek/game.hpp"
#include "ludothek/games/nexus/actions.hpp"
#include "ludothek/games/nexus/board.hpp"
#include "ludothek/games/nexus/state.hpp"
#include "ludothek/nn/encoder.hpp"
#include "ludothek/random.hpp"
#include "ludothek/text.hpp"

namespace ludothek::nexus {

struct Nexus {
    using State = nexus::State;
    // Which kind, then up to three rings by their place in the order of positions; a ring is laid
    // at one of the places there are, counted row by row.
    using Move = std::uint32_t;
    enum Sort : std::uint8_t { enter, lift, lay, walk, leap, remove };

    static constexpr std::string_view name = "nexus";
    static constexpr int seats_least = 2, seats_most = 4;
    static constexpr int most_moves = 52'300;  // leaps alone: 37 * 37 * 37
    static constexpr std::array<Option, 5> options{
        Option{"edge", {"open", "wall", {}}},
        Option{"half", {"removed", "left", {}}},
        Option{"jump", {"chain", "line", "none"}},
        Option{"entry", {"anchored", "border", {}}},
        Option{"draw", {"on", "off", {}}},
    };
    enum Reason : std::uint8_t { last_seat, repetition, turn_limit };
    static constexpr std::array<std::string_view, 3> reasons{"last-seat", "repetition",
                                                             "turn-limit"};

    static State initial(const Setup& setup);
    static Setup setup(const State& state) {
        return {.seats = state.seats,
                .options = {state.wall, state.half_left, state.jump, state.border_entry,
                            state.endless}};
    }
    static int to_move(const State& state) { return state.to_move; }

    // 5.2: the last seat left wins; 5.3: or nobody does.
    static Outcome outcome(const State& state) {
        if (count(state.in) == 1) {
            return {.over = true, .winner = static_cast<std::int8_t>(lowest(state.in))};
        }
        const bool limited = state.phase == idle && !state.endless && state.actions >= most_actions;
        if (state.phase != repeated && !limited) {
            return {};
        }
        return {.over = true,
                .winner = -1,
                .drawn = state.in,
                .reason = state.phase == repeated ? repetition : turn_limit};
    }

    static void legal(const State& state, MoveList<Move, most_moves>& moves);
    static void apply(State& state, Move move);
    static std::uint64_t hash(const State& state);
    static Move pick(const State& state, Random& random);
    // The same by its number, drawn in the same way, where the legal actions are known as bits.
    template <class Legal>
    static int pick_action(const State& state, Random& random, const Legal& legal);
    static Values rollout(State& state, Random& random);

    static bool propose(const State& state, Proposals<Nexus>& proposals);
    static constexpr bool fills_up = false;
    static bool near_end(const State& state);

    static std::string format_move(const State& state, Move move);
    static std::optional<Move> parse_move(const State& state, std::string_view text);
    static std::string format(const State& state);
    static std::optional<State> parse(std::string_view text, const Setup& setup);

    static int actions(const Setup& setup);
    static int action(const State& state, Move move);
    static Move move(const State& state, int action);
    static Shape shape(const Setup&) { return {22, 16, 16}; }
    static void observe(const State& state, int seat, std::uint8_t* planes);
    struct Drawn;
    static void observe(const State& state, int seat, std::uint8_t* planes, Drawn& drawn);
    static unsigned seats_in(const State& state) { return state.in; }
    static void mask(const State& state, std::uint8_t* actions);
    // Call with the legal actions in rising order: a number, and bits for those from there on.
    template <class Add>
    static void each_row(const State& state, const Add& add);

    // What a network sees (nexus/encoder.hpp).
    static constexpr int encoder_version = 1, inputs = 3274, outputs = 1152;
    static constexpr bool incremental = false;  // as measured: docs/strength.md
    static constexpr int parts = 3, most_listed = 256;
    class Numbering;
    static void encode(const State& state, int seat, nn::Active& active);
    static std::vector<nn::Symmetry> symmetries();
    // How a game goes on (nexus/training_targets.hpp): of each seat, the one that looks first, in playing order.
    struct Course;
    static constexpr std::array<std::string_view, 12> endings{
        "taken_0", "lost_0", "stayed_0", "taken_1", "lost_1", "stayed_1",
        "taken_2", "lost_2", "stayed_2", "taken_3", "lost_3", "stayed_3"};
    static std::array<float, endings.size()> ending(const Course& since, const Course& now,
                                                    const State& last, int seat);
    static Values material(const State& state);  // what marbles promise

    static Move code(Sort sort, int first, int second = 0, int third = 0) {
        return static_cast<Move>(sort << 24 | third << 16 | second << 8 | first);
    }
    static Move step_code(int from, int to, int sacrificed) {
        return sacrificed < 0 ? code(walk, from, to) : code(leap, from, to, sacrificed);
    }
    static Sort sort_of(Move move) { return static_cast<Sort>(move >> 24); }
    static int first(Move move) { return static_cast<int>(move & 0xff); }
    static int second(Move move) { return static_cast<int>(move >> 8 & 0xff); }
    static int third(Move move) { return static_cast<int>(move >> 16 & 0xff); }
    static int sacrificed(Move move) { return sort_of(move) == leap ? third(move) : -1; }

    static std::uint64_t situation(const State& state);
    static Bits removable(const State& state) {
        const Claim& claim = state.claims[0];
        return state.marbles[claim.seat].any() & claim.rings;
    }

  private:
    static void enter_marble(State& state, int ring);
    static void lift_ring(State& state, int ring);
    static void lay_ring(State& state, Pos pos);
    static void take_step(State& state, int from, int to, int sacrificed);
    static void remove_marble(State& state, int ring);
    static void acted(State& state, Kind kind);
    static void settle(State& state, Kind kind);
    static void gone(State& state, unsigned seat, int ring, int number);
    static void next_turn(State& state, Kind kind);
    static void pass_on(State& state);
    static bool can_act(const State& state);
    static void remember(State& state);
    static void add(MoveList<Move, most_moves>& moves, Sort sort, Bits rings);
    static void add_lays(const State& state, MoveList<Move, most_moves>& moves);
    static void add_steps(const State& state, MoveList<Move, most_moves>& moves);
    template <class Add>
    static void each_step_row(const State& state, const Add& add);
    template <class Add>
    static void each_place_row(const State& state, const Add& add);
};

inline State Nexus::initial(const Setup& setup) {
    State state;
    state.seats = static_cast<std::uint8_t>(setup.seats);
    state.wall = setup.options[0];
    state.half_left = setup.options[1];
    state.jump = setup.options[2];
    state.border_entry = setup.options[3];
    state.endless = setup.options[4];
    state.in = static_cast<std::uint8_t>(bit(setup.seats) - 1);
    const int radius = setup.seats == 4 ? 3 : 2;
    for (int q = -6; q <= 6; ++q) {
        for (int r = -6; r <= 6; ++r) {
            const bool hexagon = std::max({std::abs(q), std::abs(r), std::abs(q + r)}) <= radius;
            const bool triangle = q >= 0 && r >= 0 && q + r <= 6;
            if (setup.seats == 3 ? triangle : hexagon) {
                state.board.insert({static_cast<std::int16_t>(q), static_cast<std::int16_t>(r)});
            }
        }
    }
    state.board.find_border();
    std::fill_n(state.reserves.begin(), setup.seats, std::int8_t{10});
    if (setup.seats == 2) {
        state.reserves[1] = 11;
    }
    remember(state);
    return state;
}

inline void Nexus::add(MoveList<Move, most_moves>& moves, Sort sort, Bits rings) {
    for (const int ring : members(rings)) {
        moves.add(code(sort, ring));
    }
}

inline void Nexus::add_steps(const State& state, MoveList<Move, most_moves>& moves) {
    each_step(state, survey(state), [&](int from, int to, int sacrificed) {
        moves.add(step_code(from, to, sacrificed));
        return false;
    });
}

inline void Nexus::add_lays(const State& state, MoveList<Move, most_moves>& moves) {
    const Places places = state.board.places(state.lifted);
    const bool plenty = static_cast<int>(places.size()) >= state.left;
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (plenty || can_lay_after(state.board, places[i], state.lifted, state.left - 1)) {
            moves.add(code(lay, static_cast<int>(i)));
        }
    }
}

inline void Nexus::legal(const State& state, MoveList<Move, most_moves>& moves) {
    moves.clear();
    if (outcome(state).over) {
        return;
    }
    switch (state.phase) {
        case idle:
            add(moves, lift, may_change(state) ? lifts(state, state.empty()) : 0);
            add(moves, enter, targets(state, survey(state)));
            if (!state.first_turn()) {
                add_steps(state, moves);
            }
            break;
        case entering:
            add(moves, enter, targets(state, survey(state)));
            break;
        case lifting:
            add(moves, lift, lifts(state, state.empty()));
            break;
        case laying:
            add_lays(state, moves);
            break;
        case stepping:
            add_steps(state, moves);
            break;
        case removing:
            add(moves, remove, removable(state));
            break;
        case repeated:
            break;
    }
}

inline void Nexus::apply(State& state, Move move) {
    switch (sort_of(move)) {
        case enter:
            return enter_marble(state, first(move));
        case lift:
            return lift_ring(state, first(move));
        case lay:
            return lay_ring(state, state.board.nth_place(state.lifted, first(move)));
        case walk:
        case leap:
            return take_step(state, first(move), second(move), sacrificed(move));
        case remove:
            return remove_marble(state, first(move));
    }
}

inline void Nexus::enter_marble(State& state, int ring) {
    if (state.phase == idle) {
        state.before = surrounded(state);
        state.phase = entering;
        state.left = three;
    }
    state.own().add(ring);
    --state.reserves[state.to_move];
    if (--state.left == 0) {
        acted(state, other_action);
    }
}

inline void Nexus::lift_ring(State& state, int ring) {
    if (state.phase == idle) {
        state.before = surrounded(state);
        state.phase = lifting;
    }
    state.lifted.add(state.board.pos(ring));
    std::ranges::sort(state.lifted);
    state.board.erase(ring);
    for (Marbles& each : state.marbles) {
        each = {without(each.ones, ring), without(each.twos, ring)};
    }
    state.before = without(state.before, ring);
    if (state.lifted.full()) {
        state.phase = laying;
        state.left = four;
    }
}

inline void Nexus::lay_ring(State& state, Pos pos) {
    const int ring = state.board.insert(pos);
    for (Marbles& each : state.marbles) {
        each = {with_gap(each.ones, ring), with_gap(each.twos, ring)};
    }
    state.before = with_gap(state.before, ring);
    if (--state.left == 0) {
        state.board.find_border();
        acted(state, ring_change);
    }
}

inline void Nexus::take_step(State& state, int from, int to, int sacrificed) {
    const bool second_step = state.phase == stepping;
    if (!second_step) {
        state.before = surrounded(state);
    }
    land(state, from, to, sacrificed);
    if (second_step) {
        acted(state, other_action);
    }
}

inline void Nexus::remove_marble(State& state, int ring) {
    gone(state, state.claims[0].seat, ring, 1);
    --state.claims[0].number;
    settle(state, state.acting);
}

// 4.5, 4.6: the action itself is done; what has it surrounded?
inline void Nexus::acted(State& state, Kind kind) {
    state.claims.clear();
    Bits left = surrounded(state);
    while (left) {
        const Bits area = connected(state, left & (~left + 1), left);
        left &= ~area;
        for (unsigned after = 1; after < state.seats && (area & ~state.before); ++after) {
            const auto seat = static_cast<std::uint8_t>((state.to_move + after) % state.seats);
            const int there = state.marbles[seat].within(area);
            if (const int number = (there + !state.half_left) / 2) {
                state.claims.add({area, seat, static_cast<std::uint8_t>(number)});
            }
        }
    }
    settle(state, kind);
}

// 4.7: remove what goes by itself, up to the next choice; after the last, the turn ends.
inline void Nexus::settle(State& state, Kind kind) {
    for (std::size_t done = 0; done < state.claims.size(); ++done) {
        const Claim claim = state.claims[done];
        const Bits rings = state.marbles[claim.seat].any() & claim.rings;
        if (claim.number == 0) {
            continue;
        }
        if (count(rings) == 1) {
            gone(state, claim.seat, lowest(rings), claim.number);
        } else if (state.marbles[claim.seat].within(rings) == claim.number) {
            for (const int ring : members(rings)) {
                gone(state, claim.seat, ring, state.marbles[claim.seat].in(ring));
            }
        } else {
            state.claims.drop_first(done);
            state.phase = removing;
            state.acting = kind;
            return;
        }
    }
    next_turn(state, kind);
}

// 4.2: marbles leave the board and as many join the remover's reserve.
inline void Nexus::gone(State& state, unsigned seat, int ring, int number) {
    for (int i = 0; i < number; ++i) {
        state.marbles[seat].take(ring);
    }
    state.reserves[state.to_move] =
        static_cast<std::int8_t>(state.reserves[state.to_move] + number);
}

inline void Nexus::next_turn(State& state, Kind kind) {
    state.previous[state.to_move] = kind;
    state.entered |= static_cast<std::uint8_t>(1U << state.to_move);
    state.last = static_cast<std::int8_t>(state.to_move);
    ++state.actions;
    state.phase = idle;
    state.left = 0;
    state.leapt = false;
    state.acting = none_yet;
    state.back_from = state.back_to = -1;
    state.before = 0;
    state.lifted.clear();
    state.claims.clear();
    pass_on(state);
    if (count(state.in) > 1) {
        remember(state);
    }
}

// 5.1: the next seat moves; one that cannot is out, and the one after it is looked at.
inline void Nexus::pass_on(State& state) {
    for (;;) {
        do {
            state.to_move = static_cast<std::uint8_t>((state.to_move + 1) % state.seats);
        } while (!(state.in >> state.to_move & 1));
        if (count(state.in) == 1 || can_act(state)) {
            return;
        }
        state.own() = {};
        state.reserves[state.to_move] = 0;
        state.in &= static_cast<std::uint8_t>(~(1U << state.to_move));
    }
}

inline bool Nexus::can_act(const State& state) {
    const Survey seen = survey(state);
    const bool steps = !state.first_turn();
    return (steps && surely_steps(state, seen)) || targets(state, seen) ||
           (steps && each_step(state, seen, [](int, int, int) { return true; }));
}

// 5.3: count how often the situation at the start of a turn has arisen.
inline void Nexus::remember(State& state) {
    if (state.endless || state.forgetful || state.seen.full()) {
        return;
    }
    const std::uint64_t now = situation(state);
    const auto times = std::ranges::count(state.seen, now);
    state.seen.add(now);
    state.past += mixed(now);
    state.phase = times == 2 ? repeated : idle;
}

// What is compared to find a repetition.
inline std::uint64_t Nexus::situation(const State& state) {
    std::uint64_t hash = state.board.hash;
    for (unsigned seat = 0; seat < state.seats; ++seat) {
        hash = chained(hash, state.marbles[seat].ones);
        hash = chained(hash, state.marbles[seat].twos);
    }
    std::uint64_t rest = static_cast<std::uint64_t>(state.last + 1);
    for (const unsigned part : {0U, 1U, 2U, 3U}) {
        rest = rest << 8 | static_cast<std::uint64_t>(state.reserves[part] << 2 | state.previous[part]);
    }
    const auto flags = static_cast<std::uint64_t>(state.to_move | state.in << 4 | state.entered << 8);
    return chained(chained(hash, rest), flags);
}

// Positions with different pasts are different: a repetition may end one game and not the other.
inline std::uint64_t Nexus::hash(const State& state) {
    std::uint64_t hash = chained(situation(state), state.past);
    const auto byte = [](int value) { return static_cast<std::uint64_t>(value & 0xff); };
    const std::uint64_t under_way = byte(state.phase) | byte(state.left) << 8 |
                                    byte(state.leapt) << 16 | byte(state.acting) << 24 |
                                    byte(state.back_from) << 32 | byte(state.back_to) << 40;
    hash = chained(chained(hash, under_way), state.before);
    for (const Pos pos : state.lifted) {
        hash = chained(hash, hash_of(pos));
    }
    for (const Claim& claim : state.claims) {
        hash = chained(chained(hash, claim.rings), byte(claim.seat) << 8 | byte(claim.number));
    }
    const std::uint64_t chosen = byte(state.wall | state.half_left << 1) | byte(state.jump) << 8 |
                                 byte(state.border_entry) << 16 | byte(state.endless) << 24;
    return chained(hash, std::uint64_t{state.actions} << 32 | chosen);
}

}  // namespace ludothek::nexus

#include "ludothek/games/nexus/observation.hpp"
#include "ludothek/games/nexus/sampling.hpp"
#include "ludothek/games/nexus/rollout.hpp"
#include "ludothek/games/nexus/text.hpp"
#include "ludothek/games/nexus/encoder.hpp"
#include "ludothek/games/nexus/training_targets.hpp"
