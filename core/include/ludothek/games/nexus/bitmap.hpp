// NEXUS: a window of the unbounded grid as rows of bits.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>

#include "ludothek/games/nexus/board.hpp"

namespace ludothek::nexus {

__extension__ typedef unsigned __int128 WideRow;

inline constexpr int widest = 128;

// The coordinates along one axis that have a column (or a row) in the window: from one before the
// first ring to one after the last. Where that is too wide, empty stretches are cut to two, which
// changes neither what touches what nor what is connected with the outside; 37 rings then need at
// most 37 + 36 * 2 + 2.
class Axis {
  public:
    Axis(int first, int size) : first_(first), size_(size) {}

    template <class Coordinate>
    Axis(const Board& board, Coordinate coordinate) {
        int low = coordinate(board.at[0]), high = low;
        for (const Pos pos : board.at) {
            low = std::min(low, coordinate(pos));
            high = std::max(high, coordinate(pos));
        }
        first_ = low - 1;
        size_ = high - first_ + 2;
        if (size_ > widest) {
            cut(board, coordinate);
        }
    }

    int size() const { return size_; }
    int coordinate(int column) const {
        return cut_ ? shown_[static_cast<unsigned>(column)] : first_ + column;
    }
    int column(int coordinate) const {
        if (!cut_) {
            return coordinate - first_;
        }
        const auto it = std::lower_bound(shown_.begin(), shown_.begin() + size_, coordinate);
        return static_cast<int>(it - shown_.begin());
    }

    bool shows(int coordinate) const {
        const int index = column(coordinate);
        return index >= 0 && index < size_ && this->coordinate(index) == coordinate;
    }

  private:
    template <class Coordinate>
    void cut(const Board& board, Coordinate coordinate) {
        InlineVector<int, most_rings> taken;
        for (const Pos pos : board.at) {
            taken.add(coordinate(pos));
        }
        std::ranges::sort(taken);
        size_ = 0;
        for (const int each : taken) {
            for (const int shown : {each - 1, each, each + 1}) {
                if (size_ == 0 || shown_[static_cast<unsigned>(size_ - 1)] < shown) {
                    shown_[static_cast<unsigned>(size_++)] = shown;
                }
            }
        }
        cut_ = true;
    }

    int first_ = 0, size_ = 0;
    bool cut_ = false;
    std::array<int, widest> shown_;
};

// A row of bits is as wide as an axis may be.
template <class Row>
class Window {
  public:
    static constexpr int width = 8 * static_cast<int>(sizeof(Row));

    Window(const Board& board, const Axis& columns, const Axis& rows) : columns_(columns), rows_(rows) {
        std::fill_n(rings_.begin(), height() + 2, Row{0});
        for (const Pos pos : board.at) {
            rings_[row_of(pos)] |= bit_of(pos);
        }
    }

    // The same from the rows that the board keeps.
    Window(const Grid& grid, const Axis& columns, const Axis& rows)
        requires std::same_as<Row, Bits>
        : columns_(columns), rows_(rows) {
        rings_[0] = rings_[height() + 1] = 0;
        std::copy_n(&grid.row(grid.low - 1), height(), rings_.begin() + 1);
    }

    // Look for the ring-less positions that touch at least two rings and were not just vacated.
    void find_places(const Vacated& vacated) {
        places_[0] = places_[height() + 1] = 0;
        for (unsigned row = 1; row <= height(); ++row) {
            places_[row] = touching_two(row) & ~rings_[row];
        }
        for (const Pos pos : vacated) {
            if (shows(pos)) {
                places_[row_of(pos)] &= ~bit_of(pos);
            }
        }
    }

    Places places() const {
        Places places;
        for (unsigned row = 1; row <= height(); ++row) {
            for (Row left = places_[row]; left; left &= left - 1) {
                places.add(pos_at(row, left));
            }
        }
        return places;
    }

    // The place with exactly n places before it.
    Pos nth_place(int n) const {
        unsigned row = 1;
        for (; n >= size_of(places_[row]); ++row) {
            n -= size_of(places_[row]);
        }
        Row left = places_[row];
        for (; n > 0; --n) {
            left &= left - 1;
        }
        return pos_at(row, left);
    }

    int number_of_places() const {
        int total = 0;
        for (unsigned row = 1; row <= height(); ++row) {
            total += size_of(places_[row]);
        }
        return total;
    }

    // How many of them a position touches.
    int places_touching(Pos pos) const {
        const unsigned row = row_of(pos);
        const int column = columns_.column(pos.q);
        const auto three = [&](unsigned of, int from) {
            return static_cast<unsigned>(places_[of] >> from & 7);
        };
        return std::popcount(three(row, column - 1) & 0b101U) +
               std::popcount(three(row - 1, column - 1) & 0b110U) +
               std::popcount(three(row + 1, column - 1) & 0b011U);
    }

    // The rings of the board next to the outside.
    Bits border(const Board& board) const { return around(outside(), board); }

    // What stays as long as the rings stay.
    void find_border(Board& board) const {
        Rows seen = outside();
        board.border = around(seen, board);
        board.holes.clear();
        for (unsigned row = 2; row < height(); ++row) {
            while (const Row left = full() & ~rings_[row] & ~seen[row]) {
                Rows hole = none();
                hole[row] = left & (~left + 1);
                grow(hole);
                board.holes.add(around(hole, board));
                for (unsigned each = row; each < height(); ++each) {
                    seen[each] |= hole[each];
                }
            }
        }
    }

  private:
    using Rows = std::array<Row, width + 2>;  // one more below and above, always empty

    unsigned height() const { return static_cast<unsigned>(rows_.size()); }
    unsigned row_of(Pos pos) const { return static_cast<unsigned>(rows_.column(pos.r) + 1); }
    Row bit_of(Pos pos) const { return Row{1} << columns_.column(pos.q); }
    bool shows(Pos pos) const { return columns_.shows(pos.q) && rows_.shows(pos.r); }
    static int size_of(Row row) {
        int size = count(static_cast<Bits>(row));
        if constexpr (width > 64) {
            size += count(static_cast<Bits>(row >> 64));
        }
        return size;
    }
    static int first_of(Row row) {
        const auto low = static_cast<Bits>(row);
        if constexpr (width > 64) {
            return low ? lowest(low) : 64 + lowest(static_cast<Bits>(row >> 64));
        }
        return lowest(low);
    }
    Pos pos_at(unsigned row, Row columns) const {
        return {static_cast<std::int16_t>(columns_.coordinate(first_of(columns))),
                static_cast<std::int16_t>(rows_.coordinate(static_cast<int>(row) - 1))};
    }

    Row touching_two(unsigned row) const {
        const Row here = rings_[row], under = rings_[row - 1], over = rings_[row + 1];
        const Row beside = (here << 1) | (here >> 1), both = (here << 1) & (here >> 1);
        const Row under_it = under | under >> 1, both_under = under & under >> 1;
        const Row over_it = over | over << 1, both_over = over & over << 1;
        return both | both_under | both_over | (beside & (under_it | over_it)) | (under_it & over_it);
    }

    Row full() const {
        return columns_.size() == width ? ~Row{0} : (Row{1} << columns_.size()) - 1;
    }
    Rows none() const {
        Rows rows;
        std::fill_n(rows.begin(), height() + 2, Row{0});
        return rows;
    }

    // The rings of the board next to some positions.
    Bits around(const Rows& positions, const Board& board) const {
        Bits bits = 0;
        for (int ring = 0; ring < board.size(); ++ring) {
            const unsigned row = row_of(board.pos(ring));
            const Row sides = positions[row] << 1 | positions[row] >> 1 | positions[row - 1] |
                              positions[row - 1] >> 1 | positions[row + 1] | positions[row + 1] << 1;
            bits |= sides & bit_of(board.pos(ring)) ? bit(ring) : 0;
        }
        return bits;
    }

    // What of the outside lies in the window: its edge is free of rings, so it begins there.
    Rows outside() const {
        Rows rows = none();
        const Row edges = Row{1} | Row{1} << (columns_.size() - 1);
        for (unsigned row = 1; row <= height(); ++row) {
            rows[row] = row == 1 || row == height() ? full() : edges;
        }
        grow(rows);
        return rows;
    }

    // Add the ring-less positions connected to some; the first and the last row are complete.
    void grow(Rows& positions) const {
        for (bool grown = true; grown;) {
            grown = false;
            for (unsigned row = 2; row < height(); ++row) {
                grown |= grow(positions, row);
            }
            for (unsigned row = height() - 1; row > 1; --row) {
                grown |= grow(positions, row);
            }
        }
    }

    bool grow(Rows& positions, unsigned row) const {
        const Row free = full() & ~rings_[row], before = positions[row];
        Row now = before | (free & (positions[row - 1] | positions[row - 1] >> 1 |
                                    positions[row + 1] | positions[row + 1] << 1));
        for (Row last = 0; last != now;) {
            last = now;
            now |= free & (now << 1 | now >> 1);
        }
        positions[row] = now;
        return now != before;
    }

    const Axis &columns_, &rows_;
    Rows rings_, places_;
};

// Call with a window on a board: nearly always rows of 64 bits are wide enough.
template <class Use>
auto with_window(const Board& board, Use use) {
    if (const Grid& grid = board.grid; grid.fits) {
        const Axis columns(grid.left, Grid::side), rows(grid.top + grid.low - 1, grid.high - grid.low + 3);
        Window<Bits> window(grid, columns, rows);
        return use(window);
    }
    const Axis columns(board, [](Pos pos) { return static_cast<int>(pos.q); });
    const Axis rows(board, [](Pos pos) { return static_cast<int>(pos.r); });
    if (std::max(columns.size(), rows.size()) <= Window<Bits>::width) {
        Window<Bits> window(board, columns, rows);
        return use(window);
    }
    Window<WideRow> window(board, columns, rows);
    return use(window);
}

// The same with the places to lay rings on.
template <class Use>
auto with_places(const Board& board, const Vacated& vacated, Use use) {
    return with_window(board, [&](auto& window) {
        window.find_places(vacated);
        return use(window);
    });
}

inline int Board::pairs_less_threes() const {
    if (grid.fits) {
        return grid.pairs_less_threes();
    }
    int twice_pairs = 0, thrice_threes = 0;
    for (int ring = 0; ring < size(); ++ring) {
        twice_pairs += count(near_to(ring));
        for (const int other : members(near_to(ring) >> ring << ring)) {
            thrice_threes += count(near_to(ring) & near_to(other));
        }
    }
    return twice_pairs / 2 - thrice_threes / 3;
}

// By Euler's formula: rings less touching pairs plus touching threes are parts less holes.
inline bool Board::has_holes() const {
    if (number_of_holes != unknown) {
        return number_of_holes > 0;
    }
    int parts = 0;
    for (Bits left = all(); left; ++parts) {
        left &= ~spread(left & (~left + 1), left);
    }
    return size() - pairs_less_threes() != parts;
}

// Without holes, whoever has fewer than six rings beside it is next to the outside.
inline Bits Board::with_room_beside() const {
    Bits rings = 0;
    for (int ring = 0; ring < size(); ++ring) {
        rings |= Bits{count(near_to(ring)) < 6} << ring;
    }
    return rings;
}

inline Bits Board::border_now() const {
    return has_holes() ? with_window(*this, [this](const auto& window) { return window.border(*this); })
                       : with_room_beside();
}

inline void Board::find_border() {
    if (has_holes()) {
        with_window(*this, [this](const auto& window) { window.find_border(*this); });
    } else {
        border = with_room_beside();
        holes.clear();
    }
    number_of_holes = static_cast<std::int8_t>(holes.size());
}

inline Places Board::places(const Vacated& vacated) const {
    return with_places(*this, vacated, [](const auto& window) { return window.places(); });
}

inline int Board::number_of_places(const Vacated& vacated) const {
    return with_places(*this, vacated, [](const auto& window) { return window.number_of_places(); });
}

inline Pos Board::nth_place(const Vacated& vacated, int n) const {
    return with_places(*this, vacated, [n](const auto& window) { return window.nth_place(n); });
}

}  // namespace ludothek::nexus
