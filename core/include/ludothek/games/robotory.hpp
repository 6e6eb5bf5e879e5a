// Robotory as a game of the core. The clauses cited are those of the game's RULES.md.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "ludothek/bits.hpp"
#include "ludothek/game.hpp"
#include "ludothek/nn/encoder.hpp"
#include "ludothek/random.hpp"
#include "ludothek/text.hpp"

namespace ludothek::robotory {

using Hex = int;  // 0 for a1, counted up each column, column by column

inline constexpr int hexes = 24;
inline constexpr Bits board = (Bits{1} << hexes) - 1;
inline constexpr std::array<int, 5> heights{4, 5, 6, 5, 4};
inline constexpr std::array<Hex, 5> columns{0, 4, 9, 15, 20};  // the first hex of each

// 1.1: -1 if there is no such hex; rows are counted from 0.
constexpr Hex hex_at(int column, int row) {
    if (column < 0 || column > 4 || row < 0 || row >= heights[static_cast<unsigned>(column)]) {
        return -1;
    }
    return columns[static_cast<unsigned>(column)] + row;
}

constexpr Bits neighbours_of(int column, int row) {
    Bits neighbours = 0;
    const auto add = [&](Hex hex) { neighbours |= hex < 0 ? 0 : bit(hex); };
    add(hex_at(column, row - 1));
    add(hex_at(column, row + 1));
    for (const int beside : {column - 1, column + 1}) {
        const bool taller = hex_at(beside, heights[static_cast<unsigned>(column)]) >= 0;
        add(hex_at(beside, row));
        add(hex_at(beside, taller ? row + 1 : row - 1));
    }
    return neighbours;
}

constexpr std::array<std::uint32_t, hexes> make_neighbours() {
    std::array<std::uint32_t, hexes> table{};
    unsigned hex = 0;
    for (int column = 0; column < 5; ++column) {
        for (int row = 0; row < heights[static_cast<unsigned>(column)]; ++row) {
            table[hex++] = static_cast<std::uint32_t>(neighbours_of(column, row));
        }
    }
    return table;
}

inline constexpr auto neighbours = make_neighbours();

// 1.2: a1, b1 b2, c1 c2 c3, d1 d2 d3, e1 e2 e3.
inline constexpr Bits light_camp = 0x1 | 0x3 << 4 | 0x7 << 9 | 0x7 << 15 | 0x7 << 20;

struct Discs {
    std::int8_t white = 0, black = 0;
    int sum() const { return white + black; }
};

enum Robot : std::uint8_t { white_robot, black_robot, red_robot, no_robot };

struct State {
    std::uint32_t white = 0, black = 0;                             // hexes with a disc
    std::array<std::uint8_t, 3> robots{6, 12, 17};                  // 1.3: b3, c4, d3
    std::uint8_t moving = no_robot;                                 // in the middle of its move
    std::array<Discs, 2> stocks{Discs{2, 2}, Discs{2, 2}};
    Discs lid{10, 10};
    std::uint8_t to_move = 0;
    std::uint8_t end_all = 0;  // option end

    Bits standing() const { return bit(robots[0]) | bit(robots[1]) | bit(robots[2]); }
    Bits free() const { return board & ~(white | black | standing()); }
};

struct Robotory {
    using State = robotory::State;
    // 0-23 a white disc, 24-47 a black one, 48 + 24 * robot + hex a step, 120 stop,
    // 121 + 5 * white + black a refill.
    using Move = std::uint8_t;

    static constexpr std::string_view name = "robotory";
    static constexpr int seats_least = 2, seats_most = 2;
    static constexpr int most_moves = 80;
    static constexpr std::array<Option, 1> options{Option{"end", {"colour", "all", {}}}};
    static constexpr std::array<std::string_view, 1> reasons{"lid-empty"};
    static constexpr int full_stock = 4;

    static State initial(const Setup& setup) {
        State state;
        state.end_all = setup.options[0];
        return state;
    }

    static Setup setup(const State& state) { return {.seats = 2, .options = {state.end_all}}; }
    static int to_move(const State& state) { return state.to_move; }

    // 3.1, 3.2: when the game is over; 3.3: who has won.
    static Outcome outcome(const State& state) {
        if (!over(state)) {
            return {};
        }
        const bool light = count(light_camp & state.standing()) >= 2;
        return {.over = true, .winner = static_cast<std::int8_t>(light ? 0 : 1)};
    }

    static void legal(const State& state, MoveList<Move, most_moves>& moves) {
        moves.clear();
        if (over(state)) {
            return;
        }
        if (state.moving != no_robot) {
            add(moves, step(state.moving, 0), meals(state, state.moving));
            moves.add(stop);
            return;
        }
        const Discs stock = state.stocks[state.to_move];
        add(moves, 0, stock.white ? state.free() : 0);
        add(moves, hexes, stock.black ? state.free() : 0);
        for (int robot = 0; robot < 3; ++robot) {
            add(moves, step(robot, 0), meals(state, robot));
        }
        const Refills refills = refills_of(state);
        for (int white = refills.least; white <= refills.most; ++white) {
            moves.add(refill(white, refills.needed - white));
        }
    }

    static void apply(State& state, Move move) {
        if (move < 2 * hexes) {
            place(state, move);
        } else if (move < stop) {
            go(state, (move - 2 * hexes) / hexes, (move - 2 * hexes) % hexes);
        } else if (move == stop) {
            end_turn(state);
        } else {
            take(state, (move - stop - 1) / 5, (move - stop - 1) % 5);
        }
    }

    // All that tells positions apart fits into three words, so hashing at need is cheaper than
    // keeping a hash up to date in every playout.
    static std::uint64_t hash(const State& state) {
        const auto number = [](int value) { return static_cast<std::uint64_t>(value); };
        const std::uint64_t robots = number(state.robots[0] | state.robots[1] << 5 |
                                            state.robots[2] << 10 | state.moving << 15);
        const std::uint64_t discs =
            number(state.stocks[0].white | state.stocks[0].black << 4 |
                   state.stocks[1].white << 8 | state.stocks[1].black << 12 |
                   state.lid.white << 16 | state.lid.black << 20);
        const std::uint64_t rest = number(state.to_move | state.end_all << 1);
        const std::uint64_t lying = Bits{state.white} << 32 | state.black;
        return chained(chained(lying, robots << 32 | discs), rest);
    }

    static Move pick(const State& state, Random& random);
    static Values rollout(State& state, Random& random);

    static bool propose(const State& state, Proposals<Robotory>& proposals) {
        MoveList<Move, most_moves> moves;
        legal(state, moves);
        for (const Move each : moves) {
            proposals.add(each, 1);
        }
        return true;
    }

    static constexpr bool fills_up = false;
    static bool near_end(const State& state) { return state.lid.sum() <= 8; }

    // The solver knows these, too: robotory/settled.hpp.
    static Settled settled(const State& state);

    static std::string format_move(const State& state, Move move);
    static std::optional<Move> parse_move(const State& state, std::string_view text);
    static std::string format(const State& state);
    static std::optional<State> parse(std::string_view text, const Setup& setup);

    // A decision's code is its action number.
    static int actions(const Setup&) { return stop + 26; }
    static int action(const State&, Move move) { return move; }
    static Move move(const State&, int action) { return static_cast<Move>(action); }
    static Shape shape(const Setup&) { return {8, 1, hexes}; }
    static void observe(const State& state, int seat, std::uint8_t* planes);
    static void mask(const State& state, std::uint8_t* actions);

    // What a network sees (robotory/encoder.hpp).
    static constexpr int encoder_version = 1, inputs = 239, outputs = 5 * hexes + 26;
    static constexpr bool incremental = false;  // as measured: docs/strength.md
    static constexpr int parts = 1, most_listed = most_moves;
    using Numbering = nn::OneOutput<Robotory>;
    static void encode(const State& state, int seat, nn::Active& active);
    static int output(const State& state, Move move);
    static std::vector<nn::Symmetry> symmetries();
    using Course = nn::NoCourse;
    static constexpr std::array<std::string_view, 1> endings{"own_robots"};
    static std::array<float, endings.size()> ending(const Course&, const Course&, const State& last, int seat);

    // 2.3, 2.4: the hexes where a robot can step to and eat.
    static Bits meals(const State& state, int robot) {
        const std::array<std::uint32_t, 3> food{state.white, state.black,
                                                state.white | state.black};
        const auto which = static_cast<unsigned>(robot);
        return neighbours[state.robots[which]] & food[which];
    }

    static bool over(const State& state) {
        const bool white = state.lid.white == 0, black = state.lid.black == 0;
        return state.end_all ? white && black : white || black;
    }

  private:
    static constexpr Move stop = 120;
    static Move step(int robot, Hex hex) {
        return static_cast<Move>(2 * hexes + robot * hexes + hex);
    }
    static Move refill(int white, int black) {
        return static_cast<Move>(stop + 1 + white * 5 + black);
    }

    static void add(MoveList<Move, most_moves>& moves, int first, Bits targets) {
        for (const Hex hex : members(targets)) {
            moves.add(static_cast<Move>(first + hex));
        }
    }

    // 2.6, 2.7: how many discs a refill takes, and between how many and how many of them white.
    struct Refills {
        int needed, least, most;
        int number() const { return needed ? most - least + 1 : 0; }
    };

    static Bits refill_bits(const Refills& refills);
    static Refills refills_of(const State& state) {
        const int wanted = full_stock - state.stocks[state.to_move].sum();
        const int needed = std::min(wanted, state.lid.sum());
        const int least = std::max(0, needed - state.lid.black);
        const int most = std::min<int>(needed, state.lid.white);
        return {needed, least, needed ? most : least - 1};
    }

    static void end_turn(State& state) {
        state.moving = no_robot;
        state.to_move ^= 1;
    }

    static void place(State& state, int move) {
        Discs& stock = state.stocks[state.to_move];
        if (move < hexes) {
            state.white |= 1U << move;
            --stock.white;
        } else {
            state.black |= 1U << (move - hexes);
            --stock.black;
        }
        end_turn(state);
    }

    // 2.5: the robot eats and may go on; with nothing left to eat the turn ends by itself.
    static void go(State& state, int robot, Hex hex) {
        state.white &= ~(1U << hex);
        state.black &= ~(1U << hex);
        state.robots[static_cast<unsigned>(robot)] = static_cast<std::uint8_t>(hex);
        state.moving = static_cast<std::uint8_t>(robot);
        if (!meals(state, robot)) {
            end_turn(state);
        }
    }

    static void take(State& state, int white, int black) {
        Discs& stock = state.stocks[state.to_move];
        stock.white = static_cast<std::int8_t>(stock.white + white);
        stock.black = static_cast<std::int8_t>(stock.black + black);
        state.lid.white = static_cast<std::int8_t>(state.lid.white - white);
        state.lid.black = static_cast<std::int8_t>(state.lid.black - black);
        end_turn(state);
    }
};

inline Robotory::Move Robotory::pick(const State& state, Random& random) {
    if (state.moving != no_robot) {
        const Bits targets = meals(state, state.moving);
        const int chosen = random.below(count(targets) + 1);
        return chosen ? step(state.moving, nth(targets, chosen - 1)) : stop;
    }
    const Discs stock = state.stocks[state.to_move];
    const Bits free = state.free();
    const Refills refills = refills_of(state);
    const Bits places = (stock.white ? free : 0) | (stock.black ? free << 32 : 0);
    const Bits single = meals(state, white_robot) | meals(state, black_robot) << 32;
    const Bits red = meals(state, red_robot);
    int chosen = random.below(count(places) + count(single) + count(red) + refills.number());
    if (chosen < count(places)) {
        const int spot = nth(places, chosen);
        return static_cast<Move>(spot < 32 ? spot : spot - 32 + hexes);
    }
    chosen -= count(places);
    if (chosen < count(single)) {
        const int target = nth(single, chosen);
        return target < 32 ? step(white_robot, target) : step(black_robot, target - 32);
    }
    chosen -= count(single);
    if (chosen < count(red)) {
        return step(red_robot, nth(red, chosen));
    }
    const int white = refills.least + chosen - count(red);
    return refill(white, refills.needed - white);
}

inline Values Robotory::rollout(State& state, Random& random) {
    while (!over(state)) {
        apply(state, pick(state, random));
    }
    return values(shares(outcome(state)));
}

}  // namespace ludothek::robotory

#include "ludothek/games/robotory/encoder.hpp"
#include "ludothek/games/robotory/observation.hpp"
#include "ludothek/games/robotory/settled.hpp"
#include "ludothek/games/robotory/text.hpp"
