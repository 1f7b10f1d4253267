// The score sheet: what is written of every deal, and that it adds up.

#include <algorithm>
#include <array>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <mu/api/match.h>
#include <mu/web/table_service.h>

using namespace mu;
using json = nlohmann::json;

namespace {

json ask(table_service& at, json message) {
    message["v"] = 1;
    return json::parse(at.handle(message.dump()).front());
}

// The table after so many deals among bots, or at the end of the match.
json after_deals(const std::string& game, int deals) {
    table_service at;
    json view = ask(at, {{"type", "new"},
                         {"game", game},
                         {"seats", json(match(mu::game(game)).players(), "beginner")},
                         {"seed", 5}});
    for (;;) {
        REQUIRE(view["type"] == "view");
        if (!view.contains("result")) {
            view = ask(at, {{"type", "step"}, {"table", view["table"]}});
        } else if (view["match"]["over"] == true || view["deal"] == deals) {
            return view;
        } else {
            view = ask(at, {{"type", "next"}, {"table", view["table"]}});
        }
    }
}

}  // namespace

TEST_CASE("web: the sheet has a line for every deal, with its result as phrases") {
    for (const game_info& info : games()) {
        CAPTURE(info.name);
        const json view = after_deals(info.name, 3);
        REQUIRE(view["sheet"].size() >= 1);
        CHECK(view["match"]["facts"].is_object());
        for (const json& line : view["sheet"]) {
            CAPTURE(line.dump());
            CHECK(line["seating"].size() == static_cast<std::size_t>(info.seats));
            REQUIRE(!line["words"].empty());
            for (const json& phrase : line["words"]) CHECK(phrase["key"].is_string());
            const json& made = line["line"];
            REQUIRE(made.is_object());
            if (made.contains("by")) CHECK(made["by"].get<int>() < info.seats);
            if (made.contains("points") && info.name == "jass")
                CHECK(made["points"][0].get<int>() + made["points"][1].get<int>() >= 157);
        }
        CHECK(view["sheet"].back()["words"] == view["result"]["words"]);
        CHECK(view["sheet"].back()["totals"] == view["match"]["totals"]);
    }
}

TEST_CASE("web: a rubber is written below and above the line") {
    const json view = after_deals("bridge(scoring=rubber)", 1000);
    REQUIRE(view["match"]["over"] == true);
    std::array<int, 2> total{}, below{}, games{};
    for (const json& line : view["sheet"]) {
        CAPTURE(line.dump());
        const json& made = line["line"];
        bool game_won = false;
        if (made.contains("rubber"))
            for (std::size_t side = 0; side < 2; ++side) {
                below[side] += made["rubber"]["below"][side].get<int>();
                total[side] += made["rubber"]["below"][side].get<int>() +
                               made["rubber"]["above"][side].get<int>();
            }
        for (std::size_t side = 0; side < 2; ++side)
            if (below[side] >= 100) {
                game_won = true;
                if (++games[side] == 2) total[side] += games[1 - side] == 0 ? 700 : 500;
            }
        if (game_won) below = {};
        CHECK(line["match"]["games"] == json(games));
        CHECK(line["match"]["below"] == json(below));
        CHECK(line["totals"][0] == total[0]);
        CHECK(line["totals"][1] == total[1]);
    }
    CHECK(std::max(games[0], games[1]) == 2);
}

TEST_CASE("web: what a match goes to is told") {
    CHECK(after_deals("euchre", 1)["match"]["target"] == 10);
    CHECK(after_deals("snapszer", 1)["match"]["target"] == 7);
    CHECK(after_deals("skat(settlement=seeger)", 1)["match"]["facts"] ==
          json{{"length", 36}, {"settlement", "seeger"}});
    CHECK(after_deals("bridge", 1)["match"]["target"].is_null());
    CHECK(after_deals("bridge", 1)["match"]["facts"] == json{{"length", 16}});
}
