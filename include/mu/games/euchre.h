// Euchre: four players, two partnerships, five tricks in a trump suit that one side has made.
//
// Source: the North American game as the Hoyle books have it, with its common house rules as
// options; docs/games/euchre.md gives rules, options and identifiers in full.
#pragma once

#include <algorithm>

#include <mu/games/euchre/rules.h>
#include <mu/games/facets.h>
#include <mu/games/view.h>

namespace mu {

// --- Dealing and hiding ------------------------------------------------------------------------

// The deal in `places`, as the game's layout orders them.
template <int Cards>
constexpr euchre_state<Cards> start_deal(euchre_game<Cards>, const euchre_terms::options& o,
                                         std::span<const card_mask> places, seat dealer, int) {
    using V = euchre_game<Cards>;
    euchre_state<Cards> s;
    for (int k = 0; k < 4; ++k)
        s.hands[seat_after<V>(dealer, k + 1)] = static_cast<hand_mask<V>>(places[k]);
    s.dealer = dealer;
    s.current_player = next_seat(dealer);
    s.tricks_remaining = V::play.tricks;
    s.extra.upcard = ops::lsb_index(places[4]);
    s.extra.house = o.house;
    return s;
}

// The hands, also those that sit out; the upcard, which is in the dealer's hand or the discard once
// it was ordered up; the kitty, which nobody sees; the discard, which the dealer alone knows.
template <state_of<euchre_terms> State, typename F>
constexpr void visit_places(State& s, F&& f) {
    using V = typename detail::variant_of_state<std::remove_const_t<State>>::type;
    visit_hands(s, f);
    const card_mask up = ordered_up(s) ? 0 : cards_in(s.extra.upcard);
    f(place_info{.number = place_open, .name = "upcard", .seen_by = all_seats},
      cards_left_over{up});
    f(place_info{.number = place_aside, .name = "kitty", .size = deck_traits<V>::cards - 4 * 5 - 1},
      cards_left_over{kitty_of(s)});
    f(place_info{.number = place_discard,
                 .name = "discard",
                 .seen_by = 1U << index(s.dealer),
                 .size = has_discarded(s) ? 1 : 0},
      s.extra.discard);
}

// A random deal called at random in one of the two rounds, nobody alone, the first lead to come:
// for benchmarks and tests.
template <int Cards>
constexpr euchre_state<Cards> random_first_lead(euchre_game<Cards> of, rng& generator) {
    using V = euchre_game<Cards>;
    using by = rules<V>;
    std::array<card_mask, 6> places{};
    deal_random(V::layout({}), generator, places);
    const auto dealer = static_cast<seat>(generator.below(4));
    euchre_state<Cards> s = start_deal(of, {}, places, dealer, 0);

    for (auto passes = generator.below(8); passes > 0; --passes) by::apply(s, V::pass);
    const auto draw = [&](card_mask set) {
        const auto n = generator.below(static_cast<std::uint64_t>(ops::popcount(set)));
        return ops::lsb_index(ops::nth_set_bit(set, static_cast<int>(n)));
    };
    by::apply(s, draw(by::legal_actions(s).mask & ~bit(V::pass)));
    if (s.extra.phase == V::phase::discard) by::apply(s, draw(s.hands[dealer]));
    by::apply(s, V::with_partner);
    return s;
}

// --- Scoring -----------------------------------------------------------------------------------

// What the makers score, or, below zero, the defenders, if the makers win so many tricks.
template <int Cards>
constexpr int euchre_points(const euchre_state<Cards>& s, int won, const euchre_terms::options& o) {
    if (s.extra.phase == euchre_terms::phase::passed_out) return 0;
    if (won == 5) return maker_alone(s) ? 4 : 2;
    if (won >= 3) return 1;
    const int euchred = lone_defender(s) ? o.lone_euchre : 2;
    return -(won == 0 && o.super_euchre ? std::max(4, euchred) : euchred);
}
// The same for a deal that is over.
template <int Cards>
constexpr int euchre_points(const euchre_state<Cards>& s, const euchre_terms::options& o) {
    return euchre_points(s, s.tricks_won[partnership_of(s.extra.maker)], o);
}

// Points to the seat's own side less those to the other.
template <int Cards>
constexpr std::array<int, 4> score(const euchre_state<Cards>& s, const euchre_terms::options& o) {
    const int makers = euchre_points(s, o);
    const int ns = partnership_of(s.extra.maker) == 0 ? makers : -makers;
    return {ns, -ns, ns, -ns};
}

struct euchre_match {
    std::array<int, 2> points{};  // of each partnership
    int winner = -1;              // partnership, or -1
    friend constexpr bool operator==(const euchre_match&, const euchre_match&) = default;
};

// Adds one deal, in which at most one side scores. REQUIRES: m.winner < 0.
template <int Cards>
constexpr euchre_match euchre_add_deal(euchre_match m, const euchre_state<Cards>& s,
                                       const euchre_terms::options& o) {
    assert(m.winner < 0);
    const std::array<int, 4> points = score(s, o);
    for (int side = 0; side < 2; ++side) {
        m.points[side] += std::max(points[side], 0);
        if (m.points[side] >= o.target) m.winner = side;
    }
    return m;
}

// Its facets (games/facets.h).
template <int Cards>
struct solving<euchre_game<Cards>>;
template <int Cards>
struct hidden_cards<euchre_game<Cards>>;
template <int Cards>
struct soft_rule_set<euchre_game<Cards>>;
action rule_choice(const view<euchre>& v, public_record record);
action rule_choice(const view<euchre_25>& v, public_record record);

}  // namespace mu
