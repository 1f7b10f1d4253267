#include <mu/games/bridge.h>

#include "support/suite.h"

namespace {

using namespace mu;
using scoring = bridge::scoring_rule;

const std::vector<bridge::options> all_options{
    {},
    {.vul = bridge::vul_rule::both},
    {.claims = true},
    {.scoring = scoring::rubber, .honours = true},
    {.vul = bridge::vul_rule::ew, .claims = true, .boards = 4},
    {.scoring = scoring::rubber, .claims = true}};

const std::vector<std::string> all_specs{"bridge",
                                         "bridge(vul=none)",
                                         "bridge(vul=ns, boards=8)",
                                         "bridge(claims=on)",
                                         "bridge(vul=both, claims=on, boards=32)",
                                         "bridge(scoring=rubber)",
                                         "bridge(scoring=rubber, honours=on, claims=on)"};

static_assert(test::play_random_deal<bridge>({}, 7) > 52);
static_assert(test::play_random_deal<bridge>({.claims = true}, 7) > 4);

void change_honours(game_state<bridge>& s, seat, rng& generator) {
    if (s.tricks_remaining == 0) return;
    s.extra.honours = static_cast<std::uint8_t>(50 * (generator.below(2) + 2));
    s.extra.honours_seat = static_cast<seat>(generator.below(4));
}

}  // namespace

TEST_CASE("bridge: random deals keep their cards and score for one side what the other loses") {
    int passed_out = 0, claimed = 0, played = 0;
    test::check_random_deals<bridge>(
        all_options, test::count(3000, 1000000),
        [](const auto& s) {
            return std::vector<card_mask>{s.hands[0], s.hands[1], s.hands[2], s.hands[3], s.played};
        },
        [&](const auto& s, const auto& o) {
            const bool out = s.extra.now == bridge::phase::passed_out;
            ++(out ? passed_out : s.extra.now == bridge::phase::claimed ? claimed : played);
            REQUIRE(s.tricks_won[0] + s.tricks_won[1] == (out ? 0 : 13));
            const auto points = score(s, o);
            REQUIRE(points[0] == points[2]);
            REQUIRE(points[1] == points[3]);
            REQUIRE(points[0] + points[1] == 0);
            if (o.scoring == scoring::duplicate) REQUIRE((points[0] == 0) == out);
        });
    CHECK(claimed > 0);
    CHECK(played > 0);
}

TEST_CASE("bridge: a view knows its own hand and those on the table") {
    test::check_views<bridge>(all_options, test::count(100, 5000), change_honours);
}

TEST_CASE("bridge: records, JSON and position text read back") {
    test::check_texts(all_specs, test::count(300, 30000));
}

TEST_CASE("bridge: duplicate matches end") {
    test::check_matches({"bridge", "bridge(boards=4)", "bridge(vul=both, claims=on, boards=8)"},
                        test::count(20, 500));
}
