// Repulso's board: 6 x 6 squares inside a frame of walls, as an 8 x 8 set of bits.
#pragma once

#include <array>

#include "ludothek/bits.hpp"

namespace ludothek::repulso {

using Square = int;  // (row + 1) * 8 + column + 1; the frame around makes every slide end somewhere

inline constexpr int size = 6;
inline constexpr int squares = size * size;

// Squares are counted from a1 row by row where others shall understand; the frame adds one before
// the first row and two between rows.
constexpr Square square_of(int index) { return index + 2 * (index / size) + 9; }
constexpr int index_of(Square square) { return square - 2 * (square >> 3) - 7; }

constexpr Bits make_board() {
    Bits board = 0;
    for (int index = 0; index < squares; ++index) {
        board |= bit(square_of(index));
    }
    return board;
}

inline constexpr Bits board = make_board();
inline constexpr Bits walls = ~board;

// Directions: up, right, down, left.
inline constexpr std::array<int, 4> strides{8, 1, -8, -1};

// All squares next to a member, walls among them.
constexpr Bits around(Bits set) { return set << 8 | set >> 8 | set << 1 | set >> 1; }

using Rays = std::array<std::array<Bits, 64>, 4>;

constexpr Rays make_rays() {
    Rays rays{};
    for (unsigned direction = 0; direction < 4; ++direction) {
        for (int index = 0; index < squares; ++index) {
            const Square start = square_of(index);
            Square square = start;
            do {
                square += strides[direction];
                rays[direction][static_cast<unsigned>(start)] |= bit(square);
            } while (has(board, square));
        }
    }
    return rays;
}

inline constexpr Rays rays = make_rays();  // from a square to the wall, the wall included

// Where a slide comes to rest; the start itself if the next square is taken.
inline Square end_of_slide(Square start, int direction, Bits lying) {
    const auto way = static_cast<unsigned>(direction);
    const Bits obstacles = rays[way][static_cast<unsigned>(start)] & (lying | walls);
    const Square first = direction < 2 ? lowest(obstacles) : highest(obstacles);
    return first - strides[way];
}

// The members connected to a start, inside a set.
constexpr Bits group(Bits start, Bits set) {
    Bits group = start;
    for (Bits grown = 0; grown != group;) {
        grown = group;
        group |= around(group) & set;
    }
    return group;
}

// The sizes of all groups of a set of at most 12, the largest first, then zeros.
struct Groups {
    int number = 0;
    std::array<int, 12> sizes{};
};

constexpr Groups groups(Bits set) {
    Groups groups;
    while (set) {
        const Bits next = group(set & (~set + 1), set);
        set &= ~next;
        auto place = static_cast<unsigned>(groups.number++);
        for (; place > 0 && groups.sizes[place - 1] < count(next); --place) {
            groups.sizes[place] = groups.sizes[place - 1];
        }
        groups.sizes[place] = count(next);
    }
    return groups;
}

}  // namespace ludothek::repulso
