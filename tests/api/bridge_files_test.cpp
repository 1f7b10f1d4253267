// PBN and LIN: the sample files, the corners of the formats, and errors that name their place.

#include <fstream>
#include <iterator>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <mu/cards/text.h>
#include <mu/games/bridge.h>
#include <mu/games/bridge/lin.h>
#include <mu/games/bridge/pbn.h>

#include "support/suite.h"

namespace {

using namespace mu;

std::string sample(const std::string& name) {
    std::ifstream in(std::string(MU_TEST_DATA) + "/bridge/" + name);
    REQUIRE(in);
    return {std::istreambuf_iterator<char>(in), {}};
}

bool says(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

template <typename F>
std::string complaint(F&& f) {
    try {
        f();
    } catch (const std::invalid_argument& e) {
        return e.what();
    }
    return "accepted";
}

const std::string deal_line =
    "[Deal \"N:QJT942.A7.AJ4.75 8753.96.853.KQJ4 6.KQT32.Q9.AT862 AK.J854.KT762.93\"]\n";
const std::string head = "[Dealer \"N\"]\n[Vulnerable \"None\"]\n" + deal_line;

pbn_game one_game(const std::string& text) {
    const auto games = parse_pbn(text);
    REQUIRE(games.size() == 1);
    return games[0];
}

}  // namespace

TEST_CASE("pbn: the sample is written as it was read") {
    std::string text = sample("samples.pbn");
    const auto games = parse_pbn(text);
    REQUIRE(games.size() == 24);
    const std::size_t remark = text.find("% sample data");
    text.erase(remark, text.find('\n', remark) + 1 - remark);
    CHECK(write_pbn(games) == text);
    CHECK(parse_pbn(write_pbn(games)) == games);
}

TEST_CASE("lin: the sample is written as it was read") {
    const std::string text = sample("samples.lin");
    const lin_file file = parse_lin(text);
    REQUIRE(file.boards.size() == 24);
    CHECK(write_lin(file) == text);
    CHECK(parse_lin(write_lin(file)) == file);
}

TEST_CASE("pbn and lin: the samples hold the same 24 boards") {
    const auto games = parse_pbn(sample("samples.pbn"));
    const auto boards = parse_lin(sample("samples.lin")).boards;
    REQUIRE(games.size() == boards.size());
    for (std::size_t i = 0; i < games.size(); ++i) {
        CAPTURE(i);
        const bridge_board a = to_board(games[i]), &b = boards[i].board;
        CHECK(a.number == b.number);
        CHECK(a.players == b.players);
        CHECK(a.dealer == b.dealer);
        CHECK(a.vul == b.vul);
        CHECK(a.hands == b.hands);
        CHECK(a.calls == b.calls);
        REQUIRE(b.cards.size() <= a.cards.size());  // claims end some of them early
        CHECK(std::equal(b.cards.begin(), b.cards.end(), a.cards.begin()));
        const position p = to_position(a), q = to_position(b);
        CHECK(p.is_over());
        CHECK(p.score() == q.score());
        CHECK(*games[i].find("Score") == "NS " + std::to_string(p.score()[0]));
        CHECK(to_position(to_board(q)) == q);
        CHECK(to_board(to_pbn(a)) == a);
        CHECK(parse_lin(write_lin({{}, {to_lin(a)}})).boards.at(0) == to_lin(a));
    }
}

TEST_CASE("pbn and lin: random boards survive both formats") {
    for (int i = 0; i < test::count(100, 20000); ++i) {
        rng generator = rng(11).split(static_cast<std::uint64_t>(i));
        position p = game(i % 2 == 0 ? "bridge" : "bridge(claims=on)")
                         .deal(generator, static_cast<seat>(i % 4), i);
        while (!p.is_over()) {
            const auto legal = p.legal_actions();
            p.apply(legal[generator.below(legal.size())]);
        }
        const bridge_board board = to_board(p);
        const position again = to_position(board);
        REQUIRE(again.score() == p.score());
        const pbn_game g = to_pbn(board);
        REQUIRE(one_game(write_pbn(std::span(&g, 1))) == g);
        REQUIRE(to_position(to_board(g)) == again);
        const lin_file file{.header = {}, .boards = {to_lin(board)}};
        REQUIRE(parse_lin(write_lin(file)) == file);
        REQUIRE(to_position(file.boards[0].board).score() == p.score());
    }
}

TEST_CASE("pbn: comments, repeated values, escapes, other sections") {
    const auto games = parse_pbn(
        "% PBN 2.1\n"
        "[Event \"A \\\"great\\\" \\\\ day\"] ; a remark\n"
        "{ a comment\n\n over empty lines } [Site \"here\"]\n"
        "[OptimumResultTable \"Declarer;Denomination\\2R;Result\\2R\"]\n"
        "N NT  7\n"
        "N  S {why} 8 ; so\n"
        "% a directive\n"
        "[Custom \"x\"]\n"
        "\"two words\" 1\n"
        "\n\n"
        "[Event \"#\"]\n[Site \"#\"]\n"
        "[Event \"third\"]\n");
    REQUIRE(games.size() == 3);
    CHECK(*games[0].find("Event") == "A \"great\" \\ day");
    CHECK(*games[0].find("Board") == "?");
    CHECK(games[0].tags.at(15).body == std::vector<std::string>{"N NT 7", "N S 8"});
    CHECK(games[0].tags.at(16).body == std::vector<std::string>{"\"two words\" 1"});
    CHECK(*games[1].find("Event") == *games[0].find("Event"));
    CHECK(*games[1].find("Site") == "here");
    CHECK(*games[2].find("Event") == "third");
    CHECK(parse_pbn(write_pbn(games)) == games);
}

TEST_CASE("pbn: auctions with notes, glyphs and all-pass") {
    const pbn_game g = one_game(head +
                                "[Auction \"N\"]\n1C! =1= - X$2 ^I 2NT?!=2= AP\n"
                                "[Note \"1:strong\"]\n[Note \"2:both: minors\"]\n");
    REQUIRE(g.auction);
    CHECK(g.auction->items.size() == 6);
    CHECK(g.auction->items[0].glyphs == std::vector{1});
    CHECK(g.auction->items[0].notes == std::vector{1});
    CHECK(g.auction->items[2].glyphs == std::vector{6});
    const bridge_board board = to_board(g);
    CHECK(board.calls[0].explanation == "strong");
    CHECK(board.calls[2].explanation == "both: minors");
    CHECK(to_position(board).to_json()["contract"] == "2NT");
    CHECK(one_game(write_pbn(std::span(&g, 1))) == g);
    const pbn_game made = to_pbn(board);
    CHECK(made.auction->items[2].notes == std::vector{2});
    CHECK(made.auction->notes == g.auction->notes);

    CHECK(one_game(head + "[Auction \"N\"]\nAP\n").auction->items.size() == 4);
    CHECK(one_game(head + "[Auction \"N\"]\nPass 1C Pass AP\n").auction->items.size() == 5);
    const pbn_game open = one_game(head + "[Auction \"N\"]\n1C pass *\n");
    CHECK(open.auction->ending == pbn_ending::unfinished);
    CHECK_FALSE(to_position(to_board(open)).is_over());
}

TEST_CASE("pbn: play in columns, unknown cards, results and unknown hands") {
    const std::string bids = "[Auction \"N\"]\n1NT AP\n";  // east leads
    const pbn_game g =
        one_game(head + "[Result \"7\"]\n" + bids + "[Play \"E\"]\nC4 CA C3 C5\nCJ - - -\n*\n");
    const bridge_board board = to_board(g);
    REQUIRE(board.cards.size() == 4);  // south leads to the next trick: unknown
    const position p = to_position(board);
    CHECK(p.is_over());
    CHECK(p.to_json()["tricks_won"] == std::vector{7, 6});
    CHECK(p.score()[0] == 90);

    CHECK(to_board(one_game(head + "[Declarer \"N\"]\n[Result \"EW 5\"]\n")).tricks == 8);
    CHECK(to_board(one_game(head + "[Declarer \"^N\"]\n[Result \"^NS 5\"]\n")).tricks == 5);
    const bridge_board part = to_board(one_game("[Deal \"S:AKQ... - - -\"]"));
    CHECK(ops::popcount(part.hands[seat::south]) == 3);
    CHECK(part.hands[seat::west] == 0);
    CHECK_THROWS_AS(to_position(part), std::invalid_argument);
    for (const auto& [text, vul] : std::vector<std::pair<std::string, vulnerability>>{
             {"Love", vul_none}, {"-", vul_none}, {"Both", vul_both}, {"All", vul_both}})
        CHECK(to_board(one_game("[Vulnerable \"" + text + "\"]")).vul == vul);
}

TEST_CASE("pbn: errors name line and column") {
    const auto parse = [](const std::string& text) { return complaint([&] { parse_pbn(text); }); };
    CHECK(says(parse("[Event \"x\"]\nNESW\n\nword"), "line 4, column 1: expected a tag"));
    CHECK(says(parse("[Event \"x]\n"), "line 1, column 8: a value is not closed"));
    CHECK(says(parse("\n {never"), "line 2, column 2: a comment"));
    CHECK(says(parse("[Event x]"), "line 1, column 8"));
    CHECK(says(parse(" [Event x]"), "line 1, column 9"));
    CHECK(says(parse("[Event \"x\""), "line 1, column 11: expected ]"));
    CHECK(says(parse("[Site \"#\"]"), "repeats a value"));
    CHECK(says(parse("[Site \"a\"]\n[Site \"b\"]"), "line 2, column 1: the tag is given twice"));
    CHECK(says(parse("[Auction \"N\"]\n1C 8C"), "line 2, column 4: expected a call"));
    CHECK(says(parse("[Auction \"Q\"]\n"), "line 1, column 10: expected a seat"));
    CHECK(says(parse("[Play \"N\"]\nSA S1"), "line 2, column 4: expected a card"));
    CHECK(says(parse("[Play \"N\"]\n* SA"), "line 2, column 3: the play has ended"));
    CHECK(says(parse("[Auction \"N\"]\n1C =x="), "line 2, column 4: expected a number"));
    CHECK(says(parse("[Note \"1:x\"]"), "a note stands after"));

    const auto board = [](const std::string& text) {
        return complaint([&] { to_position(to_board(parse_pbn(text).at(0))); });
    };
    CHECK(says(board("[Deal \"N:AKQ... AKQ... - -\"]"), "line 1, column 17: dealt twice: As"));
    CHECK(says(board("[Dealer \"X\"]"), "line 1, column 10: expected a seat"));
    CHECK(says(board("[Vulnerable \"Some\"]"), "line 1, column 14: expected None"));
    CHECK(says(board("[Result \"14\"]"), "line 1, column 10: expected a number of tricks"));
    CHECK(says(board(head + "[Auction \"E\"]\n1C"), "line 4, column 10: the auction does not"));
    CHECK(says(board(head + "[Auction \"N\"]\n1C Pass X"), "line 5, column 9: X is not legal"));
    CHECK(says(board(head + "[Auction \"N\"]\n1NT AP\n[Play \"E\"]\nAS"), "expected a card"));
    CHECK(says(board(head + "[Auction \"N\"]\n1NT AP\n[Play \"E\"]\nC4 S6"),
               "line 7, column 4: 6s is not legal"));
    CHECK(
        says(board(head + "[Result \"0\"]\n[Auction \"N\"]\n1NT AP\n[Play \"E\"]\nC4 CA C3 C5\n*"),
             "line 4, column 10: declarer has 1 tricks and 12 are left: 0 in all cannot be"));
    CHECK(says(board("[Dealer \"N\"]"), "who is vulnerable"));
}

TEST_CASE("pbn: tags that make no sense are refused") {
    const auto board = [](const std::string& text) {
        return complaint([&] { to_position(to_board(parse_pbn(text).at(0))); });
    };
    const std::string bids = "[Auction \"N\"]\n1NT AP\n";
    CHECK(says(board(head + "[Declarer \"Q\"]\n" + bids), "line 4, column 12: expected a seat"));
    CHECK(says(board(head + "[Declarer \"^Q\"]\n" + bids), "line 4, column 13: expected a seat"));
    for (const char* good : {"N", "^N", "?", ""})
        CHECK(board(head + "[Declarer \"" + good + "\"]\n" + bids) == "accepted");
    for (const char* bad : {"8NT", "1", "NT", "3NTXXX", "3NTX?", "XX", "Passed"})
        CHECK(says(board(head + "[Contract \"" + bad + "\"]\n" + bids),
                   "line 4, column 12: expected a contract"));
    for (const char* good : {"1NT", "1nt", "1NTX", "1NTXX", "Pass", "?", ""})
        CHECK(board(head + "[Contract \"" + good + "\"]\n" + bids) == "accepted");
    for (const char* bad : {"x", "1A", "-3", "99999999999"})
        CHECK(says(board("[Board \"" + std::string(bad) + "\"]\n" + head),
                   "line 1, column 9: expected the number of the board"));
    CHECK(to_board(one_game("[Board \"17\"]\n" + head)).number == 17);
}

TEST_CASE("pbn and lin: a result that the play contradicts is refused") {
    rng generator(5);
    position p = game("bridge").deal(generator);
    p.apply("1NT");
    for (int k = 0; k < 3; ++k) p.apply("pass");
    while (!p.is_over()) p.apply(p.legal_actions().front());
    bridge_board board = to_board(p);
    const int tricks = *board.tricks;
    REQUIRE(board.cards.size() == 52);
    CHECK(to_position(board) == p);
    pbn_game g = to_pbn(board);
    std::ranges::find(g.tags, "Result", &pbn_tag::name)->value = std::to_string((tricks + 1) % 14);
    const std::string text = write_pbn(std::span(&g, 1));
    const std::string why = complaint([&] { to_position(to_board(one_game(text))); });
    CHECK(says(why, "column 10: a result of " + std::to_string((tricks + 1) % 14) +
                        " tricks, but the play gives " + std::to_string(tricks)));
    CHECK(why.starts_with("line "));
    board.tricks = (tricks + 1) % 14;
    const std::string lin = write_lin({{}, {{.id = {}, .title = {}, .board = board, .where = {}}}});
    CHECK(says(complaint([&] { to_position(parse_lin(lin).boards.at(0).board); }), "a result of"));
    board.tricks.reset();
    CHECK(to_position(board) == p);
}

TEST_CASE("pbn and lin: line ends of other systems and a byte order mark") {
    const auto other = [](const std::string& text) {
        std::string out = "\xEF\xBB\xBF";
        for (const char c : text) out += c == '\n' ? "\r\n" : std::string(1, c);
        return out;
    };
    CHECK(parse_pbn(other(sample("samples.pbn"))) == parse_pbn(sample("samples.pbn")));
    const lin_file file = parse_lin(sample("samples.lin"));
    CHECK(parse_lin(other(sample("samples.lin"))) == file);
    CHECK(file.header == parse_lin(other(sample("samples.lin"))).header);
    CHECK(says(complaint([&] { parse_pbn(other("[Event x]")); }), "line 1, column 8"));
    // The first command is one that counts.
    CHECK(parse_lin(other("mb|1C|mb|p|\n")).boards.at(0).board.calls.size() == 2);
}

TEST_CASE("lin: commands may be written in capitals") {
    const lin_file file = parse_lin("QX|o3|MD|1SA,,,|AH|Board 7|SV|N|MB|P|AN|why|PC|SA|MC|1|");
    REQUIRE(file.boards.size() == 1);
    const lin_board& b = file.boards[0];
    CHECK(b.title == "Board 7");
    CHECK(b.board.number == 7);
    REQUIRE(b.board.calls.size() == 1);
    CHECK(b.board.calls[0].explanation == "why");
    CHECK(b.board.vul == vul_ns);
    CHECK(b.board.cards.size() == 1);
    CHECK(b.board.tricks == 1);
}

TEST_CASE("lin: a match header, alerts, explanations, lower case, claims") {
    const lin_file file = parse_lin(
        "vg|a match,1,2|\nrs|4HN+1,PASS|pw|a,b,c,d|pg||\n"
        "qx|c7|pn|s1,w1,n1,e1,s2,w2,n2,e2|st||md|3s6h23tqkd9qc268Ta,SKAH458JD267TKC39,"
        "S249TJQH7AD4JAC57,|sv|0|xx|what|mb|p|mb|2c!|an|natural|mb|d|mb|r|\nmb|3n|pg||pc|dt|mc|5|");
    CHECK(file.header.size() == 3);
    REQUIRE(file.boards.size() == 1);
    const bridge_board& b = file.boards[0].board;
    CHECK(b.number == 7);
    CHECK(b.players[seat::south] == "s2");
    CHECK(b.players[seat::east] == "e2");
    CHECK(b.dealer == seat::north);
    CHECK(hand_str<bridge>(b.hands[seat::east]) == "8753.96.853.KQJ4");
    CHECK(b.calls.size() == 5);
    CHECK(b.calls[1].alert);
    CHECK(b.calls[1].explanation == "natural");
    CHECK(b.tricks == 5);
    CHECK(parse_lin(write_lin(file)) == file);
}

TEST_CASE("lin: boards without qx, and unknown hands") {
    const lin_file file =
        parse_lin("pn|a,b,c,d|st||md|1SA,,,|mb|p|\npn|e|md|2,,,HA|md|0|mb|1C|mc|3|");
    REQUIRE(file.boards.size() == 3);
    CHECK(file.boards[0].board.players[seat::west] == "b");
    CHECK(file.boards[1].board.players[seat::south] == "e");
    CHECK(file.boards[1].board.dealer == seat::west);
    CHECK_FALSE(file.boards[2].board.dealer);
    CHECK(parse_lin(write_lin(file)) == file);
    CHECK_THROWS_AS(to_position(file.boards[0].board), std::invalid_argument);
}

TEST_CASE("lin: errors name line and column") {
    const auto parse = [](const std::string& text) { return complaint([&] { parse_lin(text); }); };
    CHECK(says(parse("mb|p|\nmb|8C|"), "line 2, column 4: expected a call"));
    CHECK(says(parse("md|5|"), "line 1, column 4: expected the dealer"));
    CHECK(says(parse("md|1SAA|"), "dealt twice: As"));
    CHECK(says(parse("md|1SA,SA|"), "dealt twice: As"));
    CHECK(says(parse("md|1SAX|"), "expected a hand"));
    CHECK(says(parse("md|1,,,,|"), "four hands"));
    CHECK(says(parse("sv|x|"), "who is vulnerable"));
    CHECK(says(parse("pc|S1|"), "expected a card"));
    CHECK(says(parse("mc|14|"), "0 to 13"));
    CHECK(says(parse("mb|p"), "expected |"));
    CHECK(says(parse("mb|p|mb"), "no value"));

    const std::string board = "md|3S6H23TQKD9QC268TA,SKAH458JD267TKC39,S249TJQH7AD4JAC57,|sv|o|\n";
    CHECK(says(complaint([&] { to_position(parse_lin(board + "mb|1C|mb|1C|").boards[0].board); }),
               "line 2, column 10: 1C is not legal"));
}
