#include "checks.hpp"
#include "ludothek/games/nexus.hpp"

using namespace ludothek;
using G = nexus::Nexus;

// Everything the window finds, by looking at all positions one by one.
void check_window(const nexus::Board& board) {
    nexus::Vacated vacated;
    vacated.add(board.pos(0) + nexus::Pos{-1, 0});
    std::set<std::pair<int, int>> expected, found;
    for (const nexus::Pos ring : board.at) {
        for (const nexus::Pos direction : nexus::directions) {
            const nexus::Pos pos = ring + direction;
            int touches = 0;
            for (const nexus::Pos other : nexus::directions) {
                touches += board.find(pos + other) >= 0;
            }
            if (touches >= 2 && board.find(pos) < 0 && pos != vacated[0]) {
                expected.insert({pos.q, pos.r});
            }
        }
    }
    for (const nexus::Pos pos : board.places(vacated)) {
        found.insert({pos.q, pos.r});
    }
    CHECK(found == expected);
}

// Islands far apart: more columns than a window has.
void check_far_islands() {
    nexus::Board board;
    for (int island = 0; island < 9; ++island) {
        const auto far = static_cast<std::int16_t>(island * 1000 - 4000);
        for (const nexus::Pos pos : {nexus::Pos{0, 0}, nexus::Pos{1, 0}, nexus::Pos{0, 1}}) {
            board.insert(pos + nexus::Pos{far, static_cast<std::int16_t>(-far)});
        }
    }
    board.find_border();
    CHECK(board.border == board.all());
    check_window(board);
}

// A ring around a hole with a ring inside: that one is no border ring.
void check_hole() {
    nexus::Board board;
    for (int q = -2; q <= 2; ++q) {
        for (int r = -2; r <= 2; ++r) {
            const int away = std::max({std::abs(q), std::abs(r), std::abs(q + r)});
            if (away == 2 || away == 0) {
                board.insert({static_cast<std::int16_t>(q), static_cast<std::int16_t>(r)});
            }
        }
    }
    board.find_border();
    CHECK(board.border == (board.all() & ~bit(board.find({0, 0}))));
    check_window(board);
}

int main() {
    static_assert(Game<G>);
    CHECK(checks::perft<G>(G::initial({}), 3) > 0);
    check_far_islands();
    check_hole();
    for (int seats = 2; seats <= 4; ++seats) {
        for (std::uint8_t jump = 0; jump < 3; ++jump) {
            const std::uint8_t wall = jump == 1, border = jump == 2;
            const Setup setup{.seats = seats, .options = {wall, jump, border, 0}};
            checks::check_games<G>(setup, 2, 25);
        }
        checks::check_search<G>({.seats = seats});
    }
    checks::check_fair<G>(checks::walked<G>({}, 9, 1));
    checks::check_batch<G>({}, 150);
}
