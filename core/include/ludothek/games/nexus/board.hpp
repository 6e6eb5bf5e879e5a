// NEXUS: the rings, their adjacency, which touch the outside, and where rings can be laid.
//
// Sets of rings are bits: bit i stands for the i-th ring in the order of positions (q, then r).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

#include "ludothek/bits.hpp"
#include "ludothek/inline_vector.hpp"
#include "ludothek/random.hpp"

namespace ludothek::nexus {

inline constexpr std::size_t most_rings = 37;
inline constexpr std::size_t most_places = 3 * most_rings;  // each touches two of 6 x 37 sides
inline constexpr std::size_t most_holes = most_rings / 2;  // six rings around each, three at a ring

struct Pos {
    std::int16_t q, r;
    auto operator<=>(const Pos&) const = default;
};

inline constexpr std::array<Pos, 6> directions{
    Pos{1, 0}, Pos{0, 1}, Pos{-1, 1}, Pos{-1, 0}, Pos{0, -1}, Pos{1, -1}};

constexpr Pos operator+(Pos a, Pos b) {
    return {static_cast<std::int16_t>(a.q + b.q), static_cast<std::int16_t>(a.r + b.r)};
}

constexpr bool touch(Pos a, Pos b) {
    const int q = a.q - b.q, r = a.r - b.r;
    return (std::abs(q) <= 1) & (std::abs(r) <= 1) & (std::abs(q + r) <= 1) & ((q | r) != 0);
}

constexpr std::uint64_t hash_of(Pos pos) {
    return mixed((static_cast<std::uint64_t>(static_cast<std::uint16_t>(pos.q)) << 16 |
                  static_cast<std::uint16_t>(pos.r)) +
                 0x51ed270b27a5f0c1U);
}

// Sets of rings when one ring is put in at a place in their order, or taken out.
constexpr Bits with_gap(Bits set, int at) {
    const Bits below = bit(at) - 1;
    return (set & below) | (set & ~below) << 1;
}
constexpr Bits without(Bits set, int at) {
    const Bits below = bit(at) - 1;
    return (set & below) | (set >> 1 & ~below);
}

using Places = InlineVector<Pos, most_places>;
using Vacated = InlineVector<Pos, 4>;
using Holes = InlineVector<Bits, most_holes>;

// The rings as rows of bits, where they fit into 62 columns and rows: with a free one on all sides.
class Grid {
  public:
    static constexpr int side = 64;

    Grid() {}  // rows are written before they are read
    Grid(const Grid& other) { *this = other; }
    Grid& operator=(const Grid& other) {
        left = other.left, top = other.top, low = other.low, high = other.high, fits = other.fits;
        if (fits) {
            std::copy(&other.row(low - 1), &other.row(high + 1) + 1, &row(low - 1));
        }
        return *this;
    }

    template <class Positions>
    void add(Pos pos, const Positions& all) {
        if (!fits || !has_room(pos)) {
            draw(all);
            return;
        }
        for (; pos.r - top < low; --low) {
            row(low - 2) = 0;
        }
        for (; pos.r - top > high; ++high) {
            row(high + 2) = 0;
        }
        row(pos.r - top) |= bit(pos.q - left);
    }

    template <class Positions>
    void remove(Pos pos, const Positions& all) {
        if (!fits) {
            draw(all);
            return;
        }
        row(pos.r - top) &= ~bit(pos.q - left);
        for (; low < high && !row(low); ++low) {
        }
        for (; low < high && !row(high); --high) {
        }
    }

    const Bits& row(int number) const { return rows_[static_cast<unsigned>(number)]; }

    // Pairs of rings that touch, less threes that all touch each other.
    int pairs_less_threes() const {
        int number = 0;
        for (int each = low; each <= high; ++each) {
            const Bits here = row(each), over = row(each + 1);
            const Bits beside = here & here >> 1, straight = here & over, slanted = here & over << 1;
            number += count(beside) + count(straight) + count(slanted) - count(beside & over) -
                      count(straight & over << 1);
        }
        return number;
    }

    int left = 0, top = 0;  // the coordinates of the first column and row
    int low = 0, high = 0;  // the first and the last row with a ring; those beside them are there, and empty
    bool fits = false;

  private:
    Bits& row(int number) { return rows_[static_cast<unsigned>(number)]; }

    bool has_room(Pos pos) const {
        const int column = pos.q - left, row = pos.r - top;
        return column > 0 && column < side - 1 && row > 1 && row < side - 2;
    }

    // Put them into the middle, if they can all be shown.
    template <class Positions>
    void draw(const Positions& all) {
        const auto [least_q, most_q] = std::ranges::minmax(all, {}, &Pos::q);
        const auto [least_r, most_r] = std::ranges::minmax(all, {}, &Pos::r);
        left = (least_q.q + most_q.q - side) / 2;
        top = (least_r.r + most_r.r - side) / 2;
        fits = has_room({least_q.q, least_r.r}) && has_room({most_q.q, most_r.r});
        if (fits) {
            low = least_r.r - top, high = most_r.r - top;
            std::fill(&row(low - 1), &row(high + 1) + 1, Bits{0});
            for (const Pos pos : all) {
                row(pos.r - top) |= bit(pos.q - left);
            }
        }
    }

    std::array<Bits, side> rows_;
};

struct Board {
    InlineVector<Pos, most_rings> at;  // sorted
    std::array<Bits, most_rings> near{};
    Bits border = 0;  // the rings next to the outside, as of the last call of find_border
    Holes holes;      // the rings around each hole, as of the same
    std::uint64_t hash = 0;
    Grid grid;                          // the same rings
    std::int8_t number_of_holes = 0;    // or unknown

    int size() const { return static_cast<int>(at.size()); }
    Bits all() const { return bit(size()) - 1; }
    Pos pos(int ring) const { return at[static_cast<unsigned>(ring)]; }
    Bits near_to(int ring) const { return near[static_cast<unsigned>(ring)]; }

    // Which ring lies at a position; -1: none.
    int find(Pos wanted) const {
        const Pos* position = std::lower_bound(at.begin(), at.end(), wanted);
        return position != at.end() && *position == wanted ? static_cast<int>(position - at.begin()) : -1;
    }

    // Put a ring in; where it comes to stand in the order.
    int insert(Pos added) {
        const auto place = static_cast<unsigned>(
            std::lower_bound(at.begin(), at.end(), added) - at.begin());
        const int ring = static_cast<int>(place);
        at.add(added);
        std::copy_backward(at.begin() + place, at.end() - 1, at.end());
        at[place] = added;
        std::copy_backward(near.begin() + place, near.begin() + at.size() - 1,
                           near.begin() + at.size());
        near[place] = 0;
        const Bits touched = touching(added);  // a position does not touch itself
        for (unsigned other = 0; other < at.size(); ++other) {
            near[other] = with_gap(near[other], ring);
        }
        for (const int other : members(touched)) {
            near[static_cast<unsigned>(other)] |= bit(ring);
        }
        near[place] = touched;
        hash += hash_of(added);
        grid.add(added, at);
        note_holes(touched, -1);
        return ring;
    }

    void erase(int ring) {
        const auto place = static_cast<unsigned>(ring);
        const Pos erased = at[place];
        note_holes(near[place], 1);
        hash -= hash_of(erased);
        std::copy(at.begin() + place + 1, at.end(), at.begin() + place);
        std::copy(near.begin() + place + 1, near.begin() + at.size(), near.begin() + place);
        at.drop_last();
        for (unsigned other = 0; other < at.size(); ++other) {
            near[other] = without(near[other], ring);
        }
        grid.remove(erased, at);
    }

    // The rings that touch a position.
    Bits touching(Pos pos) const {
        std::array<std::uint8_t, most_rings> touches;
        for (unsigned ring = 0; ring < at.size(); ++ring) {
            touches[ring] = touch(pos, at[ring]);
        }
        Bits rings = 0;
        for (unsigned ring = 0; ring < at.size(); ++ring) {
            rings |= Bits{touches[ring]} << ring;
        }
        return rings;
    }

    // All rings of a set connected to a start inside the set.
    Bits spread(Bits start, Bits within) const {
        Bits reached = start & within;
        if (Bits left = within & ~reached; count(left) < count(reached)) {
            for (Bits last = 0; last != left;) {  // fewer rings to look at from the other side
                last = left;
                for (const int ring : members(left)) {
                    left &= near_to(ring) & (within & ~left) ? ~bit(ring) : ~Bits{0};
                }
            }
            return within & ~left;
        }
        for (Bits rest = reached; rest;) {
            const Bits fresh = near_to(lowest(rest)) & within & ~reached;
            reached |= fresh;
            rest = (rest & (rest - 1)) | fresh;
        }
        return reached;
    }

    // The same where rings next to one hole are as good as next to each other.
    Bits spread_across(Bits start, Bits within) const {
        Bits reached = spread(start, within);
        for (bool grown = !holes.empty(); grown;) {
            grown = false;
            for (const Bits around : holes) {
                const Bits fresh = around & within & ~reached;
                if (fresh && (around & reached)) {
                    reached |= spread(fresh, within);
                    grown = true;
                }
            }
        }
        return reached;
    }

    // What is connected to a start inside a set, and all next to that.
    Bits reach(Bits start, Bits within) const {
        Bits reached = start & within, around = reached;
        for (Bits rest = reached; rest;) {
            const Bits beside_it = near_to(lowest(rest)), fresh = beside_it & within & ~reached;
            around |= beside_it;
            reached |= fresh;
            rest = (rest & (rest - 1)) | fresh;
        }
        return around;
    }

    // All rings next to one of these (and these, where they touch each other).
    Bits beside(Bits of) const {
        Bits neighbours = 0;
        for (const int ring : members(of)) {
            neighbours |= near_to(ring);
        }
        return neighbours;
    }

    Bits beside_across(Bits of) const {
        Bits neighbours = beside(of);
        for (const Bits around : holes) {
            neighbours |= around & of ? around : 0;
        }
        return neighbours;
    }

    static constexpr std::int8_t unknown = -1;

    // A ring beside these comes or goes. It fills or leaves a hole where it has rings all around, and
    // changes none where those that touch it touch each other in a row.
    void note_holes(Bits beside_it, std::int8_t more) {
        const int number = count(beside_it);
        int twice_pairs = 0;
        for (const int ring : members(beside_it)) {
            twice_pairs += count(near_to(ring) & beside_it);
        }
        if (number == 6 && number_of_holes != unknown) {
            number_of_holes = static_cast<std::int8_t>(number_of_holes + more);
        } else if (number - twice_pairs / 2 > 1) {
            number_of_holes = unknown;
        }
    }

    int pairs_less_threes() const;
    bool has_holes() const;
    Bits with_room_beside() const;
    void find_border();
    Bits border_now() const;  // also while rings are changed
    // Where rings can be laid, row by row.
    Places places(const Vacated& vacated) const;
    int number_of_places(const Vacated& vacated) const;
    Pos nth_place(const Vacated& vacated, int n) const;
};

}  // namespace ludothek::nexus
