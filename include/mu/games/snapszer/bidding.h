// When the rule player closes in snapszer: numbers that bench/tune_calls.cpp finds by play against
// other numbers. docs/bidding/snapszer.md gives the reasoning.
#pragma once

#include <mu/games/snapszer.h>

namespace mu {

struct snapszer_bidding {
    // That a card wins its trick once the stock is closed, by the cards above it that are out:
    // none, one, more.
    std::array<float, 3> trump{0.96F, 0.65F, 0.39F};
    std::array<float, 3> plain{0.78F, 0.27F, 0.11F};
    float drawn = 0.13F;     // less for a plain card, for each trump out that we have none against
    float gift = 6.8F;       // points that the other adds to a trick
    float marriage = 0.92F;  // of the points of marriages in hand
    float close = 66;        // expected points to close with,
    float no_trick = -2;     // if the other has no trick,
    float below_33 = -1;     // or fewer than 33 points
    float cards_left = 0.62F;  // for each card left in the stock
};

inline constexpr snapszer_bidding snapszer_fitted{};

action snapszer_call(const view<snapszer>& v, public_record record, const snapszer_bidding& by);

// Points that the leader should come to if he closes now, and how many he wants for that.
struct snapszer_thought {
    float points = 0, enough = 0;
    bool closes() const { return points >= enough; }
};
snapszer_thought snapszer_think(const view<snapszer>& v, const snapszer_bidding& by);
snapszer_thought snapszer_think(const view<snapszer_24>& v, const snapszer_bidding& by);

}  // namespace mu
