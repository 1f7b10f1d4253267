// The players that ship: every level of every game can be made and plays whole matches.

#include <filesystem>
#include <fstream>
#include <regex>

#include <doctest/doctest.h>

#include <mu/agents/levels.h>
#include <mu/arena/duel.h>
#include <mu/games/registry.h>

#include "support/counts.h"
#include "support/nets.h"

using namespace mu;

namespace {

// The same with so little time that a match takes a second.
agent_spec hurried(const agent_spec& of) {
    return agent_spec(std::regex_replace(of.text(), std::regex("ms=[0-9.]+"), "ms=0.2"));
}

}  // namespace

TEST_CASE("levels: every game has all of them, and the time they take is said in the file") {
    for (const auto& g : games())
        for (const std::string& level : level_names()) {
            CAPTURE(level);
            const agent_spec spec = agent_of_level(level, game(g.name));
            CHECK(!spec.cheats());
            CHECK_NOTHROW(make_player(spec, game(g.name)));
        }
    CHECK_THROWS_WITH_AS(agent_of_level("grandmaster", game("whist")),
                         doctest::Contains("beginner, casual, club, expert, champion"),
                         std::invalid_argument);
}

TEST_CASE("levels: where no net fits, the files that do without") {
    const test::random_nets nets;
    level_files in{{"beginner", "kind = \"random\""},
                   {"casual", "kind = \"rule\""},
                   {"expert", "kind = \"hybrid\"\n[play]\nkind = \"isdd\"\nbelief = \"net\""},
                   {"jass/expert", "kind = \"net\""}};
    const auto text = [&](const char* level, const char* spec) {
        return agent_of_level(level, game(spec), in).text();
    };
    const std::string hybrid = agent_spec("hybrid(play=isdd(belief=net))").text();
    CHECK(text("expert", "whist") == hybrid);
    CHECK(text("expert", "contree(target=1000)") == hybrid);
    CHECK(text("expert", "euchre(joker=on)") == hybrid);
    CHECK(text("expert", "jass") == "net");
    // Without another file the level below, and so on down.
    CHECK(text("champion", "whist") == hybrid);
    CHECK(text("expert", "contree(contracts=all)") == "rule");
    in["expert_without_net"] = "kind = \"isdd\"";
    CHECK(text("expert", "contree(contracts=all)") == "isdd");
    CHECK(text("expert", "jass(slalom=on)") == "isdd");
    in["jass/expert_without_net"] = "kind = \"ismcts\"";
    CHECK(text("expert", "jass(slalom=on)") == "ismcts");
    CHECK(text("expert", "whist") == hybrid);
    CHECK_THROWS_WITH_AS(
        agent_of_level("expert", game("jass(slalom=on)"), {{"expert", "kind = \"net\""}}),
        "no level up to 'expert' can do without a net", std::invalid_argument);

    // A net of the right name that is damaged is not passed over in silence.
    std::ofstream(nets.file("whist"), std::ios::app) << "x";
    CHECK_THROWS_WITH(text("expert", "whist"), doctest::Contains("is cut off or damaged"));
    std::filesystem::remove(nets.file("snapszer_24"));
    CHECK(text("expert", "snapszer(deck=24)") == "isdd");
    CHECK(missing_nets("expert", game("snapszer(deck=24)"), in) ==
          std::vector<std::string>{"snapszer_24.munet"});
    CHECK(missing_nets("expert", game("contree(contracts=all)"), in).empty());
    CHECK(missing_nets("expert", game("snapszer"), in).empty());
    CHECK(missing_nets("casual", game("snapszer(deck=24)"), in).empty());
}

// Rules and decks for which a net may be missing.
TEST_CASE("levels: every one plays whatever the options are") {
    for (const char* spec :
         {"whist(trump=none)", "bridge(scoring=rubber, claims=on)", "jass(slalom=on, push_back=on)",
          "differenzler(predictions=open)", "contree(contracts=all, coinche=out_of_turn)",
          "euchre(joker=on)", "euchre(no_trump=on, defend_alone=always)", "ulti(profile=repo)",
          "snapszer(deck=24)", "snapszer(claim=compulsory)", "skat(contra=on)"}) {
        const game g(spec);
        for (const std::string& level : level_names()) {
            CAPTURE(spec);
            CAPTURE(level);
            duel_plan plan{.of = g,
                           .agents = {hurried(agent_of_level(level, g)), agent_spec("rule")},
                           .seed = 5};
            plan.count = static_cast<std::uint64_t>(test::count(1, 20));
            plan.threads = test::threads();
            for (const auto& r : run_duel(plan)) CHECK(r.notes.empty());
        }
    }
}

TEST_CASE("levels: whole matches, without an error") {
    for (const auto& g : games()) {
        CAPTURE(g.name);
        // Every level plays; where they are odd in number the first meets the last too. One match
        // each, with larger counts over a hundred of each game.
        const auto& levels = level_names();
        for (std::size_t i = 0; i < levels.size(); i += 2) {
            const std::string& one = levels[i];
            const std::string& other = i + 1 < levels.size() ? levels[i + 1] : levels[0];
            CAPTURE(one);
            CAPTURE(other);
            duel_plan plan{.of = game(g.name),
                           .agents = {hurried(agent_of_level(other, game(g.name))),
                                      hurried(agent_of_level(one, game(g.name)))},
                           .seed = 5};
            plan.matches = true;
            plan.count = static_cast<std::uint64_t>(test::count(1, 34));
            plan.threads = test::threads();
            for (const auto& r : run_duel(plan)) {
                CHECK(r.notes.empty());
                for (const auto& side : r.sides) {
                    CHECK(side.forfeits == 0);
                    CHECK(side.decisions > 0);
                }
            }
        }
    }
}
