// The file format: what is written is read, whatever is damaged is noticed, and what a kill leaves
// behind can be gone on with.

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>

#include <mu/pool/file.h>

#include "pool/support.h"

using namespace mu;
using test::read_all;
using test::write_all;

namespace {

pool_header small_header() {
    pool_header h = make_pool_header(game("contree"), 3, 100, 4);
    h.columns = {{"a", pool_type::i8, std::nullopt},
                 {"b", pool_type::u16, std::nullopt},
                 {"c", pool_type::i32, -1}};
    return h;
}

void write_pool(const std::filesystem::path& file, const pool_header& h, std::uint64_t count) {
    pool_writer out(file, h);
    test::add_records(out, h.first + count);
    out.finish();
}

// All records; throws what is wrong.
std::vector<std::vector<std::byte>> read_pool(const std::filesystem::path& file) {
    std::vector<std::vector<std::byte>> out;
    pool_reader in(file);
    pool_frame frame;
    while (in.next(frame))
        for (std::uint32_t k = 0; k < frame.count; ++k) {
            CHECK(frame.first + k == in.header().first + out.size());
            const auto r = frame.record(k);
            out.emplace_back(r.begin(), r.end());
        }
    if (!in.complete()) throw pool_error("not complete");
    return out;
}

std::string complaint(const std::filesystem::path& file) {
    try {
        read_pool(file);
    } catch (const pool_error& e) {
        return e.what();
    }
    return "";
}

}  // namespace

TEST_CASE("pool file: headers survive, and say what is wrong with them") {
    for (const auto& info : games()) {
        if (info.name == "differenzler") continue;
        CAPTURE(info.name);
        const pool_header h = make_pool_header(game(info.name), 7, 5, 64);
        CHECK(parse_pool_header(to_json(h).dump()) == h);
        CHECK(h.cards() == info.deck.card_count());
        // Four places take two bits; a turned-up card or a kitty is a fifth.
        const bool more = info.name == "whist" || info.name == "euchre" || info.name == "snapszer";
        CHECK(h.card_bits == (more ? 4 : 2));
        CHECK(pool_difference(h, h, true).empty());
    }
    CHECK_THROWS_WITH_AS(make_pool_header(game("differenzler"), 1, 0, 64),
                         doctest::Contains("differenzler has no solver"), std::invalid_argument);

    const auto good = to_json(small_header());
    const auto refused = [&](const char* key, const nlohmann::ordered_json& value) {
        CAPTURE(key);
        auto bad = good;
        bad[key] = value;
        CHECK_THROWS_AS(parse_pool_header(bad.dump()), pool_error);
        bad.erase(key);
        CHECK_THROWS_AS(parse_pool_header(bad.dump()), pool_error);
    };
    refused("game", 1);
    refused("frame", 0);
    refused("deck", "53");
    refused("card_bits", 3);
    refused("record_size", 1);
    refused("columns", nlohmann::ordered_json::array());
    refused("columns", {{{"name", "a b"}, {"type", "u8"}}});
    refused("columns", {{{"name", "a"}, {"type", "u9"}}});
    refused("columns", {{{"name", "a"}, {"type", "u8"}}, {{"name", "a"}, {"type", "u8"}}});
    refused("places", {{{"name", "N"}, {"cards", 3}}});
    refused("seed", 1.5);
    refused("seed", -1);
    refused("first", 1e30);
    refused("frame", 4294967300);
    refused("rules", 4294967297);
    refused("record_size", 1.0 + static_cast<double>(small_header().record_size()));
    CHECK_THROWS_WITH_AS(parse_pool_header([&] {
                             auto bad = good;
                             bad["seed"] = 1.5;
                             return bad.dump();
                         }()),
                         "seed: expected a whole number, not 1.5", pool_error);
    CHECK_THROWS_AS(parse_pool_header("{"), pool_error);
}

TEST_CASE("pool file: values of every type, and those that do not fit") {
    const pool_header h = small_header();
    std::vector<std::byte> r(h.record_size());
    for (const std::int64_t v : {-128, -1, 0, 127}) {
        write_column(h, r, 0, v);
        CHECK(read_column(h, r, 0) == v);
    }
    write_column(h, r, 1, 65535);
    write_column(h, r, 2, -2147483648LL);
    CHECK(read_column(h, r, 0) == 127);
    CHECK(read_column(h, r, 1) == 65535);
    CHECK(read_column(h, r, 2) == -2147483648LL);
    CHECK_THROWS_AS(write_column(h, r, 0, 128), std::out_of_range);
    CHECK_THROWS_AS(write_column(h, r, 1, -1), std::out_of_range);
}

TEST_CASE("pool file: what is written is read") {
    const test::folder folder;
    const pool_header h = small_header();
    for (const std::uint64_t count : {0, 1, 3, 4, 5, 8, 11}) {
        CAPTURE(count);
        const auto file = folder / ("p" + std::to_string(count));
        write_pool(file, h, count);
        CHECK(!std::filesystem::exists(pool_writer::part_of(file)));
        const auto records = read_pool(file);
        REQUIRE(records.size() == count);
        for (std::size_t k = 0; k < count; ++k)
            CHECK(records[k] == test::some_record(h, h.first + k));
        CHECK(pool_reader(file).header() == h);
    }
}

TEST_CASE("pool file: no byte can change unnoticed") {
    const test::folder folder;
    const auto file = folder / "p";
    write_pool(file, small_header(), 10);
    const std::string good = read_all(file);
    REQUIRE(complaint(file).empty());
    for (std::size_t at = 0; at < good.size(); ++at) {
        std::string bad = good;
        bad[at] = static_cast<char>(bad[at] ^ (1 << at % 8));
        write_all(file, bad);
        CAPTURE(at);
        CHECK(complaint(file).starts_with(file.string() + ": "));
        // And a writer leaves a damaged pool alone.
        CHECK_THROWS_AS(pool_writer(file, small_header()), pool_error);
        CHECK(read_all(file) == bad);
    }
    for (std::size_t size = 0; size < good.size(); ++size) {
        write_all(file, good.substr(0, size));
        CAPTURE(size);
        CHECK(!complaint(file).empty());
    }
    write_all(file, good + "x");
    CHECK(complaint(file).find("bytes after the end") != std::string::npos);
    write_all(file, "PBN or so, at any rate longer than a pool's first bytes");
    CHECK(complaint(file).find("not a pool") != std::string::npos);
    CHECK(complaint(folder / "nothing").find("cannot be read") != std::string::npos);
    CHECK(complaint(folder / ".").find("cannot be read") != std::string::npos);
}

TEST_CASE("pool file: nothing large is asked for on the word of a header") {
    pool_header h = small_header();
    h.frame = 65536;
    CHECK(parse_pool_header(to_json(h).dump()) == h);
    for (int c = 0; c < 1000; ++c)
        h.columns.push_back({"c" + std::to_string(c), pool_type::i32, std::nullopt});
    CHECK_THROWS_WITH_AS(parse_pool_header(to_json(h).dump()), "a frame has 64 MiB at most",
                         pool_error);
    h.frame = 16;
    CHECK(parse_pool_header(to_json(h).dump()) == h);
}

TEST_CASE("pool file: a name may be a link, and must be a file") {
    const test::folder folder;
    const auto file = folder / "p", link = folder / "link", pipe = folder / "pipe";
    std::filesystem::create_symlink("p", link);
    write_pool(link, small_header(), 3);
    CHECK(std::filesystem::is_symlink(link));
    CHECK(read_pool(file).size() == 3);
    write_pool(link, small_header(), 6);
    CHECK(std::filesystem::is_symlink(link));
    CHECK(read_pool(file).size() == 6);
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);  // opening it would wait for a writer
    CHECK(complaint(pipe).find("not a regular file") != std::string::npos);
    CHECK_THROWS_AS(pool_writer("/dev/null", small_header()), pool_error);
    CHECK(std::filesystem::is_character_file("/dev/null"));
}

TEST_CASE("pool file: torn off at any byte, it is gone on with") {
    const test::folder folder;
    const pool_header h = small_header();
    const auto whole = folder / "whole", file = folder / "p", part = pool_writer::part_of(file);
    write_pool(whole, h, 10);
    const std::string good = read_all(whole);
    for (std::size_t size = 0; size <= good.size(); ++size) {
        CAPTURE(size);
        write_all(part, good.substr(0, size));
        write_pool(file, h, 10);
        CHECK(read_all(file) == good);
        CHECK(!std::filesystem::exists(part));
        std::filesystem::remove(file);
        // A machine that lost power may leave zeros.
        for (const std::size_t zeros : {1, 27, 50, 70000}) {
            if (zeros > 50 && size % 64 != 0) continue;
            CAPTURE(zeros);
            write_all(part, good.substr(0, size) + std::string(zeros, '\0'));
            write_pool(file, h, 10);
            CHECK(read_all(file) == good);
            std::filesystem::remove(file);
        }
    }
    // What lies after the zeros was not torn off.
    write_all(part, good.substr(0, good.size() / 2) + std::string(50, '\0') + "x");
    CHECK_THROWS_AS(pool_writer(file, h), pool_error);
    // Damage is not a tear.
    std::string bad = good;
    bad[bad.size() / 2] ^= 1;
    write_all(part, bad);
    CHECK_THROWS_AS(pool_writer(file, h), pool_error);
    CHECK(read_all(part) == bad);
}

TEST_CASE("pool file: a pool grows as if it had been made at once") {
    const test::folder folder;
    const pool_header h = small_header();
    for (const std::uint64_t begin : {0, 1, 4, 6, 8}) {
        CAPTURE(begin);
        const auto whole = folder / "whole", file = folder / "p";
        write_pool(whole, h, 13);
        write_pool(file, h, begin);
        const std::string before = read_all(file);
        {
            pool_writer out(file, h);
            CHECK(out.finished());
            CHECK(out.next() == h.first + begin);
            out.finish();
            CHECK(read_all(file) == before);
            test::add_records(out, h.first + 9);
        }  // not finished: FILE stays what it was
        CHECK(read_all(file) == before);
        write_pool(file, h, 13);
        CHECK(read_all(file) == read_all(whole));
        std::filesystem::remove(file);
        std::filesystem::remove(whole);
    }
}

TEST_CASE("pool file: other deals and a second writer are refused") {
    const test::folder folder;
    const pool_header h = small_header();
    const auto file = folder / "p";
    write_pool(file, h, 6);
    const std::string before = read_all(file);
    const auto refused = [&](const pool_header& other, const std::string& why) {
        try {
            pool_writer(file, other);
            FAIL_CHECK("not refused: " << why);
        } catch (const pool_error& e) {
            CHECK(std::string(e.what()) == file.string() + " was made with " + why);
        }
        CHECK(read_all(file) == before);
        CHECK(!std::filesystem::exists(pool_writer::part_of(file)));
    };
    pool_header other = h;
    other.seed = 4;
    refused(other, "seed 3, not 4");
    other.rules = 9;
    refused(other, "rules version " + std::to_string(h.rules) + ", not 9; seed 3, not 4");
    other = h;
    other.first = 0;
    refused(other, "first deal 100, not 0");
    other = h;
    other.frame = 5;
    refused(other, "frames of 4, not 5");
    other = h;
    other.game = "contree(contracts=all)";
    refused(other, "game contree, not contree(contracts=all)");
    other = h;
    other.columns.pop_back();
    refused(other, "columns a:i8 b:u16 c:i32, not a:i8 b:u16");
    // Who solved it does not matter.
    other = h;
    other.solver = "another";
    CHECK(pool_writer(file, other).header().solver == h.solver);

    pool_writer first(file, h);
    first.begin();
    CHECK_THROWS_WITH_AS(
        pool_writer(file, h),
        (pool_writer::part_of(file).string() + ": another process is writing it").c_str(),
        pool_error);
}
