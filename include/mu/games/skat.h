// Skat: three players, 32 cards, one soloist against two, two cards that nobody knows.
//
// Source: the International Skat Order; docs/games/skat.md gives rules, options and identifiers in
// full. A deal passes through the phases of skat_phase: bidding by values, the skat taken up or
// not, a game declared, ten tricks, and the value of the game, which is known only then.
#pragma once

#include <mu/games/facets.h>
#include <mu/games/skat/rules.h>

namespace mu {

// --- Deals -------------------------------------------------------------------------------------

// The deal in `places`, as skat::layout orders them.
constexpr game_state<skat> start_deal(skat, const skat::options& o,
                                      std::span<const card_mask> places, seat dealer, int) {
    game_state<skat> s;
    for (int k = 0; k < 3; ++k)
        s.hands[seat_after<skat>(dealer, k + 1)] = static_cast<std::uint32_t>(places[k]);
    put_cards(std::span(s.skat), places[3]);
    s.dealer = dealer;
    s.current_player = seat_after<skat>(dealer, 2);
    s.house = o.house;
    return s;
}

// The places of a deck as it is dealt: three cards to each seat from forehand on, two to the skat,
// four to each, three to each.
constexpr std::array<card_mask, 4> skat_places(std::span<const card, 32> deck) {
    std::array<card_mask, 4> out{};
    std::size_t next = 0;
    const auto give = [&](std::size_t place, int cards) {
        for (; cards > 0; --cards) out[place] |= bit(deck[next++]);
    };
    for (std::size_t k = 0; k < 3; ++k) give(k, 3);
    give(3, 2);
    for (std::size_t k = 0; k < 3; ++k) give(k, 4);
    for (std::size_t k = 0; k < 3; ++k) give(k, 3);
    return out;
}

// The first lead of a game. REQUIRES: hands of ten, two cards in the skat.
constexpr game_state<skat> skat_first_lead(const per_seat<card_mask, 3>& hands, card_mask skat_of,
                                           seat soloist, seat forehand, const skat_game& g,
                                           std::uint8_t bid = 0, skat_house house = {}) {
    game_state<skat> s;
    for (int k = 0; k < 3; ++k) s.hands[k] = static_cast<std::uint32_t>(hands[k]);
    put_cards(std::span(s.skat), skat_of);
    s.dealer = seat_after<skat>(forehand, 2);
    s.soloist = soloist;
    s.passed = 7 & ~(1U << index(soloist));
    s.bid = bid;
    s.hand = g.hand ? 1 : 0;
    s.house = house;
    rules<skat>::begin_play(s, g);
    return s;
}

// A random deal with a random game, the first lead to come: for benchmarks and tests.
constexpr game_state<skat> random_first_lead(skat, rng& generator) {
    std::array<card_mask, 4> places{};
    deal_random(skat::layout({}), generator, places);
    const auto soloist = static_cast<seat>(generator.below(3));
    const auto forehand = static_cast<seat>(generator.below(3));
    const auto game = static_cast<int>(generator.below(skat::order_count));
    const skat_game g{.kind = game < 4    ? skat_kind::suit
                              : game == 4 ? skat_kind::grand
                                          : skat_kind::null,
                      .trump = game < 4 ? static_cast<suit>(game) : suit::none};
    return skat_first_lead({{places[0], places[1], places[2]}}, places[3], soloist, forehand, g);
}

// What the playout kernel needs besides the hands.
template <typename Position>
constexpr void complete_position(const game_state<skat>& s, const play_space<skat>&, Position& p) {
    const seat leader = trick_play<skat>::leading(s) ? s.current_player : s.trick.lead_seat;
    p.solo = static_cast<std::uint8_t>((index(s.soloist) - index(leader) + 3) % 3);
}

// --- What a seat knows -------------------------------------------------------------------------

// The soloist's hand lies open in an ouvert game, and when all is over.
constexpr unsigned open_hands(const game_state<skat>& s) {
    const bool open =
        is_declared(s) && (s.announced == skat_announced::ouvert || s.phase == skat_phase::over);
    return open ? 1U << index(s.soloist) : 0;
}

// The hands, and the skat: nobody sees it before it is taken up, in a hand game not even the
// soloist; everybody does when the deal has been played.
template <state_of<skat> State, typename F>
constexpr void visit_places(State& s, F&& f) {
    visit_hands(s, f, open_hands(s));
    const bool shown = s.phase == skat_phase::over && is_declared(s);
    const bool taken = s.phase > skat_phase::skat && s.phase != skat_phase::over && s.hand == 0;
    f(place_info{.number = place_aside,
                 .name = "skat",
                 .seen_by = shown   ? all_seats
                            : taken ? 1U << index(s.soloist)
                                    : 0},
      std::span(s.skat));
}

// --- Scoring -----------------------------------------------------------------------------------

// The soloist's points with the skat. REQUIRES: a game of suits or grand.
constexpr int skat_points(const game_state<skat>& s) {
    return s.points + card_points<skat>(skat_cards(s), order_now(s));
}
// REQUIRES: a game was declared.
constexpr skat_outcome outcome_of(const game_state<skat>& s) {
    return {.matadors = skat_matadors(game_of(s), skat_soloist_cards(s)),
            .bid = skat_value(s.bid),
            .points = skat_points(s),
            .tricks = s.tricks_won[seat{s.soloist}]};
}
constexpr skat_worth worth_of_deal(const game_state<skat>& s, const skat::options& o) {
    return skat_worth_of(game_of(s), outcome_of(s), o.lost_hand_single);
}

// What each seat gets for what the game is worth.
constexpr std::array<int, 3> skat_scores(const game_state<skat>& s, const skat_worth& w,
                                         const skat::options& o) {
    const skat_payment p = skat_settle(o.settlement, w.won, w.score * (1 << s.contra));
    std::array<int, 3> out{};
    for (int k = 0; k < 3; ++k)
        out[static_cast<std::size_t>(k)] = k == index(s.soloist) ? p.soloist : p.defender;
    return out;
}

constexpr std::array<int, 3> score(const game_state<skat>& s, const skat::options& o) {
    if (!is_declared(s)) return {};  // passed in
    return skat_scores(s, worth_of_deal(s, o), o);
}

// A match is a list of deals.
struct skat_match {
    std::array<int, 3> totals{};
    int deals = 0;
    int winner = -1;  // after the last deal who has most; of several, the lowest
    friend constexpr bool operator==(const skat_match&, const skat_match&) = default;
};

// REQUIRES: m.winner < 0.
constexpr skat_match skat_add_deal(skat_match m, const std::array<int, 3>& deal,
                                   const skat::options& o) {
    assert(m.winner < 0);
    for (std::size_t k = 0; k < 3; ++k) m.totals[k] += deal[k];
    if (++m.deals < o.deals) return m;
    m.winner = static_cast<int>(std::ranges::max_element(m.totals) - m.totals.begin());
    return m;
}

// Its facets (games/facets.h).
template <>
struct solving<skat>;
template <>
struct hidden_cards<skat>;
template <>
struct soft_rule_set<skat>;
action rule_choice(const view<skat>& v, public_record record);

}  // namespace mu
