// The API: what it refuses, how it says so, and that nothing changes when it does.

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <mu/api/match.h>
#include <mu/api/position.h>

#include "support/game_specs.h"
#include "support/refusal.h"

namespace {

using namespace mu;
using test::has;
using test::refusal;

// North dealt, so East leads.
const std::string hearts_deal =
    "N h A532.AK2.9876.32 K764.QJT.AKQ.987 QJT.9876.5432.AK 98.543.JT.QJT654";

position hearts() { return game("whist(trump=h)").deal(hearts_deal); }

}  // namespace

TEST_CASE("a game is named with its options, and says what it was given") {
    const game g("whist( honours = on,trump=h )");
    CHECK(g.spec() == "whist(trump=h, honours=on)");
    CHECK(g.option("trump") == "h");
    CHECK(g.option("rubber") == "off");
    CHECK(game("whist").spec() == "whist");
    CHECK(game("whist()") == game("whist(trump=turn_up)"));
    CHECK(g.info().seats == 4);
    CHECK(!games().empty());
}

TEST_CASE("unknown games, options and values are refused with the choices") {
    CHECK(has(refusal<parse_error>([] { game("whisk"); }), "games: whist"));
    CHECK(has(refusal<parse_error>([] { game("whist(trumps=h)"); }),
              "options: trump, honours, game, rubber"));
    CHECK(has(refusal<parse_error>([] { game("whist(trump=x)"); }), "choices: turn_up, s, h"));
    CHECK(has(refusal<parse_error>([] { game("whist(trump=h, trump=s)"); }), "given twice"));
    CHECK(has(refusal<std::invalid_argument>([] { game("whist(game=american, honours=on)"); }),
              "honours=off"));
    for (const char* text : {"", "(", "whist(", "whist(trump", "whist(trump=", "whist(trump=h",
                             "whist(trump=h,)", "whist)", "whist x", "whist(,)"})
        CHECK_THROWS_AS(game{text}, parse_error);
    CHECK_THROWS_AS(game("whist").option("nope"), std::invalid_argument);
}

TEST_CASE("every choice of every option makes a game, or is refused by what it contradicts") {
    for (const game_info& info : games())
        for (const option_info& o : info.options) {
            int made = 0;
            for (const std::string& choice : o.choices) {
                const std::string spec = info.name + "(" + o.key + "=" + choice + ")";
                CAPTURE(spec);
                try {
                    const game g(spec);
                    CHECK(g.option(o.key) == choice);
                    ++made;
                } catch (const std::invalid_argument& e) {
                    CHECK(has(e.what(), "="));
                    CHECK(choice != o.preset);
                }
            }
            CHECK(made > 0);
        }
}

TEST_CASE("deals come by number, by chance and by text, and are checked") {
    const game g("whist(trump=none)");
    CHECK(to_string(g.deal_count()) == "53644737765488792839237440000");
    CHECK(g.deal(deal_number{0}).deal_text() ==
          "N n -.-.-.AKQJT98765432 AKQJT98765432.-.-.- -.AKQJT98765432.-.- -.-.AKQJT98765432.-");
    CHECK_THROWS_AS(g.deal(g.deal_count()), std::invalid_argument);
    CHECK_THROWS_AS(g.deal(deal_number{0}, static_cast<seat>(4)), std::invalid_argument);
    CHECK_THROWS_AS(g.deal(deal_number{0}, seat::north, -1), std::invalid_argument);
    rng a(9), b(9);
    CHECK(g.deal(a, seat::south) == g.deal(b, seat::south));

    const game given("whist(trump=h)");
    const std::string cards = hearts_deal.substr(4);
    CHECK(given.deal(hearts_deal).deal_text() == hearts_deal);
    CHECK(has(refusal<parse_error>([&] { given.deal("N s " + cards); }), "trump=h"));
    CHECK(has(refusal<parse_error>([&] { given.deal("N h " + cards + " x"); }), "unexpected"));
    CHECK(has(refusal<parse_error>([&] { given.deal("N h AK.-.-.-"); }), "13 cards, this one 2"));
    CHECK(has(refusal<parse_error>([&] { given.deal("N h"); }), "missing: a hand"));
    CHECK(has(refusal<parse_error>([&] { given.deal("X h " + cards); }), "^"));
    CHECK(has(refusal<parse_error>([&] {
                  given.deal("N h " + cards.substr(0, cards.find(' ') + 1) +
                             cards.substr(0, cards.rfind(' ')));
              }),
              "dealt twice"));
    CHECK(has(refusal<parse_error>([&] { game("whist").deal("N 4s " + cards); }),
              "does not hold the turned-up card"));
}

TEST_CASE("an illegal action is explained and changes nothing") {
    position p = hearts();
    CHECK(p.to_act() == seat::east);
    const position before = p;
    CHECK(has(refusal<illegal_action>([&] { p.apply("As"); }), "not in the hand"));
    CHECK(has(refusal<illegal_action>([&] { p.apply(action{60}); }), "no action 60"));
    CHECK_THROWS_AS(p.apply("banana"), parse_error);
    CHECK(p == before);

    p.apply("Qh");
    CHECK(has(refusal<illegal_action>([&] { p.apply("Qs"); }), "hearts were led"));
    CHECK(has(refusal<illegal_action>([&] { p.apply("Qs"); }), "legal: 6h 7h 8h 9h"));
    CHECK(p.history().size() == 1);
}

TEST_CASE("actions are counted, and a mask flags the legal ones") {
    for (const std::string& spec : test::game_specs()) {
        CAPTURE(spec);
        const game g(spec);
        const auto all = static_cast<std::size_t>(g.action_count());
        CHECK(all >= static_cast<std::size_t>(g.info().deck.card_count()));
        // No two actions have one name. Not every number below the count is one.
        std::set<std::string> names;
        std::size_t named = 0;
        for (std::size_t a = 0; a < all + 20; ++a) {
            try {
                names.insert(g.action_text(static_cast<action>(a)));
                ++named;
                CHECK(a < all);
            } catch (const std::invalid_argument&) {
                CHECK(a + 1 != all);
                CHECK(a >= static_cast<std::size_t>(g.info().deck.card_count()));
            }
        }
        CHECK(names.size() == named);

        rng r(8);
        for (int i = 0; i < 3; ++i) {
            position p = g.deal(r);
            for (bool over = false; !over;) {
                // What stood there is overwritten.
                std::vector<std::uint8_t> mask(all, 7), of_list(all, 0);
                p.legal_mask(mask);
                for (const action a : p.legal_actions()) {
                    REQUIRE(a < all);
                    of_list[a] = 1;
                    CHECK(p.legal().contains(a));
                    CHECK(names.contains(p.action_text(a)));
                }
                CHECK(mask == of_list);
                over = p.is_over();
                CHECK((std::ranges::count(mask, 1) == 0) == over);
                if (!over) p.apply(p.legal().draw(r));
            }
            for (const std::size_t wrong : {std::size_t{0}, all - 1, all + 1}) {
                std::vector<std::uint8_t> mask(wrong, 7);
                CHECK(has(refusal<std::invalid_argument>([&] { p.legal_mask(mask); }),
                          "a mask for " + std::to_string(wrong) + " actions, not for the " +
                              std::to_string(all) + " of " + g.info().name));
                CHECK(std::ranges::count(mask, 7) == static_cast<std::ptrdiff_t>(wrong));
            }
        }
    }
}

TEST_CASE("undo takes actions back one by one") {
    position p = hearts();
    std::vector<position> path{p};
    for (int i = 0; i < 20; ++i) {
        p.apply(p.legal_actions().back());
        path.push_back(p);
    }
    for (int i = 20; i > 0; --i) {
        p.undo();
        CHECK(p == path[static_cast<std::size_t>(i) - 1]);
    }
    CHECK_THROWS_AS(p.undo(), std::logic_error);
}

TEST_CASE("a finished deal has a score and no more actions") {
    position p = hearts();
    CHECK(p.score() == std::vector<int>{0, 0, 0, 0});
    while (!p.is_over()) p.apply(p.legal_actions().front());
    const auto score = p.score();
    CHECK(score[0] == score[2]);
    CHECK(score[1] == score[3]);
    CHECK(score[0] + score[1] > 0);
    CHECK(p.legal_actions().empty());
    CHECK_THROWS_AS(p.apply("As"), illegal_action);
    CHECK_THROWS_AS(p.to_act(), std::logic_error);
}

TEST_CASE("a view shows the observer's cards and the table, and no more") {
    position p = hearts();
    p.apply("Qh");
    p.apply("6h");
    const auto south = p.view(seat::south).to_json();
    CHECK(south["hand"].size() == 12);
    CHECK(south["legal"].empty());
    CHECK(south["trick"]["cards"][1] == "Qh");
    CHECK(south["cards_left"] == nlohmann::ordered_json({13, 12, 12, 13}));
    CHECK(south["history"].size() == 2);
    CHECK(!south.contains("hands"));
    const seat_view west = p.view(seat::west);
    CHECK(west.to_act());
    CHECK(west.legal_actions().size() == 3);
    CHECK(!p.view(seat::north).to_act());
    CHECK_THROWS_AS(p.view(static_cast<seat>(7)), std::invalid_argument);
    CHECK(has(west.text(), "hand"));
}

TEST_CASE("a malformed record is refused where it is wrong") {
    const std::string good = hearts().record();
    CHECK(replay(good) == hearts());
    CHECK(good == "whist/1 trump=h | " + hearts_deal + " |");
    for (const char* text : {"", "whist/1", "whist/1 |", "whist/1 | |", "whist | x |",
                             "whist/x | x |", "whist/1 trump | x |", "| | |"})
        CHECK_THROWS_AS(replay(text), std::invalid_argument);
    CHECK(has(refusal<std::invalid_argument>([&] { replay("whist/9 | " + hearts_deal + " |"); }),
              "version 1, the record is of version 9"));
    CHECK(has(refusal<illegal_action>([&] { replay(good + " Qh 6h As"); }), "action 3: As"));
    CHECK(has(refusal<parse_error>([&] { replay(good + " Qh 6x"); }), "^"));
    try {
        replay(good + " Qh 6x");
    } catch (const parse_error& e) {
        CHECK(e.offset == good.size() + 5);
    }
}

TEST_CASE("a malformed JSON record is refused by the member that is wrong") {
    const auto good = hearts().record_json();
    CHECK(replay_json(good) == hearts());
    for (const char* key : {"game", "version", "deal", "actions"}) {
        auto bad = good;
        bad.erase(key);
        CHECK(has(refusal<std::invalid_argument>([&] { replay_json(bad); }), key));
        bad[key] = nlohmann::ordered_json::object();
        CHECK_THROWS_AS(replay_json(bad), std::invalid_argument);
    }
    CHECK_THROWS_AS(replay_json(nlohmann::ordered_json::array()), std::invalid_argument);
    auto later = good;
    later["version"] = good["version"].get<std::uint64_t>() + (std::uint64_t{1} << 32);
    CHECK(has(refusal<std::invalid_argument>([&] { replay_json(later); }), "has rules version"));
    auto options = good;
    options["options"] = {{"trump", 1}};
    CHECK_THROWS_AS(replay_json(options), std::invalid_argument);
    options["options"] = "trump=h";
    CHECK_THROWS_AS(replay_json(options), std::invalid_argument);
}

TEST_CASE("position text that cannot be is refused") {
    position p = hearts();
    p.apply("Qh");
    const std::string good = p.state_text();
    CHECK(parse_position(good).to_json() == p.to_json());
    CHECK_THROWS_AS(parse_position(good).record(), std::logic_error);
    const auto with = [&](const std::string& from, const std::string& to) {
        std::string text = good;
        const std::size_t at = text.find(from);
        REQUIRE(at != std::string::npos);
        return text.replace(at, from.size(), to);
    };
    CHECK_THROWS_AS(parse_position(with("to_act=S", "to_act=W")), std::invalid_argument);
    CHECK_THROWS_AS(parse_position(with("left=13", "left=12")), std::invalid_argument);
    CHECK_THROWS_AS(parse_position(with("left=13", "left=1300")), std::invalid_argument);
    CHECK_THROWS_AS(parse_position(with("trick=E:Qh", "trick=E:-")), std::invalid_argument);
    CHECK_THROWS_AS(parse_position(with("dealer=", "dealt=")), std::invalid_argument);
    CHECK_THROWS_AS(parse_position(with("A532.AK2", "A532.AKQ")), std::invalid_argument);
    CHECK_THROWS_AS(parse_position(good + " more"), std::invalid_argument);
    CHECK_THROWS_AS(parse_position("whist/1"), std::invalid_argument);
}

TEST_CASE("a match takes only its own finished deals") {
    match m(game("whist(trump=h)"), seat::east);
    rng generator(1);
    position p = m.next_deal(generator);
    CHECK(m.dealer() == seat::east);
    CHECK_THROWS_AS(m.add(p), std::logic_error);
    while (!p.is_over()) p.apply(p.legal_actions().front());
    position other = game("whist(trump=s)").deal(generator, seat::east);
    while (!other.is_over()) other.apply(other.legal_actions().front());
    CHECK_THROWS_AS(m.add(other), std::logic_error);
    m.add(p);
    CHECK(m.deals_played() == 1);
    CHECK(m.dealer() == seat::south);
    if (!m.is_over()) CHECK_THROWS_AS(m.add(p), std::logic_error);
    CHECK_THROWS_AS(match(game("whist"), static_cast<seat>(5)), std::invalid_argument);
}

TEST_CASE("a match knows how many points win it, where points do") {
    const auto target = [](const char* spec) { return match(game(spec)).target(); };
    CHECK(target("whist") == 5);
    CHECK(target("whist(game=long)") == 10);
    CHECK(target("contree") == 2000);
    CHECK(target("contree(target=501)") == 501);
    CHECK(target("euchre") == 10);
    CHECK(target("euchre(joker=on, target=15)") == 15);
    CHECK(target("jass") == 1000);
    CHECK(target("jass(target=12_deals)") == 0);
    CHECK(target("snapszer") == 7);
    CHECK(target("snapszer(target=none, sevens=1)") == 0);
    for (const char* spec : {"bridge", "differenzler", "ulti", "skat"}) CHECK(target(spec) == 0);
}

TEST_CASE("a match as JSON: score, who sits where, winner") {
    for (const char* spec : {"whist", "bridge(boards=4)", "jass", "contree", "euchre",
                             "ulti(players=4)", "snapszer", "differenzler"}) {
        CAPTURE(spec);
        match m{game(spec)};
        for (std::uint64_t number = 0;; ++number) {
            const auto told = m.to_json();
            CHECK(game(told["game"].get<std::string>()) == m.game());
            CHECK(told["deals_played"] == number);
            CHECK(told["players"] == m.totals().size());
            CHECK(told["dealer"] == index(m.dealer()));
            CHECK(told["seating"] == m.seating());
            CHECK(told["totals"] == m.totals());
            CHECK(told["score"] == m.text());
            CHECK(told["over"] == m.is_over());
            if (m.is_over()) {
                CHECK(told["winner"] == m.winner());
                break;
            }
            CHECK(told["winner"].is_null());
            position p = m.next_deal(3, number);
            while (!p.is_over()) p.apply(p.view(p.to_act()).rule_choice());
            m.add(p);
        }
    }
}

TEST_CASE("records and position texts may end like files of other systems, and begin with a mark") {
    for (const auto& info : games()) {
        CAPTURE(info.name);
        rng generator(7);
        position p = game(info.name).deal(generator);
        for (int k = 0; k < 6 && !p.is_over(); ++k) p.apply(p.legal_actions().front());
        for (const char* end : {"\r", "\r\n", "\n", " \t"}) {
            CHECK(replay(p.record() + end) == p);
            CHECK(parse_position(p.state_text() + end).state_text() == p.state_text());
            CHECK(game(info.name).deal(p.deal_text() + end).deal_text() == p.deal_text());
        }
        CHECK(replay("\xEF\xBB\xBF" + p.record()) == p);
        CHECK(parse_position("\xEF\xBB\xBF" + p.state_text()).state_text() == p.state_text());
    }
    // An error still points at the culprit.
    try {
        replay("\xEF\xBB\xBFwhist/1 trump=x | | ");
        FAIL("accepted");
    } catch (const parse_error& e) {
        CHECK(e.offset == 17);
    }
}

TEST_CASE("a deal of a seed is the same in a match and by its number") {
    for (const char* spec : {"whist", "bridge", "jass", "contree", "euchre", "ulti",
                             "ulti(players=4)", "snapszer", "differenzler"}) {
        CAPTURE(spec);
        const game g(spec);
        for (const seat first : {seat::north, seat::east}) {
            match m(g, first);
            for (std::uint64_t number = 0; number < 5 && !m.is_over(); ++number) {
                position p = m.next_deal(11, number);
                CHECK(p == match::deal(g, 11, number, first));
                rng generator = rng(11).split(number);
                CHECK(p == m.next_deal(generator));
                while (!p.is_over()) p.apply(p.legal_actions().front());
                m.add(p);
            }
            CHECK(m.deals_played() > 1);
        }
    }
    // Dealers take turns, and a bridge board's number tells who is vulnerable.
    const game bridge("bridge");
    CHECK(match::deal(bridge, 1, 1).deal_text().starts_with("E ns "));
    CHECK(match::deal(bridge, 1, 1, seat::west).deal_text().starts_with("N ns "));
    CHECK_THROWS_AS(match::deal(bridge, 1, std::uint64_t{1} << 31), std::invalid_argument);
    CHECK_THROWS_AS(match::deal(game("snapszer"), 1, 0, seat::west), std::invalid_argument);
}
