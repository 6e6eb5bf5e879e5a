#include "ludothek/deterministic.hpp"

#include <array>
#include <cmath>
#include <vector>

#include "checks.hpp"

using namespace ludothek;

namespace {

struct Item {
    float key;
    int place;
};

// Equal keys stay in their order, in short runs and in long ones.
void check_sort(int size) {
    Random random(5);
    std::vector<Item> items;
    for (int place = 0; place < size; ++place) {
        items.push_back({static_cast<float>(random.below(7)), place});
    }
    sort_descending(std::span(items), &Item::key);
    for (std::size_t i = 1; i < items.size(); ++i) {
        const Item before = items[i - 1], after = items[i];
        CHECK(before.key > after.key || (before.key == after.key && before.place < after.place));
    }
}

void check_exponential() {
    for (float x = -80; x <= 80; x += 0.37F) {
        const double exact = std::exp(static_cast<double>(x));
        CHECK(std::abs(exponential(x) - exact) <= 1e-6 * exact);
    }
    CHECK(exponential(0) == 1.0F);
    CHECK(exponential(-1000) == exponential(-87) && exponential(1000) == exponential(87));
}

}  // namespace

int main() {
    check_sort(0);
    check_sort(40);
    check_sort(500);
    check_exponential();
}
