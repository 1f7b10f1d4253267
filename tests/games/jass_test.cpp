#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <mu/api/match.h>
#include <mu/api/position.h>
#include <mu/cards/text.h>
#include <mu/engine/playouts.h>
#include <mu/games/jass.h>

#include "support/naive_playout.h"

namespace {

using namespace mu;
using contract = jass::contract;

card_mask cards(std::string_view text) { return parse_cards<jass>(text); }
bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

// Cards fall in the order of `played`; the seat after the last has `hand` and is to play.
game_state<jass> in_trick(contract c, std::string_view played, card_mask hand,
                          const jass::options& o = {}) {
    std::vector<card> order;
    for (std::size_t at = 0; at < played.size(); at += 3)
        order.push_back(parse_card<jass>(played.substr(at, 2)));
    game_state<jass> s;
    s.dealer = seat::west;
    s.extra.house = o.house;
    s.tricks_remaining = 5;
    rules<jass>::choose(s, jass::call(c));
    s.current_player = seat::north;
    for (std::size_t k = 0; k < order.size(); ++k) s.hands[k] = bit(order[k]);
    for (const card one : order) rules<jass>::play_card(s, one);
    s.hands[s.current_player] = hand;
    return s;
}

std::string legal(std::string_view played, std::string_view hand, const jass::options& o = {}) {
    return mask_str<jass>(
        rules<jass>::legal_moves(in_trick(contract::spades, played, cards(hand), o)));
}

struct trick_result {
    card winner;
    int points;
};
trick_result trick(contract c, std::string_view played) {
    const game_state<jass> s = in_trick(c, played, 0);
    return {s.trick.winning_card, logged_points(s.extra.log[4])};
}

// A deal at the first lead.
game_state<jass> dealt(const per_seat<card_mask>& hands, contract c, seat forehand,
                       const jass::options& o = {}) {
    game_state<jass> s = jass_start(hands, forehand, o);
    rules<jass>::choose(s, jass::call(c));
    return s;
}
game_state<jass> play_lowest(game_state<jass> s, int count) {
    for (int k = 0; k < count; ++k)
        rules<jass>::play_card(s, ops::lsb_index(rules<jass>::legal_moves(s)));
    return s;
}

// Seat 1: four sixes, four aces. Seat 2: kings, queens, J-Q-K of clubs. Seat 3: eights, 7-8-9 of
// hearts. Seat 0: 9-10-J of diamonds.
const per_seat<card_mask> rich{
    cards("9s Js Th Jh 9d Td Jd 9c Tc"), cards("6s 7s As 6h Ah 6d Ad 6c Ac"),
    cards("Qs Ks Qh Kh Qd Kd Jc Qc Kc"), cards("8s Ts 7h 8h 9h 7d 8d 7c 8c")};

// Each seat holds one suit.
const per_seat<card_mask> long_suits{suit_masks<jass>[0], suit_masks<jass>[1], suit_masks<jass>[2],
                                     suit_masks<jass>[3]};

}  // namespace

TEST_CASE("jass: which cards are legal, trump spades") {
    CHECK(legal("8s Ts 9s", "Js 6h 7h Ah 6d") == "Js 6h 7h Ah 6d");
    CHECK(legal("8s", "Js 7s Ah") == "7s Js");
    CHECK(legal("8s", "6h Ah") == "6h Ah");
    CHECK(legal("Kh", "9h 6h 7s Qd") == "7s 6h 9h");
    CHECK(legal("Kh", "7s Qd") == "7s Qd");
    CHECK(legal("Kh Ts", "9h 7s 9s Qd") == "9s 9h");
    CHECK(legal("Kh Ts", "7s 8s Qd Ac") == "Qd Ac");
    CHECK(legal("Kh Ts", "7s Qs Ac") == "Qs Ac");
    CHECK(legal("Kh Ts", "7s Qs Ac", {.house = {.seed_order = true}}) == "Ac");
    CHECK(legal("Kh Ts", "7s 6s") == "6s 7s");
    CHECK(legal("Kh As", "Ks 9s") == "9s Ks");
    // The highest of two trumps counts.
    CHECK(legal("Kh Ts Ks", "Qs As 6d") == "As 6d");
}

TEST_CASE("jass: undertrumping when void, if the table allows it") {
    const jass::options free{.house = {.undertrump_if_void = true}};
    CHECK(legal("Kh Ts", "7s 8s Qd Ac", free) == "7s 8s Qd Ac");
    CHECK(legal("Kh Ts", "9h 7s 9s Qd", free) == "9s 9h");
}

TEST_CASE("jass: without trumps the led suit is followed") {
    const auto moves = [](contract c, std::string_view hand) {
        return mask_str<jass>(rules<jass>::legal_moves(in_trick(c, "Kh", cards(hand))));
    };
    for (const contract c : {contract::obenabe, contract::undenufe}) {
        CHECK(moves(c, "9h 6h 7s Qd") == "6h 9h");
        CHECK(moves(c, "7s Qd") == "7s Qd");
    }
}

TEST_CASE("jass: who wins a trick and what it counts") {
    const auto is = [](const trick_result& t, std::string_view winner, int points) {
        return t.winner == parse_card<jass>(winner) && t.points == points;
    };
    CHECK(is(trick(contract::hearts, "Td Ad 6h Kd"), "6h", 25));
    CHECK(is(trick(contract::hearts, "Ah Jh 9h Th"), "Jh", 55));
    CHECK(is(trick(contract::undenufe, "8c 7c Ac 6d"), "7c", 19));
    CHECK(is(trick(contract::obenabe, "Qs 8s Js Ah"), "Qs", 24));
    game_state<jass> last = in_trick(contract::obenabe, "Qs 8s Js", cards("Ah"));
    last.tricks_remaining = 1;
    rules<jass>::play_card(last, parse_card<jass>("Ah"));
    CHECK(logged_points(last.extra.log[8]) == 29);
}

TEST_CASE("jass: forehand chooses or pushes once, and always leads") {
    game_state<jass> s = jass_start(rich, seat::south, {});
    CHECK(rules<jass>::legal_actions(s) == action_set{0x7F, 36});
    rules<jass>::apply(s, jass::push);
    CHECK(rules<jass>::to_act(s) == seat::north);
    CHECK(rules<jass>::legal_actions(s) == action_set{0x3F, 36});
    rules<jass>::apply(s, jass::call(contract::clubs));
    CHECK(rules<jass>::to_act(s) == seat::south);
    CHECK(s.trump == suit::clubs);
    CHECK(rules<jass>::legal_actions(s) == action_set{rich[2], 0});

    s = jass_start(rich, seat::south, {.house = {.push_back = true, .slalom = true}});
    rules<jass>::apply(s, jass::push);
    CHECK(rules<jass>::legal_actions(s).mask == 0x1FF);
    rules<jass>::apply(s, jass::push);
    CHECK(rules<jass>::to_act(s) == seat::south);
    CHECK(rules<jass>::legal_actions(s).mask == 0x1BF);
}

TEST_CASE("jass: the order of Slalom, Gusti and Mary depends on the trick") {
    const auto modes = [](contract c, bool late = false) {
        const jass::house_rules house{.long_first_block = late};
        std::string out;
        for (int trick = 0; trick < 9; ++trick)
            out += order_in_trick(c, trick, house) == jass::order::obenabe ? 'O' : 'U';
        return out;
    };
    CHECK(modes(contract::slalom_obenabe) == "OUOUOUOUO");
    CHECK(modes(contract::slalom_undenufe) == "UOUOUOUOU");
    CHECK(modes(contract::gusti) == "OOOOUUUUU");
    CHECK(modes(contract::mary) == "UUUUOOOOO");
    CHECK(modes(contract::gusti, true) == "OOOOOUUUU");
    CHECK(modes(contract::mary, true) == "UUUUUOOOO");

    // Points stay those of the first mode: here the sixes count nothing, the aces eleven.
    const jass::options o{.house = {.slalom = true}};
    game_state<jass> s = dealt(rich, contract::slalom_obenabe, seat::east, o);
    CHECK(!ranks_stay(s));
    for (const char* c : {"6s", "Ks", "8s", "Js"}) rules<jass>::play_card(s, parse_card<jass>(c));
    CHECK(s.current_player == seat::south);
    for (const char* c : {"Qc", "7c", "9c", "6c"}) rules<jass>::play_card(s, parse_card<jass>(c));
    CHECK(s.current_player == seat::east);  // the six wins
    CHECK(logged_points(s.extra.log[1]) == 3);
    CHECK(trick_play<jass>::table_order(s) == jass::order::undenufe);
    CHECK(trick_play<jass>::order(s) == jass::order::obenabe);
}

TEST_CASE("jass: runs and quartets") {
    const auto points = [](std::string_view hand, const weis_rules& r = {}) {
        return find_weis(cards(hand), r, {}).points();
    };
    CHECK(points("6s 7s 8s Ts Js Ks As 6h 6d") == 20);
    CHECK(points("6s 7s 8s 9s Js Qs Ks 6h 6d") == 70);
    CHECK(points("6s 7s 8s 9s Ts Qs Ks 6h 6d") == 100);
    CHECK(points("6s 7s 8s 9s Ts Js Ks 6h 6d") == 150);
    CHECK(points("6s 7s 8s 9s Ts Js Qs 6h 6d") == 200);
    CHECK(points("6s 7s 8s 9s Ts Js Qs Ks 6d") == 250);
    CHECK(points("6s 7s 8s 9s Ts Js Qs Ks As") == 300);
    CHECK(points("6s 7s 8s 9s Ts Js Qs Ks As", {.long_runs = false}) == 100);
    CHECK(points("Js Jh Jd Jc 9s 9h 9d 9c Ts") == 370);  // with 9-10-J
    CHECK(points("Js Jh Jd Jc 9s 9h 9d 9c Ts", {.cross = false}) == 350);
    CHECK(points("6s 6h 6d 6c 8s 8h 8d 8c As") == 200);
    CHECK(points("6s 6h 6d 6c 8s 8h 8d 8c As", {.low_quartets = false}) == 0);
    CHECK(points("As Ah Ad Ac 6s 7h 8d 9c Ts") == 100);
    CHECK(points("6s 7h 8d 9c Ts Jh Qd Kc As") == 0);
    // Equal points without cross use: the run of five is the better Weis.
    const weis_list chosen = find_weis(cards("8s 9s Ts Js Qs Qh Qd Qc 6h"), {.cross = false}, {});
    CHECK(chosen.count == 1);
    CHECK(chosen.item[0].cards == cards("8s 9s Ts Js Qs"));
}

TEST_CASE("jass: which Weis is better") {
    const auto one = [](std::string_view hand) { return find_weis(cards(hand), {}, {}).item[0]; };
    const weis_sense up{.trump = suit::hearts}, down{.low_wins = true};
    CHECK(is_better(one("6c 7c 8c 9c Tc"), one("As Ah Ad Ac"), up));
    CHECK(is_better(one("Qs Ks As"), one("6c 7c 8c"), up));
    CHECK(is_better(one("6c 7c 8c"), one("Qs Ks As"), down));
    CHECK(is_better(one("6s 6h 6d 6c"), one("As Ah Ad Ac"), down));
    CHECK(is_better(one("7h 8h 9h"), one("7s 8s 9s"), up));
    CHECK(!is_better(one("7s 8s 9s"), one("7h 8h 9h"), up));
    CHECK(!is_better(one("7s 8s 9s"), one("7c 8c 9c"), up));
    for (const std::string_view hand : {"6c 7c 8c 9c Tc", "6s 6h 6d 6c", "Qs Ks As"}) {
        const weis w = one(hand);
        CHECK(is_call(call_of(w)));
        CHECK(read_call(call_of(w), {}).points == w.points);
    }
}

TEST_CASE("jass: the team of the best Weis scores all of its Weis, Stöck is apart") {
    const weis_result w = compare_weis(rich, seat::south, contract::spades, {});
    CHECK(w.winner == 1);
    CHECK(w.points == 320);
    const game_state<jass> s = play_lowest(dealt(rich, contract::spades, seat::south), 36);
    const jass_points p = jass_score(s, {});
    CHECK(p.weis == std::array{0, 320});
    CHECK(p.stoeck == std::array{20, 0});
    CHECK(jass_score(s, {.stoeck = false}).stoeck == std::array{0, 0});

    // Equal but for trump, or for the seat.
    per_seat<card_mask> even{};
    even[0] = cards("7s 8s 9s Js 6d Jh Ad Qd Kc");
    even[1] = cards("7h 8h 9h Jd 6c Ts Ac Qc Kd");
    CHECK(compare_weis(even, seat::north, contract::hearts, {}).winner == 1);
    CHECK(compare_weis(even, seat::north, contract::hearts, {}).points == 20);
    CHECK(compare_weis(even, seat::north, contract::clubs, {}).winner == 0);
    CHECK(compare_weis(even, seat::east, contract::clubs, {}).winner == 1);
    CHECK(compare_weis({}, seat::east, contract::clubs, {}).winner == jass::nobody);
}

TEST_CASE("jass: Stöck counts with the second card, and only from one hand") {
    per_seat<card_mask> hands = long_suits;
    game_state<jass> s = dealt(hands, contract::spades, seat::north);
    const auto play = [&](const char* c) { rules<jass>::play_card(s, parse_card<jass>(c)); };
    for (const char* c : {"Ks", "6h", "6d", "6c"}) play(c);
    CHECK(s.extra.royal == 0);
    CHECK(s.extra.stoeck == jass::nobody);
    play("Qs");
    CHECK(s.extra.stoeck == 0);

    hands[0] ^= cards("Qs 6h");
    hands[1] ^= cards("Qs 6h");
    s = play_lowest(dealt(hands, contract::spades, seat::north), 36);
    CHECK(s.extra.royal != jass::nobody);
    CHECK(s.extra.stoeck == jass::nobody);
}

TEST_CASE("jass: a team keeps Weis and Stöck without a trick, unless the table says otherwise") {
    // East holds nothing that wins; spades are trump and all with north.
    const game_state<jass> s = play_lowest(dealt(long_suits, contract::spades, seat::east), 36);
    CHECK(s.tricks_won[0] + s.tricks_won[1] == 9);
    game_state<jass> lost = s;
    lost.tricks_won = {0, 9};
    lost.extra.weis_winner = 0;
    lost.extra.weis_tens = 30;
    lost.extra.stoeck = 0;
    CHECK(jass_score(lost, {}).weis[0] == 300);
    CHECK(jass_score(lost, {}).stoeck[0] == 20);
    CHECK(jass_score(lost, {.need_trick = true}).weis[0] == 0);
    CHECK(jass_score(lost, {.need_trick = true}).stoeck[0] == 0);
    CHECK(jass_score(lost, {}).match == std::array{0, 100});
    CHECK(jass_score(lost, {.match_bonus = false}).match == std::array{0, 0});
}

TEST_CASE("jass: the score of a deal") {
    const jass_points first{.stoeck = {0, 20}, .weis = {50, 0}, .tricks = {98, 59}};
    CHECK(first.total(0) == 148);
    CHECK(first.total(1) == 79);
    const jass_points third{
        .stoeck = {20, 0}, .weis = {20, 0}, .tricks = {60, 97}, .multiplier = 2};
    CHECK(third.total(0) == 200);
    CHECK(third.total(1) == 194);

    // Obenabe, all nine tricks: north leads his suit.
    const jass::options o{.house = {.weis = false}, .multipliers = {2, 1, 1, 2, 3, 3}};
    const game_state<jass> s =
        play_lowest(dealt(long_suits, contract::obenabe, seat::north, o), 36);
    CHECK(trick_points(s) == std::array{157, 0});
    CHECK(score(s, o) == std::array{771, 0, 771, 0});
}

TEST_CASE("jass: the first team to reach the target wins, Stöck before Weis before tricks") {
    game_state<jass> s = play_lowest(dealt(long_suits, contract::spades, seat::east), 36);
    auto& x = s.extra;
    s.tricks_won = {4, 5};
    x.log = {128 + 20, 30, 128 + 10, 20, 128 + 17, 20, 128 + 10, 10, 128 + 20};  // 80 : 77
    x.stoeck = 1;
    x.weis_winner = 0;
    x.weis_tens = 5;
    const jass::options o{};
    const auto after = [&](int ns, int ew) { return jass_add_deal({.points = {ns, ew}}, s, o); };
    CHECK(after(990, 980) == jass_match{.points = {990, 1000}, .deals = 1, .winner = 1});
    CHECK(after(950, 979) == jass_match{.points = {1000, 999}, .deals = 1, .winner = 0});
    CHECK(after(920, 960) == jass_match{.points = {970, 1000}, .deals = 1, .winner = 1});
    CHECK(after(920, 959) == jass_match{.points = {1000, 999}, .deals = 1, .winner = 0});
    CHECK(after(0, 0) == jass_match{.points = {130, 97}, .deals = 1});

    const jass::options later{.finish = jass::finish_rule::end_of_deal};
    CHECK(jass_add_deal({.points = {990, 980}}, s, later).winner == 0);
    CHECK(jass_add_deal({.points = {960, 993}}, s, later).winner == -1);  // 1090 each: on
    const jass::options twelve{.target = 0};
    CHECK(jass_add_deal({.points = {1000, 5000}, .deals = 10}, s, twelve).winner == -1);
    CHECK(jass_add_deal({.points = {1000, 5000}, .deals = 11}, s, twelve).winner == 1);
    CHECK(jass_add_deal({.points = {967, 1000}, .deals = 11}, s, twelve).winner == -1);
}

TEST_CASE("jass: a Weis is known when it is announced, its cards when they are shown") {
    game_state<jass> s = dealt(rich, contract::spades, seat::south);
    CHECK(view_of(s, seat::north).seen.extra == s.extra);
    CHECK(s.extra.announced == per_seat<weis_call>{});
    rules<jass>::play_card(s, parse_card<jass>("Jc"));
    CHECK(s.extra.announced[2] ==
          call_of({.cards = 0xF, .points = 100, .top = 7, .quartet = true}));
    CHECK(s.extra.announced[3] == 0);
    CHECK(s.extra.shown == 0);
    CHECK(view_of(s, seat::north).seen.hands[2] == 0);
    s = play_lowest(s, 3);
    CHECK(s.extra.weis_winner == 1);
    const card_mask east = view_of(s, seat::north).seen.hands[1];
    CHECK(east == (s.hands[1] & cards("6s 6h 6d 6c As Ah Ad Ac")));
    CHECK(east != 0);
    CHECK(view_of(s, seat::north).seen.hands[2] == 0);  // the losers show nothing
    CHECK(view_of(s, seat::north).cards_left[2] == 8);
}

TEST_CASE("jass: options are refused by name") {
    const auto refused = [](const char* spec, const char* why) {
        try {
            game{spec};
        } catch (const std::invalid_argument& e) {
            return has(e.what(), why);
        }
        return false;
    };
    CHECK(refused("jass(weis=off, cross=off)", "weis=on"));
    CHECK(refused("jass(weis=off, stoeck=off, need_trick=on)", "need_trick"));
    CHECK(refused("jass(first_block=5)", "gusti=on"));
    CHECK(refused("jass(target=1)", "choices: 1000"));
    CHECK(refused("jass(trumps=swiss)", "options: trump_order"));
    CHECK(game("jass(first_block=5, mary=on)").spec() == "jass(mary=on, first_block=5)");
}

TEST_CASE("jass: illegal actions are explained") {
    const game g("jass");
    position p = g.deal("E J9.TJ.9TJ.9T A76.A6.A6.A6 KQ.KQ.KQ.KQJ T8.987.87.87");
    const auto why = [&](const char* text) {
        try {
            p.apply(text);
        } catch (const illegal_action& e) {
            return std::string(e.what());
        }
        return std::string("nothing");
    };
    CHECK(has(why("gusti"), "not played at this table"));
    CHECK(has(why("Ks"), "not settled yet"));
    p.apply("PUSH");
    CHECK(has(why("push"), "pushed already"));
    p.apply("s");
    CHECK(has(why("H"), "settled"));
    p.apply("Qh");
    CHECK(has(why("8d"), "hearts were led"));
    p.apply("8s");
    CHECK(has(why("As"), "not in the hand"));
    p.apply("Js");
    CHECK(has(why("7s"), "undertrumping is not allowed: 7s is below Js"));
    p.apply("6h");
    CHECK(p.to_act() == seat::north);
    p.apply("9s");
    CHECK(has(why("6c"), "trumps were led"));
}

TEST_CASE("jass: impossible positions are refused") {
    rng generator(5);
    position p = game("jass").deal(generator);
    for (const char* a : {"push", "H"}) p.apply(a);
    for (int k = 0; k < 6; ++k) p.apply(p.legal_actions().front());
    const std::string good = p.state_text();
    CHECK(parse_position(good).state_text() == good);
    const auto refused = [&](const std::string& field, const std::string& value) {
        const std::size_t at = good.find(" " + field + "=") + field.size() + 2;
        const std::string bad = good.substr(0, at) + value + good.substr(good.find(' ', at));
        try {
            parse_position(bad);
        } catch (const std::invalid_argument&) {
            return true;
        }
        return false;
    };
    CHECK(refused("table", "1"));
    CHECK(refused("pushes", "2"));
    CHECK(refused("contract", "11"));
    CHECK(refused("contract", "7"));
    CHECK(refused("contract", "6"));
    CHECK(refused("trump", "s"));
    CHECK(refused("won", "1,1"));
    CHECK(refused("left", "9"));
    CHECK(refused("log", "0,0,0,0,0,0,0,0,9"));
    CHECK(refused("announced", "255,0,0,0"));
    CHECK(refused("weis_tens", "99"));
    CHECK(refused("played", "-.-.-.-"));
    CHECK_THROWS_AS(parse_position(good.substr(0, good.rfind('=')) + "=3"), std::invalid_argument);
}

TEST_CASE("jass: the playout kernel plays by the rules") {
    for (std::uint64_t i = 0; i < 400; ++i) {
        rng generator = rng(11).split(i);
        game_state<jass> s = random_first_lead(jass{}, generator);
        if (i % 3 == 1) s.extra.house.seed_order = true;
        for (std::uint64_t k = generator.below(36); k > 0; --k) {
            const card_mask moves = rules<jass>::legal_moves(s);
            const auto pick = generator.below(static_cast<std::uint64_t>(ops::popcount(moves)));
            rules<jass>::play_card(s,
                                   ops::lsb_index(ops::nth_set_bit(moves, static_cast<int>(pick))));
        }
        CHECK(ranks_stay(s));
        for (std::uint64_t seed = 0; seed < 8; ++seed)
            REQUIRE(playout<jass::play>(to_position(s), seed) == test::naive_playout(s, seed));
    }
}

TEST_CASE("jass: playouts are the same on every instruction set, one by one or in lanes") {
    std::vector<position_of<jass>> from;
    for (std::uint64_t i = 0; i < 50; ++i) {
        rng generator = rng(12).split(i);
        from.push_back(to_position(random_first_lead(jass{}, generator)));
    }
    std::vector<playout_result<word_of<jass>>> expected(777), found(777);
    playouts<jass>({from, 5, 3, expected}, playout_width::one, isa::portable);
    const playout_result<word_of<jass>> first = playout<jass::play>(from[3], playout_stream(5, 3));
    CHECK(expected[0] == first);
    for (const isa on : available_isas())
        for (const auto width : {playout_width::one, playout_width::lanes}) {
            playouts<jass>({from, 5, 3, found}, width, on);
            CHECK(found == expected);
        }
}
