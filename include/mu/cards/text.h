// Cards, suits, seats and hands as text.
//
// What we print:
//
//     card    As Td (rank, suit)      HT AA (hungarian decks and skat's: suit, rank)      Jo
//     (joker) cards   "As Td 7c", in index order hand    AT62.K95.Q84.J73, suits in index order,
//     high to low in the deck's own order; void "-"
//             AT6.K9.-.J.Jo with the joker
//     suit    s h d c, H B L A, D H S C; n for suit::none
//     seat    N E S W at a table of four, else 0 1 2
//
// What we read (case does not matter, spaces around it neither):
//
//     rank    = a rank of the deck | "10" = T | "U" "V" = J | "O" "D" = Q | "R" = K
//               (Under and Ober; valet, dame, roi)
//     suit    = a suit letter of the deck, or a symbol: ♠♥♦♣ ♤♡♢♧, ♥🔔🍃🌰
//               in hungarian decks also P Z M T, or a name: piros zöld makk tök, acorns leaf ...
//     card    = rank suit | suit rank     in french decks
//             | suit rank                 in hungarian decks, where A is a suit and a rank; after a
//                                         name there may be a blank and the rank may be a name
//                                         too: "makk ász", "bells over"
//             | "Jo" | "Joker" | 🃏       in decks with a joker
//     cards   = any number of cards with spaces or commas between them
//     hand    = ranks "." ranks "." ranks "." ranks      each of them may be "-" or empty
//               and ".Jo" after them if it holds the joker
//
// D is the dame where a rank stands and diamonds where a suit stands; no text has two readings.
// Whatever does not fit is a parse_error that points at the character and names the choices.
// Printing something that is not in the deck is a std::invalid_argument.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include <mu/cards/deck.h>
#include <mu/cards/error.h>

namespace mu {

// What may stand between words. Files from other systems end their lines with "\r\n".
inline constexpr std::string_view blank_characters = " \t\r\n";

// Without the blanks around it.
constexpr std::string_view trimmed(std::string_view text) {
    const std::size_t first = std::min(text.find_first_not_of(blank_characters), text.size());
    return text.substr(first, text.find_last_not_of(blank_characters) + 1 - first);
}

// The length of the byte order mark that some editors put in front of a text; 0 if there is none.
constexpr std::size_t bom_size(std::string_view text) {
    return text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
}

std::string card_str(card c, const deck_info& deck);
std::string mask_str(card_mask m, const deck_info& deck);
std::string hand_str(card_mask m, const deck_info& deck);

card parse_card(std::string_view text, const deck_info& deck);
card_mask parse_cards(std::string_view text, const deck_info& deck);  // no card twice
card_mask parse_hand(std::string_view text, const deck_info& deck);   // any number of cards

std::string suit_str(suit s, const deck_info& deck);     // "s"
std::string suit_name(suit s, const deck_info& deck);    // "spades", "none"
std::string suit_symbol(suit s, const deck_info& deck);  // "♠", "NT"

// What a suit is called besides its name: "spade"; "heart", "piros" in hungarian decks.
std::span<const std::string_view> other_suit_names(suit s, const deck_info& deck);

// A letter, name ("spades", "spade") or symbol of the deck; "n", "nt" or "none" is suit::none.
suit parse_suit(std::string_view text, const deck_info& deck);

// REQUIRES: 2 <= seats <= 4.
std::string seat_str(seat s, int seats = 4);
seat parse_seat(std::string_view text, int seats = 4);  // N E S W (four seats only) or a digit

// The same for a variant's deck and table.
template <variant V>
std::string card_str(card c) {
    return card_str(c, V::deck);
}
template <variant V>
std::string mask_str(card_mask m) {
    return mask_str(m, V::deck);
}
template <variant V>
std::string hand_str(card_mask m) {
    return hand_str(m, V::deck);
}
template <variant V>
card parse_card(std::string_view text) {
    return parse_card(text, V::deck);
}
template <variant V>
card_mask parse_cards(std::string_view text) {
    return parse_cards(text, V::deck);
}
template <variant V>
card_mask parse_hand(std::string_view text) {
    return parse_hand(text, V::deck);
}
template <variant V>
std::string suit_str(suit s) {
    return suit_str(s, V::deck);
}
template <variant V>
std::string suit_name(suit s) {
    return suit_name(s, V::deck);
}
template <variant V>
std::string suit_symbol(suit s) {
    return suit_symbol(s, V::deck);
}
template <variant V>
suit parse_suit(std::string_view text) {
    return parse_suit(text, V::deck);
}
template <variant V>
std::string seat_str(seat s) {
    return seat_str(s, V::seats);
}
template <variant V>
seat parse_seat(std::string_view text) {
    return parse_seat(text, V::seats);
}

}  // namespace mu
