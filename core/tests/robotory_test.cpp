#include "checks.hpp"
#include "ludothek/games/robotory.hpp"

using namespace ludothek;
using G = robotory::Robotory;

int main() {
    static_assert(Game<G>);
    CHECK(checks::perft<G>(G::initial({}), 3) == 69556);
    int pairs = 0;
    for (const std::uint32_t each : robotory::neighbours) {
        pairs += count(each);
    }
    CHECK(pairs == 2 * 55);
    for (std::uint8_t end = 0; end < 2; ++end) {
        checks::check_games<G>({.seats = 2, .options = {end}}, 16, 5);
    }
    checks::check_fair<G>(checks::walked<G>({}, 15, 1));
    checks::check_search<G>({});
    checks::check_batch<G>({}, 120);
    checks::check_network<G>({});
    checks::check_selfplay<G>({});

    // One refill ends the game; p1 has two robots at home.
    const auto state = G::parse("W3/1B3/6/2R2/4 p1 w0b0,w2b2 w4b4 -", {});
    search::SearcherOf<G> searcher;
    const search::Request request{.limits = {.nodes = 2000}, .tick = {}, .on_info = {}, .evaluate = {}};
    const auto answer = searcher.solve(PlayOf<G>(*state), request);
    CHECK(answer && answer->share == whole && answer->decisions == 1 && answer->quickest);
    const auto analysis = searcher.search(PlayOf<G>(*state), request);
    CHECK(analysis.lines[0].least == whole && analysis.lines[0].decisions == 1);
}
