// Deals of a pool (docs/pool.md) in place of random ones. They are bid and not played: when the
// auction is over, the cards bring what the pool says of its contract, with all hands open.
//
// Played that way, bridge, contrée and jass come to what the contract alone decides. In the other
// games it does not: what was exchanged or turned up is not what a pool's values are for.
#pragma once

#include <mu/games/bridge/solving.h>
#include <mu/games/contree/solving.h>
#include <mu/games/jass/solving.h>

#include "environment.h"

namespace mu::learn {

// Arrays on the device, deal after deal. Seat 0 deals, which makes no difference to anybody, for a
// seat sees the others from where it sits.
struct solved_deals {
    const std::uint64_t* places;  // what lies in each, in the order of V::layout
    const std::int16_t* values;   // solved_columns<V> of each deal (learn/pooled.py)
    std::uint64_t deals;
};

template <variant V>
inline constexpr int solved_columns = 0;
template <>
inline constexpr int solved_columns<bridge> = 20;
template <>
inline constexpr int solved_columns<contree> = 4;
template <>
inline constexpr int solved_columns<jass> = 6;

// What solving<V> calls the value of the card play: tricks of N+S, or their points less the
// others'. REQUIRES of these: the auction is over, and somebody has bought it.

// Columns go by trumps (none, then the suits), and then by declarers: N, S, E, W.
constexpr int solved_value(const game_state<bridge>& s, const std::int16_t* tricks) {
    const int trump = s.trump == suit::none ? 0 : 1 + index(s.trump);
    const int declarer = index(s.extra.declarer), side = declarer & 1;
    const int won = tricks[4 * trump + 2 * side + (declarer >> 1)];
    return side == 0 ? won : bridge::play.tricks - won;
}

// From the points of N+S. Without a single one they are taken to have no trick either, which a
// pool does not tell apart.
constexpr int lead_of_points(int points, int all, int with_all_tricks) {
    if (points == 0) return -with_all_tricks;
    return points > all ? with_all_tricks : 2 * points - all;
}
constexpr int solved_value(const game_state<contree>& s, const std::int16_t* points) {
    return lead_of_points(points[index(s.trump)], 162, 252);
}
constexpr int solved_value(const game_state<jass>& s, const std::int16_t* points) {
    return lead_of_points(points[static_cast<int>(s.extra.chosen)], 157, 257);
}

// What the card play shows whoever plays what.
template <variant V>
constexpr game_state<V> shown_in_play(const game_state<V>& s) {
    return s;
}
constexpr game_state<jass> shown_in_play(game_state<jass> s) {
    if (!s.extra.house.weis) return s;
    per_seat<card_mask> dealt{};
    for (int k = 0; k < jass::seats; ++k) dealt[k] = s.hands[k];
    const weis_result w = compare_weis(dealt, s.current_player, s.extra.chosen, weis_rules_of(s));
    s.extra.weis_winner = w.winner;
    s.extra.weis_tens = static_cast<std::uint8_t>(w.points / 10);
    return s;
}

template <variant V>
constexpr void deal_cards(deal<V>& d, const solved_deals& from) {
    constexpr typename V::options options{};
    constexpr deal_layout layout = V::layout(options);
    d.record = static_cast<std::uint32_t>(d.generator.below(from.deals));
    std::array<card_mask, most_places> places{};
    for (int k = 0; k < layout.places; ++k)
        places[static_cast<std::size_t>(k)] =
            from.places[std::uint64_t{d.record} * layout.places + static_cast<std::uint64_t>(k)];
    const std::span<const card_mask> used =
        std::span<const card_mask>(places).first(static_cast<std::size_t>(layout.places));
    d.state = start_deal(V{}, options, used, seat::north, 0);
    d.memory = {};
    d.decisions = 0;
    ++d.dealt;
}

template <variant V>
constexpr bool is_over(const deal<V>& d, const solved_deals&) {
    return phase_of(d.state) != deal_phase::auction;
}

template <variant V>
constexpr auto points(const deal<V>& d, const solved_deals& from) {
    static_assert(solved_columns<V> > 0, "pools do not say what the calls of this game come to");
    if (rules<V>::is_over(d.state)) return score(d.state, typename V::options{});  // passed out
    const std::int16_t* row = from.values + std::uint64_t{d.record} * solved_columns<V>;
    return solving<V>::score_at(shown_in_play(d.state), solved_value(d.state, row),
                                typename V::options{});
}

}  // namespace mu::learn
