#include <map>
#include <numeric>
#include <ostream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <mu/cards/card_mask.h>
#include <mu/cards/rng.h>
#include <mu/cards/text.h>

#include "support/counts.h"

namespace {

using namespace mu;

struct any52 {
    static constexpr deck_info deck = decks::french_52;
    static constexpr int seats = 4;
};
struct any20 {
    static constexpr deck_info deck = decks::hungarian_20;
    static constexpr int seats = 2;
};

const deck_info& french = decks::french_52;
const deck_info& ulti = decks::hungarian_32;

// The set of n random cards.
card_mask random_hand(const deck_info& deck, int n, rng& r) {
    std::vector<card> cards(static_cast<std::size_t>(deck.card_count()));
    std::iota(cards.begin(), cards.end(), card{0});
    shuffle(cards, r);
    card_mask hand = 0;
    for (int i = 0; i < n; ++i) hand |= bit(cards[static_cast<std::size_t>(i)]);
    return hand;
}

struct trouble {
    int position;
    std::string message;
    friend bool operator==(const trouble&, const trouble&) = default;
};
std::ostream& operator<<(std::ostream& out, const trouble& t) {
    return out << t.position << ": " << t.message;
}

// Where and why parsing fails.
template <typename F>
trouble trouble_of(F&& parse) {
    try {
        parse();
    } catch (const parse_error& e) {
        CHECK(std::string(e.what()).starts_with(e.message + "\n"));
        return {static_cast<int>(e.position), e.message};
    }
    return {-1, "none"};
}
trouble card_trouble(std::string_view text, const deck_info& deck = french) {
    return trouble_of([&] { parse_card(text, deck); });
}
trouble cards_trouble(std::string_view text, const deck_info& deck = french) {
    return trouble_of([&] { parse_cards(text, deck); });
}
trouble hand_trouble(std::string_view text, const deck_info& deck = french) {
    return trouble_of([&] { parse_hand(text, deck); });
}

std::string lower(std::string text) {
    for (char& c : text)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
    return text;
}

const std::string ranks52 = "a rank (2 3 4 5 6 7 8 9 T J Q K A)";
const std::string suits52 = "a suit (s h d c)";
const std::string ranks32 = "a rank (7 8 9 J Q K T A)";
const std::string suits32h = "a suit (H B L A)";

}  // namespace

TEST_CASE("text: cards as printed") {
    CHECK(card_str<any52>(0) == "2s");
    CHECK(card_str<any52>(23) == "Qh");
    CHECK(card_str<any52>(51) == "Ac");
    CHECK(card_str(8, decks::french_36) == "As");
    CHECK(card_str(6, decks::french_32) == "Ts");
    CHECK(card_str<any20>(3) == "HT");
    CHECK(card_str(31, ulti) == "AA");
    CHECK(mask_str<any52>(0) == "");
    CHECK(mask_str<any52>(bit(51) | bit(0) | bit(8)) == "2s Ts Ac");
    CHECK_THROWS_WITH_AS(card_str<any52>(52), "there is no card 52 in the deck 52 (0 to 51)",
                         std::invalid_argument);
    CHECK_THROWS_AS(card_str<any20>(no_card), std::invalid_argument);
    CHECK_THROWS_WITH_AS(mask_str<any20>(bit(20) | bit(2)),
                         "there is no card 20 in the deck 20h (0 to 19)", std::invalid_argument);
    CHECK_THROWS_AS(hand_str<any52>(bit(63)), std::invalid_argument);
}

TEST_CASE("text: every card of every deck survives a round trip") {
    for (const deck_info& deck : decks::all) {
        for (int i = 0; i < deck.card_count(); ++i) {
            const auto c = static_cast<card>(i);
            const std::string text = card_str(c, deck);
            CAPTURE(text);
            CHECK(parse_card(text, deck) == c);
            CHECK(parse_card(lower(text), deck) == c);
            CHECK(parse_card("  " + text + "\t\n", deck) == c);
            CHECK(parse_cards(text, deck) == bit(c));
        }
        for (const suit s : {suit::spades, suit::hearts, suit::diamonds, suit::clubs, suit::none})
            CHECK(parse_suit(suit_str(s, deck), deck) == s);
    }
}

TEST_CASE("text: every spelling of every french card means that card") {
    const std::map<char, std::string> symbols{{'s', "♠♤"}, {'h', "♥♡"}, {'d', "♦♢"}, {'c', "♣♧"}};
    for (const deck_info& deck : decks::all) {
        if (deck.style == card_style::hungarian) continue;
        for (int i = 0; i < suit_count * deck.rank_count(); ++i) {
            const auto c = static_cast<card>(i);
            const auto s = static_cast<std::size_t>(c / deck.rank_count());
            const char letter = deck.ranks[static_cast<std::size_t>(c % deck.rank_count())];
            std::vector<std::string> ranks{std::string(1, letter)};
            if (letter == 'T') ranks.emplace_back("10");
            if (letter == 'J') ranks.insert(ranks.end(), {"U", "V"});
            if (letter == 'Q') ranks.insert(ranks.end(), {"O", "D"});
            if (letter == 'K') ranks.emplace_back("R");
            const std::string& both = symbols.at(lower(std::string(1, deck.suits[s]))[0]);
            const std::string symbol = both.substr(0, 3);
            const std::vector<std::string> suits{std::string(1, deck.suits[s]), symbol,
                                                 symbol + "\xEF\xB8\x8F", both.substr(3)};
            for (const auto& r : ranks) {
                for (const auto& u : suits) {
                    for (const auto& text : {r + u, u + r, lower(r) + u, u + lower(r)}) {
                        CAPTURE(text);
                        CHECK(parse_card(text, deck) == c);
                    }
                }
            }
        }
    }
    CHECK(parse_card("SA", french) == parse_card("As", french));
    CHECK(parse_card("DA", french) == parse_card("Ad", french));
    CHECK(parse_card("Ds", french) == parse_card("Qs", french));
    CHECK(parse_card("dd", french) == parse_card("Qd", french));
    CHECK(parse_card("D10", french) == parse_card("Td", french));
}

TEST_CASE("text: the joker") {
    const deck_info& deck = decks::french_25;
    CHECK(card_str(24, deck) == "Jo");
    for (const auto* text : {"Jo", "jo", "JO", " Joker ", "JOKER", "🃏"})
        CHECK(parse_card(text, deck) == 24);
    CHECK(parse_card("Js", deck) == parse_card("Js", decks::french_24));
    CHECK(card_trouble("Jo", decks::french_24) == trouble{1, "expected " + suits52});
    CHECK(card_trouble("Jok", deck).position == 1);
    CHECK(card_trouble("x", deck) ==
          trouble{0, "expected a rank (9 T J Q K A) or " + suits52 + " or the joker (Jo)"});
    CHECK_THROWS_AS(card_str(25, deck), std::invalid_argument);

    const card_mask hand = parse_cards("As 9d Jd Jo", deck);
    CHECK(mask_str(hand, deck) == "As 9d Jd Jo");
    CHECK(hand_str(hand, deck) == "A.-.J9.-.Jo");
    CHECK(parse_hand("A.-.J9.-.jo", deck) == hand);
    CHECK(parse_hand("A..J9..Jo", deck) == hand);
    CHECK(hand_str(hand & ~bit(24), deck) == "A.-.J9.-");
    const std::string joker_only = "expected 4 suits (s.h.d.c), and after them .Jo or nothing";
    for (const auto* text : {"A.-.J9.-.", "A.-.J9.-.J", "A.-.J9.-.JoJo", "A.-.J9.-.-"})
        CHECK(hand_trouble(text, deck) == trouble{8, joker_only});
    CHECK(hand_trouble("A.-.J9.-.Jo", decks::french_24) ==
          trouble{8, "expected 4 suits (s.h.d.c) and nothing after them"});
}

TEST_CASE("text: hungarian cards begin with the suit") {
    CHECK(parse_card("HT", ulti) == 6);
    CHECK(parse_card("h10", ulti) == 6);
    CHECK(parse_card("AA", ulti) == 31);
    CHECK(parse_card("BU", ulti) == parse_card("BJ", ulti));
    CHECK(parse_card("LO", ulti) == parse_card("LQ", ulti));
    CHECK(card_trouble("KH", ulti) == trouble{0, "expected " + suits32h});
    CHECK(card_trouble("AH", ulti) == trouble{1, "expected " + ranks32});
}

TEST_CASE("text: french suits in another order, written first") {
    const deck_info& skat = decks::skat_32;
    CHECK(card_str(5, skat) == "DT");
    CHECK(card_str(31, skat) == "CJ");
    CHECK(parse_card("♦10", skat) == 5);
    CHECK(parse_card("10d", skat) == 5);
    CHECK(parse_card("DD", skat) == parse_card("DQ", skat));
    CHECK(suit_name(suit::spades, skat) == "diamonds");  // the first suit of this deck
    CHECK(suit_symbol(suit::clubs, skat) == "♣");
    CHECK(parse_suit("spades", skat) == suit::diamonds);
}

TEST_CASE("text: hungarian suits by symbol, name and letter") {
    const std::vector<std::vector<std::string>> suits{
        {"H", "h", "♥", "♡", "♥\xEF\xB8\x8F", "hearts", "Heart", "piros", "PIROS", "P", "p"},
        {"B", "b", "🔔", "bells", "bell", "tök", "TÖK", "tok", "T", "t"},
        {"L", "l", "🍃", "leaves", "leaf", "zöld", "Zold", "Z", "z"},
        {"A", "a", "🌰", "acorns", "acorn", "makk", "MAKK", "M", "m"}};
    const std::vector<std::vector<std::string>> ranks{{"7"},
                                                      {"8"},
                                                      {"9"},
                                                      {"J", "U", "alsó", "under"},
                                                      {"Q", "O", "felső", "over"},
                                                      {"K", "király", "king"},
                                                      {"T", "10"},
                                                      {"A", "ász", "ace"}};
    for (const deck_info& deck : decks::all) {
        if (deck.style != card_style::hungarian) continue;
        for (std::size_t s = 0; s < suits.size(); ++s)
            for (std::size_t r = 0; r < ranks.size(); ++r) {
                const std::size_t at = deck.ranks.find(ranks[r].front());
                if (at == std::string_view::npos) continue;
                const int c = static_cast<int>(s) * deck.rank_count() + static_cast<int>(at);
                for (const std::string& a : suits[s])
                    for (const std::string& b : ranks[r]) {
                        CAPTURE(a + b);
                        CHECK(parse_card(a + b, deck) == c);
                        if (a.size() > 3 && a != "♥\xEF\xB8\x8F" && a != "🔔" && a != "🍃" &&
                            a != "🌰")
                            CHECK(parse_card(a + " " + b, deck) == c);
                    }
            }
    }
    CHECK(parse_suit("makk", ulti) == suit::clubs);
    CHECK(parse_suit("tök", ulti) == suit::hearts);
    CHECK(card_trouble("makk", ulti) == trouble{4, "expected " + ranks32});
    CHECK_THROWS_AS(parse_suit("makk", french), parse_error);
}

TEST_CASE("text: a bad card is pointed at") {
    CHECK(card_trouble("") == trouble{0, "expected " + ranks52 + " or " + suits52});
    CHECK(card_trouble("   ") == trouble{3, "expected " + ranks52 + " or " + suits52});
    CHECK(card_trouble("xs") == trouble{0, "expected " + ranks52 + " or " + suits52});
    CHECK(card_trouble("1s") == trouble{0, "expected " + ranks52 + " or " + suits52});
    CHECK(card_trouble("A") == trouble{1, "expected " + suits52});
    CHECK(card_trouble("Ax") == trouble{1, "expected " + suits52});
    CHECK(card_trouble("10") == trouble{2, "expected " + suits52});
    CHECK(card_trouble("s") == trouble{1, "expected " + ranks52});
    CHECK(card_trouble("♠x") == trouble{1, "expected " + ranks52});
    CHECK(card_trouble("D") == trouble{1, "expected " + suits52 + " or " + ranks52});
    CHECK(card_trouble(" As x") == trouble{3, "expected nothing after the card"});
    CHECK(card_trouble("A♠♠") == trouble{2, "expected nothing after the card"});
    // No byte stands for the letter that a suit does not have.
    CHECK(card_trouble(std::string("\0002", 2)) ==
          trouble{0, "expected " + ranks52 + " or " + suits52});
    // A rank that this deck lacks.
    CHECK(card_trouble("6s", decks::french_32) ==
          trouble{0, "expected " + ranks32 + " or " + suits52});
    CHECK(card_trouble("s6", decks::french_32) == trouble{1, "expected " + ranks32});
}

TEST_CASE("text: lists of cards") {
    const card_mask three = bit(12) | bit(34) | bit(51);
    for (const auto* text : {"As Td Ac", "Ac,Td,As", " As,  10d\n A♣", ", ♠A\t♦10,,Ac ,"})
        CHECK(parse_cards(text, french) == three);
    CHECK(parse_cards("", french) == 0);
    CHECK(parse_cards(" , ", french) == 0);
    CHECK(cards_trouble("As Td as") == trouble{6, "As is already in the list"});
    CHECK(cards_trouble("A♠ 10♦ Ax Kh") == trouble{8, "expected " + suits52});
    CHECK(cards_trouble("AsTd") == trouble{2, "expected nothing after the card"});
    rng r(31);
    for (const deck_info& deck : decks::all) {
        for (int i = 0; i < test::count(200, 20000); ++i) {
            const card_mask m = random_hand(deck, i % (deck.card_count() + 1), r);
            REQUIRE(parse_cards(mask_str(m, deck), deck) == m);
        }
    }
}

TEST_CASE("text: hands as printed and read") {
    const card_mask hand = parse_cards("As Ts 6s 2s Kh 9h 5h Qd 8d 4d Jc 7c 3c", french);
    CHECK(hand_str(hand, french) == "AT62.K95.Q84.J73");
    CHECK(parse_hand("AT62.K95.Q84.J73", french) == hand);
    CHECK(parse_hand(" 2a610.r59.4d8.37v ", french) == hand);
    CHECK(hand_str(0, french) == "-.-.-.-");
    CHECK(parse_hand("-.-.-.-", french) == 0);
    CHECK(parse_hand("...", french) == 0);
    CHECK(parse_hand("Q.K.A.", french) == parse_hand("Q.K.A.-", french));
    CHECK(parse_hand(".Q.K.A", french) == parse_cards("Qh Kd Ac", french));
    // In the deck's own order the ten stands next to the ace.
    CHECK(hand_str(0xFF, decks::french_32) == "ATKQJ987.-.-.-");
    CHECK(hand_str(0x1FF, decks::french_36) == "AKQJT9876.-.-.-");
    CHECK(hand_str(parse_cards("HA HT BK A7", ulti), ulti) == "AT.K.-.7");
}

TEST_CASE("text: random hands of every deck survive a round trip") {
    rng r(32);
    for (const deck_info& deck : decks::all) {
        for (int i = 0; i < test::count(500, 50000); ++i) {
            const card_mask hand = random_hand(deck, i % (deck.card_count() + 1), r);
            const std::string text = hand_str(hand, deck);
            CAPTURE(text);
            REQUIRE(parse_hand(text, deck) == hand);
            REQUIRE(parse_hand(lower(text), deck) == hand);
            std::string empty = text;
            std::erase(empty, '-');
            REQUIRE(parse_hand(empty, deck) == hand);
        }
    }
}

TEST_CASE("text: a bad hand is pointed at") {
    CHECK(hand_trouble("") == trouble{0, "expected 4 suits (s.h.d.c), found 1"});
    CHECK(hand_trouble("AK.Q") == trouble{4, "expected 4 suits (s.h.d.c), found 2"});
    CHECK(hand_trouble("AK.Q.J ") == trouble{6, "expected 4 suits (s.h.d.c), found 3"});
    CHECK(hand_trouble("A.K.Q.J.9") ==
          trouble{7, "expected 4 suits (s.h.d.c) and nothing after them"});
    CHECK(hand_trouble("A.K.Q.-J") ==
          trouble{7, "expected 4 suits (s.h.d.c) and nothing after them"});
    CHECK(hand_trouble("A.KQK.-.-") == trouble{4, "Kh is already in the hand"});
    CHECK(hand_trouble("AT10.-.-.-") == trouble{2, "Ts is already in the hand"});
    CHECK(hand_trouble("A-.-.-.-") == trouble{1, "expected " + ranks52 + " or a dot"});
    CHECK(hand_trouble("--.-.-.-") == trouble{1, "expected a dot"});
    CHECK(hand_trouble("A K.-.-.-") == trouble{1, "expected " + ranks52 + " or a dot"});
    CHECK(hand_trouble("A.♠.-.-") == trouble{2, "expected " + ranks52 + " or a dot"});
    CHECK(hand_trouble("A.K", ulti) == trouble{3, "expected 4 suits (H.B.L.A), found 2"});
}

TEST_CASE("text: suits") {
    CHECK(suit_str<any52>(suit::diamonds) == "d");
    CHECK(suit_str<any20>(suit::clubs) == "A");
    CHECK(suit_str<any52>(suit::none) == "n");
    CHECK(suit_name<any52>(suit::clubs) == "clubs");
    CHECK(suit_name<any20>(suit::diamonds) == "leaves");
    CHECK(suit_symbol<any52>(suit::spades) == "♠");
    CHECK(suit_symbol<any20>(suit::spades) == "♥");
    for (const deck_info& deck : decks::all) {
        for (const suit s : {suit::spades, suit::hearts, suit::diamonds, suit::clubs, suit::none}) {
            CHECK(parse_suit(suit_name(s, deck), deck) == s);
            CHECK(parse_suit(suit_symbol(s, deck), deck) == s);
        }
    }
    for (const auto* text : {"h", "H", " Hearts ", "heart", "♥", "♡", "♥\xEF\xB8\x8F"}) {
        CHECK(parse_suit(text, french) == suit::hearts);
        CHECK(parse_suit(text, ulti) == suit::spades);  // the first suit of that deck
    }
    for (const auto* text : {"n", "NT", "none"}) CHECK(parse_suit(text, french) == suit::none);
    CHECK(parse_suit("leaf", ulti) == suit::diamonds);
    const trouble unknown{0, "expected a suit (s h d c), its name, or n for none"};
    for (const auto* text : {"", "x", "ss", "♥♥", "hearts!", "bells"})
        CHECK(trouble_of([&] { parse_suit(text, french); }) == unknown);
}

TEST_CASE("text: seats") {
    const std::string letters = "NESW";
    for (int i = 0; i < 4; ++i) {
        const auto s = static_cast<seat>(i);
        const std::string letter(1, letters[static_cast<std::size_t>(i)]);
        CHECK(seat_str(s) == letter);
        CHECK(seat_str<any52>(s) == letter);
        CHECK(parse_seat(letter) == s);
        CHECK(parse_seat(" " + lower(letter)) == s);
        CHECK(parse_seat<any52>(std::to_string(i)) == s);
        for (const int seats : {2, 3}) {
            if (i >= seats) continue;
            CHECK(seat_str(s, seats) == std::to_string(i));
            CHECK(parse_seat(std::to_string(i), seats) == s);
        }
    }
    CHECK(trouble_of([] { parse_seat("X"); }) == trouble{0, "expected a seat (N E S W or 0 to 3)"});
    CHECK(trouble_of([] { parse_seat("4"); }) == trouble{0, "expected a seat (N E S W or 0 to 3)"});
    CHECK(trouble_of([] { parse_seat(" NE"); }) ==
          trouble{1, "expected a seat (N E S W or 0 to 3)"});
    CHECK(trouble_of([] { parse_seat("N", 3); }) == trouble{0, "expected a seat (0 to 2)"});
    CHECK(trouble_of([] { parse_seat<any20>("2"); }) == trouble{0, "expected a seat (0 to 1)"});
}

TEST_CASE("text: an error shows the input with a caret under the culprit") {
    const parse_error e("A♠ Tx", 6, "expected a suit");
    CHECK(std::string(e.what()) == "expected a suit\n  A♠ Tx\n      ^");
    CHECK(e.text == "A♠ Tx");
    CHECK(e.message == "expected a suit");
    CHECK(e.offset == 6);
    CHECK(e.position == 4);
    CHECK(std::string(parse_error("", 0, "expected a card").what()) == "expected a card\n  \n  ^");
    // Never anything that a terminal, JSON or Python would choke on.
    const std::string ugly("a\0\n\xFF\xE2\x99\xED\xA0\x80z\x7F", 11);
    CHECK(std::string(parse_error(ugly, 9, "bad").what()) ==
          "bad\n  a\u2400 ??????z\u2421\n           ^");
    CHECK(std::string(parse_error("As\r", 2, "bad").what()) == "bad\n  As\u240D\n    ^");
    CHECK(std::string(parse_error("a\xEF\xBB\xBF", 1, "bad").what()) == "bad\n  a?\n   ^");
    // A long input is cut on both sides.
    const parse_error far(std::string(500, 'a') + 'x' + std::string(500, 'b'), 500, "bad");
    CHECK(std::string(far.what()) == "bad\n  ..." + std::string(36, 'a') + 'x' +
                                         std::string(36, 'b') + "...\n" + std::string(41, ' ') +
                                         '^');
    CHECK_THROWS_AS(throw illegal_action("pass"), std::invalid_argument);
}
