// How often games of skat are made, from what one seat sees: chances fitted to deals.
#pragma once

#include <cmath>

#include <mu/games/skat.h>
#include <mu/policy/lose_all.h>

namespace mu::skat_chances {

// Closed, a null is made more often than with all hands seen.
inline constexpr double closed_null = 0.8;

inline double chance(double x) { return 1 / (1 + std::exp(-x)); }

// When the cards are judged: before the skat is seen, with two of twelve laid away, or as they are
// in a hand game.
enum class moment : std::uint8_t { before, after, hand };

struct judged_cards {
    card_mask hand = 0;
    int laid_points = 0;
    bool leads = false;  // forehand
};

// The weights of what is counted, by moment: logistic regression on 1,200 suit games, 300 grands
// and 600 nulls of random deals, each solved with all hands seen.
inline constexpr std::array<std::array<double, 10>, 3> suit_weights{
    {{-1.67, 0.34, 0.99, 0.64, 0.71, 0.63, -0.14, 0.52, -0.94, 0.43},
     {-3.48, 0.48, 1.52, 0.87, 1.07, 0.99, -0.08, 1.21, -1.63, 0.34},
     {-2.61, 0.55, 0.74, 0.34, 0.66, 0.89, -0.39, -0.43, -1.28, 0.2}}};
inline constexpr std::array<std::array<double, 10>, 3> grand_weights{
    {{0.69, 1.00, 0.89, -0.02, 1.01, 0.10, 0.85, -1.02, -1.06, 0.60},
     {0.66, 1.24, 1.02, -0.42, 1.27, -0.10, 0.99, -1.43, -0.94, 0.62},
     {-0.48, 0.82, 1.25, 0.44, 1.37, -0.06, 0.48, -1.21, -0.94, 0.51}}};
inline constexpr std::array<std::array<double, 5>, 3> null_weights{
    {{0.82, -0.24, -0.05, -0.28, 0.47},
     {2.27, -0.58, -0.50, -0.33, 0.65},
     {2.34, -0.98, 0.32, -0.53, -0.41}}};
inline constexpr double laid_weight = 0.037;  // for each point laid away
inline constexpr double laid_weight_grand = 0.079;

template <std::size_t N>
double sum_of(const std::array<double, N>& weights, const std::array<double, N - 1>& counts) {
    double x = weights[0];
    for (std::size_t i = 0; i + 1 < N; ++i) x += weights[i + 1] * counts[i];
    return x;
}

// Aces, tens beside their ace, tens without, other cards, those beyond ace and ten.
struct side_suits {
    int aces = 0, covered = 0, bare = 0, loose = 0, length = 0;

    void add(card_mask suited, suit s) {
        const bool ace = (suited & bit(skat_card(s, skat::ace))) != 0;
        const bool ten = (suited & bit(skat_card(s, skat::ten))) != 0;
        const int n = ops::popcount(suited);
        const int good = (ace ? 1 : 0) + (ace && ten ? 1 : 0);
        aces += ace ? 1 : 0;
        covered += ace && ten ? 1 : 0;
        bare += ten && !ace ? 1 : 0;
        loose += n - good;
        if (good == 2) length += n - good;
    }
};

inline double made_suit(suit trump, moment when, const judged_cards& c) {
    const card_mask jacks = c.hand & skat_jacks, trumps = c.hand & suit_masks<skat>[trump] & ~jacks;
    side_suits side;
    for (const suit s : all_suits)
        if (s != trump) side.add(c.hand & suit_masks<skat>[s] & ~skat_jacks, s);
    const card_mask high =
        trumps & (bit(skat_card(trump, skat::ace)) | bit(skat_card(trump, skat::ten)));
    const double count = ops::popcount(jacks | trumps), jack_count = ops::popcount(jacks);
    const double old = (jacks & bit(skat_trump({}, 0))) != 0 ? 1 : 0;  // the jack of clubs
    const double x =
        sum_of(suit_weights[static_cast<std::size_t>(when)],
               {count, jack_count, old, double(ops::popcount(high)), double(side.aces),
                double(side.covered), double(side.bare), double(side.loose), c.leads ? 1.0 : 0.0});
    return chance(x + laid_weight * c.laid_points);
}

inline double made_grand(moment when, const judged_cards& c) {
    const card_mask jacks = c.hand & skat_jacks;
    side_suits side;
    for (const suit s : all_suits) side.add(c.hand & suit_masks<skat>[s] & ~skat_jacks, s);
    const auto has = [&](int place) {
        return (jacks & bit(skat_trump({}, place))) != 0 ? 1.0 : 0.0;
    };
    const double x =
        sum_of(grand_weights[static_cast<std::size_t>(when)],
               {double(ops::popcount(jacks)), has(0), has(1), double(side.aces),
                double(side.covered), double(side.bare), double(side.loose - side.length),
                double(side.length), c.leads ? 1.0 : 0.0});
    return chance(x + laid_weight_grand * c.laid_points);
}

inline double made_null(moment when, const judged_cards& c, bool open) {
    int all = 0, most = 0, suits = 0;
    for (const suit s : all_suits) {
        const card_mask held = c.hand & suit_masks<skat>[s];
        const int n = exposed<skat>(held, suit_masks<skat>[s] & ~c.hand, skat::order::null);
        all += n;
        most = std::max(most, n);
        suits += n > 0 ? 1 : 0;
    }
    const double x = sum_of(null_weights[static_cast<std::size_t>(when)],
                            {double(all), double(most), double(suits), c.leads ? 1.0 : 0.0});
    return chance(x + (open ? 0 : closed_null));
}

// --- What is announced. Logistic regression on hand games of two million deals that rule players
// played out, those alone in which a first fit gave 90 points 0.6 and all tricks 0.1.

enum class goal_announced : std::uint8_t { schneider, schwarz };
inline constexpr std::array<std::array<double, 12>, 2> suit_announced{
    {{-7.91, 0.91, 1.86, 1.46, 0.66, 0.53, 0.44, -0.53, -1.34, -1.69, 1.40, -0.12},
     {-9.19, 0.74, -0.11, 3.04, 1.29, 0.05, 0.16, -0.51, -2.57, -1.49, 1.08, 0.12}}};
inline constexpr std::array<std::array<double, 12>, 2> grand_announced{
    {{-3.31, 1.75, 1.41, 0.56, -0.22, 0, 0.54, -0.61, -2.14, -2.07, 1.97, -0.10},
     {-2.22, 0.77, -0.03, 0.91, -0.11, 0, 0.03, -0.28, -1.46, -0.80, 0.66, 0.16}}};
// The same number for all: the defenders see every card of an ouvert.
inline constexpr double seen_by_all = 1;

// The trumps of one hand, and the rest of it by suits.
struct trumps_and_sides {
    int trumps = 0, jacks = 0, high = 0, voids = 0;  // high: ace and ten of the trump suit
    bool first = false, second = false;              // jacks of clubs and spades
    side_suits side;

    trumps_and_sides(const skat_game& g, card_mask hand) {
        const bool grand = g.kind == skat_kind::grand;
        const card_mask held = hand & ~skat_jacks;
        jacks = ops::popcount(hand & skat_jacks);
        trumps = jacks;
        first = (hand & bit(skat_trump({}, 0))) != 0;
        second = (hand & bit(skat_trump({}, 1))) != 0;
        for (const suit s : all_suits) {
            const card_mask suited = held & suit_masks<skat>[s];
            if (!grand && s == g.trump) {
                trumps += ops::popcount(suited);
                high = ops::popcount(suited &
                                     (bit(skat_card(s, skat::ace)) | bit(skat_card(s, skat::ten))));
            } else {
                side.add(suited, s);
                voids += suited == 0 ? 1 : 0;
            }
        }
    }
};

// Every card wins if he leads: the highest of each suit, and enough trumps to draw all others.
inline bool all_win(const skat_game& g, card_mask hand) {
    const trumps_and_sides n(g, hand);
    if (skat_matadors(g, hand) != n.trumps || 2 * n.trumps < skat_trump_count(g)) return false;
    for (const suit s : all_suits) {
        if (g.kind == skat_kind::suit && s == g.trump) continue;
        const card_mask suited = suit_masks<skat>[s] & ~skat_jacks, held = hand & suited;
        // Any missing card is below the lowest held.
        if (held != 0 && (suited & ~held) >> ops::lsb_index(held) != 0) return false;
    }
    return true;
}

// 90 points, or what is announced beyond schneider. REQUIRES: a suit game or grand by hand.
inline double made_announced(const skat_game& g, const judged_cards& c) {
    if (c.leads && all_win(g, c.hand)) return 1;
    const trumps_and_sides n(g, c.hand);
    const auto goal =
        g.has(skat_announced::schwarz) ? goal_announced::schwarz : goal_announced::schneider;
    const auto& weights = g.kind == skat_kind::grand ? grand_announced : suit_announced;
    const double x =
        sum_of(weights[static_cast<std::size_t>(goal)],
               {double(n.trumps), n.first ? 1.0 : 0.0, n.second ? 1.0 : 0.0,
                double(n.jacks) - (n.first ? 1 : 0) - (n.second ? 1 : 0), double(n.high),
                double(n.side.aces), double(n.side.covered), double(n.side.bare),
                double(n.side.loose), double(n.side.length), c.leads ? 1.0 : 0.0});
    return chance(x - (g.has(skat_announced::ouvert) ? seen_by_all : 0));
}

inline double made(const skat_game& g, moment when, const judged_cards& c) {
    if (g.kind != skat_kind::null && g.announced != skat_announced::nothing)
        return made_announced(g, c);
    if (g.kind == skat_kind::suit) return made_suit(g.trump, when, c);
    if (g.kind == skat_kind::grand) return made_grand(when, c);
    return made_null(when, c, g.announced == skat_announced::ouvert);
}

// --- Contra. Logistic regression on 200,000 games that rule players bid and played.

inline constexpr std::array<double, 10> suit_lost{-1.535, -1.576, 0.126, 0.140,  0.310,
                                                  -0.353, -0.340, 0.869, -0.218, 0.250};
inline constexpr std::array<double, 10> grand_lost{-1.557, -0.773, 0.283, 0.352,  0.054,
                                                   -0.197, -0.115, 0.345, -0.244, 0.860};
inline constexpr std::array<double, 6> null_lost{-1.325, -1.069, -1.815, 0.113, 0.928, -0.601};

// That a defender with these cards sees the game lost, which was bid up to a value.
inline double lost_against(const skat_game& g, int bid, const judged_cards& c) {
    const double by_hand = g.hand ? 1 : 0, leads = c.leads ? 1 : 0;
    if (g.kind == skat_kind::null) {
        int low = 0, voids = 0;
        for (const suit s : all_suits) {
            const card_mask held = c.hand & suit_masks<skat>[s];
            for (const int rank : {skat::seven, skat::eight, skat::nine})
                low += (held & bit(skat_card(s, rank))) != 0 ? 1 : 0;
            voids += held == 0 ? 1 : 0;
        }
        const double open = g.has(skat_announced::ouvert) ? 1 : 0;
        return chance(sum_of(null_lost, {by_hand, open, double(low), double(voids), leads}));
    }
    const trumps_and_sides n(g, c.hand);
    return chance(sum_of(g.kind == skat_kind::grand ? grand_lost : suit_lost,
                         {by_hand, double(n.trumps), n.first ? 1.0 : 0.0, n.second ? 1.0 : 0.0,
                          double(n.side.covered), double(n.side.bare), double(n.voids), leads,
                          double(bid) / g.base()}));
}

// What is left of a soloist's chance when a defender has said contra.
inline double made_after_contra(const skat_game& g, double p) {
    constexpr std::array<std::array<double, 2>, 3> by_kind{
        {{-0.95, 0.43}, {-1.40, 0.54}, {-0.15, 0.36}}};  // suit, grand, null
    const double sure = std::clamp(p, 0.001, 0.999);
    return chance(
        sum_of(by_kind[static_cast<std::size_t>(g.kind) - 1], {std::log(sure / (1 - sure))}));
}

}  // namespace mu::skat_chances
