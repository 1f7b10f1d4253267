#include <numeric>

#include <mu/games/skat.h>

#include "support/suite.h"

namespace {

using namespace mu;

const skat::options option_list[]{
    {},
    {.house = {.next_value = true, .must_reach = true, .contra = true},
     .settlement = skat_settlement::seeger},
    {.house = {.null_below_bid = true, .contra = true, .early_end = true},
     .settlement = skat_settlement::pay,
     .lost_hand_single = true}};
const std::vector<skat::options> all_options(std::begin(option_list), std::end(option_list));

const std::vector<std::string> all_specs{
    "skat", "skat(bid_steps=next, declare_reach=on, contra=on, settlement=seeger, deals=12)",
    "skat(null_below_bid=lost, early_end=announced, settlement=pay, lost_hand=single, deals=3)",
    "skat(contra=on, early_end=announced, deals=24)", "skat(deals=48)"};

static_assert(test::play_random_deal<skat>({}, 7) > 5);

}  // namespace

TEST_CASE("skat: random deals keep their cards and count 120 points") {
    test::check_random_deals<skat>(
        all_options, test::count(3000, 1000000),
        [](const auto& s) {
            return std::vector<card_mask>{s.hands[0], s.hands[1], s.hands[2], s.played,
                                          skat_cards(s)};
        },
        [](const auto& s, const auto& o) {
            const auto points = score(s, o);
            if (!is_declared(s)) {
                REQUIRE(points == std::array{0, 0, 0});
                return;
            }
            const int tricks = std::accumulate(s.tricks_won.begin(), s.tricks_won.end(), 0);
            REQUIRE(tricks == 10 - s.tricks_remaining);
            REQUIRE(ops::popcount(skat_soloist_cards(s)) == 12);
            if (s.tricks_remaining == 0) {
                const card_mask others = s.played & ~s.by_soloist;
                REQUIRE(card_points<skat>(others | skat_soloist_cards(s), order_now(s)) == 120);
                REQUIRE(skat_points(s) <= 120);
            }
            const bool his = s.tricks_won[seat{s.soloist}] > 0;
            if (s.kind == skat_kind::null) REQUIRE(his == (s.tricks_remaining > 0 || his));
            if (o.settlement == skat_settlement::pay)
                REQUIRE(std::accumulate(points.begin(), points.end(), 0) == 0);
            const skat_worth w = worth_of_deal(s, o);
            REQUIRE(w.charged >= w.value);
            REQUIRE((w.won ? w.charged >= skat_value(s.bid) : w.score < 0));
        });
}

TEST_CASE("skat: a view knows neither the other hands nor the skat") {
    test::check_views<skat>(all_options, test::count(150, 5000));
}

TEST_CASE("skat: records, JSON and position text read back") {
    test::check_texts(all_specs, test::count(250, 40000));
}

TEST_CASE("skat: matches end") { test::check_matches(all_specs, test::count(12, 500)); }
