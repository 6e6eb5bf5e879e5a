// Repulso: whether a seat without a square for a piece could get one by its stones alone (4.3).
#pragma once

#include <algorithm>
#include <compare>
#include <vector>

#include "ludothek/bits.hpp"
#include "ludothek/games/repulso/board.hpp"

namespace ludothek::repulso {

// What lies on the board, seen from the seat that looks for a square.
struct Table {
    Bits own = 0, other = 0, stones = 0;

    Bits empty() const { return board & ~(own | other | stones); }
    Bits openings() const { return empty() & ~around(own); }

    auto operator<=>(const Table&) const = default;
};

// Carry out a movement in every way, own pieces first (3.2); stop when `visit` says so.
template <class Visit>
bool any_movement(const Table& table, Bits affected, const Visit& visit) {
    const Bits free = affected & around(table.empty());
    if (!free) {
        return visit(table);
    }
    const bool own = (free & table.own) != 0;
    const Bits lying = ~table.empty();
    for (const Square start : members(own ? free & table.own : free)) {
        for (int direction = 0; direction < 4; ++direction) {
            const Square end = end_of_slide(start, direction, lying);
            if (end == start) {
                continue;
            }
            Table after = table;
            (own ? after.own : after.other) ^= bit(start) | bit(end);
            if (any_movement(after, affected & ~bit(start), visit)) {
                return true;
            }
        }
    }
    return false;
}

// Lay a stone on every one of these squares, and carry out its movement in every way.
template <class Visit>
bool any_stone(const Table& table, Bits spots, const Visit& visit) {
    for (const Square square : members(spots)) {
        Table after = table;
        after.stones |= bit(square);
        if (any_movement(after, around(bit(square)) & (table.own | table.other), visit)) {
            return true;
        }
    }
    return false;
}

// Where a stone may open a square at once; nowhere else can it, if none is open before. All squares
// next to the stone have one colour of a chessboard, and what lies next to these has the other and
// does not move. So if what lies on the opened square slid, nothing next to it did: it was a piece
// without an own one next to it. Else the square was empty, and every own piece next to it slid:
// the stone lies next to all of them.
inline Bits useful(const Table& table) {
    const Bits empty = table.empty();
    Bits reachable = around((table.own | table.other) & ~around(table.own));
    for (const Square square : members(empty)) {
        Bits next_to_all = ~bit(square);
        for (const Square piece : members(around(bit(square)) & table.own)) {
            next_to_all &= around(bit(piece));
        }
        reachable |= next_to_all;
    }
    return empty & reachable;
}

// Does a single stone open a square?
inline bool opens(const Table& table) {
    return any_stone(table, useful(table), [](const Table& after) { return after.openings() != 0; });
}

// All that one more stone can make of some tables, each once.
inline std::vector<Table> successors(const std::vector<Table>& tables) {
    std::vector<Table> next;
    for (const Table& table : tables) {
        any_stone(table, table.empty(), [&](const Table& after) {
            next.push_back(after);
            return false;
        });
    }
    std::ranges::sort(next);
    const auto rest = std::ranges::unique(next);
    next.erase(rest.begin(), rest.end());
    return next;
}

// One stone is nearly always enough, or nothing is: so first one, then two, and so on.
inline bool has_prospect(const Table& table, int stones) {
    if (opens(table)) {
        return true;
    }
    std::vector<Table> reached{table};
    for (int laid = 1; laid < stones; ++laid) {
        reached = successors(reached);
        if (std::ranges::any_of(reached, opens)) {
            return true;
        }
    }
    return false;
}

}  // namespace ludothek::repulso
