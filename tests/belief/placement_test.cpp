// Placements without any game: counts, indices, draws, weights.

#include <map>

#include <doctest/doctest.h>

#include <mu/belief/placement.h>
#include <mu/belief/weighted_worlds.h>

#include "support/counts.h"
#include "support/p_values.h"

namespace {

using namespace mu;

placement_problem random_problem(rng& generator) {
    placement_problem p;
    p.places = static_cast<int>(generator.below(6));
    int total = 0;
    for (int k = 0; k < p.places; ++k) {
        p.room[k] = static_cast<std::uint8_t>(generator.below(4));
        total += p.room[k];
    }
    // What lies behind the last place belongs to nobody and must not be read.
    for (std::size_t k = static_cast<std::size_t>(p.places); k < p.room.size(); ++k) {
        p.room[k] = 9;
        p.allowed[k] = ~0ULL;
    }
    while (ops::popcount(p.cards) < total) p.cards |= bit(static_cast<card>(generator.below(52)));
    for (int k = 0; k < p.places; ++k)
        p.allowed[k] = generator.next() | generator.next() | (generator.below(3) == 0 ? ~0ULL : 0);
    return p;
}

void each_placement(const placement_problem& p, std::vector<placement>& out) {
    placement now{};
    const auto place = [&](auto&& self, card_mask left) -> void {
        if (left == 0) {
            out.push_back(now);
            return;
        }
        const card_mask c = ops::lsb(left);
        for (int k = 0; k < p.places; ++k)
            if ((p.allowed[k] & c) != 0 && ops::popcount(now[k]) < p.room[k]) {
                now[k] |= c;
                self(self, left & ~c);
                now[k] &= ~c;
            }
    };
    place(place, p.cards);
}

double weight_of(const placement& at, const weighted_placement_set::weights& w) {
    double out = 1;
    for (std::size_t k = 0; k < at.size(); ++k)
        ops::for_each(at[k], [&](card c) { out *= w[k][c]; });
    return out;
}

}  // namespace

TEST_CASE("placements: counts, indices and card counts equal a list of all") {
    placement_set set;
    int some = 0;
    for (int i = 0; i < test::count(300, 20000); ++i) {
        rng generator = rng(1).split(static_cast<std::uint64_t>(i));
        const placement_problem p = random_problem(generator);
        std::vector<placement> all, found;
        each_placement(p, all);
        if (all.size() > 20000) continue;
        set.prepare(p);
        CAPTURE(i);
        REQUIRE(set.count() == all.size());
        if (all.empty()) continue;
        ++some;
        placement_set::table counts, sums{};
        set.card_counts(counts);
        for (std::uint64_t n = 0; n < set.count(); ++n) found.push_back(set.at(n));
        for (const placement& each : all)
            for (std::size_t k = 0; k < each.size(); ++k)
                ops::for_each(each[k], [&](card c) { ++sums[k][c]; });
        std::ranges::sort(all);
        std::ranges::sort(found);
        REQUIRE(found == all);
        REQUIRE(counts == sums);
    }
    CHECK(some > 100);
}

TEST_CASE("placements: the largest set, bridge before the first lead") {
    placement_problem p;
    p.places = 3;
    p.cards = (card_mask{1} << 39) - 1;
    p.room = {13, 13, 13};
    p.allowed.fill(~card_mask{0});
    placement_set set;
    set.prepare(p);
    CHECK(set.count() == 84478098072866400ULL);
    placement_set::table counts;
    set.card_counts(counts);
    CHECK(counts[1][7] == 84478098072866400ULL / 3);
    const placement last = set.at(set.count() - 1);
    CHECK((last[0] | last[1] | last[2]) == p.cards);
}

// Dealing card by card to hands that may take it makes a 6-0 break of a suit 4.5 times too likely.
TEST_CASE("placements: a suit that one hand is void in breaks as it should") {
    placement_problem p;
    p.places = 3;
    p.cards = (card_mask{1} << 24) - 1;
    p.room = {8, 8, 8};
    const card_mask six = 0x3F;
    p.allowed = {~card_mask{0}, ~card_mask{0}, ~six};
    placement_set set;
    set.prepare(p);
    CHECK(set.count() == 43758ULL * 12870);
    rng generator(4);
    const int draws = test::count(200000, 5000000);
    int broken = 0;
    for (int i = 0; i < draws; ++i) {
        const placement at = set.draw(generator);
        broken += (at[0] & six) == six || (at[1] & six) == six ? 1 : 0;
    }
    const double expected = draws * 90.0 / 12870;
    CHECK(std::abs(broken - expected) < 5 * std::sqrt(expected));
}

TEST_CASE("placements: weighted draws and chances are in proportion to the products") {
    std::vector<double> p_values;
    weighted_placement_set set;
    for (int i = 0; i < test::count(200, 5000); ++i) {
        rng generator = rng(2).split(static_cast<std::uint64_t>(i));
        const placement_problem p = random_problem(generator);
        weighted_placement_set::weights w{}, chances{}, sums{};
        for (auto& row : w)
            for (double& x : row) x = generator.below(8) == 0 ? 0 : 3 * generator.uniform();
        std::vector<placement> all;
        each_placement(p, all);
        if (all.size() > 2000) continue;
        std::vector<double> weights;
        double total = 0;
        for (const placement& at : all) total += weights.emplace_back(weight_of(at, w));
        set.prepare(p, w);
        CAPTURE(i);
        REQUIRE(set.empty() == (total <= 0));
        if (total <= 0) continue;
        REQUIRE(set.log_total() == doctest::Approx(std::log(total)).epsilon(1e-9));
        for (std::size_t n = 0; n < all.size(); ++n)
            for (std::size_t k = 0; k < all[n].size(); ++k)
                ops::for_each(all[n][k], [&](card c) { sums[k][c] += weights[n] / total; });
        set.card_chances(chances);
        for (std::size_t k = 0; k < sums.size(); ++k)
            for (std::size_t c = 0; c < sums[k].size(); ++c)
                REQUIRE(std::abs(chances[k][c] - sums[k][c]) < 1e-9);

        // The chance of a draw falls into tenths; the first placements of the list fill them.
        std::map<placement, std::size_t> at;
        for (std::size_t n = 0; n < all.size(); ++n) at.emplace(all[n], n);
        const int draws = 2000;
        std::vector<double> expected(10), found(10);
        std::vector<std::size_t> bin(all.size());
        double before = 0;
        for (std::size_t n = 0; n < all.size(); ++n) {
            bin[n] = std::min<std::size_t>(static_cast<std::size_t>(10 * before / total), 9);
            expected[bin[n]] += weights[n] / total * draws;
            before += weights[n];
        }
        for (int d = 0; d < draws; ++d) {
            const auto which = at.find(set.draw(generator));
            REQUIRE(which != at.end());
            REQUIRE(weights[which->second] > 0);
            ++found[bin[which->second]];
        }
        double chi_square = 0;
        int bins = 0;
        for (std::size_t b = 0; b < 10; ++b)
            if (expected[b] >= 1) {
                chi_square += (found[b] - expected[b]) * (found[b] - expected[b]) / expected[b];
                ++bins;
            }
        if (bins > 1) p_values.push_back(test::upper_gamma((bins - 1) / 2.0, chi_square / 2));
    }
    CHECK(p_values.size() > 30);
    CHECK(test::p_kolmogorov(p_values) > 1e-5);
}

TEST_CASE("effective sample size") {
    CHECK(effective_sample_size(std::vector<double>{1, 1, 1, 1}) == doctest::Approx(4));
    CHECK(effective_sample_size(std::vector<double>{1, 0, 0}) == doctest::Approx(1));
    CHECK(effective_sample_size(std::vector<double>{0, 0}) == 0);
}
