// NEXUS: texts of decisions and positions (RULES.md, 6).
#pragma once

#include "ludothek/games/nexus.hpp"

namespace ludothek::nexus {

inline std::string pos_text(Pos pos) {
    return std::to_string(pos.q) + "," + std::to_string(pos.r);
}

inline Pos read_pos(Reader& reader) {
    const int q = reader.signed_number(9999);
    reader.expect(',');
    const int r = reader.signed_number(9999);
    return {static_cast<std::int16_t>(q), static_cast<std::int16_t>(r)};
}

template <class Range>
std::string joined(const Range& positions) {
    std::string text;
    for (const Pos pos : positions) {
        text += (text.empty() ? "" : ";") + pos_text(pos);
    }
    return text;
}

inline std::string rings_text(const Board& board, Bits rings) {
    InlineVector<Pos, most_rings> positions;
    for (const int ring : members(rings)) {
        positions.add(board.pos(ring));
    }
    return joined(positions);
}

inline std::string Nexus::format_move(const State& state, Move move) {
    const auto ring = [&](int which) { return pos_text(state.board.pos(which)); };
    switch (sort_of(move)) {
        case enter:
            return "@" + ring(first(move));
        case lift:
            return "-" + ring(first(move));
        case lay:
            return "+" + pos_text(state.board.places(state.lifted)[move & 0xff]);
        case walk:
            return ring(first(move)) + ">" + ring(second(move));
        case leap:
            return ring(first(move)) + ">" + ring(second(move)) + "!" + ring(third(move));
        case remove:
            return "x" + std::to_string(state.claims[0].seat + 1) + "@" + ring(first(move));
    }
    return {};
}

inline std::optional<Nexus::Move> Nexus::parse_move(const State& state, std::string_view text) {
    Reader reader(text);
    const auto ring = [&] {
        const int index = state.board.find(read_pos(reader));
        reader.require(index >= 0);
        return index;
    };
    const auto read = [&]() -> Move {
        if (reader.skip('@')) {
            return code(enter, ring());
        }
        if (reader.skip('x')) {
            reader.require(state.phase == removing);
            reader.require(!reader.failed() && reader.number(4) == state.claims[0].seat + 1);
            reader.expect('@');
            return code(remove, ring());
        }
        if (reader.skip('+')) {
            const Places places = state.board.places(state.lifted);
            const auto it = std::ranges::find(places, read_pos(reader));
            reader.require(it != places.end());
            return code(lay, static_cast<int>(it - places.begin()));
        }
        if (text.find('>') == std::string_view::npos) {
            reader.expect('-');
            return code(lift, ring());
        }
        const int from = ring();
        reader.expect('>');
        const int to = ring();
        return reader.skip('!') ? code(leap, from, to, ring()) : code(walk, from, to);
    };
    const Move move = read();
    return reader.done() ? std::optional(move) : std::nullopt;
}

inline std::string under_way_text(const State& state) {
    const std::string before = "|" + rings_text(state.board, state.before);
    std::string text;
    switch (state.phase) {
        case idle:
            return "-";
        case entering:
            return "enter:" + std::to_string(state.left) + before;
        case lifting:
            return "rings:" + joined(state.lifted) + "+0" + before;
        case laying:
            return "rings:" + joined(state.lifted) + "+" + std::to_string(four - state.left) + before;
        case stepping:
            if (state.back_from < 0) {
                return (state.leapt ? "steps:!" : "steps:-") + before;
            }
            return "steps:" + pos_text(state.board.pos(state.back_from)) + ">" +
                   pos_text(state.board.pos(state.back_to)) + before;
        case removing:
            for (const Claim& claim : state.claims) {
                text += (text.empty() ? "" : "|") + std::to_string(claim.seat + 1) + "*" +
                        std::to_string(claim.number) + "@" + rings_text(state.board, claim.rings);
            }
            return (state.acting == ring_change ? "remove-r:" : "remove-o:") + text;
        case repeated:
            return "repetition";
    }
    return text;
}

inline std::string Nexus::format(const State& state) {
    std::string text, reserves, in, entered, kinds;
    for (int ring = 0; ring < state.board.size(); ++ring) {
        text += (ring ? ";" : "") + pos_text(state.board.pos(ring));
        if (has(state.occupied(), ring)) {
            text += ":";
            for (unsigned seat = 0; seat < state.seats; ++seat) {
                text += std::to_string(state.marbles[seat].in(ring));
            }
        }
    }
    for (unsigned seat = 0; seat < state.seats; ++seat) {
        reserves += (seat ? "," : "") + std::to_string(state.reserves[seat]);
        in += state.in >> seat & 1 ? std::to_string(seat + 1) : "";
        entered += state.entered >> seat & 1 ? "e" : "n";
        kinds += "-ro"[state.previous[seat]];
    }
    return text + " " + seat_text(state.to_move) + " " + reserves + " " + in + " " + entered + " " +
           kinds + std::to_string(state.last + 1) + " " + under_way_text(state) + " " +
           std::to_string(state.actions);
}

inline void read_rings(Reader& reader, State& state) {
    do {
        const Pos pos = read_pos(reader);
        reader.require(!state.board.at.full() && state.board.find(pos) < 0);
        if (reader.failed()) {
            return;
        }
        const int ring = state.board.insert(pos);
        reader.require(ring + 1 == state.board.size());
        if (reader.skip(':')) {
            for (unsigned seat = 0; seat < state.seats; ++seat) {
                const int number = reader.one_of("0123");
                state.marbles[seat].ones |= number & 1 ? bit(ring) : 0;
                state.marbles[seat].twos |= number & 2 ? bit(ring) : 0;
            }
        }
    } while (reader.skip(';'));
}

// Positions of rings that lie there, as a set.
inline Bits read_set(Reader& reader, const Board& board) {
    Bits rings = 0;
    do {
        const int ring = board.find(read_pos(reader));
        reader.require(ring >= 0);
        rings |= reader.failed() ? 0 : bit(ring);
    } while (!reader.failed() && reader.skip(';'));
    return rings;
}

inline void read_before(Reader& reader, State& state) {
    reader.expect('|');
    if (!reader.at(' ')) {
        state.before = read_set(reader, state.board);
    }
}

inline void read_change(Reader& reader, State& state) {
    do {
        reader.require(!state.lifted.full());
        if (reader.failed()) {
            return;
        }
        state.lifted.add(read_pos(reader));
    } while (reader.skip(';'));
    reader.expect('+');
    const int laid = reader.number(3);
    state.phase = state.lifted.full() ? laying : lifting;
    state.left = static_cast<std::uint8_t>(state.phase == laying ? four - laid : 0);
    read_before(reader, state);
}

inline void read_steps(Reader& reader, State& state) {
    state.phase = stepping;
    state.leapt = reader.skip('!');
    const auto ring = [&] {
        const int index = state.board.find(read_pos(reader));
        reader.require(index >= 0);
        return static_cast<std::int8_t>(index);
    };
    if (reader.comes("-|")) {
        reader.expect('-');  // alone it stands for no way back; before a digit it is a sign
    } else if (!state.leapt) {
        state.back_from = ring();
        reader.expect('>');
        state.back_to = ring();
    }
    read_before(reader, state);
}

inline void read_claims(Reader& reader, State& state) {
    state.phase = removing;
    state.acting = reader.one_of("ro") ? other_action : ring_change;
    reader.expect(':');
    do {
        reader.require(!state.claims.full());
        const int seat = reader.number(state.seats) - 1;
        reader.expect('*');
        const int number = reader.number(99);
        reader.expect('@');
        const Bits rings = read_set(reader, state.board);
        reader.require(seat >= 0);
        if (!reader.failed()) {
            state.claims.add(
                {rings, static_cast<std::uint8_t>(seat), static_cast<std::uint8_t>(number)});
        }
    } while (!reader.failed() && reader.skip('|'));
}

inline void read_under_way(Reader& reader, State& state) {
    if (reader.skip("enter:")) {
        state.phase = entering;
        state.left = static_cast<std::uint8_t>(reader.number(2));
        read_before(reader, state);
    } else if (reader.skip("rings:")) {
        read_change(reader, state);
    } else if (reader.skip("steps:")) {
        read_steps(reader, state);
    } else if (reader.skip("remove-")) {
        read_claims(reader, state);
    } else if (reader.skip("repetition")) {
        state.phase = repeated;
    } else {
        reader.expect('-');
    }
}

inline std::optional<State> Nexus::parse(std::string_view text, const Setup& setup) {
    Reader reader(text);
    State state = initial(setup);
    state.board = {};
    state.seen.clear();
    state.past = 0;
    read_rings(reader, state);
    reader.expect(' ');
    state.to_move = static_cast<std::uint8_t>(reader.seat(setup.seats));
    reader.expect(' ');
    for (unsigned seat = 0; seat < state.seats; ++seat) {
        state.reserves[seat] = static_cast<std::int8_t>(reader.number(99));
        reader.expect(seat + 1U < state.seats ? ',' : ' ');
    }
    state.in = 0;
    while (!reader.failed() && !reader.skip(' ')) {
        state.in |= static_cast<std::uint8_t>(1U << reader.one_of("1234"));
    }
    for (unsigned seat = 0; seat < state.seats; ++seat) {
        state.entered |= static_cast<std::uint8_t>(reader.one_of("ne") << seat);
    }
    reader.expect(' ');
    for (unsigned seat = 0; seat < state.seats; ++seat) {
        state.previous[seat] = static_cast<Kind>(reader.one_of("-ro"));
    }
    state.last = static_cast<std::int8_t>(reader.number(setup.seats) - 1);
    reader.expect(' ');
    read_under_way(reader, state);
    reader.expect(' ');
    state.actions = static_cast<std::uint32_t>(reader.number(999'999));
    if (!reader.done() || !state.in || state.in >= 1U << setup.seats) {
        return std::nullopt;
    }
    state.board.find_border();
    if (state.phase == idle) {
        remember(state);
    }
    return state;
}

}  // namespace ludothek::nexus
