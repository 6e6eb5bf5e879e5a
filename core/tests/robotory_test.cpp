#include "checks.hpp"
#include "ludothek/games/robotory.hpp"

using namespace ludothek;
using G = robotory::Robotory;

namespace {

// Does every turn of the other seat let this one end the game at once, with two robots at home?
bool is_forced(const G::State& state, int winner) {
    if (const Outcome outcome = G::outcome(state); outcome.over) {
        return outcome.winner == winner;
    }
    const bool own = G::to_move(state) == winner;
    for (const auto move : checks::legal<G>(state)) {
        auto after = state;
        G::apply(after, move);
        const bool wins = own ? G::outcome(after).over && G::outcome(after).winner == winner
                              : is_forced(after, winner);
        if (wins == own) {
            return own;
        }
    }
    return !own;
}

// What is said to be settled is, in all positions of random games; both options of the end.
void check_settled(std::uint8_t end, int games) {
    int now = 0, soon = 0;
    for (int game = 0; game < games; ++game) {
        Random random(static_cast<std::uint64_t>(game));
        for (auto state = G::initial({.seats = 2, .options = {end}}); !G::outcome(state).over;
             G::apply(state, G::pick(state, random))) {
            const Settled settled = G::settled(state);
            if (settled.winner < 0) {
                continue;
            }
            CHECK(is_forced(state, settled.winner));
            CHECK((settled.decisions == 1) == (settled.winner == G::to_move(state)));
            ++(settled.decisions == 1 ? now : soon);
        }
    }
    CHECK(now > games / 8 && soon > games / 8);
}

// Proof numbers and depth-first deepening agree who wins; the proof's line leads to that end.
void check_proofs(std::uint8_t end, int games) {
    search::Solver<G> solver(std::size_t{4} << 20);
    const search::Budget budget{.nodes = 20'000, .stopped = {}};
    int agreed = 0;
    for (int game = 0; game < games; ++game) {
        Random random(static_cast<std::uint64_t>(game));
        std::vector<G::State> past{G::initial({.seats = 2, .options = {end}})};
        while (!G::outcome(past.back()).over) {
            past.push_back(past.back());
            G::apply(past.back(), G::pick(past.back(), random));
        }
        auto state = past[past.size() - 2 - static_cast<unsigned>(game) % 4];
        const auto solution = solver.solve(state, budget);
        if (!solution) {
            continue;
        }
        const auto quickest = solver.quicker(state, *solution);
        CHECK(quickest.share == solution->share && quickest.decisions <= solution->decisions);
        agreed += quickest.quickest;
        const int winner = solution->share ? G::to_move(state) : G::to_move(state) ^ 1;
        CHECK(static_cast<int>(solution->line.size()) <= solution->decisions);
        for (const auto move : solution->line) {
            G::apply(state, move);
        }
        CHECK(G::outcome(state).over && G::outcome(state).winner == winner);
    }
    CHECK(agreed > games / 4);
}

}  // namespace

int main() {
    static_assert(Game<G> && search::ProofSearched<G>);
    CHECK(checks::perft<G>(G::initial({}), 3) == 69556);
    int pairs = 0;
    for (const std::uint32_t each : robotory::neighbours) {
        pairs += count(each);
    }
    CHECK(pairs == 2 * 55);
    for (std::uint8_t end = 0; end < 2; ++end) {
        checks::check_games<G>({.seats = 2, .options = {end}}, 16, 5);
    }
    for (std::uint8_t end = 0; end < 2; ++end) {
        check_settled(end, 40);
        check_proofs(end, 40);
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
