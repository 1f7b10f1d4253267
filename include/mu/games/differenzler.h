// Differenzler: Jass for four players, each for himself, who predict their own points.
//
// Trump is a random suit. Before play every player predicts how many of the 157 points he will win;
// what he is off by counts against him. A hand void in the led suit may undertrump. Otherwise play
// is that of the Schieber. docs/games/differenzler.md gives rules, options and identifiers in full.
#pragma once

#include <algorithm>

#include <mu/cards/deal.h>
#include <mu/games/facets.h>
#include <mu/games/jass/cards.h>
#include <mu/games/view.h>

namespace mu {

struct differenzler : jass_cards {
    static constexpr int sides = 4;
    static constexpr play_rules play{.seats = 4,
                                     .tricks = 9,
                                     .follow = {.trump_replaces_suit = true,
                                                .spare_top_trump = true,
                                                .under = undertrump::if_void},
                                     .keep_cards = true};

    // A prediction takes two actions: the tens, then the units.
    static constexpr action first_tens = 36;   // 0, 10, .. 150
    static constexpr action first_units = 52;  // 0 .. 9; after 150 only to 7

    static constexpr std::uint8_t no_prediction = 0xFF;
    static constexpr std::uint8_t hidden_prediction = 0xFE;  // in views: made, but not known

    // The options that decide what is legal and what is seen. The state carries them.
    struct house_rules {
        bool seed_order = false;  // the ten above king and queen of trumps
        bool open = false;        // predictions are heard by all
        friend constexpr bool operator==(const house_rules&, const house_rules&) = default;
    };

    struct extra {
        per_seat<std::uint8_t> points{};
        per_seat<std::uint8_t> predicted{no_prediction, no_prediction, no_prediction,
                                         no_prediction};
        std::uint8_t tens = no_prediction;  // of the prediction being made: 0, 10, .. 150
        house_rules house{};
        friend constexpr bool operator==(const extra&, const extra&) = default;
    };

    struct options {
        house_rules house{};
        bool bonus = false;       // 10 points for an exact prediction
        std::uint8_t deals = 12;  // of a match
        friend constexpr bool operator==(const options&, const options&) = default;
    };

    // The hands, forehand's first; the last hand lies in two places, which name the trump suit.
    static constexpr deal_layout layout(const options&) { return mu::layout({9, 9, 9, 7, 2}); }
};

static_assert(std::is_trivially_copyable_v<game_state<differenzler>>);
static_assert(sizeof(game_state<differenzler>) <= 88);

// The cut. Which two of the last hand's nine cards lie apart is one of 36 equally likely pairs,
// whatever the hands are; counted off in fours they give every suit the same chance and tell
// nothing about any hand. (A cut card that stays in a hand would.)
constexpr suit cut_suit(card_mask pair, card_mask hand) {
    const auto pairs = detail::rank_combination(arch::extract(pair, hand));
    return static_cast<suit>(pairs % suit_count);
}

// --- Hooks of trick_play -----------------------------------------------------------------------

constexpr jass_cards::order order_now(const game_state<differenzler>& s) {
    return jass_cards::trump_order(s.trump, s.extra.house.seed_order);
}
constexpr int side_of(const game_state<differenzler>&, seat who) { return index(who); }
constexpr void trick_done(game_state<differenzler>& s) {
    const int bonus = s.tricks_remaining == 0 ? differenzler::last_trick_bonus : 0;
    auto& points = s.extra.points[s.trick.current_winner];
    points = static_cast<std::uint8_t>(
        points + card_points<differenzler>(s.trick.mask, order_now(s)) + bonus);
}

// --- Rules -------------------------------------------------------------------------------------

// Forehand predicts first, and leads when all have predicted.
constexpr bool is_predicting(const game_state<differenzler>& s) {
    return s.extra.predicted[s.current_player] == differenzler::no_prediction;
}

template <>
struct rules<differenzler> : trick_play<differenzler> {
    static constexpr seat to_act(const state& s) { return s.current_player; }

    static constexpr action_set legal_actions(const state& s) {
        if (!is_predicting(s)) return {is_over(s) ? 0 : legal_moves(s), 0};
        if (s.extra.tens == differenzler::no_prediction) return {0xFFFF, differenzler::first_tens};
        return {s.extra.tens == 150 ? 0xFFU : 0x3FFU, differenzler::first_units};
    }

    static constexpr void apply(state& s, action a) {
        if (is_predicting(s))
            predict(s, a);
        else
            play_card(s, a);
    }

private:
    static constexpr void predict(state& s, action a) {
        assert(legal_actions(s).contains(a));
        auto& x = s.extra;
        if (x.tens == differenzler::no_prediction) {
            x.tens = static_cast<std::uint8_t>(10 * (a - differenzler::first_tens));
            return;
        }
        x.predicted[s.current_player] =
            static_cast<std::uint8_t>(x.tens + a - differenzler::first_units);
        x.tens = differenzler::no_prediction;
        s.current_player = next_seat(s.current_player);
    }
};

constexpr deal_phase phase_of(const game_state<differenzler>& s) {
    if (rules<differenzler>::is_over(s)) return deal_phase::over;
    return is_predicting(s) ? deal_phase::auction : deal_phase::play;
}

// Unless predictions are open, each knows its own alone.
constexpr bool sees_action(const game_state<differenzler>& before, action a, seat observer) {
    return a < differenzler::first_tens || before.extra.house.open ||
           before.current_player == observer;
}

// --- Deals and views ---------------------------------------------------------------------------

// Forehand, the seat after the dealer, is about to predict. REQUIRES: the hands are disjoint, of
// equal size, at most 9 cards; a trump suit.
constexpr game_state<differenzler> differenzler_start(const per_seat<card_mask>& hands, suit trump,
                                                      seat dealer, const differenzler::options& o) {
    game_state<differenzler> s;
    s.hands = hands;
    s.trump = trump;
    s.dealer = dealer;
    s.current_player = next_seat(dealer);
    s.tricks_remaining = static_cast<std::uint8_t>(ops::popcount(hands[0]));
    s.extra.house = o.house;
    return s;
}

// The deal in `places`, as differenzler::layout orders them.
constexpr game_state<differenzler> start_deal(differenzler, const differenzler::options& o,
                                              std::span<const card_mask> places, seat dealer, int) {
    per_seat<card_mask> hands{};
    for (int k = 0; k < 4; ++k) hands[seat_after<differenzler>(dealer, k + 1)] = places[k];
    hands[dealer] |= places[4];
    return differenzler_start(hands, cut_suit(places[4], hands[dealer]), dealer, o);
}

// The others' predictions are hidden, unless they were made openly, until the deal is over.
constexpr void hide_derived(game_state<differenzler>& s, seat observer) {
    auto& x = s.extra;
    if (x.house.open || rules<differenzler>::is_over(s)) return;
    const auto cover = [](std::uint8_t& made) {
        if (made != differenzler::no_prediction) made = differenzler::hidden_prediction;
    };
    for (int k = 0; k < 4; ++k)
        if (k != index(observer)) cover(x.predicted[k]);
    if (s.current_player != observer) cover(x.tens);
}

// A random deal with random predictions, the first lead to come: for benchmarks and tests.
constexpr game_state<differenzler> random_first_lead(differenzler, rng& generator) {
    per_seat<card_mask> hands{};
    deal_random(layout({9, 9, 9, 9}), generator, hands);
    const auto trump = static_cast<suit>(generator.below(suit_count));
    const auto dealer = static_cast<seat>(generator.below(4));
    game_state<differenzler> s = differenzler_start(hands, trump, dealer, {});
    for (auto& p : s.extra.predicted)
        p = static_cast<std::uint8_t>(generator.below(differenzler::total_points + 1));
    return s;
}

// --- Scoring -----------------------------------------------------------------------------------

// What a prediction costs; below zero if an exact one earns the bonus. Zero met without a single
// trick is no feat and earns none.
constexpr int differenzler_penalty(int predicted, int points, bool won_a_trick, bool bonus) {
    const int off = predicted < points ? points - predicted : predicted - points;
    return bonus && off == 0 && (predicted > 0 || won_a_trick) ? -10 : off;
}

// Points of each seat at the end of a deal: what he was off by, as a loss.
constexpr std::array<int, 4> score(const game_state<differenzler>& s,
                                   const differenzler::options& o) {
    std::array<int, 4> out{};
    for (std::size_t k = 0; k < 4; ++k)
        out[k] = -differenzler_penalty(s.extra.predicted[k], s.extra.points[k], s.tricks_won[k] > 0,
                                       o.bonus);
    return out;
}

struct differenzler_match {
    std::array<int, 4> totals{};  // sums of score(): the highest wins
    int deals = 0;
    int winner = -1;  // seat
    friend constexpr bool operator==(const differenzler_match&,
                                     const differenzler_match&) = default;
};

// Adds one deal. If two lead alike after the last deal, another is played. REQUIRES: m.winner < 0.
constexpr differenzler_match differenzler_add_deal(differenzler_match m,
                                                   const std::array<int, 4>& deal,
                                                   const differenzler::options& o) {
    assert(m.winner < 0);
    for (std::size_t k = 0; k < 4; ++k) m.totals[k] += deal[k];
    if (++m.deals < o.deals) return m;
    const auto best = std::ranges::max_element(m.totals);
    if (std::ranges::count(m.totals, *best) == 1)
        m.winner = static_cast<int>(best - m.totals.begin());
    return m;
}

// Its facets (games/facets.h).
template <>
struct hidden_cards<differenzler>;
template <>
struct soft_rule_set<differenzler>;
action rule_choice(const view<differenzler>& v, public_record record);

}  // namespace mu
