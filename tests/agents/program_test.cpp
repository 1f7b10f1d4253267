#include <filesystem>
#include <fstream>

#include <doctest/doctest.h>
#include <unistd.h>

#include <mu/arena/duel.h>

#include "support/counts.h"

using namespace mu;

namespace {

// Bots in sed: an answer to every `act`, made from its line.
std::string sed_bot(const std::string& answer) {
    return "program(command=\"sed -u -n '/type.:.act/s/" + answer + "/p'\")";
}

std::vector<duel_result> against_random(const std::string& bot, const char* on,
                                        std::uint64_t deals) {
    return run_duel({.of = game(on),
                     .agents = {agent_spec(bot), agent_spec("random")},
                     .seed = 3,
                     .count = deals});
}

// Every deal is forfeited, for this reason, and the run goes on.
void check_forfeits(const std::string& bot, const char* why) {
    CAPTURE(bot);
    const auto all = against_random(bot, "snapszer", 2);
    CHECK(all.size() == 2);
    for (const auto& r : all) {
        CHECK(r.sides[0].forfeits == 2);
        CHECK(r.sides[1].forfeits == 0);
        CHECK(r.share == 0);
        REQUIRE(!r.notes.empty());
        CAPTURE(r.notes[0]);
        CHECK(r.notes[0].find(why) != std::string::npos);
    }
}

}  // namespace

TEST_CASE("program: plays whole deals by the protocol") {
    // Takes the first legal action out of "legal":["Ah",... and says it.
    const std::string bot =
        "program(command=\"sed -u -n -f " +
        (std::filesystem::temp_directory_path() / "mu_first_legal.sed").string() + "\")";
    std::ofstream(std::filesystem::temp_directory_path() / "mu_first_legal.sed")
        << R"x(/"type":"act"/s/.*"legal":\["\([^"]*\)".*/{"action":"\1"}/p)x" << '\n';
    for (const char* on : {"whist", "snapszer", "ulti"}) {
        for (const auto& r : against_random(bot, on, 2)) {
            CAPTURE(r.notes.empty() ? "" : r.notes[0]);
            CHECK(r.sides[0].forfeits == 0);
            CHECK(r.sides[0].decisions > 5);
        }
    }
    CHECK(agent_spec(agent_spec(bot).text()) == agent_spec(bot));
    CHECK(agent_spec::from_toml(agent_spec(bot).toml()) == agent_spec(bot));

    // Another content is another agent.
    const std::string before = agent_spec(bot).hash();
    std::ofstream(std::filesystem::temp_directory_path() / "mu_first_legal.sed") << "d\n";
    CHECK(agent_spec(bot).hash() != before);
    std::filesystem::remove(std::filesystem::temp_directory_path() / "mu_first_legal.sed");
}

TEST_CASE("program: the example in Python plays every game") {
    const std::string bot =
        std::string("program(command=\"python3 ") + MU_SOURCE_DIR + "/examples/bot.py\")";
    const auto deals = static_cast<std::uint64_t>(test::count(3, 100));
    for (const auto& g : games()) {
        CAPTURE(g.name);
        for (const auto& r : against_random(bot, g.name.c_str(), deals)) {
            CAPTURE(r.notes.empty() ? "" : r.notes[0]);
            CHECK(r.sides[0].forfeits == 0);
            CHECK(r.sides[0].decisions > 5);
        }
    }
}

// Breaks down in every third deal, and plays the others to their end.
TEST_CASE("program: trouble costs a bot its own deals and no others") {
    const auto script = std::filesystem::temp_directory_path() /
                        ("mu_trouble_" + std::to_string(::getpid()) + ".py");
    std::ofstream(script) << R"(import json, sys, time
deals = 0
for line in sys.stdin:
    message = json.loads(line)
    deals += message["type"] == "begin"
    if message["type"] == "act":
        answer = {"action": message["view"]["legal"][0]}
        if deals % 3 == 0:
            if sys.argv[1] == "hangs": time.sleep(100)
            if sys.argv[1] == "crashes": sys.exit(1)
            answer = {"action": "9x"}
        print(json.dumps(answer), flush=True)
)";
    for (const char* how : {"hangs", "crashes", "is_illegal"}) {
        CAPTURE(how);
        // Long enough for an interpreter to start on a busy machine.
        const double seconds = std::string(how) == "hangs" ? 1 : 20;
        const auto all = against_random("program(command=\"python3 " + script.string() + " " + how +
                                            "\", seconds=" + std::to_string(seconds) + ")",
                                        "snapszer", 5);
        REQUIRE(all.size() == 5);
        // Its players have seen two deals each, from both seats, when the third begins.
        int forfeits = 0;
        for (const auto& r : all) {
            CHECK(r.sides[1].forfeits == 0);
            CHECK((r.sides[0].forfeits > 0) == !r.notes.empty());
            if (r.sides[0].forfeits > 0) {
                ++forfeits;
                CHECK(r.share == 0);
                CHECK(r.margin <= 0);
            } else {
                CHECK(r.sides[0].decisions > 0);
            }
        }
        CHECK(forfeits >= 1);
        CHECK(forfeits <= 4);
    }
    std::filesystem::remove(script);
}

TEST_CASE("program: what goes wrong forfeits the deal") {
    check_forfeits("program(command=\"exit 0\")", "has ended");
    check_forfeits("program(command=\"/no/such/program\")", "has ended");
    check_forfeits("program(command=\"sleep 100\", seconds=0.05)",
                   "has not answered within 0.05 s");
    check_forfeits(sed_bot(".*/nonsense"), "answered nonsense; expected");
    check_forfeits("program(command=\"yes {}\")", "answered {}; expected");
    CHECK_THROWS_WITH_AS(make_player(agent_spec("program"), game("whist")),
                         "an agent of the kind program needs a command, such as "
                         "program(command=\"python3 bot.py\")",
                         std::invalid_argument);
    CHECK_THROWS_AS(agent_spec("program(command=\"x)"), parse_error);
    CHECK_THROWS_AS(agent_spec::from_toml("kind = \"program\"\ncommand = 'say \"hi\"'"),
                    std::invalid_argument);
}

TEST_CASE("program: an illegal choice is named with the legal ones") {
    const auto r =
        against_random("program(command=\"while read line; do echo '{' 1 '}'; done\")", "whist", 1);
    CHECK(r.at(0).notes.at(0).find("answered { 1 }") != std::string::npos);
    const std::filesystem::path script = std::filesystem::temp_directory_path() / "mu_illegal.sed";
    std::ofstream(script) << R"(/"type":"act"/s/.*/{"action":"Zz"}/p)" << '\n';
    const auto z =
        against_random("program(command=\"sed -u -n -f " + script.string() + "\")", "whist", 1);
    CHECK(z.at(0).notes.at(0).find("chose Zz, which is not legal; legal: ") != std::string::npos);
    std::filesystem::remove(script);
}
