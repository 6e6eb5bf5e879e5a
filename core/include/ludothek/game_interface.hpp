// A game as a value: a table of everything that callers can request, in types that do not name the
// game. In a browser (wasm) there are no batches and no self-play.
#pragma once

#include <memory>
#include <span>
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
#endif
};

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
#endif
    };
    if constexpr (nn::Encoded<G>) {
        interface.encoder = {G::encoder_version, G::inputs, G::outputs, G::parts, G::most_listed};
        interface.symmetries = G::symmetries;
#if !defined(__wasm__)
        interface.selfplay = [](const std::vector<Setup>& setups, std::size_t games, int threads,
                            std::uint64_t seed,
                            const SelfPlaySettings& settings) -> std::unique_ptr<SelfPlay> {
            return std::make_unique<SelfPlayOf<G>>(setups, games, threads, seed, settings);
        };
#endif
    }
    return interface;
}

extern const GameInterface repulso_interface, robotory_interface, nexus_interface;

}  // namespace ludothek
