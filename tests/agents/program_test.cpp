#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <sys/resource.h>
#include <sys/wait.h>
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
    for (const char* protocol : {"1", "2"}) {
        for (const auto& g : games()) {
            CAPTURE(g.name);
            const std::string as = bot.substr(0, bot.size() - 1) + ", protocol=" + protocol + ")";
            for (const auto& r : against_random(as, g.name.c_str(), deals)) {
                CAPTURE(r.notes.empty() ? "" : r.notes[0]);
                CHECK(r.sides[0].forfeits == 0);
                CHECK(r.sides[0].decisions > 5);
            }
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
        const double seconds = std::string(how) == "hangs" ? 3 : 20;
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
                if (r.sides[0].forfeits == 2) CHECK(r.margin <= 0);  // from both seatings
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
    check_forfeits("program(command=\"exit 3\")", "has ended with status 3");
    check_forfeits("program(command=\"kill -9 $$\")", "has ended by signal 9");
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

namespace {

// A file for what a bot has to tell, gone when the test is.
struct scratch_file {
    std::filesystem::path path;
    explicit scratch_file(const std::string& end = "")
        : path(std::filesystem::temp_directory_path() /
               ("mu_program_" + std::to_string(::getpid()) + end)) {
        std::filesystem::remove(path);
    }
    ~scratch_file() { std::filesystem::remove(path); }
    scratch_file(const scratch_file&) = delete;
    scratch_file& operator=(const scratch_file&) = delete;
    std::string text() const {
        std::ostringstream out;
        out << std::ifstream(path).rdbuf();
        return out.str();
    }
};

bool is_running(pid_t pid) {
    // "pid (name) state ...": a zombie that nobody has buried yet does not run.
    std::ifstream in("/proc/" + std::to_string(pid) + "/stat");
    std::string line;
    if (!std::getline(in, line)) return ::kill(pid, 0) == 0 && std::filesystem::exists("/proc/1");
    const char state = line.at(line.rfind(')') + 2);
    return state != 'Z' && state != 'X';
}

// Waits as long as it takes, within reason: there is nothing to be read from how long that is.
template <typename F>
bool comes_true(const F& what) {
    for (int k = 0; k < 3000 && !what(); ++k) ::usleep(10'000);
    return what();
}

}  // namespace

TEST_CASE("program: one that cannot be started ends the run, and is no forfeit") {
    const auto says = [](const std::string& command, const char* why) {
        CAPTURE(command);
        try {
            against_random("program(command=\"" + command + "\")", "snapszer", 2);
            FAIL_CHECK("played");
        } catch (const start_failure& e) {
            CAPTURE(e.what());
            CHECK(std::string(e.what()).find(why) != std::string::npos);
        }
    };
    says("/no/such/program 2>/dev/null", "cannot be started: it is not found");
    says("/ 2>/dev/null", "cannot be started: it is not executable");

    // Too few descriptors are our own trouble. Those that are open now stay so.
    rlimit before{};
    REQUIRE(::getrlimit(RLIMIT_NOFILE, &before) == 0);
    const int next = ::dup(0);
    ::close(next);
    rlimit few = before;
    few.rlim_cur = static_cast<rlim_t>(next) + 1;
    REQUIRE(::setrlimit(RLIMIT_NOFILE, &few) == 0);
    says("cat", "cannot be started: socket: Too many open files");
    ::setrlimit(RLIMIT_NOFILE, &before);
}

TEST_CASE("program: one that never reads or writes without end holds up nobody") {
    // Longer than any buffer between us, and it is in the way of the other seats' deals too.
    duel_plan plan{.of = game("ulti(deals=48)"),
                   .agents = {agent_spec("program(command=\"sleep 6000\", seconds=0.05)"),
                              agent_spec("random")},
                   .seed = 3,
                   .count = 1,
                   .matches = true};
    const auto r = run_duel(plan).at(0);
    CHECK(r.sides[0].forfeits == 6);
    CHECK(r.notes.size() == 6);
    // A dummy is never asked, but told of every deal.
    plan.of = game("bridge");
    plan.matches = false;
    plan.count = 40;
    plan.agents[0] = agent_spec("program(command=\"yes 0123456789abcdef\", seconds=0.5)");
    for (const auto& deal : run_duel(plan)) CHECK(deal.share == 0);
    check_forfeits("program(command=\"head -c 3000000 /dev/zero; sleep 6000\", seconds=20)",
                   "writes without end");
}

TEST_CASE("program: who has forfeited is told nothing more") {
    // Counts the deals that a player is told of.
    struct teller final : player {
        int& told;
        explicit teller(int& count) : told(count) {}
        void begin_deal(const game&, seat) override { ++told; }
        action choose(const request&) override { throw std::runtime_error("no"); }
        void end_deal(const seat_view&, std::span<const int>) override { ++told; }
    };
    int told = 0;
    duel_plan plan{.of = game("snapszer"),
                   .agents = {agent_spec("random"), agent_spec("rule")},
                   .seed = 3,
                   .count = 1,
                   .matches = true};
    plan.makers[0] = [&] { return std::make_unique<teller>(told); };
    run_duel(plan);
    CHECK(told == 2);  // a match from each of two seats, and it fails in the first deal
}

TEST_CASE("program: what it leaves behind ends with it") {
    const scratch_file file;
    // The shell that we started is gone before the first deal is over; its child is not.
    against_random("program(command=\"sleep 6000 >/dev/null </dev/null & echo $! >>" +
                       file.path.string() + "; exec cat\", seconds=1)",
                   "snapszer", 1);
    std::istringstream pids(file.text());
    int seen = 0;
    for (pid_t pid = 0; pids >> pid; ++seen) CHECK(comes_true([&] { return !is_running(pid); }));
    CHECK(seen >= 1);
}

TEST_CASE("program: it ends when we do, whatever ends us") {
    const std::string nap = "6" + std::to_string(::getpid());  // seconds nobody else sleeps
    for (const int signal : {SIGINT, SIGTERM, SIGKILL}) {
        CAPTURE(signal);
        const scratch_file file;
        const pid_t us = ::fork();
        REQUIRE(us >= 0);
        if (us == 0) {
            ::signal(signal, SIG_DFL);
            try {
                against_random("program(command=\"echo $$ >" + file.path.string() + "; sleep " +
                                   nap + "; true\", seconds=6000)",
                               "snapszer", 1);
            } catch (...) {
                ::_exit(1);
            }
            ::_exit(0);
        }
        REQUIRE(comes_true([&] { return !file.text().empty(); }));
        const pid_t bot = std::stoi(file.text());
        CHECK(is_running(bot));
        ::kill(us, signal);
        int status = 0;
        ::waitpid(us, &status, 0);
        CHECK(WIFSIGNALED(status));
        CHECK(comes_true([&] { return !is_running(bot); }));
        // And all that it started: nobody is left in its group, which its keeper led.
        CHECK(comes_true([&] {
            for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
                std::ifstream in(entry.path() / "cmdline");
                std::string words;
                std::getline(in, words);
                if (words == "sleep" + std::string(1, '\0') + nap + '\0') return false;
            }
            return true;
        }));
    }
}

TEST_CASE("program: notes are short and printable, whatever it answers") {
    const scratch_file escaped, raw;
    std::ofstream(escaped.path)
        << "import sys\nfor line in sys.stdin:\n    if 'act' in line[:20]:\n"
           "        print('{\"action\": \"\\\\u001b[31m' + 'x' * 500000 + '\"}', "
           "flush=True)\n";
    std::ofstream(raw.path)
        << "import sys\nfor line in sys.stdin:\n    if 'act' in line[:20]:\n"
           "        sys.stdout.buffer.write(b'\\x1b[31m\\x07\\xff' + b'y' * 5000 + b'\\n')\n"
           "        sys.stdout.flush()\n";
    for (const scratch_file* script : {&escaped, &raw}) {
        const std::string bot = "program(command=\"python3 " + script->path.string() + "\")";
        const auto r = against_random(bot, "snapszer", 1).at(0);
        REQUIRE(!r.notes.empty());
        for (const auto& note : r.notes) {
            CAPTURE(note);
            CHECK(note.size() < 2 * longest_note);
            CHECK(note.find("\\x1B[31m") != std::string::npos);
            CHECK(std::ranges::all_of(note, [](char c) { return c >= ' ' && c < 0x7F; }));
        }
    }
}

// Writes down the records it is handed, and plays the first legal action.
TEST_CASE("program: a cheat is handed the whole deal, others are not") {
    const scratch_file bot, log(".log");
    std::ofstream(bot.path) << R"(import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "act":
        record = message.get("record", "-")
        with open(sys.argv[1], "a") as log: log.write(record + "\n")
        print(json.dumps({"action": message["view"]["legal"][0]}), flush=True)
)";
    const std::string with =
        "program(command=\"python3 " + bot.path.string() + " " + log.path.string() + "\")";
    CHECK_FALSE(agent_spec(with).cheats());
    CHECK(agent_spec("cheating_" + with).cheats());
    for (const bool cheats : {false, true}) {
        CAPTURE(cheats);
        std::filesystem::remove(log.path);
        const auto all = against_random((cheats ? "cheating_" : "") + with, "euchre", 1);
        CHECK(all.at(0).notes.empty());
        std::istringstream lines(log.text());
        std::int64_t records = 0;
        for (std::string line; std::getline(lines, line); ++records) {
            if (!cheats) CHECK(line == "-");
            if (!cheats) continue;
            // The deal that is played, discards included.
            const position p = replay(line);
            CHECK(p.deal_text() == duel_deal(game("euchre"), 3, 0).deal_text());
            CHECK_FALSE(p.is_over());
        }
        CHECK(records == all.at(0).sides[0].decisions);
    }
}

// Writes down what it is told, and plays the first legal action.
TEST_CASE("program: protocol 2 tells every action by anybody, protocol 1 none") {
    const scratch_file bot, log(".log");
    std::ofstream(bot.path) << R"(import json, sys
for line in sys.stdin:
    with open(sys.argv[1], "a") as log: log.write(line)
    message = json.loads(line)
    if message["type"] == "act":
        print(json.dumps({"action": message["view"]["legal"][0]}), flush=True)
)";
    for (const auto& [protocol, on] : {std::pair{1, "snapszer"}, {2, "snapszer"}, {2, "euchre"}}) {
        CAPTURE(protocol);
        CAPTURE(on);
        std::filesystem::remove(log.path);
        duel_plan plan{.of = game(on),
                       .agents = {agent_spec("program(command=\"python3 " + bot.path.string() +
                                             " " + log.path.string() +
                                             "\", protocol=" + std::to_string(protocol) + ")"),
                                  agent_spec("rule")},
                       .seed = 3,
                       .count = 1,
                       .once = true};
        const auto r = run_duel(plan).at(0);
        REQUIRE(r.notes.empty());
        // Partners write to the same file: what each seat is told, in order.
        std::map<std::string, std::vector<nlohmann::json>> told;
        std::istringstream lines(log.text());
        for (std::string line; std::getline(lines, line);) {
            auto message = nlohmann::json::parse(line);
            const std::string at =
                message.contains("view") ? message["view"]["seat"] : message["seat"];
            told[at].push_back(std::move(message));
        }
        CHECK(told.size() == (std::string(on) == "euchre" ? 2 : 1));
        for (const auto& [seat, messages] : told) {
            CAPTURE(seat);
            std::size_t actions = 0, acts = 0;
            CHECK(messages.front()["type"] == "begin");
            CHECK(messages.front()["protocol"] == protocol);
            CHECK(messages.back()["type"] == "end");
            const auto& history = messages.back()["view"]["history"];
            for (const auto& m : messages) {
                if (m["type"] == "start") CHECK(m["view"]["history"].empty());
                if (m["type"] == "act") ++acts;
                if (m["type"] != "action") continue;
                REQUIRE(actions < history.size());
                // What was hidden then may be known at the end.
                CHECK(m["seat"] == history[actions]["seat"]);
                if (!m["action"].is_null()) CHECK(m["action"] == history[actions]["action"]);
                CHECK(m["view"]["history"].size() == ++actions);
            }
            CHECK(acts >= 1);
            CHECK(actions == (protocol == 2 ? history.size() : 0));
            if (protocol == 2) CHECK(messages[1]["type"] == "start");
            CHECK(messages.size() == actions + acts + (protocol == 2 ? 3 : 2));
        }
    }
}
