// How the rule player calls in euchre: numbers that bench/tune_calls.cpp finds by play against
// other numbers. docs/bidding/euchre.md gives the reasoning.
#pragma once

#include <mu/games/euchre.h>

namespace mu {

// All in tricks.
struct euchre_bidding {
    // What a trump is worth, by the trumps above it that the hand lacks: none, 1, 2, 3 or 4, more.
    std::array<float, 5> trump{1.15F, 0.77F, 0.67F, 0.64F, 0.39F};
    float third_trump = 0.045F;  // for each trump beyond the second
    float short_ace = 0.54F;     // beside trumps, of a suit of two cards at most
    float long_ace = 0.39F;
    float short_king = 0.14F;  // with one card beside it at most
    float empty = 0.42F;       // a suit without a card, with two trumps or more
    float single = 0.06F;      // with a low card alone
    // The upcard, if it goes to partner: any, and a bower more; to an opponent.
    float to_partner = 0.31F, bower_to_partner = 0.09F;
    float to_them = -0.57F, bower_to_them = -0.12F;
    // Least to call with: in the first round from the dealer's left on, then in the second.
    std::array<float, 4> first{3.0F, 2.48F, 2.58F, 2.66F};
    std::array<float, 4> second{2.3F, 2.05F, 2.1F, 2.22F};
    float next = 0.145F;  // second round, dealer's opponents: the other suit of the upcard's colour
    float cross = 0.117F;       // second round, dealer's side: a suit of the other colour
    float alone = 3.6F;         // least to play alone with, the upcard counted
    float defend_alone = 3.2F;  // least to defend alone with
};

inline constexpr euchre_bidding euchre_fitted{};

// What the rule player makes of a hand.
struct euchre_thought {
    action chosen = 0;
    suit trump = suit::none;  // that it counts for
    float tricks = 0;         // of its side, as it counts them
    float enough = 0;         // to call, or to play or defend alone
};
euchre_thought euchre_think(const view<euchre>& v, const euchre_bidding& by);
euchre_thought euchre_think(const view<euchre_25>& v, const euchre_bidding& by);

// REQUIRES: cards are not played yet.
inline action euchre_call(const view<euchre>& v, public_record, const euchre_bidding& by) {
    return euchre_think(v, by).chosen;
}

}  // namespace mu
