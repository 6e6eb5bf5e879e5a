// Limits, progress and results of a search as plain values, without types of a game.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ludothek/game.hpp"
#include "ludothek/nn/network.hpp"

namespace ludothek::search {

struct Limits {
    double seconds = std::numeric_limits<double>::infinity();
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
    int depth = 0;  // stop when the best line is that long; 0: never
    int depth_limit = 0;  // decisions the tree may look ahead; 0: any number
};

// One decision and what is expected to follow it.
struct Line {
    std::vector<std::string> moves;
    std::uint64_t visits = 0;
    Values values{};
    int least = 0, most = whole;  // certain bounds of the deciding seat's share
    int decisions = 0;            // where both are equal: until the end
};

struct Analysis {
    int seat = 0;
    int seats = 2;
    std::vector<Line> lines;  // the best first
    Values values{};
    int least = 0, most = whole;  // certain bounds of the deciding seat's share
    int decisions = 0;            // where both are equal: until the end
    std::uint64_t nodes = 0;
    double seconds = 0;
};

// An exact answer.
struct Answer {
    int share = 0;      // of the seat to move, in twelfths
    int decisions = 0;  // until the end
    bool quickest = false;
    std::vector<std::string> moves;
    std::uint64_t nodes = 0;
};

// Positions for a callback to evaluate: one row each.
struct EvaluationBatch {
    int number = 0;
    int seats = 2, actions = 0;
    Shape shape{};
    std::span<const std::uint8_t> observations;  // number x planes x rows x columns
    std::span<const std::int32_t> seat;          // number: that decides, from 1
    std::span<float> values;                     // number x seats: to be filled in
    std::span<float> priors;                     // number x actions: to be filled in
};
using EvaluateBatch = std::function<void(const EvaluationBatch&)>;
using OnInfo = std::function<void(const Analysis&)>;  // called while thinking

struct Request {
    Limits limits;
    const std::atomic<bool>* stop = nullptr;  // read all the time
    std::function<bool()> tick;               // called every 10 ms: stop?
    std::uint64_t seed = 0;
    int threads = 1;
    std::size_t bytes = std::size_t{256} << 20;
    int lines = 0;  // how many; 0: all
    OnInfo on_info;
    double info_interval = 0.1;  // seconds
    bool quickest = true;     // of the solver: is a win looked for that needs fewer decisions?
    const nn::Network* network = nullptr;  // none: playouts evaluate, or a callback
    EvaluateBatch evaluate;   // empty: the network evaluates, or playouts
    int batch = 8;            // positions evaluated at once
};

}  // namespace ludothek::search
