// A line at the bottom of stderr that says how far long work has come. Silent where nobody watches.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace mu::cli {

class progress_bar {
public:
    explicit progress_bar(std::string unit);  // "deals"
    progress_bar(const progress_bar&) = delete;
    progress_bar& operator=(const progress_bar&) = delete;
    ~progress_bar();  // wipes the line

    // The rate counts from the first call on: what was done before it took no time of ours.
    void show(std::uint64_t done, std::uint64_t all);
    // Makes room for other output; the next call of show() draws it again.
    void wipe() noexcept;

private:
    using clock = std::chrono::steady_clock;

    std::string unit_;
    bool watched_;
    bool begun_ = false;
    std::uint64_t done_before_ = 0;
    clock::time_point begin_, shown_;
    std::size_t width_ = 0;  // of what stands there
};

// "[#####.....] 1234 of 5000 deals, 25 %, 310/s, 0:12 left". `seconds` have passed since
// `done_before` were done.
std::string progress_text(std::uint64_t done_before, std::uint64_t done, std::uint64_t all,
                          double seconds, const std::string& unit);

}  // namespace mu::cli
