// Which card to try first, where tricks are worth what is in them.
//
// A card is judged by what becomes of the trick: will it win, may the others still beat it, can
// partner? Each such case has a weight, which grows or shrinks with what the card counts. The
// weights were found by counting nodes: small random changes, kept if they save nodes.
#pragma once

#include <mu/solve/points_board.h>

namespace mu {

struct points_weights {
    struct lead {
        int base, worth;  // a card of the case, and what it loses for each point it counts
    };
    struct follow {
        int base, worth, trick;  // and what it gains for each point in the trick
    };
    // Leads, plain and trump. Each case twice: nobody can ruff, an opponent can.
    //   the opponents have no higher card of the suit; partner has the highest; partner can ruff;
    //   none of these
    lead leads[2][8];
    int own, foes, partner;      // for each card of the suit in these hands
    int own_trump, foe_trump;    // besides, where it is the trump suit
    int next_void, before_void;  // the hand that plays next, the hand that plays last, is void
    // Answers by the second, third and fourth hand to play. Each case twice: plain, trump.
    //   wins for good; wins so far; partner wins for good; partner wins so far; an opponent wins
    //   and partner may beat him; an opponent wins
    follow follows[3][12];
    int discard, discard_top, discard_length;  // any; the highest of its suit; by suit length
    int killer;  // a card that refuted a position like this one, not last but before
};

// Whoever is void must ruff: contrée.
inline constexpr points_weights forced_ruff_order{
    .leads =
        {{{366, -24}, {-8, 33}, {213, -11}, {136, 1}, {90, -17}, {110, 36}, {63, 10}, {167, 20}},
         {{-58, 28}, {339, 9}, {158, -35}, {86, 3}, {-49, 7}, {20, 12}, {-56, 19}, {321, 4}}},
    .own = 11,
    .foes = 7,
    .partner = -24,
    .own_trump = -2,
    .foe_trump = -12,
    .next_void = -29,
    .before_void = -143,
    .follows = {{{523, -19, 0},
                 {120, -28, -5},
                 {291, 13, 0},
                 {113, 2, 9},
                 {134, -3, 17},
                 {80, 1, 5},
                 {159, 1, 12},
                 {145, 18, 31},
                 {-154, -3, 5},
                 {-27, 23, -8},
                 {28, 33, -12},
                 {-79, 3, 38}},
                {{608, -50, -30},
                 {270, -1, 7},
                 {48, 21, -32},
                 {110, 1, -1},
                 {237, -7, 15},
                 {22, -24, -23},
                 {105, 21, 6},
                 {135, 5, 5},
                 {64, -13, 2},
                 {-453, 6, -7},
                 {-138, 2, 4},
                 {-236, 24, -1}},
                {{227, -10, 25},
                 {234, -3, 7},
                 {34, -18, -18},
                 {96, -5, -12},
                 {295, -5, 23},
                 {-32, -45, 3},
                 {-103, 39, 14},
                 {17, 24, 36},
                 {192, 13, 2},
                 {-141, 15, -31},
                 {-48, 20, -4},
                 {-89, 4, -18}}},
    .discard = 95,
    .discard_top = -79,
    .discard_length = -25,
    .killer = 6964};

// Anybody may ruff at any time: jass with trumps.
inline constexpr points_weights free_ruff_order{
    .leads =
        {{{674, 10}, {41, 26}, {301, -11}, {158, 8}, {72, -5}, {215, -9}, {82, 8}, {-411, 19}},
         {{-45, -25}, {236, 25}, {353, 17}, {45, -4}, {-114, 8}, {183, -7}, {300, 2}, {16, 7}}},
    .own = -24,
    .foes = 2,
    .partner = -4,
    .own_trump = -12,
    .foe_trump = -2,
    .next_void = -40,
    .before_void = 18,
    .follows = {{{318, -8, 6},
                 {-17, 3, 18},
                 {316, -10, 8},
                 {12, 11, 6},
                 {288, 8, 17},
                 {137, 11, 7},
                 {116, -11, -11},
                 {439, 38, 10},
                 {229, -1, 6},
                 {-104, 2, 20},
                 {-68, 32, -6},
                 {-173, 11, 0}},
                {{151, -47, 0},
                 {373, 11, 23},
                 {143, -15, -11},
                 {50, -14, 6},
                 {530, -6, 8},
                 {156, 2, 19},
                 {271, 24, -7},
                 {5, 7, -2},
                 {48, -7, -6},
                 {-58, 7, -5},
                 {58, 25, -17},
                 {28, 25, -14}},
                {{368, -29, 14},
                 {250, 16, 17},
                 {-23, -19, -18},
                 {156, -15, -33},
                 {507, -16, 4},
                 {-23, 6, 0},
                 {94, 9, -10},
                 {272, 26, -11},
                 {20, 20, 0},
                 {32, 6, -9},
                 {32, 14, -5},
                 {-11, 3, -1}}},
    .discard = -21,
    .discard_top = -43,
    .discard_length = -8,
    .killer = 5600};

// Without trumps.
inline constexpr points_weights plain_order{
    .leads = {{{184, -17}, {236, 8}, {152, -43}, {196, 16}, {-40, 12}, {28, 11}, {0, 7}, {-8, 8}},
              {{300, 4}, {256, 5}, {100, 2}, {104, 7}, {128, 4}, {104, -3}, {-4, -10}, {216, -5}}},
    .own = 12,
    .foes = 11,
    .partner = 8,
    .own_trump = 9,
    .foe_trump = -9,
    .next_void = -49,
    .before_void = -14,
    .follows = {{{180, -10, -6},
                 {184, 2, -8},
                 {164, 3, -5},
                 {120, 0, 5},
                 {220, 2, 1},
                 {160, 5, 0},
                 {112, -9, -5},
                 {200, 7, 23},
                 {4, -9, 13},
                 {-68, -4, 19},
                 {52, 5, -15},
                 {-180, -1, 37}},
                {{420, -6, -2},
                 {156, 11, 0},
                 {292, 16, -14},
                 {148, 18, -23},
                 {284, -10, 7},
                 {80, 2, -9},
                 {200, 6, -8},
                 {56, -1, 0},
                 {-80, -3, -12},
                 {-116, -4, -2},
                 {-80, 4, -15},
                 {-196, 15, 17}},
                {{208, -14, -12},
                 {204, 4, 3},
                 {116, 6, -12},
                 {64, -8, -11},
                 {488, -7, -11},
                 {172, 1, -12},
                 {124, -11, 4},
                 {204, 8, 4},
                 {24, 25, -2},
                 {-100, 2, -2},
                 {-156, 24, 6},
                 {-100, 7, -5}}},
    .discard = -136,
    .discard_top = -120,
    .discard_length = -11,
    .killer = 3700};

// Whoever follows must go over, whoever is void must ruff: ulti.
inline constexpr points_weights heading_order{
    .leads = {{{418, -12}, {58, 11}, {172, 10}, {79, -5}, {-2, -3}, {0, 6}, {-11, 4}, {4, 4}},
              {{156, -3}, {242, -2}, {65, 2}, {103, 4}, {77, 0}, {80, 4}, {143, 2}, {80, 4}}},
    .own = 16,
    .foes = -8,
    .partner = 15,
    .own_trump = -7,
    .foe_trump = -6,
    .next_void = -15,
    .before_void = -18,
    .follows = {{{151, -4, 12},
                 {191, -12, 0},
                 {127, -2, 0},
                 {66, 6, 2},
                 {256, -7, 0},
                 {120, -4, 4},
                 {160, 9, 0},
                 {192, 4, 1},
                 {0, -10, -12},
                 {-80, 1, 1},
                 {1, 13, -7},
                 {-60, 3, -1}},
                {{254, -11, -10},
                 {287, -5, 8},
                 {160, 7, -6},
                 {80, -3, 5},
                 {216, -11, -14},
                 {81, -1, -6},
                 {109, 4, 6},
                 {160, -1, 2},
                 {8, 1, -8},
                 {-96, 3, -1},
                 {0, 15, 0},
                 {-60, 14, 0}},
                {{205, -4, 0},
                 {256, 8, 12},
                 {110, 4, -1},
                 {80, -2, -6},
                 {256, -4, 3},
                 {108, 11, 2},
                 {174, 4, 2},
                 {160, 4, 14},
                 {-5, 8, -8},
                 {-62, 0, 3},
                 {1, 0, 2},
                 {-69, -3, 0}}},
    .discard = 0,
    .discard_top = -9,
    .discard_length = -6,
    .killer = 4000};

}  // namespace mu

namespace mu::inline MU_ISA {

MU_INLINE const points_weights& weights_for(const follow_rule& rule, bool trumps) {
    if (rule.head) return heading_order;
    if (!trumps) return plain_order;
    return rule.trump_replaces_suit ? free_ruff_order : forced_ruff_order;
}

// The cards with which those who play later to a trick may still win it.
template <typename E>
struct cards_ahead {
    E foes = 0, partners = 0;
};
template <int k, solve_rules R, typename E, template <typename> typename Goal>
MU_INLINE cards_ahead<E> look_ahead(const points_board<R, E, Goal>& b,
                                    const open_trick<E, R.fields>& t, int p) {
    cards_ahead<E> out;
    for (int j = k + 1, q = p; j < R.seats; ++j) {
        q = b.after(q);
        const E h = b.hand[q];
        const bool follows = !b.follow().trump_replaces_suit && (h & t.led) != 0;
        (b.friends(p, q) ? out.partners : out.foes) |= h & (follows ? t.led : t.led | b.trumps);
    }
    return out;
}

template <solve_rules R, typename E, template <typename> typename Goal>
MU_INLINE int score_lead(const points_board<R, E, Goal>& b, const points_weights& w, int p, E card,
                         int worth, bool low) {
    const E suit = b.suit_of(card), own = b.hand[p];
    const bool trump = (card & b.trumps) != 0;
    const auto ruffs = [&](E h) {
        return !trump && (h & b.trumps) != 0 && (b.follow().trump_replaces_suit || (h & suit) == 0);
    };
    E foes = 0, partners = 0;
    bool foe_ruffs = false, partner_ruffs = false;
    for (int j = 1, q = p; j < R.seats; ++j) {
        q = b.after(q);
        const E h = b.hand[q];
        if (b.friends(p, q)) {
            partners |= h & suit;
            partner_ruffs |= ruffs(h);
        } else {
            foes |= h & suit;
            foe_ruffs |= ruffs(h);
        }
    }
    const bool partner_best = low ? b.lowest(partners) - 1 < b.lowest(foes) - 1 : partners > foes;
    const int which = (b.over(card, low) & foes) == 0 ? 0
                      : partner_best                  ? 2
                      : partner_ruffs                 ? 4
                                                      : 6;
    const auto& of = w.leads[trump ? 1 : 0][which + (foe_ruffs ? 1 : 0)];
    int score = of.base - of.worth * worth + w.own * b.count(own & suit) + w.foes * b.count(foes) +
                w.partner * b.count(partners);
    if (trump) score += w.own_trump * b.count(own & suit) + w.foe_trump * b.count(foes);
    if ((b.hand[b.after(p)] & suit) == 0) score += w.next_void;
    if ((b.hand[b.after(p, R.seats - 1)] & suit) == 0) score += w.before_void;
    return score;
}

template <int k, solve_rules R, typename E, template <typename> typename Goal>
MU_INLINE int score_follow(const points_board<R, E, Goal>& b, const points_weights& w,
                           const open_trick<E, R.fields>& t, const cards_ahead<E>& ahead, int p,
                           E card, int worth, bool low) {
    const bool wins = (card & t.beaters) != 0;
    const E over = wins ? b.over(card, low) & (t.led | b.trumps) : t.beaters;
    const bool risk = (over & ahead.foes) != 0;
    int which;
    if (wins)
        which = risk ? 2 : 0;
    else if (b.friends(t.winner, p))
        which = risk ? 6 : 4;
    else
        which = (over & ahead.partners) != 0 ? 8 : 10;
    const auto& of = w.follows[k - 1][which + ((card & b.trumps) != 0 ? 1 : 0)];
    int score = of.base - of.worth * worth + of.trick * t.points;
    if ((card & (t.led | b.trumps)) == 0) {
        const E suit = b.suit_of(card);
        score += w.discard + w.discard_length * b.count(b.hand[p] & suit);
        if ((b.live() & suit & b.over(card, low)) == 0) score += w.discard_top;
    }
    return score;
}

}  // namespace mu::inline MU_ISA
