#include <algorithm>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <mu/api/match.h>
#include <mu/engine/playouts.h>
#include <mu/games/snapszer.h>

#include "support/suite.h"

namespace {

using namespace mu;
using state = game_state<snapszer>;

// Seat 0 leads. It holds the trump jack, the trump marriage and the best bells.
constexpr std::string_view strong_lead = "1 HA KQJ.AT.-.- -.K.AT.AT HT BJ BQ LJ LQ LK AJ AQ AK";

position deal(const std::string& options = "", std::string_view text = strong_lead) {
    return game("snapszer(" + options + ")").deal(text);
}

void play(position& p, std::string_view actions) {
    for (std::size_t at = 0; at < actions.size();) {
        const std::size_t end = std::min(actions.find(' ', at), actions.size());
        p.apply(actions.substr(at, end - at));
        at = end + 1;
    }
}

std::string legal(const position& p) {
    std::string out;
    for (const action a : p.legal_actions()) out += (out.empty() ? "" : " ") + p.action_text(a);
    return out;
}

std::string refusal(position p, std::string_view action_name) {
    try {
        p.apply(action_name);
    } catch (const illegal_action& e) {
        return e.what();
    }
    return "allowed";
}
bool refuses(const position& p, std::string_view action_name, std::string_view why) {
    const std::string message = refusal(p, action_name);
    CAPTURE(message);
    const bool found = message.find(why) != std::string::npos;
    CHECK(found);
    return found;
}

// Seat 0 on lead with the stock open, the tricks and points as given.
state on_lead(std::array<std::uint8_t, 2> tricks, std::array<std::uint8_t, 2> points) {
    rng generator(5);
    state s = test::random_deal<snapszer>({}, generator);
    s.current_player = seat::north;
    s.tricks_won = tricks;
    s.points = points;
    return s;
}

// A deal that ended so.
struct ending {
    std::array<std::uint8_t, 2> tricks, points;
    int claimer = 0;  // who reached 66, or -1
};
state finished(state s, const ending& e) {
    s.tricks_won = e.tricks;
    s.points = e.points;
    s.claimer = static_cast<std::int8_t>(e.claimer);
    if (e.claimer < 0) s.tricks_remaining = 0;
    return s;
}
int value(const state& s, const snapszer::options& o = {}) { return score(s, o)[0]; }

constexpr snapszer::options repo{.closer_wins_at_end = true};

}  // namespace

// --- Scoring: the table of worked examples. ------------------------------------------------------

TEST_CASE("snapszer: a win is worth 1, 2 or 3 by the loser's tricks and points") {
    const state start = on_lead({0, 0}, {0, 0});
    CHECK(value(finished(start, {{4, 3}, {67, 40}})) == 1);
    CHECK(value(finished(start, {{4, 3}, {66, 31}})) == 2);
    CHECK(value(finished(start, {{4, 3}, {66, 32}})) == 2);
    CHECK(value(finished(start, {{4, 3}, {66, 33}})) == 1);
    CHECK(value(finished(start, {{4, 0}, {70, 20}})) == 3);  // the marriage does not save him
    state last = finished(start, {{5, 5}, {58, 62}, -1});
    last.trick.current_winner = seat::north;
    CHECK(value(last) == 1);
    last.trick.current_winner = seat::east;
    CHECK(value(last) == -1);
}

TEST_CASE("snapszer: a closer wins by his opponent's tricks and points at closing") {
    state s = on_lead({2, 1}, {30, 12});
    rules<snapszer>::apply(s, snapszer::close);
    CHECK(value(finished(s, {{5, 2}, {66, 35}})) == 2);
    CHECK(value(finished(s, {{5, 2}, {66, 35}}), repo) == 1);

    state first = on_lead({0, 0}, {0, 0});
    rules<snapszer>::apply(first, snapszer::close);
    CHECK(value(finished(first, {{4, 1}, {70, 15}})) == 3);
    CHECK(value(finished(first, {{4, 1}, {70, 15}}), repo) == 2);
    CHECK(value(finished(first, {{4, 1}, {70, 33}}), repo) == 1);

    state late = on_lead({2, 2}, {40, 33});
    rules<snapszer>::apply(late, snapszer::close);
    CHECK(value(finished(late, {{4, 2}, {66, 33}})) == 1);
}

TEST_CASE("snapszer: a closer who fails loses 2, or 3 to an opponent who had no trick then") {
    state s = on_lead({1, 1}, {20, 10});
    rules<snapszer>::apply(s, snapszer::close);
    CHECK(value(finished(s, {{4, 3}, {61, 50}, -1})) == -2);
    CHECK(value(finished(s, {{4, 3}, {61, 66}, 1})) == -2);

    state first = on_lead({0, 0}, {0, 0});
    rules<snapszer>::apply(first, snapszer::close);
    CHECK(value(finished(first, {{2, 3}, {30, 66}, 1})) == -3);
    CHECK(value(finished(first, {{5, 0}, {60, 0}, -1})) == -3);
    // His intended win, if it is taken at the end: the opponent now has tricks.
    const snapszer::options intended{.closer_wins_at_end = true, .closer_fails_intended = true};
    CHECK(value(finished(first, {{2, 3}, {30, 66}, 1}), intended) == -2);
    CHECK(value(finished(first, {{5, 0}, {60, 0}, -1}), intended) == -3);
    CHECK(value(finished(first, {{2, 3}, {30, 66}, 1}), {.closer_fails_intended = true}) == -3);
}

TEST_CASE("snapszer: a wrong claim loses 2, or 3 to an opponent without a trick") {
    const snapszer::options o{.house = {.claim = true}};
    state s = on_lead({1, 1}, {40, 20});
    s.house = o.house;
    state closed = s;
    rules<snapszer>::apply(s, snapszer::claim);
    CHECK(value(s, o) == -2);
    CHECK(snapszer_score(s, o).reason == snapszer_reason::wrong_claim);
    s.tricks_won = {2, 0};
    CHECK(value(s, o) == -3);
    // A closer's wrong claim is measured at closing, like any failure of his.
    rules<snapszer>::apply(closed, snapszer::close);
    closed.tricks_won = {1, 0};
    rules<snapszer>::apply(closed, snapszer::claim);
    CHECK(value(closed, o) == -2);
    // Played out without a claim: the closer's points are counted.
    closed.claimer = -1;
    closed.tricks_remaining = 0;
    closed.points = {66, 30};
    CHECK(value(closed, o) == 2);
    CHECK(value(finished(on_lead({0, 0}, {0, 0}), {{5, 5}, {40, 70}, -1}), o) == 1);
}

// --- Play. ---------------------------------------------------------------------------------------

TEST_CASE("snapszer: exchange, close and marry before the lead, then the strict rule") {
    position p = deal();
    CHECK(legal(p) == "HJ HQ HK BT BA exchange close marryH");
    p.apply("exchange");
    CHECK(legal(p) == "HQ HK HA BT BA close marryH");
    CHECK(p.to_json()["face_up"] == "HJ");
    CHECK(p.view(seat::east).to_json()["known_with_opponent"].dump() == R"(["HA"])");
    CHECK(refuses(p, "exchange", "the trump jack is not in the hand"));
    p.apply("close");
    CHECK(legal(p) == "HQ HK HA BT BA marryH");
    CHECK(refuses(p, "close", "the stock is closed already"));
    CHECK(refuses(p, "exchange", "the stock is closed"));
    CHECK(refuses(p, "marryB", "king and queen of bells"));
    p.apply("marryH");
    CHECK(legal(p) == "HQ HK");
    CHECK(p.to_json()["points"].dump() == "[40,0]");
    CHECK(p.view(seat::east).to_json()["known_with_opponent"].dump() == R"(["HQ","HK","HA"])");
    CHECK(refuses(p, "HA", "its king or queen must be led: hearts"));
    CHECK(refuses(p, "marryH", "a marriage was declared"));
    play(p, "HK BK");
    CHECK(p.view(seat::east).to_json()["known_with_opponent"].dump() == R"(["HQ","HA"])");
    CHECK_FALSE(p.is_over());
    play(p, "BA AT");
    CHECK(p.is_over());
    CHECK(p.score() == std::vector{3, -3});
    CHECK(p.to_json()["points"].dump() == "[69,0]");
    CHECK(p.to_json()["result"]["reason"] == "trickless");
}

TEST_CASE("snapszer: with the stock open anything may be played, and both draw") {
    position p = deal();
    play(p, "BT");
    CHECK(legal(p) == "BK LT LA AT AA");
    CHECK(refuses(p, "exchange", "only the player on lead"));
    CHECK(refuses(p, "close", "only the player on lead"));
    p.apply("LA");  // no trump, no bells: the leader wins
    CHECK(p.to_json()["stock"] == 8);
    CHECK(p.to_json()["hands"].dump() ==
          R"([["HJ","HQ","HK","HT","BA"],["BJ","BK","LT","AT","AA"]])");
    CHECK(p.to_json()["points"].dump() == "[21,0]");
}

TEST_CASE("snapszer: closed, the led suit must be followed and headed, a void hand must trump") {
    // Seat 1 leads, hearts are trumps.
    position p = deal("", "0 HK TJ.TQ.A.- -.KJ.TJ.A HQ HA BA LQ LK AJ AQ AK AT");
    p.apply("close");
    position ruff = p;
    ruff.apply("AA");
    CHECK(legal(ruff) == "HJ HT");
    CHECK(refuses(ruff, "LA", "no acorns in the hand: a trump must be played"));
    p.apply("BK");
    CHECK(legal(p) == "BT");
    CHECK(refuses(p, "BQ", "a higher card of the led suit"));
    CHECK(refuses(p, "HJ", "the led suit must be followed: bells were led"));
    CHECK(refuses(p, "HA", "not in the hand"));
    play(p, "BT LA");
    CHECK(legal(p) == "LJ LT");  // neither beats the ace
    play(p, "LJ HJ");
    CHECK(legal(p) == "BJ LT AA");  // no trump either
    play(p, "BJ HT LT BQ AA");
    CHECK(p.is_over());
    CHECK(p.to_json()["points"].dump() == "[65,0]");
    CHECK(p.score() == std::vector{3, -3});  // the closer failed
}

TEST_CASE("snapszer: marriages may wait for the first trick") {
    position p = deal("marriages=wait");
    p.apply("marryH");
    CHECK(p.to_json()["points"].dump() == "[0,0]");
    play(p, "HK BK");
    CHECK(p.to_json()["points"].dump() == "[48,0]");
}

TEST_CASE("snapszer: 66 points must be claimed if the option says so") {
    position p = deal("claim=compulsory");
    CHECK(legal(p) == "HJ HQ HK BT BA exchange close marryH claim");
    CHECK(refuses(deal(), "claim", "nothing need be claimed"));
    play(p, "close marryH HK BK");
    CHECK(refuses(p, "draw", "nothing to draw"));
    play(p, "BA");
    CHECK(refuses(p, "claim", "only the player on lead"));
    play(p, "AT");
    CHECK_FALSE(p.is_over());
    p.apply("claim");
    CHECK(p.is_over());
    CHECK(p.score() == std::vector{3, -3});

    position wrong = deal("claim=compulsory");
    wrong.apply("claim");
    CHECK(wrong.score() == std::vector{-3, 3});
    CHECK(wrong.to_json()["result"]["reason"] == "wrong_claim");
}

TEST_CASE("snapszer: the stock may be closed before the draw if the option says so") {
    position p = deal("close_before_draw=on");
    play(p, "BT LA");
    CHECK(legal(p) == "close draw");
    CHECK(refuses(p, "HJ", "first the cards are drawn"));
    CHECK(refuses(p, "exchange", "first the cards are drawn"));
    CHECK(refuses(p, "marryH", "first the cards are drawn"));
    position closed = p;
    closed.apply("close");
    CHECK(legal(closed) == "HJ HQ HK BA marryH");
    CHECK(closed.to_json()["stock"] == 10);
    play(closed, "HJ BK HQ LT HK AT");
    CHECK(closed.is_over() == false);
    p.apply("draw");
    CHECK(legal(p) == "HJ HQ HK HT BA exchange close marryH");
}

TEST_CASE("snapszer: who may exchange, and when") {
    CHECK(refuses(deal("exchange_trick=on"), "exchange", "before the first trick won"));
    position p = deal("exchange_trick=on");
    play(p, "BT LA");
    CHECK(refusal(p, "exchange") == "allowed");

    // The trump jack with the player who answers.
    constexpr std::string_view answers = "0 HA KQJ.AT.-.- -.K.AT.AT HT BJ BQ LJ LQ LK AJ AQ AK";
    position leader_only = deal("", answers), either = deal("exchange_by=either", answers);
    play(leader_only, "AA");
    play(either, "AA");
    CHECK(refuses(leader_only, "exchange", "only the player on lead"));
    CHECK(legal(either) == "HJ HQ HK BT BA exchange");
    play(either, "exchange HA");
    CHECK(either.to_json()["tricks_won"].dump() == "[1,0]");
}

TEST_CASE("snapszer: with two cards left the stock is exchanged but not closed") {
    for (const bool strict : {false, true}) {
        const game g(strict ? "snapszer(exchange_stock=3)" : "snapszer");
        int seen = 0;
        for (std::uint64_t i = 0; i < 4000 && seen < 5; ++i) {
            rng generator = rng(11).split(i);
            position p = g.deal(generator);
            while (!p.is_over() && p.to_json()["stock"] != 2)
                p.apply(p.legal_actions()[generator.below(p.legal_actions().size())]);
            if (p.is_over() || p.to_json()["must_follow"] == true) continue;
            const std::string hand = p.view(p.to_act()).to_json()["hand"].dump();
            const std::string jack = p.to_json()["trump"].get<std::string>() + "J";
            if (hand.find(jack) == std::string::npos) continue;
            ++seen;
            CHECK(refuses(p, "close", "only two cards are left"));
            if (strict)
                CHECK(refuses(p, "exchange", "only two cards are left"));
            else
                CHECK(refusal(p, "exchange") == "allowed");
        }
        CHECK(seen == 5);
    }
}

TEST_CASE("snapszer: the last trick decides when nobody has 66") {
    int seen = 0;
    for (std::uint64_t i = 0; i < 2000; ++i) {
        rng generator = rng(12).split(i);
        state s = test::random_deal<snapszer>({}, generator);
        while (!rules<snapszer>::is_over(s)) {
            // Cards alone: no marriages, no closing.
            const card_mask moves = rules<snapszer>::legal_moves(s);
            rules<snapszer>::apply(s, test::random_member({moves, 0}, generator));
        }
        if (s.claimer >= 0) continue;
        ++seen;
        REQUIRE(s.points[0] + s.points[1] == 120);
        REQUIRE(snapszer_score(s, {}).winner == index(s.trick.current_winner));
    }
    CHECK(seen > 20);
}

// --- Options, match, playouts. -------------------------------------------------------------------

TEST_CASE("snapszer: options that do not exist or contradict each other are refused") {
    CHECK_THROWS_AS(game("snapszer(deck=32)"), std::invalid_argument);
    CHECK(game("snapszer(deck=20)").spec() == "snapszer");
    CHECK_THROWS_AS(game("snapszer(claim=maybe)"), std::invalid_argument);
    CHECK_THROWS_AS(game("snapszer(target=none, sevens=3)"), std::invalid_argument);
    CHECK(game("snapszer(target=7, sevens=1, profile=default)").spec() == "snapszer");
}

TEST_CASE("snapszer: a match is one game to seven, or the best of several") {
    constexpr snapszer_result three{0, 3, snapszer_reason::trickless}, one{1, 1, {}};
    snapszer_match m;
    m = snapszer_add_deal(m, three, {});
    m = snapszer_add_deal(m, one, {});
    m = snapszer_add_deal(m, three, {});
    CHECK(m.points == std::array{6, 1});
    CHECK(m.winner == -1);
    CHECK(snapszer_add_deal(m, three, {.target = 0}).points == std::array{9, 1});
    const snapszer_match won = snapszer_add_deal(m, three, {});
    CHECK(won.winner == 0);
    CHECK(won.last_game == std::array{9, 1});
    snapszer_match several = snapszer_add_deal(m, three, {.sevens = 3});
    CHECK(several.winner == -1);
    CHECK(several.games == std::array{1, 0});
    CHECK(several.points == std::array{0, 0});
    for (int k = 0; k < 3; ++k) several = snapszer_add_deal(several, three, {.sevens = 3});
    CHECK(several.winner == 0);
}

TEST_CASE("snapszer: impossible positions are refused with the reason") {
    const std::string good = deal().state_text();
    CHECK(parse_position(good).state_text() == good);
    const auto broken = [&](std::string_view from, std::string_view to) {
        std::string text = good;
        text.replace(text.find(from), from.size(), to);
        CAPTURE(text);
        CHECK_THROWS_AS(parse_position(text), std::invalid_argument);
    };
    broken("stock_left=10", "stock_left=8");
    broken("stock_left=10", "stock_left=11");
    broken("stock=HT", "stock=HK");
    broken("stock=HT", "stock=-");
    broken("trump=H", "trump=B");
    broken("trump=H", "trump=n");
    broken("to_act=0", "to_act=1");
    broken("taken=-", "taken=HQ");
    broken("marriages=0,0", "marriages=1,0");
    broken("marriages=0,0", "marriages=0,1");
    broken("marriages=0,0", "marriages=16,0");
    broken("marriage=n", "marriage=H");
    broken("closer=-1", "closer=0");
    broken("closer=-1", "closer=2");
    broken("stake=0", "stake=1");
    broken("claimer=-1", "claimer=0");
    broken("points=0,0", "points=2,0");
    broken("won=0,0", "won=1,0");
    broken("left=10 ", "left=9 ");
    broken("left=10", "left=9");
}

namespace {

// Plays a position out with the kernel's own random numbers, but by the rules in card space.
template <typename V>
playout_result<std::uint32_t> naive_playout(game_state<V> s, std::uint64_t seed) {
    const bool leading = rules<V>::leading(s);
    const seat a = leading ? s.current_player : s.trick.lead_seat;
    const play_space<V> space = space_of<V>(s.trump);
    auto random = random_start<std::uint32_t>(seed);
    std::uint32_t bits = 0;
    playout_result<std::uint32_t> out;
    for (bool fresh = true; s.tricks_remaining > 0; fresh = false) {
        if (fresh || rules<V>::leading(s)) bits = random = random_step(random);
        const std::uint32_t moves = space.to_play(rules<V>::legal_moves(s));
        const std::uint32_t pick = arch::scale16(bits, arch::popcount(moves));
        bits >>= 16;
        rules<V>::play_card(s, space.to_card(arch::nth_bit(moves, pick, V::hand_size)));
        if (!rules<V>::leading(s)) continue;
        const bool won = s.trick.current_winner == a;
        out.tricks += won ? 1 : 0;
        out.cards |= won ? space.to_play(s.trick.mask) : 0;
        out.last = won ? ~std::uint32_t{0} : 0;
    }
    return out;
}

template <typename V>
void check_playouts() {
    for (const bool mid_trick : {false, true}) {
        rng generator(21);
        std::vector<game_state<V>> states;
        std::vector<position_of<V>> positions;
        for (int i = 0; i < 300; ++i) {
            game_state<V> s = random_first_lead(V{}, generator);
            if (mid_trick) rules<V>::play_card(s, ops::lsb_index(rules<V>::legal_moves(s)));
            states.push_back(s);
            positions.push_back(to_position(s));
        }
        constexpr std::size_t count = 3001;
        std::vector<playout_result<std::uint32_t>> expected(count), got(count);
        for (std::size_t i = 0; i < count; ++i)
            expected[i] = naive_playout(states[i % states.size()], playout_stream(77, i));
        for (const isa on : available_isas())
            for (const auto width : {playout_width::one, playout_width::lanes}) {
                playouts<V>({.positions = positions, .seed = 77, .results = got}, width, on);
                CHECK(got == expected);
            }
    }
}

}  // namespace

TEST_CASE("snapszer: playouts are the same on all machines and by the rules") {
    check_playouts<snapszer>();
    check_playouts<snapszer_24>();
}

TEST_CASE("snapszer: a random first lead is a closed deal") {
    rng generator(31);
    for (int i = 0; i < 100; ++i) {
        const state s = random_first_lead(snapszer{}, generator);
        REQUIRE(s.closer == index(s.current_player));
        REQUIRE(s.tricks_remaining == 5);
        REQUIRE_FALSE(s.stock_open());
        REQUIRE(rules<snapszer>::legal_moves(s) == s.current_hand_mask());
    }
}

// --- With the nines. -----------------------------------------------------------------------------

TEST_CASE("snapszer: with 24 cards six are dealt, and twelve are the stock") {
    CHECK(game("snapszer(deck=24)").info().deck.name == "24h");
    CHECK(snapszer_24::layout({}).cards == 24);
    CHECK(card_points<snapszer_24>(deck_traits<snapszer_24>::all_cards, suit::hearts) == 120);
    CHECK(card_points<snapszer_24>(parse_cards<snapszer_24>("H9 B9 L9 A9"), suit::hearts) == 0);
    CHECK(card_points<snapszer_24>(parse_cards<snapszer_24>("HJ BQ LK AT HA"), suit::none) == 30);
    CHECK(snapszer_24::marriage_pair(suit::diamonds) == parse_cards<snapszer_24>("LK LQ"));
    CHECK(snapszer_24::exchange == 24);
    CHECK(snapszer_24::draw == 31);

    // Seat 0 leads; it holds the trump nine and the trump marriage.
    position p = deal("deck=24", "1 HA KQ9.AT.-.A -.K9.AT.T9 HT HJ BJ BQ L9 LJ LQ LK AJ AQ AK");
    CHECK(p.to_json()["stock"] == 12);
    CHECK(legal(p) == "H9 HQ HK BT BA AA exchange close marryH");
    p.apply("exchange");
    CHECK(p.to_json()["face_up"] == "H9");
    CHECK(p.view(seat::east).to_json()["known_with_opponent"].dump() == R"(["HA"])");
    CHECK(refuses(p, "exchange", "the trump nine is not in the hand"));
    play(p, "AA A9");  // both draw
    CHECK(p.to_json()["points"].dump() == "[11,0]");
    CHECK(p.to_json()["stock"] == 10);
    CHECK(p.to_json()["cards_left"].is_null());
    CHECK(p.view(seat::north).to_json()["cards_left"].dump() == "[6,6]");
    play(p, "close");
    CHECK(legal(p) == "HQ HK HT HA BT BA marryH");
    play(p, "BA");
    CHECK(legal(p) == "B9 BK");
    play(p, "B9");
    CHECK(p.to_json()["points"].dump() == "[22,0]");
}

TEST_CASE("snapszer: with 24 cards twelve tricks are played if nobody closes") {
    int seen = 0;
    for (std::uint64_t i = 0; i < 2000; ++i) {
        rng generator = rng(13).split(i);
        auto s = test::random_deal<snapszer_24>({}, generator);
        using table = rules<snapszer_24>;
        while (!table::is_over(s)) {
            if (s.stock_left == 0) REQUIRE(s.tricks_won[0] + s.tricks_won[1] >= 6);
            table::apply(s, test::random_member({table::legal_moves(s), 0}, generator));
        }
        if (s.claimer >= 0) continue;
        ++seen;
        REQUIRE(s.tricks_won[0] + s.tricks_won[1] == 12);
        REQUIRE(s.points[0] + s.points[1] == 120);
    }
    CHECK(seen > 20);
}

TEST_CASE("snapszer: impossible positions of 24 cards are refused too") {
    rng generator(3);
    const std::string good = game("snapszer(deck=24)").deal(generator).state_text();
    CHECK(parse_position(good).state_text() == good);
    const auto broken = [&](std::string_view from, std::string_view to) {
        std::string text = good;
        REQUIRE(text.find(from) != std::string::npos);
        text.replace(text.find(from), from.size(), to);
        CAPTURE(text);
        CHECK_THROWS_AS(parse_position(text), std::invalid_argument);
    };
    broken("stock_left=12", "stock_left=10");
    broken("stock_left=12", "stock_left=14");
    broken("left=12 ", "left=10 ");
    broken(" left=12", " left=11");
    broken(" deck=24", "");
}
