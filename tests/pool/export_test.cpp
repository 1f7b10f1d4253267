// Pools for other programs, read back with parsers of our own.

#include <algorithm>
#include <map>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <zlib.h>

#include <mu/api/files.h>
#include <mu/cards/text.h>
#include <mu/pool/export.h>

#include "pool/support.h"

using namespace mu;
using test::read_all;

namespace {

// Ulti's records have values and none; these are made up.
pool_header header() {
    pool_header h = make_pool_header(game("ulti"), 3, 10, 4);
    h.columns.resize(3);
    h.columns[1].type = pool_type::i8;
    h.columns[1].none.reset();
    return h;
}

void write_pool(const std::filesystem::path& file, std::uint64_t count) {
    const pool_header h = header();
    pool_writer out(file, h);
    for (std::uint64_t i = 10; i < 10 + count; ++i) {
        auto r = test::some_record(h, i);
        write_column(h, r, 0, -300 + static_cast<std::int64_t>(i));
        if (i % 3 == 0) write_column(h, r, 2, *h.columns[2].none);
        out.add(r);
    }
    out.finish();
}

std::uint64_t number(const std::string& s, std::size_t at, std::size_t size) {
    std::uint64_t out = 0;
    for (std::size_t k = size; k-- > 0;) out = out << 8 | static_cast<unsigned char>(s.at(at + k));
    return out;
}

// The files of a zip, found through its central directory.
std::map<std::string, std::string> unzip(const std::string& zip) {
    std::map<std::string, std::string> out;
    const std::size_t end = zip.size() - 22;
    REQUIRE(number(zip, end, 4) == 0x06054b50);
    std::size_t at = number(zip, end + 16, 4);
    for (std::uint64_t k = 0; k < number(zip, end + 10, 2); ++k) {
        REQUIRE(number(zip, at, 4) == 0x02014b50);
        REQUIRE(number(zip, at + 10, 2) == 0);  // stored
        const auto size = number(zip, at + 24, 4), length = number(zip, at + 28, 2);
        const std::string name = zip.substr(at + 46, length);
        const std::size_t local = number(zip, at + 42, 4);
        REQUIRE(number(zip, local, 4) == 0x04034b50);
        CHECK(zip.substr(local + 30, length) == name);
        CHECK(zip.substr(local + 14, 12) == zip.substr(at + 16, 12));
        const std::string data = zip.substr(local + 30 + length + number(zip, local + 28, 2), size);
        CHECK(::crc32(0, reinterpret_cast<const Bytef*>(data.data()),
                      static_cast<uInt>(data.size())) == number(zip, at + 16, 4));
        out[name] = data;
        at += 46 + length + number(zip, at + 30, 2) + number(zip, at + 32, 2);
    }
    CHECK(at == end);
    return out;
}

// The data of an .npy file with this type and shape.
std::string array(const std::string& npy, const std::string& type, const std::string& shape) {
    CHECK(npy.substr(0, 8) == std::string("\x93NUMPY\x01\x00", 8));
    const std::size_t length = number(npy, 8, 2);
    CHECK((10 + length) % 64 == 0);
    const std::string text = npy.substr(10, length);
    CHECK(text.starts_with("{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape +
                           ", }"));
    CHECK(text.ends_with("\n"));
    return npy.substr(10 + length);
}

}  // namespace

TEST_CASE("pool export: CSV") {
    const test::folder folder;
    write_pool(folder / "p", 6);
    std::ostringstream out;
    export_csv(folder / "p", out);
    std::istringstream in(out.str());
    std::string line;
    REQUIRE(std::getline(in, line));
    CHECK(line == "number,1,2,0,passz,P_passz,40-100");
    const pool_header h = header();
    for (std::uint64_t i = 10; i < 16; ++i) {
        REQUIRE(std::getline(in, line));
        const auto r = test::some_record(h, i);
        std::string expected = std::to_string(i);
        for (const card_mask m : unpack_places(h, r))
            expected += "," + hand_str(m, decks::hungarian_32);
        expected += "," + std::to_string(-300 + static_cast<int>(i)) + "," +
                    std::to_string(read_column(h, r, 1)) + "," +
                    (i % 3 == 0 ? "" : std::to_string(read_column(h, r, 2)));
        CHECK(line == expected);
    }
    CHECK(!std::getline(in, line));
}

TEST_CASE("pool export: NumPy") {
    const test::folder folder;
    write_pool(folder / "p", 6);
    export_npz(folder / "p", folder / "p.npz");
    const auto files = unzip(read_all(folder / "p.npz"));
    CHECK(files.size() == 6);
    const pool_header h = header();
    const std::string json = to_json(h).dump();
    CHECK(array(files.at("header.npy"), "|S" + std::to_string(json.size()), "()") == json);
    const std::string numbers = array(files.at("number.npy"), "<u8", "(6,)");
    const std::string places = array(files.at("places.npy"), "|u1", "(6, 32)");
    const std::string a = array(files.at("passz.npy"), "<i2", "(6,)");
    const std::string b = array(files.at("P_passz.npy"), "|i1", "(6,)");
    const std::string c = array(files.at("40-100.npy"), "<i2", "(6,)");
    REQUIRE(numbers.size() == 48);
    REQUIRE(places.size() == 6 * 32);
    REQUIRE(a.size() == 12);
    REQUIRE(b.size() == 6);
    for (std::size_t k = 0; k < 6; ++k) {
        const auto r = test::some_record(h, 10 + k);
        CHECK(number(numbers, 8 * k, 8) == 10 + k);
        for (card card = 0; card < 32; ++card)
            CHECK(places[32 * k + card] == static_cast<char>(place_of(h, r, card)));
        CHECK(number(a, 2 * k, 2) == (0x10000 - 290 + k));
        CHECK(b[k] == static_cast<char>(read_column(h, r, 1)));
        CHECK(number(c, 2 * k, 2) == ((10 + k) % 3 == 0 ? 0x8000 : read_column(h, r, 2)));
    }
}

TEST_CASE("pool export: a picture") {
    const test::folder folder;
    write_pool(folder / "p", 40);
    const std::string all = plot_pool(folder / "p");
    CHECK(all.starts_with("<svg "));
    CHECK(all.ends_with("</svg>\n"));
    CHECK(all.find(">passz<") != std::string::npos);
    CHECK(all.find("none 13") != std::string::npos);
    CHECK(all.find("mean -270.50, sd 11.54") != std::string::npos);
    const auto bars = [](const std::string& svg) {
        std::size_t n = 0;
        for (std::size_t at = 0; (at = svg.find("<title>", at)) != std::string::npos; ++at) ++n;
        return n;
    };
    CHECK(bars(plot_pool(folder / "p", {"passz"})) == 40);
    CHECK(bars(plot_pool(folder / "p", {"P_passz"})) == 6);
    CHECK_THROWS_WITH_AS(plot_pool(folder / "p", {"x"}),
                         "no column 'x'; columns: passz, P_passz, 40-100", std::invalid_argument);
}

TEST_CASE("pool export: what fails leaves files as they were") {
    const test::folder folder;
    write_pool(folder / "p", 6);
    const std::string pool = read_all(folder / "p");
    test::write_all(folder / "short", pool.substr(0, pool.size() - 28));
    test::write_all(folder / "old.npz", "old");
    CHECK_THROWS_AS(export_npz(folder / "short", folder / "old.npz"), pool_error);
    CHECK_THROWS_AS(plot_pool(folder / "short"), pool_error);
    CHECK_THROWS_AS(export_npz(folder / "p", folder / "no" / "such.npz"), std::invalid_argument);
    const auto failing = [](std::ostream& out) {
        out << "half";
        throw std::runtime_error("no more");
    };
    CHECK_THROWS_WITH_AS(replace_file(folder / "old.npz", failing), "no more", std::runtime_error);
    CHECK(read_all(folder / "old.npz") == "old");
    CHECK_THROWS_WITH_AS(export_npz(folder / "p", folder / "p"),
                         doctest::Contains("is the same file as"), std::invalid_argument);
    CHECK(read_all(folder / "p") == pool);
    export_npz(folder / "p", folder / "old.npz");
    CHECK(unzip(read_all(folder / "old.npz")).size() == 6);
}
