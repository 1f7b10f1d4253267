#include <mu/games/whist.h>

#include "support/suite.h"

namespace {

using namespace mu;

const std::vector<whist::options> all_options{
    {},
    {.trump_by = whist::trump_rule::given, .trump = suit::hearts, .honours = true},
    {.trump_by = whist::trump_rule::given, .trump = suit::none},
    {.trump_by = whist::trump_rule::rotation, .honours = true, .target = 10}};

const std::vector<std::string> all_specs{
    "whist", "whist(trump=h, honours=on)", "whist(trump=none, game=american)",
    "whist(trump=rotation, game=long, honours=on)", "whist(rubber=on)"};

static_assert(test::play_random_deal<whist>({}, 7) == 52);

}  // namespace

TEST_CASE("whist: random deals keep their cards and score odd tricks for one side") {
    test::check_random_deals<whist>(
        all_options, test::count(2000, 1000000),
        [](const auto& s) {
            return std::vector<card_mask>{s.hands[0], s.hands[1], s.hands[2], s.hands[3], s.played};
        },
        [](const auto& s, const auto& o) {
            REQUIRE(s.tricks_won[0] + s.tricks_won[1] == 13);
            const whist_points p = whist_score(s, o);
            REQUIRE((p.odd_tricks[0] == 0) != (p.odd_tricks[1] == 0));
            REQUIRE((p.honours[0] == 0 || p.honours[1] == 0));
            REQUIRE(score(s, o)[0] == score(s, o)[2]);
        });
}

TEST_CASE("whist: a view does not know the other hands") {
    test::check_views<whist>(all_options, test::count(100, 5000),
                             [](game_state<whist>& s, seat, rng& generator) {
                                 s.extra.honours_ns = static_cast<std::uint8_t>(generator.below(5));
                             });
}

TEST_CASE("whist: records, JSON and position text read back") {
    test::check_texts(all_specs, test::count(300, 100000));
}

TEST_CASE("whist: matches end") { test::check_matches(all_specs, test::count(20, 500)); }
