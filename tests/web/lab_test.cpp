// The message `lab`: a hand, the calls so far, and what every call brings.

#include <cmath>
#include <map>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <mu/web/table_service.h>

using namespace mu;
using json = nlohmann::json;

namespace {

json ask(json m) {
    table_service at;
    m["v"] = 1;
    m["type"] = "lab";
    return json::parse(at.handle(m.dump()).front());
}

const json& of(const json& list, const std::string& key, const std::string& what) {
    for (const json& one : list)
        if (one[key] == what) return one;
    FAIL("no " << what);
    return list;
}

double mean(const json& contract) {
    double sum = 0, n = 0;
    for (const json& v : contract["values"])
        sum += v[0].get<double>() * v[1].get<double>(), n += v[1].get<double>();
    return sum / n;
}
int count(const json& contract) {
    int n = 0;
    for (const json& v : contract["values"]) n += v[1].get<int>();
    return n;
}

}  // namespace

TEST_CASE("web: lab values every call of bridge, and every contract") {
    // Thirteen tricks in no trumps whoever holds the rest; south is to call.
    const json m = ask({{"game", "bridge"},
                        {"hand", "AKQJT98765432.-.-.-"},
                        {"dealer", 0},
                        {"calls", {"P", "P"}},
                        {"worlds", 12},
                        {"played", 3},
                        {"solved", 2}});
    REQUIRE(m["type"] == "lab");
    CHECK(m["seat"] == 2);
    CHECK(m["worlds"] == 12);
    CHECK(m["calls"].size() == 2);
    CHECK(m["calls"][0]["seat"] == 0);
    CHECK(m["calls"][0]["meaning"].get<std::string>().find("points") != std::string::npos);
    const json& grand = of(m["actions"], "text", "7S");
    CHECK(grand["worlds"] == 12);
    CHECK(grand["gains"] == 12);
    CHECK(grand["sum"] == 12 * 1510);
    CHECK(grand["squares"] == 12.0 * 1510 * 1510);
    CHECK(of(m["actions"], "text", "P")["sum"] < grand["sum"]);
    CHECK(m["played"]["worlds"] == 3);
    CHECK(m["open"]["worlds"] == 2);
    for (const char* part : {"played", "open"}) {
        const json& spades = of(m[part]["contracts"], "contract", "S");
        CHECK(mean(spades) == 13);
        CHECK(count(spades) == m[part]["worlds"]);
    }
    for (const json& c : m["open"]["contracts"]) CHECK((c["by"] == "N" || c["by"] == "S"));
    CHECK(m["levels"].back()["need"] == 13);
}

TEST_CASE("web: lab answers for the side of whoever asks") {
    // All trumps and their ace-high friends: whichever seat it is, its side makes the most of them.
    for (const std::string name : {"contree", "jass"}) {
        const std::string hand = name == "contree" ? "J9ATKQ87.-.-.-" : "J9AKQT876.-.-.-";
        for (const int dealer : {0, 1}) {
            const json m = ask({{"game", name},
                                {"hand", hand},
                                {"dealer", dealer},
                                {"worlds", 4},
                                {"played", 2},
                                {"solved", 1}});
            REQUIRE(m["type"] == "lab");
            CHECK(m["seat"] == (dealer + 1) % 4);
            const json& best = of(m["open"]["contracts"], "contract", name == "jass" ? "S" : "s");
            CHECK(mean(best) >= 250);  // every trick
            if (name == "contree") {
                const json& played = of(m["played"]["contracts"], "contract", "s");
                CHECK(count(played) == 2);
                CHECK(mean(played) == 272);  // with the belote
            }
        }
    }
}

TEST_CASE("web: lab is the same for the same question, and goes on with other deals") {
    const json q{{"game", "contree"}, {"hand", "J9A8.A7.T.7"}, {"calls", {"pass"}}, {"worlds", 8}};
    json next = q;
    next["from"] = 8;
    CHECK(ask(q) == ask(q));
    CHECK(ask(q)["actions"] != ask(next)["actions"]);
    // Without deals: what may be called, and what the rule player would call.
    const json bare = ask({{"game", "contree"}, {"hand", "J9A8.A7.T.7"}});
    CHECK(bare["worlds"] == 0);
    CHECK(bare["actions"].size() > 10);
    CHECK(bare["rule"]["reason"].get<std::string>().size() > 5);
}

TEST_CASE("web: lab knows every game with an auction") {
    const std::map<std::string, json> questions{
        {"bridge", {{"hand", "AKQ32.K95.84.J73"}, {"calls", {"P", "1H", "P"}}}},
        {"contree", {{"hand", "J9A8.A7.T.7"}}},
        {"jass", {{"hand", "J98.A6.QJ.T9"}}},
        {"differenzler", {{"hand", "J98.A6.QJ.T9"}}},
        {"euchre", {{"hand", "JA.9.K.T"}, {"up", "Ks"}, {"calls", {"pass"}}}},
        {"skat", {{"hand", "DJ HJ SJ D7 DA DK S7 SA H9 H8"}, {"calls", {"18", "pass", "pass"}}}},
        {"ulti", {{"hand", "HA HT HK HQ H7 AA AT LA LT BA B7 B8"}, {"calls", {"B7", "B8"}}}}};
    for (const auto& [name, question] : questions) {
        json q = question;
        q["game"] = name;
        q["worlds"] = 6;
        const json m = ask(q);
        CAPTURE(m.dump());
        REQUIRE(m["type"] == "lab");
        CHECK(m["worlds"] == 6);
        std::size_t tried = 0;
        for (const json& a : m["actions"]) {
            if (a["worlds"] == 0) continue;
            ++tried;
            const double n = a["worlds"], sum = a["sum"], squares = a["squares"];
            CHECK(squares * n >= sum * sum - 1e-6 * squares * n);
            CHECK(a["gains"] <= a["worlds"]);
        }
        CHECK(tried >= 2);
    }
}

TEST_CASE("web: lab refuses what is no hand, no auction or too much") {
    const auto refused = [&](const json& m, const std::string& why) {
        const json answer = ask(m);
        CAPTURE(answer.dump());
        CHECK(answer["type"] == "error");
        CHECK(answer["reason"].get<std::string>().find(why) != std::string::npos);
    };
    const std::string hand = "AKQ32.K95.84.J73";
    refused({{"game", "bridge"}}, "'hand' is missing");
    refused({{"game", "bridge"}, {"hand", "AKQ32.K95.84.J7"}},
            "has 12 cards; Contract bridge deals 13");
    refused({{"game", "bridge"}, {"hand", "AKQ3Z.K95.84.J73"}}, "expected a rank");
    refused({{"game", "bridge"}, {"hand", hand}, {"calls", {"1C", "1C"}}}, "a bid must be higher");
    refused({{"game", "bridge"}, {"hand", hand}, {"calls", {"1C", "P", "P", "P"}}},
            "auction is over");
    refused({{"game", "bridge"}, {"hand", hand}, {"calls", "1C"}}, "'calls' has to be a list");
    refused({{"game", "bridge"}, {"hand", hand}, {"calls", {1}}},
            "'calls' has to be a list of texts");
    refused({{"game", "bridge"}, {"hand", hand}, {"up", "2c"}}, "turns no card up");
    refused({{"game", "bridge"}, {"hand", hand}, {"worlds", 65}},
            "'worlds' has to be a whole number from 0 to 64");
    refused({{"game", "bridge"}, {"hand", hand}, {"solved", 17}}, "'solved' has to be");
    refused({{"game", "bridge"}, {"hand", hand}, {"deals", 17}}, "unknown key 'deals'");
    refused({{"game", "skat"}, {"hand", hand}, {"dealer", 3}},
            "'dealer' has to be a seat from 0 to 2");
    refused({{"game", "whist"}, {"hand", hand}}, "Whist has no auction");
    refused({{"game", "euchre"}, {"hand", "JA.9.K.T"}}, "'up' is missing");
    refused({{"game", "euchre"}, {"hand", "JA.9.K.T"}, {"up", "Js"}}, "cannot be in the hand");
    refused({{"game", "euchre"}, {"hand", "JA.9.K.T"}, {"up", "Ks"}, {"calls", {"9s"}}}, "");
}
