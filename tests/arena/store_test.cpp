#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include <doctest/doctest.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <mu/arena/plot.h>
#include <mu/arena/store.h>

#include "support/counts.h"

using namespace mu;

namespace {

// A file that is gone when the test is.
struct scratch {
    std::string path = (std::filesystem::temp_directory_path() /
                        ("mu_store_" + std::to_string(::getpid()) + ".db"))
                           .string();
    scratch() { clear(); }
    ~scratch() { clear(); }
    scratch(const scratch&) = delete;
    scratch& operator=(const scratch&) = delete;
    void clear() const {
        for (const char* end : {"", "-wal", "-shm"}) std::filesystem::remove(path + end);
    }
};

contest contest_of(const char* a, const char* b) {
    return {.game = "whist",
            .rules = 1,
            .engine = "test",
            .agents = {agent_spec(a), agent_spec(b)},
            .seed = 3};
}

duel_result result_of(std::uint64_t deal, double margin) {
    duel_result r;
    r.deal = deal;
    r.margin = margin;
    r.share = margin > 0 ? 1 : margin < 0 ? 0 : 0.5;
    r.sides[0] = {10, 0.5, 1};
    r.sides[1] = {20, 0.25, 0};
    r.notes = {"rule, \"said\" nothing"};
    return r;
}

}  // namespace

TEST_CASE("store: results come back, from either side, and are never doubled") {
    const scratch file;
    result_store store(file.path);
    const contest ab = contest_of("rule", "random"), ba = contest_of("random", "rule");
    const auto id = store.open(ab);
    CHECK(store.open(ab) == id);
    CHECK(store.open(ba) == id);
    CHECK(result_store::is_swapped(ab) != result_store::is_swapped(ba));
    store.add(id, result_store::is_swapped(ab), result_of(7, 2.5));
    store.add(id, result_store::is_swapped(ab), result_of(7, 99));  // it is there already
    const auto there = store.results(id, result_store::is_swapped(ab));
    REQUIRE(there.size() == 1);
    const duel_result& r = there.at(7);
    CHECK(r.margin == 2.5);
    CHECK(r.share == 1);
    CHECK_FALSE(r.imps.has_value());
    CHECK(r.sides[0].decisions == 10);
    CHECK(r.sides[0].forfeits == 1);
    CHECK(r.notes == result_of(7, 0).notes);
    const duel_result turned = store.results(id, result_store::is_swapped(ba)).at(7);
    CHECK(turned.margin == -2.5);
    CHECK(turned.share == 0);
    CHECK(turned.sides[1].decisions == 10);
}

TEST_CASE("store: what differs in anything is another contest") {
    const scratch file;
    result_store store(file.path);
    std::vector<contest> all(11, contest_of("rule", "random"));
    all[1].game = "whist(trump=h)";
    all[2].rules = 2;
    all[3].engine = "other";
    all[4].matches = true;
    all[5].seed = ~std::uint64_t{0};
    all[6].agents[0] = agent_spec("blunder");
    all[7].agents[0] = agent_spec("blunder(p=0.2)");
    all[8].once = true;
    all[9].seconds = 0.1;
    all[10].seconds = 10;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto id = store.open(all[i]);
        for (std::size_t k = 0; k < i; ++k) CHECK(store.open(all[k]) != id);
        store.add(id, result_store::is_swapped(all[i]), result_of(0, static_cast<double>(i)));
        CHECK(store.results(id, result_store::is_swapped(all[i])).at(0).margin ==
              static_cast<double>(i));
    }
    CHECK(store.meetings().size() == 10);  // two seeds of one meeting
    CHECK(store.meetings("whist", "other").size() == 1);
    CHECK(store.meetings("bridge").empty());
    CHECK(store.meetings("whist(trump=h)").size() == 1);
    std::istringstream csv(store.csv());
    std::string line;
    std::getline(csv, line);
    CHECK(line.starts_with(
        "game,rules,engine,unit,agent_a,agent_b,hash_a,hash_b,time_limit,seed,deal,margin"));
    CHECK(line.ends_with(",notes"));
    int rows = 0;
    while (std::getline(csv, line)) {
        ++rows;
        CHECK(line.find(",\"rule, \"\"said\"\" nothing\"") != std::string::npos);
    }
    CHECK(rows == 11);
    const auto count = [](const std::string& text) { return std::ranges::count(text, '\n') - 1; };
    CHECK(count(store.csv("whist(trump=h)")) == 1);
    CHECK(count(store.csv("whist")) == 11);
    CHECK(count(store.csv("whist", "other")) == 1);
    CHECK(count(store.csv("bridge")) == 0);
}

TEST_CASE("store: the leaderboard ranks and rates") {
    const scratch file;
    result_store store(file.path);
    for (const auto& [a, b, margin] :
         {std::tuple{"rule", "random", 3.0}, {"cheat", "rule", 1.0}, {"cheat", "random", 4.0}}) {
        const contest c = contest_of(a, b);
        const auto id = store.open(c);
        for (std::uint64_t k = 0; k < 20; ++k)
            store.add(id, result_store::is_swapped(c), result_of(k, k % 4 == 0 ? -1.0 : margin));
    }
    const std::string text = leaderboard(store.meetings());
    CAPTURE(text);
    CHECK(text.find("whist, deals, rules 1, engine test") != std::string::npos);
    CHECK(text.find("1  cheat") < text.find("2  rule"));
    CHECK(text.find("2  rule") < text.find("3  random"));
    CHECK(text.find("+0.50 ±") != std::string::npos);  // cheat against rule
    CHECK(text.find("-0.50 ±") != std::string::npos);
    CHECK(leaderboard({}).empty());
    const std::string table = leaderboard_markdown(store.meetings());
    CAPTURE(table);
    CHECK(table.find("| 1 | `cheat` |") < table.find("| 2 | `rule` |"));
    CHECK(table.find("| +0.50 ± ") != std::string::npos);
    for (const std::string& picture : {ratings_svg(store.meetings()), time_svg(store.meetings())}) {
        CHECK(picture.starts_with("<svg "));
        CHECK(picture.ends_with("</svg>\n"));
        for (const char* name : {">cheat<", ">rule<", ">random<"})
            CHECK(picture.find(name) != std::string::npos);
    }
    CHECK(time_svg(store.meetings()).find("ms per decision") != std::string::npos);
}

TEST_CASE("store: panels of a picture have labels, and the same axes") {
    const scratch file;
    result_store store(file.path);
    for (const auto& [g, share] : {std::pair{"whist", 0.75}, {"euchre", 0.55}}) {
        contest c = contest_of("rule", "random");
        c.game = g;
        c.engine = "0.1 abcdef";
        const auto id = store.open(c);
        for (std::uint64_t k = 0; k < 100; ++k)
            store.add(id, result_store::is_swapped(c),
                      result_of(k, static_cast<double>(k) < 100 * share ? 1 : -1));
    }
    // What stands at the grid lines, from the first panel's title to the second's and beyond.
    const auto labels = [](const std::string& panel) {
        std::vector<std::string> out;
        const std::string mark = "class=\"facts\">";
        for (auto at = panel.find(mark); at != std::string::npos; at = panel.find(mark, at + 1)) {
            const auto from = at + mark.size();
            const std::string text = panel.substr(from, panel.find('<', from) - from);
            if (text.find_first_not_of("-.0123456789") == std::string::npos) out.push_back(text);
        }
        return out;
    };
    for (const std::string& picture : {ratings_svg(store.meetings()), time_svg(store.meetings())}) {
        CAPTURE(picture);
        const auto second = picture.find("class=\"title\">whist, deals<");
        REQUIRE(second != std::string::npos);
        const std::string panel = picture.substr(0, second);
        CHECK(panel.find("class=\"title\">euchre, deals<") != std::string::npos);
        CHECK(panel.find(
                  "class=\"facts\">100 or more deals per agent; rules 1, engine 0.1 abcdef<") !=
              std::string::npos);
        CHECK(panel.find(">rating with 95 % interval") != std::string::npos);
        CHECK(labels(panel).size() > 4);
        CHECK(labels(panel) == labels(picture.substr(second)));
    }
}

TEST_CASE("store: what a test may stop is stored in order, whatever the threads") {
    duel_plan plan{.of = game("snapszer"),
                   .agents = {agent_spec("rule"), agent_spec("random")},
                   .seed = 4,
                   .count = 300};
    const auto run = [&](result_store& store, int threads) {
        plan.threads = threads;
        std::uint64_t seen = 0;
        stored_duel(plan, "test", store, stored_duel::ending::sequential)
            .run({}, [&](const duel_result&) { return ++seen < 20; });
    };
    std::vector<double> margins;
    for (const int threads : {1, 2, 7}) {
        const scratch file;
        result_store store(file.path);
        run(store, threads);
        run(store, threads);  // nothing more is to be played
        const auto all = store.meetings();
        REQUIRE(all.size() == 1);
        CHECK(all[0].sequential);
        std::vector<double> found;
        for (const auto& r : all[0].results) found.push_back(r.margin);
        CHECK(found.size() == 20);
        if (margins.empty()) margins = found;
        CHECK(found == margins);
        CHECK(leaderboard(all).find("wider where a test could stop the run") != std::string::npos);
        const auto shown = rank_agents(all)[0].margin[0][1].value();
        std::vector<double> best = margins;
        if (shown.mean * mean_of(best).mean < 0)
            for (double& x : best) x = -x;
        CHECK(shown.high == doctest::Approx(at_any_time(mean_of(best)).high));
    }
}

TEST_CASE("store: rows of another time limit are not used again") {
    const scratch file;
    result_store store(file.path);
    duel_plan plan{.of = game("snapszer"),
                   .agents = {agent_spec("rule"), agent_spec("random")},
                   .seed = 4,
                   .count = 3,
                   .seconds = 100};
    stored_duel(plan, "test", store).run({}, {});
    CHECK(stored_duel(plan, "test", store).known() == 3);
    plan.seconds = 1000;
    CHECK(stored_duel(plan, "test", store).known() == 0);
    plan.first = most_deals;
    CHECK_THROWS_AS(stored_duel(plan, "test", store), std::invalid_argument);
}

TEST_CASE("store: what open hands say is added later, and read again") {
    const scratch file;
    result_store store(file.path);
    const contest c = contest_of("rule", "random");
    const auto id = store.open(c);
    duel_result r = result_of(7, 2.5);
    store.add(id, true, r);
    r.margin = 99;  // a result that is there stays
    r.open_hands = 1.5;
    store.add(id, true, r);
    r.open_hands = 4;
    store.add(id, true, r);
    const duel_result found = store.results(id, true).at(7);
    CHECK(found.margin == 2.5);
    CHECK(found.open_hands == 1.5);
}

TEST_CASE("store: two processes write at once, one is killed, and nothing is lost or doubled") {
    const scratch file;
    {
        result_store make(file.path);
    }
    const auto write = [&](std::uint64_t from, std::uint64_t to, double margin) {
        result_store store(file.path);
        const contest c = contest_of("rule", "random");
        const auto id = store.open(c);
        for (std::uint64_t k = from; k < to; ++k)
            store.add(id, result_store::is_swapped(c), result_of(k, margin));
    };
    const auto child = [&](auto&& what) {
        const pid_t pid = ::fork();
        if (pid == 0) {
            what();
            ::_exit(0);
        }
        return pid;
    };
    // One writes the first half and is then killed in the middle of more; the other meets it there.
    const pid_t killed = child([&] {
        write(0, 60, 1);
        write(1000, 10'000'000, 1);
    });
    const pid_t other = child([&] { write(30, 90, 2); });
    ::waitpid(other, nullptr, 0);
    result_store store(file.path);
    const contest c = contest_of("rule", "random");
    const auto there = [&] { return store.results(store.open(c), result_store::is_swapped(c)); };
    while (there().size() < 95) std::this_thread::yield();  // until it is well into the rest
    ::kill(killed, SIGKILL);
    int status = 0;
    ::waitpid(killed, &status, 0);
    CHECK(WIFSIGNALED(status));
    const auto all = there();
    for (std::uint64_t k = 0; k < 90; ++k) REQUIRE(all.contains(k));
    for (std::uint64_t k = 0; k < 30; ++k) CHECK(all.at(k).margin == 1);
    for (std::uint64_t k = 60; k < 90; ++k) CHECK(all.at(k).margin == 2);
    // Those of the killed one have no gap: each was whole before the next.
    std::uint64_t next = 1000;
    for (auto it = all.lower_bound(1000); it != all.end(); ++it) CHECK(it->first == next++);
    write(1000, next + 3, 3);  // it goes on
    const auto after = there();
    CHECK(after.size() == all.size() + 3);
    CHECK(after.at(next - 1).margin == 1);
    CHECK(after.at(next).margin == 3);
}

TEST_CASE("store: a duel killed at any moment goes on, and comes to the same as one left alone") {
    const duel_plan plan{.of = game("snapszer"),
                         .agents = {agent_spec("rule"), agent_spec("random")},
                         .seed = 4,
                         .count = static_cast<std::uint64_t>(test::count(60, 300)),
                         .threads = 2};
    const auto results = [&](result_store& store) {
        std::vector<duel_result> out;
        stored_duel(plan, "test", store).run({}, [&](const duel_result& r) {
            out.push_back(r);
            return true;
        });
        return out;
    };
    const auto begin = std::chrono::steady_clock::now();
    std::vector<duel_result> alone;
    {
        const scratch file;
        result_store store(file.path);
        alone = results(store);
    }
    const auto takes = std::chrono::duration_cast<std::chrono::microseconds>(
        std::chrono::steady_clock::now() - begin);
    rng generator(static_cast<std::uint64_t>(::getpid()));
    int kills = 0;
    const int wanted = test::count(4, 20);
    for (int run = 0; kills < wanted && run < 10 * wanted; ++run) {
        const scratch file;
        for (int k = 0; k < 3; ++k) {
            const pid_t pid = ::fork();
            REQUIRE(pid >= 0);
            if (pid == 0) {
                try {
                    result_store store(file.path);
                    results(store);
                } catch (...) {
                    ::_exit(1);
                }
                ::_exit(0);
            }
            const auto most = static_cast<std::uint64_t>(takes.count()) + 1;
            ::usleep(static_cast<useconds_t>(generator.below(most)));
            ::kill(pid, SIGKILL);
            int status = 0;
            REQUIRE(::waitpid(pid, &status, 0) == pid);
            if (WIFSIGNALED(status))
                ++kills;
            else
                CHECK(WEXITSTATUS(status) == 0);
        }
        result_store store(file.path);
        const auto resumed = results(store);
        CHECK(stored_duel(plan, "test", store).known() == plan.count);
        REQUIRE(resumed.size() == alone.size());
        for (std::size_t i = 0; i < alone.size(); ++i) {
            CHECK(resumed[i].deal == alone[i].deal);
            CHECK(resumed[i].margin == alone[i].margin);
            CHECK(resumed[i].share == alone[i].share);
            CHECK(resumed[i].sides[0].decisions == alone[i].sides[0].decisions);
        }
    }
    CHECK(kills >= 1);
    duel_plan nameless = plan;
    nameless.makers[0] = [&] { return make_player(plan.agents[0], plan.of); };
    const scratch file;
    result_store store(file.path);
    CHECK_THROWS_AS(stored_duel(nameless, "test", store), std::invalid_argument);
    duel_plan seedless = plan;
    for (std::uint64_t i = 0; i < plan.count; ++i)
        seedless.from.push_back(duel_deal(plan.of, plan.seed, plan.first + i));
    CHECK_THROWS_WITH_AS(stored_duel(seedless, "test", store),
                         "a duel can be stored only of deals that follow from a seed",
                         std::invalid_argument);
}

namespace {

std::string bytes_of(const std::string& path) {
    std::ostringstream out;
    out << std::ifstream(path, std::ios::binary).rdbuf();
    return out.str();
}

void check_refused(const std::string& path, result_store::access how, const char* why) {
    CAPTURE(why);
    const std::string before = bytes_of(path);
    try {
        result_store store(path, how);
        FAIL_CHECK("accepted");
    } catch (const std::runtime_error& e) {
        CAPTURE(e.what());
        CHECK(std::string(e.what()).find(path) != std::string::npos);
        CHECK(std::string(e.what()).find(why) != std::string::npos);
    }
    CHECK(bytes_of(path) == before);
    CHECK_FALSE(std::filesystem::exists(path + "-wal"));
    CHECK_FALSE(std::filesystem::exists(path + "-shm"));
    CHECK_FALSE(std::filesystem::exists(path + "-journal"));
}

void run_sql(const std::string& path, const char* sql) {
    sqlite3* db = nullptr;
    REQUIRE(sqlite3_open(path.c_str(), &db) == SQLITE_OK);
    REQUIRE(sqlite3_exec(db, sql, nullptr, nullptr, nullptr) == SQLITE_OK);
    sqlite3_close(db);
}

}  // namespace

TEST_CASE("store: a file that is no store is refused by name, and left as it is") {
    using access = result_store::access;
    CHECK_THROWS_AS(result_store("/no/such/folder/x.db"), std::runtime_error);
    CHECK_THROWS_AS(result_store(""), std::invalid_argument);
    const scratch file;
    CHECK_THROWS_AS(result_store(file.path, access::read), std::runtime_error);
    CHECK_FALSE(std::filesystem::exists(file.path));
    const auto refused = [&](const char* why) {
        check_refused(file.path, access::read, why);
        check_refused(file.path, access::write, why);
    };
    std::ofstream(file.path) << "short";
    refused("is no results database");
    std::ofstream(file.path) << std::string(5000, 'x');
    refused("is no results database");
    check_refused(std::filesystem::temp_directory_path().string(), access::write, "not a file");

    file.clear();
    run_sql(file.path, "CREATE TABLE notes(text); PRAGMA user_version=3;");
    refused("database of something else");
    file.clear();
    run_sql(file.path, "PRAGMA journal_mode=WAL; CREATE TABLE notes(text);");
    refused("database of something else");
    file.clear();
    {
        result_store make(file.path);
    }
    run_sql(file.path, "PRAGMA user_version=99");
    refused("has version 99 of the file format, of a newer mu");
    run_sql(file.path, "PRAGMA user_version=3");
    refused("has version 3 of the file format, of an older mu; this one is for version");

    // An empty file becomes a store if there is something to be written, and only then.
    file.clear();
    std::ofstream(file.path) << "";
    check_refused(file.path, access::read, "the file is empty");
    result_store store(file.path);
    CHECK(store.meetings().empty());
}

TEST_CASE("store: reading changes nothing") {
    const scratch file;
    const contest c = contest_of("rule", "random");
    {
        result_store store(file.path);
        store.add(store.open(c), false, result_of(1, 1));
    }
    const std::string before = bytes_of(file.path);
    {
        result_store store(file.path, result_store::access::read);
        CHECK(store.meetings().size() == 1);
        CHECK(store.csv().find("whist") != std::string::npos);
        contest other = c;
        other.seed = 77;
        CHECK_THROWS_WITH_AS(store.open(other),
                             (file.path + ": attempt to write a readonly database").c_str(),
                             std::runtime_error);
    }
    CHECK(bytes_of(file.path) == before);
}

TEST_CASE("store: a flipped bit in a row is noticed, and the row is never used") {
    const scratch file;
    const contest c = contest_of("rule", "random");
    {
        result_store store(file.path);
        store.add(store.open(c), false, result_of(1, 1));
    }
    const std::string whole = bytes_of(file.path);
    // Each value in turn, as a bit flipped on a disk would change it.
    for (const char* change : {"results SET margin=3",
                               "results SET share=0",
                               "results SET imps=1",
                               "results SET open_hands=1",
                               "results SET deal=2",
                               "results SET decisions_a=11",
                               "results SET decisions_b=11",
                               "results SET seconds_a=7",
                               "results SET seconds_b=7",
                               "results SET forfeits_a=0",
                               "results SET forfeits_b=1",
                               "results SET notes='rule'",
                               "results SET sum=sum+1",
                               "contests SET game='jass'",
                               "contests SET rules=2",
                               "contests SET engine='tes4'",
                               "contests SET unit='match'",
                               "contests SET seconds='1'",
                               "contests SET seed='5'",
                               "contests SET sequential=1",
                               "agents SET text='rulf' WHERE text='rule'",
                               "agents SET toml=''"}) {
        CAPTURE(change);
        file.clear();
        std::ofstream(file.path, std::ios::binary) << whole;
        run_sql(file.path, (std::string("UPDATE ") + change).c_str());
        const result_store store(file.path, result_store::access::read);
        CHECK_THROWS_AS(store.meetings(), std::runtime_error);
        CHECK_THROWS_AS(store.csv(), std::runtime_error);
    }
}
