// How the rule player bids ulti: numbers that bench/tune_calls.cpp finds by play against other
// numbers. docs/bidding/ulti.md gives the reasoning.
#pragma once

#include <mu/games/ulti.h>

namespace mu {

struct ulti_bidding {
    // What the hand counts for in games for points.
    float trump = 0.8F;       // each trump
    float ace = 1.45F;        // any
    float ace_ten = 1.27F;    // the ten beside its ace
    float trump_ten = 1.03F;  // of trumps, without the ace
    float ten = 0.32F;        // another, without its ace
    float forty = 1.61F;      // king and over of trumps
    float empty = 0.3F;       // a suit without a card, with trumps
    // Counts at which a unit has an even chance, and how many more make it sure.
    float parti = 9.43F, parti_width = 1.02F;
    float hundred_forty = 13.37F, hundred_twenty = 15.66F, hundred_width = 0.87F;
    // Ulti: trumps and a part of the aces beside them.
    float ulti = 5.0F, ulti_width = 0.62F, ulti_ace = 0.36F, ulti_top = 0.09F;
    float four_aces = 0.6F;
    // By cards that may lose a trick: durchmars with trumps, and without any.
    std::array<float, 2> march{0.47F, 0.02F};
    std::array<float, 3> plain_march{0.9F, 0.25F, 0.02F};
    // By danger: none, less than a half, less than one, more.
    std::array<float, 4> betli{0.83F, 0.72F, 0.45F, 0.03F};
    float passz = -1.75F;   // what passing is worth
    float pick_up = 1.61F;  // least worth with which a talon is picked up
    // Kontra: weights of own trumps, aces and tens, and what is enough.
    float kontra_trump = 0.94F, kontra_ace = 1.0F, kontra_ten = 0.56F;
    float kontra_parti = 5.0F, kontra_hundred = 5.0F, kontra_ulti = 5.5F, kontra_march = 5.5F;
    float kontra_betli = 8;  // low cards and suits: see rule.cpp
    float again = 0.91F;     // chance of its unit with which the soloist doubles again
};

inline constexpr ulti_bidding ulti_fitted{};

// Everything but cards; ulti_action::done in the play: no kontra, a card.
action ulti_call(const view<ulti>& v, public_record record, const ulti_bidding& by);
// The card then. REQUIRES: cards are played.
action ulti_card_choice(const view<ulti>& v, public_record record);

// What the rule player makes of ten cards: the best bid of those allowed and what it should pay.
struct ulti_bid_plan {
    float worth = -1e9F;
    std::uint8_t bid = bid_passz;
    suit trump = suit::none;
};
ulti_bid_plan ulti_best_bid(card_mask hand, ulti_bid_set allowed, ulti_table table,
                            const ulti_bidding& by);

}  // namespace mu
