// Robotory: texts of decisions and positions (RULES.md, 5).
#pragma once

#include "ludothek/games/robotory.hpp"

namespace ludothek::robotory {

inline std::string hex_text(Hex hex) {
    unsigned column = 4;
    while (columns[column] > hex) {
        --column;
    }
    return {static_cast<char>('a' + column), static_cast<char>('1' + hex - columns[column])};
}

inline Hex read_hex(Reader& reader) {
    const int column = reader.one_of("abcde"), row = reader.one_of("123456");
    const Hex hex = hex_at(column, row);
    reader.require(hex >= 0);
    return hex < 0 ? 0 : hex;
}

inline std::string discs_text(Discs discs) {
    return "w" + std::to_string(discs.white) + "b" + std::to_string(discs.black);
}

inline Discs read_discs(Reader& reader, int limit) {
    reader.expect('w');
    const int white = reader.number(limit);
    reader.expect('b');
    const int black = reader.number(limit);
    return {static_cast<std::int8_t>(white), static_cast<std::int8_t>(black)};
}

inline std::string Robotory::format_move(const State&, Move move) {
    if (move < 2 * hexes) {
        return (move < hexes ? "w@" : "b@") + hex_text(move % hexes);
    }
    if (move < stop) {
        return "WBR"[(move - 2 * hexes) / hexes] + hex_text(move % hexes);
    }
    const int taken = move - stop - 1;
    return move == stop ? "stop"
                        : "+" + discs_text({static_cast<std::int8_t>(taken / 5),
                                            static_cast<std::int8_t>(taken % 5)});
}

inline std::optional<Robotory::Move> Robotory::parse_move(const State&, std::string_view text) {
    if (text == "stop") {
        return stop;
    }
    Reader reader(text);
    Move move = 0;
    if (reader.skip('+')) {
        const Discs taken = read_discs(reader, full_stock);
        reader.require(taken.sum() >= 1 && taken.sum() <= full_stock);
        move = refill(taken.white, taken.black);
    } else if (const int kind = reader.one_of("wbWBR"); kind < 2) {
        reader.expect('@');
        move = static_cast<Move>(kind * hexes + read_hex(reader));
    } else {
        move = step(kind - 2, read_hex(reader));
    }
    return reader.done() ? std::optional(move) : std::nullopt;
}

inline char symbol(const State& state, Hex hex) {
    for (unsigned robot = 0; robot < 3; ++robot) {
        if (state.robots[robot] == hex) {
            return "WBR"[robot];
        }
    }
    return has(state.white, hex) ? 'w' : has(state.black, hex) ? 'b' : '.';
}

inline std::string Robotory::format(const State& state) {
    std::string text;
    for (unsigned column = 0; column < 5; ++column) {
        std::string symbols;
        for (int row = 0; row < heights[column]; ++row) {
            symbols += symbol(state, columns[column] + row);
        }
        text += with_runs(symbols) + (column < 4 ? "/" : " ");
    }
    return text + seat_text(state.to_move) + " " + discs_text(state.stocks[0]) + "," +
           discs_text(state.stocks[1]) + " " + discs_text(state.lid) + " " + "WBR-"[state.moving];
}

inline void read_column(Reader& reader, State& state, unsigned column) {
    for (int row = 0; row < heights[column] && !reader.failed();) {
        if (const char next = reader.peek(); next >= '1' && next <= '6') {
            row += reader.number(heights[column] - row);
            continue;
        }
        const int thing = reader.one_of("wbWBR");
        const Hex hex = columns[column] + row++;
        if (thing < 2) {
            (thing ? state.black : state.white) |= 1U << hex;
        } else {
            auto& robot = state.robots[static_cast<unsigned>(thing - 2)];
            reader.require(robot == hexes);
            robot = static_cast<std::uint8_t>(hex);
        }
    }
}

inline std::optional<State> Robotory::parse(std::string_view text, const Setup& setup) {
    Reader reader(text);
    State state = initial(setup);
    state.robots.fill(hexes);  // nowhere yet
    for (unsigned column = 0; column < 5; ++column) {
        read_column(reader, state, column);
        reader.expect(column < 4 ? '/' : ' ');
    }
    reader.require(std::ranges::count(state.robots, hexes) == 0);
    state.to_move = static_cast<std::uint8_t>(reader.seat(2));
    reader.expect(' ');
    for (unsigned seat = 0; seat < 2; ++seat) {
        state.stocks[seat] = read_discs(reader, full_stock);
        reader.require(state.stocks[seat].sum() <= full_stock);
        reader.expect(seat ? ' ' : ',');
    }
    state.lid = read_discs(reader, 14);
    reader.expect(' ');
    state.moving = static_cast<std::uint8_t>(reader.one_of("WBR-"));
    if (!reader.done() || (state.moving != no_robot && !meals(state, state.moving))) {
        return std::nullopt;
    }
    return state;
}

}  // namespace ludothek::robotory
