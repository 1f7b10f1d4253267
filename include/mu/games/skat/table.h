// The table of skat: cards, options, and the state of a deal.
#pragma once

#include <mu/cards/deal.h>
#include <mu/games/skat/values.h>
#include <mu/games/view.h>
#include <mu/play/points.h>

namespace mu {

// The options that the course of a deal depends on; every state carries a copy.
struct skat_house {
    bool next_value : 1 = false;      // a call is the next value, no more
    bool must_reach : 1 = false;      // after picking up a game must be able to reach the bid
    bool null_below_bid : 1 = false;  // a null game may be declared that does not; it is lost
    bool contra : 1 = false;
    bool early_end : 1 = false;  // schwarz and ouvert end with the first trick that is lost

    friend constexpr bool operator==(const skat_house&, const skat_house&) = default;
};

struct skat {
    static constexpr deck_info deck = decks::skat_32;
    static constexpr int seats = 3;
    static constexpr int sides = 3;   // tricks are counted for each seat
    static constexpr int fields = 5;  // in grand the jacks are a suit of their own
    static constexpr play_rules play{
        .seats = 3, .tricks = 10, .follow = must_follow, .keep_cards = true, .fields = 5};

    enum rank : std::uint8_t { seven, eight, nine, queen, king, ten, ace, jack };

    // A trump suit by its number, grand, null.
    enum class order : std::uint8_t { diamonds, hearts, spades, clubs, grand, null };
    static constexpr int order_count = 6;
    static constexpr suit trump_of(order o) {
        return o < order::grand ? static_cast<suit>(o) : suit::none;
    }
    static constexpr suit effective_suit(card c, order o) {
        return c % 8 == jack && o != order::null ? trump_of(o) : static_cast<suit>(c / 8);
    }
    static constexpr int strength(card c, order o) {
        constexpr std::array<std::uint8_t, 8> in_null{0, 1, 2, 5, 6, 3, 7, 4};
        if (o == order::null) return in_null[static_cast<std::size_t>(c % 8)];
        if (c % 8 != jack) return c % 8;
        return c / 8 + (o == order::grand ? 0 : jack);
    }
    static constexpr int points(card c, order) {
        constexpr std::array<std::uint8_t, 8> worth{0, 0, 0, 3, 4, 10, 11, 2};
        return worth[static_cast<std::size_t>(c % 8)];
    }

    struct options {
        skat_house house{};
        skat_settlement settlement = skat_settlement::list;
        bool lost_hand_single = false;  // a lost hand game does not count double
        std::uint8_t deals = 36;        // of a match
        friend constexpr bool operator==(const options&, const options&) = default;
    };

    // Forehand, middlehand, rearhand, skat.
    static constexpr deal_layout layout(const options&) { return mu::layout({10, 10, 10, 2}); }
};

constexpr card skat_card(suit s, int rank) { return make_card<skat>(s, rank); }
inline constexpr card_mask skat_jacks = 0x80808080;

enum class skat_phase : std::uint8_t {
    bidding,
    skat,     // pick it up, or play without looking at it
    discard,  // two of twelve cards
    declare,
    contra,
    play,
    over,
};

// Every card is in a hand, played, or in the skat. What the soloist has played is kept, because the
// value of the game depends on all twelve of his cards.
template <>
struct game_state<skat> {
    per_seat<std::uint32_t, 3> hands{};
    std::uint32_t played = 0;
    trick_state trick{};
    std::uint32_t by_soloist = 0;  // cards of his in complete tricks
    std::array<card, 2> skat{no_card, no_card};
    per_seat<std::uint8_t, 3> tricks_won{};
    suit trump = suit::none;  // of a suit game
    seat dealer = seat::north;
    seat current_player = seat::north;
    std::uint8_t tricks_remaining = 10;
    std::uint8_t bid = skat_no_bid;  // the number of the last value said
    std::uint8_t points = 0;         // in the soloist's tricks
    skat_phase phase : 3 = skat_phase::bidding;
    seat soloist : 2 = seat::north;  // once the bidding is over
    skat_kind kind : 2 = skat_kind::none;
    std::uint8_t hand : 1 = 0;  // the soloist plays without looking at the skat
    skat_announced announced : 2 = skat_announced::nothing;
    std::uint8_t passed : 3 = 0;     // bit k: seat k is out of the bidding
    std::uint8_t answering : 1 = 0;  // the listener is asked to hold the last value
    std::uint8_t contra : 2 = 0;     // contra 1, re 2
    skat_house house{};

    constexpr card_mask current_hand_mask() const { return hands[current_player]; }
    friend constexpr bool operator==(const game_state&, const game_state&) = default;
};
static_assert(sizeof(game_state<skat>) == 64);

constexpr seat skat_forehand(const game_state<skat>& s) { return seat_after<skat>(s.dealer); }
constexpr card_mask skat_cards(const game_state<skat>& s) { return cards_in(std::span(s.skat)); }
constexpr skat_game game_of(const game_state<skat>& s) {
    return {s.kind, s.trump, s.hand != 0, s.announced};
}
// A game has been declared: cards are played, or have been.
constexpr bool is_declared(const game_state<skat>& s) { return s.kind != skat_kind::none; }

// The twelve cards that count for the matadors.
constexpr card_mask skat_soloist_cards(const game_state<skat>& s) {
    const card on_table = s.trick.cards[seat{s.soloist}];
    return s.hands[seat{s.soloist}] | s.by_soloist | skat_cards(s) | cards_in(on_table);
}

}  // namespace mu
