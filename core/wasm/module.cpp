// The core as a browser sees it: one function that takes a request of plain text and gives an answer
// of plain text. Python in the browser is on the other side (ludothek.engine._core_wasm), so there is
// no logic here, only the reading of words.
//
// A request is a verb and its arguments, separated by spaces; the last one may have spaces itself.
// An answer is `=` and JSON, or `!` and a sentence that says what was expected. Objects are known by
// numbers. Floating-point numbers are written as the integers that have their bits, so that they
// arrive as they were.
#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ludothek/game_interface.hpp"

namespace ludothek {
namespace {

extern "C" {
// Asked every 10 ms: is it time to stop?
[[clang::import_module("ludothek"), clang::import_name("stopped")]] bool imported_stopped();
// Told ten times a second what is known; only where that was asked for.
[[clang::import_module("ludothek"), clang::import_name("report")]] void imported_report(
    const char* text, std::size_t size);
}

// --- answers ------------------------------------------------------------------------------------

std::string text_of(bool value) { return value ? "true" : "false"; }
std::string text_of(std::integral auto number) { return std::to_string(number); }
std::string text_of(float number) { return std::to_string(std::bit_cast<std::uint32_t>(number)); }
std::string text_of(std::string_view text) { return "\"" + std::string(text) + "\""; }

template <class Items, class Format>
std::string list_of(const Items& items, Format format) {
    std::string list;
    for (const auto& each : items) {
        list += (list.empty() ? "" : ",") + format(each);
    }
    return "[" + list + "]";
}

template <class Items>
std::string list_of(const Items& items) {
    return list_of(items, [](const auto& each) { return text_of(each); });
}

template <class... Fields>
std::string row_of(const Fields&... fields) {
    return list_of(std::array<std::string, sizeof...(fields)>{std::string(fields)...},
                   [](const std::string& each) { return each; });
}

std::string refusal(std::string_view sentence) { return "!" + std::string(sentence); }
std::string answer_of(std::string_view json) { return "=" + std::string(json); }

// --- words of a request ---------------------------------------------------------------------------

class Words {
  public:
    explicit Words(std::string_view text) : left_(text) {}

    std::string_view word() {
        const std::size_t end = left_.find(' ');
        const std::string_view first = left_.substr(0, end);
        left_ = end == std::string_view::npos ? std::string_view{} : left_.substr(end + 1);
        return first;
    }
    std::string_view rest() const { return left_; }

    template <std::integral Number = int>
    Number number() {
        const std::string_view digits = word();
        Number number{};
        std::from_chars(digits.data(), digits.data() + digits.size(), number);
        return number;
    }

    // Seconds come in millionths; none: without end.
    double seconds() {
        const auto millionths = number<std::int64_t>();
        return millionths < 0 ? std::numeric_limits<double>::infinity()
                              : static_cast<double>(millionths) / 1e6;
    }

    // Numbers of one digit each, as `012`; `-`: none.
    std::vector<int> digits() {
        std::vector<int> digits;
        for (const char digit : word()) {
            if (digit != '-') {
                digits.push_back(digit - '0');
            }
        }
        return digits;
    }

  private:
    std::string_view left_;
};

// --- objects ------------------------------------------------------------------------------------

template <class T>
class Objects {
  public:
    std::string add(std::unique_ptr<T> object) {
        objects_[++last_] = std::move(object);
        return answer_of(std::to_string(last_));
    }
    T* find(int number) const {
        const auto it = objects_.find(number);
        return it == objects_.end() ? nullptr : it->second.get();
    }
    void remove(int number) { objects_.erase(number); }

  private:
    std::map<int, std::unique_ptr<T>> objects_;
    int last_ = 0;
};

struct GameNetwork {
    std::string_view game;
    nn::Network network;
};

struct GameSearcher {
    std::string_view game;
    std::unique_ptr<search::Searcher> searcher;
};

Objects<Play> plays;
Objects<GameSearcher> searchers;
Objects<GameNetwork> networks;
std::vector<std::int16_t> weights;  // of the network that is asked for next
std::string request_text, answer_text;

const GameInterface* interface(std::string_view name) {
    for (const GameInterface* each : {&repulso_interface, &robotory_interface, &nexus_interface}) {
        if (each->name == name) {
            return each;
        }
    }
    return nullptr;
}

std::optional<Setup> setup_of(const GameInterface& game, int seats, std::span<const int> options) {
    Setup setup{.seats = seats, .options = {}};
    if (seats < game.seats_least || seats > game.seats_most || options.size() != game.options.size()) {
        return std::nullopt;
    }
    for (std::size_t i = 0; i < options.size(); ++i) {
        const auto value = static_cast<std::size_t>(options[i]);
        if (value > 2 || game.options[i].values[value].empty()) {
            return std::nullopt;
        }
        setup.options[i] = static_cast<std::uint8_t>(value);
    }
    return setup;
}

// --- games ----------------------------------------------------------------------------------------

std::string begin(Words words, bool from_position) {
    const GameInterface* game = interface(words.word());
    if (!game) {
        return refusal("the core does not know this game");
    }
    const int seats = words.number();
    const auto setup = setup_of(*game, seats, words.digits());
    if (!setup) {
        return refusal("the core does not know this setup of the game");
    }
    auto play = from_position ? game->resume(words.rest(), *setup) : game->begin(*setup);
    return play ? plays.add(std::move(play)) : refusal("the core cannot read this position");
}

// Seats, seat to decide, is it over, winners, reason, hash, position.
std::string show(const Play& play) {
    const Outcome outcome = play.outcome();
    const bool won = outcome.over && outcome.winner >= 0;
    return answer_of(row_of(text_of(play.seats()), text_of(play.to_move() + 1),
                            text_of(outcome.over),
                            won ? row_of(text_of(outcome.winner + 1)) : std::string("[]"),
                            text_of(outcome.over ? play.reason() : ""), text_of(play.hash()),
                            text_of(play.position())));
}

std::string texts(Play& play) {
    return answer_of(
        list_of(play.legal(), [&](Action action) { return text_of(play.format(action)); }));
}

std::string parse(Play& play, std::string_view text) {
    const auto action = play.parse(text);
    return answer_of(action ? text_of(*action) : "null");
}

std::string encode(Play& play, int seat) {
    if (seat < 1 || seat > play.seats()) {
        return refusal("the game has no such seat");
    }
    return answer_of(list_of(play.encode(seat - 1)));
}

std::string with_action(Play& play, std::string_view verb, Action action) {
    if (!play.is_legal(action)) {
        return refusal("not a legal action here");
    }
    if (verb == "format") {
        return answer_of(text_of(play.format(action)));
    }
    if (verb == "outputs") {
        return answer_of(list_of(play.outputs(action)));
    }
    play.apply(action);
    return answer_of("null");
}

std::string of_play(std::string_view verb, Words words) {
    const int number = words.number();
    Play* const play = plays.find(number);
    if (!play) {
        return refusal("the core has no such game");
    }
    if (verb == "show") {
        return show(*play);
    }
    if (verb == "legal") {
        return answer_of(list_of(play->legal()));
    }
    if (verb == "texts") {
        return texts(*play);
    }
    if (verb == "copy") {
        return plays.add(play->copy());
    }
    if (verb == "parse") {
        return parse(*play, words.rest());
    }
    if (verb == "encode") {
        return encode(*play, words.number());
    }
    return with_action(*play, verb, words.number<Action>());
}

// --- networks and search ----------------------------------------------------------------------------

std::string encoder(std::string_view name) {
    const GameInterface* game = interface(name);
    if (!game || !game->encoder.version) {
        return refusal("the core has no encoder for this game");
    }
    const Encoder& of = game->encoder;
    return answer_of(list_of(
        std::array{of.version, of.inputs, of.outputs, game->seats_most, of.parts, of.listed}));
}

std::string network(Words words) {
    const GameInterface* game = interface(words.word());
    const int hidden = words.number();
    if (!game || !game->encoder.version) {
        return refusal("the core has no encoder for this game");
    }
    auto made = nn::Network::make(
        {game->encoder.inputs, hidden, game->encoder.outputs, game->seats_most}, weights);
    weights = {};
    if (!made) {
        return refusal("the weights do not make a network of this game");
    }
    return networks.add(std::make_unique<GameNetwork>(game->name, std::move(*made)));
}

std::string searcher(std::string_view name) {
    const GameInterface* game = interface(name);
    if (!game) {
        return refusal("the core does not know this game");
    }
    return searchers.add(std::make_unique<GameSearcher>(game->name, game->searcher()));
}

std::string values_of(const Values& values, int seats) {
    return list_of(std::span(values).first(static_cast<std::size_t>(seats)));
}

std::string analysis_of(const search::Analysis& analysis) {
    const std::string lines = list_of(analysis.lines, [&](const search::Line& line) {
        return row_of(list_of(line.moves), text_of(line.visits),
                      values_of(line.values, analysis.seats), text_of(line.least),
                      text_of(line.most), text_of(line.decisions));
    });
    return row_of(text_of(analysis.seat + 1), values_of(analysis.values, analysis.seats),
                  text_of(analysis.least), text_of(analysis.most), text_of(analysis.decisions),
                  text_of(analysis.nodes), text_of(static_cast<float>(analysis.seconds)), lines);
}

search::Request request_of(Words& words) {
    search::Request request;
    request.limits.seconds = words.seconds();
    request.limits.nodes = words.number<std::uint64_t>();
    request.limits.depth = words.number();
    request.limits.depth_limit = words.number();
    request.seed = words.number<std::uint64_t>();
    request.bytes = words.number<std::size_t>() << 20;
    request.lines = words.number();
    request.quickest = words.number() != 0;
    request.tick = imported_stopped;
    if (words.number() != 0) {
        request.on_info = [](const search::Analysis& analysis) {
            const std::string known = analysis_of(analysis);
            imported_report(known.data(), known.size());
        };
    }
    return request;
}

std::string search_for(search::Searcher& searcher, const Play& play,
                       const search::Request& request) {
    return answer_of(analysis_of(searcher.search(play, request)));
}

std::string solve(search::Searcher& searcher, const Play& play, const search::Request& request) {
    const auto answer = searcher.solve(play, request);
    if (!answer) {
        return answer_of("null");
    }
    return answer_of(row_of(text_of(answer->share), text_of(answer->decisions),
                            text_of(answer->quickest), list_of(answer->moves),
                            text_of(answer->nodes)));
}

std::string of_searcher(std::string_view verb, Words words) {
    const GameSearcher* const of_game = searchers.find(words.number());
    const Play* const play = plays.find(words.number());
    if (!of_game || !play || of_game->game != play->game()) {
        return refusal("the position is one of another game");
    }
    const int number = words.number();
    const GameNetwork* const network = networks.find(number);
    if (number && (!network || network->game != play->game())) {
        return refusal("the network is one of another game");
    }
    search::Request request = request_of(words);
    request.network = network ? &network->network : nullptr;
    search::Searcher& searcher = *of_game->searcher;
    return verb == "search" ? search_for(searcher, *play, request)
                            : solve(searcher, *play, request);
}

std::string release(Words words) {
    const std::string_view kind = words.word();
    const int number = words.number();
    if (kind == "play") {
        plays.remove(number);
    } else if (kind == "searcher") {
        searchers.remove(number);
    } else {
        networks.remove(number);
    }
    return answer_of("null");
}

std::string answer(std::string_view text) {
    Words words(text);
    const std::string_view verb = words.word();
    if (verb == "begin" || verb == "resume") {
        return begin(words, verb == "resume");
    }
    if (verb == "search" || verb == "solve") {
        return of_searcher(verb, words);
    }
    if (verb == "searcher") {
        return searcher(words.word());
    }
    if (verb == "network") {
        return network(words);
    }
    if (verb == "encoder") {
        return encoder(words.word());
    }
    return verb == "release" ? release(words) : of_play(verb, words);
}

}  // namespace
}  // namespace ludothek

#define EXPORTED(name) extern "C" __attribute__((export_name(name)))

// Where so many bytes of a request's text go.
EXPORTED("request") char* request(std::size_t size) {
    ludothek::request_text.resize(size);
    return ludothek::request_text.data();
}

// Where so many 16-bit weights go.
EXPORTED("weights") std::int16_t* weights(std::size_t number) {
    ludothek::weights.resize(number);
    return ludothek::weights.data();
}

// Answer the request; how long the answer is.
EXPORTED("call") std::size_t call() {
    ludothek::answer_text = ludothek::answer(ludothek::request_text);
    return ludothek::answer_text.size();
}

EXPORTED("answer") const char* answer() { return ludothek::answer_text.data(); }
