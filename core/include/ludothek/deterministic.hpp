// A stable sort and an exponential function that give the same results with every compiler and
// standard library. Decisions for a seed depend on both.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace ludothek {

// Largest key first; items of equal key stay in their order. Short runs need no memory.
template <class Item, class Key>
void sort_descending(std::span<Item> items, Key key) {
    constexpr std::size_t few = 64;
    if (items.size() > few) {
        std::ranges::stable_sort(items, std::ranges::greater{}, key);
        return;
    }
    for (std::size_t i = 1; i < items.size(); ++i) {
        const Item item = items[i];
        std::size_t place = i;
        for (; place > 0 && items[place - 1].*key < item.*key; --place) {
            items[place] = items[place - 1];
        }
        items[place] = item;
    }
}

// e to the power of x, right to a few units in the last place; only basic operations, so that all
// processors agree. Beyond +-87 it stays where it is.
inline float exponential(float x) {
    const float bounded = std::clamp(x, -87.0F, 87.0F);
    const float scaled = bounded * 1.44269504F;  // to the base of 2
    const auto power = static_cast<std::int32_t>(scaled + (scaled < 0 ? -0.5F : 0.5F));
    const auto times = static_cast<float>(power);
    const float rest = (bounded - times * 0.693359375F) + times * 2.12194440e-4F;
    float sum = 1.0F / 5040;
    for (const float term : {1.0F / 720, 1.0F / 120, 1.0F / 24, 1.0F / 6, 0.5F, 1.0F, 1.0F}) {
        sum = sum * rest + term;
    }
    return sum * std::bit_cast<float>((power + 127) << 23);
}

}  // namespace ludothek
