// Checks of the core that every game must pass. The lockstep test compares with the Python rules;
// here the core is compared with itself, under sanitizers.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "ludothek/batch.hpp"
#include "ludothek/game.hpp"
#include "ludothek/random.hpp"
#include "ludothek/search/searcher.hpp"
#include "ludothek/selfplay.hpp"

#define CHECK(holds)                                                              \
    do {                                                                          \
        if (!(holds)) {                                                           \
            std::fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #holds); \
            std::exit(1);                                                         \
        }                                                                         \
    } while (false)

namespace ludothek::checks {

using search::Analysis;
using search::Limits;
using search::Request;

// Moves are listed in memory of their own: some games have too many for the stack.
template <Game G>
std::vector<typename G::Move> legal(const typename G::State& state) {
    static const auto moves = std::make_unique<Moves<G>>();
    G::legal(state, *moves);
    return {moves->begin(), moves->end()};
}

template <Game G>
std::uint64_t perft(const typename G::State& state, int depth) {
    const auto moves = legal<G>(state);
    if (depth == 1) {
        return moves.size();
    }
    std::uint64_t leaves = 0;
    for (const auto move : moves) {
        auto after = state;
        G::apply(after, move);
        leaves += perft<G>(after, depth - 1);
    }
    return leaves;
}

template <Game G>
void check_texts(const typename G::State& state) {
    const auto again = G::parse(G::format(state), G::setup(state));
    CHECK(again && G::format(*again) == G::format(state));
    CHECK(legal<G>(*again) == legal<G>(state));
    std::set<std::string> texts;
    for (const auto move : legal<G>(state)) {
        const std::string text = G::format_move(state, move);
        CHECK(texts.insert(text).second);
        CHECK(G::parse_move(state, text) == move);
    }
}

// Cut anywhere or garbled, a text is refused or read as something else; nothing breaks.
template <Game G>
void check_bad_texts(const typename G::State& state, Random& random) {
    const std::string text = G::format(state);
    const auto place = static_cast<unsigned>(random.below(static_cast<int>(text.size())));
    std::string garbled = text;
    garbled[place] = "0 -;p/x9"[random.below(8)];
    for (const std::string& other : {text.substr(0, place), garbled}) {
        if (const auto state_again = G::parse(other, G::setup(state))) {
            G::format(*state_again);
        }
    }
    for (const char* bad : {"", "-", "x", "@", "c", "+w", "1,1>", "stop!", "99999999999,1"}) {
        CHECK(!G::parse_move(state, bad));
    }
}

template <Game G>
void check_actions(const typename G::State& state) {
    const Setup setup = G::setup(state);
    std::vector<std::uint8_t> mask(static_cast<unsigned>(G::actions(setup)), 7);
    std::vector<std::uint8_t> planes(static_cast<unsigned>(G::shape(setup).size()));
    G::mask(state, mask.data());
    G::observe(state, G::to_move(state), planes.data());
    std::size_t marked = 0;
    for (const std::uint8_t each : mask) {
        CHECK(each <= 1);
        marked += each;
    }
    const auto moves = legal<G>(state);
    CHECK(marked == moves.size());
    for (const auto move : moves) {
        const int action = G::action(state, move);
        CHECK(mask[static_cast<unsigned>(action)] && G::move(state, action) == move);
    }
}

// Random games: what is picked is legal, a game is over exactly when nothing is, texts read back.
template <Game G>
void check_games(const Setup& setup, int games, int every) {
    Random random(11);
    for (int game = 0; game < games; ++game) {
        auto state = G::initial(setup);
        for (int number = 0; !G::outcome(state).over && number < 2000; ++number) {
            if (number % every == game % every) {
                check_texts<G>(state);
                check_bad_texts<G>(state, random);
                check_actions<G>(state);
            }
            const auto moves = legal<G>(state);
            const auto move = G::pick(state, random);
            CHECK(std::ranges::count(moves, move) == 1);
            const std::uint64_t before = G::hash(state);
            G::apply(state, move);
            CHECK(G::hash(state) != before);
        }
        CHECK(legal<G>(state).empty() == G::outcome(state).over);
        auto played_out = G::initial(setup);
        float sum = 0;
        for (const float value : G::rollout(played_out, random)) {
            sum += value;
        }
        CHECK(sum > 0.999F && sum < 1.001F);
    }
}

// Every legal decision is picked about equally often.
template <Game G>
void check_fair(const typename G::State& state) {
    Random random(3);
    const auto moves = legal<G>(state);
    std::vector<int> times(moves.size());
    const int each = 200;
    for (int i = 0; i < each * static_cast<int>(moves.size()); ++i) {
        const auto move = G::pick(state, random);
        ++times[static_cast<unsigned>(std::ranges::find(moves, move) - moves.begin())];
    }
    for (const int number : times) {
        CHECK(number > each / 2 && number < each * 2);
    }
}

template <Game G>
typename G::State walked(const Setup& setup, int decisions, std::uint64_t seed) {
    Random random(seed);
    auto state = G::initial(setup);
    for (int i = 0; i < decisions; ++i) {
        auto after = state;
        G::apply(after, G::pick(state, random));
        if (G::outcome(after).over) {
            break;
        }
        state = after;
    }
    return state;
}

inline bool same(const Analysis& a, const Analysis& b) {
    if (a.lines.size() != b.lines.size() || a.nodes != b.nodes || a.values != b.values) {
        return false;
    }
    for (std::size_t i = 0; i < a.lines.size(); ++i) {
        if (a.lines[i].moves != b.lines[i].moves || a.lines[i].visits != b.lines[i].visits) {
            return false;
        }
    }
    return true;
}

template <Game G>
void check_search(const Setup& setup) {
    search::SearcherOf<G> searcher;
    const PlayOf<G> start(G::initial(setup));
    Request request{.limits = {.nodes = 300}, .tick = {}, .seed = 5, .on_info = {}, .evaluate = {}};
    const Analysis once = searcher.search(start, request);
    CHECK(once.nodes == 300 && !once.lines.empty());
    CHECK(same(once, searcher.search(start, request)));  // the same seed, the same result

    request.threads = 3;
    request.bytes = std::size_t{1} << 20;  // soon full: then the tree stops growing, nothing else
    request.limits.nodes = 2000;
    CHECK(searcher.search(start, request).nodes >= 2000);

    std::atomic<bool> stop = false;
    request.limits = {};
    request.stop = &stop;
    int reports = 0;
    request.info_interval = 0.01;
    request.on_info = [&](const Analysis& analysis) {
        CHECK(analysis.seat == G::to_move(start.state()));
        stop = stop || ++reports >= 2;
    };
    searcher.search(start, request);
    CHECK(reports >= 2);

    request = {.limits = {.nodes = 100}, .tick = {}, .on_info = {}, .evaluate = {}, .batch = 4};
    int evaluated = 0;
    request.evaluate = [&](const search::EvaluationBatch& question) {
        evaluated += question.number;
        std::ranges::fill(question.values, 1.0F / static_cast<float>(question.seats));
        std::ranges::fill(question.priors, 1.0F);
    };
    CHECK(searcher.search(start, request).nodes >= 100 && evaluated > 50);
}

// The value of a position for the seat to move, by looking at everything.
template <Game G>
int minimax(const typename G::State& state) {
    if (const Outcome outcome = G::outcome(state); outcome.over) {
        return shares(outcome)[static_cast<unsigned>(G::to_move(state))];
    }
    int best = 0;
    for (const auto move : legal<G>(state)) {
        auto after = state;
        G::apply(after, move);
        const int value = minimax<G>(after);
        best = std::max(best, G::to_move(after) == G::to_move(state) ? value : whole - value);
    }
    return best;
}

// Near the end of random games: the solver, the search and brute force agree.
template <Game G>
int check_solver(const Setup& setup, int games, std::size_t most_moves, std::uint64_t most_leaves) {
    search::SearcherOf<G> searcher;
    int agreed = 0;
    for (int game = 0; game < games; ++game) {
        const auto state = walked<G>(setup, 1000 - game % 4, static_cast<std::uint64_t>(game));
        Random random(static_cast<std::uint64_t>(game));
        std::vector<typename G::State> past{G::initial(setup)};
        while (G::hash(past.back()) != G::hash(state) && past.size() < 1000) {
            past.push_back(walked<G>(setup, static_cast<int>(past.size()),
                                     static_cast<std::uint64_t>(game)));
        }
        const auto& before = past[past.size() > 3 ? past.size() - 3 : 0];
        if (legal<G>(before).size() > most_moves || perft<G>(before, 3) > most_leaves) {
            continue;
        }
        const PlayOf<G> play(before);
        const Request request{.limits = {.nodes = 200'000}, .tick = {}, .on_info = {}, .evaluate = {}};
        const auto answer = searcher.solve(play, request);
        if (!answer) {
            continue;
        }
        const int value = minimax<G>(before);
        CHECK(answer->share == value);
        CHECK(answer->moves.size() == static_cast<std::size_t>(answer->decisions));
        const Analysis analysis = searcher.search(play, request);
        CHECK(analysis.lines[0].least == analysis.lines[0].most);
        CHECK(analysis.lines[0].least == value);
        ++agreed;
    }
    return agreed;
}

template <Game G>
void check_batch(const Setup& setup, int steps) {
    BatchOf<G> one(setup, 24, 1), two(setup, 24, 2);
    one.reset(9);
    two.reset(9);
    std::size_t ended = 0;
    for (int step = 0; step < steps; ++step) {
        one.sample();
        two.sample();
        CHECK(one.actions == two.actions);
        CHECK(!one.step(one.actions) && !two.step(two.actions));
        CHECK(step < steps / 2 || (one.observations() == two.observations() && one.mask() == two.mask()));
        CHECK(one.rewards == two.rewards && one.done == two.done && one.to_move == two.to_move);
        ended += static_cast<std::size_t>(std::ranges::count(one.done, 1));
    }
    CHECK(ended > 0);
    std::vector<std::int32_t> bad(24, -1);
    CHECK(one.step(bad) == std::size_t{0});
}

// A network of random weights: values that add up, a weight for each decision, searches that repeat.
template <nn::Encoded G>
void check_network(const Setup& setup) {
    Random random(9);
    const nn::Sizes sizes{G::inputs, 64, G::outputs, G::seats_most};
    std::vector<std::int16_t> weights(nn::Network::count(sizes));
    for (std::int16_t& weight : weights) {
        weight = static_cast<std::int16_t>(random.below(161) - 80);
    }
    const auto network = nn::Network::make(sizes, weights);
    CHECK(network);
    nn::FirstLayer<G> layer(*network);
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        const auto state = walked<G>(setup, static_cast<int>(seed), seed);
        const Values values = nn::values_of<G>(layer, state);
        float sum = 0;
        for (const float value : values) {
            CHECK(value >= 0);
            sum += value;
        }
        CHECK(sum > 0.999F && sum < 1.001F);
        const auto proposals = std::make_unique<Proposals<G>>();
        const bool all = nn::propose<G>(layer, state, *proposals);
        CHECK(all == (proposals->size() == static_cast<int>(legal<G>(state).size())));
    }
    search::SearcherOf<G> searcher;
    const PlayOf<G> start(G::initial(setup));
    const Request request{.limits = {.nodes = 300}, .tick = {}, .seed = 5, .on_info = {},
                          .network = &*network, .evaluate = {}};
    const Analysis once = searcher.search(start, request);
    CHECK(once.nodes == 300 && same(once, searcher.search(start, request)));

    weights.pop_back();
    CHECK(!nn::Network::make(sizes, weights));  // one is missing
    weights.assign(nn::Network::count(sizes), 32767);
    CHECK(!nn::Network::make(sizes, weights));  // sums of these would overflow
}

// Games against itself end and are learnt from; with any number of threads they are the same.
template <nn::Encoded G>
void check_selfplay(const Setup& setup, int segment = 0) {
    const auto played = [&](int threads) {
        SelfPlayOf<G> games({setup}, 3, threads, 7,
                            {.visits = 6, .fast_visits = 3, .full_share = 0.5F, .considered = 4,
                             .segment = segment});
        for (std::size_t step = 0; step < 800; ++step) {
            LeafBatch& leaves = games.leaves[step % 2];
            games.advance(step % 2);
            std::ranges::fill(leaves.values, 0.5F);
            for (std::size_t i = 0; i < leaves.logits.size(); ++i) {
                leaves.logits[i] = static_cast<float>(i % 5);
            }
        }
        return games.take();
    };
    const Samples samples = played(1);
    CHECK(samples.number > 0 && samples.proven.size() == samples.number);
    CHECK(samples.outcome.size() == samples.number * static_cast<std::size_t>(G::seats_most));
    CHECK(samples.inputs.size() == samples.number * static_cast<std::size_t>(G::inputs));
    CHECK(samples.ending.size() == samples.number * G::endings.size());
    CHECK(std::ranges::all_of(samples.ending, [](float each) { return each >= 0 && each <= 1; }));
    const Samples again = played(2);
    CHECK(samples.inputs == again.inputs && samples.policy == again.policy);
    CHECK(samples.moves == again.moves && samples.outcome == again.outcome);
    CHECK(samples.ending == again.ending);
}

}  // namespace ludothek::checks
