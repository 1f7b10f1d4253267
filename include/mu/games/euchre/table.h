// Euchre's cards, actions, options and state.
//
// A deal runs through these phases:
//
//     order_up ──call──> discard ──> go_alone ──> defend_alone ──> play
//        │ four passes                  ^
//     name_suit ──call──────────────────┘     (go_alone and defend_alone only where asked)
//        │ four passes
//     passed_out
//
// The game has two decks: 24 cards, or 25 with the joker of the British game, the best trump. Each
// is a variant; all else is written once for both.
#pragma once

#include <mu/cards/deal.h>
#include <mu/games/rules.h>

namespace mu {

// What does not depend on the deck.
struct euchre_terms {
    enum class phase : std::uint8_t {
        order_up,
        name_suit,
        discard,
        go_alone,
        defend_alone,
        play,
        passed_out
    };

    enum class lone_defence : std::uint8_t { off, always, against_loner };
    enum class loner_lead : std::uint8_t { left_of_dealer, left_of_maker };

    // The options that decide what is legal. The state carries them in two bytes.
    struct house_rules {
        bool stick_dealer : 1 = true;      // the dealer may not be the eighth to pass
        bool discard_upcard : 1 = true;    // the dealer may discard the card just taken
        bool alone_with_call : 1 = false;  // "alone" is said with the call, not after the discard
        bool canadian_loner : 1 = false;   // who orders up his own partner plays alone
        bool no_trump : 1 = false;         // may be called in the second round
        lone_defence defend_alone : 2 = lone_defence::off;
        loner_lead lead : 1 = loner_lead::left_of_dealer;  // first lead if the maker is alone
        suit turned_joker : 3 = suit::spades;              // what a joker turned up stands for
        friend constexpr bool operator==(const house_rules&, const house_rules&) = default;
    };

    struct extra {
        enum phase phase = phase::order_up;
        card upcard = no_card;         // turned up by the dealer; stays known wherever it goes
        card discard = no_card;        // the dealer's, face down
        seat maker = seat::north;      // who called; north until somebody has
        std::uint8_t active = 0b1111;  // bit k: seat k does not sit out
        house_rules house{};
        friend constexpr bool operator==(const extra&, const extra&) = default;
    };

    struct options {
        house_rules house{};
        std::uint8_t lone_euchre = 4;  // points for euchring the makers single-handed: 4, 3, 2
        bool super_euchre = false;     // 4 points if the makers win no trick at all
        std::uint8_t target = 10;      // points that win a match: 5, 7, 10, 11, 15
        bool openspiel = false;        // keep to what OpenSpiel's euchre plays
        friend constexpr bool operator==(const options&, const options&) = default;
    };
};
static_assert(sizeof(euchre_terms::house_rules) == 2);

template <int Cards>
struct euchre_game : euchre_terms {
    static_assert(Cards == 24 || Cards == 25);
    static constexpr deck_info deck = Cards == 24 ? decks::french_24 : decks::french_25;
    static constexpr int seats = 4;
    static constexpr play_rules play{.seats = 4, .tricks = 5, .follow = must_follow};
    static constexpr bool is_joker(card c) { return Cards == 25 && c == Cards - 1; }

    // Actions that are not cards. A call names trumps; in the first round it can only name the
    // upcard's suit and orders the dealer to take that card.
    static constexpr action pass = Cards;
    static constexpr action call(suit trump) {
        return static_cast<action>(Cards + 1 + index(trump));
    }
    static constexpr action alone = Cards + 6, with_partner = Cards + 7;
    // Call and "alone" in one breath: option alone_with_call.
    static constexpr action lone_call(suit trump) {
        return static_cast<action>(Cards + 8 + index(trump));
    }
    static constexpr int action_count = Cards + 13;

    // How cards rank follows from the trump suit, suit::none included.
    using order = suit;
    static constexpr int order_count = 5;
    static constexpr suit trump_of(order trump) { return trump; }

    static constexpr int jack = 2;  // rank_of
    static constexpr suit same_colour(suit s) { return static_cast<suit>(3 - index(s)); }

    // The left bower, the other jack of the trumps' colour, is a trump for every purpose, and so is
    // the joker; without trumps the joker has no suit.
    static constexpr suit effective_suit(card c, order trump) {
        if (is_joker(c)) return trump;
        const suit printed = suit_of<euchre_game>(c);
        const bool left_bower =
            trump != suit::none && rank_of<euchre_game>(c) == jack && printed == same_colour(trump);
        return left_bower ? trump : printed;
    }
    // Trumps: 9 T Q K A, left bower, right bower, joker. Other suits in index order.
    static constexpr int strength(card c, order trump) {
        if (is_joker(c)) return 7;
        const int rank = rank_of<euchre_game>(c);
        if (effective_suit(c, trump) != trump) return rank;
        if (rank == jack) return suit_of<euchre_game>(c) == trump ? 6 : 5;
        return rank < jack ? rank : rank - 1;
    }

    // The hands from the dealer's left on, the upcard, the kitty.
    static constexpr deal_layout layout(const options&) {
        return mu::layout({5, 5, 5, 5, 1, Cards - 21});
    }
};

using euchre = euchre_game<24>;
using euchre_25 = euchre_game<25>;
template <int Cards>
using euchre_state = game_state<euchre_game<Cards>>;

static_assert(std::is_trivially_copyable_v<game_state<euchre>>);
static_assert(sizeof(game_state<euchre>) == 64 && sizeof(game_state<euchre_25>) == 64);

// --- Reading a state ---------------------------------------------------------------------------

// Hook of trick_play: a seat that sits out is passed over.
template <int Cards>
constexpr int active_seats(const euchre_state<Cards>& s) {
    return s.extra.active;
}

template <int Cards>
constexpr bool sits_out(const euchre_state<Cards>& s, seat who) {
    return ((s.extra.active >> index(who)) & 1) == 0;
}
template <int Cards>
constexpr bool has_maker(const euchre_state<Cards>& s) {
    using phase = euchre_terms::phase;
    return s.extra.phase >= phase::discard && s.extra.phase <= phase::play;
}
// The suit that the first round is about.
template <int Cards>
constexpr suit upcard_suit(const euchre_state<Cards>& s) {
    using V = euchre_game<Cards>;
    return V::is_joker(s.extra.upcard) ? s.extra.house.turned_joker : suit_of<V>(s.extra.upcard);
}
// REQUIRES for these: has_maker(s).
template <int Cards>
constexpr bool maker_alone(const euchre_state<Cards>& s) {
    return sits_out(s, partner_of(s.extra.maker));
}
template <int Cards>
constexpr bool lone_defender(const euchre_state<Cards>& s) {
    return sits_out(s, next_seat(s.extra.maker)) ||
           sits_out(s, partner_of(next_seat(s.extra.maker)));
}
// Only the first round can make the upcard's suit trumps, so trump tells the rounds apart.
template <int Cards>
constexpr bool ordered_up(const euchre_state<Cards>& s) {
    return has_maker(s) && s.trump == upcard_suit(s);
}
template <int Cards>
constexpr bool has_discarded(const euchre_state<Cards>& s) {
    return ordered_up(s) && s.extra.phase != euchre_terms::phase::discard;
}

// The cards that nobody was dealt: all that lie nowhere else. A state need not store them.
template <int Cards>
constexpr card_mask kitty_of(const euchre_state<Cards>& s) {
    card_mask elsewhere = s.played;
    if (s.extra.upcard != no_card) elsewhere |= bit(s.extra.upcard);
    for (const card_mask hand : s.hands) elsewhere |= hand;
    if (s.extra.discard != no_card) elsewhere |= bit(s.extra.discard);
    return deck_traits<euchre_game<Cards>>::all_cards & ~elsewhere;
}

}  // namespace mu
