#include "checks.hpp"
#include "ludothek/games/repulso.hpp"

using namespace ludothek;
using G = repulso::Repulso;

namespace {

bool over(std::string_view position, std::uint8_t stuck) {
    const auto state = G::parse(position, {.seats = 2, .options = {stuck}});
    CHECK(state);
    CHECK(checks::legal<G>(*state).empty() == G::outcome(*state).over);
    return G::outcome(*state).over;
}

// Crowded boards without a square for a piece: what is left out of the search is never needed.
void check_prospects(int boards) {
    using repulso::Table;
    Random random(7);
    int prospects = 0, one_stone = 0, number = 0;
    while (number < boards) {
        Table table;
        for (const int square : members(repulso::board)) {
            const int lies = random.below(7);
            (lies < 2 ? table.own : lies < 4 ? table.other : table.stones) |=
                lies < 6 ? bit(square) : 0;
        }
        if (table.openings() || count(table.empty()) > 7) {
            continue;
        }
        const auto opened = [](const Table& after) { return after.openings() != 0; };
        const bool one = repulso::any_stone(table, table.empty(), opened);
        const bool two = one || repulso::any_stone(table, table.empty(), [&](const Table& after) {
                             return repulso::any_stone(after, after.empty(), opened);
                         });
        CHECK(repulso::has_prospect(table, 1) == one);
        CHECK(repulso::has_prospect(table, 2) == two);
        one_stone += one;
        prospects += two;
        ++number;
    }
    CHECK(0 < one_stone && one_stone < prospects && prospects < boards);
}

}  // namespace

int main() {
    static_assert(Game<G>);
    CHECK(checks::perft<G>(G::initial({}), 3) == 326992);
    for (std::uint8_t options = 0; options < 4; ++options) {
        const Setup setup{.seats = 2,
                          .options = {static_cast<std::uint8_t>(options & 1),
                                      static_cast<std::uint8_t>(options >> 1)}};
        checks::check_games<G>(setup, 12, 5);
    }
    checks::check_fair<G>(checks::walked<G>({}, 12, 1));
    checks::check_search<G>({});
    CHECK(checks::check_solver<G>({}, 30, 40, 20'000) > 5);
    checks::check_batch<G>({}, 120);

    checks::check_network<G>({});
    checks::check_selfplay<G>({});

    // A movement in the middle: both seats have pieces to slide, p2 first has to finish its own.
    const auto state =
        G::parse("6/6/2x3/1o*x2/2o3/6 p2 p2 10+6,10+5 b3,c2,c4,d3", {});
    CHECK(state && G::to_move(*state) == 1);
    CHECK(checks::legal<G>(*state).size() == 6);

    // Two stones open a square; one stone opens none. Where only turns count, both go on.
    const char* two_stones = "o**x1o/x*1o*x/xo1xo*/*x1oxo/1o*1*x/o1**o1 p1 p1 2+2,4+0 -";
    const char* lost = "xox1ox/oxox*o/*o*ox*/o****x/xo1x**/o1xo*x p2 p2 1+0,1+1 -";
    CHECK(!over(two_stones, 0) && over(lost, 0));
    CHECK(!over(two_stones, 1) && !over(lost, 1));
    check_prospects(300);
}
