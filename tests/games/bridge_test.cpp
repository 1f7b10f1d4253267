// The worked examples of the rules, the options, and the playouts.

#include <set>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <mu/api/match.h>
#include <mu/cards/text.h>
#include <mu/engine/playouts.h>
#include <mu/games/bridge.h>

#include "support/counts.h"
#include "support/naive_playout.h"

namespace {

using namespace mu;
using state = game_state<bridge>;

const std::string first_deal =
    "none QJT942.A7.AJ4.75 8753.96.853.KQJ4 6.KQT32.Q9.AT862 AK.J854.KT762.93";

// A deal with its calls made, "N 1H P 3H P".
position auction(const std::string& text, const std::string& spec = "bridge") {
    position p = game(spec).deal(text.substr(0, 1) + " " + first_deal);
    for (std::size_t at = 1; at < text.size();) {
        const std::size_t from = text.find_first_not_of(' ', at);
        at = std::min(text.find(' ', from), text.size());
        p.apply(text.substr(from, at - from));
    }
    return p;
}

std::string contract_of(const position& p) {
    const auto json = p.to_json();
    if (json["phase"] == "passed_out") return "passed out";
    return json["contract"].get<std::string>() + " by " + json["declarer"].get<std::string>() +
           ", " + json["turn"].get<std::string>() + " leads, dummy " +
           json["dummy"].get<std::string>();
}

std::string refusal(position p, std::string_view call) {
    try {
        p.apply(call);
    } catch (const illegal_action& e) {
        return e.what();
    }
    return "legal";
}

bool says(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

constexpr auto clubs = denomination::clubs, diamonds = denomination::diamonds,
               hearts = denomination::hearts, spades = denomination::spades,
               no_trump = denomination::no_trump;
constexpr auto undoubled = doubling::none, doubled = doubling::doubled,
               redoubled = doubling::redoubled;

constexpr int scored(int level, denomination d, doubling stake, bool vul, int tricks) {
    return duplicate_score(make_bridge_bid(level, d), stake, vul, tricks);
}

}  // namespace

TEST_CASE("bridge: contract and declarer of the worked auctions") {
    CHECK(contract_of(auction("N 1H P 3H P 4H P P P")) == "4H by N, E leads, dummy S");
    CHECK(contract_of(auction("S 1D 1S X 2S 3D P P P")) == "3D by S, W leads, dummy N");
    CHECK(contract_of(auction("E P P P 1NT P 3NT P P P")) == "3NT by N, E leads, dummy S");
    CHECK(contract_of(auction("W 1C X XX 1S 2C P P P")) == "2C by W, N leads, dummy E");
    CHECK(contract_of(auction("N 1S 2H 2S 3H P 4H P P X P P P")) == "4HX by E, S leads, dummy W");
    const position out = auction("N P P P P");
    CHECK(contract_of(out) == "passed out");
    CHECK(out.is_over());
    CHECK(out.score() == std::vector<int>{0, 0, 0, 0});
}

TEST_CASE("bridge: what may be called") {
    CHECK(auction("N").legal_actions().size() == 36);
    CHECK(auction("N P P P").legal_actions().size() == 36);  // the fourth player still calls
    CHECK(auction("N 7NT").legal_actions() == std::vector<action>{bridge::pass, bridge::x});
    CHECK(auction("N 7NT X").legal_actions() == std::vector<action>{bridge::pass, bridge::xx});
    CHECK(says(refusal(auction("N 1H P"), "X"), "does not double its own bid"));
    CHECK(says(refusal(auction("N 1H X P"), "XX"), "redoubles its own bid only"));
    CHECK(says(refusal(auction("N 1H X P"), "X"), "doubled already"));
    CHECK(says(refusal(auction("N 1H P P"), "1H"), "higher than 1H"));
    CHECK(says(refusal(auction("N 1H P P"), "1D"), "higher than 1H"));
    CHECK(says(refusal(auction("N P"), "X"), "no bid to double"));
    CHECK(says(refusal(auction("N P"), "XX"), "no bid to redouble"));
    CHECK(says(refusal(auction("N 1H P"), "XX"), "not doubled"));
    CHECK(says(refusal(auction("N 1H X XX P"), "XX"), "redoubled already"));
    CHECK(says(refusal(auction("N"), "Tc"), "after the auction"));
    CHECK(says(refusal(auction("N"), "claim3"), "in the play"));
    CHECK(says(refusal(auction("N 1H P P P"), "2H"), "the auction is over"));
    CHECK(says(refusal(auction("N 1H P P P"), "P"), "no claims"));
    CHECK(says(refusal(auction("N 1H P P P"), "As"), "not in the hand"));
}

TEST_CASE("bridge: the longest auction has 319 calls") {
    position p = auction("N P P P");
    for (bridge_bid b = 0; b < bridge_bid_count; ++b) {
        p.apply(bridge::bid_action(b));
        for (const char* call : {"P", "P", "X", "P", "P", "XX", "P", "P"}) p.apply(call);
    }
    p.apply("P");
    CHECK(p.history().size() == 319);
    CHECK(p.to_json()["phase"] == "play");
    CHECK(p.to_json()["contract"] == "7NTXX");
}

TEST_CASE("bridge: names of actions") {
    const position p = auction("N"), play = auction("N 1C P P P");
    CHECK(p.parse_action("7C") == bridge::bid_action(make_bridge_bid(7, clubs)));
    CHECK(p.parse_action("7c") == bridge::bid_action(make_bridge_bid(7, clubs)));
    CHECK(play.parse_action("7c") == parse_card<bridge>("7c"));
    CHECK(p.parse_action("c7") == parse_card<bridge>("7c"));
    CHECK(p.parse_action("1c") == bridge::first_bid);
    CHECK(p.parse_action("3nt") == bridge::bid_action(make_bridge_bid(3, no_trump)));
    CHECK(p.parse_action("3N") == bridge::bid_action(make_bridge_bid(3, no_trump)));
    CHECK(p.parse_action("pass") == bridge::pass);
    CHECK(p.parse_action("xx") == bridge::xx);
    CHECK_THROWS_AS(p.parse_action("8NT"), parse_error);
    CHECK_THROWS_AS(p.parse_action("claim14"), parse_error);
    std::set<std::string> names;
    for (int a = 0; a <= bridge::reject; ++a) {
        const std::string name = p.action_text(static_cast<action>(a));
        CHECK((a < bridge::pass ? play : p).parse_action(name) == a);
        names.insert(name);
    }
    CHECK(names.size() == 106);
    CHECK_THROWS_AS(p.action_text(106), std::invalid_argument);
}

TEST_CASE("bridge: duplicate scores of the worked examples") {
    CHECK(scored(1, no_trump, undoubled, false, 7) == 90);
    CHECK(scored(2, spades, undoubled, false, 8) == 110);
    CHECK(scored(2, spades, undoubled, false, 10) == 170);
    CHECK(scored(3, no_trump, undoubled, true, 10) == 630);
    CHECK(scored(4, hearts, undoubled, false, 10) == 420);
    CHECK(scored(5, diamonds, undoubled, true, 11) == 600);
    CHECK(scored(6, no_trump, undoubled, false, 12) == 990);
    CHECK(scored(6, spades, undoubled, true, 13) == 1460);
    CHECK(scored(7, clubs, undoubled, true, 13) == 2140);
    CHECK(scored(2, diamonds, doubled, false, 8) == 180);
    CHECK(scored(2, hearts, doubled, false, 8) == 470);
    CHECK(scored(3, clubs, doubled, false, 9) == 470);
    CHECK(scored(1, clubs, doubled, true, 9) == 540);
    CHECK(scored(1, no_trump, redoubled, false, 7) == 560);
    CHECK(scored(1, clubs, redoubled, true, 8) == 630);
    CHECK(scored(7, no_trump, redoubled, true, 13) == 2980);
    CHECK(scored(4, spades, undoubled, true, 8) == -200);
    CHECK(scored(4, spades, doubled, true, 7) == -800);
    CHECK(scored(5, clubs, doubled, false, 7) == -800);
    CHECK(scored(4, spades, redoubled, false, 5) == -2200);

    int best = 0, worst = 0;
    for (bridge_bid b = 0; b < bridge_bid_count; ++b)
        for (const doubling stake : {undoubled, doubled, redoubled})
            for (const bool vul : {false, true})
                for (int tricks = 0; tricks <= 13; ++tricks) {
                    best = std::max(best, duplicate_score(b, stake, vul, tricks));
                    worst = std::min(worst, duplicate_score(b, stake, vul, tricks));
                }
    CHECK(best == 3160);
    CHECK(worst == -7600);
}

TEST_CASE("bridge: boards, IMPs and matchpoints") {
    CHECK(board_vulnerability(7) == vul_both);
    CHECK(board_vulnerability(12) == vul_ns);
    CHECK(board_vulnerability(16) == vul_ew);
    CHECK(board_vulnerability(17) == board_vulnerability(1));
    CHECK(board_dealer(4) == seat::west);
    CHECK(imps(620 - 170) == 10);
    CHECK(imps(420 - 450) == -1);
    const std::array scores{620, 620, 650, -100, 170};
    std::array<int, 5> points{};
    matchpoints(scores, points);
    CHECK(points == std::array{5, 5, 8, 0, 2});
}

TEST_CASE("bridge: par of the worked examples") {
    // Tricks in C D H S NT of both partners of a side.
    const auto par = [](std::array<std::uint8_t, 5> ns, std::array<std::uint8_t, 5> ew,
                        vulnerability vul, seat dealer = seat::north) {
        return par_score(trick_table{ns, ew, ns, ew}, dealer, vul);
    };
    CHECK(par({12, 9, 8, 9, 10}, {1, 3, 5, 4, 3}, vul_none) == 920);
    CHECK(par({9, 2, 9, 2, 3}, {4, 10, 4, 10, 7}, vul_both) == -500);
    CHECK(par({8, 11, 6, 11, 10}, {5, 0, 7, 0, 0}, vul_none) == 450);
    CHECK(par({6, 6, 6, 6, 6}, {6, 6, 6, 6, 6}, vul_both) == 0);
    // Both sides make 1NT: whoever calls first gets it.
    CHECK(par({6, 6, 6, 6, 7}, {6, 6, 6, 6, 7}, vul_none, seat::north) == 90);
    CHECK(par({6, 6, 6, 6, 7}, {6, 6, 6, 6, 7}, vul_none, seat::west) == -90);
}

TEST_CASE("bridge: dummy lies open after the opening lead and declarer plays it") {
    position p = auction("N 1H P 3H P 4H P P P");
    for (int k = 0; k < 4; ++k) CHECK(p.view(static_cast<seat>(k)).to_json()["open_hands"].empty());
    CHECK(p.to_act() == seat::east);
    p.apply("9h");
    CHECK(p.to_act() == seat::north);  // for south
    for (int k = 0; k < 4; ++k) {
        const auto view = p.view(static_cast<seat>(k)).to_json();
        CHECK(view["open_hands"].size() == 1);
        CHECK(view["open_hands"]["S"] == "6s 2h 3h Th Qh Kh 9d Qd 2c 6c 8c Tc Ac");
        CHECK(view["legal"].empty() == (k != 0));
    }
    CHECK(p.view(seat::south).to_json()["hand"].size() == 13);
    CHECK(says(refusal(p, "7h"), "not in dummy's hand"));
    CHECK(says(refusal(p, "6s"), "hearts were led"));
    p.apply("Kh");
    CHECK(p.to_act() == seat::west);
    p.apply("4h");
    p.apply("7h");
    CHECK(p.to_act() == seat::north);  // dummy won the trick
    CHECK(p.to_json()["turn"] == "S");
}

TEST_CASE("bridge: claims") {
    position p = auction("N 1H P P P", "bridge(claims=on)");
    CHECK(says(refusal(p, "P"), "after the opening lead"));
    p.apply("9h");
    position claim = p;
    claim.apply("claim");
    CHECK(claim.to_act() == seat::north);
    CHECK(claim.legal_actions().size() == 14);
    CHECK(says(refusal(claim, "Kh"), "claim0 to claim13"));
    CHECK(claim.view(seat::west).to_json()["open_hands"].size() == 2);  // who claims shows his hand
    claim.apply("claim9");
    CHECK(claim.to_act() == seat::east);
    CHECK(says(refusal(claim, "Kh"), "accept or reject"));
    claim.apply("accept");
    CHECK(claim.to_act() == seat::west);

    position agreed = claim;
    agreed.apply("accept");
    CHECK(agreed.is_over());
    CHECK(agreed.score()[0] == 140);
    CHECK(agreed.to_json()["tricks_won"] == std::vector{9, 4});

    claim.apply("reject");
    CHECK(claim.to_act() == seat::north);
    CHECK(says(refusal(claim, "P"), "refused in this trick"));
    for (const char* card : {"Kh", "4h", "7h"}) claim.apply(card);
    CHECK(claim.to_json()["open_hands"].size() == 2);  // seen is seen
    claim.apply("6s");
    CHECK(claim.to_act() == seat::west);
    claim.apply("P");  // a defender: declarer and his partner are asked
    claim.apply("claim0");
    CHECK(claim.to_act() == seat::north);
    claim.apply("accept");
    CHECK(claim.to_act() == seat::east);
    claim.apply("accept");
    CHECK(claim.to_json()["tricks_won"] == std::vector{13, 0});
}

TEST_CASE("bridge: a rubber") {
    const auto made = [](int level, denomination d, seat who) {
        return bridge_contract{make_bridge_bid(level, d), doubling::none, who};
    };
    rubber_sheet sheet;
    sheet = rubber_add(sheet, rubber_points(made(2, spades, seat::north), sheet.vul(), 9));
    CHECK(sheet.below == std::array{60, 0});
    CHECK(sheet.total == std::array{90, 0});
    sheet = rubber_add(sheet, rubber_points(made(3, clubs, seat::east), sheet.vul(), 7));
    CHECK(sheet.total == std::array{190, 0});  // two down
    sheet = rubber_add(sheet, rubber_points(made(2, hearts, seat::south), sheet.vul(), 8));
    CHECK(sheet.games == std::array{1, 0});  // 60 + 60
    CHECK(sheet.below == std::array{0, 0});
    CHECK(sheet.vul() == vul_ns);
    sheet = rubber_add(sheet, rubber_points(made(6, no_trump, seat::west), sheet.vul(), 12));
    CHECK(sheet.total == std::array{250, 690});
    CHECK(sheet.vul() == vul_both);
    sheet = rubber_add(sheet, rubber_points(made(5, clubs, seat::north), sheet.vul(), 11));
    CHECK(sheet.total == std::array{850, 690});
    CHECK(sheet.winner == 0);

    rubber_sheet quick;
    for (int deal = 0; deal < 2; ++deal)
        quick = rubber_add(quick, rubber_points(made(4, hearts, seat::west), quick.vul(), 10));
    CHECK(quick.total == std::array{0, 940});
    CHECK(quick.winner == 1);
}

TEST_CASE("bridge: honours in one hand count in a rubber") {
    // South holds A K Q J of hearts, west all four aces but that of hearts.
    const std::string deal =
        "N none T98765.T.T98.T98 432.5432.432.432 KQ.AKQJ6.KQ5.KQ5 AJ.987.AJ76.AJ76";
    const auto end_score = [&](const std::string& spec, const char* bid) {
        position p = game(spec).deal(deal);
        for (const char* call : {"P", "P", bid, "P", "P", "P"}) p.apply(call);
        while (!p.is_over()) p.apply(p.legal_actions().front());
        return p.score()[0];
    };
    const int plain = end_score("bridge(scoring=rubber)", "4H");
    CHECK(end_score("bridge(scoring=rubber, honours=on)", "4H") == plain + 100);
    const int no_trumps = end_score("bridge(scoring=rubber)", "3NT");
    CHECK(end_score("bridge(scoring=rubber, honours=on)", "3NT") == no_trumps);
}

TEST_CASE("bridge: a match of rubber makes sides vulnerable by their games") {
    for (int i = 0; i < test::count(20, 2000); ++i) {
        rng generator = rng(5).split(static_cast<std::uint64_t>(i));
        match m{game("bridge(scoring=rubber, honours=on)")};
        std::string vulnerable = "none";
        while (!m.is_over()) {
            REQUIRE(m.deals_played() < 2000);
            position p = m.next_deal(generator);
            REQUIRE(p.to_json()["vulnerable"] == vulnerable);
            // A low contract by anybody, so that it may be made.
            p.apply(static_cast<action>(bridge::first_bid + generator.below(15)));
            for (int passes = 0; passes < 3; ++passes) p.apply("P");
            while (!p.is_over()) {
                const auto legal = p.legal_actions();
                p.apply(legal[generator.below(legal.size())]);
            }
            m.add(p);
            const std::string text = m.text();
            if (says(text, "games 0:0")) vulnerable = "none";
            if (says(text, "games 1:0")) vulnerable = "ns";
            if (says(text, "games 0:1")) vulnerable = "ew";
            if (says(text, "games 1:1")) vulnerable = "both";
        }
        REQUIRE(m.winner() >= 0);
    }
}

TEST_CASE("bridge: boards of a duplicate match") {
    rng generator(6);
    match m{game("bridge(boards=4)")};
    for (const char* vulnerable : {"none", "ns", "ew", "both"}) {
        position p = m.next_deal(generator);
        CHECK(p.to_json()["vulnerable"] == vulnerable);
        p.apply("1C");
        while (!p.is_over()) p.apply(p.legal_actions().front());
        m.add(p);
    }
    CHECK(m.is_over() == (m.totals()[0] != 0));
    CHECK(m.totals()[0] == -m.totals()[1]);

    match level{game("bridge(boards=4)")};  // passed out: level, so extra boards are played
    int boards = 0;
    for (; !level.is_over(); ++boards) {
        position p = level.next_deal(generator);
        for (int k = 0; k < 4; ++k) p.apply("P");
        level.add(p);
    }
    CHECK(boards == 8);
    CHECK(level.winner() == 1);
}

TEST_CASE("bridge: options that contradict each other are refused") {
    CHECK_THROWS_AS(game("bridge(honours=on)"), std::invalid_argument);
    CHECK_THROWS_AS(game("bridge(scoring=rubber, vul=both)"), std::invalid_argument);
    CHECK_THROWS_AS(game("bridge(scoring=rubber, boards=8)"), std::invalid_argument);
    CHECK_THROWS_AS(game("bridge(vul=all)"), std::invalid_argument);
    CHECK_THROWS_AS(game("bridge(vul=ns)").deal("N " + first_deal), parse_error);
    CHECK(game("bridge(vul=ns)").deal(deal_number{7}).to_json()["vulnerable"] == "ns");
    CHECK(game("bridge").deal(deal_number{7}, seat::north, 3).to_json()["vulnerable"] == "both");
    for (const char* bad : {"N", "N none", "X none", "N nobody", "N none AKQ... ... ... ..."})
        CHECK_THROWS_AS(game("bridge").deal(bad), parse_error);
}

TEST_CASE("bridge: impossible positions are refused") {
    const std::string good = auction("N 1H P P P 9h Kh").state_text();
    CHECK(parse_position(good).state_text() == good);
    const auto with = [&](const std::string& from, const std::string& to) {
        std::string text = good;
        const std::size_t at = text.find(" " + from);
        REQUIRE(at != std::string::npos);
        return text.replace(at + 1, from.size(), to);
    };
    for (const auto& [from, to] :
         std::vector<std::pair<std::string, std::string>>{{"vul=0", "vul=4"},
                                                          {"phase=1", "phase=6"},
                                                          {"phase=1", "phase=0"},
                                                          {"phase=1", "phase=4"},
                                                          {"phase=1", "phase=2"},
                                                          {"phase=1", "phase=5"},
                                                          {"last_bid=2", "last_bid=35"},
                                                          {"last_bid=2", "last_bid=255"},
                                                          {"last_bid=2", "last_bid=3"},
                                                          {"stake=0", "stake=3"},
                                                          {"passes=3", "passes=2"},
                                                          {"named=4,0,0,0", "named=4,0,4,0"},
                                                          {"named=4,0,0,0", "named=0,0,0,0"},
                                                          {"named=4,0,0,0", "named=36,0,0,0"},
                                                          {"declarer=N", "declarer=S"},
                                                          {"declarer=N", "declarer=E"},
                                                          {"trump=h", "trump=s"},
                                                          {"turn=W", "turn=N"},
                                                          {"won=0,0", "won=1,0"},
                                                          {"left=13", "left=12"},
                                                          {"faced=4", "faced=0"},
                                                          {"faced=4", "faced=20"},
                                                          {"honours=0", "honours=50"},
                                                          {"claims=0", "claims=1"},
                                                          {"claim_refused=0", "claim_refused=1"},
                                                          {"claimed=0", "claimed=3"},
                                                          {"accepted=0", "accepted=1"}}) {
        CAPTURE(to);
        CHECK_THROWS_AS(parse_position(with(from, to)), std::invalid_argument);
    }
}

// --- Playouts ----------------------------------------------------------------------------------

TEST_CASE("bridge: playouts are the same on every instruction set and width") {
    rng generator(8);
    std::vector<position_of<bridge>> positions;
    for (int i = 0; i < 64; ++i)
        positions.push_back(to_position(random_first_lead(bridge{}, generator)));
    std::vector<playout_result<word_of<bridge>>> expected(1000), found(1000);
    playouts<bridge>({positions, 42, 0, expected}, playout_width::one, isa::portable);
    for (const isa on : available_isas())
        for (const playout_width width : {playout_width::one, playout_width::lanes}) {
            playouts<bridge>({positions, 42, 0, found}, width, on);
            CHECK(found == expected);
        }
}

TEST_CASE("bridge: playouts are random play by the rules, seed by seed") {
    rng generator(9);
    for (int i = 0; i < 300; ++i) {
        state s = random_first_lead(bridge{}, generator);
        for (std::uint64_t cards = generator.below(52); cards > 0; --cards)
            rules<bridge>::apply(s, ops::lsb_index(rules<bridge>::legal_actions(s).mask));
        const std::uint64_t seed = generator.next();
        REQUIRE(playout<bridge::play>(to_position(s), seed) == test::naive_playout(s, seed));
    }
}
