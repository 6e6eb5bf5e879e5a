// Robotory: observation planes for learners.
#pragma once

#include <array>
#include <cstring>

#include "ludothek/games/robotory.hpp"

namespace ludothek::robotory {

// Two planes side by side: long rows are written faster.
inline Bits beside(Bits first, Bits second) { return first | second << hexes; }

// Planes: white discs, black discs, White, Black, Red, the moving robot, the own camp; then numbers:
// stocks (own white, own black, other white, other black), lid (white, black), option end, seat,
// whether it is to decide, and zeros. Own is the seat that looks.
inline void Robotory::observe(const State& state, int seat, std::uint8_t* planes) {
    const auto own = static_cast<unsigned>(seat), other = own ^ 1;
    const Bits camp = own ? board & ~light_camp : light_camp;
    const Bits moving = state.moving == no_robot ? 0 : bit(state.robots[state.moving]);
    for (const Bits two : {beside(state.white, state.black),
                           beside(bit(state.robots[0]), bit(state.robots[1])),
                           beside(bit(state.robots[2]), moving), camp}) {
        planes = write_bytes<2 * hexes>(two, planes);
    }
    const std::array<std::int8_t, 9> numbers = {
        state.stocks[own].white, state.stocks[own].black, state.stocks[other].white,
        state.stocks[other].black, state.lid.white, state.lid.black,
        static_cast<std::int8_t>(state.end_all), static_cast<std::int8_t>(own),
        static_cast<std::int8_t>(state.to_move == own)};
    std::memcpy(planes - hexes, numbers.data(), numbers.size());
}

// The refills among the last actions, without a loop: they are four apart.
inline Bits Robotory::refill_bits(const Refills& refills) {
    constexpr Bits every_fourth = 0x1'1111;
    const Bits up_to_most = every_fourth & (bit(4 * (refills.most + 1)) - 1);
    const Bits from_least = up_to_most & ~(bit(4 * refills.least) - 1);
    return from_least << (refill(0, refills.needed) - stop);
}

inline void Robotory::mask(const State& state, std::uint8_t* actions) {
    const bool going = !over(state), still = state.moving == no_robot;
    const Discs stock = state.stocks[state.to_move];
    const Bits free = going && still ? state.free() : 0;
    const auto eats = [&](int robot) {
        return going && (still || state.moving == robot) ? Bits{meals(state, robot)} : Bits{0};
    };
    const Bits ends = !going ? 0 : still ? refill_bits(refills_of(state)) : 1;
    actions = write_bytes<2 * hexes>(beside(stock.white ? free : 0, stock.black ? free : 0), actions);
    actions = write_bytes<2 * hexes>(beside(eats(white_robot), eats(black_robot)), actions);
    write_bytes<hexes + 26>(beside(eats(red_robot), ends), actions);
}

}  // namespace ludothek::robotory
