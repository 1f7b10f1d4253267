// What a search is allowed, and what it answers.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string_view>
#include <vector>

#include <mu/games/action.h>
#include <mu/games/lead.h>

namespace mu {

// A search ends with whichever comes first. With rounds alone the answer depends on nothing but the
// view, the settings and the generator: not on the clock, not on the number of threads.
struct search_limits {
    std::uint64_t rounds = 20;  // worlds or iterations; 0: as many as there is time for
    std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
    const std::atomic<bool>* stop = nullptr;  // set from another thread
    unsigned threads = 1;                     // 0: as many as the machine has
    // It may end before, and leave actions out, once the answer is clear. Otherwise all is tried.
    bool early = true;

    bool timed() const { return deadline != std::chrono::steady_clock::time_point::max(); }
    bool over() const {
        return (stop != nullptr && *stop) ||
               (timed() && std::chrono::steady_clock::now() >= deadline);
    }
};

// What is known of a legal action at the root. Means over unequally many worlds are of other
// worlds: such actions compare in the worlds that both were judged in (searcher::judged()).
struct action_value {
    action what = 0;
    double value = 0;          // mean, in points of the game: see lead_of()
    double error = 0;          // standard error of the mean
    std::uint64_t visits = 0;  // worlds or iterations that tried it

    friend bool operator==(const action_value&, const action_value&) = default;
};

enum class search_end : std::uint8_t {
    forced,    // there was one legal action
    resolved,  // every world that there is was looked at
    clear,     // no other action could have caught up
    rounds,    // all rounds were made
    time       // the deadline or the stop flag ended it
};
constexpr std::string_view name_of(search_end e) {
    constexpr std::string_view names[] = {"forced", "resolved", "clear", "rounds", "time"};
    return names[static_cast<std::size_t>(e)];
}

struct search_report {
    action chosen = 0;
    std::vector<action_value> actions;  // every legal action, ascending
    std::uint64_t rounds = 0;           // that were made
    double effective = 0;               // worlds of equal weight that would say as much
    search_end why = search_end::rounds;

    friend bool operator==(const search_report&, const search_report&) = default;
};

}  // namespace mu
