// Euchre: four players, two partnerships, five tricks in a trump suit that one side has made.
//
// Source: the North American game as the Hoyle books have it, with its common house rules as
// options; docs/games/euchre.md gives rules, options and identifiers in full.
#pragma once

#include <algorithm>

#include <mu/games/euchre/rules.h>
#include <mu/games/view.h>

namespace mu {

// --- Dealing and hiding ------------------------------------------------------------------------

// The deal in `places`, as euchre::layout orders them.
constexpr game_state<euchre> start_deal(euchre, const euchre::options& o,
                                        std::span<const card_mask> places, seat dealer, int) {
    game_state<euchre> s;
    for (int k = 0; k < 4; ++k)
        s.hands[seat_after<euchre>(dealer, k + 1)] = static_cast<hand_mask<euchre>>(places[k]);
    s.dealer = dealer;
    s.current_player = next_seat(dealer);
    s.tricks_remaining = euchre::play.tricks;
    s.extra.upcard = ops::lsb_index(places[4]);
    s.extra.house = o.house;
    return s;
}

// The other hands are hidden, also those that sit out, and the discard from all but the dealer.
// The kitty is not in the state.
constexpr void hide(game_state<euchre>& s, seat observer) {
    hide_other_hands(s, observer);
    if (observer != s.dealer) s.extra.discard = no_card;
}

// A random deal called at random in one of the two rounds, nobody alone, the first lead to come:
// for benchmarks and tests.
constexpr game_state<euchre> random_first_lead(euchre, rng& generator) {
    using table = rules<euchre>;
    std::array<card_mask, 6> places{};
    deal_random(euchre::layout({}), generator, places);
    const auto dealer = static_cast<seat>(generator.below(4));
    game_state<euchre> s = start_deal(euchre{}, {}, places, dealer, 0);

    for (auto passes = generator.below(8); passes > 0; --passes) table::apply(s, euchre::pass);
    const auto draw = [&](card_mask set) {
        const auto n = generator.below(static_cast<std::uint64_t>(ops::popcount(set)));
        return ops::lsb_index(ops::nth_set_bit(set, static_cast<int>(n)));
    };
    table::apply(s, draw(table::legal_actions(s).mask & ~bit(euchre::pass)));
    if (s.extra.phase == euchre::phase::discard) table::apply(s, draw(s.hands[dealer]));
    table::apply(s, euchre::with_partner);
    return s;
}

// --- Scoring -----------------------------------------------------------------------------------

// What the makers score, or, below zero, the defenders. REQUIRES: the deal is over.
constexpr int euchre_points(const game_state<euchre>& s, const euchre::options& o) {
    if (s.extra.phase == euchre::phase::passed_out) return 0;
    const int won = s.tricks_won[partnership_of(s.extra.maker)];
    if (won == 5) return maker_alone(s) ? 4 : 2;
    if (won >= 3) return 1;
    const int euchred = lone_defender(s) ? o.lone_euchre : 2;
    return -(won == 0 && o.super_euchre ? std::max(4, euchred) : euchred);
}

// Points to the seat's own side less those to the other.
constexpr std::array<int, 4> score(const game_state<euchre>& s, const euchre::options& o) {
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
constexpr euchre_match euchre_add_deal(euchre_match m, const game_state<euchre>& s,
                                       const euchre::options& o) {
    assert(m.winner < 0);
    const std::array<int, 4> points = score(s, o);
    for (int side = 0; side < 2; ++side) {
        m.points[side] += std::max(points[side], 0);
        if (m.points[side] >= o.target) m.winner = side;
    }
    return m;
}

}  // namespace mu
