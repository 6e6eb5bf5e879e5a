// Many games that a search plays against itself, for training: each has a tree of its own, all cores
// step them, and the leaves of all trees that wait for a network make one batch.
//
// There are two groups of games, so that the cores can step one while a network evaluates the other.
// The search at the root is that of Gumbel AlphaZero: some decisions are drawn by the policy, and
// sequential halving finds the best of them; what is learnt is the policy improved by what the search
// has seen. Some searches are full and are learnt from, the others are short (playout cap
// randomisation). The same seed and the same answers of the network give the same games.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "ludothek/game.hpp"
#include "ludothek/nn/encoder.hpp"
#include "ludothek/deterministic.hpp"
#include "ludothek/random.hpp"
#include "ludothek/search/evaluator.hpp"
#include "ludothek/search/tree_report.hpp"
#include "ludothek/search/tree.hpp"
#include "ludothek/search/mcts.hpp"
#include "ludothek/thread_pool.hpp"

namespace ludothek {

struct SelfPlaySettings {
    int visits = 64;           // of a full search
    int fast_visits = 16;      // of a short one
    float full_share = 0.25F;  // of the decisions
    int considered = 16;       // decisions that the root chooses among
    int opening = 4;           // a game begins with at most so many random decisions
    int longest = 1000;        // decisions of a game, which is a draw then
    int segment = 0;  // after so many decisions what is expected stands for the outcome; 0: never
};

// What a network is asked about, and where its answers go: a row for each game of a group.
struct LeafBatch {
    std::vector<std::uint8_t> inputs;  // games x inputs
    std::vector<std::int16_t> moves;   // games x listed x parts: outputs of each decision, or none
    std::vector<float> logits;         // games x listed, of these decisions: to be filled in
    std::vector<float> values;         // games x seats, the seat to decide first: to be filled in
};

// What can be learnt from: a row for each full search of games that are over.
struct Samples {
    std::size_t number = 0;
    std::vector<std::uint8_t> inputs;  // number x inputs
    std::vector<std::uint8_t> last;    // the same of the position that ended the game
    std::vector<std::int16_t> moves;   // number x listed x parts
    std::vector<float> policy;  // number x listed; above 0 for a decision, all 0: none is known
    std::vector<float> outcome;        // number x seats: shares, the seat that decided first
    std::vector<float> expected;       // number x seats: what the search expected
    std::vector<float> ending;         // number x endings: how the game went on
    std::vector<std::uint8_t> proven;  // number: was that certain?
};

struct SelfPlayCounts {
    std::uint64_t games = 0, decisions = 0, evaluations = 0;
};

class SelfPlay {
  public:
    virtual ~SelfPlay() = default;
    // Take a network's answers for a group, and step its games until they need new ones.
    virtual void advance(std::size_t group) = 0;
    // What was finished since the last call.
    virtual Samples take() = 0;
    virtual SelfPlayCounts counts() const = 0;

    static constexpr std::size_t groups = 2;
    std::size_t games = 0;  // of a group
    int inputs = 0, outputs = 0, parts = 0, listed = 0, seats = 0, endings = 0;
    float trust = 1;  // at the end of a segment: in what a search expects, not in material
    std::array<LeafBatch, groups> leaves;
};

template <nn::Encoded G>
class SelfPlayOf final : public SelfPlay {
  public:
    SelfPlayOf(std::vector<Setup> setups, std::size_t number, int threads, std::uint64_t seed,
               const SelfPlaySettings& settings)
        : setups_(std::move(setups)), settings_(settings), pool_(threads) {
        games = number;
        inputs = G::inputs;
        outputs = G::outputs;
        parts = G::parts;
        listed = G::most_listed;
        seats = G::seats_most;
        endings = static_cast<int>(G::endings.size());
        for (LeafBatch& batch : leaves) {
            batch.inputs.resize(number * static_cast<std::size_t>(inputs));
            batch.moves.resize(number * listed_parts);
            batch.logits.resize(number * static_cast<std::size_t>(listed));
            batch.values.resize(number * static_cast<std::size_t>(seats));
        }
        for (std::size_t game = 0; game < groups * number; ++game) {
            games_.push_back(std::make_unique<Game>(*this, chained(seed, game)));
        }
    }

    void advance(std::size_t group) override {
        pool_.parallel_for(games, [this, group](std::size_t first, std::size_t last) {
            for (std::size_t row = first; row < last; ++row) {
                games_[group * games + row]->advance(leaves[group], row);
            }
        });
    }

    Samples take() override {
        Samples all;
        for (const auto& game : games_) {
            append(all, game->finished);
            game->finished = {};
        }
        return all;
    }

    SelfPlayCounts counts() const override {
        SelfPlayCounts all;
        for (const auto& game : games_) {
            all.games += game->counts.games;
            all.decisions += game->counts.decisions;
            all.evaluations += game->counts.evaluations;
        }
        return all;
    }

  private:
    using State = typename G::State;
    using Edge = search::Edge<G>;
    using Node = search::Node<G>;

    // Edges from the rules' own proposals; a network sets their priors.
    struct Expansion {
        static constexpr bool sets_priors = true;
        static constexpr int batch() { return 1; }
        static bool propose(const State& state, Proposals<G>& proposals) {
            return G::propose(state, proposals);
        }
        static void evaluate(std::span<search::Leaf<G>*>, Random&) {}
    };
    using Worker = search::Worker<G, Expansion>;

    // A full search, until the game is over and tells how it ended.
    struct Record {
        State state;
        typename G::Course course;  // up to there
        Values expected;
        bool proven;
        std::vector<std::pair<nn::Parts<G>, float>> policy;
    };
    static constexpr std::size_t listed_parts =
        static_cast<std::size_t>(G::most_listed) * static_cast<std::size_t>(G::parts);

    struct Candidate {  // a decision at the root
        std::size_t edge;
        float logit, gumbel;
    };

    static void append(Samples& all, const Samples& some) {
        const auto join = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
        all.number += some.number;
        join(all.inputs, some.inputs);
        join(all.last, some.last);
        join(all.moves, some.moves);
        join(all.policy, some.policy);
        join(all.outcome, some.outcome);
        join(all.expected, some.expected);
        join(all.ending, some.ending);
        join(all.proven, some.proven);
    }

    class Game {
      public:
        Game(const SelfPlayOf& all, std::uint64_t seed)
            : all_(all),
              random_(seed),
              state_(G::initial(all.setups_[0])),
              tree_(state_, tree_bytes(all.settings_)),
              worker_(tree_, state_, expansion_, search::Tuning{}, seed) {
            begin();
        }

        SelfPlayCounts counts;
        Samples finished;

        void advance(LeafBatch& batch, std::size_t row) {
            if (waiting_) {
                answer(batch, row);
                waiting_ = false;
                worker_.backup(path_);
                after_visit();
            }
            while (!select()) {
                worker_.backup(path_);
                after_visit();
            }
            ask(batch, row);
            waiting_ = true;
            ++counts.evaluations;
        }

      private:
        static std::size_t tree_bytes(const SelfPlaySettings& settings) {
            constexpr std::size_t of_visit = G::most_listed > 128 ? 8192 : 4096;
            const int visits = std::max(settings.visits, settings.fast_visits) + 16;
            return static_cast<std::size_t>(visits) * of_visit;
        }

        void begin() {
            do {
                const auto setup = static_cast<std::size_t>(
                    random_.below(static_cast<int>(all_.setups_.size())));
                state_ = G::initial(all_.setups_[setup]);
                course_ = {};
                decisions_ = 0;
                for (int lots = random_.below(all_.settings_.opening + 1); lots > 0; --lots) {
                    if (!G::outcome(state_).over) {
                        play(G::pick(state_, random_));
                    }
                }
            } while (G::outcome(state_).over);
            records_.clear();
            in_segment_ = all_.settings_.segment ? random_.below(all_.settings_.segment) : 0;
            begin_search();
        }

        void play(typename G::Move move) {
            const State before = state_;
            G::apply(state_, move);
            course_.add(before, move, state_);
        }

        void begin_search() {
            full_ = random_.unit() < all_.settings_.full_share;
            visits_ = 0;
            schedule_.clear();
            candidates_.clear();
            tree_.restart(state_);
            worker_.restart(state_);
        }

        const Node& root() { return tree_.root(); }

        // Go to the next leaf; false if its value is known, and no network is needed.
        bool select() {
            Edge* const edge = schedule_.empty() ? nullptr : next_edge();
            return worker_.select(path_, edge) == Worker::Arrival::leaf;
        }

        // The considered decision that sequential halving visits next.
        Edge* next_edge() {
            const std::uint32_t wanted = schedule_[static_cast<std::size_t>(visits_ - 1)];
            const auto edges = tree_.edges(root());
            const float scale = value_scale(edges);
            Edge* best = nullptr;
            float best_score = 0;
            for (const Candidate& candidate : considered()) {
                Edge& edge = edges[candidate.edge];
                const float score =
                    candidate.gumbel + candidate.logit + scale * (edge.visits ? edge.value : mixed_);
                if (edge.visits == wanted && edge.most > 0 && (!best || score > best_score)) {
                    best = &edge;
                    best_score = score;
                }
            }
            return best ? best : &edges[considered()[0].edge];
        }

        std::span<const Candidate> considered() const {
            const auto number = static_cast<std::size_t>(all_.settings_.considered);
            return std::span(candidates_).first(std::min(number, candidates_.size()));
        }

        // How much a value counts against a logit; the more visits, the more.
        static float value_scale(std::span<const Edge> edges) {
            std::uint32_t most = 0;
            for (const Edge& edge : edges) {
                most = std::max(most, edge.visits);
            }
            return 0.5F * (50 + static_cast<float>(most));
        }

        void after_visit() {
            ++visits_;
            if (root().proven() || visits_ > budget()) {
                decide();
            } else if (visits_ == 1) {
                consider();
                if (candidates_.size() == 1) {
                    decide();
                }
            } else {
                mixed_ = mixed_value();
            }
        }

        int budget() const {
            return full_ ? all_.settings_.visits : all_.settings_.fast_visits;
        }

        // The network has seen the root: draw the decisions to look into.
        void consider() {
            const auto edges = tree_.edges(root());
            for (std::size_t i = 0; i < edges.size(); ++i) {
                const double chance = std::max(random_.unit(), 1e-12);
                candidates_.push_back(
                    {i, std::log(std::max(edges[i].prior, 1e-9F)),
                     static_cast<float>(-std::log(-std::log(chance)))});
            }
            std::ranges::stable_sort(candidates_, std::ranges::greater{}, [](const Candidate& of) {
                return of.gumbel + of.logit;
            });
            value_ = mixed_ = root().mean(root().seat);
            schedule_ = halving(static_cast<int>(considered().size()), budget());
        }

        // How often a decision has been visited before each visit: all a few times, then the better
        // half, and so on.
        static std::vector<std::uint32_t> halving(int number, int visits) {
            std::vector<std::uint32_t> active;
            std::vector<std::uint32_t> visited(static_cast<std::size_t>(number));
            int rounds = 1;
            while (1 << rounds < number) {
                ++rounds;
            }
            for (int left = number; static_cast<int>(active.size()) < visits;
                 left = std::max(std::min(2, number), left / 2)) {
                for (int extra = std::max(1, visits / (rounds * left)); extra > 0; --extra) {
                    for (int i = 0; i < left; ++i) {
                        active.push_back(visited[static_cast<std::size_t>(i)]++);
                    }
                }
            }
            active.resize(static_cast<std::size_t>(visits));
            return active;
        }

        // What decisions that were not visited are taken to be worth.
        float mixed_value() {
            float weight = 0, sum = 0, visits = 0;
            for (const Edge& edge : tree_.edges(root())) {
                if (edge.visits) {
                    weight += edge.prior;
                    sum += edge.prior * edge.value;
                    visits += static_cast<float>(edge.visits);
                }
            }
            return weight > 0 ? (value_ + visits * sum / weight) / (1 + visits) : value_;
        }

        // The search is over: keep what it has found, and take its decision.
        void decide() {
            const auto edges = tree_.edges(root());
            const Edge& best = edges[root().proven() ? proven_edge(edges) : best_considered(edges)];
            if (full_ && edges.size() > 1) {
                record(edges);
            }
            ++counts.decisions;
            ++decisions_;
            ++in_segment_;
            const Values expected = search::values_at(root());
            play(best.move);
            const Outcome outcome = G::outcome(state_);
            if (outcome.over || decisions_ >= all_.settings_.longest) {
                ++counts.games;
                keep_all(end_values(outcome, expected));
                begin();
                return;
            }
            if (all_.settings_.segment && in_segment_ >= all_.settings_.segment) {
                keep_all(end_values(outcome, expected));
                records_.clear();
                in_segment_ = 0;
            }
            begin_search();
        }

        std::size_t best_considered(std::span<const Edge> edges) const {
            const float scale = value_scale(edges);
            std::uint32_t most = 0;
            for (const Candidate& candidate : considered()) {
                const Edge& edge = edges[candidate.edge];
                most = edge.most > 0 ? std::max(most, edge.visits) : most;
            }
            std::size_t best = considered()[0].edge;
            float best_score = -1e30F;
            for (const Candidate& candidate : considered()) {
                const Edge& edge = edges[candidate.edge];
                const float score = candidate.gumbel + candidate.logit + scale * edge.value;
                if (edge.visits == most && edge.most > 0 && score > best_score) {
                    best_score = score;
                    best = candidate.edge;
                }
            }
            return best;
        }

        // A decision that keeps what is certain: the quickest win, else the longest way.
        std::size_t proven_edge(std::span<const Edge> edges) {
            const std::uint8_t share = root().bounds.least[root().seat];
            std::optional<std::size_t> best;
            for (std::size_t i = 0; i < edges.size(); ++i) {
                const bool keeps = edges[i].child && edges[i].least == share;
                if (keeps && (!best || search::rank(tree_, edges[i]) > search::rank(tree_, edges[*best]))) {
                    best = i;
                }
            }
            return best.value_or(0);
        }

        void record(std::span<const Edge> edges) {
            Record made{state_, course_, search::values_at(root()), root().proven(), {}};
            const bool lost = root().proven() && root().bounds.most[root().seat] == 0;
            if (!lost) {
                made.policy = root().proven() ? proven_policy(edges) : improved_policy(edges);
            }
            records_.push_back(std::move(made));
        }

        using Policy = std::vector<std::pair<nn::Parts<G>, float>>;

        Policy proven_policy(std::span<const Edge> edges) {
            const std::uint8_t share = root().bounds.least[root().seat];
            const typename G::Numbering numbering(state_);
            Policy policy;
            float sum = 0;
            for (const Edge& edge : listed(edges)) {
                const float weight = edge.least == share ? 1.0F : least_weight;
                policy.emplace_back(numbering(edge.move), weight);
                sum += weight;
            }
            return normalised(std::move(policy), sum);
        }

        // The policy with the values that the search has found added to its logits.
        Policy improved_policy(std::span<const Edge> edges) {
            const float scale = value_scale(edges);
            float most = -1e30F;
            std::vector<float> scores(edges.size());
            for (const Candidate& candidate : candidates_) {
                const Edge& edge = edges[candidate.edge];
                scores[candidate.edge] =
                    candidate.logit + scale * (edge.visits ? edge.value : mixed_);
                most = std::max(most, scores[candidate.edge]);
            }
            const typename G::Numbering numbering(state_);
            Policy policy;
            float sum = 0;
            for (std::size_t i = 0; i < listed(edges).size(); ++i) {
                const float weight = std::max(exponential(scores[i] - most), least_weight);
                policy.emplace_back(numbering(edges[i].move), weight);
                sum += weight;
            }
            return normalised(std::move(policy), sum);
        }

        static Policy normalised(Policy policy, float sum) {
            for (auto& [_, weight] : policy) {
                weight /= sum;
            }
            return policy;
        }

        // How the game ended; where it did not, what is expected, or a draw.
        Values end_values(const Outcome& outcome, const Values& expected) const {
            if (outcome.over) {
                return ludothek::values(shares(outcome));
            }
            const int seats = G::setup(state_).seats;
            Values end{};
            for (unsigned seat = 0; seat < static_cast<unsigned>(seats); ++seat) {
                end[seat] = 1.0F / static_cast<float>(seats);
            }
            if constexpr (requires { G::material(state_); }) {
                const Values material = G::material(state_);
                for (unsigned seat = 0; all_.settings_.segment && seat < end.size(); ++seat) {
                    end[seat] = all_.trust * expected[seat] + (1 - all_.trust) * material[seat];
                }
            }
            return end;
        }

        void keep_all(const Values& end) {
            for (const Record& each : records_) {
                keep(each, end, G::setup(state_).seats);
            }
        }

        void keep(const Record& record, const Values& end, int seats) {
            const int seat = G::to_move(record.state);
            ++finished.number;
            encode(record.state, seat, finished.inputs);
            encode(state_, seat, finished.last);
            const std::size_t first = finished.policy.size(), part = finished.moves.size();
            finished.policy.resize(first + static_cast<std::size_t>(G::most_listed));
            finished.moves.resize(part + listed_parts, std::int16_t{G::outputs});
            for (std::size_t i = 0; i < record.policy.size(); ++i) {
                const auto& [parts, weight] = record.policy[i];
                std::ranges::copy(parts, &finished.moves[part + i * parts.size()]);
                finished.policy[first + i] = weight;
            }
            for (int after = 0; after < G::seats_most; ++after) {
                const auto who = static_cast<std::size_t>((seat + after) % seats);
                finished.outcome.push_back(after < seats ? end[who] : 0);
                finished.expected.push_back(after < seats ? record.expected[who] : 0);
            }
            std::ranges::copy(G::ending(record.course, course_, state_, seat),
                              std::back_inserter(finished.ending));
            finished.proven.push_back(record.proven);
        }

        static void encode(const State& state, int seat, std::vector<std::uint8_t>& rows) {
            const std::size_t first = rows.size();
            rows.resize(first + static_cast<std::size_t>(G::inputs));
            encode(state, seat, &rows[first]);
        }

        static void encode(const State& state, int seat, std::uint8_t* row) {
            nn::Active active;
            G::encode(state, seat, active);
            for (const std::uint16_t input : active) {
                row[input] = 1;
            }
        }

        // The edges that a network is told of: the best ones, where there are too many.
        static std::span<const Edge> listed(std::span<const Edge> edges) {
            return edges.first(std::min(edges.size(), static_cast<std::size_t>(G::most_listed)));
        }

        void ask(LeafBatch& batch, std::size_t row) const {
            std::uint8_t* const inputs = &batch.inputs[row * static_cast<std::size_t>(G::inputs)];
            std::int16_t* moves = &batch.moves[row * listed_parts];
            std::fill_n(inputs, G::inputs, std::uint8_t{0});
            std::fill_n(moves, listed_parts, std::int16_t{G::outputs});
            encode(path_.leaf.state, G::to_move(path_.leaf.state), inputs);
            const typename G::Numbering numbering(path_.leaf.state);
            for (const Edge& edge : listed(path_.leaf.edges)) {
                moves = std::ranges::copy(numbering(edge.move), moves).out;
            }
        }

        void answer(const LeafBatch& batch, std::size_t row) {
            search::Leaf<G>& leaf = path_.leaf;
            const int seat = G::to_move(leaf.state), seats = G::setup(leaf.state).seats;
            const float* values = &batch.values[row * G::seats_most];
            leaf.values = {};
            float total = 0;  // of the seats that play
            for (int after = 0; after < seats; ++after) {
                total += std::clamp(values[after], 0.0F, 1.0F);
            }
            for (int after = 0; after < seats; ++after) {
                leaf.values[static_cast<unsigned>((seat + after) % seats)] =
                    std::clamp(values[after], 0.0F, 1.0F) / std::max(total, 1e-9F);
            }
            const std::size_t number = listed(leaf.edges).size();
            const float* logits = &batch.logits[row * static_cast<std::size_t>(G::most_listed)];
            const float most = number ? *std::max_element(logits, logits + number) : 0;
            float sum = 0;
            for (std::size_t i = 0; i < leaf.edges.size(); ++i) {
                leaf.edges[i].prior = i < number ? exponential(logits[i] - most) : 0;
                sum += leaf.edges[i].prior;
            }
            for (Edge& edge : leaf.edges) {
                edge.prior /= sum;
            }
        }

        static constexpr float least_weight = 1e-6F;

        const SelfPlayOf& all_;
        Random random_;
        State state_;  // of the game
        typename G::Course course_;
        search::Tree<G> tree_;
        Expansion expansion_;
        Worker worker_;
        typename Worker::Path path_;
        std::vector<Record> records_;
        std::vector<Candidate> candidates_;  // best first, with their luck
        std::vector<std::uint32_t> schedule_;
        float value_ = 0, mixed_ = 0;
        int visits_ = 0, decisions_ = 0, in_segment_ = 0;
        bool full_ = false, waiting_ = false;
    };

    std::vector<Setup> setups_;
    SelfPlaySettings settings_;
    std::vector<std::unique_ptr<Game>> games_;
    ThreadPool pool_;
};

}  // namespace ludothek
