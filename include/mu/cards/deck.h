// Decks, and what every game derives from its deck.
//
// A deck is named by its ranks, low to high in index order, and by the letters of its suits. A game
// variant V names its deck (V::deck) and its seats; deck_traits<V> and suit_masks<V> follow. A
// joker belongs to no suit and has the last index.
//
//     bit = suit * ranks + rank        (here 52 cards, 13 ranks)
//
//     bit   0 .. 12   2s 3s .. Ks As
//     bit  13 .. 25   2h 3h .. Kh Ah
//     bit  26 .. 38   2d 3d .. Kd Ad
//     bit  39 .. 51   2c 3c .. Kc Ac
#pragma once

#include <concepts>
#include <string_view>

#include <mu/arch.h>
#include <mu/cards/card.h>

namespace mu {

// How a deck's cards are written. The first letter of each list is the one we print.
enum class card_style : std::uint8_t {
    french,      // rank then suit: As Td
    hungarian,   // suit then rank: HA BT (hearts, bells, leaves, acorns)
    suit_first,  // suit then rank, french suits: SA DT
};

struct deck_info {
    std::string_view name;
    std::string_view ranks;  // low to high, one letter each, in index order
    std::string_view suits;  // suit letters in index order
    card_style style = card_style::french;
    bool joker = false;  // one card more, outside the suits

    constexpr int rank_count() const { return static_cast<int>(ranks.size()); }
    constexpr int card_count() const { return suit_count * rank_count() + (joker ? 1 : 0); }
    constexpr bool rank_first() const { return style == card_style::french; }
    constexpr bool is_joker(card c) const { return joker && c == suit_count * rank_count(); }
};

namespace decks {
inline constexpr deck_info french_52{"52", "23456789TJQKA", "shdc"};
inline constexpr deck_info french_36{"36", "6789TJQKA", "shdc"};  // jass
inline constexpr deck_info french_32{"32", "789JQKTA", "shdc"};   // contrée: plain strength
inline constexpr deck_info french_24{"24", "9TJQKA", "shdc"};     // euchre
inline constexpr deck_info french_25{"25", "9TJQKA", "shdc", card_style::french, true};
inline constexpr deck_info hungarian_32{"32h", "789JQKTA", "HBLA", card_style::hungarian};  // ulti
inline constexpr deck_info hungarian_24{"24h", "9JQKTA", "HBLA", card_style::hungarian};
inline constexpr deck_info hungarian_20{"20h", "JQKTA", "HBLA", card_style::hungarian};  // snapszer
inline constexpr deck_info skat_32{"32s", "789QKTAJ", "DHSC", card_style::suit_first};
inline constexpr std::array all{french_52,    french_36,    french_32,    french_24, french_25,
                                hungarian_32, hungarian_24, hungarian_20, skat_32};
}  // namespace decks

// A game variant: a tag type that names its deck and its table.
template <typename V>
concept variant = requires {
    { V::deck } -> std::convertible_to<deck_info>;
    { V::seats } -> std::convertible_to<int>;
};

template <variant V>
struct deck_traits {
    static constexpr deck_info info = V::deck;
    static constexpr int suits = suit_count;
    static constexpr int ranks = info.rank_count();
    static constexpr int cards = info.card_count();
    static constexpr int seats = V::seats;
    static constexpr card_mask lowest_suit = (card_mask{1} << ranks) - 1;
    static constexpr card_mask all_cards =
        cards == 64 ? ~card_mask{0} : (card_mask{1} << cards) - 1;

    // The cards rearranged so that, inside each suit, a higher bit is a stronger card when `trump`
    // is trump. Most decks are indexed by strength already; a variant that reorders says so.
    static constexpr card_mask remap(card_mask m, suit trump) {
        if constexpr (requires { V::remap(m, trump); })
            return V::remap(m, trump);
        else
            return m;
    }
};

// The cards of each suit; the empty set for suit::none. Indexed by suit or by number.
template <variant V>
struct suit_mask_table {
    constexpr card_mask operator[](std::size_t s) const { return MU_TABLE(table)[s]; }
    constexpr card_mask operator[](suit s) const {
        return MU_TABLE(table)[static_cast<std::size_t>(s)];
    }

private:
    static constexpr card_mask of(int s) {
        return deck_traits<V>::lowest_suit << (s * deck_traits<V>::ranks);
    }
    static constexpr std::array<card_mask, suit_count + 1> table{of(0), of(1), of(2), of(3), 0};
};
template <variant V>
inline constexpr suit_mask_table<V> suit_masks{};

// suit::none for the joker.
template <variant V>
constexpr suit suit_of(card c) {
    return static_cast<suit>(c / deck_traits<V>::ranks);
}
// REQUIRES: c is not the joker.
template <variant V>
constexpr int rank_of(card c) {
    return c % deck_traits<V>::ranks;
}
template <variant V>
constexpr card make_card(suit s, int rank) {
    return static_cast<card>(index(s) * deck_traits<V>::ranks + rank);
}

// Seats in playing order.
template <variant V>
constexpr seat seat_after(seat s, int steps = 1) {
    return static_cast<seat>((index(s) + steps) % V::seats);
}

}  // namespace mu
