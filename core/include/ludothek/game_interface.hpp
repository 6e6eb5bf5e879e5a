// A game as a value: a table of everything that callers can request, in types that do not name the
// game. In a browser (wasm) there are no batches and no self-play.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ludothek/game.hpp"
#include "ludothek/game_in_progress.hpp"
#include "ludothek/search/searcher.hpp"

#if !defined(__wasm__)
#include "ludothek/batch.hpp"
#include "ludothek/selfplay.hpp"
#endif

namespace ludothek {

// What a network of a game looks like from outside.
struct Encoder {
    int version = 0;  // 0: the game has none
    int inputs = 0, outputs = 0;
    int parts = 0, listed = 0;  // outputs of a decision, decisions of a position at most
    std::span<const std::string_view> endings;  // names of what endings are told by
};

struct GameInterface {
    std::string_view name;
    int seats_least, seats_most;
    std::span<const Option> options;

    std::unique_ptr<Play> (*begin)(const Setup&);
    std::unique_ptr<Play> (*resume)(std::string_view, const Setup&);  // nothing if unreadable
    std::unique_ptr<search::Searcher> (*searcher)();

    Encoder encoder;
    std::vector<nn::Symmetry> (*symmetries)();

#if !defined(__wasm__)
    std::unique_ptr<Batch> (*batch)(const Setup&, std::size_t games, int threads, bool restarts);
    std::unique_ptr<SelfPlay> (*selfplay)(const std::vector<Setup>&, std::size_t games, int threads,
                                          std::uint64_t seed, const SelfPlaySettings&);
    // How a game of these moves went on after so many, as a seat sees it; nothing if one is not legal.
    std::vector<float> (*ending)(const Setup&, std::span<const std::string> moves, std::size_t since,
                                 int seat);
#endif
};

#if !defined(__wasm__)
template <nn::Encoded G>
std::vector<float> ending_of(const Setup& setup, std::span<const std::string> moves,
                             std::size_t since, int seat) {
    PlayOf<G> play(G::initial(setup));
    typename G::Course now{}, then{};
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const auto action = play.parse(moves[i]);
        if (!action) {
            return {};
        }
        const typename G::State before = play.state();
        play.apply(*action);
        now.add(before, G::move(before, *action), play.state());
        then = i < since ? now : then;
    }
    const auto ending = G::ending(then, now, play.state(), seat);
    return {ending.begin(), ending.end()};
}
#endif

template <Game G>
constexpr GameInterface interface_of() {
    GameInterface interface{
        .name = G::name,
        .seats_least = G::seats_least,
        .seats_most = G::seats_most,
        .options = G::options,
        .begin = [](const Setup& setup) -> std::unique_ptr<Play> {
            return std::make_unique<PlayOf<G>>(G::initial(setup));
        },
        .resume = [](std::string_view text, const Setup& setup) -> std::unique_ptr<Play> {
            const auto state = G::parse(text, setup);
            return state ? std::make_unique<PlayOf<G>>(*state) : nullptr;
        },
        .searcher = []() -> std::unique_ptr<search::Searcher> {
            return std::make_unique<search::SearcherOf<G>>();
        },
        .encoder = {},
        .symmetries = nullptr,
#if !defined(__wasm__)
        .batch = [](const Setup& setup, std::size_t games, int threads,
                    bool restarts) -> std::unique_ptr<Batch> {
            return std::make_unique<BatchOf<G>>(setup, games, threads, restarts);
        },
        .selfplay = nullptr,
        .ending = nullptr,
#endif
    };
    if constexpr (nn::Encoded<G>) {
        interface.encoder = {G::encoder_version, G::inputs, G::outputs, G::parts, G::most_listed,
                             G::endings};
        interface.symmetries = G::symmetries;
#if !defined(__wasm__)
        interface.selfplay = [](const std::vector<Setup>& setups, std::size_t games, int threads,
                            std::uint64_t seed,
                            const SelfPlaySettings& settings) -> std::unique_ptr<SelfPlay> {
            return std::make_unique<SelfPlayOf<G>>(setups, games, threads, seed, settings);
        };
        interface.ending = ending_of<G>;
#endif
    }
    return interface;
}

extern const GameInterface repulso_interface, robotory_interface, nexus_interface;

}  // namespace ludothek
