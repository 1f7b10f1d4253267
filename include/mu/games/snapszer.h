// Snapszer: two players, twenty cards (or 24), a stock to draw from, the first to have 66 points.
//
// Source: the Hungarian game for two, which is Schnapsen with Hungarian cards;
// docs/games/snapszer.md gives rules, options and identifiers in full.
#pragma once

#include <mu/games/facets.h>
#include <mu/games/snapszer/scoring.h>

namespace mu {

// The deal in `places`, as the layout orders them. The non-dealer leads.
template <int Cards>
constexpr snapszer_state<Cards> start_deal(snapszer_game<Cards>, const snapszer_terms::options& o,
                                           std::span<const card_mask> places, seat dealer, int) {
    using V = snapszer_game<Cards>;
    constexpr std::size_t stock_at = 3;  // places before it: two hands and the face-up card
    snapszer_state<Cards> s;
    s.dealer = dealer;
    s.current_player = seat_after<V>(dealer);
    s.hands[s.current_player] = static_cast<hand_mask<V>>(places[0]);
    s.hands[dealer] = static_cast<hand_mask<V>>(places[1]);
    s.stock.back() = ops::lsb_index(places[2]);
    for (std::size_t k = 0; k + 1 < s.stock.size(); ++k)
        s.stock[k] = ops::lsb_index(places[stock_at + k]);
    s.stock_left = V::stock_size;
    s.trump = suit_of<V>(s.face_up());
    s.tricks_remaining = deck_traits<V>::cards / V::seats;
    s.house = o.house;
    return s;
}

// The hands, of which others know some cards, and in the end all: in a view the other hand holds
// the cards that are certainly there. The stock: its last card lies face up, the others face down.
template <state_of<snapszer_terms> State, typename F>
constexpr void visit_places(State& s, F&& f) {
    visit_hands(s, f, 0, s.known_cards(0) | s.known_cards(1));
    f(place_info{.number = place_open,
                 .name = "face up",
                 .seen_by = all_seats,
                 .size = s.stock_left > 0 ? 1 : 0},
      s.stock.back());
    f(place_info{.number = place_aside,
                 .name = "stock",
                 .size = s.stock_left > 0 ? s.stock_left - 1 : 0},
      std::span(s.stock).first(s.stock.size() - 1));
}

// A random deal whose leader has closed the stock at once: from here on the playout kernel's rules
// are the game's. For benchmarks and tests.
template <int Cards>
constexpr snapszer_state<Cards> random_first_lead(snapszer_game<Cards> game, rng& generator) {
    using V = snapszer_game<Cards>;
    constexpr deal_layout of = V::layout({});
    std::array<card_mask, of.places> places{};
    deal_random(of, generator, places);
    const auto dealer = static_cast<seat>(generator.below(2));
    snapszer_state<Cards> s = start_deal(game, {}, places, dealer, 0);
    rules<V>::apply(s, V::close);
    return s;
}

// Its facets (games/facets.h).
template <int Cards>
struct solving<snapszer_game<Cards>>;
template <int Cards>
struct hidden_cards<snapszer_game<Cards>>;
template <int Cards>
struct soft_rule_set<snapszer_game<Cards>>;
action rule_choice(const view<snapszer>& v, public_record record);
action rule_choice(const view<snapszer_24>& v, public_record record);

}  // namespace mu
