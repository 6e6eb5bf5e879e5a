// NEXUS: the state of a game and of the action in progress.
#pragma once

#include <array>
#include <cstdint>

#include "ludothek/bits.hpp"
#include "ludothek/inline_vector.hpp"
#include "ludothek/game.hpp"
#include "ludothek/games/nexus/board.hpp"

namespace ludothek::nexus {

inline constexpr int most_actions = 400;  // with draw=on

enum Kind : std::uint8_t { none_yet, ring_change, other_action };
enum Jump : std::uint8_t { jump_chain, jump_line, jump_none };
enum Phase : std::uint8_t { idle, entering, lifting, laying, stepping, removing, repeated };

// In a surrounded area, so many marbles of a seat are to be removed.
struct Claim {
    Bits rings;
    std::uint8_t seat, number;
};

// The marbles of one seat in all rings: how many in each, 0 to 3, as two binary digits.
struct Marbles {
    Bits ones = 0, twos = 0;

    Bits any() const { return ones | twos; }
    Bits threes() const { return ones & twos; }
    int in(int ring) const { return static_cast<int>((ones >> ring & 1) + (twos >> ring & 1) * 2); }
    int within(Bits rings) const { return count(ones & rings) + 2 * count(twos & rings); }
    void add(int ring) {
        twos ^= ones & bit(ring);
        ones ^= bit(ring);
    }
    void take(int ring) {
        twos ^= ~ones & bit(ring);
        ones ^= bit(ring);
    }
    void clear(Bits rings) {
        ones &= ~rings;
        twos &= ~rings;
    }
};

// All that a step changes: where marbles stand and what is under way. Cheap to copy.
struct Standing {
    std::array<Marbles, 4> marbles{};
    std::array<std::int8_t, 4> reserves{};
    std::array<Kind, 4> previous{};  // of each seat's actions
    std::uint8_t seats = 2;
    std::uint8_t to_move = 0;
    std::uint8_t in = 0;       // seats still in, as bits
    std::uint8_t entered = 0;  // seats that have completed a first turn, as bits
    std::int8_t last = -1;     // who acted last
    std::uint8_t wall = 0, half_left = 0, jump = 0, border_entry = 0, endless = 0;  // options
    std::uint8_t forgetful = 0;  // set in playouts: repetitions are not looked for
    std::uint32_t actions = 0;   // completed by all seats together

    Phase phase = idle;
    std::uint8_t left = 0;  // marbles still to enter, or rings still to lay
    bool leapt = false;     // was the first step a leap?
    Kind acting = none_yet;  // while removing: the kind of the action
    std::int8_t back_from = -1, back_to = -1;  // the walk that would bring the old situation back
    Bits before = 0;  // what the seat surrounded when its action began
    Vacated lifted;   // sorted

    bool first_turn() const { return !(entered >> to_move & 1); }
    const Marbles& own() const { return marbles[to_move]; }
    Marbles& own() { return marbles[to_move]; }

    Bits occupied() const {
        return marbles[0].any() | marbles[1].any() | marbles[2].any() | marbles[3].any();
    }
};

// All that steps depend on.
struct Table : Standing {
    Board board;

    Bits empty() const { return board.all() & ~occupied(); }
};

struct State : Table {
    InlineVector<Claim, 40> claims;  // the first one is being settled
    InlineVector<std::uint64_t, most_actions + 1> seen;  // hashes of the situations at the turns so far
    std::uint64_t past = 0;  // hash of all those
};

// The rings as the seat to move sees them.
struct Survey {
    Bits own;   // with a marble of the seat
    Bits free;  // own and not mixed: marbles can leave
    Bits room;  // it could put a marble there
    Bits empty;
};

// The rings that hold four marbles: all seats' digits added up, ring by ring.
inline Bits full_rings(const std::array<Marbles, 4>& marbles) {
    Bits ones = 0, twos = 0, fours = 0;
    for (const Marbles& each : marbles) {
        const Bits carry = ones & each.ones;
        ones ^= each.ones;
        fours |= (twos & each.twos) | (carry & (twos ^ each.twos));
        twos ^= each.twos ^ carry;
    }
    return fours;
}

inline Survey survey(const Standing& state, const Board& board) {
    Bits others = 0;
    for (unsigned seat = 0; seat < 4; ++seat) {
        others |= seat == state.to_move ? 0 : state.marbles[seat].any();
    }
    const Bits own = state.own().any(), all = board.all();
    return {.own = own,
            .free = own & ~others,
            .room = all & ~state.own().threes() & ~full_rings(state.marbles),
            .empty = all & ~own & ~others};
}
inline Survey survey(const Table& state) { return survey(state, state.board); }

}  // namespace ludothek::nexus
