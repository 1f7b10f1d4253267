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
        {{{292, -48}, {0, 15}, {176, -7}, {196, 4}, {164, -5}, {176, 15}, {96, 8}, {72, 19}},
         {{-120, 22}, {280, 14}, {124, -45}, {100, 15}, {-40, 15}, {20, 16}, {-112, 2}, {336, 5}}},
    .own = 19,
    .foes = 8,
    .partner = -26,
    .own_trump = 10,
    .foe_trump = -29,
    .next_void = -41,
    .before_void = -54,
    .follows = {{{368, -11, -5},
                 {120, -25, -17},
                 {308, 16, -8},
                 {148, 0, 9},
                 {228, -6, 17},
                 {80, 1, -8},
                 {200, -5, 0},
                 {160, 14, 34},
                 {-184, -13, -4},
                 {-24, -7, -8},
                 {28, 26, -6},
                 {-64, 4, 29}},
                {{608, -28, -30},
                 {244, -1, 4},
                 {60, 25, -14},
                 {88, 1, 0},
                 {272, -4, 6},
                 {28, -22, -9},
                 {84, 21, 6},
                 {108, 9, 5},
                 {48, -10, 2},
                 {-312, 6, 3},
                 {-148, 8, 7},
                 {-292, 16, 2}},
                {{296, -2, 15},
                 {272, 9, -4},
                 {28, -18, -18},
                 {96, 1, -4},
                 {304, -8, 8},
                 {-24, -34, 4},
                 {-180, 36, 16},
                 {16, 24, 28},
                 {192, 13, 2},
                 {-144, -3, -31},
                 {-48, 23, -6},
                 {-124, 10, -7}}},
    .discard = 136,
    .discard_top = -72,
    .discard_length = -12,
    .killer = 6800};

// Anybody may ruff at any time: jass with trumps.
inline constexpr points_weights free_ruff_order{
    .leads =
        {{{464, -7}, {48, 30}, {316, -12}, {176, 10}, {72, 1}, {92, -5}, {100, -3}, {-392, 13}},
         {{-56, -22}, {236, 25}, {336, 14}, {44, -4}, {-108, 11}, {176, -7}, {376, 16}, {16, 2}}},
    .own = -21,
    .foes = 0,
    .partner = -5,
    .own_trump = -10,
    .foe_trump = -5,
    .next_void = -31,
    .before_void = 18,
    .follows = {{{376, -2, 6},
                 {-12, 0, 18},
                 {316, -3, 8},
                 {16, 8, 6},
                 {288, 4, 12},
                 {108, 15, 7},
                 {116, -11, -11},
                 {260, 31, 3},
                 {192, -7, 2},
                 {-104, 3, 22},
                 {-68, 27, -3},
                 {-152, 14, -4}},
                {{208, -28, 0},
                 {380, 15, 8},
                 {192, -16, 9},
                 {60, -19, 1},
                 {624, -10, 14},
                 {272, -3, -2},
                 {204, 36, -4},
                 {12, 7, -2},
                 {48, 1, -6},
                 {-56, 20, 1},
                 {44, 30, -12},
                 {28, 25, -14}},
                {{344, -27, 16},
                 {232, 16, 16},
                 {-20, -19, -15},
                 {156, -12, -25},
                 {388, -26, 11},
                 {-32, 3, -3},
                 {96, 13, -11},
                 {272, 18, -16},
                 {20, 12, 3},
                 {32, -1, -16},
                 {32, 8, -9},
                 {-8, 3, 3}}},
    .discard = -16,
    .discard_top = -45,
    .discard_length = -9,
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
    .leads = {{{256, 4}, {256, 4}, {80, 4}, {80, 4}, {0, 4}, {0, 4}, {0, 4}, {0, 4}},
              {{256, 4}, {256, 4}, {80, 4}, {80, 4}, {80, 4}, {80, 4}, {80, 4}, {80, 4}}},
    .own = 0,
    .foes = 0,
    .partner = 0,
    .own_trump = 0,
    .foe_trump = 0,
    .next_void = 0,
    .before_void = 0,
    .follows = {{{256, -4, 0},
                 {256, 4, 0},
                 {160, 4, 0},
                 {80, 4, 0},
                 {256, -4, 0},
                 {120, -4, 0},
                 {160, 4, 0},
                 {160, 4, 0},
                 {0, 4, 0},
                 {-80, 4, 0},
                 {0, 4, 0},
                 {-80, 4, 0}},
                {{256, -4, 0},
                 {256, 4, 0},
                 {160, 4, 0},
                 {80, 4, 0},
                 {256, -4, 0},
                 {120, -4, 0},
                 {160, 4, 0},
                 {160, 4, 0},
                 {0, 4, 0},
                 {-80, 4, 0},
                 {0, 4, 0},
                 {-80, 4, 0}},
                {{256, -4, 0},
                 {256, 4, 0},
                 {160, 4, 0},
                 {80, 4, 0},
                 {256, -4, 0},
                 {120, -4, 0},
                 {160, 4, 0},
                 {160, 4, 0},
                 {0, 4, 0},
                 {-80, 4, 0},
                 {0, 4, 0},
                 {-80, 4, 0}}},
    .discard = 0,
    .discard_top = 0,
    .discard_length = 0,
    .killer = 4000};

}  // namespace mu

namespace mu::inline MU_ISA {

template <play_rules R>
MU_INLINE const points_weights& weights_for(bool trumps) {
    if constexpr (R.follow.head)
        return heading_order;
    else if constexpr (R.follow.trump_replaces_suit)
        return trumps ? free_ruff_order : plain_order;
    else
        return trumps ? forced_ruff_order : plain_order;
}

// The cards with which those who play later to a trick may still win it.
template <typename E>
struct cards_ahead {
    E foes = 0, partners = 0;
};
template <int k, play_rules R, typename E, template <typename> typename Goal>
MU_INLINE cards_ahead<E> look_ahead(const points_board<R, E, Goal>& b, const open_trick<E>& t,
                                    int p) {
    cards_ahead<E> out;
    for (int j = k + 1, q = p; j < R.seats; ++j) {
        q = b.after(q);
        const E h = b.hand[q];
        const bool follows = !R.follow.trump_replaces_suit && (h & t.led) != 0;
        (b.friends(p, q) ? out.partners : out.foes) |= h & (follows ? t.led : t.led | b.trumps);
    }
    return out;
}

template <play_rules R, typename E, template <typename> typename Goal>
MU_INLINE int score_lead(const points_board<R, E, Goal>& b, const points_weights& w, int p, E card,
                         int worth) {
    const E suit = arch::fill_field(card), own = b.hand[p];
    const bool trump = (card & b.trumps) != 0;
    const auto ruffs = [&](E h) {
        return !trump && (h & b.trumps) != 0 && (R.follow.trump_replaces_suit || (h & suit) == 0);
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
    const int which = (above(card) & foes) == 0 ? 0 : partners > foes ? 2 : partner_ruffs ? 4 : 6;
    const auto& of = w.leads[trump ? 1 : 0][which + (foe_ruffs ? 1 : 0)];
    int score = of.base - of.worth * worth + w.own * b.count(own & suit) + w.foes * b.count(foes) +
                w.partner * b.count(partners);
    if (trump) score += w.own_trump * b.count(own & suit) + w.foe_trump * b.count(foes);
    if ((b.hand[b.after(p)] & suit) == 0) score += w.next_void;
    if ((b.hand[b.after(p, R.seats - 1)] & suit) == 0) score += w.before_void;
    return score;
}

template <int k, play_rules R, typename E, template <typename> typename Goal>
MU_INLINE int score_follow(const points_board<R, E, Goal>& b, const points_weights& w,
                           const open_trick<E>& t, const cards_ahead<E>& ahead, int p, E card,
                           int worth) {
    const bool wins = (card & t.beaters) != 0;
    const E over = wins ? above(card) & (t.led | b.trumps) : t.beaters;
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
        const E suit = arch::fill_field(card);
        score += w.discard + w.discard_length * b.count(b.hand[p] & suit);
        if ((b.live() & suit & above(card)) == 0) score += w.discard_top;
    }
    return score;
}

}  // namespace mu::inline MU_ISA
