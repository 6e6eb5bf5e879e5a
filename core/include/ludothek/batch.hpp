// Many games stepped at once, for learning: the arrays stay where they are and are written again
// at each step. A game that is over starts anew at once; its last rewards stand beside the first
// position of the next game.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "ludothek/thread_pool.hpp"
#include "ludothek/game.hpp"
#include "ludothek/game_in_progress.hpp"
#include "ludothek/policy.hpp"
#include "ludothek/random.hpp"

namespace ludothek {

class Batch {
  public:
    virtual ~Batch() = default;

    // Start all games anew.
    virtual void reset(std::uint64_t seed) = 0;
    // One action for each game. If one of them is illegal, its game's number; then nothing happens.
    virtual std::optional<std::size_t> step(std::span<const std::int32_t> actions) = 0;
    // A fair choice among the legal actions of each game, into `actions`.
    virtual void sample() = 0;
    // The same by the softmax of their logits, games x number_of_actions; how likely it was goes into
    // `log_probs`. If the logits of a game are no numbers, its number.
    virtual std::optional<std::size_t> sample_by(const float* logits) = 0;
    // One of the games as it stands.
    virtual std::unique_ptr<Play> at(std::size_t game) const = 0;

    std::size_t games = 0;
    int seats = 0, number_of_actions = 0;
    Shape shape{};
    std::vector<std::uint8_t> observations;  // games x planes x rows x columns
    std::vector<std::uint8_t> mask;          // games x number_of_actions
    std::vector<float> rewards;              // games x seats: 1 won, -1 lost, 0 drawn or going on
    std::vector<std::uint8_t> done;          // has a game just ended?
    std::vector<std::int32_t> to_move;       // the seat to decide, counted from 0
    std::vector<std::int32_t> actions;       // what `sample` has chosen
    std::vector<float> log_probs;            // of what it has chosen by logits
};

template <Game G>
class BatchOf final : public Batch {
  public:
    BatchOf(const Setup& setup, std::size_t number, int threads)
        : start_(G::initial(setup)), states_(number, start_), pool_(threads) {
        games = number;
        seats = setup.seats;
        number_of_actions = G::actions(setup);
        shape = G::shape(setup);
        observations.resize(number * static_cast<std::size_t>(shape.size()));
        mask.resize(number * static_cast<std::size_t>(number_of_actions));
        rewards.resize(number * static_cast<std::size_t>(seats));
        done.resize(number);
        to_move.resize(number);
        actions.resize(number);
        log_probs.resize(number);
    }

    void reset(std::uint64_t seed) override {
        std::ranges::fill(rewards, 0.0F);
        std::ranges::fill(done, std::uint8_t{0});
        randoms_.clear();
        for (std::size_t game = 0; game < games; ++game) {
            randoms_.emplace_back(chained(seed, game));
            states_[game] = start_;
        }
        pool_.parallel_for(games, [this](std::size_t first, std::size_t last) {
            for (std::size_t game = first; game < last; ++game) {
                show(game);
            }
        });
    }

    std::optional<std::size_t> step(std::span<const std::int32_t> chosen) override {
        if (const std::size_t game = first_illegal(chosen); game < games) {
            return game;
        }
        pool_.parallel_for(games, [this, chosen](std::size_t first, std::size_t last) {
            for (std::size_t game = first; game < last; ++game) {
                play(game, chosen[game]);
                show(game);
            }
        });
        return std::nullopt;
    }

    void sample() override {
        pool_.parallel_for(games, [this](std::size_t first, std::size_t last) {
            for (std::size_t game = first; game < last; ++game) {
                const auto move = G::pick(states_[game], randoms_[game]);
                actions[game] = G::action(states_[game], move);
            }
        });
    }

    std::optional<std::size_t> sample_by(const float* logits) override {
        std::atomic<std::size_t> first_bad = games;
        pool_.parallel_for(games, [&](std::size_t first, std::size_t last) {
            policy::Softmax softmax;
            for (std::size_t game = first; game < last; ++game) {
                const std::span row(logits + action_row(game), static_cast<unsigned>(number_of_actions));
                if (!softmax.read(row, &mask[action_row(game)])) {
                    lower(first_bad, game);
                    return;
                }
                const std::size_t action = softmax.at(randoms_[game].unit());
                actions[game] = static_cast<std::int32_t>(action);
                log_probs[game] = softmax.log_probability(row[action]);
            }
        });
        const std::size_t bad = first_bad.load();
        return bad < games ? std::optional(bad) : std::nullopt;
    }

    std::unique_ptr<Play> at(std::size_t game) const override {
        return std::make_unique<PlayOf<G>>(states_[game]);
    }

  private:
    std::size_t action_row(std::size_t game) const {
        return game * static_cast<std::size_t>(number_of_actions);
    }

    static void lower(std::atomic<std::size_t>& least, std::size_t number) {
        std::size_t known = least.load();
        while (number < known && !least.compare_exchange_weak(known, number)) {
        }
    }

    // Everybody looks at the games it has written: what others have written is far away.
    std::size_t first_illegal(std::span<const std::int32_t> chosen) {
        std::atomic<std::size_t> first_illegal = games;
        pool_.parallel_for(games, [&](std::size_t first, std::size_t last) {
            for (std::size_t game = first; game < last; ++game) {
                if (!legal(game, chosen[game])) {
                    lower(first_illegal, game);
                    return;
                }
            }
        });
        return first_illegal.load();
    }

    bool legal(std::size_t game, std::int32_t action) const {
        return action >= 0 && action < number_of_actions &&
               mask[action_row(game) + static_cast<std::size_t>(action)];
    }

    void play(std::size_t game, std::int32_t action) {
        typename G::State& state = states_[game];
        G::apply(state, G::move(state, action));
        const Outcome outcome = G::outcome(state);
        float* row = &rewards[game * static_cast<std::size_t>(seats)];
        if (done[game]) {
            std::fill_n(row, seats, 0.0F);
        }
        done[game] = outcome.over;
        if (outcome.over) {
            reward(outcome, row);
            state = start_;
        }
    }

    void reward(const Outcome& outcome, float* row) const {
        for (int seat = 0; seat < seats; ++seat) {
            const bool drawn = outcome.winner < 0 && (outcome.drawn >> seat & 1);
            row[seat] = seat == outcome.winner ? 1.0F : drawn ? 0.0F : -1.0F;
        }
    }

    void show(std::size_t game) {
        const typename G::State& state = states_[game];
        to_move[game] = G::to_move(state);
        G::observe(state, to_move[game], &observations[game * static_cast<std::size_t>(shape.size())]);
        G::mask(state, &mask[action_row(game)]);
    }

    typename G::State start_;
    std::vector<typename G::State> states_;
    std::vector<Random> randoms_;
    ThreadPool pool_;
};

}  // namespace ludothek
