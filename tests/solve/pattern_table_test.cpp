// The table of patterns: what it answers, for whom, and what it forgets.

#include <algorithm>
#include <vector>

#include <doctest/doctest.h>

#include <mu/cards/rng.h>
#include <mu/games/contree.h>
#include <mu/solve/pattern_table.h>
#include <mu/solve/sure_points.h>

namespace mu {
namespace {

using table = pattern_table<std::uint32_t, 8>;
constexpr int nothing = table::unknown;
constexpr table_key here{.shape = 0x1234, .more = 5};

table::pattern pattern(std::uint32_t low, std::uint32_t mask, int least, int most,
                       table::counts prizes = {}) {
    return {.low = low & mask,
            .high = 0,
            .mask = mask,
            .least = static_cast<std::int16_t>(least),
            .most = static_cast<std::int16_t>(most),
            .prizes = prizes};
}

// What the table says about "at least beta?", or -1000.
int ask(table& t, table_key key, std::uint32_t low, int beta, table::counts prizes = {}) {
    const auto found = t.find(key, {.low = low, .high = 0}, beta - 1, beta,
                              [&]() -> const table::counts& { return prizes; });
    return found.by == nullptr ? -1000 : found.value;
}

}  // namespace

TEST_CASE("pattern table: a pattern answers for all positions that agree in its cards") {
    table t(1 << 16, 64);
    t.add(here, pattern(0b1010, 0b1100, 7, nothing));
    CHECK(ask(t, here, 0b1010, 7) == 7);
    CHECK(ask(t, here, 0b1001, 5) == 7);      // other low cards
    CHECK(ask(t, here, 0b1010, 8) == -1000);  // not known
    CHECK(ask(t, here, 0b0110, 7) == -1000);  // other high cards
    CHECK(ask(t, {.shape = 0x1234, .more = 6}, 0b1010, 7) == -1000);
    t.clear();
    CHECK(ask(t, here, 0b1010, 7) == -1000);
}

TEST_CASE("pattern table: other prizes widen the bounds by their distance") {
    table t(1 << 16, 64);
    t.add(here, pattern(1, 1, 20, nothing, {11, 0, 4}));
    CHECK(ask(t, here, 1, 20, {11, 0, 4}) == 20);
    CHECK(ask(t, here, 1, 17, {10, 2, 4}) == 17);
    CHECK(ask(t, here, 1, 18, {10, 2, 4}) == -1000);
    t.clear();
    t.add(here, pattern(1, 1, -nothing, -10, {11, 0, 4}));
    CHECK(ask(t, here, 1, -4, {11, 5, 4}) == -5);
    CHECK(ask(t, here, 1, -5, {11, 5, 4}) == -1000);
    // As far as a mark, it is another game.
    CHECK(ask(t, here, 1, -200, {11, 64, 4}) == -1000);
}

TEST_CASE("pattern table: where prizes do not add up, others are no help") {
    table t(1 << 16, 1);
    t.add(here, pattern(1, 1, 20, nothing, {1}));
    CHECK(ask(t, here, 1, 5, {1}) == 20);
    CHECK(ask(t, here, 1, 5, {2}) == -1000);
}

TEST_CASE("pattern table: however small, it answers nothing wrong") {
    // Positions of 12 owner bits whose value is known: a function of the top six bits and prizes.
    const auto value = [](std::uint32_t low, const table::counts& p) {
        int sum = 0;
        for (int i = 0; i < 6; ++i)
            sum += (low >> (6 + i) & 1) != 0 ? p[static_cast<std::size_t>(i)] : 0;
        return sum;
    };
    table t(1 << 12, 64);
    rng generator(3);
    int answered = 0;
    for (int i = 0; i < 50000; ++i) {
        const table_key key{.shape = generator.below(20), .more = 0};
        const auto low = static_cast<std::uint32_t>(generator.below(1 << 12) & 0b111000111111);
        table::counts prizes{};
        for (int k = 0; k < 6; ++k)
            prizes[static_cast<std::size_t>(k)] = static_cast<std::uint8_t>(generator.below(5));
        const int v = value(low, prizes), beta = static_cast<int>(generator.below(25));
        const int said = ask(t, key, low, beta, prizes);
        if (said != -1000) {
            ++answered;
            const bool right = said >= beta ? said <= v : v <= said;
            CHECK(right);
        } else if (v >= beta) {
            t.add(key, pattern(low, 0b111111000000, v, nothing, prizes));
        } else {
            t.add(key, pattern(low, 0b111111000000, -nothing, v, prizes));
        }
    }
    CHECK(answered > 1000);
}

TEST_CASE("pattern table: what is full forgets a little, not everything") {
    table t(1 << 10, 64);  // room for 64 patterns
    const auto key = [](std::uint64_t i) { return table_key{.shape = i, .more = 0}; };
    const auto known = [&](std::uint64_t to) {
        int sum = 0;
        for (std::uint64_t i = to < 200 ? 0 : to - 200; i <= to; ++i)
            sum += ask(t, key(i), 1, 1) == static_cast<int>(i % 100) + 1 ? 1 : 0;
        return sum;
    };
    for (std::uint64_t i = 0; i < 20000; ++i) {
        t.add(key(i), pattern(1, 1, static_cast<int>(i % 100) + 1, nothing));
        CHECK(ask(t, key(i), 1, 1) == static_cast<int>(i % 100) + 1);
        if (i >= 64 && i % 7 == 0) CHECK(known(i) >= 16);
    }
    CHECK(t.bytes() < std::size_t{1} << 20);  // the slots of what is forgotten are used again

    // One shape may outgrow its room when all others have theirs.
    for (std::uint32_t i = 0; i < 40; ++i) t.add(key(7), pattern(i, 0b111111, 10, nothing));
    int kept = 0;
    for (std::uint32_t i = 0; i < 40; ++i) kept += ask(t, key(7), i, 10) == 10 ? 1 : 0;
    CHECK(ask(t, key(7), 39, 10) == 10);
    CHECK(kept >= 2);
}

TEST_CASE("pattern table: generations may run out") {
    table t(1 << 16, 64, 0xFFFFFFFF);
    t.add(here, pattern(1, 1, 7, nothing));
    CHECK(ask(t, here, 1, 7) == 7);
    t.clear();
    CHECK(ask(t, here, 1, 7) == -1000);
    CHECK(ask(t, {}, 0, 7) == -1000);  // the key of a slot never used
    t.add(here, pattern(1, 1, 9, nothing));
    CHECK(ask(t, here, 1, 7) == 9);
    t.clear();
    CHECK(ask(t, here, 1, 7) == -1000);
}

TEST_CASE("sure points: trumps are kept that no higher ones can take, at worst the cheapest") {
    using board = points_board<contree::play, std::uint32_t, point_goal>;
    board b;
    b.trumps = trump_field<std::uint32_t>;
    rng generator(8);
    for (int i = 0; i < 20000; ++i) {
        for (auto& w : b.logic.goal.worth) w = static_cast<std::uint8_t>(generator.below(21));
        std::vector<int> own, others;
        std::uint32_t mine = 0, theirs = 0;
        for (int at = 24; at < 32; ++at) {
            const auto who = generator.below(3);
            if (who == 0) own.push_back(at), mine |= 1U << at;
            if (who == 1) others.push_back(at), theirs |= 1U << at;
        }
        // Any set of my trumps can be lost that can be matched, one by one, to higher ones.
        int fewest = static_cast<int>(own.size()), cheapest = 1000;
        for (unsigned lost = 0; lost < 1U << own.size(); ++lost) {
            int rest = 0, points = 0;
            std::vector<int> free = others;
            bool possible = true;
            for (std::size_t k = 0; k < own.size(); ++k) {
                const int worth = b.logic.worth(own[k]);
                if ((lost >> k & 1) == 0) {
                    ++rest;
                    points += worth;
                    continue;
                }
                // The lowest that will do; my trumps come from low to high.
                const auto by = std::ranges::find_if(free, [&](int at) { return at > own[k]; });
                possible = possible && by != free.end();
                if (by != free.end()) free.erase(by);
            }
            if (!possible) continue;
            fewest = std::min(fewest, rest);
            cheapest = std::min(cheapest, points);
        }
        const kept_trumps kept = keep_trumps(b, mine, theirs);
        CHECK(kept.tricks == fewest);
        CHECK(kept.points == cheapest);
    }
}

}  // namespace mu
