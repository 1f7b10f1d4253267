// The message `teach`: one decision of a record, judged.

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <mu/api/position.h>
#include <mu/web/table_service.h>

using namespace mu;
using json = nlohmann::json;

TEST_CASE("web: teach judges one decision, and refuses what is not one") {
    position p = game("euchre").deal(deal_number{12345});
    while (!p.is_over()) p.apply(p.view(p.to_act()).rule_choice());
    table_service at;
    const auto ask = [&](json m) {
        m["v"] = 1;
        m["type"] = "teach";
        return json::parse(at.handle(m.dump()).front());
    };
    for (std::size_t i = 0; i < p.history().size(); ++i) {
        const json m = ask({{"record", p.record()}, {"at", i}, {"worlds", 4}});
        REQUIRE(m["type"] == "lesson");
        CHECK(m["at"] == i);
        CHECK(m["played"]["id"] == p.history()[i]);
        CHECK(m["actions"].size() >= 1);
        CHECK(m["actions"][0]["id"] == m["best"]["id"]);
        CHECK(m["reason"].get<std::string>().size() > 5);
        CHECK(m["scale"]["blunder"].is_number());
    }
    const json first{{"record", p.record()}, {"at", 0}, {"worlds", 4}};
    CHECK(ask(first) == ask(first));
    const auto refused = [&](const json& m, const std::string& why) {
        const json answer = ask(m);
        CHECK(answer["type"] == "error");
        CHECK(answer["reason"].get<std::string>().find(why) != std::string::npos);
    };
    refused({{"record", p.record()}, {"at", p.history().size()}}, "'at' has to be below");
    refused({{"record", "nonsense"}, {"at", 0}}, "");
    refused({{"record", p.record()}}, "at");
    refused({{"record", p.record()}, {"at", 0}, {"worlds", 0}}, "worlds");
    refused({{"record", p.record()}, {"at", 0}, {"seed", 3}}, "seed");
}
