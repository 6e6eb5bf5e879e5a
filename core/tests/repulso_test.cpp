#include "checks.hpp"
#include "ludothek/games/repulso.hpp"

using namespace ludothek;
using G = repulso::Repulso;

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

    static_assert(search::Learnt<G>);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const auto position = checks::walked<G>({}, static_cast<int>(seed), seed);
        const Values judged = G::judge(position);
        CHECK(judged[0] >= 0 && judged[1] >= 0 && std::abs(judged[0] + judged[1] - 1) < 1e-5F);
        Proposals<G> advised, proposed;
        CHECK(G::advise(position, advised) == G::propose(position, proposed));
        CHECK(advised.size() == proposed.size() && advised.total() > 0);
    }

    // A movement in the middle: both seats have pieces to slide, p2 first has to finish its own.
    const auto state =
        G::parse("6/6/2x3/1o*x2/2o3/6 p2 p2 10+6,10+5 b3,c2,c4,d3", {});
    CHECK(state && G::to_move(*state) == 1);
    CHECK(checks::legal<G>(*state).size() == 6);
}
