// `mu explain`, and bidding systems of somebody's own at the table, as a user meets them.

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "support/command.h"

using namespace mu;
using test::contains, test::mu_run, test::work, test::write;

namespace {

// Balanced hands of 12-14 open 1NT, others pass.
constexpr const char* weak_system =
    "system weak \"Weak notrump\"\n"
    "always if level 0\n"
    "  1NT : hcp 12-14, balanced\n"
    "always\n"
    "  P :\n";

}  // namespace

TEST_CASE("explain: every call of an auction, and what a hand would call") {
    const auto said = mu_run("explain 1NT-P --hand KJ843.85.A63.842");
    CHECK(said.status == 0);
    CHECK(said.err.empty());
    CHECK(said.out ==
          "Natural: five-card majors, 15-17 notrump, weak twos, strong 2C\n"
          "N  1NT  15-17 high-card points, balanced\n"
          "E  P    up to 15 high-card points\n"
          "KJ843.85.A63.842 would call:\n"
          "S  2H   transfer to spades, 5+ spades, forcing\n"
          "by line 47 of the system\n");
    const auto east = mu_run("explain start --dealer E --hand AQ3.KJ4.KQ52.J93 --vul NS");
    CHECK(contains(east.out, "E  1NT  15-17 high-card points, balanced\n"));
    CHECK(mu_run("explain start --dealer E --hand AQ3.KJ4.KQ52.J93 --vul ns").out == east.out);
    const auto record = mu_run(
        "explain 'bridge/1 | N none AQ3.KJ4.KQ52.J93 T876.Q85.T976.84 KJ942.A973.84.75 "
        "5.T62.AJ3.AKQT62 | 1NT P 2H'");
    CHECK(contains(record.out, "S  2H   transfer to spades, 5+ spades, forcing\n"));
}

TEST_CASE("explain: the same as JSON") {
    const auto said = nlohmann::json::parse(mu_run("explain 1NT-P --json").out);
    REQUIRE(said["calls"].size() == 2);
    CHECK(said["calls"][0]["seat"] == "N");
    CHECK(said["calls"][0]["call"] == "1NT");
    CHECK(said["calls"][0]["meaning"] == "15-17 high-card points, balanced");
    CHECK(!said.contains("next"));
    const auto next =
        nlohmann::json::parse(mu_run("explain 1NT-P --hand KJ843.85.A63.842 --json").out)["next"];
    CHECK(next["call"] == "2H");
    CHECK(next["rule"] == 47);
}

TEST_CASE("explain: another system") {
    const auto file = work("weak.bid");
    write(file, weak_system);
    const auto said = mu_run("explain 1NT-P --system " + file.string());
    CHECK(said.out ==
          "Weak notrump\nN  1NT  12-14 high-card points, balanced\nE  P    nothing certain\n");
}

TEST_CASE("explain: what is wrong is named") {
    const auto refused = [](const std::string& arguments, const std::string& why) {
        CAPTURE(arguments);
        const auto said = mu_run("explain " + arguments);
        CAPTURE(said.err);
        CHECK(said.status != 0);
        CHECK(said.out.empty());
        CHECK(contains(said.err, why));
    };
    const auto bad = work("bad.bid");
    write(bad, "system bad \"Bad\"\nalways\n  8C :\n");
    refused("1NT-1C", "1C is not legal: a bid must be higher than 1NT; legal: P X 2C 2D");
    refused("1NT-Q", "expected a suit");
    refused("start --dealer X", "expected a seat (N E S W or 0 to 3)");
    refused("start --vul all", "expected the vulnerability: none, ns, ew or both");
    refused("start --hand AQ3.KJ4.KQ52.J9", "expected: a hand of 13 cards by suits");
    refused("1NT-P-P-P --hand KJ843.85.A63.842", "the auction is over");
    refused("start --system " + bad.string(), "bad.bid: line 3: expected a call, not '8C'");
    refused("start --system " + work("none.bid").string(), "none.bid: cannot be read");
    refused("start --system " + work("").string(), "is a folder, not a file");
    const auto jass = mu_run("deal jass --seed 1");
    refused("'" + jass.out.substr(0, jass.out.find('\n')) + "'",
            "the calls of jass have no meanings that could be told; those of bridge have");
}

TEST_CASE("rule(system=FILE): plays, and is refused where it cannot be") {
    const auto file = work("weak.bid"), bad = work("bad.bid");
    write(file, weak_system);
    write(bad, "system bad \"Bad\"\nalways\n  8C :\n");
    const auto duel = [](const std::string& game, const std::string& system) {
        return mu_run("arena h2h -g " + game + " -n 4 --no-store rule 'rule(system=" + system +
                      ")'");
    };
    const auto played = duel("bridge", file.string());
    CHECK(played.status == 0);
    CHECK(contains(played.out, "weak.bid"));
    CHECK(contains(played.out, "margin per deal"));
    CHECK(contains(duel("bridge", bad.string()).err, "bad.bid: line 3: expected a call, not '8C'"));
    CHECK(contains(duel("bridge", work("none.bid").string()).err, "none.bid: cannot be read"));
    const auto whist = duel("whist", file.string());
    CHECK(whist.status != 0);
    CHECK(contains(whist.err, "the calls of whist follow no system"));

    const auto bot = work("weak.toml");
    write(bot, "kind = \"rule\"\nsystem = \"" + file.string() + "\"\n");
    const auto by_file = mu_run("arena h2h -g bridge -n 4 --no-store rule " + bot.string());
    const auto figures = [](const std::string& report) {
        const auto from = report.find("margin");
        return report.substr(from, report.find("ms per decision") - from);
    };
    CHECK(figures(by_file.out) == figures(played.out));
}
