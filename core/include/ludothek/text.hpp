// A text parser without exceptions: a reader that failed stays failed.
#pragma once

#include <string>
#include <string_view>

namespace ludothek {

class Reader {
  public:
    explicit Reader(std::string_view text) : left_(text) {}

    bool failed() const { return failed_; }
    bool done() const { return !failed_ && left_.empty(); }
    bool at(char symbol) const { return !left_.empty() && left_.front() == symbol; }
    char peek() const { return left_.empty() ? '\0' : left_.front(); }

    // The next symbol; '\0' at the end.
    char symbol() {
        if (left_.empty()) {
            failed_ = true;
            return '\0';
        }
        const char first = left_.front();
        left_.remove_prefix(1);
        return first;
    }

    // Step over a symbol if it comes next.
    bool skip(char symbol) {
        if (!at(symbol)) {
            return false;
        }
        left_.remove_prefix(1);
        return true;
    }

    // Step over a word if it comes next.
    bool skip(std::string_view word) {
        if (!left_.starts_with(word)) {
            return false;
        }
        left_.remove_prefix(word.size());
        return true;
    }
    bool comes(std::string_view word) const { return left_.starts_with(word); }

    // Step over a symbol that has to come next.
    void expect(char symbol) { failed_ |= !skip(symbol); }

    // A whole number of at most `limit`, without sign.
    int number(int limit) {
        int value = 0;
        bool any = false;
        while (!left_.empty() && left_.front() >= '0' && left_.front() <= '9' && value <= limit) {
            value = value * 10 + (symbol() - '0');
            any = true;
        }
        return checked(value, any && value <= limit);
    }

    // A whole number between -limit and limit.
    int signed_number(int limit) { return skip('-') ? -number(limit) : number(limit); }

    // `p1` as 0, `p2` as 1, ...
    int seat(int seats) {
        expect('p');
        const int seat = number(seats) - 1;
        return checked(seat, seat >= 0);
    }

    // Where a symbol stands in a list of symbols.
    int one_of(std::string_view symbols) {
        const auto index = symbols.find(symbol());
        return checked(static_cast<int>(index), index != std::string_view::npos);
    }

    // Mark the text as unreadable unless something holds.
    void require(bool holds) { failed_ |= !holds; }

  private:
    int checked(int value, bool holds) {
        failed_ |= !holds;
        return failed_ ? 0 : value;
    }

    std::string_view left_;
    bool failed_ = false;
};

inline std::string seat_text(int seat) { return "p" + std::to_string(seat + 1); }

// A run of board symbols with '.' for empty, with runs of empty written as numbers.
inline std::string with_runs(std::string_view symbols) {
    std::string text;
    int run = 0;
    for (const char symbol : symbols) {
        if (symbol == '.') {
            ++run;
            continue;
        }
        text += run ? std::to_string(run) : "";
        text += symbol;
        run = 0;
    }
    return text + (run ? std::to_string(run) : "");
}

}  // namespace ludothek
