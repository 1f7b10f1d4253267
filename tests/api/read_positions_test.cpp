// Files of positions, whatever they look like.

#include <filesystem>

#include <doctest/doctest.h>

#include <mu/api/read_positions.h>

#include "pool/support.h"

using namespace mu;

namespace {

std::string complaint(std::string_view text) {
    try {
        read_positions(text);
    } catch (const std::invalid_argument& e) {
        return e.what();
    }
    return "accepted";
}

position some(const std::string& spec, int actions) {
    rng generator(3);
    position p = game(spec).deal(generator);
    for (int k = 0; k < actions; ++k) p.apply(p.legal_actions().front());
    return p;
}

constexpr const char* board =
    "N:QJT942.A7.AJ4.75 8753.96.853.KQJ4 6.KQT32.Q9.AT862 AK.J854.KT762.93";

}  // namespace

TEST_CASE("positions: records and position texts, one a line") {
    const position whist = some("whist", 5), jass = some("jass", 3);
    for (const char* end : {"\n", "\r\n"})
        for (const char* mark : {"", "\xEF\xBB\xBF"}) {
            const auto all = read_positions(mark + whist.record() + end + "# a remark" + end + end +
                                            "  " + jass.state_text() + end);
            REQUIRE(all.size() == 2);
            CHECK(all[0].from == whist);
            CHECK(all[0].name == "line 1");
            CHECK(all[1].from.state_text() == jass.state_text());
            CHECK(all[1].name == "line 4");
            CHECK(!all[0].is_board);
        }
    CHECK(complaint(whist.record() + "\nwhist/1 | nonsense |\n").starts_with("line 2: "));
}

TEST_CASE("positions: bridge boards") {
    const auto one = read_positions(std::string(board) + "\r\n");
    REQUIRE(one.size() == 1);
    CHECK(one[0].from.deal_text().starts_with("N none QJT942.A7.AJ4.75 "));
    CHECK(complaint("N:QJT942.A7.AJ4.75 - - -") == "line 1: E has 0 cards, not 13");
    CHECK(complaint("md|3S6H23TQKD9QC268TA,SKAH458JD267TKC39,,|sv|o|ah|Board 7|") ==
          "Board 7: N has 0 cards, not 13");
    for (const char* mark : {"", "\xEF\xBB\xBF", "\n\n"}) {
        const auto pbn = read_positions(
            mark + std::string("[Board \"4\"]\n[Dealer \"E\"]\n[Vulnerable \"NS\"]\n[Deal \"") +
            board + "\"]\n");
        REQUIRE(pbn.size() == 1);
        CHECK(pbn[0].name == "board 4");
        CHECK(pbn[0].is_board);
        const auto lin = read_positions(
            mark + std::string("qx|o7|md|3S6H23TQKD9QC268TA,SKAH458JD267TKC39,S249TJQH7AD4JAC57,|"
                               "sv|o|ah|Board 7|\n"));
        REQUIRE(lin.size() == 1);
        CHECK(lin[0].name == "Board 7");
        CHECK(lin[0].from.deal_text().ends_with(one[0].from.deal_text().substr(7)));
    }
}

TEST_CASE("positions: nothing to read is an error that says so") {
    CHECK(complaint("") == "no position: the text is empty");
    CHECK(complaint("\xEF\xBB\xBF \r\n\n") == "no position: the text is empty");
    CHECK(complaint("# only\n# remarks\n").starts_with("no position in this text"));
    CHECK(complaint("% PBN 2.1\n").starts_with("no position in this text"));
    CHECK(complaint("pn|a,b,c,d|").starts_with("no position in this text"));

    const test::folder folder;
    CHECK_THROWS_WITH_AS(read_text(folder / "."),
                         ((folder / ".").string() + " is a folder, not a file").c_str(),
                         std::invalid_argument);
    CHECK_THROWS_AS(read_text(folder / "none"), std::invalid_argument);
    test::write_all(folder / "some", "a\r\nb");
    CHECK(read_text(folder / "some") == "a\r\nb");
}
