#include <array>
#include <cstdint>
#include <initializer_list>
#include <string_view>

#include <doctest/doctest.h>

#include <mu/cards/deal.h>
#include <mu/cards/text.h>
#include <mu/games/rollout.h>
#include <mu/games/whist.h>

#include "support/counts.h"
#include "support/naive_whist.h"

namespace {

using namespace mu;
using namespace mu::test;

constexpr whist::options short_whist{.honours = true, .target = 5};
constexpr whist::options plain_five{.target = 5};
constexpr whist::options american{.target = 7};
constexpr whist::options long_whist{.honours = true, .target = 10};
constexpr whist::options rubber{.honours = true, .target = 5, .rubber = true};

// A deal played to the end: north-south won so many tricks and were dealt so many of the honours.
game_state<whist> finished(int tricks_ns, int honours_ns, suit trump = suit::hearts) {
    // Four cards each: north and east share the honours, the rest is clubs.
    card_mask ns = 0, ew = 0;
    const suit side = trump == suit::clubs ? suit::spades : suit::clubs;
    int spare = 0;
    for (int i = 0; i < 4; ++i) {
        const card honour = make_card<whist>(trump == suit::none ? suit::hearts : trump, 12 - i);
        (i < honours_ns ? ns : ew) |= bit(honour);
        (i < honours_ns ? ew : ns) |= bit(make_card<whist>(side, spare++));
    }
    const card_mask south = card_mask{0xF} << make_card<whist>(side, 4);
    const card_mask west = card_mask{0xF} << make_card<whist>(side, 8);
    game_state<whist> s = whist_start({{{ns, ew, south, west}}}, trump, seat::north);
    s.tricks_won = {static_cast<std::uint8_t>(tricks_ns),
                    static_cast<std::uint8_t>(13 - tricks_ns)};
    s.tricks_remaining = 0;
    return s;
}

whist_match after(whist_match m, const game_state<whist>& deal, const whist::options& o) {
    return whist_add_deal(m, whist_score(deal, o), o);
}
whist_match standing(int ns, int ew) { return {.points = {ns, ew}}; }

using pair = std::array<int, 2>;

}  // namespace

TEST_CASE("each trick above six is a point") {
    const std::array<int, 14> points{0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7};
    for (int t = 0; t <= 13; ++t) {
        const whist_points p = whist_score(finished(t, 2), plain_five);
        CHECK(p.odd_tricks ==
              pair{points[static_cast<std::size_t>(t)], points[static_cast<std::size_t>(13 - t)]});
        CHECK(p.honours == pair{0, 0});
    }
}

TEST_CASE("nine tricks against four are three points to nothing") {
    const whist_match m = after({}, finished(9, 4), plain_five);
    CHECK(m.points == pair{3, 0});
    CHECK(m.winner == -1);
}

TEST_CASE("honours are two for three, four for all, and only where they are played for") {
    for (const suit trump : all_suits) {
        CHECK(whist_score(finished(7, 4, trump), short_whist).honours == pair{4, 0});
        CHECK(whist_score(finished(7, 3, trump), short_whist).honours == pair{2, 0});
        CHECK(whist_score(finished(7, 2, trump), short_whist).honours == pair{0, 0});
        CHECK(whist_score(finished(7, 1, trump), short_whist).honours == pair{0, 2});
        CHECK(whist_score(finished(7, 0, trump), short_whist).honours == pair{0, 4});
        CHECK(whist_score(finished(7, 4, trump), plain_five).honours == pair{0, 0});
    }
    for (int held = 0; held <= 4; ++held)
        CHECK(whist_score(finished(7, held, suit::none), short_whist).honours == pair{0, 0});
}

TEST_CASE("honours are counted in the hands as dealt") {
    rng r(1);
    for (int i = 0; i < count(2000, 100000); ++i) {
        const game_state<whist> s = random_whist(r);
        std::array<int, 2> held{};
        for (std::size_t player = 0; player < 4; ++player)
            for (const plain_card& c : plain(s.hands[player]))
                if (c.suit == plain_trump(s.trump) && c.strength >= 9)
                    ++held[player % 2];  // J Q K A
        game_state<whist> played = s;
        play_random(played, 52, r);
        REQUIRE(played.extra == s.extra);

        const whist_points p = whist_score(played, short_whist);
        REQUIRE((p.odd_tricks[0] > 0) != (p.odd_tricks[1] > 0));
        REQUIRE((p.honours[0] == 0 || p.honours[1] == 0));
        const auto worth = [](int n) { return n == 4 ? 4 : n == 3 ? 2 : 0; };
        REQUIRE(p.honours == pair{worth(held[0]), worth(held[1])});
    }
}

TEST_CASE("honours that nobody was dealt are nobody's") {
    // A deal of two cards each without a court card of trumps.
    const auto s = whist_start({{{0x3, 0xC, 0x30, 0xC0}}}, suit::hearts, seat::north);
    CHECK(whist_score(s, short_whist).honours == pair{0, 0});
}

TEST_CASE("short whist: divided honours count nothing") {
    const whist_match m = after(standing(3, 4), finished(7, 2), short_whist);
    CHECK(m.points == pair{4, 4});
    CHECK(m.winner == -1);

    // Next deal: east-west have seven tricks, north-south ace, king and queen of trumps.
    const whist_match end = after(m, finished(6, 3), short_whist);
    CHECK(end.winner == 1);
    CHECK(end.last_game == pair{4, 5});
    CHECK(end.games == pair{0, 1});
    CHECK(end.margin == 1);
}

TEST_CASE("tricks count before honours") {
    // Honours would bring east-west to five, but north-south are out first.
    const whist_match m = after(standing(4, 3), finished(7, 1), short_whist);
    CHECK(m.winner == 0);
    CHECK(m.last_game == pair{5, 3});
    const whist_match reverse = after(standing(3, 4), finished(6, 3), short_whist);
    CHECK(reverse.winner == 1);
    CHECK(reverse.last_game == pair{3, 5});
    // Where tricks do not decide, honours may.
    const whist_match other = after(standing(3, 3), finished(7, 1), short_whist);
    CHECK(other.winner == 1);
    CHECK(other.last_game == pair{4, 5});
}

TEST_CASE("a side one short of the game counts no honours") {
    CHECK(after(standing(4, 0), finished(6, 4), short_whist).points == pair{4, 1});
    CHECK(after(standing(0, 4), finished(7, 0), short_whist).points == pair{1, 4});
    CHECK(after(standing(9, 0), finished(6, 4), long_whist).points == pair{9, 1});
    // It is where it stood when the deal began that counts.
    CHECK(after(standing(3, 0), finished(7, 3), short_whist).winner == 0);
    CHECK(after(standing(8, 0), finished(6, 3), long_whist).winner == 0);
    CHECK(after(standing(4, 0), finished(6, 4), long_whist).points == pair{8, 1});
}

TEST_CASE("American whist is won by seven less what the losers have") {
    const whist_match m = after(standing(5, 6), finished(11, 2), american);
    CHECK(m.winner == 0);
    CHECK(m.last_game == pair{10, 6});
    CHECK(m.margin == 1);
    CHECK(after(standing(5, 0), finished(7, 4), american).points == pair{6, 0});
}

TEST_CASE("long whist goes to ten") {
    whist_match m = after({}, finished(13, 4), long_whist);
    CHECK(m.winner == 0);  // seven tricks and four by honours
    CHECK(m.last_game == pair{11, 0});
    m = after(standing(5, 9), finished(10, 2), long_whist);
    CHECK(m.points == pair{9, 9});
    CHECK(m.winner == -1);
}

TEST_CASE("a rubber is two games, with the values of the games and two") {
    // Won 5:2, lost 3:5, won 5:0.
    whist_match m{};
    m = after(m, finished(5, 2), rubber);  // 0:2
    m = after(m, finished(11, 2), rubber);
    CHECK(m.games == pair{1, 0});
    CHECK(m.game_values == pair{2, 0});
    CHECK(m.last_game == pair{5, 2});
    CHECK(m.points == pair{0, 0});
    CHECK(m.winner == -1);
    m = after(m, finished(9, 2), rubber);  // 3:0
    m = after(m, finished(2, 2), rubber);  // 3:5
    CHECK(m.games == pair{1, 1});
    CHECK(m.game_values == pair{2, 1});
    m = after(m, finished(11, 2), rubber);
    CHECK(m.games == pair{2, 1});
    CHECK(m.winner == 0);
    CHECK(m.margin == 2 + 3 + 2 - 1);
}

TEST_CASE("a rubber of two games has nothing to subtract") {
    whist_match m = after(standing(0, 4), finished(11, 2), rubber);  // single
    m = after(m, finished(11, 2), rubber);                           // treble
    CHECK(m.winner == 0);
    CHECK(m.game_values == pair{4, 0});
    CHECK(m.margin == 6);
}

TEST_CASE("a rubber may be won with less than the losers' game was worth") {
    whist_match m = after(standing(4, 0), finished(2, 2), rubber);  // single for east-west
    m = after(m, finished(11, 2), rubber);                          // treble for north-south
    CHECK(m.game_values == pair{3, 1});
    m.points = {4, 0};
    m = after(m, finished(2, 2), rubber);  // single
    CHECK(m.winner == 1);
    CHECK(m.margin == 1 + 1 + 2 - 3);
}

TEST_CASE("games are treble, double or single by the losers' points") {
    const std::array<int, 5> value{3, 2, 2, 1, 1};
    for (int behind = 0; behind <= 4; ++behind) {
        CHECK(after(standing(0, behind), finished(11, 2), rubber).game_values[0] ==
              value[static_cast<std::size_t>(behind)]);
        CHECK(after(standing(behind, 0), finished(2, 2), rubber).game_values[1] ==
              value[static_cast<std::size_t>(behind)]);
    }
}

TEST_CASE("trumps rotate through hearts, clubs, diamonds, spades and none") {
    const std::array expected{suit::hearts, suit::clubs,  suit::diamonds, suit::spades,
                              suit::none,   suit::hearts, suit::clubs};
    for (std::size_t i = 0; i < expected.size(); ++i)
        CHECK(whist_rotation(static_cast<int>(i)) == expected[i]);
    CHECK(whist_rotation(5000003) == suit::spades);
}

TEST_CASE("the turned-up card makes its suit trump, and the seat after the dealer leads") {
    rng r(2);
    for (int i = 0; i < 50; ++i) {
        const game_state<whist> drawn = random_whist(r);
        const card up = random_member(drawn.hands[drawn.dealer], r);
        const game_state<whist> s = whist_start_turn_up(drawn.hands, up, drawn.dealer);
        CHECK(s.extra.turn_up == up);
        CHECK(index(s.trump) == up / 13);
        CHECK(s.hands[s.dealer] == drawn.hands[drawn.dealer]);  // the card stays the dealer's
        CHECK(index(s.current_player) == (index(drawn.dealer) + 1) % 4);
        CHECK(s.tricks_remaining == 13);
        CHECK(s.played == 0);
        CHECK(s.extra.honours_ns == whist_start(drawn.hands, s.trump, s.dealer).extra.honours_ns);
        CHECK(drawn.extra.turn_up == no_card);
    }
}

// --- A whole deal while compiling ----------------------------------------------------------------

namespace {

constexpr game_state<whist> dealt(std::uint64_t seed) {
    rng r(seed);
    per_seat<card_mask> hands{};
    deal_random(layout({13, 13, 13, 13}), r, hands);
    const auto trump = static_cast<suit>(r.below(5));  // in this order: arguments have none
    const auto dealer = static_cast<seat>(r.below(4));
    return whist_start(hands, trump, dealer);
}

constexpr std::array<std::uint8_t, 2> played_at_random(std::uint64_t seed) {
    game_state<whist> s = dealt(seed);
    rng r = rng(seed).split(1);
    for (int i = 0; i < 52; ++i) {
        const card_mask moves = rules<whist>::legal_moves(s);
        const auto n = static_cast<int>(r.below(static_cast<std::uint64_t>(ops::popcount(moves))));
        rules<whist>::play_card(s, ops::lsb_index(ops::nth_set_bit(moves, n)));
    }
    return s.tricks_won;
}

constexpr std::array<std::uint8_t, 2> rolled_out(std::uint64_t seed) {
    rng r(seed);
    return rollout(dealt(seed), r);
}

constexpr auto compiled_play = played_at_random(2024);
static_assert(compiled_play[0] + compiled_play[1] == 13);
constexpr auto compiled_rollout = rolled_out(2024);
static_assert(compiled_rollout[0] + compiled_rollout[1] == 13);

}  // namespace

TEST_CASE("the compiler plays a deal as the machine does") {
    volatile std::uint64_t seed = 2024;  // so that this happens at run time
    CHECK(played_at_random(seed) == compiled_play);
    CHECK(rolled_out(seed) == compiled_rollout);
}
