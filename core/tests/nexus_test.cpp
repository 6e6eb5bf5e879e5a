#include "checks.hpp"
#include "ludothek/games/nexus.hpp"

using namespace ludothek;
using G = nexus::Nexus;

// Everything the window finds, by looking at all positions one by one.
void check_window(const nexus::Board& board) {
    nexus::Vacated vacated;
    vacated.add(board.pos(0) + nexus::Pos{-1, 0});
    std::set<std::pair<int, int>> expected, actual;
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
        actual.insert({pos.q, pos.r});
    }
    CHECK(actual == expected);
}

// Islands apart: more columns than the narrow window has, or than any has.
void check_islands(int apart) {
    nexus::Board board;
    for (int island = 0; island < 9; ++island) {
        const auto far = static_cast<std::int16_t>((island - 4) * apart);
        for (const nexus::Pos pos : {nexus::Pos{0, 0}, nexus::Pos{1, 0}, nexus::Pos{0, 1}}) {
            board.insert(pos + nexus::Pos{far, static_cast<std::int16_t>(-far)});
        }
    }
    board.find_border();
    CHECK(board.border == board.all());
    check_window(board);
}

// What the board keeps while rings come and go is what is found anew: its rows of bits where they fit, and
// its holes where they are known.
void check_kept(const nexus::Board& board) {
    nexus::Vacated vacated;
    vacated.add(board.pos(0) + nexus::directions[0]);
    nexus::Board kept = board, anew = board;
    anew.grid.fits = false;
    anew.number_of_holes = nexus::Board::unknown;
    kept.find_border();
    anew.find_border();
    CHECK(kept.border == anew.border && std::ranges::equal(kept.holes, anew.holes));
    CHECK(std::ranges::equal(kept.places(vacated), anew.places(vacated)));
    const bool known = board.number_of_holes != nexus::Board::unknown;
    CHECK(!known || board.number_of_holes == static_cast<int>(anew.holes.size()));
}

// Rings that are laid beside others, or at most so far from the middle.
void check_rings_that_come_and_go(int far, int steps) {
    Random random(static_cast<std::uint64_t>(far));
    const auto somewhere = [&] { return static_cast<std::int16_t>(random.below(2 * far) - far); };
    nexus::Board board;
    for (int step = 0; step < steps; ++step) {
        if (board.size() == 30 || (board.size() > 8 && random.below(2))) {
            board.erase(random.below(board.size()));
        } else {
            nexus::Pos pos{somewhere(), somewhere()};
            if (board.size() > 0 && random.below(8)) {
                const nexus::Pos beside = nexus::directions[static_cast<unsigned>(random.below(6))];
                pos = board.pos(random.below(board.size())) + beside;
            }
            if (board.find(pos) < 0) {
                board.insert(pos);
            }
        }
        check_kept(board);
    }
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
    CHECK(board.holes.size() == 1 && board.holes[0] == board.all());
    check_window(board);
}

// A honeycomb: every third position is a hole.
void check_honeycomb() {
    nexus::Board board;
    for (std::int16_t q = -3; q <= 3; ++q) {
        for (std::int16_t r = -3; r <= 3; ++r) {
            if (std::abs(q + r) <= 3 && (q - r) % 3 && !board.at.full()) {
                board.insert({q, r});
            }
        }
    }
    board.find_border();
    CHECK(board.holes.size() == 7);
    for (const Bits around : board.holes) {
        CHECK(count(around) == 6);
        CHECK(board.spread(around, around) == around);
    }
    CHECK(board.spread_across(bit(0), board.all()) == board.all());
}

// What lies in a ring after some decisions.
std::string ring_after(std::string_view position, std::string_view ring, const Setup& setup,
                       std::initializer_list<std::string_view> decisions) {
    auto state = G::parse(position, setup);
    CHECK(state);
    for (const std::string_view text : decisions) {
        const auto move = G::parse_move(*state, text);
        CHECK(move && std::ranges::count(checks::legal<G>(*state), *move) == 1);
        G::apply(*state, *move);
    }
    const std::string text = ";" + G::format(*state);
    const auto start = text.find(";" + std::string(ring));
    CHECK(start != std::string::npos);
    return text.substr(start + 1, text.find_first_of("; ", start + 1) - start - 1);
}

// 4.3 to 4.6, 7.1, 7.2: what closes a circle, and what does not.
void check_circles() {
    const Setup plain, wall{.seats = 2, .options = {1}}, left{.seats = 2, .options = {0, 1}};
    const std::string_view two_rings_and_four_holes =
        "-2,0;-2,1;-2,2:01;-1,-1;-1,0:10;-1,2;0,-2;0,0:03;0,2;1,-2;1,0;1,1;2,-2;2,-1;2,0:20;"
        "3,-3;3,-2;3,-1;3,0 p1 7,7 12 ee oo2 - 2";
    CHECK(ring_after(two_rings_and_four_holes, "0,0", plain, {"2,0>1,0", "2,0>3,0"}) == "0,0:03");
    CHECK(ring_after(two_rings_and_four_holes, "0,0", wall, {"2,0>1,0", "2,0>3,0"}) == "0,0:01");
    const std::string_view blocker_inside =
        "-2,0:01;-2,1;-2,2;-1,-1;-1,0:10;-1,1:10;-1,2;0,-2;0,-1:10;0,0:13;0,1:10;0,2;1,-2;1,-1;"
        "1,0:10;1,1;2,-2:10;2,-1;2,0 p1 3,4 12 ee oo2 - 2";
    CHECK(ring_after(blocker_inside, "0,0", plain, {"2,-2>2,-1", "2,-1>1,-1"}) == "0,0:11");
    CHECK(ring_after(blocker_inside, "0,0", left, {"2,-2>2,-1", "2,-1>1,-1"}) == "0,0:12");
    const std::string_view hole_inside =
        "-2,0:01;-2,1;-2,2;-1,-1;-1,0:10;-1,1:10;-1,2;0,-2;0,-1:10;0,0:03;0,1:10;0,2:10;0,3;"
        "1,-2;1,-1:10;1,1:10;2,-2:10;2,-1;2,0:10 p1 2,2 12 ee oo2 - 2";
    CHECK(ring_after(hole_inside, "0,0", plain, {"0,2>-1,2", "2,-2>2,-1"}) == "0,0:01");
}

// In the first positions of each phase, and in some with few decisions.
void check_fair_phases() {
    std::array<int, 6> checked{};
    Random random(5);
    for (auto state = G::initial({}); !G::outcome(state).over;) {
        const std::size_t moves = checks::legal<G>(state).size();
        if (moves < 60 && checked[state.phase] < 3) {
            ++checked[state.phase];
            checks::check_fair<G>(state);
        }
        G::apply(state, G::pick(state, random));
    }
    CHECK(checked[nexus::idle] && checked[nexus::entering] && checked[nexus::lifting]);
    CHECK(checked[nexus::laying] && checked[nexus::stepping]);
}

int main() {
    static_assert(Game<G>);
    CHECK(checks::perft<G>(G::initial({}), 3) > 0);
    for (const int apart : {7, 8, 12, 15, 1000}) {
        check_islands(apart);
    }
    check_hole();
    for (const int far : {4, 20, 45}) {
        check_rings_that_come_and_go(far, 2000);
    }
    check_honeycomb();
    check_circles();
    for (int seats = 2; seats <= 4; ++seats) {
        for (std::uint8_t jump = 0; jump < 3; ++jump) {
            const std::uint8_t wall = jump == 1, left = jump != 1, border = jump == 2;
            const Setup setup{.seats = seats, .options = {wall, left, jump, border, 0}};
            checks::check_games<G>(setup, 2, 25);
        }
        checks::check_search<G>({.seats = seats});
    }
    checks::check_fair<G>(checks::walked<G>({}, 9, 1));
    check_fair_phases();
    checks::check_batch<G>({}, 150);
    checks::check_network<G>({.seats = 3});
    checks::check_selfplay<G>({.seats = 2}, 12);
}
