// The trick kernel: lead, follow, who wins. Written once, over a word.
//
// It works in play space: one field per suit, a higher bit is a stronger card, and trumps lie in
// the top field that is used (or nowhere, without a trump suit). Most games have four fields:
//
//     63        48 47        32 31        16 15         0     64-bit words: up to 16 cards a suit
//     [  trumps  ] [   suit   ] [   suit   ] [   suit   ]     32-bit words: fields of 8 bits
//
// A game in which some cards make up a fifth suit has five, of 12 bits in 64-bit words.
//
// A card is a word with one bit. The cards that beat it are those above it in its own field and in
// the trump field; that set, `beaters`, is all a trick has to remember. A card played wins so far
// if it is one of them. No branches: the same code plays one deal or a lane of deals.
//
// Seats are counted from the leader: hand 0 leads, hand 1 plays next.
#pragma once

#include <mu/play/follow.h>

namespace mu::inline MU_ISA {

// The cards above a card, in its own field and in higher ones. REQUIRES: one bit in each lane.
template <typename W>
MU_INLINE constexpr W above(W card_bit) {
    return ~(card_bit | (card_bit - arch::element_of<W>{1}));
}

// The top field of a word.
template <typename E, int Fields = 4>
inline constexpr E trump_field = static_cast<E>(((E{1} << arch::field_bits<E, Fields>)-1)
                                                << ((Fields - 1) * arch::field_bits<E, Fields>));

// Who wins a trick, counted from the leader.
template <typename W>
struct trick_winner_word {
    arch::lane_mask<W> odd;  // hand 1 or hand 3
    arch::lane_mask<W> two;  // hand 2 or hand 3
};

template <follow_rule Rule, int Seats, typename W, int Fields = 4>
struct trick_kernel {
    static_assert(Seats >= 2 && Seats <= 4);

    W led, beaters, heads;
    arch::lane_mask<W> took[Seats];  // took[k]: hand k beat all cards before it

    MU_INLINE constexpr void lead(W card_bit, W trumps) {
        led = arch::fill_field<Fields>(card_bit);
        beaters = above(card_bit) & (led | trumps);
        if constexpr (Rule.head) heads = above(card_bit) & led;
    }

    // The cards hand k may play. REQUIRES: 1 <= k < Seats.
    template <int k>
    MU_INLINE constexpr W legal_for(W hand, W trumps, W top_trump) const {
        trick_sight<W> sight{.led = led,
                             .trumps = trumps,
                             .beaters = beaters,
                             .heads = {},
                             .top_trump = top_trump,
                             .partner_wins = arch::mask_from_bool<W>(false)};
        if constexpr (Rule.head) sight.heads = heads;
        if constexpr (Seats == 4 && k == 2) sight.partner_wins = ~took[1];
        if constexpr (Seats == 4 && k == 3) sight.partner_wins = took[1] & ~took[2];
        return legal<Rule>(hand, sight);
    }

    template <int k>
    MU_INLINE constexpr void follow(W card_bit, W trumps) {
        took[k] = arch::meets(card_bit, beaters);
        if constexpr (k + 1 < Seats) {
            const W over = above(card_bit);
            beaters = arch::select(took[k], over & (led | trumps), beaters);
            if constexpr (Rule.head)
                heads = arch::select(arch::meets(card_bit, heads), over & led, heads);
        }
    }

    MU_INLINE constexpr trick_winner_word<W> winner() const {
        if constexpr (Seats == 2)
            return {.odd = took[1], .two = arch::mask_from_bool<W>(false)};
        else if constexpr (Seats == 3)
            return {.odd = took[1] & ~took[2], .two = took[2]};
        else
            return {.odd = took[3] | (took[1] & ~took[2]), .two = took[2] | took[3]};
    }
};

// Turns the table so that the winner of the trick becomes hand 0.
template <int Seats, typename W>
MU_INLINE constexpr void seat_winner(W (&hand)[Seats], trick_winner_word<W> by) {
    using arch::select;
    if constexpr (Seats == 2) {
        const W h0 = hand[0];
        hand[0] = select(by.odd, hand[1], h0);
        hand[1] = select(by.odd, h0, hand[1]);
    } else if constexpr (Seats == 3) {
        const W h0 = hand[0], h1 = hand[1], h2 = hand[2];
        hand[0] = select(by.two, h2, select(by.odd, h1, h0));
        hand[1] = select(by.two, h0, select(by.odd, h2, h1));
        hand[2] = select(by.two, h1, select(by.odd, h0, h2));
    } else {
        const W a = select(by.two, hand[2], hand[0]), b = select(by.two, hand[3], hand[1]);
        const W c = select(by.two, hand[0], hand[2]), d = select(by.two, hand[1], hand[3]);
        hand[0] = select(by.odd, b, a);
        hand[1] = select(by.odd, c, b);
        hand[2] = select(by.odd, d, c);
        hand[3] = select(by.odd, a, d);
    }
}

}  // namespace mu::inline MU_ISA
