// Repulso: network inputs.
#pragma once

#include <array>
#include <vector>

#include "ludothek/games/repulso.hpp"
#include "ludothek/nn/encoder.hpp"

namespace ludothek::repulso {

// Inputs: for each square seven questions (own piece, other's, stone, open to the own pieces, open
// to the other's, own affected, other's affected), then the stones left of both (0 to 6), whether
// the turn is the own, whether a movement is under way, and the two options.
namespace inputs {
inline constexpr int questions = 7;
inline constexpr int own_stones = questions * squares, other_stones = own_stones + 7;
inline constexpr int own_turn = other_stones + 7, moving = own_turn + 1;
inline constexpr int no_turn = moving + 1, next_groups = no_turn + 1, number = next_groups + 1;
}  // namespace inputs
static_assert(inputs::number == Repulso::inputs);

inline void Repulso::encode(const State& state, int seat, nn::Active& active) {
    const auto own = static_cast<unsigned>(seat), other = own ^ 1;
    const auto add = [&](int input) { active.add(static_cast<std::uint16_t>(input)); };
    const auto add_if = [&](bool on, int input) {
        if (on) {
            add(input);
        }
    };
    int first = 0;
    for (const Bits set :
         {state.pieces[own], state.pieces[other], state.stones, openings(state, seat),
          openings(state, seat ^ 1), state.affected & state.pieces[own],
          state.affected & state.pieces[other]}) {
        for (const int square : members(packed(set, board))) {
            add(first + square);
        }
        first += squares;
    }
    add(inputs::own_stones + state.stones_left[own]);
    add(inputs::other_stones + state.stones_left[other]);
    add_if(state.turn == own, inputs::own_turn);
    add_if(state.affected != 0, inputs::moving);
    add_if(state.no_turn, inputs::no_turn);
    add_if(state.next_groups, inputs::next_groups);
}

// The groups of both (at most 12), the largest of them, and by how much the own one is larger.
inline std::array<float, Repulso::endings.size()> Repulso::ending(const Course&, const Course&,
                                                                  const State& last, int seat) {
    const auto own = static_cast<unsigned>(seat);
    const Groups mine = groups(last.pieces[own]), theirs = groups(last.pieces[own ^ 1]);
    const auto share = [](int number, int most) {
        return static_cast<float>(number) / static_cast<float>(most);
    };
    return {share(mine.number, 12), share(theirs.number, 12), share(mine.sizes[0], 12),
            share(theirs.sizes[0], 12), share(12 + mine.sizes[0] - theirs.sizes[0], 24)};
}

// The eight ways to turn and mirror the board.
inline std::vector<nn::Symmetry> Repulso::symmetries() {
    std::vector<nn::Symmetry> symmetries;
    for (int way = 0; way < 8; ++way) {
        const auto turned = [way](int row, int column) {
            for (int quarter = 0; quarter < way % 4; ++quarter) {
                row = std::exchange(column, size - 1 - row);
            }
            return std::pair(row, way < 4 ? column : size - 1 - column);
        };
        std::array<int, squares> to{};  // where a square comes to lie
        for (int square = 0; square < squares; ++square) {
            const auto [row, column] = turned(square / size, square % size);
            to[static_cast<unsigned>(square)] = row * size + column;
        }
        std::array<int, 4> turned_to{};  // directions likewise: up, right, down, left
        constexpr std::array<std::pair<int, int>, 4> steps{{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};
        const auto [origin_row, origin_column] = turned(2, 2);
        for (unsigned direction = 0; direction < 4; ++direction) {
            const auto [row, column] = turned(2 + steps[direction].first, 2 + steps[direction].second);
            const std::pair step(row - origin_row, column - origin_column);
            turned_to[direction] = static_cast<int>(std::ranges::find(steps, step) - steps.begin());
        }
        nn::Symmetry symmetry;
        for (int input = 0; input < Repulso::inputs; ++input) {
            symmetry.inputs.push_back(input);
        }
        symmetry.outputs.resize(Repulso::outputs);
        for (int square = 0; square < squares; ++square) {
            const int there = to[static_cast<unsigned>(square)];
            for (int question = 0; question < inputs::questions; ++question) {
                symmetry.inputs[static_cast<unsigned>(question * squares + there)] =
                    question * squares + square;
            }
            for (const int first : {0, squares}) {
                symmetry.outputs[static_cast<unsigned>(first + there)] = first + square;
            }
            for (unsigned direction = 0; direction < 4; ++direction) {
                const int slide = 2 * squares + 4 * there + turned_to[direction];
                symmetry.outputs[static_cast<unsigned>(slide)] =
                    2 * squares + 4 * square + static_cast<int>(direction);
            }
        }
        symmetries.push_back(symmetry);
    }
    return symmetries;
}

}  // namespace ludothek::repulso
