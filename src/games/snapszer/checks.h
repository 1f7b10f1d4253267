// What a position of snapszer must hold to, whatever text it comes from.
#pragma once

#include <fmt/format.h>

#include <mu/games/snapszer.h>

#include "api/state_text.h"

namespace mu::detail {

// The card that is exchanged, the lowest trump.
template <typename V>
inline constexpr std::string_view lowest_trump_name =
    V::lowest == V::jack ? "trump jack" : "trump nine";

namespace snapszer_checks {

template <typename V>
void validate_cards(const game_state<V>& s) {
    validate_hands(s);
    demand(s.stock_left <= V::stock_size && s.stock_left % 2 == 0,
           fmt::format("the stock has an even number of cards, at most {}", V::stock_size));
    card_mask seen = card_mask{s.hands[0]} | s.hands[1] | s.played;
    for (int k = 0; k < V::stock_size; ++k) {
        const card c = s.stock[k];
        const bool drawn = k < V::stock_size - s.stock_left;
        demand((c == no_card) == drawn, fmt::format("{} cards are left in the stock: the last "
                                                    "places hold them, the others are -",
                                                    int{s.stock_left}));
        if (drawn) continue;
        demand(!(seen & bit(c)), "twice: " + card_str<V>(c));
        seen |= bit(c);
    }
    demand(seen == deck_traits<V>::all_cards,
           "missing: " + mask_str<V>(deck_traits<V>::all_cards & ~seen));
    demand(s.trump != suit::none, "there is always a trump suit");
    demand(s.face_up() == no_card || suit_of<V>(s.face_up()) == s.trump,
           "the face-up card is not of the trump suit");
    if (s.taken == no_card) return;
    demand(suit_of<V>(s.taken) == s.trump && s.taken != s.lowest_trump(),
           fmt::format("the card taken for the {} is another trump", lowest_trump_name<V>));
    demand(s.stock_left == 0 || s.face_up() == s.lowest_trump(),
           fmt::format("after an exchange the {} lies face up", lowest_trump_name<V>));
}

// Who leads, how many tricks are left and how many cards each hand has.
template <typename V>
void validate_tricks(const game_state<V>& s) {
    const bool leading = rules<V>::leading(s);
    const int tricks = s.tricks_won[0] + s.tricks_won[1];
    demand(ops::popcount(s.played) == 2 * tricks + (leading ? 0 : 1),
           "the cards played do not fit the tricks won");
    demand(s.trick.num_played > 0 || tricks == 0, "the last trick is not on the table");
    const seat leader = s.trick.num_played > 0 ? s.trick.lead_seat : s.current_player;
    demand(tricks + (leading ? 0 : 1) > 1 || leader == seat_after<V>(s.dealer),
           "the non-dealer leads to the first trick");
    if (leading && tricks > 0)
        demand(s.tricks_won[index(s.current_player)] > 0,
               "the winner of the last trick has won no trick");

    const bool undrawn = s.house.close_undrawn && leading && s.stock_open() && s.stock_left > 2 &&
                         s.stock_left == V::stock_size + 2 - 2 * tricks;
    const int due = undrawn ? V::hand_size - 1 : s.stock_open() ? V::hand_size : s.tricks_remaining;
    for (int k = 0; k < 2; ++k) {
        const int on_table = !leading && s.trick.cards[k] != no_card ? 1 : 0;
        const int held = ops::popcount(s.hands[k]);
        demand(held + on_table == due,
               fmt::format("seat {} has {} cards, {} are due", k, held, due - on_table));
    }
    constexpr int all_tricks = deck_traits<V>::cards / 2;
    if (s.closer < 0)
        demand(tricks + s.tricks_remaining == all_tricks,
               fmt::format("{} tricks are played in all", all_tricks));
    demand(s.closer < 0 || s.stock_left > 2, "with two cards left the stock cannot be closed");
    demand(s.closer >= -1 && s.closer < 2, "no such seat: closer");
    demand(s.closer < 0 ? s.stake == 0 : s.stake >= 1 && s.stake <= 3,
           "stake is 1, 2 or 3 once the stock is closed, 0 before");
    demand(s.closer < 0 || s.stake == 3 || s.tricks_won[1 - s.closer] > 0,
           "stake is 3 against an opponent without a trick");
}

template <typename V>
void validate_marriages(const game_state<V>& s) {
    const bool leading = rules<V>::leading(s);
    const int leader = index(leading ? s.current_player : s.trick.lead_seat);
    for (int k = 0; k < 2; ++k) {
        demand(s.marriages[k] < 16, "marriages are a sum of 1, 2, 4 and 8, one for each suit");
        for (const suit of : all_suits) {
            if (!((s.marriages[k] >> index(of)) & 1)) continue;
            const card_mask pair = V::marriage_pair(of);
            demand(!(pair & ~card_mask{s.hands[k]} & ~card_mask{s.played}),
                   "a declared king or queen is in neither the declarer's hand nor played");
            demand((pair & s.played) || (leading && of == s.marriage && k == leader),
                   "neither card of a marriage was led");
        }
    }
    demand(!(s.marriages[0] & s.marriages[1]), "both seats declared the same marriage");
    if (s.marriage == suit::none) return;
    const card_mask pair = V::marriage_pair(s.marriage);
    demand((s.marriages[leader] >> index(s.marriage)) & 1,
           "the marriage of this trick was not declared by its leader");
    demand(leading ? (s.hands[leader] & pair) == pair : (bit(s.trick.cards[leader]) & pair) != 0,
           "a marriage is led from");
}

template <typename V>
void validate_points(const game_state<V>& s) {
    const bool leading = rules<V>::leading(s);
    const card_mask won = leading ? s.played : s.played & ~s.trick.mask;
    int due = card_points<V>(won, s.trump);
    for (int k = 0; k < 2; ++k) {
        const int marriages = s.marriages_count(k) ? s.declared_points(k) : 0;
        demand(s.tricks_won[k] > 0 ? s.points[k] >= marriages : s.points[k] == marriages,
               fmt::format("seat {} cannot have {} points", k, int{s.points[k]}));
        due += marriages;
    }
    demand(s.points[0] + s.points[1] == due,
           fmt::format("the points are {} together, not {}", due, s.points[0] + s.points[1]));
    demand(s.claimer >= -1 && s.claimer < 2, "no such seat: claimer");
    if (s.house.claim) {
        demand(s.claimer < 0 || (leading && s.claimer == index(s.current_player)),
               "only the player on lead may claim");
        return;
    }
    for (int k = 0; k < 2; ++k)
        demand((s.points[k] >= V::goal) == (s.claimer == k),
               "with claim=auto the seat with 66 points is the claimer");
}

}  // namespace snapszer_checks

// std::invalid_argument if hands, stock, tricks and points do not agree with each other.
template <typename V>
void check_snapszer_position(const game_state<V>& s) {
    using namespace snapszer_checks;
    validate_cards(s);
    validate_turn(s);
    validate_tricks(s);
    validate_marriages(s);
    validate_points(s);
}

}  // namespace mu::detail
