// Contrée through the API: names, options, explanations, and what no position may be.

#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <mu/api/position.h>
#include <mu/cards/text.h>

#include "support/contree.h"
#include "support/refusal.h"

namespace {

using namespace mu;
using options = contree::options;
using state = game_state<contree>;
namespace cc = contree_calls;
using test::bid;
using test::has;
using test::refusal;

}  // namespace

TEST_CASE("contree: actions have names that read back") {
    const position p = game("contree").deal(1);
    CHECK(p.action_text(0) == "7s");
    CHECK(p.action_text(32) == "pass");
    CHECK(p.action_text(33) == "80s");
    CHECK(p.action_text(68) == "160c");
    CHECK(p.action_text(69) == "capot-s");
    CHECK(p.action_text(73) == "coinche");
    CHECK(p.action_text(74) == "surcoinche");
    CHECK(p.action_text(82) == "180c");
    CHECK_THROWS_AS(p.action_text(83), std::invalid_argument);
    for (int a = 0; a < 83; ++a) CHECK(p.parse_action(p.action_text(static_cast<action>(a))) == a);
    CHECK(p.parse_action("82h") == 34);
    CHECK(p.parse_action("100\u2665") == 32 + bid(100, suit::hearts));
    CHECK(p.parse_action("Capot-H") == 70);
    CHECK(p.parse_action("10s") == 6);
    for (const char* text : {"", "85h", "190s", "100", "100n", "100x", "capot", "capot-n", "80hh",
                             "1e2h", "passs", "h", "nt"})
        CHECK_THROWS_AS(p.parse_action(text), parse_error);
}

TEST_CASE("contree: an auction in two steps has ids of its own") {
    const position p = game("contree(contracts=all)").deal(1);
    for (int a = 32; a < 83; ++a)
        CHECK_THROWS_AS(p.action_text(static_cast<action>(a)), std::invalid_argument);
    CHECK(p.action_text(83) == "pass");
    CHECK(p.action_text(84) == "coinche");
    CHECK(p.action_text(85) == "surcoinche");
    CHECK(p.action_text(86) == "80");
    CHECK(p.action_text(87) == "85");
    CHECK(p.action_text(106) == "180");
    CHECK(p.action_text(107) == "190");
    CHECK(p.action_text(115) == "270");
    CHECK(p.action_text(116) == "capot");
    CHECK(p.action_text(117) == "s");
    CHECK(p.action_text(121) == "nt");
    CHECK(p.action_text(122) == "at");
    CHECK_THROWS_AS(p.action_text(123), std::invalid_argument);
    for (int a = 83; a < 123; ++a)
        CHECK(p.parse_action(p.action_text(static_cast<action>(a))) == a);
    CHECK(p.parse_action("82") == 86);
    CHECK(p.parse_action("Capot") == 116);
    CHECK(p.parse_action("AT") == 122);
    CHECK(p.parse_action("\u2665") == 118);
    CHECK(p.parse_action("Jh") == 11);
    CHECK(has(refusal<parse_error>([&] { p.parse_action("105h"); }),
              "a bid is two actions, first 105 and then h"));
    CHECK(
        has(refusal<parse_error>([&] { p.parse_action("capot-at"); }), "first capot and then at"));
    for (const char* text : {"", "81", "185", "280", "79", "n", "1e2"})
        CHECK_THROWS_AS(p.parse_action(text), parse_error);
}

TEST_CASE("contree: an illegal action is explained") {
    // North deals; east has no hearts.
    position p =
        game("contree(cap=170)").deal("N KJ7.A7.A7.7 AT9.-.T98.T9 8.KQJ98.-.K8 Q.T.KQJ.AQJ");
    const auto why = [&](const char* text) {
        return refusal<illegal_action>([&] { p.apply(text); });
    };
    CHECK(has(why("As"), "the auction is not over"));
    CHECK(has(why("coinche"), "there is no bid to coinche"));
    CHECK(has(why("surcoinche"), "there is no coinche to answer"));
    CHECK(has(why("180s"), "the highest bid below capot is 170"));
    p.apply("100s");
    CHECK(has(why("100h"), "a bid must be higher than 100s"));
    p.apply("pass");
    CHECK(has(why("coinche"), "only the other team's bid can be coinched"));
    p.apply("pass");
    p.apply("coinche");
    CHECK(has(why("110s"), "only pass or surcoinche is left"));
    p.apply("pass");
    CHECK(has(why("coinche"), "coinched already"));
    CHECK(has(why("surcoinche"), "only the coinched team"));
    CHECK(has(why("110s"), "only pass is left"));
    p.apply("pass");
    p.apply("pass");
    CHECK(has(why("pass"), "the auction is over"));
    CHECK(has(why("Kh"), "not in the hand"));
    for (const char* text : {"As", "8s", "Qs"}) p.apply(text);
    CHECK(has(why("Ah"), "spades were led"));
    CHECK(has(why("Ks"), "a higher trump must be played: the As can be beaten"));
    for (const char* text : {"Js", "7h"}) p.apply(text);
    CHECK(has(why("Td"), "must trump unless partner is winning"));
    CHECK(p.legal_actions() == std::vector<action>{2, 6});
}

TEST_CASE("contree: options that do not fit are refused by name") {
    CHECK(has(refusal<std::invalid_argument>([] { game("contree(capot=flat, count=made_only)"); }),
              "capot=flat"));
    CHECK(has(refusal<parse_error>([] { game("contree(cap=190)"); }), "160, 170, 180, 270"));
    CHECK(has(refusal<parse_error>([] { game("contree(contracts=nt)"); }), "suits, all"));
    CHECK(has(refusal<parse_error>([] { game("contree(step=1)"); }), "10, 5"));
    CHECK(has(refusal<std::invalid_argument>([] { game("contree(step=5, cap=270, capot=270)"); }),
              "cap=270 is bid by tens"));
    CHECK(has(refusal<std::invalid_argument>([] { game("contree(cap=270)"); }),
              "choose capot=270 or capot=flat"));
    CHECK(game("contree(cap=270, capot=flat)").spec() == "contree(cap=270, capot=flat)");
    CHECK(has(refusal<parse_error>([] { game("contree(no_trump=on)"); }), "no option 'no_trump'"));
    CHECK(game("contree(profile=seed)").spec() == "contree(profile=seed)");
}

TEST_CASE("contree: profiles choose the base, an option overrides them") {
    // North-south have all spades but fail: 80 hearts.
    const std::string deal = "W ATKQJ987.-.-.- -.ATKQJ987.-.- -.-.ATKQJ987.- -.-.-.ATKQJ987";
    const auto failed = [&](const char* spec) {
        position p = game(spec).deal(deal);
        for (const char* call : {"80h", "pass", "pass", "pass"}) p.apply(call);
        while (!p.is_over()) p.apply(p.legal_actions().front());
        return p.score()[1];
    };
    CHECK(failed("contree") == 162 + 80 + 20);
    CHECK(failed("contree(profile=seed)") == 160 + 80 + 20);
    CHECK(failed("contree(profile=seed, base=162)") == 262);
    CHECK(failed("contree(base=160)") == 260);
    CHECK(failed("contree(profile=seed, defence_capot=on)") == 250 + 80 + 20);
}

TEST_CASE("contree: the table shows contract, points and an announced belote") {
    position p =
        game("contree(floor=82)").deal("N A7.A7.A7.A7 T8.T8.T8.T8 KQ.KQ.KQ.KQ J9.J9.J9.J9");
    CHECK(p.to_json()["phase"] == "auction");
    CHECK(p.to_json()["contract"].is_null());
    for (const char* text : {"80s", "coinche", "surcoinche", "Ts", "Ks"}) p.apply(text);
    const auto seen = p.view(seat::north).to_json();
    CHECK(seen["phase"] == "play");
    CHECK(seen["trump"] == "s");
    CHECK(seen["contract"]["value"] == 82);
    CHECK(seen["contract"]["bidder"] == "E");
    CHECK(seen["contract"]["coinche"] == "surcoinche");
    CHECK(seen["belote"] == "S");
    p.apply("Js");
    p.apply("7s");
    CHECK(p.view(seat::north).to_json()["points"] == nlohmann::ordered_json({0, 34}));
}

TEST_CASE("contree: deals and positions that cannot be are refused") {
    const game g("contree");
    CHECK_THROWS_AS(g.deal("N A7.A7.A7.A7 A8.T8.T8.T8 KQ.KQ.KQ.KQ J9.J9.J9.J9"), parse_error);
    CHECK_THROWS_AS(g.deal("N A7.A7.A7.A T8.T8.T8.T8 KQ.KQ.KQ.KQ J9.J9.J9.J9"), parse_error);
    CHECK_THROWS_AS(g.deal("N A7.A7.A7.A7 T8.T8.T8.T8 KQ.KQ.KQ.KQ"), parse_error);

    const auto edited = [](std::string text, const std::string& from, const std::string& to) {
        const std::size_t at = text.find(from);
        REQUIRE(at != std::string::npos);
        return text.replace(at, from.size(), to);
    };
    const auto refused = [&](const position& p, const std::string& from, const std::string& to) {
        CAPTURE(from);
        CAPTURE(to);
        CHECK_THROWS_AS(parse_position(edited(p.state_text(), from, to)), std::invalid_argument);
    };
    position p = g.deal("N A7.A7.A7.A7 T8.T8.T8.T8 KQ.KQ.KQ.KQ J9.J9.J9.J9");
    CHECK(parse_position(p.state_text()).state_text() == p.state_text());
    refused(p, "to_act=E", "to_act=S");
    refused(p, "passes=0", "passes=4");
    refused(p, "phase=0", "phase=2");
    refused(p, "phase=0", "phase=3");
    refused(p, "phase=0", "phase=4");
    refused(p, "coinche=0", "coinche=1");
    refused(p, "bidder=N", "bidder=S");
    refused(p, "trump=n", "trump=h");
    refused(p, "points=0,0", "points=1,0");
    refused(p, "won=0,0", "won=1,0");
    refused(p, "belote=-1", "belote=2");
    p.apply("80s");
    refused(p, "bid=1", "bid=41");
    refused(p, "bid=1", "bid=43");
    refused(p, "phase=0", "phase=1");
    refused(p, "bidder=E", "bidder=S");
    refused(p, "coinche=0", "coinche=2");
    p.apply("coinche");
    refused(p, "bidder=E", "bidder=S");
    for (int k = 0; k < 3; ++k) p.apply("pass");
    refused(p, "to_act=E", "to_act=S");
    refused(p, "trump=s", "trump=h");
    refused(p, "passes=0", "passes=1");
    refused(p, "coinche=1", "coinche=3");
    p.apply("Ts");
    refused(p, "belote=-1", "belote=2");
    p.apply("Ks");
    refused(p, "belote=2", "belote=-1");
    refused(p, "belote=2", "belote=1");
    refused(p, "to_act=W", "to_act=N");
    p.apply("Js");
    p.apply("7s");
    CHECK(parse_position(p.state_text()).state_text() == p.state_text());
    refused(p, "points=0,34", "points=34,0");
    refused(p, "points=0,34", "points=0,33");
    refused(p, "won=0,1", "won=0,2");
    refused(p, "belote=2", "belote=0");

    // A coinche out of turn.
    position open = game("contree(coinche=out_of_turn)")
                        .deal("N A7.A7.A7.A7 T8.T8.T8.T8 KQ.KQ.KQ.KQ J9.J9.J9.J9");
    open.apply("80s");
    CHECK(parse_position(open.state_text()).state_text() == open.state_text());
    for (const auto& [from, to] : {std::pair{"to_act=N", "to_act=S"},
                                   {"to_act=N", "to_act=W"},
                                   {"coinche=0", "coinche=1"},
                                   {"passes=0", "passes=1"}})
        CHECK(has(refusal<std::invalid_argument>(
                      [&] { parse_position(edited(open.state_text(), from, to)); }),
                  "only the bidder's right-hand opponent may interject"));

    // In two steps.
    position two = game("contree(contracts=all, step=5)")
                       .deal("N A7.A7.A7.A7 T8.T8.T8.T8 KQ.KQ.KQ.KQ J9.J9.J9.J9");
    refused(two, "phase=0", "phase=4");
    refused(two, "phase=0", "phase=5");
    two.apply("105");
    CHECK(parse_position(two.state_text()).state_text() == two.state_text());
    refused(two, "bid=94", "bid=95");  // hearts before they are named
    refused(two, "bid=94", "bid=0");
    refused(two, "bid=94", "bid=13");   // 110s in one step
    refused(two, "bid=94", "bid=166");  // 165, above the cap
    refused(two, "bid=94", "bid=250");
    refused(two, "passes=0", "passes=1");
    refused(two, "coinche=0", "coinche=1");
    refused(two, "to_act=E", "to_act=S");
    two.apply("at");
    refused(two, "phase=0", "phase=4");
    for (const char* text : {"pass", "pass", "pass", "Ts"}) two.apply(text);
    refused(two, "trump=n", "trump=s");
    two.apply("Qs");
    CHECK(parse_position(two.state_text()).legal_actions() == two.legal_actions());
    for (const char* text : {"Js", "As"}) two.apply(text);
    CHECK(parse_position(two.state_text()).state_text() == two.state_text());
    refused(two, "points=0,26", "points=0,44");
    refused(two, "bid=99", "bid=98");  // in sans atout the ace would have won
    position suits = game("contree(step=5)").deal(3);
    for (const char* text : {"80", "s"}) suits.apply(text);
    refused(suits, "bid=64", "bid=68");  // 80nt
    refused(p, "phase=2", "phase=4");

    position none = g.deal(7);
    for (int k = 0; k < 4; ++k) none.apply("pass");
    CHECK(none.is_over());
    CHECK(none.score() == std::vector<int>(4, 0));
    CHECK(replay(none.record()) == none);
    CHECK(parse_position(none.state_text()).is_over());
    refused(none, "passes=4", "passes=3");
}
