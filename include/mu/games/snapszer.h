// Snapszer: two players, twenty cards, a stock to draw from, the first to have 66 points.
//
// Source: the Hungarian game for two, which is Schnapsen with Hungarian cards;
// docs/games/snapszer.md gives rules, options and identifiers in full.
#pragma once

#include <mu/games/snapszer/scoring.h>

namespace mu {

// The deal in `places`, as snapszer::layout orders them. The non-dealer leads.
constexpr game_state<snapszer> start_deal(snapszer, const snapszer::options& o,
                                          std::span<const card_mask> places, seat dealer, int) {
    constexpr std::size_t stock_at = 3;  // places before it: two hands and the face-up card
    game_state<snapszer> s;
    s.dealer = dealer;
    s.current_player = seat_after<snapszer>(dealer);
    s.hands[s.current_player] = static_cast<hand_mask<snapszer>>(places[0]);
    s.hands[dealer] = static_cast<hand_mask<snapszer>>(places[1]);
    s.stock.back() = ops::lsb_index(places[2]);
    for (std::size_t k = 0; k + 1 < s.stock.size(); ++k)
        s.stock[k] = ops::lsb_index(places[stock_at + k]);
    s.stock_left = snapszer::stock_size;
    s.trump = suit_of<snapszer>(s.face_up());
    s.tricks_remaining = deck_traits<snapszer>::cards / snapszer::seats;
    s.house = snapszer::house_rules(o);
    return s;
}

// Hidden are the cards face down in the stock and the opponent's hand. What is known of that hand
// stays: in a view the other hand holds the cards that are certainly there.
constexpr void hide(game_state<snapszer>& s, seat observer) {
    const int opponent = 1 - index(observer);
    s.hands[opponent] = static_cast<hand_mask<snapszer>>(s.known_cards(opponent));
    for (std::size_t k = 0; k + 1 < s.stock.size(); ++k) s.stock[k] = no_card;
}

// A random deal whose leader has closed the stock at once: from here on the playout kernel's rules
// are the game's. For benchmarks and tests.
constexpr game_state<snapszer> random_first_lead(snapszer, rng& generator) {
    constexpr deal_layout of = snapszer::layout({});
    std::array<card_mask, of.places> places{};
    deal_random(of, generator, places);
    const auto dealer = static_cast<seat>(generator.below(2));
    game_state<snapszer> s = start_deal(snapszer{}, {}, places, dealer, 0);
    rules<snapszer>::apply(s, snapszer::close);
    return s;
}

}  // namespace mu
