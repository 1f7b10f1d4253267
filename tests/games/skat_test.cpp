#include <algorithm>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <mu/api/position.h>
#include <mu/cards/text.h>
#include <mu/engine/playouts.h>
#include <mu/games/skat.h>

#include "support/refusal.h"
#include "support/suite.h"

namespace mu {
namespace {

using state = game_state<skat>;

card_mask cards(std::string_view text) { return parse_cards<skat>(text); }
card one(std::string_view text) { return parse_card<skat>(text); }

constexpr skat_game in_suit(int trump) {
    return {.kind = skat_kind::suit, .trump = static_cast<suit>(trump)};
}
constexpr skat_game diamonds = in_suit(0), hearts = in_suit(1), spades = in_suit(2),
                    clubs = in_suit(3);
constexpr skat_game grand{.kind = skat_kind::grand}, null{.kind = skat_kind::null};
constexpr skat_game by_hand(skat_game g, skat_announced what = skat_announced::nothing) {
    g.hand = true;
    g.announced = what;
    return g;
}

// Seats 0, 1, 2 with seat 0 dealing: forehand is 1, middlehand 2, rearhand 0.
state some_deal(const skat::options& o = {}) {
    constexpr std::array<card_mask, 4> places{0x3FF, 0xFFC00, 0x3FF00000, 0xC0000000};
    return start_deal(skat{}, o, places, seat::north, 0);
}
action say(int value) {
    return static_cast<action>(skat_action::bid +
                               (std::ranges::find(skat_values, value) - skat_values.begin()));
}
void say(state& s, std::initializer_list<int> values) {  // 0 passes
    for (const int value : values) {
        const action a = value == 0 ? skat_action::pass : say(value);
        REQUIRE(rules<skat>::legal_actions(s).contains(a));
        rules<skat>::apply(s, a);
    }
}
void play(state& s, std::string_view list) {
    for (std::size_t at = 0; at < list.size(); at += 3) {
        const card c = one(list.substr(at, 2));
        REQUIRE((rules<skat>::legal_moves(s) & bit(c)) != 0);
        rules<skat>::apply(s, c);
    }
}

// A trick in the middle of nowhere: who may play what.
card_mask legal_after(const skat_game& g, std::string_view led, std::string_view hand) {
    state s = skat_first_lead({{bit(one(led)), cards(hand), 0}}, 0, seat::north, seat::north, g);
    s.tricks_remaining = 4;
    rules<skat>::play_card(s, one(led));
    return rules<skat>::legal_moves(s);
}
std::string winner(const skat_game& g, std::string_view a, std::string_view b, std::string_view c) {
    state s =
        skat_first_lead({{bit(one(a)), bit(one(b)), bit(one(c))}}, 0, seat::north, seat::north, g);
    s.tricks_remaining = 1;
    for (const auto card : {a, b, c}) rules<skat>::play_card(s, one(card));
    return card_str<skat>(s.trick.winning_card);
}

}  // namespace

TEST_CASE("skat: the values that may be bid") {
    CHECK(skat_values.size() == 63);
    CHECK(std::ranges::is_sorted(skat_values));
    for (const int value : {18, 20, 22, 23, 24, 27, 59, 60, 187, 264})
        CHECK(std::ranges::count(skat_values, value) == 1);
    for (const int value : {9, 19, 25, 26, 240 + 1})
        CHECK(std::ranges::count(skat_values, value) == 0);
}

TEST_CASE("skat: a deck is dealt three, skat, four, three") {
    std::array<card, 32> deck{};
    for (std::size_t i = 0; i < deck.size(); ++i) deck[i] = static_cast<card>(i);
    const auto places = skat_places(deck);
    CHECK(places[0] == (0x7U | 0xFU << 11 | 0x7U << 23));
    CHECK(places[1] == (0x7U << 3 | 0xFU << 15 | 0x7U << 26));
    CHECK(places[2] == (0x7U << 6 | 0xFU << 19 | 0x7U << 29));
    CHECK(places[3] == 0x3U << 9);
}

TEST_CASE("skat: middlehand calls, then rearhand, then forehand alone") {
    state s = some_deal();
    CHECK(s.current_player == seat::south);
    CHECK(rules<skat>::legal_actions(s).count() == 64);
    say(s, {18});
    CHECK(s.current_player == seat::east);
    CHECK(rules<skat>::legal_actions(s).count() == 2);
    say(s, {18, 33});
    CHECK(s.current_player == seat::east);
    say(s, {0});  // forehand is out
    CHECK(s.current_player == seat::north);
    CHECK_FALSE(rules<skat>::legal_actions(s).contains(say(33)));
    say(s, {35});
    CHECK(s.current_player == seat::south);
    say(s, {35, 0});
    CHECK(skat_phase{s.phase} == skat_phase::skat);
    CHECK(seat{s.soloist} == seat::south);
    CHECK(skat_value(s.bid) == 35);

    s = some_deal();
    say(s, {0, 0});
    CHECK(s.current_player == seat::east);
    CHECK(rules<skat>::legal_actions(s).count() == 2);
    state played = s;
    say(played, {18});
    CHECK(seat{played.soloist} == seat::east);
    say(s, {0});
    CHECK(rules<skat>::is_over(s));
    CHECK(score(s, {.settlement = skat_settlement::seeger}) == std::array{0, 0, 0});

    s = some_deal();  // a survivor who has said a value himself
    say(s, {18, 18, 0, 0});
    CHECK(seat{s.soloist} == seat::east);
    CHECK(skat_value(s.bid) == 18);

    s = some_deal();
    say(s, {264, 264});
    CHECK(rules<skat>::legal_actions(s).count() == 1);
    s = some_deal({.house = {.next_value = true}});
    CHECK(rules<skat>::legal_actions(s).count() == 2);
    say(s, {18, 18});
    CHECK(rules<skat>::legal_actions(s).contains(say(20)));
    CHECK_FALSE(rules<skat>::legal_actions(s).contains(say(22)));
}

TEST_CASE("skat: skat, discard and declaration") {
    state s = some_deal();
    say(s, {18, 0, 0});
    REQUIRE(seat{s.soloist} == seat::south);
    state by_itself = s;
    rules<skat>::apply(by_itself, skat_action::hand);
    CHECK(rules<skat>::legal_actions(by_itself).count() == 22);
    CHECK(skat_cards(by_itself) == 0xC0000000);

    rules<skat>::apply(s, skat_action::pick_up);
    CHECK(ops::popcount(s.hands[seat::south]) == 12);
    CHECK_FALSE(rules<skat>::legal_actions(s).contains(one("CJ")));  // the highest goes second
    rules<skat>::apply(s, one("CA"));
    CHECK(rules<skat>::legal_actions(s).mask == bit(one("CJ")));
    rules<skat>::apply(s, one("CJ"));
    CHECK(skat_phase{s.phase} == skat_phase::declare);
    CHECK(rules<skat>::legal_actions(s).count() == 7);
    rules<skat>::apply(s, rules<skat>::declaring(clubs));
    CHECK(s.current_player == seat::east);                         // forehand leads
    CHECK(skat_matadors(game_of(s), skat_soloist_cards(s)) == 1);  // a jack laid away counts

    state high = some_deal();
    say(high, {36, 0, 0});
    rules<skat>::apply(high, skat_action::hand);
    CHECK_FALSE(rules<skat>::legal_actions(high).contains(skat_action::null));
    CHECK(rules<skat>::legal_actions(high).contains(skat_action::null_ouvert));
    state lost = some_deal({.house = {.null_below_bid = true}});
    say(lost, {36, 0, 0});
    rules<skat>::apply(lost, skat_action::hand);
    CHECK(rules<skat>::legal_actions(lost).contains(skat_action::null));
}

TEST_CASE("skat: with declare_reach a game must be able to reach the bid, if one can") {
    const skat::options o{.house = {.must_reach = true}};
    const auto legal_at = [&](int bid) {
        state s = some_deal(o);
        say(s, {bid, 0, 0});
        rules<skat>::apply(s, skat_action::pick_up);
        rules<skat>::apply(s, ops::lsb_index(s.hands[seat::south]));
        rules<skat>::apply(s, ops::lsb_index(rules<skat>::legal_actions(s).mask));
        return rules<skat>::legal_actions(s);
    };
    // With 1 in every suit, so 9 * 4 = 36 at most in diamonds, schneider and schwarz counted.
    CHECK(legal_at(36).contains(rules<skat>::declaring(diamonds)));
    CHECK_FALSE(legal_at(40).contains(rules<skat>::declaring(diamonds)));
    CHECK(legal_at(40).contains(rules<skat>::declaring(hearts)));
    CHECK(legal_at(46).contains(rules<skat>::declaring(grand)));
    CHECK(legal_at(264).count() == 5);  // none can: all but null
}

TEST_CASE("skat: following suit, the worked cases of the rules") {
    CHECK(legal_after(hearts, "CJ", "C7 CA H9 DJ") == cards("H9 DJ"));
    CHECK(legal_after(hearts, "CA", "CJ HA D7") == cards("CJ HA D7"));
    CHECK(legal_after(hearts, "H7", "SJ S9") == cards("SJ"));
    CHECK(legal_after(grand, "DJ", "DA D7 SK") == cards("DA D7 SK"));
    CHECK(legal_after(grand, "DA", "DJ D7") == cards("D7"));
    CHECK(legal_after(null, "DJ", "DQ HJ") == cards("DQ"));
    CHECK(winner(grand, "DA", "SJ", "D7") == "SJ");
    CHECK(winner(grand, "SA", "CT", "S7") == "SA");
    CHECK(winner(grand, "DJ", "CJ", "SJ") == "CJ");
    CHECK(winner(hearts, "HA", "DJ", "HT") == "DJ");
    CHECK(winner(clubs, "D7", "DA", "C7") == "C7");
    CHECK(winner(null, "DT", "DJ", "DQ") == "DQ");
    CHECK(winner(null, "DT", "DJ", "D9") == "DJ");
    CHECK(winner(null, "DK", "DT", "DA") == "DA");
}

TEST_CASE("skat: matadors count jacks and trumps in the skat too") {
    CHECK(skat_matadors(diamonds, cards("CJ HJ")) == 1);
    CHECK(skat_matadors(diamonds, cards("CJ SJ HJ DJ DA DT D9")) == 6);
    CHECK(skat_matadors(diamonds, cards("HJ DA")) == -2);
    CHECK(skat_matadors(diamonds, cards("DT")) == -5);
    CHECK(skat_matadors(diamonds, cards("HA SA")) == -11);
    CHECK(skat_matadors(clubs, cards("CJ SJ HJ DJ CA CT CK CQ C9 C8 C7")) == 11);
    CHECK(skat_matadors(grand, cards("CJ SJ HJ DJ CA")) == 4);
    CHECK(skat_matadors(grand, cards("CA")) == -4);
    CHECK(skat_matadors(null, cards("CJ")) == 0);
}

TEST_CASE("skat: the worked examples of game values") {
    struct example {
        skat_game game;
        skat_outcome end;
        int score;
    };
    const example list[]{{diamonds, {1, 18, 61, 5}, 18},
                         {diamonds, {1, 18, 60, 5}, -36},
                         {diamonds, {1, 18, 30, 3}, -54},
                         {by_hand(hearts), {-2, 30, 93, 7}, 50},
                         {by_hand(clubs, skat_announced::schneider), {1, 24, 89, 8}, -120},
                         {by_hand(clubs, skat_announced::schneider), {1, 24, 104, 9}, 60},
                         {by_hand(clubs, skat_announced::ouvert), {2, 24, 120, 10}, 108},
                         {by_hand(grand, skat_announced::ouvert), {4, 48, 118, 9}, -528},
                         {hearts, {1, 30, 75, 6}, -60},
                         {hearts, {1, 30, 92, 8}, 30},
                         {grand, {1, 59, 70, 6}, -144},
                         {spades, {3, 48, 20, 2}, -110},
                         {spades, {1, 22, 0, 0}, -88},
                         {null, {0, 18, 0, 1}, -46},
                         {null, {0, 23, 0, 0}, 23},
                         {by_hand(null, skat_announced::ouvert), {0, 59, 0, 0}, 59}};
    for (const example& e : list) {
        const skat_worth w = skat_worth_of(e.game, e.end);
        CAPTURE(e.score);
        CHECK(w.score == e.score);
        CHECK(w.won == (e.score > 0));
        const skat_payment seeger = skat_settle(skat_settlement::seeger, w.won, w.score);
        CHECK(seeger.soloist == e.score + (w.won ? 50 : -50));
        CHECK(seeger.defender == (w.won ? 0 : 40));
        const skat_payment pay = skat_settle(skat_settlement::pay, w.won, w.score);
        CHECK(pay.soloist + 2 * pay.defender == 0);
    }
    CHECK(skat_worth_of(by_hand(hearts), {-2, 30, 60, 4}, true).score == -40);  // not double
    CHECK(skat_worth_of(hearts, {-2, 30, 60, 4}, true).score == -60);
    CHECK(skat_worth_of(null, {0, 24, 0, 0}).score == -70);  // below the bid: lost at 35
}

TEST_CASE("skat: null ends with the soloist's first trick; with the option so does schwarz") {
    const per_seat<card_mask, 3> hands{{cards("D7 D8 D9 DQ DK DT DA H7 H8 H9"),
                                        cards("S7 S8 S9 SQ SK ST SA C7 C8 C9"),
                                        cards("HQ HK HT HA HJ CQ CK CT CA CJ")}};
    const card_mask rest = cards("DJ SJ");
    state s = skat_first_lead(hands, rest, seat::south, seat::north, null);
    play(s, "H7 S7 HA");
    CHECK(rules<skat>::is_over(s));
    CHECK(score(s, {}) == std::array{0, 0, -46});

    skat_game all = by_hand(grand, skat_announced::schwarz);
    s = skat_first_lead(hands, rest, seat::south, seat::north, all);
    play(s, "D7 S7 HQ");
    CHECK_FALSE(rules<skat>::is_over(s));
    s = skat_first_lead(hands, rest, seat::south, seat::north, all, 0, {.early_end = true});
    play(s, "D7 S7 HQ");
    CHECK(rules<skat>::is_over(s));
    CHECK(worth_of_deal(s, {}).value == 24 * (4 + 1 + 1 + 2 + 2));  // with 4
}

TEST_CASE("skat: contra and re double") {
    state s = some_deal({.house = {.contra = true}});
    say(s, {18, 0, 0});
    rules<skat>::apply(s, skat_action::hand);
    rules<skat>::apply(s, rules<skat>::declaring(clubs));
    CHECK(skat_phase{s.phase} == skat_phase::contra);
    CHECK(s.current_player == seat::east);
    state silent = s;
    rules<skat>::apply(silent, skat_action::no_contra);
    CHECK(silent.current_player == seat::north);
    rules<skat>::apply(silent, skat_action::no_contra);
    CHECK(skat_phase{silent.phase} == skat_phase::play);
    CHECK(silent.current_player == seat::east);
    rules<skat>::apply(s, skat_action::contra);
    CHECK(s.current_player == seat::south);
    rules<skat>::apply(s, skat_action::re);
    CHECK(skat_phase{s.phase} == skat_phase::play);
    CHECK(int{s.contra} == 2);
    s.phase = skat_phase::over;
    const int plain = worth_of_deal(s, {}).score;
    CHECK(score(s, {})[2] == 4 * plain);
    CHECK(score(s, {.settlement = skat_settlement::seeger})[2] == 4 * plain - 50);
}

TEST_CASE("skat: who sees the skat, and when") {
    state s = some_deal();
    say(s, {18, 0, 0});
    const auto seen = [&](const state& of, seat who) {
        return skat_cards(view_of<skat>(of, who).seen);
    };
    CHECK(seen(s, seat::south) == 0);
    state by_itself = s;
    rules<skat>::apply(by_itself, skat_action::hand);
    CHECK(seen(by_itself, seat::south) == 0);
    rules<skat>::apply(by_itself, rules<skat>::declaring(by_hand(clubs, skat_announced::ouvert)));
    CHECK(view_of<skat>(by_itself, seat::east).seen.hands[seat::south] ==
          by_itself.hands[seat::south]);
    rules<skat>::apply(s, skat_action::pick_up);
    rules<skat>::apply(s, one("CA"));
    rules<skat>::apply(s, one("CJ"));
    CHECK(seen(s, seat::south) == cards("CA CJ"));
    CHECK(seen(s, seat::east) == 0);
    CHECK(sees_action(some_deal(), skat_action::pass, nobody));
}

TEST_CASE("skat: refusals name the rule, words are those of players") {
    rng generator(3);
    position p = game("skat").deal(generator, seat::north);
    const auto refuses = [&](std::string_view what, std::string_view why) {
        const auto message = test::refusal<illegal_action>([&] { p.apply(what); });
        CAPTURE(message);
        CHECK(test::has(message, std::string(why)));
    };
    p.apply("20");
    refuses("22", "hold 20 or to pass");
    p.apply("ja");
    refuses("20", "higher than 20");
    p.apply("weg");
    p.apply("pass");
    refuses("hearts", "pick up the skat or to play hand");
    p.apply("take");
    refuses("hearts", "two cards have to be laid away first");
    const auto hand = p.legal_actions();
    const auto laid = p.action_text(hand[1]) + " " + p.action_text(hand[0]);
    for (const action a : p.parse_actions(laid)) p.apply(a);
    refuses("grand schwarz", "in hand games only");
    p.apply("Herz");
    CHECK(test::has(p.state_text(), "game=1 trump=H"));
    refuses("18", "a card is due");
}

// The playout kernel, step by step through the rules: the same draws choose the same cards.
playout_result<std::uint64_t> slow_playout(state s, std::uint64_t seed) {
    const play_space<skat> space = space_of<skat>(order_now(s));
    playout_result<std::uint64_t> out;
    std::uint64_t random = random_start<std::uint64_t>(seed), bits = 0;
    bool first = true;
    while (s.tricks_remaining > 0) {
        const int k = trick_play<skat>::leading(s) ? 0 : s.trick.num_played;
        if (first || k == 0) bits = random = random_step(random);
        const std::uint64_t set = space.to_play(rules<skat>::legal_moves(s));
        const auto r = arch::scale16(bits, arch::popcount(set));
        bits >>= 16;
        rules<skat>::play_card(s, space.to_card(arch::nth_bit(set, r, 10)));
        first = false;
        if (s.trick.num_played < 3 || s.trick.current_winner != s.soloist) continue;
        ++out.tricks;
        out.cards |= space.to_play(s.trick.mask);
        if (s.tricks_remaining == 0) out.last = ~std::uint64_t{0};
    }
    return out;
}

TEST_CASE("skat: playouts obey the rules, on every machine and in every width") {
    rng generator(5);
    for (int played = 0; played < 3; ++played) {
        std::vector<state> states;
        std::vector<position_of<skat>> positions;
        for (int i = 0; i < 200; ++i) {
            state s = random_first_lead(skat{}, generator);
            for (int k = 0; k < played; ++k)
                rules<skat>::play_card(
                    s, test::random_member({rules<skat>::legal_moves(s), 0}, generator));
            states.push_back(s);
            positions.push_back(to_position(s));
        }
        std::vector<playout_result<std::uint64_t>> results(1000);
        for (const isa on : available_isas())
            for (const auto width : {playout_width::one, playout_width::lanes}) {
                playouts<skat>({positions, 7, 0, results}, width, on);
                for (std::size_t i = 0; i < results.size(); ++i)
                    REQUIRE(results[i] ==
                            slow_playout(states[i % states.size()], playout_stream(7, i)));
            }
    }
}

TEST_CASE("skat: the JSON of a position counts the points of finished tricks") {
    constexpr std::array<int, 8> worth{0, 0, 0, 3, 4, 10, 11, 2};  // 7 8 9 Q K T A J
    const game skat_game_by_name("skat");
    int compared = 0;
    for (std::uint64_t i = 0; i < 20; ++i) {
        rng r = rng(41).split(i);
        position p = skat_game_by_name.deal(r);
        std::vector<card> played;
        while (!p.is_over()) {
            const bool in_play = p.view(p.to_act()).phase() == deal_phase::play;
            const action a = p.legal().draw(r);
            p.apply(a);
            if (!in_play) continue;
            played.push_back(static_cast<card>(a));
            if (p.is_over()) continue;
            int in_tricks = 0;
            for (std::size_t k = 0; k + played.size() % 3 < played.size(); ++k)
                in_tricks += worth[played[k] % 8];
            const auto points = p.to_json()["points"];
            CHECK(points["soloist"].get<int>() + points["defenders"].get<int>() == in_tricks);
            ++compared;
        }
    }
    CHECK(compared > 100);
}

}  // namespace mu
