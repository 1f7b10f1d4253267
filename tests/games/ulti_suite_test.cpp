#include <numeric>

#include <mu/games/ulti.h>

#include "support/suite.h"

namespace {

using namespace mu;

const ulti::options option_list[]{
    {},
    ulti_repo_profile,
    {.rules = {.table = ulti_table::four_aces,
               .marriages = ulti_marriages::voluntary,
               .kontra_time = ulti_kontra_time::before_lead,
               .march_end = ulti_march_end::always,
               .kontra_max = 5,
               .tie_by_value = true,
               .passz_play = true,
               .free_betli = true,
               .give_up = true,
               .tell_mute = true},
     .scoring = {.table = ulti_table::four_aces,
                 .marriages = marriage_needs::trick_of_side,
                 .hundred_double = true,
                 .ulti_double = true,
                 .silent_hundred_flat = true,
                 .silent_durchmars = false,
                 .silent_ulti_from_all = true,
                 .give_up_half = true}},
    {.rules = {.kontra_max = 5, .passz_play = true, .first_bidder_leads = true},
     .scoring = {.marriages = marriage_needs::trick_of_player, .silent_ulti_from_all = true}},
    {.rules = {.kontra_time = ulti_kontra_time::after_trick, .kontra_max = 5, .tell_mute = true}},
    {.rules = {.marriages = ulti_marriages::voluntary, .kontra_max = 0, .give_up = true}}};
const std::vector<ulti::options> all_options(std::begin(option_list), std::end(option_list));

const std::vector<std::string> all_specs{
    "ulti",
    "ulti(profile=repo)",
    "ulti(bids=54, tie=value, passz_play=on, betli_beat=off, marriages=voluntary, kontra_max=5, "
    "kontra_time=before_lead, give_up=half, extra_marriages=told, durchmars_end=always, deals=3)",
    "ulti(profile=repo, kontra_max=4, kontra_account=own, open_hands=all, deals=6)",
    "ulti(first_lead=first_bidder, kontra_max=3, marriage_needs_trick=player, silent_ulti=all, "
    "deals=12)",
    "ulti(kontra_max=0, lost_parti=double, lost_100=double, lost_ulti=double, silent_100=flat, "
    "lost_durchmars=double, redurchmars=6, silent_durchmars=0, marriage_needs_trick=side, "
    "give_up=full, deals=12)",
    "ulti(players=4, deals=12)",
    "ulti(profile=repo, players=4)"};

static_assert(test::play_random_deal<ulti>({}, 7) > 5);

// What the others laid away before is no business of the observer's.
void forget(game_state<ulti>& s, seat observer, rng&) {
    for (int k = 0; k < 3; ++k)
        if (k != index(observer) && k != index(s.soloist)) s.laid[k] = {0, 31};
}

int sum(const std::array<int, 3>& list) { return std::accumulate(list.begin(), list.end(), 0); }

}  // namespace

TEST_CASE("ulti: random deals keep their cards, count 90 points and settle to zero") {
    test::check_random_deals<ulti>(
        all_options, test::count(3000, 1000000),
        [](const auto& s) {
            return std::vector<card_mask>{s.hands[0], s.hands[1], s.hands[2], s.played,
                                          s.laid[s.soloist].mask()};
        },
        [](const auto& s, const auto& o) {
            const ulti_outcome end = outcome_of(s, marriage_needs::nothing);
            REQUIRE(sum(end.tricks) == 10 - s.tricks_remaining);
            if (s.tricks_remaining == 0) {
                int declared = 0;
                for (int k = 0; k < 3; ++k) declared += marriage_points(s, static_cast<seat>(k));
                REQUIRE(end.soloist.points + end.defenders.points == 90 + declared);
            }
            REQUIRE(sum(score(s, o)) == 0);
            REQUIRE(settlement_of(s, o).contract(0) <= 48 << 5);
        });
}

TEST_CASE("ulti: a view knows neither the other hands nor the talon") {
    test::check_views<ulti>(all_options, test::count(150, 5000), forget);
}

TEST_CASE("ulti: records, JSON and position text read back") {
    test::check_texts(all_specs, test::count(250, 20000));
}

TEST_CASE("ulti: matches end") { test::check_matches(all_specs, test::count(12, 500)); }
