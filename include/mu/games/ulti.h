// Ulti (rablóulti): three players, 32 cards, one soloist against two.
//
// Source: the Hungarian game as played with the talon going round ("rablóulti");
// docs/games/ulti.md gives rules, options and identifiers in full. A deal passes through the phases
// of ulti_phase: an auction in which every bidder takes the talon and lays two cards away, trumps
// named, ten tricks with kontra in between, and the settlement.
#pragma once

#include <mu/games/facets.h>
#include <mu/games/ulti/rules.h>

namespace mu {

// --- Deals -------------------------------------------------------------------------------------

// The deal in `places`, as ulti::layout orders them.
constexpr game_state<ulti> start_deal(ulti, const ulti::options& o,
                                      std::span<const card_mask> places, seat dealer, int) {
    game_state<ulti> s;
    for (int k = 0; k < 3; ++k)
        s.hands[seat_after<ulti>(dealer, k + 1)] = static_cast<std::uint32_t>(places[k]);
    s.dealer = dealer;
    s.soloist = s.current_player = seat_after<ulti>(dealer);
    s.rules = o.rules;
    return s;
}

// The first lead of a contract. REQUIRES: hands of ten, two cards laid away; trump fits the bid.
constexpr game_state<ulti> ulti_first_lead(const ulti_rules& r, const per_seat<card_mask, 3>& hands,
                                           card_mask out, seat soloist, std::uint8_t bid,
                                           suit trump) {
    game_state<ulti> s;
    for (int k = 0; k < 3; ++k) s.hands[k] = static_cast<std::uint32_t>(hands[k]);
    s.rules = r;
    s.soloist = soloist;
    s.dealer = seat_after<ulti>(soloist, 2);
    s.laid[soloist] = {ops::lsb_index(out), ops::msb_index(out)};
    s.bid = bid;
    rules<ulti>::begin_play(s, trump);
    return s;
}

// A random deal with a bid that the soloist's hand can promise, the first lead to come: for
// benchmarks and tests.
constexpr game_state<ulti> random_first_lead(ulti, rng& generator) {
    std::array<card_mask, 4> places{};
    deal_random(layout({10, 10, 10, 2}), generator, places);
    const auto soloist = static_cast<seat>(generator.below(3));
    const card_mask hand = places[static_cast<std::size_t>(soloist)];
    const auto choose = [&](std::uint64_t set) {
        const auto n = generator.below(static_cast<std::uint64_t>(ops::popcount(set)));
        return ops::lsb_index(ops::nth_set_bit(set, static_cast<int>(n)));
    };
    const ulti_rules standard{};
    const std::uint8_t bid = choose(bids_above(bid_passz, standard.table, false) & bids_for(hand));
    const ulti_bid b = MU_TABLE(ulti_bids)[bid];
    const suit trump = !b.trump ? suit::none
                       : b.red  ? ulti::red
                                : static_cast<suit>(choose(trumps_for(bid, hand)));
    return ulti_first_lead(standard, {{places[0], places[1], places[2]}}, places[3], soloist, bid,
                           trump);
}

// What the playout kernel needs besides the hands.
template <typename Position>
constexpr void complete_position(const game_state<ulti>& s, const play_space<ulti>& space,
                                 Position& p) {
    const seat leader = trick_play<ulti>::leading(s) ? s.current_player : s.trick.lead_seat;
    p.solo = static_cast<std::uint8_t>((index(s.soloist) - index(leader) + 3) % 3);
    p.held_back = space.to_play(kept_seven(s));
}

// --- What a seat knows -------------------------------------------------------------------------

// The hands that lie open, bit k for seat k.
constexpr unsigned open_hands(const game_state<ulti>& s) {
    if (s.bid == ulti_no_bid || !contract_of(s).open) return 0;
    if (!s.rules.open_soloist) return s.tricks_remaining < 10 ? 0b111U : 0;
    return s.trick.num_played > 0 ? 1U << index(s.soloist) : 0;
}

// The hands, and the two cards laid away last, which are shown when the deal has been played.
template <state_of<ulti> State, typename F>
constexpr void visit_places(State& s, F&& f) {
    visit_hands(s, f, open_hands(s));
    const bool shown = s.phase == ulti_phase::over && s.tricks_remaining < 10;
    f(place_info{.number = place_aside,
                 .name = "talon",
                 .seen_by = shown ? all_seats : 1U << index(s.soloist)},
      s.laid[s.soloist]);
}
// What others laid away before is theirs to remember.
constexpr void hide_derived(game_state<ulti>& s, seat observer) {
    for (int k = 0; k < 3; ++k)
        if (k != index(observer) && k != index(s.soloist)) s.laid[k] = {};
}

// --- Scoring -----------------------------------------------------------------------------------

constexpr int seat_points(const game_state<ulti>& s, seat who) {
    return 10 * s.tally[who].tens + marriage_points(s, who);
}

// What the settlement asks. REQUIRES: the deal is over.
constexpr ulti_outcome outcome_of(const game_state<ulti>& s, marriage_needs needs) {
    ulti_outcome o{.bid = s.bid, .played = s.tricks_remaining < 10, .aces = s.aces};
    for (int k = 0; k < 3; ++k)
        o.tricks[static_cast<std::size_t>(k)] = s.tricks_won[seat_after<ulti>(s.soloist, k)];
    for (int k = 0; k < 3; ++k) {
        const seat who = seat_after<ulti>(s.soloist, k);
        const ulti_tally& t = s.tally[who];
        ulti_side& side = k == 0 ? o.soloist : o.defenders;
        side.points += 10 * t.tens;
        const int tricks = needs == marriage_needs::trick_of_player || k == 0
                               ? s.tricks_won[who]
                               : o.tricks[1] + o.tricks[2];
        if (needs != marriage_needs::nothing && tricks == 0) continue;
        side.points += marriage_points(s, who);
        side.forty = side.forty || t.forty > 0;
        side.twenty = side.twenty || t.twenties > 0;
    }
    o.defenders.points += card_points<ulti>(s.laid[s.soloist].mask(), order_now(s));

    if (s.tricks_remaining == 0 && s.trump != suit::none) {
        const card seven = ulti_card(s.trump, ulti::seven);
        for (int k = 0; k < 3; ++k)
            if (s.trick.cards[seat_after<ulti>(s.soloist, k)] == seven) o.seven_by = k;
        o.seven_won = s.trick.winning_card == seven;
    }
    o.own_accounts = has_own_accounts(s);
    for (std::size_t i = 0; i < o.levels.size(); ++i) o.levels[i] = s.stakes[i].level;
    return o;
}

constexpr ulti_payment settlement_of(const game_state<ulti>& s, const ulti::options& o) {
    return settle(outcome_of(s, o.scoring.marriages), o.scoring);
}

// Payments of a deal: what each seat receives.
constexpr std::array<int, 3> score(const game_state<ulti>& s, const ulti::options& o) {
    const ulti_payment p = settlement_of(s, o);
    std::array<int, 3> out{};
    for (int k = 0; k < 3; ++k)
        out[static_cast<std::size_t>(seat_after<ulti>(s.soloist, k))] =
            p.pay[static_cast<std::size_t>(k)];
    return out;
}

// A match is a number of deals; the money won and lost is added up.
struct ulti_match {
    std::array<int, 4> totals{};  // of each player
    int deals = 0;
    int winner = -1;  // after the last deal who has most; of several, the lowest
    friend constexpr bool operator==(const ulti_match&, const ulti_match&) = default;
};

// Adds the payments of a deal; seating[k] is the player in seat k. REQUIRES: m.winner < 0.
constexpr ulti_match ulti_add_deal(ulti_match m, const std::array<int, 3>& deal,
                                   std::span<const int> seating, const ulti::options& o) {
    assert(m.winner < 0 && seating.size() == deal.size());
    for (std::size_t k = 0; k < 3; ++k) m.totals[static_cast<std::size_t>(seating[k])] += deal[k];
    if (++m.deals < o.deals) return m;
    m.winner = 0;
    for (std::size_t k = 1; k < o.players; ++k)
        if (m.totals[k] > m.totals[static_cast<std::size_t>(m.winner)])
            m.winner = static_cast<int>(k);
    return m;
}

// Its facets (games/facets.h).
template <>
struct solving<ulti>;
template <>
struct hidden_cards<ulti>;
template <>
struct soft_rule_set<ulti>;
action rule_choice(const view<ulti>& v, public_record record);

}  // namespace mu
