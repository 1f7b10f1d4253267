#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include <mu/parallel.h>

using namespace mu;

namespace {

const auto nothing = [](const auto&) {};

// Items take different times, so that threads overtake each other.
void dawdle(std::uint64_t i) {
    std::this_thread::sleep_for(std::chrono::microseconds(i * 37 % 11 * 30));
}

}  // namespace

TEST_CASE("parallel: every item is delivered once and in order, by any number of threads") {
    for (const unsigned threads : {0U, 1U, 2U, 7U, 200U}) {
        CAPTURE(threads);
        std::vector<std::uint64_t> out;
        std::atomic<int> workers = 0;
        int finished = 0;
        work_in_order(
            {.count = 100, .threads = threads},
            [&] {
                ++workers;
                return [](std::uint64_t i) {
                    dawdle(i);
                    return 3 * i;
                };
            },
            [&](const std::uint64_t&) { ++finished; },
            [&](const std::uint64_t& r) { return out.push_back(r), true; });
        REQUIRE(out.size() == 100);
        for (std::uint64_t i = 0; i < 100; ++i) CHECK(out[i] == 3 * i);
        CHECK(finished == 100);
        if (threads != 0) CHECK(workers == static_cast<int>(std::min(threads, 100U)));
    }
    work_in_order(
        {.count = 0, .threads = 4}, [] { return [](std::uint64_t i) { return i; }; }, nothing,
        [](auto) {
            FAIL_CHECK("there is nothing to deliver");
            return true;
        });
}

TEST_CASE("parallel: nobody works further ahead than allowed, and what is delivered may end it") {
    std::atomic<std::uint64_t> delivered = 0, furthest = 0;
    work_in_order(
        {.count = 1000, .threads = 4, .ahead = 5},
        [&] {
            return [&](std::uint64_t i) {
                CHECK(i < delivered + 5);
                furthest = std::max<std::uint64_t>(furthest, i);
                dawdle(i);
                return i;
            };
        },
        nothing, [&](auto) { return ++delivered < 40; });
    CHECK(delivered == 40);
    CHECK(furthest < 45);
}

TEST_CASE("parallel: an exception ends the work and comes out, wherever it was thrown") {
    for (const std::string where : {"making", "working", "done", "deliver"}) {
        for (const unsigned threads : {1U, 3U}) {
            CAPTURE(where);
            const auto thrower = [&](const char* here, std::uint64_t i) {
                if (where == here && i == 7) throw std::runtime_error(where);
            };
            CHECK_THROWS_WITH_AS(work_in_order(
                                     {.count = 1000, .threads = threads},
                                     [&] {
                                         thrower("making", 7);
                                         return [&](std::uint64_t i) {
                                             thrower("working", i);
                                             return i;
                                         };
                                     },
                                     [&](std::uint64_t i) { thrower("done", i); },
                                     [&](std::uint64_t i) {
                                         CHECK(i <= 7);
                                         thrower("deliver", i);
                                         return true;
                                     }),
                                 where.c_str(), std::runtime_error);
        }
    }
}
