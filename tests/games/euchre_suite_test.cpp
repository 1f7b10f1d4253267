#include <mu/games/euchre.h>

#include "support/suite.h"

namespace {

using namespace mu;
using phase = euchre::phase;
using house = euchre::house_rules;

const std::vector<euchre::options> all_options{
    {},
    {.house = house{.stick_dealer = false, .no_trump = true}, .super_euchre = true},
    {.house = house{.discard_upcard = false, .defend_alone = euchre::lone_defence::always}},
    {.house = house{.alone_with_call = true, .canadian_loner = true}},
    {.house = house{.canadian_loner = true,
                    .defend_alone = euchre::lone_defence::against_loner,
                    .lead = euchre::loner_lead::left_of_maker},
     .lone_euchre = 3},
    {.house = house{.stick_dealer = false,
                    .alone_with_call = true,
                    .no_trump = true,
                    .defend_alone = euchre::lone_defence::always,
                    .lead = euchre::loner_lead::left_of_maker}}};

// With the joker there is no call without trumps.
const std::vector<euchre::options> joker_options = [] {
    std::vector<euchre::options> out = all_options;
    for (euchre::options& o : out) o.house.no_trump = false;
    out[1].house.turned_joker = suit::hearts;
    out[3].house.turned_joker = suit::clubs;
    return out;
}();

const std::vector<std::string> joker_specs{
    "euchre(joker=on)",
    "euchre(joker=on, turned_joker=d, stick_dealer=off, super_euchre=on, target=5)",
    "euchre(joker=on, discard_upcard=off, defend_alone=always, lone_euchre=3, target=15)",
    "euchre(joker=on, turned_joker=c, alone_with_call=on, canadian_loner=on, target=11)",
    "euchre(joker=on, turned_joker=h, defend_alone=against_loner, loner_lead=left_of_maker)"};

const std::vector<std::string> all_specs{
    "euchre",
    "euchre(stick_dealer=off, no_trump=on, super_euchre=on)",
    "euchre(discard_upcard=off, defend_alone=always, target=15)",
    "euchre(alone_with_call=on, canadian_loner=on, target=5)",
    "euchre(canadian_loner=on, defend_alone=against_loner, loner_lead=left_of_maker, "
    "lone_euchre=3)",
    "euchre(profile=openspiel, stick_dealer=off, defend_alone=always, target=7)",
    "euchre(alone_with_call=on, defend_alone=always, no_trump=on, stick_dealer=off, "
    "loner_lead=left_of_maker, lone_euchre=2, target=11)"};

// Four cards a trick, three passes at least, a call, "with" or "alone", perhaps a discard.
static_assert(test::play_random_deal<euchre>({}, 7) >= 17);
static_assert(test::play_random_deal<euchre_25>({}, 7) >= 17);

template <typename V>
void check_deals(const std::vector<euchre::options>& options) {
    std::array<int, 9> results{};  // points of the makers, from -4 on
    test::check_random_deals<V>(
        options, test::count(30000, 1000000),
        [](const auto& s) {
            const bool taken = ordered_up(s);
            const card_mask aside = (taken ? 0 : bit(s.extra.upcard)) |
                                    (s.extra.discard == no_card ? 0 : bit(s.extra.discard));
            return std::vector<card_mask>{s.hands[0], s.hands[1], s.hands[2], s.hands[3],
                                          s.played,   aside,      kitty_of(s)};
        },
        [&](const auto& s, const auto& o) {
            REQUIRE(ops::popcount(kitty_of(s)) == deck_traits<V>::cards - 21);
            const auto points = score(s, o);
            REQUIRE(points[0] + points[1] + points[2] + points[3] == 0);
            REQUIRE((points[0] == points[2] && points[1] == points[3]));
            REQUIRE(std::abs(points[0]) <= 4);
            ++results[static_cast<std::size_t>(euchre_points(s, o) + 4)];
            if (s.extra.phase == phase::passed_out) return;
            REQUIRE(s.tricks_won[0] + s.tricks_won[1] == 5);
            for (int k = 0; k < 4; ++k)
                REQUIRE(ops::popcount(s.hands[k]) == (sits_out(s, static_cast<seat>(k)) ? 5 : 0));
        });
    for (const int points : {-4, -3, -2, 1, 2, 4})
        CHECK(results[static_cast<std::size_t>(points + 4)] > 0);
}

}  // namespace

TEST_CASE("euchre: random deals keep their cards and score for one side") {
    check_deals<euchre>(all_options);
    check_deals<euchre_25>(joker_options);
}

TEST_CASE("euchre: a view knows neither the other hands, nor the kitty, nor another's discard") {
    test::check_views<euchre>(all_options, test::count(2000, 20000));
    test::check_views<euchre_25>(joker_options, test::count(2000, 20000));
}

TEST_CASE("euchre: records, JSON and position text read back") {
    test::check_texts(all_specs, test::count(1400, 50000));
    test::check_texts(joker_specs, test::count(1000, 50000));
}

TEST_CASE("euchre: matches end") {
    test::check_matches(all_specs, test::count(70, 700));
    test::check_matches(joker_specs, test::count(50, 500));
}
