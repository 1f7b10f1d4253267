// Contract bridge: an auction, then thirteen tricks in which declarer plays two hands.
//
// Source: Laws of Duplicate Bridge (WBF, 2017) and, for rubber scoring, the Laws of Contract
// Bridge; docs/games/bridge.md gives rules, options and identifiers in full.
#pragma once

#include <mu/games/bridge/par.h>
#include <mu/games/bridge/rubber.h>
#include <mu/games/bridge/rules.h>
#include <mu/games/bridge/scoring.h>
#include <mu/games/facets.h>

namespace mu {

// A deal about to be bid. REQUIRES: the hands are disjoint, 13 cards each.
constexpr game_state<bridge> bridge_start(const per_seat<card_mask>& hands, seat dealer,
                                          vulnerability vul, bool claims = false) {
    game_state<bridge> s;
    s.hands = hands;
    s.dealer = s.current_player = dealer;
    s.tricks_remaining = 13;
    s.extra.vul = vul;
    s.extra.claims = claims;
    return s;
}

// The vulnerability of deal `round` of a match. Round r is board r + 1; in a rubber the match sets
// the round to the sides that have won a game, bit 0 north-south and bit 1 east-west.
constexpr vulnerability bridge_vulnerability(const bridge::options& o, int round) {
    if (o.scoring == bridge::scoring_rule::rubber) return static_cast<vulnerability>(round & 3);
    if (o.vul == bridge::vul_rule::board) return board_vulnerability(round + 1);
    return static_cast<vulnerability>(static_cast<int>(o.vul) - 1);
}

constexpr game_state<bridge> start_deal(bridge, const bridge::options& o,
                                        std::span<const card_mask> places, seat dealer, int round) {
    per_seat<card_mask> hands{};
    for (int k = 0; k < 4; ++k) hands[k] = places[k];
    return bridge_start(hands, dealer, bridge_vulnerability(o, round), o.claims);
}

// Only hands on the table are known to others.
template <state_of<bridge> State, typename F>
constexpr void visit_places(State& s, F&& f) {
    visit_hands(s, f, s.extra.faced);
}
// Honours are told when the deal is over.
constexpr void hide_derived(game_state<bridge>& s, seat) {
    if (s.tricks_remaining == 0) return;
    s.extra.honours = 0;
    s.extra.honours_seat = seat::north;
}

// A random deal with a random contract and declarer, the opening lead to come: for benchmarks and
// tests.
constexpr game_state<bridge> random_first_lead(bridge, rng& generator) {
    per_seat<card_mask> hands{};
    deal_random(layout({13, 13, 13, 13}), generator, hands);
    const auto declarer = static_cast<seat>(generator.below(4));
    const auto vul = static_cast<vulnerability>(generator.below(4));
    game_state<bridge> s = bridge_start(hands, declarer, vul);
    const auto contract = static_cast<bridge_bid>(generator.below(bridge_bid_count));
    rules<bridge>::apply(s, bridge::bid_action(contract));
    for (int passes = 0; passes < 3; ++passes) rules<bridge>::apply(s, bridge::pass);
    return s;
}

// --- Scoring -----------------------------------------------------------------------------------

constexpr int declarer_tricks(const game_state<bridge>& s) {
    return s.tricks_won[static_cast<std::size_t>(partnership_of(s.extra.declarer))];
}

// What the deal adds to the sheet of a rubber where `vul` is vulnerable.
constexpr rubber_entry bridge_rubber_entry(const game_state<bridge>& s, vulnerability vul,
                                           bool honours) {
    if (s.extra.last_bid == no_bridge_bid) return {};
    rubber_entry e = rubber_points(contract_of(s), vul, declarer_tricks(s));
    if (honours)
        e.above[static_cast<std::size_t>(partnership_of(s.extra.honours_seat))] += s.extra.honours;
    return e;
}

// North-south's score at the end of a deal. In a rubber, their points less the opponents', without
// what games won earlier or later are worth.
constexpr int bridge_ns_score(const game_state<bridge>& s, const bridge::options& o) {
    if (s.extra.last_bid == no_bridge_bid) return 0;
    if (o.scoring == bridge::scoring_rule::rubber) {
        const rubber_entry e = bridge_rubber_entry(s, s.extra.vul, o.honours);
        return e.below[0] + e.above[0] - e.below[1] - e.above[1];
    }
    const int side = partnership_of(s.extra.declarer);
    const int score = duplicate_score(s.extra.last_bid, s.extra.stake,
                                      is_vulnerable(s.extra.vul, side), declarer_tricks(s));
    return side == 0 ? score : -score;
}

constexpr std::array<int, 4> score(const game_state<bridge>& s, const bridge::options& o) {
    const int ns = bridge_ns_score(s, o);
    return {ns, -ns, ns, -ns};
}

// Where a match stands.
struct bridge_match {
    int boards = 0;         // played
    int ns_total = 0;       // duplicate: east-west have the negative
    rubber_sheet rubber{};  // rubber
    int winner = -1;        // a side, or -1

    friend constexpr bool operator==(const bridge_match&, const bridge_match&) = default;
};

// Adds a finished deal. A duplicate match that is level after its boards goes on board by board;
// if it is still level after as many again, it goes to the side that did not deal first.
// REQUIRES: m.winner < 0.
constexpr bridge_match bridge_add_deal(bridge_match m, const game_state<bridge>& s,
                                       const bridge::options& o) {
    assert(m.winner < 0);
    ++m.boards;
    if (o.scoring == bridge::scoring_rule::rubber) {
        m.rubber = rubber_add(m.rubber, bridge_rubber_entry(s, m.rubber.vul(), o.honours));
        m.winner = m.rubber.winner;
        return m;
    }
    m.ns_total += bridge_ns_score(s, o);
    if (m.boards >= o.boards && m.ns_total != 0) m.winner = m.ns_total > 0 ? 0 : 1;
    if (m.boards == 2 * o.boards && m.ns_total == 0)
        m.winner = (partnership_of(s.dealer) + m.boards) & 1;
    return m;
}

// Its facets (games/facets.h).
template <>
struct solving<bridge>;
template <>
struct hidden_cards<bridge>;
template <>
struct soft_rule_set<bridge>;
action rule_choice(const view<bridge>& v, public_record record);

}  // namespace mu
