#include <mu/games/contree.h>

#include "support/suite.h"

namespace {

using namespace mu;

const std::vector<contree::options> all_options{
    {},
    {.house = contree_house{.overtrump_ruffing_partner = true}},
    {.house = contree_house{.undertrump_forced = true, .overtrump_partner = false}},
    {.house = contree_house{.cap = contree_cap::at_180, .coinche_out_of_turn = true}, .floor = 82},
    {.house = contree_house{.all_contracts = true}},
    {.house = contree_house{.by_fives = true,
                            .cap = contree_cap::at_180,
                            .all_contracts = true,
                            .overtrump_partner = false}},
    {.house = contree_house{.cap = contree_cap::at_270, .coinche_out_of_turn = true},
     .capot = contree::options::capot_rule::value_270},
    {.house = contree_house{.by_fives = true,
                            .all_contracts = true,
                            .coinche_out_of_turn = true,
                            .undertrump_forced = true}},
    {.house = contree_house{.overtrump_ruffing_partner = true,
                            .undertrump_forced = true,
                            .overtrump_partner = false},
     .round = contree::options::rounding::half_up,
     .base = 160,
     .surcoinche = 4,
     .belote_kept = true,
     .defence_capot = true}};

const std::vector<std::string> all_specs{
    "contree",
    "contree(profile=seed)",
    "contree(floor=82, cap=180, target=501)",
    "contree(coinche=out_of_turn, cap=170, capot=270)",
    "contree(undertrump=forced, partner_ruffed_trump_only=must_overtrump)",
    "contree(overtrump_partner_on_trump_lead=no, rounding=half_up, base=160)",
    "contree(rounding=half_down, surcoinche=4, belote_kept=on, defence_capot=on)",
    "contree(capot=flat, count=bid_only, target=1000)",
    "contree(count=made_only, gathered_deal=on, target=2001)",
    "contree(contracts=all)",
    "contree(step=5, coinche=out_of_turn)",
    "contree(cap=270, capot=270, contracts=all, gathered_deal=on)",
    "contree(contracts=all, step=5, cap=180, overtrump_partner_on_trump_lead=no, floor=82)",
    "contree(cap=270, capot=flat, coinche=out_of_turn, rounding=half_up)"};

// A random auction ends in a bid, so the cards are played.
static_assert(test::play_random_deal<contree>({}, 7) > 32);
static_assert(test::play_random_deal<contree>(
                  {.house = contree_house{.by_fives = true, .all_contracts = true}}, 7) > 32);

void check_end(const game_state<contree>& s, const contree::options& o) {
    const auto points = score(s, o);
    REQUIRE(points[0] == points[2]);
    REQUIRE(points[1] == points[3]);
    if (s.extra.stage == contree::phase::passed_out) {
        REQUIRE(points == std::array<int, 4>{});
        REQUIRE(s.played == 0);
        return;
    }
    REQUIRE(s.tricks_won[0] + s.tricks_won[1] == 8);
    const bool all_eight = s.tricks_won[0] == 8 || s.tricks_won[1] == 8;
    REQUIRE(s.extra.points[0] + s.extra.points[1] == (all_eight ? 252 : 162));

    const contree_outcome r = contree_result(s, o);
    const auto taker = static_cast<std::size_t>(r.taker);
    REQUIRE(points[taker] >= 0);
    if (!contree_made(r)) {
        REQUIRE(points[1 - taker] >= 160 + 80);
        REQUIRE(points[taker] <= 20);  // his belote, where he may keep it
    } else if (r.coinche > 0) {
        REQUIRE(points[1 - taker] == 0);
        REQUIRE(points[taker] >= 160 + 160);
    } else {
        REQUIRE(points[taker] >= r.value);
    }
}

}  // namespace

TEST_CASE("contree: random deals keep their cards, and the points come to 162 or 252") {
    int belotes = 0;
    std::array<int, contree::order_count> strains{};
    test::check_random_deals<contree>(
        all_options, test::count(20000, 1000000),
        [](const auto& s) {
            return std::array<card_mask, 5>{s.hands[0], s.hands[1], s.hands[2], s.hands[3],
                                            s.played};
        },
        [&](const auto& s, const auto& o) {
            check_end(s, o);
            belotes += s.extra.belote >= 0 ? 1 : 0;
            if (s.trump == suit::none) REQUIRE(s.extra.belote == -1);
            if (s.extra.stage == contree::phase::play)
                ++strains[static_cast<std::size_t>(order_now(s))];
        });
    CHECK(belotes > 0);
    for (const int played : strains) CHECK(played > 0);
}

TEST_CASE("contree: a view does not know the other hands") {
    test::check_views<contree>(all_options, test::count(300, 5000));
}

TEST_CASE("contree: records, JSON and position text read back") {
    test::check_texts(all_specs, test::count(500, 40000));
}

TEST_CASE("contree: matches end") { test::check_matches(all_specs, test::count(40, 500)); }
