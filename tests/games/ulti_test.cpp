#include <algorithm>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <mu/api/match.h>
#include <mu/api/position.h>
#include <mu/cards/text.h>
#include <mu/engine/playouts.h>
#include <mu/games/ulti.h>

#include "support/suite.h"

namespace {

using namespace mu;
using unit = ulti_unit;

constexpr suit hearts = ulti::red, leaves = suit::diamonds, acorns = suit::clubs;

card_mask cards(std::string_view text) { return parse_cards<ulti>(text); }

// Bids by their number in the default table.
constexpr std::uint8_t number(int n) { return static_cast<std::uint8_t>(n - 1); }
constexpr std::uint8_t passz = number(1), red_passz = number(2), forty_hundred = number(3),
                       ulti_bid_4 = number(4), betli = number(5), red_ulti = number(11),
                       rebetli = number(12), redurchmars = number(16);

// The first lead of a contract with these hands; the two cards that are left are laid away.
game_state<ulti> lead(std::string_view h0, std::string_view h1, std::string_view h2, seat soloist,
                      std::uint8_t bid, suit trump, const ulti_rules& r = ulti_rules{}) {
    const per_seat<card_mask, 3> hands{{cards(h0), cards(h1), cards(h2)}};
    const card_mask out = deck_traits<ulti>::all_cards & ~(hands[0] | hands[1] | hands[2]);
    REQUIRE(ops::popcount(out) == 2);
    return ulti_first_lead(r, hands, out, soloist, bid, trump);
}

void play(game_state<ulti>& s, std::string_view list) {
    for (std::size_t at = 0; at < list.size(); at += 3) {
        const card c = parse_card<ulti>(list.substr(at, 2));
        REQUIRE(rules<ulti>::legal_actions(s).contains(c));
        rules<ulti>::apply(s, c);
    }
}
void say(game_state<ulti>& s, int a) {
    REQUIRE(rules<ulti>::legal_actions(s).contains(static_cast<action>(a)));
    rules<ulti>::apply(s, static_cast<action>(a));
}
bool can_say(const game_state<ulti>& s, int a) {
    return rules<ulti>::legal_actions(s).contains(static_cast<action>(a));
}
constexpr int kontra(unit u) { return ulti_action::kontra + static_cast<int>(u); }
card_mask legal_cards(const game_state<ulti>& s) {
    return rules<ulti>::legal_actions(s).mask & deck_traits<ulti>::all_cards;
}

ulti_outcome tricks_won(std::uint8_t bid, int soloist, int defenders) {
    return {.bid = bid,
            .soloist = {.points = soloist},
            .defenders = {.points = defenders},
            .tricks = {5, 3, 2}};
}

std::array<int, 3> pays(const ulti_outcome& o, const ulti_scoring& rule = {}) {
    return settle(o, rule).pay;
}
using pay = std::array<int, 3>;

}  // namespace

TEST_CASE("ulti: the bids, their values and their order") {
    constexpr std::array values{1,  2,  4,  5,  5,  6,  6,  8,  8,  8,  10, 10, 10, 10,
                                12, 12, 12, 12, 14, 14, 16, 16, 16, 16, 18, 20, 20, 20,
                                20, 20, 24, 24, 24, 24, 28, 28, 32, 32, 36, 40, 40, 48};
    for (int n = 1; n <= 42; ++n) {
        CAPTURE(n);
        CHECK(bid_value(number(n), ulti_table::standard) ==
              values[static_cast<std::size_t>(n - 1)]);
        CHECK(bid_rank(number(n), ulti_table::standard) == n);
    }
    constexpr std::array aces{5, 8, 9, 10, 12, 12, 16, 16, 18, 24, 24, 32};
    for (int n = 43; n <= 54; ++n) {
        CHECK(bid_value(number(n), ulti_table::four_aces) ==
              aces[static_cast<std::size_t>(n - 43)]);
        CHECK(bid_rank(number(n), ulti_table::standard) == 0);
        // Placed by value, after the others of the same value.
        const int rank = bid_rank(number(n), ulti_table::four_aces);
        for (int other = 1; other <= 54; ++other)
            if (bid_rank(number(other), ulti_table::four_aces) < rank)
                CHECK(bid_value(number(other), ulti_table::four_aces) <=
                      bid_value(number(n), ulti_table::four_aces));
    }
    // The table of 38: every rank once, the open durchmars without trumps 16th and worth 12.
    unsigned long long ranks = 0;
    for (int b = 0; b < ulti_bid_count; ++b)
        ranks |= 1ULL << bid_rank(static_cast<std::uint8_t>(b), ulti_table::repo);
    CHECK(ranks == (1ULL << 39) - 1);
    CHECK(bid_rank(number(33), ulti_table::repo) == 16);
    CHECK(bid_value(number(33), ulti_table::repo) == 12);
    CHECK(bid_value(number(33), ulti_table::standard) == 24);
    // Of equal values the later beats the earlier, unless only value counts.
    CHECK((bids_above(ulti_bid_4, ulti_table::standard, false) >> betli & 1) == 1);
    CHECK((bids_above(ulti_bid_4, ulti_table::standard, true) >> betli & 1) == 0);
    CHECK(bids_above(number(42), ulti_table::standard, false) == 0);
    CHECK(bids_above(number(40), ulti_table::standard, true) == ulti_bid_set{1} << 41);
}

TEST_CASE("ulti: what each case pays, with the default rules") {
    CHECK(pays({.bid = passz, .played = false}) == pay{-4, 2, 2});
    CHECK(pays(tricks_won(red_passz, 50, 40)) == pay{4, -2, -2});
    ulti_outcome o = tricks_won(red_passz, 40, 50);
    o.levels = {1};
    CHECK(pays(o) == pay{-8, 4, 4});

    o = tricks_won(ulti_bid_4, 50, 40);
    o.seven_by = 0, o.seven_won = true;
    CHECK(pays(o) == pay{10, -5, -5});
    o.seven_won = false;
    CHECK(pays(o) == pay{-14, 7, 7});
    o.levels = {0, 1};
    CHECK(pays(o) == pay{-22, 11, 11});
    o = tricks_won(red_ulti, 40, 50);
    o.levels = {0, 2};
    CHECK(pays(o) == pay{-84, 42, 42});
    o = tricks_won(red_ulti, 50, 40);
    o.seven_by = 0, o.seven_won = true, o.levels = {1, 1};
    CHECK(pays(o) == pay{40, -20, -20});

    o = tricks_won(number(8), 110, 20);  // 40-100 ulti
    o.soloist.forty = true;
    CHECK(pays(o) == pay{-8, 4, 4});
    o = tricks_won(forty_hundred, 90, 40);
    o.soloist.forty = true, o.levels = {1};
    CHECK(pays(o) == pay{-16, 8, 8});

    o = tricks_won(red_passz, 100, 30);
    o.soloist.forty = true;
    CHECK(pays(o) == pay{8, -4, -4});
    o.levels = {1};
    CHECK(pays(o) == pay{16, -8, -8});
    CHECK(settle(o, {}).parti_replaced);
    o = tricks_won(red_passz, 20, 110);
    o.defenders.twenty = true;
    CHECK(pays(o) == pay{-16, 8, 8});

    o = {.bid = betli, .tricks = {1, 0, 0}, .own_accounts = true, .levels = {1, 0}};
    CHECK(pays(o) == pay{-15, 10, 5});
    CHECK(pays({.bid = rebetli, .tricks = {0, 5, 5}, .own_accounts = true}) == pay{20, -10, -10});
    o = tricks_won(number(25), 110, 0);  // 20-100 ulti durchmars
    o.soloist.twenty = true, o.seven_by = 0, o.seven_won = true, o.tricks = {10, 0, 0};
    CHECK(pays(o) == pay{36, -18, -18});
    o = tricks_won(number(13), 100, 30);  // 40-100 durchmars
    o.soloist.forty = true;
    CHECK(pays(o) == pay{-4, 2, 2});
    CHECK(pays(o, ulti_repo_profile.scoring) == pay{-16, 8, 8});

    o = tricks_won(red_passz, 50, 40);
    o.seven_by = 1;
    CHECK(pays(o) == pay{20, -10, -10});
    o = tricks_won(red_passz, 90, 0);
    o.tricks = {10, 0, 0};
    CHECK(pays(o) == pay{16, -8, -8});
    o.tricks = {0, 10, 0}, o.soloist.points = 0, o.defenders.points = 90;
    CHECK(pays(o) == pay{-16, 8, 8});
}

TEST_CASE("ulti: where tables differ about payments") {
    // Silent results: with both kinds of marriage the dearer counts, or 2 flat; both sides may have
    // one; without a parti to replace they are added, without kontra.
    ulti_outcome o = tricks_won(red_passz, 120, 110);
    o.soloist.forty = o.soloist.twenty = o.defenders.twenty = true, o.levels = {2};
    CHECK(settle(o, {}).silent_hundred == 32);
    CHECK(settle(o, {}).silent_hundred_defenders == -32);
    CHECK(pays(o) == pay{0, 0, 0});
    CHECK(settle(o, {.silent_hundred_flat = true}).silent_hundred == 16);
    o = tricks_won(number(14), 100, 30);  // ulti durchmars
    o.soloist.forty = true, o.levels = {1, 1};
    CHECK(settle(o, {}).silent_hundred == 2);
    CHECK(settle(o, {}).net == std::array{2 - 4 * 3 - 6 * 2, 2 - 4 * 3 - 6 * 2});
    o = tricks_won(red_passz, 90, 0);
    o.tricks = {10, 0, 0};
    CHECK(pays(o, {.silent_durchmars = false}) == pay{4, -2, -2});

    // A defender's silent ulti: both others settle with him.
    o = tricks_won(red_passz, 50, 40);
    o.seven_by = 2, o.seven_won = true;
    CHECK(pays(o) == pay{-4, 2, 2});
    CHECK(pays(o, {.silent_ulti_from_all = true}) == pay{0, -6, 6});
    o.seven_won = false;
    CHECK(pays(o, {.silent_ulti_from_all = true}) == pay{12, 6, -18});

    // Lost units.
    CHECK(pays(tricks_won(red_passz, 40, 50), {.lone_parti_double = true}) == pay{-8, 4, 4});
    CHECK(pays(tricks_won(passz, 40, 50)) == pay{-4, 2, 2});
    CHECK(pays(tricks_won(passz, 50, 40)) == pay{2, -1, -1});
    CHECK(pays(tricks_won(forty_hundred, 90, 40), {.hundred_double = true}) == pay{-16, 8, 8});
    o = tricks_won(ulti_bid_4, 50, 40);
    o.levels = {0, 2};
    CHECK(pays(o, {.ulti_double = true}) == pay{-62, 31, 31});
    o = tricks_won(redurchmars, 40, 50);
    CHECK(pays(o) == pay{-24, 12, 12});
    CHECK(pays(o, ulti_repo_profile.scoring) == pay{-24, 12, 12});
    o.tricks = {10, 0, 0};
    CHECK(pays(o) == pay{24, -12, -12});
    CHECK(pays(o, ulti_repo_profile.scoring) == pay{12, -6, -6});

    // Giving up: every unit is lost, whole or half.
    o = {.bid = red_ulti, .played = false};
    CHECK(pays(o) == pay{-36, 18, 18});
    CHECK(pays(o, {.give_up_half = true}) == pay{-18, 9, 9});

    // Four aces keep their parti.
    o = tricks_won(number(43), 50, 40);
    CHECK(pays(o, {.table = ulti_table::four_aces}) == pay{-6, 3, 3});
    o.aces = 4;
    CHECK(pays(o, {.table = ulti_table::four_aces}) == pay{10, -5, -5});
}

TEST_CASE("ulti: auction") {
    const game g("ulti");
    position p = g.deal("0 -.J987.QJ7.KQ7 ATKQ7.AT.98.J98 J98.KQ.ATK.AT");
    const auto do_all = [&](std::initializer_list<std::string_view> list) {
        for (const auto text : list) p.apply(text);
    };
    const auto legal = [&](std::string_view text) {
        const auto all = p.legal_actions();
        return std::ranges::find(all, p.parse_action(text)) != all.end();
    };
    CHECK(p.to_act() == seat::east);
    CHECK(p.legal_actions().size() == 11);  // the highest card cannot be the lower of two
    CHECK_THROWS_WITH_AS(p.apply("AJ"), doctest::Contains("the lower card is laid away first"),
                         illegal_action);
    p.apply("L8");
    CHECK_THROWS_AS(p.apply("BA"), illegal_action);
    p.apply("L9");
    // King and over of hearts: a forty in red, a twenty otherwise; the seven of hearts only.
    for (const auto text : {"passz", "betli", "durchmars", "20-100", "P_40-100", "P_ulti",
                            "P_40-100_ulti", "P_T_durchmars", "nt_T_durchmars"})
        CHECK(legal(text));
    for (const auto text : {"40-100", "ulti", "P_20-100", "20-100_ulti", "4aces"})
        CHECK_FALSE(legal(text));
    CHECK_THROWS_WITH_AS(p.apply("ulti"), doctest::Contains("promises"), illegal_action);
    do_all({"20-100", "pass"});
    CHECK(p.to_act() == seat::north);
    do_all({"pick_up"});
    CHECK(p.to_json()["hands"][0].size() == 12);
    do_all({"B7", "B8"});
    CHECK_THROWS_WITH_AS(p.apply("P_40-100"), doctest::Contains("does not beat"), illegal_action);
    do_all({"rebetli", "pass", "pass"});
    // The holder stands or raises his own bid.
    CHECK(p.legal_actions() == std::vector<action>{ulti_action::pick_up, ulti_action::stand});
    do_all({"pick_up", "B7", "LQ", "nt_T_durchmars", "pass"});
    // Who passed may still pick up.
    CHECK(p.legal_actions() == std::vector<action>{ulti_action::pass, ulti_action::pick_up});
    do_all({"pass", "stand"});
    CHECK(p.to_json()["phase"] == "play");
    CHECK(p.to_act() == seat::north);

    // Each knows what he laid away himself, and nobody else does.
    using list = std::vector<std::string>;
    CHECK(p.view(seat::north).to_json()["laid_away"] == list{"B7", "LQ"});
    CHECK(p.view(seat::east).to_json()["laid_away"] == list{"L8", "L9"});
    CHECK(p.view(seat::south).to_json()["laid_away"] == list{});
    CHECK_FALSE(p.view(seat::south).history()[0].what.has_value());
    CHECK(p.view(seat::east).history()[0].what.has_value());
    CHECK(p.view(seat::south).history()[2].what.has_value());

    // Over the highest bid there is nothing to pick up for; a passz that stands is paid.
    p = g.deal("0 -.J987.QJ7.KQ7 ATK7.AKQ.98.J98 JQ98.T.ATK.AT");
    do_all({"A8", "A9", "P_20-100_ulti_T_durchmars"});
    CHECK(p.legal_actions() == std::vector<action>{ulti_action::pass});
    p = g.deal("0 -.J987.QJ7.KQ7 ATK7.AKQ.98.J98 JQ98.T.ATK.AT");
    do_all({"A8", "A9", "passz", "pass", "pass", "stand"});
    CHECK(p.is_over());
    CHECK(p.score() == std::vector<int>{2, -4, 2});
}

TEST_CASE("ulti: a pick-up after which nothing honest is left") {
    // Seat 2 takes the talon over bid 41 and lacks the seven of hearts: it may bid 42 all the same,
    // and loses it. Seat 0 could bid it honestly, but only if it keeps seven, king and over.
    game_state<ulti> s;
    s.bid = number(41);
    s.soloist = s.current_player = seat::south;
    s.hands = {{static_cast<std::uint32_t>(cards("H7 HA HT HK HQ HJ B7 B8 B9 BJ")),
                static_cast<std::uint32_t>(cards("L7 L8 L9 LJ LQ A7 A8 A9 AJ AQ")),
                static_cast<std::uint32_t>(cards("H8 H9 BQ BK BT BA LK LT LA AK AT AA"))}};
    CHECK(ops::popcount(rules<ulti>::legal_actions(s).mask) == 11);
    say(s, ulti_card(hearts, ulti::eight));
    say(s, ulti_card(hearts, ulti::nine));
    CHECK(rules<ulti>::legal_actions(s).mask == ulti_bid_set{1} << 41);

    s.hands[0] = static_cast<std::uint32_t>(cards("H8 H9 BT BA LK LT LA AK AT AA"));
    s.hands[2] = static_cast<std::uint32_t>(cards("H7 HA HT HK HQ HJ B7 B8 B9 BJ BQ BK"));
    s.laid = {};
    s.phase = ulti_phase::lay_away;
    CHECK(legal_cards(s) == cards("HA HT HK HQ HJ B7 B8 B9"));  // a higher one must remain to lay
    say(s, ulti_card(hearts, ulti::ace));
    CHECK(legal_cards(s) == cards("B7 B8 B9 BJ"));
}

TEST_CASE("ulti: following, trumping and the seven") {
    game_state<ulti> s = lead("A7 AA AT AK H9 H8 BA BT LA LT", "AQ AJ BK BQ BJ B9 LK LQ LJ L9",
                              "H7 HJ HQ HK HT HA A8 A9 B7 B8", seat::north, ulti_bid_4, acorns);
    CHECK(legal_cards(s) == (s.hands[0] & ~cards("A7")));
    play(s, "H9 ");
    CHECK(legal_cards(s) == cards("AQ AJ"));  // void: must trump
    CHECK(int{s.tally[1].twenties} == 0);
    play(s, "AJ ");
    CHECK(int{s.tally[1].twenties} == 2);  // told with the first card
    // The nine must be beaten although the trick is trumped.
    CHECK(legal_cards(s) == cards("HJ HQ HK HT HA"));
    play(s, "HT ");
    CHECK(int{s.tally[2].twenties} == 1);
    CHECK(s.current_player == seat::east);
    play(s, "AQ A9 ");
    CHECK(legal_cards(s) == cards("AK AT AA"));  // the over must be beaten
    play(s, "AK BA B9 B7 BT BJ B8 LA L9 A8 ");
    CHECK(s.tricks_won[2] == 1);
    play(s, "HA H8 ");
    CHECK(seat_points(s, seat::north) == 20);
    play(s, "LJ ");

    // Without trumps the ten ranks below the under, and only the led suit is beaten.
    s = lead("H7 H8 B7 B8 L7 L8 A7 A8 HT BT", "H9 HJ B9 BJ L9 LJ A9 AJ LT AT",
             "HQ HK HA BQ BK BA LQ LK LA AQ", seat::north, betli, suit::none);
    play(s, "HT ");
    CHECK(legal_cards(s) == cards("HJ"));
    play(s, "HJ ");
    CHECK(legal_cards(s) == cards("HQ HK HA"));
    const ulti_rules free{.free_betli = true};
    s = lead("H7 H8 B7 B8 L7 L8 A7 A8 HT BT", "H9 HJ B9 BJ L9 LJ A9 AJ LT AT",
             "HQ HK HA BQ BK BA LQ LK LA AQ", seat::north, betli, suit::none, free);
    play(s, "HT ");
    CHECK(legal_cards(s) == cards("H9 HJ"));
    // Betli ends with the soloist's first trick.
    s = lead("HA H8 B7 B8 L7 L8 A7 A8 HT BT", "H9 HJ B9 BJ L9 LJ A9 AJ LT AT",
             "HQ HK H7 BQ BK BA LQ LK LA AQ", seat::north, betli, suit::none);
    play(s, "HA HJ HK ");
    CHECK(rules<ulti>::is_over(s));
    CHECK(score(s, {}) == std::array{-10, 5, 5});
}

TEST_CASE("ulti: a lone durchmars may end early") {
    const auto after_lost_trick = [](std::uint8_t bid, suit trump, ulti_march_end end) {
        const ulti_rules r{.march_end = end};
        game_state<ulti> s = lead("H7 H8 B7 B8 L7 L8 A7 A8 HT BT", "H9 HJ B9 BJ L9 LJ A9 AJ LT AT",
                                  "HQ HK HA BQ BK BA LQ LK LA AQ", seat::north, bid, trump, r);
        play(s, "H7 HJ HA ");
        return rules<ulti>::is_over(s);
    };
    constexpr std::uint8_t march = number(6), no_trump_march = number(7);
    CHECK(after_lost_trick(no_trump_march, suit::none, ulti_march_end::no_trump));
    CHECK_FALSE(after_lost_trick(no_trump_march, suit::none, ulti_march_end::never));
    CHECK_FALSE(after_lost_trick(march, leaves, ulti_march_end::no_trump));
    CHECK(after_lost_trick(march, leaves, ulti_march_end::always));
    CHECK_FALSE(after_lost_trick(ulti_bid_4, leaves, ulti_march_end::always));
}

TEST_CASE("ulti: marriages that may be told") {
    constexpr std::string_view h0 = "HK HQ BK BQ AK AQ A9 A8 L7 L8";
    constexpr std::string_view h1 = "LK LQ LA LT L9 LJ HA HT H9 HJ";
    constexpr std::string_view h2 = "BA BT B9 BJ B8 AA AT AJ H8 H7";
    const auto told = [&](std::uint8_t bid, const ulti_rules& r) {
        return lead(h0, h1, h2, seat::north, bid, acorns, r).tally[0];
    };
    const ulti_rules at_once{.marriages = ulti_marriages::before_lead};
    CHECK(told(ulti_bid_4, at_once) == ulti_tally{.forty = 1, .twenties = 2});
    CHECK(told(forty_hundred, at_once) == ulti_tally{.forty = 1});
    CHECK(told(number(10), at_once) == ulti_tally{.twenties = 1});
    const ulti_rules all{.marriages = ulti_marriages::before_lead, .tell_mute = true};
    game_state<ulti> s = lead(h0, h1, h2, seat::north, number(10), acorns, all);
    CHECK(s.tally[0] == ulti_tally{.forty = 1, .twenties = 2});
    CHECK(marriage_points(s, seat::north) == 20);  // told, but only one twenty counts

    const ulti_rules free{.marriages = ulti_marriages::voluntary};
    s = lead(h0, h1, h2, seat::north, ulti_bid_4, acorns, free);
    CHECK(s.tally[0] == ulti_tally{});
    say(s, ulti_action::twenty);
    say(s, ulti_action::twenty);
    CHECK_FALSE(can_say(s, ulti_action::twenty));
    say(s, ulti_action::forty);
    CHECK(seat_points(s, seat::north) == 80);
    play(s, "HK HA ");
    CHECK_FALSE(can_say(s, ulti_action::twenty));  // south has none
    CHECK(s.tally[1] == ulti_tally{});             // east kept silent

    // A marriage that needs a trick.
    s.tricks_won = {{0, 4, 6}};
    s.tricks_remaining = 0;
    CHECK(outcome_of(s, marriage_needs::nothing).soloist.points == 80);
    CHECK(outcome_of(s, marriage_needs::trick_of_side).soloist.points == 0);
    s.tally[1].twenties = 1;
    s.tricks_won = {{4, 0, 6}};
    CHECK(outcome_of(s, marriage_needs::trick_of_side).defenders.twenty);
    CHECK_FALSE(outcome_of(s, marriage_needs::trick_of_player).defenders.twenty);
}

TEST_CASE("ulti: kontra before one's first card, and the answers") {
    constexpr std::string_view h0 = "A7 AA AT AK H9 H8 BA BT LA LT";
    constexpr std::string_view h1 = "AQ AJ BK BQ BJ B9 LK LQ LJ L9";
    constexpr std::string_view h2 = "H7 HJ HQ HK HT HA A8 A9 B7 B8";
    const ulti_rules three{.kontra_max = 3};
    game_state<ulti> s = lead(h0, h1, h2, seat::north, ulti_bid_4, acorns, three);
    CHECK_FALSE(can_say(s, kontra(unit::parti)));  // the soloist has nothing to answer
    play(s, "H9 ");
    say(s, kontra(unit::ulti));
    CHECK_FALSE(can_say(s, kontra(unit::ulti)));
    CHECK_FALSE(can_say(s, kontra(unit::betli)));
    CHECK(can_say(s, kontra(unit::parti)));
    play(s, "AJ ");
    CHECK_FALSE(can_say(s, kontra(unit::ulti)));  // one kontra binds both
    CHECK(can_say(s, kontra(unit::parti)));
    play(s, "HT ");
    CHECK_FALSE(can_say(s, kontra(unit::parti)));  // east has played his first card
    play(s, "AQ A9 ");
    CHECK_FALSE(can_say(s, kontra(unit::parti)));
    say(s, kontra(unit::ulti));
    CHECK(int{s.stakes[1].level} == 2);
    CHECK_FALSE(can_say(s, kontra(unit::ulti)));
    play(s, "AK BA ");
    say(s, kontra(unit::ulti));  // at the next turn of a defender
    CHECK(int{s.stakes[1].level} == 3);
    play(s, "B9 ");
    CHECK_FALSE(can_say(s, kontra(unit::ulti)));
    CHECK(int{s.stakes[0].level} == 0);

    // Without trumps each defender has his own account, and the soloist answers each.
    s = lead(h0, h1, h2, seat::north, betli, suit::none);
    play(s, "H9 ");
    say(s, kontra(unit::betli));
    play(s, "BK ");
    say(s, kontra(unit::betli));
    play(s, "HA H7 H8 ");
    CHECK((rules<ulti>::legal_actions(s).mask >> 32) == 0);
    CHECK(int{s.stakes[0].level} == 1);
    s = lead("H7 H8 B7 B8 L7 L8 A7 A8 HT BT", "H9 HJ B9 BJ L9 LJ A9 AJ LT AT",
             "HQ HK HA BQ BK BA LQ LK LA AQ", seat::north, betli, suit::none);
    play(s, "H7 ");
    say(s, kontra(unit::betli));
    play(s, "HJ ");
    say(s, kontra(unit::betli));
    play(s, "HA HK ");
    CHECK(can_say(s, ulti_action::kontra_at));
    say(s, ulti_action::kontra_at + 1);
    CHECK(int{s.stakes[0].level} == 1);
    CHECK(int{s.stakes[1].level} == 2);
}

TEST_CASE("ulti: kontra at one moment") {
    constexpr std::string_view h0 = "A7 AA AT AK H9 H8 BA BT LA LT";
    constexpr std::string_view h1 = "AQ AJ BK BQ BJ B9 LK LQ LJ L9";
    constexpr std::string_view h2 = "H7 HJ HQ HK HT HA A8 A9 B7 B8";
    const ulti_rules before{.kontra_time = ulti_kontra_time::before_lead};
    game_state<ulti> s = lead(h0, h1, h2, seat::north, ulti_bid_4, acorns, before);
    CHECK(ulti_phase{s.phase} == ulti_phase::kontra);
    CHECK(s.current_player == seat::east);
    say(s, kontra(unit::parti));
    say(s, ulti_action::done);
    CHECK(s.current_player == seat::south);
    say(s, kontra(unit::ulti));
    CHECK(s.current_player == seat::north);  // nothing is left for south to say
    say(s, kontra(unit::ulti));
    say(s, ulti_action::done);
    CHECK(ulti_phase{s.phase} == ulti_phase::play);
    CHECK(s.current_player == seat::north);
    CHECK(int{s.stakes[0].level} == 1);
    CHECK(int{s.stakes[1].level} == 2);

    const ulti_rules after = ulti_repo_profile.rules;
    s = lead(h0, h1, h2, seat::north, ulti_bid_4, acorns, after);
    play(s, "H9 AJ ");
    CHECK((rules<ulti>::legal_actions(s).mask >> 32) == 0);
    play(s, "HT ");
    CHECK(ulti_phase{s.phase} == ulti_phase::kontra);
    say(s, ulti_action::done);
    say(s, ulti_action::done);
    CHECK(ulti_phase{s.phase} == ulti_phase::play);
    CHECK(s.current_player == seat::east);
}

TEST_CASE("ulti: open hands and what is seen of them") {
    constexpr std::string_view h0 = "H7 H8 B7 B8 L7 L8 A7 A8 HT BT";
    constexpr std::string_view h1 = "H9 HJ B9 BJ L9 LJ A9 AJ LT AT";
    constexpr std::string_view h2 = "HQ HK HA BQ BK BA LQ LK LA AQ";
    constexpr std::uint8_t open_betli = number(30);
    game_state<ulti> s = lead(h0, h1, h2, seat::north, open_betli, suit::none);
    play(s, "H7 HJ ");
    CHECK(view_of(s, seat::south).seen.hands[0] == 0);
    play(s, "HA ");
    for (std::size_t k = 0; k < 3; ++k) CHECK(view_of(s, seat::south).seen.hands[k] == s.hands[k]);
    CHECK(view_of(s, seat::south).seen.laid[0].mask() == 0);
    s = lead(h0, h1, h2, seat::north, open_betli, suit::none, ulti_repo_profile.rules);
    CHECK(view_of(s, seat::south).seen.hands[0] == 0);
    play(s, "H7 ");
    CHECK(view_of(s, seat::south).seen.hands[0] == s.hands[0]);
    CHECK(view_of(s, seat::south).seen.hands[1] == 0);
}

TEST_CASE("ulti: giving up, leading, and options that are refused") {
    const ulti_rules may{.give_up = true};
    game_state<ulti> s =
        lead("A7 AA AT AK H9 H8 BA BT LA LT", "AQ AJ BK BQ BJ B9 LK LQ LJ L9",
             "H7 HJ HQ HK HT HA A8 A9 B7 B8", seat::north, ulti_bid_4, acorns, may);
    say(s, ulti_action::give_up);
    CHECK(score(s, {}) == std::array{-18, 9, 9});
    CHECK(score(s, {.scoring = {.give_up_half = true}}) == std::array{-10, 5, 5});
    CHECK_THROWS_AS(game("ulti(give_up=full, first_lead=first_bidder)"), std::invalid_argument);
    CHECK_THROWS_AS(game("ulti(kontra_max=6)"), std::invalid_argument);
    CHECK_THROWS_AS(game("ulti(tie=maybe)"), std::invalid_argument);
    CHECK_THROWS_AS(game("ulti(table=42)"), std::invalid_argument);
    CHECK(game("ulti(profile=repo, kontra_time=first_card)").spec() ==
          "ulti(profile=repo, kontra_time=first_card)");
}

TEST_CASE("ulti: an illegal card is said to break the rule that it breaks") {
    position p = game("ulti").deal("0 J9.KQJ.KQJ.KJ ATKQ7.AT.AT.ATQ 8.987.987.987");
    const auto why = [&](const char* text) {
        try {
            p.apply(text);
        } catch (const illegal_action& e) {
            return std::string(e.what());
        }
        return std::string("it is legal");
    };
    const auto says = [&](const char* text, const char* rule) {
        CAPTURE(text);
        CHECK(why(text).find(rule) != std::string::npos);
    };
    for (const char* text : {"BT", "LT", "P_ulti", "pass", "pass", "stand"}) p.apply(text);
    says("H7", "the seven of trumps is kept for the last trick");
    says("H9", "not in the hand");
    const position lead = p;
    for (const char* text : {"AQ", "A9"}) p.apply(text);
    says("AJ", "the best of the led suit must be beaten: acorns were led");
    says("BK", "the led suit must be followed: acorns were led");
    says("H9", "the led suit must be followed: acorns were led");
    p = lead;
    for (const char* text : {"AA", "A9", "AJ", "AT", "A8", "AK", "AQ", "A7"}) p.apply(text);
    says("BK", "who cannot follow must trump: hearts are trumps");
    p = game("ulti").deal("0 J9.KQJ.KQJ.KJ ATKQ7.AT.AT.ATQ 8.987.987.987");
    says("AA", "the lower card is laid away first: this is the highest");
    p.apply("LT");
    says("BT", "the lower card is laid away first: after LT a higher one is due");
    says("pass", "two cards have to be laid away first");
}

TEST_CASE("ulti: position text that cannot be") {
    const position p = game("ulti").deal("0 -.J987.QJ7.KQ7 ATKQ7.AT.98.J98 J98.KQ.ATK.AT");
    const std::string good = p.state_text();
    CHECK(parse_position(good) == p);
    const auto bad = [&](std::string_view from, std::string_view to) {
        std::string text = good;
        const std::size_t at = text.find(from);
        REQUIRE(at != std::string::npos);
        CHECK_THROWS_AS(parse_position(text.replace(at, from.size(), to)), std::invalid_argument);
    };
    bad("phase=0", "phase=7");
    bad("phase=0", "phase=5");
    bad("to_act=1", "to_act=2");
    bad("soloist=1", "soloist=2");
    bad("bid=255", "bid=60");
    bad("trump=n", "trump=B");
    bad("left=10", "left=9");
    bad("tens=0,0,0", "tens=0,1,0");
    bad("kontra=0,0,0", "kontra=1,0,0");
    bad("J987", "J98");
}

TEST_CASE("ulti: of four players the dealer sits out, and his account does not move") {
    const game g("ulti(players=4, deals=12)");
    CHECK(g.info().seats == 3);
    match m(g, seat::south);
    CHECK(m.players() == 4);
    CHECK(m.text() == "deal 0 of 12: +0 +0 +0 +0");
    rng generator(9);
    std::vector<int> expected(4), sat_out(4);
    for (int k = 0; k < 12; ++k) {
        const int dealer = (2 + k) % 4;
        REQUIRE(index(m.dealer()) == dealer);
        const std::vector<int> seating = m.seating();
        REQUIRE(seating == std::vector{(dealer + 1) % 4, (dealer + 2) % 4, (dealer + 3) % 4});
        position p = m.next_deal(generator);
        // The player after the dealer bids first, with twelve cards.
        REQUIRE(p.to_act() == seat::north);
        REQUIRE(p.to_json()["hands"][0].size() == 12);
        while (!p.is_over()) {
            const auto legal = p.legal_actions();
            p.apply(legal[generator.below(legal.size())]);
        }
        for (std::size_t s = 0; s < 3; ++s)
            expected[static_cast<std::size_t>(seating[s])] += p.score()[s];
        ++sat_out[static_cast<std::size_t>(dealer)];
        const int before = m.totals()[static_cast<std::size_t>(dealer)];
        m.add(p);
        REQUIRE(m.totals()[static_cast<std::size_t>(dealer)] == before);
        REQUIRE(m.totals() == expected);
    }
    CHECK(sat_out == std::vector{3, 3, 3, 3});
    CHECK(m.is_over());
    CHECK(expected[static_cast<std::size_t>(m.winner())] == std::ranges::max(expected));
    CHECK(m.text().ends_with("player " + std::to_string(m.winner()) + " wins"));
}

TEST_CASE("ulti: a match of four takes deals of its own table only") {
    match m(game("ulti(players=4)"), seat::west);  // the fourth player deals
    rng generator(10);
    const auto finished = [&](const game& g, seat dealer) {
        position p = g.deal(generator, dealer);
        while (!p.is_over()) p.apply(p.legal_actions().front());
        return p;
    };
    CHECK_THROWS_AS(m.add(finished(m.game(), seat::north)), std::logic_error);
    CHECK_THROWS_AS(m.add(finished(game("ulti"), seat::south)), std::logic_error);
    m.add(finished(m.game(), seat::south));
    CHECK(m.dealer() == seat::north);
    CHECK_THROWS_AS(match(game("ulti"), seat::west), std::invalid_argument);
    CHECK(match(game("ulti")).players() == 3);
    CHECK(match(game("ulti"), seat::east).seating() == std::vector{0, 1, 2});
    for (const char* deals : {"3", "6"})
        CHECK_THROWS_WITH_AS(game("ulti(players=4, deals=" + std::string(deals) + ")"),
                             "with players=4 all deal equally often: choose deals=12, 24, 36 or 48",
                             std::invalid_argument);
}

// The playout kernel, step by step through the rules: the same draws choose the same cards.
playout_result<std::uint32_t> slow_playout(game_state<ulti> s, std::uint64_t seed) {
    const play_space<ulti> space = space_of<ulti>(order_now(s));
    playout_result<std::uint32_t> out;
    std::uint32_t random = random_start<std::uint32_t>(seed), bits = 0;
    bool first = true;
    while (s.tricks_remaining > 0) {
        const int k = trick_play<ulti>::leading(s) ? 0 : s.trick.num_played;
        if (first || k % 2 == 0) bits = random = random_step(random);
        const std::uint32_t set = space.to_play(rules<ulti>::legal_moves(s));
        const auto r = arch::scale16(bits, arch::popcount(set));
        bits >>= 16;
        rules<ulti>::play_card(s, space.to_card(arch::nth_bit(set, r, 10)));
        first = s.trick.num_played == 3;
        if (s.trick.num_played < 3 || s.trick.current_winner != s.soloist) continue;
        ++out.tricks;
        out.cards |= space.to_play(s.trick.mask);
        if (s.tricks_remaining == 0) out.last = ~0U;
    }
    return out;
}

TEST_CASE("ulti: playouts obey the rules, on every machine and in every width") {
    rng generator(5);
    for (int played = 0; played < 3; ++played) {
        std::vector<game_state<ulti>> states;
        std::vector<position_of<ulti>> positions;
        for (int i = 0; i < 200; ++i) {
            game_state<ulti> s = random_first_lead(ulti{}, generator);
            for (int k = 0; k < played; ++k)
                rules<ulti>::play_card(
                    s, test::random_member({rules<ulti>::legal_moves(s), 0}, generator));
            states.push_back(s);
            positions.push_back(to_position(s));
        }
        std::vector<playout_result<std::uint32_t>> results(1000);
        for (const isa on : available_isas())
            for (const auto width : {playout_width::one, playout_width::lanes}) {
                playouts<ulti>({positions, 7, 0, results}, width, on);
                for (std::size_t i = 0; i < results.size(); ++i)
                    REQUIRE(results[i] ==
                            slow_playout(states[i % states.size()], playout_stream(7, i)));
            }
    }
}

TEST_CASE("ulti: without trumps the JSON says what each defender has doubled") {
    rng generator(4);
    position p = game("ulti").deal(generator, seat::south);  // of three: seat 0 bids first
    REQUIRE(p.to_act() == seat::north);
    for (int k = 0; k < 2; ++k) p.apply(p.legal_actions().front());
    p.apply("betli");
    p.apply("pass");
    p.apply("pass");
    p.apply("stand");
    p.apply(p.legal_actions().front());
    REQUIRE(p.to_act() == seat::east);
    const auto doubled = [&] { return p.to_json()["contract"]["units"][0]["kontra"]; };
    CHECK(doubled() == nlohmann::ordered_json{{"1", 0}, {"2", 0}});
    p.apply("kontra_betli");
    CHECK(doubled() == nlohmann::ordered_json{{"1", 1}, {"2", 0}});
}
