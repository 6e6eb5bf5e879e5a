// The Python module of the core (nanobind): texts and numbers in and out. ludothek.engine.core adds
// types.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <initializer_list>
#include <limits>
#include <span>
#include <string>
#include <utility>

#include "ludothek/game_interface.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace ludothek {
namespace {

// --- games --------------------------------------------------------------------------------------

const GameInterface& interface(std::string_view name) {
    static constexpr std::array interfaces{&repulso_interface, &robotory_interface, &nexus_interface};
    const auto it = std::ranges::find(interfaces, name, [](const GameInterface* each) { return each->name; });
    if (it == interfaces.end()) {
        throw nb::value_error("the core does not know this game");
    }
    return **it;
}

Setup setup_of(const GameInterface& game, int seats, const std::vector<int>& options) {
    if (seats < game.seats_least || seats > game.seats_most ||
        options.size() != game.options.size()) {
        throw nb::value_error("the core does not know this setup of the game");
    }
    Setup setup{.seats = seats, .options = {}};
    const std::size_t number = std::min(options.size(), setup.options.size());  // so that GCC 13 sees it
    for (std::size_t i = 0; i < number; ++i) {
        const auto value = static_cast<std::size_t>(options[i]);
        if (value > 2 || game.options[i].values[value].empty()) {
            throw nb::value_error("the core does not know this option of the game");
        }
        setup.options[i] = static_cast<std::uint8_t>(value);
    }
    return setup;
}

std::unique_ptr<Play> begin(std::string_view name, int seats, const std::vector<int>& options) {
    const GameInterface& game = interface(name);
    return game.begin(setup_of(game, seats, options));
}

std::unique_ptr<Play> resume(std::string_view name, int seats, const std::vector<int>& options,
                             std::string_view position) {
    const GameInterface& game = interface(name);
    auto play = game.resume(position, setup_of(game, seats, options));
    if (!play) {
        throw nb::value_error("the core cannot read this position");
    }
    return play;
}

// A tuple of numbers is nothing for the garbage collector.
PyObject* legal(Play& play) {
    static const std::array<PyObject*, 256> small = [] {
        std::array<PyObject*, 256> numbers{};
        std::ranges::generate(numbers, [i = 0L]() mutable { return PyLong_FromLong(i++); });
        return numbers;
    }();
    const auto actions = play.legal();
    PyObject* tuple = PyTuple_New(static_cast<Py_ssize_t>(actions.size()));
    if (!tuple) {
        return nullptr;
    }
    PyObject** items = &PyTuple_GET_ITEM(tuple, 0);
    for (const Action action : actions) {
        const auto number = static_cast<std::size_t>(action);
        *items++ = number < small.size() ? Py_NewRef(small[number]) : PyLong_FromLong(action);
    }
    PyObject_GC_UnTrack(tuple);
    return tuple;
}

nb::object outcome(const Play& play) {
    const Outcome outcome = play.outcome();
    if (!outcome.over) {
        return nb::none();
    }
    const auto winners = outcome.winner < 0 ? nb::make_tuple() : nb::make_tuple(outcome.winner + 1);
    return nb::make_tuple(winners, play.reason());
}

// Methods of Python's own kind, which it calls at a third of the cost: stepping from Python spends its
// time here. A descriptor of a type lets only its own objects through.
Play* play_of(PyObject* self) {
    if (nb::inst_ready(self)) {
        return nb::inst_ptr<Play>(self);
    }
    PyErr_SetString(PyExc_TypeError, "this game has not begun");
    return nullptr;
}

PyObject* legal_method(PyObject* self, PyObject*) {
    Play* const play = play_of(self);
    return play ? legal(*play) : nullptr;
}

PyObject* apply_method(PyObject* self, PyObject* action) {
    Play* const play = play_of(self);
    int overflow = 0;
    const long number = play ? PyLong_AsLongAndOverflow(action, &overflow) : -1;
    if (number == -1 && PyErr_Occurred()) {
        return nullptr;
    }
    if (overflow || !std::in_range<Action>(number) || !play->apply(static_cast<Action>(number))) {
        PyErr_SetString(PyExc_ValueError, "not a legal action here");
        return nullptr;
    }
    Py_RETURN_NONE;
}

std::array play_methods{
    PyMethodDef{"legal", legal_method, METH_NOARGS,
                "legal($self, /)\n--\n\nAll legal actions."},
    PyMethodDef{"apply", apply_method, METH_O, "apply($self, action, /)\n--\n\nTake a legal action."},
};

std::string format(Play& play, Action action) {
    if (!play.is_legal(action)) {
        throw nb::value_error("not a legal action here");
    }
    return play.format(action);
}

std::vector<std::string> texts(Play& play) {
    std::vector<std::string> texts;
    for (const Action action : play.legal()) {
        texts.push_back(play.format(action));
    }
    return texts;
}

// --- arrays -------------------------------------------------------------------------------------

// Memory of the core as an array, without a copy; it lives as long as its owner.
template <class T>
nb::object array(T* data, std::initializer_list<std::size_t> shape, nb::handle owner) {
    return nb::cast(nb::ndarray<nb::numpy, T>(data, shape.size(), std::data(shape), owner),
                    nb::rv_policy::reference);
}

std::size_t size(int number) { return static_cast<std::size_t>(number); }

// --- search -------------------------------------------------------------------------------------

struct Stop {
    std::atomic<bool> flag = false;
};

struct GameNetwork {
    std::string game;
    nn::Network network;
};

using Weights = nb::ndarray<const std::int16_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

const GameInterface& encoded(std::string_view name) {
    const GameInterface& game = interface(name);
    if (!game.encoder.version) {
        throw nb::value_error("the core has no encoder for this game");
    }
    return game;
}

GameNetwork network(std::string_view name, int hidden, const Weights& weights) {
    const GameInterface& game = encoded(name);
    const auto made = nn::Network::make(
        {game.encoder.inputs, hidden, game.encoder.outputs, game.seats_most},
        {weights.data(), weights.size()});
    if (!made) {
        throw nb::value_error("the weights do not make a network of this game");
    }
    return {std::string(name), *made};
}

struct SearchOptions {  // what Python wants
    double seconds;
    std::uint64_t nodes;
    int depth, depth_limit;
    std::uint64_t seed;
    int threads, megabytes, lines, batch;
    bool quickest;
};

nb::tuple values_of(const Values& values, int seats) {
    nb::list shares;
    for (int seat = 0; seat < seats; ++seat) {
        shares.append(values[static_cast<unsigned>(seat)]);
    }
    return nb::tuple(shares);
}

nb::tuple analysis_of(const search::Analysis& analysis) {
    nb::list lines;
    for (const search::Line& line : analysis.lines) {
        lines.append(nb::make_tuple(line.moves, line.visits, values_of(line.values, analysis.seats),
                                    line.least, line.most, line.decisions));
    }
    return nb::make_tuple(analysis.seat + 1, values_of(analysis.values, analysis.seats),
                          analysis.least, analysis.most, analysis.decisions, analysis.nodes,
                          analysis.seconds, lines);
}

// Lets Python notice an interrupt, and asks it whether to stop.
std::function<bool()> ticking(const nb::object& stopped) {
    return [&stopped] {
        const nb::gil_scoped_acquire locked;
        if (PyErr_CheckSignals() != 0) {
            throw nb::python_error();
        }
        return !stopped.is_none() && nb::cast<bool>(stopped());
    };
}

search::OnInfo reporting(const nb::object& on_info) {
    if (on_info.is_none()) {
        return {};
    }
    return [&on_info](const search::Analysis& analysis) {
        const nb::gil_scoped_acquire locked;
        on_info(analysis_of(analysis));
    };
}

constexpr float rounding = 1e-4F;  // how far a number may be off
using Rows = nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

[[noreturn]] void refuse(const std::string& sentence) { throw nb::value_error(sentence.c_str()); }

// What an evaluator returned, into the core's own memory: of the right shape, and all in range.
void take(const nb::handle& given, const char* name, std::span<float> taken, std::size_t n,
          std::size_t columns, float most) {
    const std::string what = std::string("the ") + name + " of an evaluator are ";
    Rows rows;
    if (!nb::try_cast(given, rows) || rows.shape(0) != n || rows.shape(1) != columns) {
        refuse(what + "an array of " + std::to_string(n) + " x " + std::to_string(columns) +
               " numbers");
    }
    for (std::size_t i = 0; i < n * columns; ++i) {
        const float number = rows.data()[i];
        if (!(number >= -rounding && number <= most + rounding)) {  // nor is one that is none
            refuse(what + (most == 1 ? "from 0 to 1" : "finite, and 0 or more") + ", not " +
                   std::to_string(number));
        }
        taken[i] = number;
    }
}

// Puts a batch to a Python function of arrays, which returns values and priors.
search::EvaluateBatch calling(const nb::object& evaluator) {
    if (evaluator.is_none()) {
        return {};
    }
    return [&evaluator](const search::EvaluationBatch& batch) {
        const nb::gil_scoped_acquire locked;
        const std::size_t n = size(batch.number);
        const auto& [planes, rows, columns] = batch.shape;
        const nb::object owner = nb::none();
        const nb::object output = evaluator(
            array(batch.observations.data(), {n, size(planes), size(rows), size(columns)}, owner),
            array(batch.seat.data(), {n}, owner));
        if (!nb::isinstance<nb::tuple>(output) || nb::len(output) != 2) {
            refuse("an evaluator returns two arrays: values and priors");
        }
        take(output[0], "values", batch.values, n, size(batch.seats), 1);
        take(output[1], "priors", batch.priors, n, size(batch.actions),
             std::numeric_limits<float>::max());
    };
}

search::Request request_of(const SearchOptions& options, const Stop& stop, const nb::object& stopped,
                           const nb::object& on_info, const nb::object& evaluator,
                           const nn::Network* network) {
    return {.limits = {options.seconds, options.nodes, options.depth, options.depth_limit},
            .stop = &stop.flag,
            .tick = ticking(stopped),
            .seed = options.seed,
            .threads = options.threads,
            .bytes = size(options.megabytes) << 20,
            .lines = options.lines,
            .on_info = reporting(on_info),
            .quickest = options.quickest,
            .network = network,
            .evaluate = calling(evaluator),
            .batch = options.batch};
}

// The numbers of a network, if it is one of this game.
const nn::Network* network_for(const Play& play, const GameNetwork* network) {
    if (network && network->game != play.game()) {
        throw nb::value_error("the network is one of another game");
    }
    return network ? &network->network : nullptr;
}

nb::object search_for(search::Searcher& searcher, const Play& play, const SearchOptions& options,
                      const Stop& stop, const nb::object& stopped, const nb::object& on_info,
                      const nb::object& evaluator, const GameNetwork* network) {
    const search::Request request =
        request_of(options, stop, stopped, on_info, evaluator, network_for(play, network));
    search::Analysis analysis;
    {
        const nb::gil_scoped_release unlocked;
        analysis = searcher.search(play, request);
    }
    return analysis_of(analysis);
}

nb::object solve(search::Searcher& searcher, const Play& play, const SearchOptions& options,
                 const Stop& stop, const nb::object& stopped, const GameNetwork* network) {
    const nb::object nobody = nb::none();
    const search::Request request =
        request_of(options, stop, stopped, nobody, nobody, network_for(play, network));
    std::optional<search::Answer> answer;
    {
        const nb::gil_scoped_release unlocked;
        answer = searcher.solve(play, request);
    }
    if (!answer) {
        return nb::none();
    }
    return nb::make_tuple(answer->share, answer->decisions, answer->quickest, answer->moves,
                          answer->nodes);
}

// --- batches ------------------------------------------------------------------------------------

std::unique_ptr<Batch> batch(std::string_view name, int seats, const std::vector<int>& options,
                             std::size_t games, int threads, bool restarts) {
    const GameInterface& game = interface(name);
    return game.batch(setup_of(game, seats, options), games, threads, restarts);
}

using Actions = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

void step(Batch& batch, const Actions& actions) {
    if (actions.size() != batch.games) {
        throw nb::value_error("one action for each game is needed");
    }
    std::optional<std::size_t> illegal;
    {
        const nb::gil_scoped_release unlocked;
        illegal = batch.step({actions.data(), actions.size()});
    }
    if (illegal) {
        const std::string number = std::to_string(*illegal);
        throw nb::value_error(("the action of game " + number + " is not legal").c_str());
    }
}

using Which = nb::ndarray<const bool, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

void restart(Batch& batch, const Which& which) {
    if (which.size() != batch.games) {
        throw nb::value_error("one truth value for each game is needed");
    }
    const nb::gil_scoped_release unlocked;
    batch.restart(reinterpret_cast<const std::uint8_t*>(which.data()));
}

std::unique_ptr<Play> game_of(const Batch& batch, std::ptrdiff_t game) {
    if (game < 0 || static_cast<std::size_t>(game) >= batch.games) {
        throw nb::index_error("the batch has no game of this number");
    }
    return batch.at(static_cast<std::size_t>(game));
}

using Logits = nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Masks = nb::ndarray<const bool, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

void bad_logits(std::size_t row, const char* of) {
    throw nb::value_error(("the logits of " + std::string(of) + " " + std::to_string(row) +
                           " are not finite numbers for its legal actions").c_str());
}

void sample_logits(Batch& batch, const Logits& logits) {
    if (logits.shape(0) != batch.games || logits.shape(1) != size(batch.number_of_actions)) {
        throw nb::value_error(("logits are an array of " + std::to_string(batch.games) + " x " +
                               std::to_string(batch.number_of_actions) + " numbers").c_str());
    }
    std::optional<std::size_t> bad;
    {
        const nb::gil_scoped_release unlocked;
        bad = batch.sample_by(logits.data());
    }
    if (bad) {
        bad_logits(*bad, "game");
    }
}

template <class T>
nb::object owned(std::vector<T>&& data, std::initializer_list<std::size_t> shape) {
    auto* kept = new std::vector<T>(std::move(data));
    const nb::capsule owner(kept, [](void* of) noexcept { delete static_cast<std::vector<T>*>(of); });
    return array(kept->data(), shape, owner);
}

nb::object log_probs_in(const Logits& logits, const Masks& masks, const Actions& actions) {
    const std::size_t rows = logits.shape(0), columns = logits.shape(1);
    if (masks.shape(0) != rows || masks.shape(1) != columns || actions.size() != rows) {
        throw nb::value_error("logits, masks and actions have a row for each position");
    }
    std::vector<float> result(rows);
    const auto* mask = reinterpret_cast<const std::uint8_t*>(masks.data());
    policy::Softmax softmax;
    for (std::size_t row = 0; row < rows; ++row) {
        const std::int32_t action = actions.data()[row];
        const std::span of(logits.data() + row * columns, columns);
        if (action < 0 || static_cast<std::size_t>(action) >= columns ||
            !mask[row * columns + static_cast<std::size_t>(action)]) {
            throw nb::value_error(("the action of row " + std::to_string(row) + " is not legal").c_str());
        }
        if (!softmax.read(of, mask + row * columns)) {
            bad_logits(row, "row");
        }
        result[row] = softmax.log_probability(of[static_cast<std::size_t>(action)]);
    }
    return owned(std::move(result), {rows});
}

using Rewards = nb::ndarray<const float, nb::ndim<3>, nb::c_contig, nb::device::cpu>;
using Ends = nb::ndarray<const bool, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Seats = nb::ndarray<const std::int32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

nb::object returns_of(const Rewards& rewards, const Ends& done, const Seats& seat,
                         const std::optional<Rewards>& values, std::size_t n, float discount) {
    const std::size_t steps = rewards.shape(0), games = rewards.shape(1), seats = rewards.shape(2);
    const auto fits = [&](const auto& of, std::size_t rows) {
        return of.shape(0) == rows && of.shape(1) == games;
    };
    if (!fits(done, steps) || !fits(seat, steps) ||
        (values && (!fits(*values, steps + 1) || values->shape(2) != seats))) {
        throw nb::value_error("rewards are steps x games x seats, done and seat steps x games, "
                              "values (steps + 1) x games x seats");
    }
    const std::span who(seat.data(), seat.size());
    if (std::ranges::any_of(who, [&](std::int32_t each) {
            return each < 1 || static_cast<std::size_t>(each) > seats;
        })) {
        throw nb::value_error("a seat is a number from 1 to as many as the rewards have columns");
    }
    std::vector<float> returns(steps * games);
    policy::final_returns({steps, games, seats, rewards.data(),
                           reinterpret_cast<const std::uint8_t*>(done.data()), seat.data(),
                           values ? values->data() : nullptr},
                          n, discount, returns.data());
    return owned(std::move(returns), {steps, games});
}

int seat_of(const Play& play, int seat) {
    if (seat < 1 || seat > play.seats()) {
        throw nb::value_error("the game has no such seat");
    }
    return seat - 1;
}

nb::object observation(const Play& play, int seat) {
    const Shape shape = play.shape();
    std::vector<std::uint8_t> planes(size(shape.size()));
    play.observe(seat_of(play, seat), planes.data());
    return owned(std::move(planes), {size(shape.planes), size(shape.rows), size(shape.columns)});
}

// What a seat of each game sees.
nb::object observe(Batch& batch, const Actions& seat) {
    const std::span who(seat.data(), seat.size());
    if (who.size() != batch.games || std::ranges::any_of(who, [&](std::int32_t each) {
            return each < 1 || each > batch.seats;
        })) {
        throw nb::value_error("one seat for each game is needed, counted from 1");
    }
    const Shape& shape = batch.shape;
    std::vector<std::uint8_t> planes(batch.games * size(shape.size()));
    {
        const nb::gil_scoped_release unlocked;
        batch.observe(who, planes.data());
    }
    return owned(std::move(planes),
                 {batch.games, size(shape.planes), size(shape.rows), size(shape.columns)});
}

nb::object legal_mask(const Play& play) {
    std::vector<std::uint8_t> actions(size(play.number_of_actions()));
    play.mask(actions.data());
    const std::size_t number = actions.size();
    return owned(std::move(actions), {number});
}

nb::object shares_of(const Play& play) {
    if (!play.outcome().over) {
        return nb::none();
    }
    return values_of(values(play.shares()), play.seats());
}

nb::tuple seats_in_of(const Play& play) {
    nb::list seats;
    for (int seat = 0; seat < play.seats(); ++seat) {
        if (play.seats_in() >> seat & 1) {
            seats.append(seat + 1);
        }
    }
    return nb::tuple(seats);
}

// What a batch shows is for reading: it trusts its own mask.
template <class Shown, class T>
nb::object shown(Batch& batch, const std::vector<T>& rows, std::initializer_list<std::size_t> shape) {
    return array(reinterpret_cast<const Shown*>(rows.data()), shape, nb::find(batch));
}

nb::object observations(Batch& of) {
    const auto& [planes, rows, columns] = of.shape;
    return shown<std::uint8_t>(of, of.observations(),
                               {of.games, size(planes), size(rows), size(columns)});
}

nb::object mask(Batch& of) {
    return shown<bool>(of, of.mask(), {of.games, size(of.number_of_actions)});
}

nb::object rewards(Batch& of) { return shown<float>(of, of.rewards, {of.games, size(of.seats)}); }

nb::object done(Batch& of) { return shown<bool>(of, of.done, {of.games}); }

nb::object seat(Batch& of) { return shown<std::int32_t>(of, of.to_move, {of.games}); }

nb::object playing(Batch& of) { return shown<bool>(of, of.playing, {of.games, size(of.seats)}); }

nb::object log_probs_of(Batch& of) { return shown<float>(of, of.log_probs, {of.games}); }

nb::object actions(Batch& of) { return shown<std::int32_t>(of, of.actions, {of.games}); }

// --- self-play ----------------------------------------------------------------------------------

nb::tuple encoder(std::string_view name) {
    const GameInterface& game = encoded(name);
    return nb::make_tuple(game.encoder.version, game.encoder.inputs, game.encoder.outputs,
                          game.seats_most, game.encoder.parts, game.encoder.listed);
}

std::vector<std::pair<std::vector<std::int32_t>, std::vector<std::int32_t>>> symmetries(
    std::string_view name) {
    std::vector<std::pair<std::vector<std::int32_t>, std::vector<std::int32_t>>> maps;
    for (const nn::Symmetry& each : encoded(name).symmetries()) {
        maps.emplace_back(each.inputs, each.outputs);
    }
    return maps;
}

// What endings are told by.
std::vector<std::string_view> endings(std::string_view name) {
    const GameInterface& game = encoded(name);
    return {game.encoder.endings.begin(), game.encoder.endings.end()};
}

std::vector<float> ending(std::string_view name, int seats, const std::vector<int>& options,
                          const std::vector<std::string>& moves, std::size_t since, int seat) {
    const GameInterface& game = encoded(name);
    const auto values = game.ending(setup_of(game, seats, options), moves, since, seat);
    if (values.empty()) {
        throw nb::value_error("a move is not legal");
    }
    return values;
}

std::unique_ptr<SelfPlay> selfplay(std::string_view name,
                                   const std::vector<std::pair<int, std::vector<int>>>& setups,
                                   std::size_t games, int threads, std::uint64_t seed, int visits,
                                   int fast_visits, float full_share, int considered, int opening,
                                   int longest, int segment) {
    const GameInterface& game = encoded(name);
    std::vector<Setup> all;
    for (const auto& [seats, options] : setups) {
        all.push_back(setup_of(game, seats, options));
    }
    return game.selfplay(all, games, threads, seed,
                         {visits, fast_visits, full_share, considered, opening, longest, segment});
}

LeafBatch& leaves_of(SelfPlay& games, std::size_t group) {
    if (group >= SelfPlay::groups) {
        throw nb::index_error("there are two groups of games");
    }
    return games.leaves[group];
}

// The arrays of a group: inputs and the decisions' outputs to read, logits and values to write. All can be
// written to, since PyTorch wants that; the core writes its own again at every step.
nb::tuple leaves(SelfPlay& games, std::size_t group) {
    LeafBatch& batch = leaves_of(games, group);
    const nb::handle owner = nb::find(games);
    return nb::make_tuple(array(batch.inputs.data(), {games.games, size(games.inputs)}, owner),
                          array(batch.moves.data(),
                                {games.games, size(games.listed), size(games.parts)}, owner),
                          array(batch.logits.data(), {games.games, size(games.listed)}, owner),
                          array(batch.values.data(), {games.games, size(games.seats)}, owner));
}

void advance(SelfPlay& games, std::size_t group) {
    leaves_of(games, group);
    const nb::gil_scoped_release unlocked;
    games.advance(group);
}

nb::tuple take_samples(SelfPlay& games) {
    auto* taken = new Samples;
    const nb::capsule owner(taken, [](void* of) noexcept { delete static_cast<Samples*>(of); });
    {
        const nb::gil_scoped_release unlocked;
        *taken = games.take();
    }
    const std::size_t n = taken->number;
    return nb::make_tuple(array(taken->inputs.data(), {n, size(games.inputs)}, owner),
                          array(taken->last.data(), {n, size(games.inputs)}, owner),
                          array(taken->moves.data(), {n, size(games.listed), size(games.parts)}, owner),
                          array(taken->policy.data(), {n, size(games.listed)}, owner),
                          array(taken->outcome.data(), {n, size(games.seats)}, owner),
                          array(taken->expected.data(), {n, size(games.seats)}, owner),
                          array(taken->proven.data(), {n}, owner),
                          array(taken->ending.data(), {n, size(games.endings)}, owner));
}

nb::tuple counts(const SelfPlay& games) {
    const SelfPlayCounts counts = games.counts();
    return nb::make_tuple(counts.games, counts.decisions, counts.evaluations);
}

std::vector<std::int16_t> outputs(Play& play, Action action) {
    if (!play.is_legal(action)) {
        throw nb::value_error("not a legal action here");
    }
    return play.outputs(action);
}

std::vector<std::uint16_t> encode(const Play& play, int seat) {
    encoded(play.game());
    return play.encode(seat_of(play, seat));
}

// --- the module ---------------------------------------------------------------------------------

void add_games(nb::module_& module) {
    module.def("begin", begin, "game"_a, "seats"_a, "options"_a);
    module.def("resume", resume, "game"_a, "seats"_a, "options"_a, "position"_a);

    nb::class_<Play> play(module, "Play",
                     "A game in progress in the core; `ludothek.engine.begin` makes one.\n\n"
                     ">>> from ludothek.engine import begin\n"
                     ">>> play = begin(\"robotory\")\n"
                     ">>> play.apply(play.parse(\"w@a1\"))\n"
                     ">>> play.seat, play.over\n"
                     "(2, False)\n");
    for (PyMethodDef& method : play_methods) {
        auto* const type = reinterpret_cast<PyTypeObject*>(play.ptr());
        play.attr(method.ml_name) = nb::steal(PyDescr_NewMethod(type, &method));
    }
    play.def("texts", texts)
        .def("copy", &Play::copy)
        .def("format", format, "action"_a)
        .def("parse", &Play::parse, "text"_a)
        .def("encode", encode, "seat"_a)
        .def("outputs", outputs, "action"_a)
        .def("observation", observation, "seat"_a)
        .def("mask", legal_mask)
        .def_prop_ro("number_of_actions", &Play::number_of_actions)
        .def_prop_ro("shares", shares_of)
        .def_prop_ro("seats_in", seats_in_of)
        .def_prop_ro("game", &Play::game)
        .def_prop_ro("seats", &Play::seats)
        .def_prop_ro("seat", [](const Play& play) { return play.to_move() + 1; })
        .def_prop_ro("over", [](const Play& play) { return play.outcome().over; })
        .def_prop_ro("outcome", outcome)
        .def_prop_ro("hash", &Play::hash)
        .def_prop_ro("position", &Play::position);
}

void add_search(nb::module_& module) {
    nb::class_<Stop>(module, "Stop",
                     "Ends a search early, from any thread.\n\n"
                     ">>> stop = Stop()\n"
                     ">>> stop.set()\n"
                     ">>> stop.is_set()\n"
                     "True\n")
        .def(nb::init<>())
        .def("set", [](Stop& stop) { stop.flag.store(true); })
        .def("is_set", [](const Stop& stop) { return stop.flag.load(); });

    module.def("network", network, "game"_a, "hidden"_a, "weights"_a);
    nb::class_<GameNetwork>(module, "Network")
        .def_prop_ro("game", [](const GameNetwork& of) { return of.game; })
        .def_prop_ro("hidden", [](const GameNetwork& of) { return of.network.sizes().hidden; });

    nb::class_<SearchOptions>(module, "SearchOptions")
        .def(nb::init<double, std::uint64_t, int, int, std::uint64_t, int, int, int, int, bool>(),
             "seconds"_a, "nodes"_a, "depth"_a, "depth_limit"_a, "seed"_a, "threads"_a, "megabytes"_a,
             "lines"_a, "batch"_a, "quickest"_a);

    module.def("searcher", [](std::string_view game) { return interface(game).searcher(); }, "game"_a);
    nb::class_<search::Searcher>(module, "Searcher")
        .def("search", search_for, "play"_a, "options"_a, "stop"_a, "stopped"_a.none(),
             "on_info"_a.none(), "evaluator"_a.none(), "network"_a.none())
        .def("solve", solve, "play"_a, "options"_a, "stop"_a, "stopped"_a.none(),
             "network"_a.none());
}

void add_batches(nb::module_& module) {
    module.def("batch", batch, "game"_a, "seats"_a, "options"_a, "games"_a, "threads"_a,
               "restarts"_a);
    nb::class_<Batch>(module, "Batch")
        .def("reset", &Batch::reset, "seed"_a, nb::call_guard<nb::gil_scoped_release>())
        .def("sample", &Batch::sample, nb::call_guard<nb::gil_scoped_release>())
        .def("sample_logits", sample_logits, "logits"_a.noconvert())
        .def("step", step, "actions"_a.noconvert())
        .def("restart", restart, "which"_a)
        .def("observe", observe, "seat"_a)
        .def("play", game_of, "game"_a)
        .def_ro("number_of_actions", &Batch::number_of_actions)
        .def_prop_ro("observations", observations)
        .def_prop_ro("mask", mask)
        .def_prop_ro("rewards", rewards)
        .def_prop_ro("done", done)
        .def_prop_ro("seat", seat)
        .def_prop_ro("playing", playing)
        .def_prop_ro("actions", actions)
        .def_prop_ro("log_probs", log_probs_of);
    module.def("log_probs", log_probs_in, "logits"_a, "masks"_a, "actions"_a);
    module.def("final_returns", returns_of, "rewards"_a, "done"_a, "seat"_a, "values"_a.none(),
               "n"_a, "discount"_a);
}

void add_selfplay(nb::module_& module) {
    module.def("encoder", encoder, "game"_a);
    module.def("symmetries", symmetries, "game"_a);
    module.def("endings", endings, "game"_a);
    module.def("ending", ending, "game"_a, "seats"_a, "options"_a, "moves"_a, "since"_a, "seat"_a);
    module.def("selfplay", selfplay, "game"_a, "setups"_a, "games"_a, "threads"_a, "seed"_a,
               "visits"_a, "fast_visits"_a, "full_share"_a, "considered"_a, "opening"_a,
               "longest"_a, "segment"_a);
    nb::class_<SelfPlay>(module, "SelfPlay")
        .def("leaves", leaves, "group"_a)
        .def("advance", advance, "group"_a)
        .def("take", take_samples)
        .def_rw("trust", &SelfPlay::trust)
        .def_prop_ro("counts", counts);
}

}  // namespace
}  // namespace ludothek

NB_MODULE(LUDOTHEK_MODULE, module) {
    ludothek::add_games(module);
    ludothek::add_search(module);
    ludothek::add_batches(module);
    ludothek::add_selfplay(module);
}
