// The players that ship: every level of every game can be made and plays whole matches.

#include <regex>

#include <doctest/doctest.h>

#include <mu/agents/levels.h>
#include <mu/arena/duel.h>
#include <mu/games/registry.h>

#include "support/counts.h"

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
            const agent_spec spec = agent_of_level(level, g.name);
            CHECK(!spec.cheats());
            CHECK_NOTHROW(make_player(spec, game(g.name)));
        }
    CHECK_THROWS_WITH_AS(agent_of_level("grandmaster", "whist"),
                         doctest::Contains("beginner, casual, club, expert, champion"),
                         std::invalid_argument);
}

TEST_CASE("levels: whole matches, without an error") {
    for (const auto& g : games()) {
        CAPTURE(g.name);
        // Every level plays; one match each, with larger counts fifty.
        const auto& levels = level_names();
        for (std::size_t i = levels.size() % 2; i + 1 < levels.size(); i += 2) {
            CAPTURE(levels[i]);
            duel_plan plan{.of = game(g.name),
                           .agents = {hurried(agent_of_level(levels[i + 1], g.name)),
                                      hurried(agent_of_level(levels[i], g.name))},
                           .seed = 5};
            plan.matches = true;
            plan.count = static_cast<std::uint64_t>(test::count(1, 50));
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
