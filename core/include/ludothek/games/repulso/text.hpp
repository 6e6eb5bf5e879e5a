// Repulso: texts of decisions and positions (RULES.md, 6).
#pragma once

#include "ludothek/games/repulso.hpp"

namespace ludothek::repulso {

inline std::string square_text(Square square) {
    return {static_cast<char>('a' + square % 8 - 1), static_cast<char>('0' + square / 8)};
}

inline Square read_square(Reader& reader) {
    const int column = reader.one_of("abcdef"), row = reader.one_of("123456");
    return (row + 1) * 8 + column + 1;
}

inline std::string Repulso::format_move(const State& state, Move move) {
    if (move < squares) {
        return square_text(square_of(move));
    }
    if (move < 2 * squares) {
        return "*" + square_text(square_of(move - squares));
    }
    const Square start = square_of((move - 2 * squares) / 4);
    const Square end = end_of_slide(start, (move - 2 * squares) % 4, state.lying());
    return square_text(start) + "-" + square_text(end);
}

inline std::optional<Repulso::Move> Repulso::parse_move(const State& state,
                                                        std::string_view text) {
    Reader reader(text);
    const bool is_stone = reader.skip('*');
    const Square first = read_square(reader);
    if (reader.done()) {
        return is_stone ? stone(first) : piece(first);
    }
    reader.require(!is_stone);
    reader.expect('-');
    const Square end = read_square(reader);
    for (int direction = 0; direction < 4 && reader.done(); ++direction) {
        if (end != first && end_of_slide(first, direction, state.lying()) == end) {
            return slide_code(first, direction);
        }
    }
    return std::nullopt;
}

inline std::string Repulso::format(const State& state) {
    std::string text;
    for (int row = size; row >= 1; --row) {
        std::string symbols;
        for (Square square = row * 8 + 1; square <= row * 8 + size; ++square) {
            const bool first = has(state.pieces[0], square), second = has(state.pieces[1], square);
            symbols += first ? 'o' : second ? 'x' : has(state.stones, square) ? '*' : '.';
        }
        text += with_runs(symbols) + (row > 1 ? "/" : " ");
    }
    text += seat_text(state.to_move) + " " + seat_text(state.turn) + " ";
    for (int seat = 0; seat < 2; ++seat) {
        text += std::to_string(state.pieces_left(seat)) + "+" +
                std::to_string(state.stones_left[static_cast<unsigned>(seat)]) +
                (seat ? " " : ",");
    }
    std::string affected;
    for (int column = 1; column <= size; ++column) {
        for (const Square square : members(state.affected & (Bits{0x0101010101010101} << column))) {
            affected += (affected.empty() ? "" : ",") + square_text(square);
        }
    }
    return text + (affected.empty() ? "-" : affected);
}

inline void read_row(Reader& reader, State& state, int row) {
    for (int column = 0; column < size && !reader.failed();) {
        if (const char next = reader.peek(); next >= '1' && next <= '6') {
            column += reader.number(size - column);
            continue;
        }
        const int thing = reader.one_of("ox*");
        const Bits spot = bit(row * 8 + ++column);
        (thing == 2 ? state.stones : state.pieces[static_cast<unsigned>(thing)]) |= spot;
    }
}

inline std::optional<State> Repulso::parse(std::string_view text, const Setup& setup) {
    Reader reader(text);
    State state = initial(setup);
    for (int row = size; row >= 1; --row) {
        read_row(reader, state, row);
        reader.expect(row > 1 ? '/' : ' ');
    }
    state.to_move = static_cast<std::uint8_t>(reader.seat(2));
    reader.expect(' ');
    state.turn = static_cast<std::uint8_t>(reader.seat(2));
    reader.expect(' ');
    for (int seat = 0; seat < 2; ++seat) {
        reader.require(reader.number(12) == state.pieces_left(seat));
        reader.expect('+');
        state.stones_left[static_cast<unsigned>(seat)] = static_cast<std::int8_t>(reader.number(6));
        reader.expect(seat ? ' ' : ',');
    }
    if (!reader.skip('-')) {
        do {
            state.affected |= bit(read_square(reader));
        } while (reader.skip(','));
        reader.require(sliders(state) != 0);
    }
    if (!reader.done()) {
        return std::nullopt;
    }
    if (!state.affected) {
        ask_for_end(state);
    }
    return state;
}

}  // namespace ludothek::repulso
