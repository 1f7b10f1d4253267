#include <array>
#include <bit>
#include <initializer_list>
#include <set>
#include <string_view>

#include <doctest/doctest.h>

#include <mu/cards/text.h>
#include <mu/games/rules.h>
#include <mu/games/whist.h>
#include <mu/play/play_space.h>

#include "support/counts.h"
#include "support/naive.h"

namespace {

using namespace mu;
using namespace mu::test;

constexpr std::array trumps_and_none{suit::spades, suit::hearts, suit::diamonds, suit::clubs,
                                     suit::none};

// A pack with bowers: under a trump suit its jack is the highest trump, and the jack of the other
// suit of the same colour is the second highest, no longer a card of its own suit.
struct bowers {
    static constexpr deck_info deck = decks::french_24;
    static constexpr int seats = 4;
    using order = suit;  // the trump suit, or none
    static constexpr int order_count = 5;
    static constexpr suit trump_of(order o) { return o; }
    static constexpr play_rules play{.seats = 4, .tricks = 5, .follow = must_follow};
    struct extra {};

    static constexpr int jack = 2;
    static constexpr suit same_colour(suit s) { return static_cast<suit>(3 - index(s)); }
    static constexpr bool is_left(card c, suit trump) {
        return trump != suit::none && c % 6 == jack &&
               static_cast<suit>(c / 6) == same_colour(trump);
    }
    static constexpr suit effective_suit(card c, suit trump) {
        return is_left(c, trump) ? trump : static_cast<suit>(c / 6);
    }
    static constexpr int strength(card c, suit trump) {
        if (is_left(c, trump)) return 6;
        const bool right = c % 6 == jack && static_cast<suit>(c / 6) == trump;
        return right ? 7 : c % 6;
    }
};

// The same cards with the duty to head the trick.
struct heading_bowers : bowers {
    static constexpr play_rules play{.seats = 4, .tricks = 5, .follow = must_head};
};

static_assert(!reorders<whist>);
static_assert(reorders<bowers>);
static_assert(play_space<whist>::field_bits == 16);
static_assert(play_space<bowers>::field_bits == 8);

// Every card has a bit of its own, and the bit leads back to it.
template <typename V>
void maps_to_and_fro(suit trump) {
    const play_space<V> space(trump);
    CHECK(space.trump() == trump);
    std::set<typename play_space<V>::word> bits;
    for (int i = 0; i < deck_traits<V>::cards; ++i) {
        const card c = static_cast<card>(i);
        const auto at = space.to_play(c);
        CHECK(std::has_single_bit(at));
        bits.insert(at);
        CHECK(space.to_card(at) == c);
        CHECK(space.to_play(bit(c)) == at);
        CHECK(space.to_cards(at) == bit(c));
    }
    CHECK(bits.size() == static_cast<std::size_t>(deck_traits<V>::cards));
    CHECK(space.to_play(card_mask{0}) == 0);
    CHECK(space.to_cards(0) == 0);

    rng r(static_cast<std::uint64_t>(index(trump)) + 1);
    for (int i = 0; i < count(500, 50000); ++i) {
        const card_mask hand = r.next() & r.next() & deck_traits<V>::all_cards;
        decltype(space.to_play(hand)) expected = 0;
        for (card c = 0; c < deck_traits<V>::cards; ++c)
            if ((hand >> c) & 1) expected |= space.to_play(c);
        REQUIRE(space.to_play(hand) == expected);
        REQUIRE(space.to_cards(expected) == hand);
    }
}

// The field a card lies in, and its place inside.
template <typename V>
plain_card place(const play_space<V>& space, card c) {
    return cards_of_word(space.to_play(c)).at(0);
}

card named(std::string_view text) { return parse_card(text, bowers::deck); }
card_mask cards(std::string_view text) { return parse_cards(text, bowers::deck); }

// A position with this trick on the table and these cards in the next player's hand.
template <typename V>
game_state<V> after(std::initializer_list<std::string_view> trick, std::string_view hand,
                    suit trump) {
    game_state<V> s;
    s.trump = trump;
    s.tricks_remaining = 1;
    s.hands[trick.size() % 4] = static_cast<hand_mask<V>>(cards(hand));
    std::size_t k = 0;
    for (const std::string_view c : trick) s.hands[k++] = hand_mask<V>{1} << named(c);
    for (const std::string_view c : trick) rules<V>::play_card(s, named(c));
    return s;
}

}  // namespace

TEST_CASE("whist cards map to play space and back under every trump and none") {
    for (const suit trump : trumps_and_none) maps_to_and_fro<whist>(trump);
}

TEST_CASE("in whist the trumps lie on top and every suit keeps its order") {
    for (const suit trump : trumps_and_none) {
        CAPTURE(index(trump));
        const play_space<whist> space(trump);
        CHECK(space.trumps() == (trump == suit::none ? 0 : 0xFFFF000000000000));
        std::set<int> fields;
        for (const suit s : all_suits) {
            const int field = place(space, make_card<whist>(s, 0)).suit;
            fields.insert(field);
            if (trump != suit::none) CHECK((field == 3) == (s == trump));
            for (int rank = 0; rank < 13; ++rank)
                CHECK(place(space, make_card<whist>(s, rank)) == plain_card{field, rank});
        }
        CHECK(fields.size() == 4);
    }
    CHECK(place(play_space<whist>(suit::none), card{0}) == plain_card{0, 0});
}

TEST_CASE("a deck that reorders maps to play space and back") {
    for (const suit trump : trumps_and_none) maps_to_and_fro<bowers>(trump);
}

TEST_CASE("the left bower moves into the field of trumps") {
    for (const suit trump : all_suits) {
        const play_space<bowers> space(trump);
        const card right = make_card<bowers>(trump, bowers::jack);
        const card left = make_card<bowers>(bowers::same_colour(trump), bowers::jack);
        const card ace = make_card<bowers>(trump, 5);
        CHECK(place(space, right).suit == 3);
        CHECK(place(space, left).suit == 3);
        CHECK(space.to_play(right) > space.to_play(left));
        CHECK(space.to_play(left) > space.to_play(ace));
        CHECK(std::popcount(space.to_play(deck_traits<bowers>::all_cards) & space.trumps()) == 7);
    }
}

TEST_CASE("effective suits count the left bower to trumps") {
    CHECK(effective_suit<bowers>(named("Jc"), suit::spades) == suit::spades);
    CHECK(effective_suit<bowers>(named("Jc"), suit::hearts) == suit::clubs);
    CHECK(effective_suit<bowers>(named("Jc"), suit::none) == suit::clubs);
    CHECK(effective_suit_mask<bowers>(suit::spades, suit::spades) == cards("9s Ts Qs Ks As Js Jc"));
    CHECK(effective_suit_mask<bowers>(suit::clubs, suit::spades) == cards("9c Tc Qc Kc Ac"));
    CHECK(effective_suit_mask<bowers>(suit::hearts, suit::spades) == cards("9h Th Jh Qh Kh Ah"));
    CHECK(effective_suit_mask<bowers>(suit::clubs, suit::none) == cards("9c Tc Jc Qc Kc Ac"));
    CHECK(effective_suit_mask<bowers>(suit::none, suit::none) == 0);
    CHECK(effective_suit<whist>(card{12}, suit::clubs) == suit::spades);
    CHECK(effective_suit_mask<whist>(suit::hearts, suit::clubs) == suit_masks<whist>[1]);
    CHECK(effective_suit_mask<whist>(suit::none, suit::none) == 0);
}

TEST_CASE("stronger lists the cards of the own suit that rank above") {
    CHECK(stronger<bowers>(named("As"), suit::spades) == cards("Js Jc"));
    CHECK(stronger<bowers>(named("Jc"), suit::spades) == cards("Js"));
    CHECK(stronger<bowers>(named("Js"), suit::spades) == 0);
    CHECK(stronger<bowers>(named("Ts"), suit::spades) == cards("Qs Ks As Js Jc"));
    CHECK(stronger<bowers>(named("Tc"), suit::spades) == cards("Qc Kc Ac"));
    CHECK(stronger<bowers>(named("Td"), suit::spades) == cards("Jd Qd Kd Ad"));
    CHECK(stronger<bowers>(named("Jc"), suit::none) == cards("Qc Kc Ac"));
    for (card c = 0; c < 52; ++c) {
        card_mask expected = 0;
        for (card o = 0; o < 52; ++o)
            if (o / 13 == c / 13 && o > c) expected |= bit(o);
        for (const suit trump : trumps_and_none) CHECK(stronger<whist>(c, trump) == expected);
    }
}

TEST_CASE("trick_winner knows the bowers") {
    const auto winner = [](std::string_view trick, suit lead, suit trump) {
        return mask_str(trick_winner<bowers>(cards(trick), lead, trump), bowers::deck);
    };
    CHECK(winner("Ah 9s Kh Jc", suit::hearts, suit::spades) == "Jc");
    CHECK(winner("Jd Ah Qd 9d", suit::diamonds, suit::spades) == "Qd");
    CHECK(winner("Ah Kh Jh 9d", suit::hearts, suit::diamonds) == "Jh");
    CHECK(winner("Js Jc As Ks", suit::spades, suit::spades) == "Js");
    CHECK(winner("Js Jc As Ks", suit::spades, suit::none) == "As");
    CHECK(winner("Jc As", suit::clubs, suit::none) == "Jc");
}

TEST_CASE("following suit goes by the effective suit") {
    const auto may = [](std::initializer_list<std::string_view> trick, std::string_view hand) {
        return rules<bowers>::legal_moves(after<bowers>(trick, hand, suit::spades));
    };
    CHECK(may({"Ac"}, "Jc Qs 9d") == cards("Jc Qs 9d"));  // the left bower is no club
    CHECK(may({"Jc"}, "Qs 9d Ac") == cards("Qs"));        // and its lead asks for spades
    CHECK(may({"Kc"}, "Jc Tc") == cards("Tc"));
    CHECK(may({"9s"}, "Jc Ah") == cards("Jc"));
    const auto s = after<bowers>({"Ah", "9s", "Kh", "Jc"}, "", suit::spades);
    CHECK(s.trick.current_winner == seat::west);
    CHECK(s.tricks_won == std::array<std::uint8_t, 2>{0, 1});
}

TEST_CASE("heading a trick goes by the order of the cards under this trump") {
    const auto may = [](std::initializer_list<std::string_view> trick, std::string_view hand,
                        suit trump) {
        return rules<heading_bowers>::legal_moves(after<heading_bowers>(trick, hand, trump));
    };
    CHECK(may({"9s"}, "Js Jc As Td", suit::spades) == cards("Js Jc As"));
    CHECK(may({"As", "Jc"}, "Js Ks Td", suit::spades) == cards("Js"));  // left bower on the table
    CHECK(may({"Js"}, "As Ks Td", suit::spades) == cards("As Ks"));     // nothing beats the right
    CHECK(may({"Js", "As"}, "Jc Ks Td", suit::spades) == cards("Jc Ks"));
    CHECK(may({"Jc"}, "Js As Td", suit::spades) == cards("Js"));     // left bower led
    CHECK(may({"Td", "Jc"}, "9d Qd", suit::spades) == cards("Qd"));  // trumped, still to head
    CHECK(may({"Td", "Ks"}, "Qs Jc Ah", suit::spades) == cards("Jc"));
    CHECK(may({"Tc", "Jc"}, "9c Qc", suit::none) == cards("Qc"));
}
