// Contrée: the auction, the duties of play, the belote and the score, case by case.

#include "support/contree.h"

#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <mu/api/match.h>
#include <mu/api/position.h>
#include <mu/cards/text.h>
#include <mu/games/contree/gather.h>

#include "support/refusal.h"
#include "support/suite.h"

namespace {

using namespace mu;
using options = contree::options;
using state = game_state<contree>;
using calls = std::vector<int>;
namespace cc = contree_calls;
using test::bid;
using test::has;
using test::long_bid;
using test::refusal;

const per_seat<card_mask> some_hands{0xFF, 0xFF00, 0xFF0000, 0xFF000000};

// The auction so far, opened by east: north dealt.
state after(const calls& list, const options& o = {}) {
    state s = contree_start(some_hands, o, seat::north);
    for (const int call : list) {
        REQUIRE(rules<contree>::legal_actions(s).contains(static_cast<action>(32 + call)));
        rules<contree>::apply(s, static_cast<action>(32 + call));
    }
    return s;
}
std::uint64_t mask_after(const calls& list, const options& o = {}) {
    const action_set legal = rules<contree>::legal_actions(after(list, o));
    CHECK(legal.first == 32);
    return legal.mask;
}
std::uint64_t range(int from, int to) {
    std::uint64_t out = 0;
    for (int c = from; c <= to; ++c) out |= cc::bit(c);
    return out;
}

// The legal cards of the next hand, `table` on the table in play order; trumps are spades unless
// another contract is given.
std::string legal_cards(const std::vector<std::string>& table, const std::string& hand,
                        const options& o = {}, int contract = cc::bid(4, suit::spades)) {
    per_seat<card_mask> hands{};
    for (std::size_t k = 0; k < table.size(); ++k) hands[k] = bit(parse_card<contree>(table[k]));
    hands[table.size()] = parse_cards<contree>(hand);
    state s = contree_start_play(hands, o, seat::west, contract, seat::north);
    for (const std::string& c : table) rules<contree>::play_card(s, parse_card<contree>(c));
    return mask_str<contree>(rules<contree>::legal_moves(s));
}

constexpr int P = cc::pass, X = cc::coinche, XX = cc::surcoinche;

}  // namespace

TEST_CASE("contree: ranks and values") {
    const auto trump = contree::trump_order(suit::hearts);
    CHECK(card_points<contree>(suit_masks<contree>[suit::hearts], trump) == 62);
    CHECK(card_points<contree>(suit_masks<contree>[suit::spades], trump) == 30);
    CHECK(card_points<contree>(deck_traits<contree>::all_cards, trump) == 152);
    const auto above = [&](const char* c) {
        return mask_str<contree>(stronger<contree>(parse_card<contree>(c), trump));
    };
    CHECK(above("Jh") == "");
    CHECK(above("9h") == "Jh");
    CHECK(above("Qh") == "9h Jh Kh Th Ah");
    CHECK(above("Ts") == "As");
    CHECK(above("Js") == "Qs Ks Ts As");
}

TEST_CASE("contree: ranks and values without a trump suit") {
    struct row {
        contree::order order;
        std::string ranks;  // low to high
        std::array<int, 8> points;
    };
    for (const auto& [order, ranks, points] :
         {row{contree::order::no_trump, "789JQKTA", {0, 0, 0, 2, 3, 4, 10, 19}},
          row{contree::order::all_trump, "78QKTA9J", {0, 0, 1, 3, 5, 6, 9, 14}}}) {
        CHECK(trump_of<contree>(order) == suit::none);
        CHECK(card_points<contree>(deck_traits<contree>::all_cards, order) == 152);
        const play_space<contree> space = space_of<contree>(order);
        CHECK(space.trumps() == 0);
        for (const char s : std::string("shdc")) {
            card_mask above = 0;
            for (std::size_t i = 8; i-- > 0;) {
                const card c = parse_card<contree>(std::string{ranks[i], s});
                CHECK(card_points<contree>(bit(c), order) == points[i]);
                CHECK(stronger<contree>(c, order) == above);
                CHECK(space.to_card(space.to_play(c)) == c);
                above |= bit(c);
            }
            CHECK(card_points<contree>(above, order) == 38);
        }
    }
}

TEST_CASE("contree: calls are numbered as documented") {
    CHECK(cc::bid(0, suit::spades) == 1);
    CHECK(cc::bid(0, suit::hearts) == 2);
    CHECK(bid(160, suit::clubs) == 36);
    CHECK(bid(250, suit::spades) == 37);
    CHECK(bid(170, suit::spades) == 43);
    CHECK(bid(180, suit::clubs) == 50);
    for (int tens = 0; tens <= 11; ++tens)
        for (const suit s : all_suits) {
            const int level = tens == 11 ? cc::level_capot : 2 * tens;
            CHECK(cc::is_bid(cc::bid(level, s)));
            CHECK(!cc::is_bid_in_two_steps(cc::bid(level, s)));
            CHECK(cc::level_of(cc::bid(level, s)) == level);
            CHECK(cc::suit_of(cc::bid(level, s)) == s);
        }
    std::set<int> numbers;
    for (int level = 0; level < cc::level_count; ++level)
        for (int in = 0; in < cc::strain_count; ++in) {
            const auto strain = static_cast<cc::strain>(in);
            const int number = cc::bid_in_two_steps(level, strain);
            numbers.insert(number);
            CHECK(cc::is_bid_in_two_steps(number));
            CHECK(cc::level_of(number) == level);
            CHECK(cc::strain_of(number) == strain);
            CHECK(cc::is_capot(number) == (level == 30));
        }
    CHECK(numbers.size() == 31 * 6);
    CHECK(*numbers.begin() == 64);
    CHECK(*numbers.rbegin() == 249);  // a byte
    for (const int other : {0, 41, 42, 51, 63, 250, 255}) CHECK(!cc::is_bid(other));
    CHECK(cc::number_of(0) == 80);
    CHECK(cc::number_of(1) == 85);
    CHECK(cc::number_of(20) == 180);
    CHECK(cc::number_of(21) == 190);
    CHECK(cc::number_of(29) == 270);
    for (int level = 0; level < cc::level_capot; ++level)
        CHECK(cc::level_at(cc::number_of(level)) == level);
}

TEST_CASE("contree: what may be called") {
    const int h100 = bid(100, suit::hearts);
    CHECK(mask_after({}) == 0x1ffffffffff);
    CHECK(mask_after({P, P, P}) == 0x1ffffffffff);
    CHECK(mask_after({h100}) == (range(0, 0) | range(13, 41)));
    CHECK(mask_after({h100, P}) == (range(0, 0) | range(13, 40)));
    CHECK(mask_after({h100, X}) == (cc::bit(P) | cc::bit(XX)));
    CHECK(mask_after({h100, X, P}) == cc::bit(P));  // the coincher's partner
    CHECK(mask_after({h100, X, P, P}) == (cc::bit(P) | cc::bit(XX)));
    CHECK(mask_after({h100, P, P, X}) == (cc::bit(P) | cc::bit(XX)));
    const int capot = bid(250, suit::clubs);
    CHECK(mask_after({capot}) == (cc::bit(P) | cc::bit(X)));
    CHECK(mask_after({capot, P}) == cc::bit(P));
    CHECK(mask_after({bid(160, suit::clubs)}) == (cc::bit(P) | range(37, 41)));
    // Over a bid of the partner, after an own pass.
    CHECK(mask_after({P, P, h100, P}) == (range(0, 0) | range(13, 40)));
}

TEST_CASE("contree: how the auction ends") {
    const int h100 = bid(100, suit::hearts);
    SUBCASE("four passes: the deal is void") {
        const state s = after({P, P, P, P});
        CHECK(rules<contree>::is_over(s));
        CHECK(rules<contree>::legal_actions(s).mask == 0);
        CHECK(score(s, {}) == std::array<int, 4>{});
    }
    SUBCASE("three passes after the last bid") {
        const state s = after({P, P, P, h100, P, P, P});
        CHECK(s.extra.stage == contree::phase::play);
        CHECK(s.trump == suit::hearts);
        CHECK(s.extra.bidder == seat::north);
        CHECK(s.current_player == seat::east);  // whoever bid, the seat after the dealer leads
    }
    SUBCASE("three passes after the coinche: the count starts again") {
        state s = after({h100, P, P, X, P, P});
        CHECK(s.extra.stage == contree::phase::auction);
        rules<contree>::apply(s, 32 + P);
        CHECK(s.extra.stage == contree::phase::play);
        CHECK(s.extra.coinche == 1);
    }
    SUBCASE("a surcoinche ends it at once") {
        const state s = after({h100, X, XX});
        CHECK(s.extra.stage == contree::phase::play);
        CHECK(s.extra.coinche == 2);
        CHECK(s.current_player == seat::east);
    }
    SUBCASE("a seat that passed may speak again") {
        const state s = after({P, bid(80, suit::clubs), P, P, bid(90, suit::spades)});
        CHECK(s.extra.bidder == seat::east);
    }
    SUBCASE("the longest auction has 37 calls") {
        calls list{P, P, P};
        for (const int value : {80, 90, 100, 110, 120, 130, 140, 150, 160, 250}) {
            list.push_back(bid(value, suit::diamonds));
            list.insert(list.end(), {P, P});
        }
        list.insert(list.end(), {X, P, P});
        REQUIRE(list.size() == 36);
        CHECK(after(list).extra.stage == contree::phase::auction);
        list.push_back(XX);
        CHECK(after(list).extra.stage == contree::phase::play);
    }
}

TEST_CASE("contree: higher caps") {
    const options cap170{.house = {.cap = contree_cap::at_170}};
    const options cap180{.house = {.cap = contree_cap::at_180}};
    CHECK(mask_after({}, cap170) == (0x1ffffffffff | range(43, 46)));
    CHECK(mask_after({}, cap180) == (0x1ffffffffff | range(43, 50)));
    CHECK(mask_after({bid(160, suit::spades)}, cap180) ==
          (range(0, 0) | range(37, 41) | range(43, 50)));
    CHECK(mask_after({bid(170, suit::spades)}, cap180) ==
          (range(0, 0) | range(37, 41) | range(47, 50)));
    CHECK(mask_after({bid(180, suit::spades), P}, cap180) == (range(0, 0) | range(37, 40)));
    CHECK(mask_after({bid(250, suit::spades)}, cap180) == (cc::bit(P) | cc::bit(X)));
    CHECK(contree_value(bid(180, suit::hearts), cap180) == 180);
    CHECK(contree_value(1, {.floor = 82}) == 82);
    CHECK(contree_value(5, {.floor = 82}) == 90);
    CHECK(contree_value(37, {.capot = options::capot_rule::value_270}) == 270);
}

TEST_CASE("contree: a bid in two steps is a level, then a strain") {
    const auto named = [](std::initializer_list<const char*> list) {
        return std::vector<std::string>(list.begin(), list.end());
    };
    const auto legal = [](const position& p) {
        std::vector<std::string> out;
        for (const action a : p.legal_actions()) out.push_back(p.action_text(a));
        return out;
    };
    const std::string deal = "N A7.A7.A7.A7 T8.T8.T8.T8 KQ.KQ.KQ.KQ J9.J9.J9.J9";
    SUBCASE("tens, with all contracts") {
        position p = game("contree(contracts=all)").deal(deal);
        CHECK(legal(p) == named({"pass", "80", "90", "100", "110", "120", "130", "140", "150",
                                 "160", "capot"}));
        p.apply("140");
        CHECK(p.to_act() == seat::east);  // still
        CHECK(legal(p) == named({"s", "h", "d", "c", "nt", "at"}));
        CHECK(p.to_json()["phase"] == "strain");
        CHECK(p.to_json()["contract"]["bid"] == "140");
        p.apply("at");
        CHECK(p.to_act() == seat::south);
        CHECK(p.to_json()["contract"]["bid"] == "140at");
        CHECK(legal(p) == named({"pass", "coinche", "150", "160", "capot"}));
        p.apply("capot");
        p.apply("nt");
        CHECK(p.to_json()["contract"]["bid"] == "capot-nt");
        CHECK(legal(p) == named({"pass", "coinche"}));
        p.apply("coinche");
        CHECK(legal(p) == named({"pass", "surcoinche"}));
    }
    SUBCASE("fives, in suits") {
        position p = game("contree(step=5)").deal(deal);
        CHECK(legal(p).size() == 1 + 17 + 1);
        p.apply("155");
        CHECK(legal(p) == named({"s", "h", "d", "c"}));
        p.apply("h");
        CHECK(legal(p) == named({"pass", "coinche", "160", "capot"}));
        p.apply("coinche");
        p.apply("surcoinche");
        CHECK(p.to_json()["trump"] == "h");
        CHECK(p.to_json()["contract"]["value"] == 155);
        CHECK(p.record() == "contree/1 step=5 | " + deal + " | 155 h coinche surcoinche");
    }
    SUBCASE("up to 270, below capot") {
        position p = game("contree(cap=270, capot=270)").deal(deal);
        CHECK(legal(p).size() == 1 + 20 + 1);
        for (const char* text : {"260", "s"}) p.apply(text);
        CHECK(legal(p) == named({"pass", "coinche", "270", "capot"}));
        for (const char* text : {"270", "d"}) p.apply(text);
        CHECK(p.to_json()["contract"]["value"] == 270);
        CHECK(legal(p) == named({"pass", "coinche", "capot"}));
        for (const char* text : {"capot", "c"}) p.apply(text);
        CHECK(p.to_json()["contract"]["value"] == 270);
    }
    SUBCASE("coinche out of turn waits for the strain") {
        position p = game("contree(step=5, coinche=out_of_turn)").deal(deal);
        p.apply("105");
        CHECK(p.to_act() == seat::east);
        p.apply("h");
        CHECK(p.to_act() == seat::north);
        CHECK(legal(p) == named({"pass", "coinche"}));
    }
    SUBCASE("passes are counted from the bid") {
        position p = game("contree(step=5)").deal(deal);
        for (const char* text : {"pass", "pass", "pass", "85", "c", "pass", "pass"}) p.apply(text);
        CHECK(p.to_json()["phase"] == "auction");
        p.apply("pass");
        CHECK(p.to_json()["phase"] == "play");
        CHECK(p.to_act() == seat::east);
        position none = game("contree(step=5)").deal(deal);
        for (int k = 0; k < 4; ++k) none.apply("pass");
        CHECK(none.is_over());
    }
    SUBCASE("what is not legal is explained") {
        position p = game("contree(step=5, cap=170)").deal(deal);
        const auto why = [&](const char* text) {
            return refusal<illegal_action>([&] { p.apply(text); });
        };
        CHECK(has(why("h"), "a bid begins with its number"));
        CHECK(has(why("175"), "bids go by 5 from 80 to 170, and capot"));
        CHECK(has(why("coinche"), "there is no bid to coinche"));
        CHECK(has(why("As"), "the auction is not over"));
        p.apply("105");
        CHECK(has(why("pass"), "the bid of 105 still needs its suit"));
        CHECK(has(why("110"), "the bid of 105 still needs its suit"));
        CHECK(has(why("nt"), "only suits can be bid"));
        p.apply("h");
        CHECK(has(why("105"), "a bid must be higher than 105h"));
        p.apply("coinche");
        CHECK(has(why("110"), "only pass or surcoinche is left"));
        CHECK(has(refusal<illegal_action>([&] { p.apply(action{33}); }), "no action 33"));
    }
}

TEST_CASE("contree: coinche out of turn") {
    const options o{.house = {.coinche_out_of_turn = true}};
    const int h100 = bid(100, suit::hearts);
    CHECK(mask_after({}, o) == 0x1ffffffffff);
    // East bids. North, who would speak last, is asked first.
    state s = after({h100}, o);
    CHECK(s.current_player == seat::north);
    CHECK(mask_after({h100}, o) == (cc::bit(P) | cc::bit(X)));
    SUBCASE("he lets it go: south speaks as if nothing had been said") {
        CHECK(after({h100, P}, o).current_player == seat::south);
        CHECK(mask_after({h100, P}, o) == (range(0, 0) | range(13, 41)));
        CHECK(after({h100, P, P, P, P}, o).extra.stage == contree::phase::play);
    }
    SUBCASE("he coinches: the bidder speaks next") {
        CHECK(after({h100, X}, o).current_player == seat::east);
        CHECK(mask_after({h100, X}, o) == (cc::bit(P) | cc::bit(XX)));
        CHECK(after({h100, X, P, P, P}, o).extra.coinche == 1);
    }
}

TEST_CASE("contree: the cards that may be played") {
    // Trump led.
    CHECK(legal_cards({"7s"}, "Qs 9s Ah") == "9s Qs");
    CHECK(legal_cards({"Ts"}, "Qs 7s Ah") == "7s Qs");
    CHECK(legal_cards({"Js"}, "9d Ah") == "Ah 9d");
    CHECK(legal_cards({"9s", "7s"}, "Js 8s") == "Js");
    // A plain suit led.
    CHECK(legal_cards({"Ah"}, "7h Ks Ad") == "7h");
    CHECK(legal_cards({"Ah"}, "Ks 7s Ad") == "7s Ks");
    CHECK(legal_cards({"Ah"}, "Kd Tc") == "Kd Tc");
    CHECK(legal_cards({"Ah", "7d"}, "Ks 9d") == "Ks 9d");
    CHECK(legal_cards({"7h", "Th"}, "Ks 9d") == "Ks");
    CHECK(legal_cards({"7h", "8s"}, "Ks 9d") == "Ks");
    CHECK(legal_cards({"7h", "As"}, "Ks 8s 9d") == "8s Ks 9d");
    CHECK(legal_cards({"7h", "As"}, "Ks 8s") == "8s Ks");
    CHECK(legal_cards({"8h", "Ks", "Th"}, "9s 7d") == "9s 7d");
    CHECK(legal_cards({"8h", "Ks", "Th"}, "9s 7s") == "7s 9s");
    CHECK(legal_cards({"8h", "Ks", "As"}, "9s 7d") == "9s");
    CHECK(legal_cards({"8h", "Ks", "9s"}, "As 7d") == "As 7d");
}

TEST_CASE("contree: the three duties on which tables differ") {
    const options beat{.house = {.overtrump_ruffing_partner = true}};
    CHECK(legal_cards({"8h", "Ks", "Th"}, "9s 7s", beat) == "9s");
    CHECK(legal_cards({"8h", "Ks", "Th"}, "8s 7s", beat) == "7s 8s");  // none is higher
    CHECK(legal_cards({"8h", "Ks", "Th"}, "9s 7d", beat) == "9s 7d");
    CHECK(legal_cards({"8h", "7s", "Th"}, "8s Js", beat) == "8s Js");
    CHECK(legal_cards({"Ah", "7d"}, "Ks 9s", beat) == "9s Ks");  // partner did not ruff

    const options forced{.house = {.undertrump_forced = true}};
    CHECK(legal_cards({"7h", "As"}, "Ks 8s 9d", forced) == "8s Ks");
    CHECK(legal_cards({"7h", "As"}, "Td 9d", forced) == "9d Td");
    CHECK(legal_cards({"8h", "Ks", "Th"}, "8s 7d", forced) == "8s 7d");  // partner is winning

    const options under_partner{.house = {.overtrump_partner = false}};
    CHECK(legal_cards({"9s", "7s"}, "Js 8s", under_partner) == "8s Js");
    CHECK(legal_cards({"7s", "9s"}, "Js 8s", under_partner) == "Js");  // an opponent's nine
    CHECK(legal_cards({"9s", "7s"}, "Ah Js 8s", under_partner) == "8s Js");
}

TEST_CASE("contree: the cards that may be played in sans atout and tout atout") {
    const options all{.house = {.all_contracts = true}};
    const auto no_trump = [&](const std::vector<std::string>& table, const std::string& hand) {
        return legal_cards(table, hand, all, long_bid(100, cc::strain::no_trump));
    };
    CHECK(no_trump({"7h"}, "8h Ah Js") == "8h Ah");
    CHECK(no_trump({"Ah", "7h"}, "8h Th Js") == "8h Th");
    CHECK(no_trump({"7h"}, "Ks 9s 8d") == "9s Ks 8d");
    const auto all_trump = [&](const std::vector<std::string>& table, const std::string& hand,
                               bool over_partner = true) {
        options o = all;
        o.house.overtrump_partner = over_partner;
        return legal_cards(table, hand, o, long_bid(100, cc::strain::all_trump));
    };
    CHECK(all_trump({"Ah"}, "7h 9h Jh Js") == "9h Jh");
    CHECK(all_trump({"9h"}, "7h Ah Js") == "7h Ah");
    CHECK(all_trump({"7h", "9h"}, "8h Ah Js") == "8h Ah");  // the nine cannot be beaten
    CHECK(all_trump({"9h", "7h"}, "8h Jh Js") == "Jh");     // partner's nine must be
    CHECK(all_trump({"7h", "Js"}, "8h Kh 9s") == "8h Kh");  // a discard beats nothing
    CHECK(all_trump({"7h", "Js"}, "9s Ad") == "9s Ad");     // void: any card
    CHECK(all_trump({"Th", "Js", "Qh"}, "8h Ah") == "Ah");  // partner discarded
    CHECK(all_trump({"7h", "Ah", "8h"}, "Qh 9h") == "9h");  // fourth, over partner
    CHECK(all_trump({"9h", "7h"}, "8h Jh Js", false) == "8h Jh");
    CHECK(all_trump({"7h", "9h"}, "8h Jh Js", false) == "Jh");
}

TEST_CASE("contree: sans atout and tout atout are played and counted") {
    // Each player has one suit; north leads.
    const std::string deal = "W ATKQJ987.-.-.- -.ATKQJ987.-.- -.-.ATKQJ987.- -.-.-.ATKQJ987";
    for (const char* strain : {"nt", "at"}) {
        position p = game("contree(contracts=all)").deal(deal);
        for (const char* text : {"80", strain, "pass", "pass", "pass"}) p.apply(text);
        CHECK(p.to_json()["trump"] == strain);
        while (!p.is_over()) p.apply(p.legal_actions().front());
        const auto end = p.to_json();
        CHECK(end["points"] == nlohmann::ordered_json({252, 0}));
        CHECK(end["belote"].is_null());  // no trump suit, no belote
        CHECK(p.score() == std::vector<int>{332, 0, 332, 0});
    }
    // North has king and queen of all suits; the first trick counts what the strain says.
    const auto first_trick = [](const char* strain, std::initializer_list<const char*> cards) {
        position p = game("contree(contracts=all)")
                         .deal("W KQ.KQ.KQ.KQ A7.A7.A7.A7 J9.J9.J9.J9 T8.T8.T8.T8");
        for (const char* text : {"80", strain, "pass", "pass", "pass"}) p.apply(text);
        for (const char* c : cards) p.apply(c);
        CHECK(p.to_json()["belote"].is_null());
        return p.to_json()["points"].dump() + p.to_json()["trick"]["winner"].dump();
    };
    CHECK(first_trick("nt", {"Ks", "7s", "9s", "Ts"}) == "[0,14]\"W\"");
    CHECK(first_trick("nt", {"Ks", "As", "Js", "8s"}) == "[0,25]\"E\"");
    CHECK(first_trick("at", {"Ks", "As", "Js", "8s"}) == "[23,0]\"S\"");
    CHECK(first_trick("at", {"Ks", "As", "9s", "Ts"}) == "[23,0]\"S\"");
    position p =
        game("contree(contracts=all)").deal("W KQ.KQ.KQ.KQ A7.A7.A7.A7 J9.J9.J9.J9 T8.T8.T8.T8");
    for (const char* text : {"80", "at", "pass", "pass", "pass", "Ks"}) p.apply(text);
    CHECK(has(refusal<illegal_action>([&] { p.apply("7s"); }),
              "a higher card must be played: the Ks can be beaten"));
    CHECK(has(refusal<illegal_action>([&] { p.apply("Ah"); }), "spades were led"));
}

TEST_CASE("contree: the score, case by case") {
    struct row {
        int value, coinche, x, b, d, tricks;  // tricks of the taker
        int taker, defence;
    };
    // In the order of the table in docs/games/contree.md.
    const std::vector<row> table{{80, 0, 92, 0, 0, 5, 172, 70},  {80, 0, 80, 0, 0, 4, 160, 82},
                                 {100, 0, 99, 0, 0, 5, 0, 262},  {100, 0, 88, 20, 0, 5, 208, 74},
                                 {100, 0, 79, 20, 0, 4, 0, 282}, {90, 0, 95, 0, 20, 5, 185, 87},
                                 {110, 0, 252, 0, 0, 8, 362, 0}, {110, 0, 252, 0, 20, 8, 362, 20},
                                 {80, 1, 100, 0, 0, 5, 322, 0},  {80, 1, 100, 0, 20, 5, 342, 0},
                                 {120, 1, 60, 20, 0, 3, 0, 422}, {120, 2, 130, 0, 0, 6, 522, 0},
                                 {120, 2, 252, 0, 0, 8, 612, 0}, {100, 0, 0, 0, 0, 0, 0, 262},
                                 {250, 0, 252, 0, 0, 8, 502, 0}, {250, 0, 252, 20, 0, 8, 522, 0},
                                 {250, 1, 252, 0, 0, 8, 752, 0}, {250, 2, 252, 20, 0, 8, 1022, 0},
                                 {250, 0, 150, 0, 0, 7, 0, 412}, {250, 2, 150, 0, 0, 7, 0, 912},
                                 {160, 0, 162, 0, 0, 7, 322, 0}};
    for (std::size_t i = 0; i < table.size(); ++i)
        for (const int team : {0, 1}) {
            const row& r = table[i];
            CAPTURE(i + 1);
            const auto t = static_cast<std::size_t>(team);
            contree_outcome deal{
                .taker = team, .value = r.value, .capot = r.value == 250, .coinche = r.coinche};
            deal.points[t] = r.x;
            deal.points[1 - t] = r.tricks == 8 ? 0 : r.tricks == 0 ? 252 : 162 - r.x;
            deal.tricks[t] = r.tricks;
            deal.tricks[1 - t] = 8 - r.tricks;
            deal.belote[t] = r.b;
            deal.belote[1 - t] = r.d;
            const auto score = contree_score(deal, {});
            CHECK(score[t] == r.taker);
            CHECK(score[1 - t] == r.defence);
        }
}

TEST_CASE("contree: the options of the score") {
    using pair = std::array<int, 2>;
    const contree_outcome made{
        .taker = 0, .value = 80, .points = {95, 67}, .tricks = {5, 3}, .belote = {0, 20}};
    contree_outcome failed = made;
    failed.value = 120;
    failed.belote = {20, 0};  // 115 do not make 120
    contree_outcome doubled = made;
    doubled.coinche = 1;
    contree_outcome redoubled = made;
    redoubled.coinche = 2;

    CHECK(contree_score(made, {}) == pair{175, 87});
    CHECK(contree_score(made, {.round = options::rounding::half_up}) == pair{180, 90});
    CHECK(contree_score(made, {.round = options::rounding::half_down}) == pair{170, 90});
    contree_outcome close = made;  // rounding never makes a contract
    close.value = 100;
    CHECK(contree_score(close, {.round = options::rounding::half_up}) == pair{0, 280});

    CHECK(contree_score(failed, {}) == pair{0, 302});
    CHECK(contree_score(failed, {.base = 160}) == pair{0, 300});
    CHECK(contree_score(failed, {.belote_kept = true}) == pair{20, 282});
    CHECK(contree_score(doubled, {}) == pair{342, 0});
    CHECK(contree_score(doubled, {.base = 160}) == pair{340, 0});
    CHECK(contree_score(doubled, {.belote_kept = true}) == pair{342, 0});  // no failure
    CHECK(contree_score(redoubled, {}) == pair{422, 0});
    CHECK(contree_score(redoubled, {.surcoinche = 4}) == pair{502, 0});

    CHECK(contree_score(made, {.count = options::counting::bid_only}) == pair{80, 20});
    CHECK(contree_score(made, {.count = options::counting::made_only}) == pair{95, 87});
    CHECK(contree_score(failed, {.count = options::counting::bid_only}) == pair{0, 140});
    CHECK(contree_score(failed, {.count = options::counting::made_only}) == pair{0, 182});
    CHECK(contree_score(redoubled, {.count = options::counting::bid_only}) == pair{260, 0});
    CHECK(contree_score(redoubled, {.count = options::counting::made_only}) == pair{182, 0});

    const contree_outcome swept{.taker = 1, .value = 100, .points = {252, 0}, .tricks = {8, 0}};
    CHECK(contree_score(swept, {}) == pair{262, 0});
    CHECK(contree_score(swept, {.defence_capot = true}) == pair{352, 0});
    CHECK(contree_score(swept, {.base = 160, .defence_capot = true}) == pair{350, 0});

    contree_outcome capot{
        .taker = 0, .value = 250, .capot = true, .points = {252, 0}, .tricks = {8, 0}};
    const options flat{.capot = options::capot_rule::flat};
    for (const int level : {0, 1, 2}) {
        capot.coinche = level;
        CHECK(contree_score(capot, flat) == pair{500 << level, 0});
    }
    CHECK(contree_score(capot, {.base = 160}) == pair{250 + 750, 0});
    capot.points = {150, 12};
    capot.tricks = {7, 1};
    capot.belote = {20, 0};
    CHECK(contree_score(capot, flat) == pair{0, 2020});
    CHECK(contree_score(made, flat) == pair{175, 87});  // only capots are flat
}

TEST_CASE("contree: belote is announced with the first card of the pair") {
    // South has king and queen of trumps; in the other deal east has the queen.
    per_seat<card_mask> together{
        parse_hand<contree>("A7.A7.A7.A7"), parse_hand<contree>("T8.T8.T8.T8"),
        parse_hand<contree>("KQ.KQ.KQ.KQ"), parse_hand<contree>("J9.J9.J9.J9")};
    per_seat<card_mask> apart = together;
    const card_mask swap = parse_cards<contree>("8s Qs");
    apart[1] ^= swap;
    apart[2] ^= swap;
    const auto start = [](const auto& hands) {
        return contree_start_play(hands, {}, seat::north, bid(80, suit::spades), seat::east);
    };
    state a = start(together), b = start(apart);
    CHECK(contree_belote_holder(a) == 2);
    CHECK(contree_belote_holder(b) == -1);
    const auto play = [&](const char* c) {
        rules<contree>::play_card(a, parse_card<contree>(c));
        rules<contree>::play_card(b, parse_card<contree>(c));
    };
    play("Ts");
    CHECK(view_of(a, seat::north) == view_of(b, seat::north));
    CHECK(contree_belote_holder(view_of(a, seat::north).seen) == -1);
    CHECK(contree_belote_holder(view_of(a, seat::south).seen) == 2);
    play("Ks");
    CHECK(a.extra.belote == 2);
    CHECK(b.extra.belote == -1);
    CHECK(!(view_of(a, seat::north) == view_of(b, seat::north)));
    CHECK(contree_belote_holder(view_of(a, seat::north).seen) == 2);
    while (!rules<contree>::is_over(a))
        rules<contree>::play_card(a, ops::lsb_index(rules<contree>::legal_moves(a)));
    CHECK(a.extra.belote == 2);
    CHECK(contree_result(a, {}).belote == std::array{20, 0});
}

TEST_CASE("contree: the last trick counts 10, or 100 for all eight") {
    // North has all trumps.
    const per_seat<card_mask> hands{
        parse_hand<contree>("ATKQJ987.-.-.-"), parse_hand<contree>("-.ATKQJ987.-.-"),
        parse_hand<contree>("-.-.ATKQJ987.-"), parse_hand<contree>("-.-.-.ATKQJ987")};
    for (const suit trump : {suit::spades, suit::hearts}) {
        state s = contree_start_play(hands, {}, seat::west, bid(250, trump), seat::north);
        while (!rules<contree>::is_over(s))
            rules<contree>::play_card(s, ops::lsb_index(rules<contree>::legal_moves(s)));
        const bool north = trump == suit::spades;
        CHECK(s.tricks_won[0] == (north ? 8 : 0));
        CHECK(s.extra.points[0] == (north ? 252 : 0));
        CHECK(s.extra.points[1] == (north ? 0 : 252));
        CHECK(s.extra.belote == (north ? 0 : 1));
        CHECK(score(s, {})[0] == (north ? 522 : 0));
        CHECK(score(s, {})[1] == (north ? 0 : 162 + 250 + 20));
    }
}

TEST_CASE("contree: a match goes to the target, a tie to another deal") {
    contree_match m;
    m = contree_add_deal(m, {1999, 1000}, {});
    CHECK(m.winner == -1);
    m = contree_add_deal(m, {11, 1010}, {});
    CHECK(m.totals == std::array{2010, 2010});
    CHECK(m.winner == -1);
    CHECK(contree_add_deal(m, {0, 0}, {}).winner == -1);
    CHECK(contree_add_deal(m, {80, 162}, {}).winner == 1);
    CHECK(contree_add_deal(contree_match{}, {2000, 0}, {}).winner == 0);
    CHECK(contree_add_deal(contree_match{}, {2000, 0}, {.target = 2001}).winner == -1);
    CHECK(contree_add_deal(contree_match{}, {2100, 2090}, {}).winner == 0);
}

TEST_CASE("contree: gathered cards are stacked by team, cut, and dealt 3-3-2") {
    rng generator(5);
    for (int i = 0; i < 50; ++i) {
        state s = test::random_deal<contree>({}, generator);
        const state start = s;
        std::vector<action> history;
        std::vector<card> won[2];
        while (!rules<contree>::is_over(s)) {
            const action a = test::random_member(rules<contree>::legal_actions(s), generator);
            history.push_back(a);
            rules<contree>::apply(s, a);
            if (s.trick.num_played == 4)
                for (int k = 0; k < 4; ++k)
                    won[partnership_of(s.current_player)].push_back(
                        s.trick.cards[seat_after<contree>(s.trick.lead_seat, k)]);
        }
        const contree_stack stack = contree_gather(start, history);
        won[0].insert(won[0].end(), won[1].begin(), won[1].end());
        REQUIRE(std::vector<card>(stack.begin(), stack.end()) == won[0]);
    }
    contree_stack stack{};
    for (std::size_t i = 0; i < 32; ++i) stack[i] = static_cast<card>(i);
    std::array<card_mask, 4> places{};
    contree_deal_stack(stack, 0, places);
    CHECK(places[0] ==
          (bit(0) | bit(1) | bit(2) | bit(12) | bit(13) | bit(14) | bit(24) | bit(25)));
    contree_deal_stack(stack, 31, places);
    CHECK((places[0] & 0x80000003) == 0x80000003);
    // Nobody bids: the hands are stacked, from the dealer's left.
    const std::array<action, 4> passes{32, 32, 32, 32};
    const auto hands = contree_gather(contree_start(some_hands, {}, seat::north), passes);
    CHECK(hands[0] == 8);
    CHECK(hands[31] == 7);

    // Through the API: after a deal that was passed out there are but 32 next ones, one per cut.
    match m{game("contree(gathered_deal=on)")};
    position p = m.next_deal(generator);
    for (int k = 0; k < 4; ++k) p.apply("pass");
    m.add(p);
    std::set<std::string> deals;
    for (int i = 0; i < 2000; ++i) deals.insert(m.next_deal(generator).deal_text());
    CHECK(deals.size() == 32);
}
