// Batches of positions over threads.

#include <atomic>
#include <stdexcept>
#include <thread>

#include <doctest/doctest.h>

#include <mu/engine/solve_batch.h>
#include <mu/games/all.h>

#include "support/counts.h"

using namespace mu;

namespace {

template <variant V>
std::vector<game_state<V>> deals(int count, int cards) {
    std::vector<game_state<V>> out;
    for (int i = 0; i < count; ++i) {
        rng generator = rng(61).split(static_cast<std::uint64_t>(i));
        out.push_back(random_first_lead(V{}, generator));
        auto& s = out.back();
        while (s.tricks_remaining > cards)
            trick_play<V>::play_card(s, ops::lsb_index(trick_play<V>::legal_moves(s)));
    }
    return out;
}

template <variant V>
auto solved(const std::vector<game_state<V>>& positions, const solve_wishes& wishes,
            const batch_options<V>& how = {}) {
    return solve_batch<V>(std::span(positions), wishes, how);
}

constexpr solve_wishes everything{.value = true, .moves = true, .line = true};

}  // namespace

TEST_CASE_TEMPLATE("batch: the number of threads changes nothing", V, whist, bridge, euchre,
                   contree, jass) {
    const auto positions = deals<V>(test::count(24, 400), std::is_same_v<V, euchre> ? 5 : 7);
    const auto one = solved<V>(positions, everything);
    REQUIRE(one.size() == positions.size());
    solver<V> by;
    for (std::size_t i = 0; i < one.size(); ++i) {
        by.reset();
        CHECK(one[i].status == solve_status::done);
        CHECK(one[i].value == by.value(positions[i]));
        CHECK(one[i].moves == by.moves(positions[i]));
        CHECK(one[i].line == by.line(positions[i]));
    }
    for (const unsigned threads : {2U, 3U, 100U, 0U})
        CHECK(solved<V>(positions, everything, {.threads = threads}) == one);

    // Budgets in nodes cut the same searches short.
    const auto some = solved<V>(positions, everything, {.budget = {.nodes = 1024}});
    for (const unsigned threads : {2U, 5U})
        CHECK(solved<V>(positions, everything, {.threads = threads, .budget = {.nodes = 1024}}) ==
              some);
    int stopped = 0;
    for (std::size_t i = 0; i < some.size(); ++i) {
        stopped += some[i].status == solve_status::stopped ? 1 : 0;
        CHECK(some[i].value.low <= one[i].value.low);
        CHECK(some[i].value.high >= one[i].value.high);
    }
    CHECK((stopped > 0 || std::is_same_v<V, euchre>));
}

TEST_CASE("batch: only what was asked for, and no positions at all") {
    const auto positions = deals<euchre>(3, 5);
    for (const auto& r : solved<euchre>(positions, {})) {
        CHECK(r.value.exact());
        CHECK(r.moves.empty());
        CHECK(r.line.empty());
        CHECK(r.nodes > 0);
    }
    for (const auto& r : solved<euchre>(positions, {.value = false, .line = true})) {
        CHECK(r.value == value_range{-no_bound, no_bound});
        CHECK(r.line.size() == 20);
    }
    CHECK(solved<euchre>({}, everything, {.threads = 4}).empty());
}

TEST_CASE("batch: progress is told after every position") {
    const auto positions = deals<euchre>(40, 5);
    for (const unsigned threads : {1U, 4U}) {
        std::vector<std::size_t> told;
        solved<euchre>(positions, {}, {.threads = threads, .progress = [&](auto done, auto all) {
                                           CHECK(all == positions.size());
                                           told.push_back(done);
                                       }});
        REQUIRE(told.size() == positions.size());
        for (std::size_t i = 0; i < told.size(); ++i) CHECK(told[i] == i + 1);
    }
}

TEST_CASE("batch: it can be stopped") {
    const auto positions = deals<euchre>(50, 5);
    for (const unsigned threads : {1U, 3U}) {
        std::atomic<bool> stop = false;
        const auto found = solved<euchre>(
            positions, {},
            {.threads = threads, .budget = {.stop = &stop}, .progress = [&](auto done, auto) {
                 if (done == 10) stop = true;
             }});
        std::size_t skipped = 0;
        for (const auto& r : found) {
            if (r.status != solve_status::skipped) continue;
            ++skipped;
            CHECK(r == solved_position{});
        }
        CHECK(skipped >= positions.size() - 10 - threads);
        CHECK(skipped <= positions.size() - 10);
    }
    // A deadline that has passed skips everything.
    for (const auto& r :
         solved<euchre>(positions, {}, {.budget = {.deadline = std::chrono::steady_clock::now()}}))
        CHECK(r.status == solve_status::skipped);
}

TEST_CASE("batch: an exception from progress comes out") {
    const auto positions = deals<euchre>(30, 5);
    for (const unsigned threads : {1U, 4U}) {
        std::size_t last = 0;
        CHECK_THROWS_WITH_AS(solved<euchre>(positions, {},
                                            {.threads = threads,
                                             .progress =
                                                 [&](auto done, auto) {
                                                     last = done;
                                                     if (done == 5)
                                                         throw std::runtime_error("enough");
                                                 }}),
                             "enough", std::runtime_error);
        CHECK(last == 5);
    }
}

TEST_CASE("batch: positions that cannot be solved are named") {
    auto positions = deals<euchre>(3, 5);
    positions[1].tricks_remaining = 0;
    CHECK_THROWS_WITH_AS(solved<euchre>(positions, {}),
                         "solve_batch: position 1 of 3: no cards are being played",
                         std::invalid_argument);
}
