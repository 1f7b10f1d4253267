// Text that Schieber and Differenzler share.
#pragma once

#include <fmt/format.h>

#include <mu/games/jass/cards.h>

#include "api/deal_text.h"
#include "api/fields.h"
#include "api/model.h"

namespace mu::detail {

// Why a card may not be played now. REQUIRES: it may not, and a card is due.
template <typename V>
std::string explain_play(const game_state<V>& s, card c) {
    if (!(s.hands[s.current_player] & bit(c))) return "that card is not in the hand";
    const std::string led = suit_name<V>(s.trick.lead_suit);
    if (s.trump == suit::none) return "the led suit must be followed: " + led + " were led";
    if (s.trick.lead_suit == s.trump)
        return "trumps were led: a trump must be played, only the jack may be kept back";
    if (suit_of<V>(c) == s.trump)
        return fmt::format("undertrumping is not allowed: {} is below {}", card_str<V>(c),
                           card_str<V>(s.trick.winning_card));
    return "the led suit must be followed, or a trump played: " + led + " were led";
}

// What a state of either game must satisfy: every card somewhere, nine tricks in all, `forehand`
// leading to the first.
template <typename V>
void validate_tricks(const game_state<V>& s, seat forehand) {
    validate_hands(s);
    validate_turn(s);
    if (s.tricks_remaining > V::play.tricks) refuse("there are only 9 tricks");
    validate_lengths(s);
    validate_deck(s);
    int won = 0;
    for (const int n : s.tricks_won) won += n;
    if (won + s.tricks_remaining != V::play.tricks)
        refuse(fmt::format("{} tricks won and {} left are not 9", won, s.tricks_remaining));
    if (won > 0 && s.trick.num_played == 0) refuse("the last trick stays on the table");
    if (won == 0 && s.trick.num_played > 0 && s.trick.lead_seat != forehand)
        refuse("forehand leads to the first trick: " + seat_str<V>(forehand));
}

// The cards of tricks already won.
template <typename V>
card_mask cards_won(const game_state<V>& s) {
    return trick_play<V>::leading(s) ? card_mask{s.played} : s.played & ~s.trick.mask;
}

}  // namespace mu::detail
