// Sums of the first layer that are kept are the full sums, bit by bit, whatever came before.
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "ludothek/games/nexus.hpp"
#include "ludothek/games/repulso.hpp"
#include "ludothek/games/robotory.hpp"
#include "ludothek/nn/first_layer.hpp"

namespace ludothek {
namespace {

// Weights of the first layer that wrap around; the other ones are small enough to be taken.
template <nn::Encoded G>
nn::Network network(int hidden, Random& random) {
    const nn::Sizes sizes{G::inputs, hidden, G::outputs, G::seats_most};
    std::vector<std::int16_t> weights(nn::Network::count(sizes));
    const auto rows = static_cast<std::size_t>(G::inputs + 1) * static_cast<std::size_t>(hidden);
    for (std::size_t i = 0; i < rows; ++i) {
        weights[i] = static_cast<std::int16_t>(random.below(65536) - 32768);
    }
    return *nn::Network::make(sizes, weights);
}

// The setup of that number, all seat counts and combinations of options counted; false: there is none.
template <Game G>
bool numbered(int number, Setup& setup) {
    setup = {.seats = G::seats_least + number % (G::seats_most - G::seats_least + 1)};
    number /= G::seats_most - G::seats_least + 1;
    for (std::size_t option = 0; option < G::options.size(); ++option) {
        int values = 0;
        for (const std::string_view value : G::options[option].values) {
            values += !value.empty();
        }
        setup.options[option] = static_cast<std::uint8_t>(number % values);
        number /= values;
    }
    return number == 0;
}

// Every position of a random game, as each seat sees it, and now and then an earlier one again.
template <nn::Encoded G>
void compare(const nn::Network& network, const Setup& setup, Random& random) {
    nn::IncrementalLayer<G> layer(network);
    std::vector<typename G::State> states{G::initial(setup)};
    while (!G::outcome(states.back()).over && states.size() < 100) {
        states.push_back(states.back());
        G::apply(states.back(), G::pick(states.back(), random));
        const int back = random.below(8) ? 0 : random.below(static_cast<int>(states.size()));
        const auto& state = states[states.size() - 1 - static_cast<std::size_t>(back)];
        for (int seat = 0; seat < setup.seats; ++seat) {
            nn::Network::Hidden kept{}, summed{};
            layer(state, seat, kept);
            nn::SummedLayer<G> full(network);
            full(state, seat, summed);
            if (kept != summed) {
                std::printf("%s: other sums after %zu decisions\n", G::name.data(), states.size() - 1);
                std::exit(1);
            }
        }
    }
}

template <nn::Encoded G>
void compare_all() {
    Random random(3);
    const std::array<nn::Network, 2> networks{network<G>(512, random), network<G>(320, random)};
    Setup setup;
    for (int number = 0; numbered<G>(number, setup); ++number) {
        compare<G>(networks[static_cast<std::size_t>(number % 2)], setup, random);
    }
}

}  // namespace
}  // namespace ludothek

int main() {
    ludothek::compare_all<ludothek::repulso::Repulso>();
    ludothek::compare_all<ludothek::robotory::Robotory>();
    ludothek::compare_all<ludothek::nexus::Nexus>();
}
