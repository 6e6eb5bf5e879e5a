// Many games stepped at once, for learning: the arrays stay where they are and are written again
// at each step; observations and masks only from the first time that somebody asks for them. A game
// that is over starts anew at once, and its last rewards stand beside the first position of the next
// game; or, without `restarts`, it stays as it is until it is told to restart.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "ludothek/bits.hpp"
#include "ludothek/thread_pool.hpp"
#include "ludothek/game.hpp"
#include "ludothek/game_in_progress.hpp"
#include "ludothek/action_sampling.hpp"
#include "ludothek/random.hpp"

namespace ludothek {

class Batch {
  public:
    virtual ~Batch() = default;

    // Start all games anew.
    virtual void reset(std::uint64_t seed) = 0;
    // Start those games anew where a byte is not 0.
    virtual void restart(const std::uint8_t* which) = 0;
    // One action for each game; -1, without `restarts`, leaves a game as it is. If one of them is
    // illegal, its game's number; then nothing happens.
    virtual std::optional<std::size_t> step(std::span<const std::int32_t> actions) = 0;
    // A fair choice among the legal actions of each game, into `actions`.
    virtual void sample() = 0;
    // The same by the softmax of their logits, games x number_of_actions; how likely it was goes into
    // `log_probs`. If the logits of a game are no numbers, its number.
    virtual std::optional<std::size_t> sample_by(const float* logits) = 0;
    // What a seat of each game, counted from 1, sees: games x planes x rows x columns.
    virtual void observe(std::span<const std::int32_t> seat, std::uint8_t* planes) = 0;
    // What the seats to move see, games x planes x rows x columns; and what they may do, games x
    // number_of_actions. Both stay where they are from the first call on, and follow each step.
    virtual const std::vector<std::uint8_t>& observations() = 0;
    virtual const std::vector<std::uint8_t>& mask() = 0;
    // One of the games as it stands.
    virtual std::unique_ptr<Play> at(std::size_t game) const = 0;

    std::size_t games = 0;
    int seats = 0, number_of_actions = 0;
    Shape shape{};
    std::vector<float> rewards;         // games x seats: zero-sum at the end, 0 before
    std::vector<std::uint8_t> done;     // has a game just ended? Without `restarts`: is it over?
    std::vector<std::int32_t> to_move;  // the seat to decide, counted from 1
    std::vector<std::uint8_t> playing;  // games x seats: which are not eliminated
    std::vector<std::int32_t> actions;  // what `sample` has chosen
    std::vector<float> log_probs;       // of what it has chosen by logits
};

// A game of so many actions that the few legal ones are told in rows rather than looked for.
template <class G>
concept Sparse = requires(const typename G::State& state) { G::each_row(state, [](int, Bits) {}); };

// The legal actions of a game as a row of bits.
class LegalBits {
  public:
    explicit LegalBits(std::size_t actions) : words_(actions ? actions / word + 2 : 0) {}

    template <Sparse G>
    void read(const typename G::State& state) {
        clear();
        G::each_row(state, [this](int first, Bits bits) {
            const auto at = static_cast<unsigned>(first);
            words_[at / word] |= bits << at % word;
            words_[at / word + 1] |= bits >> 1 >> (word - 1 - at % word);
            used_ = bits ? std::max<std::size_t>(used_, at / word + 2) : used_;
        });
    }

    void clear() {
        std::fill_n(words_.begin(), used_, Bits{0});
        used_ = 0;
    }

    // Become another one; call with each word that differs: its first action, and its bits.
    template <class Visit>
    void become(const LegalBits& other, const Visit& visit) {
        const std::size_t end = std::max(used_, other.used_);
        for (std::size_t number = 0; number < end; ++number) {
            if (words_[number] != other.words_[number]) {
                words_[number] = other.words_[number];
                visit(number * word, words_[number]);
            }
        }
        used_ = other.used_;
    }

    bool has(int action) const {
        const auto at = static_cast<unsigned>(action);
        return words_[at / word] >> at % word & 1;
    }

    // A fair choice; there is one.
    int pick(Random& random) const {
        int total = 0;
        each_word([&total](int, Bits bits) { total += count(bits); });
        int left = random.below(total), picked = 0;
        each_word([&](int first, Bits bits) {
            picked = left >= 0 && left < count(bits) ? first + nth(bits, left) : picked;
            left -= count(bits);
        });
        return picked;
    }

    template <class Visit>
    void each_word(const Visit& visit) const {
        for (std::size_t number = 0; number < used_; ++number) {
            if (words_[number]) {
                visit(static_cast<int>(number * word), words_[number]);
            }
        }
    }

  private:
    static constexpr std::size_t word = 64;

    std::vector<Bits> words_;  // one more than actions need
    std::size_t used_ = 0;     // beyond these all are 0
};

// What a game remembers of the planes it has written, where it does.
template <class G>
struct DrawnBy {
    struct type {};
};
template <class G>
    requires requires { typename G::Drawn; }
struct DrawnBy<G> {
    using type = typename G::Drawn;
};

template <Game G>
class BatchOf final : public Batch {
  public:
    BatchOf(const Setup& setup, std::size_t number, int threads, bool restarts = true)
        : start_(G::initial(setup)), states_(number, start_), restarts_(restarts), pool_(threads) {
        games = number;
        seats = setup.seats;
        number_of_actions = G::actions(setup);
        shape = G::shape(setup);
        rewards.resize(number * static_cast<std::size_t>(seats));
        done.resize(number);
        to_move.resize(number);
        playing.resize(number * static_cast<std::size_t>(seats), 1);
        actions.resize(number);
        log_probs.resize(number);
        sampled_.resize(number, unknown);
    }

    void reset(std::uint64_t seed) override {
        all_sampled_ = false;
        std::ranges::fill(rewards, 0.0F);
        std::ranges::fill(done, std::uint8_t{0});
        randoms_.clear();
        for (std::size_t game = 0; game < games; ++game) {
            randoms_.emplace_back(chained(seed, game));
            states_[game] = start_;
        }
        for_each_game([this](std::size_t game, LegalBits& legal) { show(game, legal); });
    }

    void restart(const std::uint8_t* which) override {
        all_sampled_ = false;
        for_each_game([this, which](std::size_t game, LegalBits& legal) {
            if (which[game]) {
                states_[game] = start_;
                clear_rewards(game);
                show(game, legal);
            }
        });
    }

    std::optional<std::size_t> step(std::span<const std::int32_t> chosen) override {
        if (mask_.empty() && needs_mask(chosen)) {
            mask();
        }
        if (const std::size_t game = first_illegal(chosen); game < games) {
            return game;
        }
        all_sampled_ = false;
        for_each_game([this, chosen](std::size_t game, LegalBits& legal) {
            if (chosen[game] >= 0) {
                play(game, chosen[game]);
                show(game, legal);
            }
        });
        return std::nullopt;
    }

    void sample() override {
        pool_.parallel_for(games, [this](std::size_t first, std::size_t last) {
            for (std::size_t game = first; game < last; ++game) {
                take(game, over(game) ? -1 : picked(game));
            }
        });
        all_sampled_ = true;
    }

    std::optional<std::size_t> sample_by(const float* logits) override {
        if constexpr (!Sparse<G>) {
            mask();
        }
        std::atomic<std::size_t> first_bad = games;
        pool_.parallel_for(games, [&](std::size_t first, std::size_t last) {
            static thread_local policy::Softmax softmax;
            LegalBits legal = fresh();
            for (std::size_t game = first; game < last; ++game) {
                if (over(game)) {
                    take(game, -1);
                    log_probs[game] = 0;
                    continue;
                }
                const std::span row(logits + action_row(game), static_cast<unsigned>(number_of_actions));
                if (!read(softmax, row, game, legal)) {
                    lower(first_bad, game);
                    return;
                }
                const std::size_t action = softmax.at(randoms_[game].unit());
                take(game, static_cast<std::int32_t>(action));
                log_probs[game] = softmax.log_probability(row[action]);
            }
        });
        const std::size_t bad = first_bad.load();
        return bad < games ? std::optional(bad) : std::nullopt;
    }

    void observe(std::span<const std::int32_t> seat, std::uint8_t* planes) override {
        for_each_game([&](std::size_t game, LegalBits&) {
            G::observe(states_[game], seat[game] - 1, planes + game * static_cast<std::size_t>(shape.size()));
        });
    }

    const std::vector<std::uint8_t>& observations() override {
        if (observations_.empty()) {
            observations_.resize(games * static_cast<std::size_t>(shape.size()));
            drawn_.resize(games);
            for_each_game([this](std::size_t game, LegalBits&) { write_observation(game); });
        }
        return observations_;
    }

    const std::vector<std::uint8_t>& mask() override {
        if (mask_.empty()) {
            mask_.resize(games * static_cast<std::size_t>(number_of_actions));
            legal_.assign(Sparse<G> ? games : 0, fresh());
            for_each_game([this](std::size_t game, LegalBits& legal) { write_mask(game, legal); });
        }
        return mask_;
    }

    std::unique_ptr<Play> at(std::size_t game) const override {
        return std::make_unique<PlayOf<G>>(states_[game]);
    }

  private:
    // Each with room to note what is legal.
    template <class Visit>
    void for_each_game(Visit visit) {
        pool_.parallel_for(games, [this, visit](std::size_t first, std::size_t last) {
            LegalBits legal = fresh();
            for (std::size_t game = first; game < last; ++game) {
                visit(game, legal);
            }
        });
    }

    LegalBits fresh() const { return LegalBits(Sparse<G> ? static_cast<std::size_t>(number_of_actions) : 0); }

    bool over(std::size_t game) const { return !restarts_ && done[game]; }

    void take(std::size_t game, std::int32_t action) { actions[game] = sampled_[game] = action; }

    std::int32_t picked(std::size_t game) {
        const typename G::State& state = states_[game];
        if constexpr (Sparse<G>) {
            if (!mask_.empty()) {
                return G::pick_action(state, randoms_[game], legal_[game]);
            }
        }
        return G::action(state, G::pick(state, randoms_[game]));
    }

    // Is there an action that was not sampled here, but may be legal?
    bool needs_mask(std::span<const std::int32_t> chosen) const {
        for (std::size_t game = 0; game < games; ++game) {
            if (chosen[game] != sampled_[game] && chosen[game] >= 0 && chosen[game] < number_of_actions) {
                return true;
            }
        }
        return false;
    }

    bool read(policy::Softmax& softmax, std::span<const float> row, std::size_t game, LegalBits& legal) const {
        if constexpr (Sparse<G>) {
            if (mask_.empty()) {
                legal.template read<G>(states_[game]);
            }
            const LegalBits& known = mask_.empty() ? legal : legal_[game];
            return softmax.read_rows(row, [&known](const auto& add) { known.each_word(add); });
        } else {
            return softmax.read(row, &mask_[action_row(game)]);
        }
    }

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
        if (all_sampled_ && std::ranges::equal(chosen, sampled_)) {
            return games;
        }
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
        if (action < 0) {
            return action == -1 && !restarts_;
        }
        return action == sampled_[game] ||
               (action < number_of_actions && mask_[action_row(game) + static_cast<std::size_t>(action)]);
    }

    void play(std::size_t game, std::int32_t action) {
        typename G::State& state = states_[game];
        G::apply(state, G::move(state, action));
        const Outcome outcome = G::outcome(state);
        clear_rewards(game);
        if (outcome.over) {
            done[game] = 1;
            reward(outcome, &rewards[game * static_cast<std::size_t>(seats)]);
            if (restarts_) {
                state = start_;
            }
        }
    }

    void clear_rewards(std::size_t game) {
        if (done[game]) {
            std::fill_n(&rewards[game * static_cast<std::size_t>(seats)], seats, 0.0F);
            done[game] = 0;
        }
    }

    // 1 for a win alone, -1 / (seats - 1) for a loss; who draws has a share of the win.
    void reward(const Outcome& outcome, float* row) const {
        const Values won = values(shares(outcome));
        const auto number = static_cast<float>(seats);
        for (int seat = 0; seat < seats; ++seat) {
            row[seat] = (number * won[static_cast<unsigned>(seat)] - 1) / (number - 1);
        }
    }

    void show(std::size_t game, LegalBits& legal) {
        const typename G::State& state = states_[game];
        sampled_[game] = unknown;
        to_move[game] = G::to_move(state) + 1;
        if constexpr (requires { G::seats_in(state); }) {
            for (int seat = 0; seat < seats; ++seat) {
                playing[game * static_cast<std::size_t>(seats) + static_cast<std::size_t>(seat)] =
                    G::seats_in(state) >> seat & 1;
            }
        }
        if (!observations_.empty()) {
            write_observation(game);
        }
        if (!mask_.empty()) {
            write_mask(game, legal);
        }
    }

    void write_observation(std::size_t game) {
        std::uint8_t* planes = &observations_[game * static_cast<std::size_t>(shape.size())];
        if constexpr (requires { typename G::Drawn; }) {
            G::observe(states_[game], G::to_move(states_[game]), planes, drawn_[game]);
        } else {
            G::observe(states_[game], G::to_move(states_[game]), planes);
        }
    }

    void write_mask(std::size_t game, LegalBits& legal) {
        std::uint8_t* row = &mask_[action_row(game)];
        if constexpr (Sparse<G>) {
            const auto number = static_cast<std::size_t>(number_of_actions);
            legal.template read<G>(states_[game]);
            legal_[game].become(legal, [row, number](std::size_t first, Bits bits) {
                write_bytes(bits, std::min<std::size_t>(64, number - first), row + first);
            });
        } else {
            G::mask(states_[game], row);
        }
    }

    static constexpr std::int32_t unknown = -2;

    typename G::State start_;
    std::vector<typename G::State> states_;
    std::vector<Random> randoms_;
    std::vector<std::uint8_t> observations_, mask_;  // empty until somebody asks
    std::vector<std::int32_t> sampled_;  // what was chosen here for this very position
    bool all_sampled_ = false;           // has it been so for every game?
    std::vector<LegalBits> legal_;  // what the mask of each game shows, where it is written by rows
    std::vector<typename DrawnBy<G>::type> drawn_;  // what its planes show
    bool restarts_;
    ThreadPool pool_;
};

}  // namespace ludothek
