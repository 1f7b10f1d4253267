// Tables for a page: what is wrong with a message is said and changes nothing, and no message holds
// a card that its reader may not know before the deal is over.

#include <filesystem>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <mu/api/match.h>
#include <mu/api/nets.h>
#include <mu/cards/text.h>
#include <mu/web/table_service.h>

#include "support/counts.h"
#include "support/nets.h"
#include "support/wire_log.h"

using namespace mu;
using json = nlohmann::ordered_json;

namespace {

json one(table_service& at, const json& message, const speaker& from = {}) {
    const auto answers = at.handle(message.dump(), from);
    REQUIRE(answers.size() == 1);
    return json::parse(answers.front());
}

json message(const std::string& type, json rest = json::object()) {
    json out{{"v", 1}, {"type", type}};
    out.update(rest);
    return out;
}

// Person in the last seat but one (or the last), bots that answer at once in the others.
json new_table(const std::string& game, std::uint64_t seed, bool person = true) {
    const int players = match(mu::game(game)).players();
    json seats = json::array();
    for (int k = 0; k < players; ++k)
        seats.push_back(person && k == std::min(2, players - 1) ? "person" : "casual");
    return message("new", {{"game", game},
                           {"seats", seats},
                           {"seed", seed},
                           {"player", person ? json(std::min(2, players - 1)) : json(-1)}});
}

}  // namespace

TEST_CASE("every message that is wrong is refused with a reason") {
    table_service at;
    const json view = one(at, new_table("bridge", 3));
    REQUIRE(view["type"] == "view");
    const std::string table = view["table"];
    const json before = one(at, message("save", {{"table", table}}));
    const auto code = [&](const std::string& text) {
        const auto answers = at.handle(text);
        REQUIRE(answers.size() == 1);
        const json j = json::parse(answers.front());
        CHECK(j["type"] == "error");
        CHECK(!j["reason"].get<std::string>().empty());
        return j["code"].get<std::string>();
    };
    CHECK(code("") == "malformed");
    CHECK(code("{") == "malformed");
    CHECK(code("[]") == "malformed");
    CHECK(code("\"hello\"") == "malformed");
    CHECK(code(std::string(5000, '[')) == "malformed");
    CHECK(code("{\"v\":1,\"type\":\"\xff\"}") == "malformed");
    CHECK(code(R"({"type":"hello"})") == "version");
    CHECK(code(R"({"v":2,"type":"hello"})") == "version");
    CHECK(code(R"({"v":"1","type":"hello"})") == "version");
    CHECK(code(R"({"v":1})") == "malformed");
    CHECK(code(R"({"v":1,"type":7})") == "malformed");
    CHECK(code(R"({"v":1,"type":"dance"})") == "unknown");
    CHECK(code(R"({"v":1,"type":"hello","extra":1})") == "malformed");
    CHECK(code(R"({"v":1,"type":"see","table":"nowhere"})") == "unknown");
    CHECK(code(R"({"v":1,"type":"new","game":"chess","seats":[],"seed":1})") == "malformed");
    CHECK(code(R"({"v":1,"type":"new","game":"whist","seats":["person"],"seed":1})") ==
          "malformed");
    CHECK(code(R"({"v":1,"type":"new","game":"whist","seats":["a","b","c","d"],"seed":1})") ==
          "malformed");
    CHECK(
        code(R"({"v":1,"type":"new","game":"whist","seats":["club","club","club",7],"seed":1})") ==
        "malformed");
    CHECK(
        code(
            R"({"v":1,"type":"new","game":"whist","seats":["club","club","club","club"],"seed":-1})") ==
        "malformed");
    const auto at_table = [&](const std::string& rest) {
        return R"({"v":1,"table":")" + table + "\"," + rest + "}";
    };
    CHECK(code(at_table(R"("type":"see","player":9)")) == "malformed");
    CHECK(code(at_table(R"("type":"see","player":0)")) == "forbidden");  // a bot's hand
    CHECK(code(at_table(R"("type":"act","player":2)")) == "malformed");
    CHECK(code(at_table(R"("type":"act","player":2,"action":"P")")) == "turn");
    CHECK(code(at_table(R"("type":"next","player":2)")) == "turn");
    CHECK(code(at_table(R"("type":"undo","player":2)")) == "undo");
    CHECK(code(at_table(R"("type":"hint","player":2)")) == "turn");
    CHECK(code(at_table(R"("type":"hint","player":2,"ms":100000000)")) == "malformed");
    CHECK(code(R"({"v":1,"type":"load","saved":{"game":"whist"}})") == "malformed");
    CHECK(code(R"({"v":1,"type":"read","text":"no deal at all"})") == "malformed");
    CHECK(code(R"({"v":1,"type":"analyse","record":"whist/1 | nothing"})") == "malformed");
    // North and East call, then South: an illegal call names the rule.
    one(at, message("step", {{"table", table}, {"player", 2}}));
    one(at, message("step", {{"table", table}, {"player", 2}}));
    CHECK(code(at_table(R"("type":"step","player":2)")) == "turn");
    CHECK(code(at_table(R"("type":"act","player":2,"action":"X")")) == "illegal");
    CHECK(code(at_table(R"("type":"act","player":2,"action":4711)")) == "malformed");
    CHECK(code(at_table(R"("type":"act","player":2,"action":"P","at":0)")) == "stale");
    const json after = one(at, message("save", {{"table", table}}));
    CHECK(after["saved"]["deals"][0].size() == before["saved"]["deals"][0].size() + 2);
    CHECK(at.tables() == 1);
}

TEST_CASE("a message that is too long, and a table too many, are refused") {
    table_service at({.tables = 1, .message = 300});
    CHECK(one(at, new_table("whist", 1))["type"] == "view");
    CHECK(one(at, new_table("whist", 2))["code"] == "limit");
    const auto answers = at.handle(std::string(301, ' '));
    CHECK(json::parse(answers.front())["code"] == "limit");
}

TEST_CASE("somebody at a table speaks for himself alone") {
    table_service at;
    const json seats{"person", "casual", "person", "casual"};
    const std::string table =
        one(at, message("new", {{"game", "whist"}, {"seats", seats}, {"seed", 5}}))["table"];
    const speaker south{.table = table, .player = 2};
    const json mine = one(at, message("see", {{"table", table}}), south);
    CHECK(mine["seat"] == 2);
    CHECK(mine["view"]["hand"].size() == 13);
    CHECK(one(at, message("see", {{"table", table}, {"player", 0}}), south)["code"] == "forbidden");
    CHECK(one(at, message("save", {{"table", table}}), south)["code"] == "forbidden");
    CHECK(one(at, message("close", {{"table", table}}), south)["code"] == "forbidden");
    CHECK(one(at, message("see", {{"table", "other"}}), south)["code"] == "unknown");
    const speaker fifth{.table = table, .player = 4};
    CHECK(one(at, message("see", {{"table", table}}), fifth)["code"] == "forbidden");
    // Whoever plays may ask the bot to act; with `at` two who ask do not get two actions.
    const speaker onlooker{.table = table};
    CHECK(one(at, message("step", {{"table", table}}), onlooker)["code"] == "forbidden");
    json now = mine;
    while (now["to_act"] != 1) {
        const int turn = now["to_act"];
        REQUIRE(turn % 2 == 0);
        const speaker who{.table = table, .player = turn};
        const json seen = one(at, message("see", {{"table", table}}), who);
        one(at, message("act", {{"table", table}, {"action", seen["legal"][0]["id"]}}), who);
        now = one(at, message("see", {{"table", table}}), south);
        if (now["to_act"] == 3) now = one(at, message("step", {{"table", table}}), south);
    }
    const json step = message("step", {{"table", table}, {"at", now["at"]}});
    CHECK(one(at, step, south)["at"] == now["at"].get<int>() + 1);
    CHECK(one(at, step, south)["code"] == "stale");
    CHECK(one(at, message("see", {{"table", table}}), onlooker)["view"]["hand"].empty());
}

TEST_CASE("no message before the end of a deal holds a hidden card") {
    const int deals = mu::test::count(4, 200);
    for (const game_info& info : games()) {
        CAPTURE(info.name);
        table_service at;
        for (int n = 0; n < deals; ++n) {
            json view = one(at, new_table(info.name, static_cast<std::uint64_t>(n)));
            const std::string table = view["table"];
            const int me = view["player"];
            std::vector<json> sent{view};
            while (!view["view"]["over"].get<bool>()) {
                const json where{{"table", table}, {"player", me}, {"since", view["at"]}};
                if (view["waits"].get<bool>()) {
                    // A refusal must not tell anything either.
                    json wrong = where;
                    wrong["action"] = 0;
                    if (view["legal"][0]["id"] != 0) {
                        sent.push_back(one(at, message("act", wrong)));
                        REQUIRE(sent.back()["type"] == "error");
                        sent.back()["asked"] = card_str(0, info.deck);
                    }
                    json mine = where;
                    mine["action"] = view["legal"][(static_cast<std::size_t>(n) + sent.size()) %
                                                   view["legal"].size()]["id"];
                    view = one(at, message("act", mine));
                } else {
                    view = one(at, message("step", where));
                }
                REQUIRE(view["type"] == "view");
                sent.push_back(view);
            }
            mu::test::check_wire_log(sent, view["result"]["record"]);
            one(at, message("close", {{"table", table}}));
        }
    }
}

TEST_CASE("a table that is saved goes on where it was") {
    for (const game_info& info : games()) {
        CAPTURE(info.name);
        table_service at;
        json view = one(at, new_table(info.name, 11));
        const int me = view["player"];
        const auto play = [&](int actions) {
            for (int i = 0; i < actions; ++i) {
                const json where{{"table", view["table"]}, {"player", me}};
                if (view["view"]["over"].get<bool>()) {
                    view = one(at, message("next", where));
                } else if (view["waits"].get<bool>()) {
                    json mine = where;
                    mine["action"] = view["legal"].back()["id"];
                    view = one(at, message("act", mine));
                } else {
                    view = one(at, message("step", where));
                }
                REQUIRE(view["type"] == "view");
            }
        };
        play(90);  // into the second deal
        const json saved = one(at, message("save", {{"table", view["table"]}}))["saved"];
        json again = one(at, message("load", {{"saved", saved}, {"player", me}}));
        REQUIRE(again["type"] == "view");
        CHECK(again["table"] != view["table"]);
        json now = one(at, message("see", {{"table", view["table"]}, {"player", me}}));
        for (json* v : {&again, &now}) v->erase("table");
        CHECK(again == now);
    }
}

TEST_CASE("a choice can be taken back by the only person") {
    table_service at;
    json view = one(at, new_table("whist", 4));
    const json where{{"table", view["table"]}, {"player", 2}};
    while (!view["waits"].get<bool>()) view = one(at, message("step", where));
    const json before = view["view"];
    json mine = where;
    mine["action"] = view["legal"].back()["text"];
    view = one(at, message("act", mine));
    CHECK(view["can_undo"] == true);
    view = one(at, message("step", where));
    view = one(at, message("undo", where));
    CHECK(view["view"] == before);
    CHECK(view["can_undo"] == false);
}

TEST_CASE("a hint by the net: what it thinks of every legal action") {
    const test::random_nets nets;
    table_service at;
    const json view = one(at, new_table("skat", 4, false));
    json where{{"table", view["table"]}, {"player", view["to_act"]}, {"by", "net"}};
    const json values = one(at, message("hint", where));
    REQUIRE(values["type"] == "values");
    const auto should = [&] {
        const match m(game("skat"));
        const position p = m.next_deal(4, 0);
        return game_net::of(game("skat")).values(p.view(p.to_act()));
    }();
    REQUIRE(values["values"].size() == should.size());
    double most = -1e9, of_chosen = 0;
    for (std::size_t i = 0; i < should.size(); ++i) {
        const json& v = values["values"][i];
        CHECK(v["id"] == should[i].what);
        CHECK(v["value"] == doctest::Approx(should[i].value));
        most = std::max(most, should[i].value);
        if (v["id"] == values["chosen"]["id"]) of_chosen = v["value"];
    }
    CHECK(of_chosen == doctest::Approx(most));
    where["ms"] = 20;  // it takes no time
    CHECK(one(at, message("hint", where))["code"] == "malformed");
    where["by"] = "oracle";
    CHECK(one(at, message("hint", where))["reason"] == "'by' has to be search or net");
}

TEST_CASE("nets that are not there are named before a message needs them") {
    const test::random_nets nets;
    table_service at;
    const json view = one(at, new_table("snapszer(deck=24)", 4, false));
    const json hint = message("hint", {{"table", view["table"]}, {"player", 0}, {"by", "net"}});
    const auto missing = [&](const json& m) { return at.missing_nets(m.dump()); };
    CHECK(missing(hint).empty());
    std::filesystem::remove(nets.file("snapszer_24"));
    CHECK(missing(hint) == std::vector<std::string>{"snapszer_24.munet"});
    json by_search = hint;
    by_search["by"] = "search";
    CHECK(missing(by_search).empty());
    CHECK(missing(new_table("snapszer", 4)).empty());
    // Messages that are wrong need nothing; handle() says why.
    for (const char* text : {"", "[]", "{}", R"({"type": 3})", R"({"type": "hint"})",
                             R"({"type": "hint", "table": "t9", "by": "net"})",
                             R"({"type": "new", "game": "tarock", "seats": ["expert"]})",
                             R"({"type": "new", "game": "whist", "seats": 7})",
                             R"({"type": "new", "game": "whist", "seats": ["grandmaster"]})",
                             R"({"type": "load", "saved": []})", R"({"type": "seat"})"})
        CHECK(at.missing_nets(text).empty());
}

TEST_CASE("only bots at a table: all hands lie open, and any seat can be asked") {
    table_service at;
    const json view = one(at, new_table("euchre", 4, false));
    CHECK(view["open"].size() == 4);
    const int turn = view["to_act"];
    const json where{{"table", view["table"]}, {"player", turn}, {"ms", 20}};
    CHECK(one(at, message("hint", where))["type"] == "values");
    const json seen = one(at, message("beliefs", {{"table", view["table"]}, {"player", turn}}));
    CHECK(seen["cards"].size() == 23);  // the card turned up lies open
    for (const auto& [card, chances] : seen["cards"].items()) {
        double sum = 0;
        for (const json& p : chances) sum += p.get<double>();
        CHECK(sum == doctest::Approx(1).epsilon(0.01));
    }
    for (const json& card : view["open"][static_cast<std::size_t>(turn)])
        CHECK(seen["cards"][card.get<std::string>()][static_cast<std::size_t>(turn)] == 1.0);
}

TEST_CASE("analysis: every legal card of a record has its open-hand value") {
    table_service at;
    // Three cards each, spades are trump: what every lead brings is known from plain minimax.
    json view = one(at, new_table("whist", 9, false));
    while (!view["view"]["over"].get<bool>())
        view = one(at, message("step", {{"table", view["table"]}}));
    const std::string record = view["result"]["record"];
    const json deals = one(at, message("read", {{"text", record}}));
    REQUIRE(deals["deals"].size() == 1);
    CHECK(deals["deals"][0]["actions"] == 52);
    for (const int step : {40, 44, 47, 51}) {
        const json found =
            one(at, message("analyse", {{"record", deals["deals"][0]["record"]}, {"at", step}}));
        REQUIRE(found["type"] == "analysis");
        CHECK(found["history"].size() == 52);
        REQUIRE(found.contains("solution"));
        CHECK(found["solution"]["moves"].size() == found["legal"].size());
        // The best of the moves is what the position is worth.
        const bool more = found["solution"]["more_is_better"];
        int best = found["solution"]["moves"][0]["value"];
        for (const json& m : found["solution"]["moves"])
            best = more ? std::max(best, m["value"].get<int>())
                        : std::min(best, m["value"].get<int>());
        CHECK(best == found["solution"]["value"].get<int>());
    }
    CHECK(one(at, message("analyse", {{"record", record}, {"at", 52}}))["result"]["score"].size() ==
          4);
}
