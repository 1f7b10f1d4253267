#include <mu/games/jass.h>

#include "support/suite.h"

namespace {

using namespace mu;

const std::vector<jass::options> all_options{
    {},
    {.house = {.seed_order = true, .weis_by = {.long_runs = false}}, .need_trick = true},
    {.house = {.undertrump_if_void = true, .push_back = true, .weis = false}, .match_bonus = false},
    {.house = {.slalom = true, .gusti = true, .mary = true}, .multipliers = {2, 1, 1, 2, 3, 4}},
    {.house = {.gusti = true,
               .mary = true,
               .long_first_block = true,
               .weis_by = {.low_quartets = false, .cross = false}},
     .stoeck = false}};

const std::vector<std::string> all_specs{
    "jass",
    "jass(trump_order=seed, need_trick=on, long_runs=off)",
    "jass(undertrump=allowed_if_void, push_back=on, weis=off, match_bonus=off)",
    "jass(slalom=on, gusti=on, mary=on, multipliers=x1234, target=3000)",
    "jass(gusti=on, mary=on, first_block=5, low_quartets=off, cross=off, stoeck=off)",
    "jass(target=2500, multipliers=x123, finish=end_of_deal)",
    "jass(target=12_deals, multipliers=x123_red)"};

static_assert(test::play_random_deal<jass>({}, 7) >= 37);
static_assert(test::play_random_deal<jass>({.house = {.slalom = true}}, 8) >= 37);

}  // namespace

TEST_CASE("jass: random deals keep their cards and share 157 points in tricks") {
    int stoeck = 0, weis = 0, matches = 0;
    test::check_random_deals<jass>(
        all_options, test::count(5000, 1000000),
        [](const auto& s) {
            return std::vector<card_mask>{s.hands[0], s.hands[1], s.hands[2], s.hands[3], s.played};
        },
        [&](const auto& s, const auto& o) {
            REQUIRE(s.tricks_won[0] + s.tricks_won[1] == 9);
            const jass_points p = jass_score(s, o);
            REQUIRE(p.tricks[0] + p.tricks[1] == jass::total_points);
            REQUIRE((p.weis[0] == 0 || p.weis[1] == 0));
            REQUIRE(p.stoeck[0] + p.stoeck[1] <= (s.trump == suit::none ? 0 : 20));
            for (std::size_t side = 0; side < 2; ++side)
                REQUIRE(p.match[side] == (o.match_bonus && s.tricks_won[side] == 9 ? 100 : 0));
            if (!o.house.weis) REQUIRE(p.weis[0] + p.weis[1] == 0);
            if (!o.stoeck) REQUIRE(p.stoeck[0] + p.stoeck[1] == 0);
            REQUIRE(score(s, o)[0] == score(s, o)[2]);
            REQUIRE(score(s, o)[1] == p.total(1));
            stoeck += p.stoeck[0] + p.stoeck[1] > 0;
            weis += p.weis[0] + p.weis[1] > 0;
            matches += p.match[0] + p.match[1] > 0;
        });
    CHECK(stoeck > 0);
    CHECK(weis > 0);
    CHECK(matches > 0);
}

TEST_CASE("jass: a view does not know the other hands, but what was shown of them") {
    test::check_views<jass>(all_options, test::count(200, 10000));
}

TEST_CASE("jass: records, JSON and position text read back") {
    test::check_texts(all_specs, test::count(300, 100000));
}

TEST_CASE("jass: matches end") { test::check_matches(all_specs, test::count(28, 700)); }
