// How much a search may cost, and what it has cost so far.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>

namespace ludothek::search {

// When to give up: after some nodes, or when somebody says so.
struct Budget {
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
    std::function<bool()> stopped;  // called now and then
};

class Spending {
  public:
    void begin(const Budget& budget) {
        budget_ = budget;
        nodes_ = 0;
        out_ = false;
    }
    // Pay for a node; is there anything left?
    bool pay() {
        ++nodes_;
        const bool ask = nodes_ % 128 == 0 && budget_.stopped;
        if (nodes_ >= budget_.nodes || (ask && budget_.stopped())) {
            out_ = true;
        }
        return !out_;
    }
    void reopen() { out_ = false; }
    bool out() const { return out_; }
    std::uint64_t nodes() const { return nodes_; }

  private:
    Budget budget_;
    std::uint64_t nodes_ = 0;
    bool out_ = false;
};

}  // namespace ludothek::search
