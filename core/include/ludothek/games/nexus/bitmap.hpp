// NEXUS: the part of the endless grid where rings lie, as rows of bits.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "ludothek/games/nexus/board.hpp"

namespace ludothek::nexus {

__extension__ typedef unsigned __int128 Row;

inline constexpr int widest = 128;

// The coordinates along one axis that have a column (or a row) in the window: from one before the
// first ring to one after the last. Where that is too wide, empty stretches are cut to two, which
// changes neither what touches what nor what is connected with the outside; 37 rings then need at
// most 37 + 36 * 2 + 2.
class Axis {
  public:
    template <class Coordinate>
    Axis(const Board& board, Coordinate coordinate) {
        const auto [low, high] = std::ranges::minmax(board.at, {}, coordinate);
        first_ = coordinate(low) - 1;
        size_ = coordinate(high) - first_ + 2;
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

class Window {
  public:
    explicit Window(const Board& board)
        : columns_(board, [](Pos pos) { return static_cast<int>(pos.q); }),
          rows_(board, [](Pos pos) { return static_cast<int>(pos.r); }) {
        std::fill_n(rings_.begin(), height() + 2, Row{0});
        for (const Pos pos : board.at) {
            rings_[row_of(pos)] |= bit_of(pos);
        }
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
                places.add({static_cast<std::int16_t>(columns_.coordinate(first_of(left))),
                           static_cast<std::int16_t>(rows_.coordinate(static_cast<int>(row) - 1))});
            }
        }
        return places;
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
    using Rows = std::array<Row, widest + 2>;  // one more below and above, always empty

    unsigned height() const { return static_cast<unsigned>(rows_.size()); }
    unsigned row_of(Pos pos) const { return static_cast<unsigned>(rows_.column(pos.r) + 1); }
    Row bit_of(Pos pos) const { return Row{1} << columns_.column(pos.q); }
    bool shows(Pos pos) const { return columns_.shows(pos.q) && rows_.shows(pos.r); }
    static int size_of(Row row) {
        return count(static_cast<Bits>(row)) + count(static_cast<Bits>(row >> 64));
    }
    static int first_of(Row row) {
        const auto low = static_cast<Bits>(row);
        return low ? lowest(low) : 64 + lowest(static_cast<Bits>(row >> 64));
    }

    Row touching_two(unsigned row) const {
        Row once = 0, twice = 0;
        for (const Row side : {rings_[row] << 1, rings_[row] >> 1, rings_[row - 1],
                               rings_[row - 1] >> 1, rings_[row + 1], rings_[row + 1] << 1}) {
            twice |= once & side;
            once |= side;
        }
        return twice;
    }

    Row full() const {
        return columns_.size() == widest ? ~Row{0} : (Row{1} << columns_.size()) - 1;
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

    Axis columns_, rows_;
    Rows rings_, places_;
};

inline void Board::find_border() { Window(*this).find_border(*this); }

inline Places Board::places(const Vacated& vacated) const {
    Window window(*this);
    window.find_places(vacated);
    return window.places();
}

}  // namespace ludothek::nexus
