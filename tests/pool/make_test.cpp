// Pools of solved deals: the values, the same bytes however they come about, shards, checks.

#include <chrono>
#include <csignal>

#include <doctest/doctest.h>
#include <sys/wait.h>

#include <mu/agents/table.h>
#include <mu/api/solve.h>
#include <mu/pool/make.h>

#include "pool/support.h"
#include "support/counts.h"

using namespace mu;
using test::read_all;
using test::write_all;

namespace {

pool_plan euchre_plan(std::uint64_t count = 23) {
    return {.of = game("euchre"), .seed = 11, .first = 0, .count = count, .frame = 4};
}

template <typename F>
std::string complaint(F f) {
    try {
        f();
    } catch (const std::invalid_argument& e) {
        return e.what();
    }
    return "";
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("pool: records hold the deals of the seed and their contracts") {
    const test::folder folder;
    for (const char* spec :
         {"euchre", "euchre(joker=on)", "snapszer", "contree(contracts=all)", "ulti"}) {
        CAPTURE(spec);
        const game of(spec);
        const bool slow = of.info().name == "ulti" || of.info().name == "snapszer";
        const std::uint64_t count = slow ? 1 : 3;
        const auto file = folder / (of.info().name + std::to_string(of.spec().size()));
        const pool_result made = make_pool(file, {.of = of, .seed = 5, .first = 7, .count = count});
        CHECK(made.complete);
        CHECK(made.now == count);
        CHECK(made.bytes == std::filesystem::file_size(file));
        pool_reader in(file);
        const pool_header h = in.header();
        pool_frame frame;
        REQUIRE(in.next(frame));
        REQUIRE(frame.count == count);
        contract_solver by(of);
        for (std::uint32_t k = 0; k < count; ++k) {
            rng generator = rng(5).split(7 + k);
            const position p = of.deal(generator, seat::north, static_cast<int>(7 + k));
            const auto places = unpack_places(h, frame.record(k));
            CHECK(of.deal(places, seat::north, static_cast<int>(7 + k)) == p);
            const contract_table t = p.solve_contracts({});
            std::size_t entry = 0;
            for (std::size_t c = 0; c < h.columns.size(); ++c) {
                const auto value = read_column(h, frame.record(k), c);
                if (value == h.columns[c].none) continue;
                REQUIRE(entry < t.entries.size());
                CHECK(h.columns[c].name.starts_with(t.entries[entry].contract));
                CHECK(value == t.entries[entry++].value.low);
            }
            CHECK(entry == t.entries.size());
        }
        CHECK(verify_pool(file, 1).solved == 1);
    }
}

TEST_CASE("pool: places are named by who holds them") {
    using names = std::vector<std::string>;
    CHECK(game("bridge").place_names() == names{"N", "E", "S", "W"});
    CHECK(game("whist").place_names() == names{"E", "S", "W", "N", "up"});
    CHECK(game("contree").place_names() == names{"E", "S", "W", "N"});
    CHECK(game("jass").place_names() == names{"E", "S", "W", "N"});
    CHECK(game("euchre").place_names() == names{"E", "S", "W", "N", "up", "kitty"});
    CHECK(game("ulti").place_names() == names{"1", "2", "0"});
    const auto snapszer = game("snapszer").place_names();
    CHECK(snapszer.size() == 12);
    CHECK(snapszer[2] == "up");
    CHECK(snapszer[3] == "stock1");
    CHECK(snapszer[11] == "stock9");
}

TEST_CASE("pool: the same bytes for any number of threads, and after any interruption") {
    const test::folder folder;
    const auto whole = folder / "whole", file = folder / "p";
    make_pool(whole, euchre_plan());
    const std::string good = read_all(whole);
    make_pool(file, euchre_plan(), {.threads = 3});
    CHECK(read_all(file) == good);
    CHECK(make_pool(file, euchre_plan()).before == 23);  // nothing to do
    CHECK(read_all(file) == good);

    std::filesystem::remove(file);
    for (std::size_t size = 0; size < good.size(); size += 211) {
        CAPTURE(size);
        write_all(pool_writer::part_of(file), good.substr(0, size));
        make_pool(file, euchre_plan(), {.threads = 2});
        CHECK(read_all(file) == good);
        std::filesystem::remove(file);
    }

    make_pool(file, euchre_plan(9));
    CHECK(make_pool(file, euchre_plan()).before == 9);
    CHECK(read_all(file) == good);

    // Stopped again and again, it gets there.
    std::filesystem::remove(file);
    int rounds = 0;
    for (bool complete = false; !complete; ++rounds) {
        REQUIRE(rounds < 50);
        std::atomic<bool> stop = false;
        int calls = 0;
        const pool_result r = make_pool(
            file, euchre_plan(),
            {.threads = 2, .stop = &stop, .progress = [&](auto, auto) { stop = ++calls >= 2; }});
        complete = r.complete;
        CHECK(std::filesystem::exists(file) == complete);
    }
    CHECK(rounds > 1);
    CHECK(read_all(file) == good);
}

TEST_CASE("pool: a killed process leaves a pool that is gone on with") {
    const test::folder folder;
    const auto whole = folder / "whole", file = folder / "p";
    const pool_plan plan = euchre_plan(static_cast<std::uint64_t>(test::count(60, 600)));
    const auto begin = std::chrono::steady_clock::now();
    make_pool(whole, plan, {.threads = 2});
    const auto takes = std::chrono::duration_cast<std::chrono::microseconds>(
        std::chrono::steady_clock::now() - begin);
    const std::string good = read_all(whole);
    rng generator(static_cast<std::uint64_t>(::getpid()));
    int kills = 0;
    const int wanted = test::count(2, 20);
    for (int child = 0; kills < wanted && child < 10 * wanted; ++child) {
        std::filesystem::remove(file);
        std::filesystem::remove(pool_writer::part_of(file));
        // Killed up to three times on the way, then let go.
        for (int k = 0;; ++k) {
            const pid_t pid = ::fork();
            REQUIRE(pid >= 0);
            if (pid == 0) {
                try {
                    make_pool(file, plan, {.threads = 2});
                } catch (...) {
                    ::_exit(1);
                }
                ::_exit(0);
            }
            if (k < 3) {
                const auto most = static_cast<std::uint64_t>(takes.count()) + 1;
                ::usleep(static_cast<useconds_t>(generator.below(most)));
                ::kill(pid, SIGKILL);
            }
            int status = 0;
            REQUIRE(::waitpid(pid, &status, 0) == pid);
            if (WIFSIGNALED(status)) {
                ++kills;
                continue;
            }
            CHECK(WEXITSTATUS(status) == 0);
            break;
        }
        CHECK(read_all(file) == good);
    }
    CHECK(kills >= 1);
}

TEST_CASE("pool: agents label deals with what they come to in all seats") {
    const test::folder folder;
    const auto file = folder / "p";
    for (const char* spec : {"euchre", "snapszer"}) {
        CAPTURE(spec);
        std::filesystem::remove(file);
        pool_plan plan{.of = game(spec), .seed = 3, .first = 2, .count = 3};
        plan.labels = {agent_spec("rule"), agent_spec("blunder(p=0.5, inner=random)")};
        make_pool(file, plan, {.threads = 2});
        pool_reader in(file);
        const pool_header& h = in.header();
        const auto at =
            std::ranges::find(h.columns, std::string("rule_") + (h.game == "euchre" ? "N+S" : "0"),
                              &pool_column::name);
        REQUIRE(at != h.columns.end());
        const auto first = static_cast<std::size_t>(at - h.columns.begin());
        REQUIRE(h.columns.size() == first + 4);
        CHECK(h.columns[first + 3].name.starts_with("blunder(p=0.5_inner=random)_"));
        pool_frame frame;
        REQUIRE(in.next(frame));
        bool differ = false;
        for (std::uint32_t k = 0; k < 3; ++k) {
            const position deal = plan.of.deal(unpack_places(h, frame.record(k)), seat::north,
                                               static_cast<int>(2 + k));
            for (std::size_t label = 0; label < 2; ++label) {
                std::vector<std::unique_ptr<player>> who;
                for (int s = 0; s < plan.of.info().seats; ++s)
                    who.push_back(make_player(plan.labels[label], plan.of));
                position p = deal;
                play_out(p, who, rng(3).split(2 + k).split(label));
                for (std::size_t side = 0; side < 2; ++side) {
                    const auto points = read_column(h, frame.record(k), first + 2 * label + side);
                    CHECK(points == p.score()[side]);
                    differ |= points != read_column(h, frame.record(k), first + side);
                }
            }
        }
        CHECK(differ);
        CHECK(verify_pool(file, 3).solved == 3);
        plan.labels.pop_back();
        CHECK(contains(complaint([&] { make_pool(file, plan); }), "labels rule#"));
        plan.labels.push_back(agent_spec("rule"));
        CHECK(contains(complaint([&] { make_pool(folder / "q", plan); }),
                       "two columns have one name"));
        CHECK(!std::filesystem::exists(folder / "q"));
        plan.labels = {agent_spec("program(command=\"exit 3\")")};
        std::filesystem::remove(pool_writer::part_of(folder / "q"));
        CHECK_THROWS_WITH_AS(make_pool(folder / "q", plan),
                             doctest::Contains("deal 2, label program"), std::runtime_error);
    }
}

TEST_CASE("pool: verifying runs no command of a file unless asked to") {
    const test::folder folder;
    const auto file = folder / "p", plain = folder / "plain", ran = folder / "ran";
    make_pool(plain, {.of = game("euchre"), .seed = 3, .count = 3});
    // The same deals and values, and made-up points of the labels.
    const auto label = [&](const std::vector<agent_spec>& by) {
        std::filesystem::remove(file);
        std::filesystem::remove(ran);
        pool_reader in(plain);
        pool_writer out(file, make_pool_header(game("euchre"), 3, 0, in.header().frame, by));
        pool_frame frame;
        REQUIRE(in.next(frame));
        for (std::uint32_t k = 0; k < frame.count; ++k) {
            const auto r = frame.record(k);
            std::vector<std::byte> record(r.begin(), r.end());
            record.resize(out.header().record_size(), std::byte{7});
            out.add(record);
        }
        out.finish();
    };
    const agent_spec program("program(command=\"touch " + ran.string() + "\")");
    const agent_spec inside("blunder(p=0.5, inner=" + program.text() + ")");
    for (const agent_spec& by : {program, inside}) {
        CAPTURE(by.text());
        label({by});
        const pool_check found = verify_pool(file, 3);
        CHECK(found.solved == 3);
        REQUIRE(found.skipped.size() == 1);
        CHECK(found.skipped[0] == by.text());
        CHECK(!std::filesystem::exists(ran));
        CHECK_THROWS(verify_pool(file, 3, {}, pool_programs::run));
        // Labels that need no command are checked all the same.
        label({agent_spec("rule"), by});
        CHECK(contains(complaint([&] { verify_pool(file, 3); }), ", rule_"));
    }
    label({program});
    CHECK_THROWS(verify_pool(file, 3, {}, pool_programs::run));
    CHECK(std::filesystem::exists(ran));
}

TEST_CASE("pool: shards are disjoint and make the whole") {
    const test::folder folder;
    const auto whole = folder / "whole", merged = folder / "merged";
    make_pool(whole, euchre_plan());
    for (const std::uint64_t n : {1, 2, 5}) {
        CAPTURE(n);
        std::vector<std::filesystem::path> parts;
        std::uint64_t next = 0;
        for (std::uint64_t k = 1; k <= n; ++k) {
            const pool_plan part = shard_of(euchre_plan(), k, n);
            CHECK(part.first == next);
            next += part.count;
            const auto file = folder / ("part" + std::to_string(n) + std::to_string(k));
            make_pool(file, part);
            parts.insert(parts.begin(), file);
        }
        CHECK(next == 23);
        merge_pools(parts, merged);
        CHECK(read_all(merged) == read_all(whole));
        std::filesystem::remove(merged);
    }
    CHECK(contains(complaint([&] { shard_of(euchre_plan(), 0, 3); }), "no shard 0 of 3"));
    CHECK(contains(complaint([&] { shard_of(euchre_plan(), 4, 3); }), "no shard 4 of 3"));
    CHECK(contains(complaint([&] { shard_of(euchre_plan(), 1, 24); }), "24 shards"));

    const auto merge = [&](std::initializer_list<const char*> names) {
        std::vector<std::filesystem::path> parts;
        for (const char* name : names) parts.push_back(folder / name);
        const std::string why = complaint([&] { merge_pools(parts, merged); });
        CHECK(!std::filesystem::exists(merged));
        CHECK(!std::filesystem::exists(pool_writer::part_of(merged)));
        return why;
    };
    CHECK(contains(merge({"part51", "part53"}), "a gap: "));
    CHECK(contains(merge({"part51", "part51"}), "an overlap: "));
    CHECK(contains(merge({"part21", "part52"}), "an overlap: "));
    CHECK(contains(merge({"part51", "merged"}), "is a part and the result"));
    CHECK(contains(merge({}), "nothing to merge"));
    CHECK(contains(merge({"part51", "none"}), "none: cannot be read"));
    pool_plan other = shard_of(euchre_plan(), 2, 5);
    other.seed = 12;
    make_pool(folder / "other", other);
    CHECK(contains(merge({"part51", "other"}), "parts of different pools: seed 12, not 11"));
    const std::string torn = read_all(folder / "part52");
    write_all(folder / "short", torn.substr(0, torn.size() - 28));
    CHECK(contains(merge({"part51", "short"}), "short is not complete"));
    write_all(merged, "mine");
    CHECK(contains(complaint([&] { merge_pools({whole}, merged); }), "is there already"));
    CHECK(read_all(merged) == "mine");
}

TEST_CASE("pool: what cannot be made is refused, and files stay as they were") {
    const test::folder folder;
    const auto file = folder / "p";
    make_pool(file, euchre_plan());
    const std::string before = read_all(file);
    const auto refused = [&](const pool_plan& plan) {
        const std::string why = complaint([&] { make_pool(file, plan); });
        CHECK(read_all(file) == before);
        CHECK(!std::filesystem::exists(pool_writer::part_of(file)));
        return why;
    };
    pool_plan plan = euchre_plan();
    plan.of = game("euchre(joker=on)");
    CHECK(contains(refused(plan), "was made with game euchre, not euchre(joker=on)"));
    plan = euchre_plan();
    plan.seed = 1;
    CHECK(contains(refused(plan), "seed 11, not 1"));
    CHECK(contains(refused(euchre_plan(22)), "has 23 deals already"));
    CHECK(contains(refused(euchre_plan(0)), "at least one deal"));
    plan = euchre_plan();
    plan.first = 1ULL << 40;
    CHECK(contains(refused(plan), "count from 0 to 2147483647"));
    plan.of = game("differenzler");
    plan.first = 0;
    CHECK(contains(refused(plan), "differenzler has no solver"));
    CHECK_THROWS_AS(make_pool(folder / "no" / "such", euchre_plan()), std::runtime_error);
}

TEST_CASE("pool: verifying finds what the checksums do not") {
    const test::folder folder;
    const auto file = folder / "p";
    make_pool(file, euchre_plan());
    const pool_check found = verify_pool(file, 5);
    CHECK(found.records == 23);
    CHECK(found.solved == 5);
    CHECK(found.complete);
    CHECK(verify_pool(file, 100).solved == 23);

    // The same records but for one.
    const auto copy = [&](const std::filesystem::path& to, auto change) {
        pool_reader in(file);
        pool_writer out(to, in.header());
        pool_frame frame;
        while (in.next(frame))
            for (std::uint32_t k = 0; k < frame.count; ++k) {
                const auto r = frame.record(k);
                std::vector<std::byte> record(r.begin(), r.end());
                if (frame.first + k == 9) change(in.header(), record);
                out.add(record);
            }
        out.finish();
    };
    copy(folder / "value", [](const pool_header& h, std::vector<std::byte>& r) {
        write_column(h, r, 2, 5 - read_column(h, r, 2));
    });
    CHECK(verify_pool(folder / "value", 0).records == 23);
    CHECK(contains(complaint([&] { verify_pool(folder / "value", 23); }), "deal 9, s_E_alone: "));
    copy(folder / "cards",
         [](const pool_header&, std::vector<std::byte>& r) { std::swap(r[0], r[1]); });
    CHECK(contains(complaint([&] { verify_pool(folder / "cards", 0); }),
                   "deal 9 is not that of the seed"));
    write_all(folder / "part", read_all(file).substr(0, std::filesystem::file_size(file) - 28));
    CHECK(!verify_pool(folder / "part", 0).complete);

    // Made under rules that this program does not have.
    pool_header h = pool_reader(file).header();
    h.rules += 1;
    {
        pool_writer out(folder / "rules", h);
        test::add_records(out, 5);
        out.finish();
    }
    CHECK(contains(complaint([&] { verify_pool(folder / "rules", 0); }), "rules version "));
}
