// What people type for an action, besides the text that we print.

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <mu/api/position.h>

#include "support/refusal.h"

namespace {

using namespace mu;
using test::has;
using test::refusal;

// All of these mean the action that is printed as `canonical`.
void means(const position& p, const std::string& canonical,
           const std::vector<std::string>& phrases) {
    for (const std::string& phrase : phrases) {
        CAPTURE(phrase);
        CHECK(p.action_text(p.parse_action(phrase)) == canonical);
    }
}
std::string refused(const position& p, const std::string& phrase) {
    return refusal<parse_error>([&] { p.parse_action(phrase); });
}
// The actions of a text, as they are printed.
std::string several(const position& p, const std::string& text) {
    std::string out;
    for (const action a : p.parse_actions(text)) out += (out.empty() ? "" : " ") + p.action_text(a);
    return out;
}

}  // namespace

TEST_CASE("words: bridge") {
    position p = game("bridge(claims=on)").deal(deal_number{12345});
    means(p, "2H", {"2H", "2h", "2 hearts", "2 Heart", "2♥", " 2h ", "2-h"});
    means(p, "1NT", {"1nt", "1n", "1 NT", "1 no trump", "1 no-trumps"});
    means(p, "7C", {"7c", "7 clubs"});
    means(p, "P", {"p", "P", "pass", "Pass", "no bid"});
    p.apply("2 hearts");
    means(p, "X", {"x", "X", "double", "Double", "dbl"});
    CHECK(has(refusal<illegal_action>([&] { p.apply("2c"); }), "a bid must be higher than 2H"));
    p.apply("double");
    means(p, "XX", {"xx", "redouble", "rdbl"});
    for (int k = 0; k < 3; ++k) p.apply("pass");
    // Now cards are played, and 2h is one.
    means(p, "2h", {"2h", "h2", "2♥"});
    p.apply(p.legal_actions().front());
    p.apply("claim");
    means(p, "claim3", {"claim3", "claim 3", "3"});
    p.apply("claim 3");
    means(p, "accept", {"yes", "accept", "OK"});
    means(p, "reject", {"no", "reject"});
}

TEST_CASE("words: a ten is written out, other ranks are letters") {
    const auto shown = [](const std::string& deal) {
        return game("euchre").deal(deal).public_view().status().at(0);
    };
    CHECK(has(shown("N Th AKQ.A.9.- T9.K9.K.- J.-.AQT.A -.QJ.J.KQ"), "10♥"));
    CHECK(has(shown("N Jh AKQ.A.9.- T9.K9.K.- J.-.AQT.A -.QT.J.KQ"), "J♥"));
}

TEST_CASE("words: euchre") {
    const std::string deal = "N Jh AKQ.A.9.- T9.K9.K.- J.-.AQT.A -.QT.J.KQ";
    position p = game("euchre").deal(deal);
    means(p, "h",
          {"order up", "Order it up", "order", "pick it up", "pick up", "hearts", "heart", "♥", "h",
           "H"});
    means(p, "pass", {"pass", "p", "Pass"});
    means(p, "h-alone", {"hearts alone", "h alone", "H-Alone", "order up alone"});
    CHECK(has(refusal<illegal_action>([&] { p.apply("hearts alone"); }), "after the call"));
    for (int k = 0; k < 4; ++k) p.apply("p");
    means(p, "c", {"clubs", "club", "c", "♣"});
    CHECK_THROWS_AS(p.parse_action("order up"), parse_error);
    p.apply("clubs");
    means(p, "alone", {"alone", "go alone", "Alone", "yes"});
    means(p, "with", {"with", "with partner", "no"});

    position lone = game("euchre(alone_with_call=on, no_trump=on)").deal(deal);
    means(lone, "h-alone", {"alone", "order up alone"});
    for (int k = 0; k < 4; ++k) lone.apply("pass");
    means(lone, "nt", {"nt", "no trump", "n"});
    CHECK(has(refused(lone, "alone"), "s-alone d-alone c-alone nt-alone"));
}

TEST_CASE("words: contree") {
    position p = game("contree").deal(deal_number{1});
    means(p, "90h", {"90h", "90 hearts", "90 Heart", "90♥", "90-h", "90H"});
    means(p, "capot-c", {"capot-c", "capot clubs", "Capot C"});
    means(p, "pass", {"pass", "passe", "p", "PASS"});
    p.apply("90 hearts");
    means(p, "coinche", {"coinche", "Coinche", "double", "contre", "x"});
    p.apply("double");
    means(p, "surcoinche", {"surcoinche", "redouble", "surcontre", "xx"});
    for (const char* text : {"85h", "hearts", "190s", "100"})
        CHECK_THROWS_AS(p.parse_action(text), parse_error);

    position two = game("contree(contracts=all, step=5)").deal(deal_number{1});
    CHECK(several(two, "105h") == "105 h");
    CHECK(several(two, "105 hearts") == "105 h");
    CHECK(several(two, "capot-at") == "capot at");
    CHECK(several(two, "80 sans atout") == "80 nt");
    CHECK(several(two, "105") == "105");
    CHECK(several(two, "pass") == "pass");
    CHECK_THROWS_AS(two.parse_actions("105x"), parse_error);
    two.apply("105");
    means(two, "at", {"at", "tout atout", "all trumps"});
    means(two, "h", {"h", "hearts", "♥"});
}

TEST_CASE("words: jass") {
    position p = game("jass(slalom=on)").deal(deal_number{1});
    means(p, "O", {"O", "obenabe", "Obenabe", "oben", "top-down"});
    means(p, "U", {"U", "undenufe", "unden", "bottom up"});
    means(p, "H", {"H", "h", "hearts", "trump hearts", "Trumpf Herz", "♥", "herz"});
    means(p, "push", {"push", "schieben", "Schieben", "geschoben"});
    means(p, "slalom_U", {"slalom_U", "slalom unden", "slalomu"});
    CHECK(has(refused(p, "slalom"), "slalom_O slalom_U"));
    p.apply("trump hearts");
    CHECK_THROWS_AS(p.parse_action("hearts"), parse_error);
}

TEST_CASE("words: a prediction of differenzler is one number") {
    position p = game("differenzler").deal(deal_number{1});
    CHECK(several(p, "47") == "40+ +7");
    CHECK(several(p, "0") == "0+ +0");
    CHECK(several(p, " 157 ") == "150+ +7");
    CHECK(several(p, "40+") == "40+");
    for (const char* text : {"158", "1000", "-3", "4.7", ""})
        CHECK_THROWS_AS(p.parse_actions(text), parse_error);
    p.apply("40+");
    CHECK(several(p, "7") == "+7");
    CHECK_THROWS_AS(p.parse_actions("47"), parse_error);
    p.apply("+7");
    for (int k = 0; k < 3; ++k)
        for (const action a : p.parse_actions("30")) p.apply(a);
    CHECK_THROWS_AS(p.parse_actions("7"), parse_error);  // cards are played
}

TEST_CASE("words: snapszer") {
    position p = game("snapszer").deal("1 HA K.KQ.KQ.- Q.A.T.KQ HT BT BJ LA LJ AA AT AJ HJ");
    means(p, "BT", {"BT", "bT", "B10", "🔔T", "bells T", "tök 10", "TT"});
    means(p, "AK", {"AK", "makk király", "acorns K", "🌰K", "mk"});
    means(p, "HA", {"piros ász", "PA", "♥A", "hearts ace"});
    means(p, "marryB", {"marryB", "marry bells", "marriage bells", "tök marriage"});
    means(p, "exchange", {"exchange", "swap", "csere"});
    means(p, "close", {"close", "Takar"});
    CHECK(has(refused(p, "marriage"), "marryB marryL"));
    CHECK(has(refused(p, "20"), "marryB marryL"));
    means(p, "marryH", {"40"});
}

TEST_CASE("words: ulti") {
    position p = game("ulti").deal("0 -.J987.QJ7.KQ7 ATKQ7.AT.98.J98 J98.KQ.ATK.AT");
    means(p, "HA", {"HA", "piros ász", "♥A", "PA", "hearts ace"});
    means(p, "L9", {"L9", "zöld 9", "leaf 9", "🍃9", "Z9"});
    CHECK(several(p, "L9 L8") == "L8 L9");
    CHECK(several(p, "L8, L9") == "L8 L9");
    CHECK(several(p, "zöld8 z9") == "L8 L9");
    CHECK(several(p, "L8") == "L8");
    for (const action a : p.parse_actions("L9 L8")) p.apply(a);
    means(p, "P_ulti", {"P_ulti", "p ulti", "piros ulti", "red ulti"});
    means(p, "passz", {"passz", "pass", "Passz"});
    means(p, "P_40-100_ulti", {"P 40-100 ulti", "piros 40-100 ulti"});
    means(p, "T_betli", {"terített betli", "open betli"});
    means(p, "P_T_durchmars", {"piros terített durchmars", "red open durchmars"});
    p.apply("piros ulti");
    means(p, "pass", {"pass", "p", "passz"});
    means(p, "pick_up", {"pick up", "pick_up", "felvesz"});
    p.apply("pass");
    p.apply("p");
    means(p, "stand", {"stand", "pass", "play"});
}

TEST_CASE("words: skat") {
    const std::string deal = "0 AQ.JQ7.AK8.T8 JTK9.9.9.AKQ7 7.ATK8.JTQ.J9";
    position p = game("skat").deal(deal);
    means(p, "18", {"18"});
    means(p, "pass", {"pass", "p", "Passe", "weg", "nein", "no"});
    CHECK_THROWS_AS(p.parse_action("hold"), parse_error);  // nothing has been said yet
    p.apply("18");
    means(p, "18", {"18", "hold", "h", "yes", "y", "ja"});
    CHECK(has(refusal<illegal_action>([&] { p.apply("20"); }), "hold 18 or to pass"));
    p.apply("passe");
    p.apply("weg");
    position by_hand = p;
    means(p, "pick_up", {"pick_up", "pick up", "take", "skat"});
    means(p, "hand", {"hand", "h", "no"});
    p.apply("take");
    CHECK(several(p, "HT C9") == "HT C9");
    CHECK(several(p, "c9, ht") == "HT C9");
    CHECK(several(p, "D7") == "D7");
    CHECK_THROWS_AS(p.parse_actions("HT C9 D7"), parse_error);
    for (const action a : p.parse_actions("C9 HT")) p.apply(a);
    means(p, "diamonds", {"diamonds", "D", "Karo"});
    means(p, "clubs", {"clubs", "C", "Kreuz"});
    means(p, "grand", {"grand", "G"});
    means(p, "null", {"null", "N"});
    means(p, "null_ouvert", {"null ouvert", "No"});
    CHECK(has(refusal<illegal_action>([&] { p.apply("Herz schneider"); }), "hand games only"));
    CHECK_THROWS_AS(p.parse_action("take"), parse_error);  // of another phase

    by_hand.apply("h");
    means(by_hand, "diamonds_schneider", {"Ds", "Karo Schneider", "diamonds schneider"});
    means(by_hand, "clubs_schwarz", {"Cz", "kreuzschwarz"});
    means(by_hand, "grand_ouvert", {"Go", "grand ouvert"});

    position contra = game("skat(contra=on)").deal(deal);
    for (const char* word : {"18", "p", "p", "hand", "Pik"}) contra.apply(word);
    means(contra, "contra", {"contra", "Kontra", "double"});
    means(contra, "no_contra", {"pass", "p", "no"});
    contra.apply("kontra");
    means(contra, "re", {"re", "Rekontra", "redouble"});
}
