// NEXUS: network inputs. A hexagon of cells around the middle of the board, so that its position
// does not matter, and the seats in playing order, starting with the one that looks.
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "ludothek/games/nexus.hpp"
#include "ludothek/nn/encoder.hpp"

namespace ludothek::nexus {

namespace canvas {
inline constexpr int radius = 6, side = 2 * radius + 1, cells = 127;
inline constexpr int elsewhere = cells;  // outside the hexagon

constexpr bool shows(int q, int r) {
    // std::abs is no constant expression before C++23.
    return std::max({q, -q, r, -r, q + r, -q - r}) <= radius;
}

// The number of each cell, by rows of q, then r.
inline constexpr auto numbers = [] {
    std::array<std::int16_t, side * side> all{};
    std::int16_t next = 0;
    for (int q = -radius; q <= radius; ++q) {
        for (int r = -radius; r <= radius; ++r) {
            all[static_cast<unsigned>((q + radius) * side + r + radius)] =
                shows(q, r) ? next++ : std::int16_t{elsewhere};
        }
    }
    return all;
}();

constexpr int cell(int q, int r) {
    return shows(q, r) ? numbers[static_cast<unsigned>((q + radius) * side + r + radius)] : elsewhere;
}
}  // namespace canvas

// Inputs: for each cell 24 questions, then what concerns the whole game.
namespace inputs {
enum Plane {
    ring, marbles, border = marbles + 12, vacated, before, removable, entrance, reach,
    reach_twice, others_reach, others_reach_twice, prey, threatened, planes
};
inline constexpr int reserve_values = 16, total_values = 24, flags = 4;
inline constexpr int of_seat = reserve_values + total_values + flags;
inline constexpr int seats = planes * canvas::cells, edge_wall = seats + 3;
inline constexpr int half = edge_wall + 1, jump = half + 1, border_entry = jump + 3;
inline constexpr int endless = border_entry + 1, phase = endless + 1, left = phase + 7;
inline constexpr int leapt = left + 5, may_change = leapt + 1, mover = may_change + 1;
inline constexpr int victim = mover + 4, actions = victim + 4, repeats = actions + 16;
inline constexpr int each_seat = repeats + 2, number = each_seat + 4 * of_seat;
}  // namespace inputs
static_assert(inputs::number == Nexus::inputs);

// The middle of the rings, as a position of the grid.
inline Pos middle(const Board& board) {
    int q = 0, r = 0;
    for (const Pos pos : board.at) {
        q += pos.q;
        r += pos.r;
    }
    const int size = std::max(board.size(), 1);
    const auto nearest = [size](int sum) {
        const int twice = 2 * sum + size;
        return twice >= 0 ? twice / (2 * size) : -((-twice + 2 * size - 1) / (2 * size));
    };
    int mid_q = nearest(q), mid_r = nearest(r);
    const int mid_s = nearest(-q - r);
    const int off_q = std::abs(mid_q * size - q), off_r = std::abs(mid_r * size - r);
    const int off_s = std::abs(mid_s * size + q + r);
    if (off_q > off_r && off_q > off_s) {
        mid_q = -mid_r - mid_s;
    } else if (off_r > off_s) {
        mid_r = -mid_q - mid_s;
    }
    return {static_cast<std::int16_t>(mid_q), static_cast<std::int16_t>(mid_r)};
}

inline int cell_of(Pos middle, Pos pos) { return canvas::cell(pos.q - middle.q, pos.r - middle.r); }

// Where a seat's marbles can walk to with one step, and where two of them can.
struct Reach {
    Bits once = 0, twice = 0;

    Reach(const State& state, unsigned seat, Bits full) {
        const Marbles& own = state.marbles[seat];
        Bits others = 0;
        for (unsigned other = 0; other < state.seats; ++other) {
            others |= other == seat ? 0 : state.marbles[other].any();
        }
        const Bits room = state.board.all() & ~own.threes() & ~full, free = own.any() & ~others;
        if (state.jump == jump_chain) {
            add_chains(state.board, own, free, room);
        } else {
            add_rings(state, own, free, room);
        }
    }

    // The rings where it could remove a lone marble of another seat.
    Bits prey(const Marbles& own, const Marbles& other) const {
        return other.ones & ~other.twos & ((own.any() & once) | (~own.any() & twice));
    }

  private:
    void add(Bits to, int marbles) {
        twice |= (once & to) | (marbles >= 2 ? to : 0);
        once |= to;
    }
    void add_chains(const Board& board, const Marbles& own, Bits free, Bits room) {
        for (Bits left = own.any(); left;) {
            const Bits chain = board.spread(left & (~left + 1), left);
            left &= ~chain;
            if (chain & free) {
                add((chain | board.beside(chain)) & room, own.within(chain & free));
            }
        }
    }
    void add_rings(const State& state, const Marbles& own, Bits free, Bits room) {
        for (const int ring : members(free)) {
            Bits to = state.board.near_to(ring);
            if (state.jump == jump_line) {
                to |= along_lines(state.board, own.any(), ring);
            }
            add(to & room, own.in(ring));
        }
    }
};

class Encoding {
  public:
    Encoding(const State& state, int seat, nn::Active& active)
        : state_(state), seat_(static_cast<unsigned>(seat)), middle_(middle(state.board)),
          active_(active) {}

    void write() {
        const bool changing = state_.phase == lifting || state_.phase == laying;
        rings(inputs::ring, state_.board.all());
        marbles();
        rings(inputs::before, state_.before);
        for (const Pos pos : state_.lifted) {
            add_cell(inputs::vacated, pos);
        }
        if (!changing) {  // until it is over, nobody has looked for the border
            rings(inputs::border, state_.board.border);
            rings(inputs::entrance, entrances(state_, survey(state_)));
        }
        if (state_.phase == removing) {
            rings(inputs::removable, Nexus::removable(state_));
            add(inputs::victim + after(state_.claims[0].seat));
        }
        reaches();
        situation();
        for (unsigned each = 0; each < state_.seats; ++each) {
            one_seat(each);
        }
    }

  private:
    void add(int input) { active_.add(static_cast<std::uint16_t>(input)); }
    void add_cell(int plane, Pos pos) {
        if (const int cell = cell_of(middle_, pos); cell != canvas::elsewhere) {
            add(plane * canvas::cells + cell);
        }
    }
    void rings(int plane, Bits set) {
        for (const int ring : members(set)) {
            add_cell(plane, state_.board.pos(ring));
        }
    }
    // How many places after the seat that looks another one sits.
    int after(unsigned seat) const {
        return static_cast<int>((seat + state_.seats - seat_) % state_.seats);
    }

    void marbles() {
        for (unsigned seat = 0; seat < state_.seats; ++seat) {
            const Marbles& of = state_.marbles[seat];
            const int first = inputs::marbles + 3 * after(seat);
            rings(first, of.ones & ~of.twos);
            rings(first + 1, of.twos & ~of.ones);
            rings(first + 2, of.threes());
        }
    }

    void reaches() {
        const Bits full = full_rings(state_.marbles);
        const Marbles& own = state_.marbles[seat_];
        const Reach reach(state_, seat_, full);
        Bits once = 0, twice = 0, prey = 0, threatened = 0;
        for (unsigned seat = 0; seat < state_.seats; ++seat) {
            if (seat != seat_) {
                const Reach other(state_, seat, full);
                once |= other.once;
                twice |= other.twice;
                prey |= reach.prey(own, state_.marbles[seat]);
                threatened |= other.prey(state_.marbles[seat], own);
            }
        }
        rings(inputs::reach, reach.once);
        rings(inputs::reach_twice, reach.twice);
        rings(inputs::others_reach, once);
        rings(inputs::others_reach_twice, twice);
        rings(inputs::prey, prey);
        rings(inputs::threatened, threatened);
    }

    void situation() {
        add(inputs::seats + state_.seats - 2);
        add(inputs::jump + state_.jump);
        add(inputs::phase + state_.phase);
        add(inputs::left + state_.left);
        add(inputs::mover + after(state_.to_move));
        add(inputs::actions + std::min(static_cast<int>(state_.actions / 27), 15));
        for (const auto& [input, on] :
             {std::pair{inputs::edge_wall, state_.wall != 0}, {inputs::half, state_.half_left != 0},
              {inputs::border_entry, state_.border_entry != 0},
              {inputs::endless, state_.endless != 0}, {inputs::leapt, state_.leapt},
              {inputs::may_change, nexus::may_change(state_)}}) {
            if (on) {
                add(input);
            }
        }
        if (const int times = earlier(); times > 0) {
            add(inputs::repeats + std::min(times, 2) - 1);
        }
    }

    // How often the turn has begun like this before.
    int earlier() const {
        if (state_.seen.empty() || state_.phase != idle) {
            return 0;
        }
        const std::uint64_t now = state_.seen[state_.seen.size() - 1];
        return static_cast<int>(std::ranges::count(state_.seen, now)) - 1;
    }

    void one_seat(unsigned seat) {
        const int first = inputs::each_seat + after(seat) * inputs::of_seat;
        const int reserve = state_.reserves[seat];
        const int total = reserve + state_.marbles[seat].within(state_.board.all());
        add(first + std::min(reserve, inputs::reserve_values - 1));
        add(first + inputs::reserve_values + std::min(total, inputs::total_values - 1));
        const int flags = first + inputs::reserve_values + inputs::total_values;
        for (const auto& [flag, on] : {std::pair{0, has(state_.in, static_cast<int>(seat))},
                                       {1, has(state_.entered, static_cast<int>(seat))},
                                       {2, state_.previous[seat] == ring_change},
                                       {3, state_.last == static_cast<int>(seat)}}) {
            if (on) {
                add(flags + flag);
            }
        }
    }

    const State& state_;
    unsigned seat_;
    Pos middle_;
    nn::Active& active_;
};

inline void Nexus::encode(const State& state, int seat, nn::Active& active) {
    Encoding(state, seat, active).write();
}

// Nine kinds of outputs, each for every cell and one for all that is elsewhere. The logit of a step
// is the sum of where it begins, where it ends and, of a leap, what it costs.
class Nexus::Numbering {
  public:
    explicit Numbering(const State& state) : state_(state), middle_(middle(state.board)) {
        if (state.phase == laying) {
            places_ = state.board.places(state.lifted);
        }
    }

    nn::Parts<Nexus> operator()(Move move) const {
        const auto ring = [&](int kind, int of) { return number(kind, state_.board.pos(of)); };
        switch (sort_of(move)) {
            case walk:
                return {ring(walk_from, first(move)), ring(walk_from + 1, second(move)), none};
            case leap:
                return {ring(leap_from, first(move)), ring(leap_from + 1, second(move)),
                        ring(leap_from + 2, third(move))};
            case lay:
                return {number(lay, places_[move & 0xff]), none, none};
            case remove:
                return {ring(removal, first(move)), none, none};
            default:
                return {ring(sort_of(move), first(move)), none, none};
        }
    }

  private:
    enum Kind { removal = 3, walk_from = 4, leap_from = 6, kinds = 9 };
    static constexpr std::int16_t none = Nexus::outputs;
    static_assert(kinds * (canvas::cells + 1) == Nexus::outputs);

    std::int16_t number(int kind, Pos pos) const {
        return static_cast<std::int16_t>(kind * (canvas::cells + 1) + cell_of(middle_, pos));
    }

    const State& state_;
    Pos middle_;
    Places places_;
};

// The six turns of the grid, and the same mirrored.
inline std::vector<nn::Symmetry> Nexus::symmetries() {
    std::vector<nn::Symmetry> symmetries;
    for (int way = 0; way < 12; ++way) {
        nn::Symmetry made;
        for (int input = 0; input < Nexus::inputs; ++input) {
            made.inputs.push_back(input);
        }
        for (int output = 0; output < Nexus::outputs; ++output) {
            made.outputs.push_back(output);
        }
        for (int q = -canvas::radius; q <= canvas::radius; ++q) {
            for (int r = -canvas::radius; r <= canvas::radius; ++r) {
                const int cell = canvas::cell(q, r);
                int to_q = way < 6 ? q : r, to_r = way < 6 ? r : q;
                for (int turn = 0; turn < way % 6; ++turn) {
                    to_q = std::exchange(to_r, to_q + to_r) * -1;
                }
                const int to = canvas::cell(to_q, to_r);
                for (int plane = 0; cell != canvas::elsewhere && plane < inputs::planes; ++plane) {
                    const int first = plane * canvas::cells;
                    made.inputs[static_cast<unsigned>(first + to)] = first + cell;
                }
                for (int kind = 0; cell != canvas::elsewhere && kind < 9; ++kind) {
                    const int first = kind * (canvas::cells + 1);
                    made.outputs[static_cast<unsigned>(first + to)] = first + cell;
                }
            }
        }
        symmetries.push_back(std::move(made));
    }
    return symmetries;
}

}  // namespace ludothek::nexus
