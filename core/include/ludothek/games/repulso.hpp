// Repulso as a game of the core. The clauses cited are those of the game's RULES.md.
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
#include "ludothek/games/repulso/board.hpp"
#include "ludothek/games/repulso/stuck.hpp"
#include "ludothek/nn/encoder.hpp"
#include "ludothek/random.hpp"
#include "ludothek/text.hpp"

namespace ludothek::repulso {

struct State {
    std::array<Bits, 2> pieces{};
    Bits stones = 0;
    Bits affected = 0;  // during a movement: pieces that have not slid, blocked ones too
    std::array<std::int8_t, 2> stones_left{6, 6};
    std::uint8_t turn = 0;
    std::uint8_t to_move = 0;
    std::uint8_t no_turn = 0;      // option stuck
    std::uint8_t next_groups = 0;  // option tiebreak
    Outcome outcome;

    Bits lying() const { return pieces[0] | pieces[1] | stones; }
    Bits empty() const { return board & ~lying(); }
    int pieces_left(int seat) const { return 12 - count(pieces[static_cast<unsigned>(seat)]); }
};

struct Repulso {
    using State = repulso::State;
    using Move = std::uint8_t;  // 0-35 a piece, 36-71 a stone, 72 + 4 * square + direction a slide

    static constexpr std::string_view name = "repulso";
    static constexpr int seats_least = 2, seats_most = 2;
    static constexpr int most_moves = 2 * squares;
    static constexpr std::array<Option, 2> options{
        Option{"stuck", {"no-prospect", "no-turn", {}}},
        Option{"tiebreak", {"draw", "next-groups", {}}},
    };
    enum Reason : std::uint8_t { stuck, fewest_groups, largest_group, next_groups, draw_equal };
    static constexpr std::array<std::string_view, 5> reasons{
        "stuck", "fewest-groups", "largest-group", "next-groups", "draw-equal"};

    static State initial(const Setup& setup) {
        State state;
        state.no_turn = setup.options[0];
        state.next_groups = setup.options[1];
        return state;
    }

    static Setup setup(const State& state) {
        return {.seats = 2, .options = {state.no_turn, state.next_groups}};
    }

    static int to_move(const State& state) { return state.to_move; }
    static Outcome outcome(const State& state) { return state.outcome; }

    static void legal(const State& state, MoveList<Move, most_moves>& moves) {
        moves.clear();
        if (state.outcome.over) {
            return;
        }
        if (state.affected) {
            add_slides(state, moves);
            return;
        }
        for (const Square square : members(openings(state))) {
            moves.add(piece(square));
        }
        if (state.stones_left[state.turn]) {
            for (const Square square : members(state.empty())) {
                moves.add(stone(square));
            }
        }
    }

    static void apply(State& state, Move move) {
        if (move < squares) {
            state.pieces[state.turn] |= bit(square_of(move));
            end_turn(state);
        } else if (move < 2 * squares) {
            place_stone(state, square_of(move - squares));
        } else {
            slide(state, square_of((move - 2 * squares) / 4), (move - 2 * squares) % 4);
        }
    }

    // All that tells positions apart fits into four words, so hashing at need is cheaper than
    // keeping a hash up to date in every playout.
    static std::uint64_t hash(const State& state) {
        const auto rest = static_cast<std::uint64_t>(
            state.stones_left[0] | state.turn << 4 | state.to_move << 5 | state.no_turn << 6 |
            state.next_groups << 7);
        const std::uint64_t pieces = chained(chained(rest, state.pieces[0]), state.pieces[1]);
        return chained(chained(pieces, state.stones), state.affected);
    }

    static Move pick(const State& state, Random& random) {
        if (state.affected) {
            return pick_slide(state, random);
        }
        const Bits spots = openings(state);
        const Bits empty = state.stones_left[state.turn] ? state.empty() : 0;
        const int chosen = random.below(count(spots) + count(empty));
        const bool piece = chosen < count(spots);  // nobody could foretell a branch here
        const Square square = nth(piece ? spots : empty, piece ? chosen : chosen - count(spots));
        return static_cast<Move>(index_of(square) + (piece ? 0 : squares));
    }

    static Values rollout(State& state, Random& random) {
        while (!state.outcome.over) {
            apply(state, pick(state, random));
        }
        return values(shares(state.outcome));
    }

    static bool propose(const State& state, Proposals<Repulso>& proposals) {
        MoveList<Move, most_moves> moves;
        legal(state, moves);
        for (const Move each : moves) {
            proposals.add(each, 1);
        }
        return true;
    }

    static constexpr bool fills_up = true;
    static bool near_end(const State& state) { return count(state.empty()) <= 16; }

    static std::string format_move(const State& state, Move move);
    static std::optional<Move> parse_move(const State& state, std::string_view text);
    static std::string format(const State& state);
    static std::optional<State> parse(std::string_view text, const Setup& setup);

    // A decision's code is its action number.
    static int actions(const Setup&) { return 6 * squares; }
    static int action(const State&, Move move) { return move; }
    static Move move(const State&, int action) { return static_cast<Move>(action); }
    static Shape shape(const Setup&) { return {10, size, size}; }
    static void observe(const State& state, int seat, std::uint8_t* planes);
    static void mask(const State& state, std::uint8_t* actions);

    // What a network sees (repulso/encoder.hpp).
    static constexpr int encoder_version = 1, inputs = 270, outputs = 6 * squares;
    static constexpr bool incremental = true;  // as measured: docs/strength.md
    static constexpr int parts = 1, most_listed = most_moves;
    using Numbering = nn::OneOutput<Repulso>;
    static void encode(const State& state, int seat, nn::Active& active);
    static int output(const State& state, Move move) { return action(state, move); }
    static std::vector<nn::Symmetry> symmetries();
    using Course = nn::NoCourse;
    static constexpr std::array<std::string_view, 5> endings{
        "own_groups", "other_groups", "own_largest", "other_largest", "largest_difference"};
    static std::array<float, endings.size()> ending(const Course&, const Course&, const State& last, int seat);

    // 2.2: the squares for another piece of the seat at turn.
    static Bits openings(const State& state) { return openings(state, state.turn); }
    static Bits openings(const State& state, int seat) {
        const Bits own = state.pieces[static_cast<unsigned>(seat)];
        return count(own) < 12 ? state.empty() & ~around(own) : 0;
    }

  private:
    static Move piece(Square square) { return static_cast<Move>(index_of(square)); }
    static Move stone(Square square) { return static_cast<Move>(squares + index_of(square)); }
    static Move slide_code(Square start, int direction) {
        return static_cast<Move>(2 * squares + index_of(start) * 4 + direction);
    }

    // 3.4, 3.5: the affected pieces of the seat to decide that can slide.
    static Bits sliders(const State& state) {
        return state.affected & state.pieces[state.to_move] & around(state.empty());
    }

    static void add_slides(const State& state, MoveList<Move, most_moves>& moves) {
        const Bits lying = state.lying() | walls;
        for (const Square start : members(sliders(state))) {
            for (int direction = 0; direction < 4; ++direction) {
                if (!has(lying, start + strides[static_cast<unsigned>(direction)])) {
                    moves.add(slide_code(start, direction));
                }
            }
        }
    }

    using Ways = std::array<Bits, 4>;  // for each direction, the sliders that can go there

    static Ways ways(const State& state) {
        const Bits lying = state.lying() | walls, from = sliders(state);
        Ways ways{};
        for (unsigned direction = 0; direction < 4; ++direction) {
            const int stride = strides[direction];
            ways[direction] = from & ~(stride > 0 ? lying >> stride : lying << -stride);
        }
        return ways;
    }

    static Move pick_slide(const State& state, Random& random) {
        const Ways open = ways(state);
        int number = 0;
        for (const Bits way : open) {
            number += count(way);
        }
        int chosen = random.below(number);
        unsigned direction = 0;
        for (; chosen >= count(open[direction]); ++direction) {
            chosen -= count(open[direction]);
        }
        return slide_code(nth(open[direction], chosen), static_cast<int>(direction));
    }

    // 3.1: the neighbours are affected.
    static void place_stone(State& state, Square square) {
        state.stones |= bit(square);
        --state.stones_left[state.turn];
        state.affected = around(bit(square)) & (state.pieces[0] | state.pieces[1]);
        go_on(state);
    }

    static void slide(State& state, Square start, int direction) {
        const Square end = end_of_slide(start, direction, state.lying());
        state.pieces[state.to_move] ^= bit(start) | bit(end);
        state.affected &= ~bit(start);
        go_on(state);
    }

    // 3.2: first the seat at turn slides, then the other; 3.7: then the turn is over.
    static void go_on(State& state) {
        const Bits free = state.affected & around(state.empty());
        if (!free) {
            end_turn(state);
        } else {
            state.to_move = free & state.pieces[state.turn] ? state.turn : state.turn ^ 1;
        }
    }

    static void end_turn(State& state) {
        state.affected = 0;
        state.turn ^= 1;
        state.to_move = state.turn;
        ask_for_end(state);
    }

    // 4.1: asked when a turn begins.
    static void ask_for_end(State& state) {
        if (!state.empty()) {
            state.outcome = score(state);
        } else if (is_stuck(state)) {
            state.outcome = won(state.turn ^ 1, stuck);
        }
    }

    // 4.2, 5.1: does the seat whose turn begins lose for want of squares?
    static bool is_stuck(const State& state) {
        if (openings(state) || !state.pieces_left(state.turn)) {
            return false;
        }
        const int stones = state.stones_left[state.turn];
        return !stones || (!state.no_turn && !has_prospect(table(state), stones));
    }

    static Table table(const State& state) {
        return {state.pieces[state.turn], state.pieces[state.turn ^ 1], state.stones};
    }

    // 4.4, 4.5, 4.6, 5.2: compare the groups.
    static Outcome score(const State& state) {
        const Groups first = groups(state.pieces[0]), second = groups(state.pieces[1]);
        if (first.number != second.number) {
            return won(first.number < second.number ? 0 : 1, fewest_groups);
        }
        const unsigned ranks = state.next_groups ? 12 : 1;
        for (unsigned rank = 0; rank < ranks; ++rank) {
            if (first.sizes[rank] != second.sizes[rank]) {
                return won(first.sizes[rank] > second.sizes[rank] ? 0 : 1,
                           rank ? next_groups : largest_group);
            }
        }
        return {.over = true, .winner = -1, .drawn = 0b11, .reason = draw_equal};
    }

    static Outcome won(int seat, Reason reason) {
        return {.over = true, .winner = static_cast<std::int8_t>(seat), .reason = reason};
    }
};

}  // namespace ludothek::repulso

#include "ludothek/games/repulso/encoder.hpp"
#include "ludothek/games/repulso/observation.hpp"
#include "ludothek/games/repulso/text.hpp"
