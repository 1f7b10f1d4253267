// How the rule player bids contrée: numbers that bench/tune_calls.cpp finds by play against other
// numbers. docs/bidding/contree.md gives the reasoning.
#pragma once

#include <mu/games/contree.h>

namespace mu {

// All in points of the deal.
struct contree_bidding {
    // What passing is worth while nobody has bid, for the first seat to speak and the later ones.
    std::array<float, 4> pass{7, 6, -2, 2};
    // Points of the side, besides what the hand counts for.
    float partner_passed = -6.5F;
    float partner_elsewhere = -3.2F;  // has bid another strain
    float opponents_bid = -4.6F;
    float opponents_passed = 2.2F;  // both
    float raise = 105.5F;           // partner has bid 80: before our hand is counted
    float raise_slope = 0.94F;      // and for each point above
    float raised = 16;              // partner has raised our bid by ten
    float raised_slope = 0.27F;     // and for each point more
    float unraised = -10.3F;        // partner has not
    float theirs = 104;             // they have bid 80, before our hand is counted
    float theirs_slope = 0.63F;
    float theirs_partner_bid = -6.2F;  // our partner has bid too
    float coinched = -20;              // our bid has been doubled
    // How far results are from all that.
    float spread = 20.8F;
    float spread_fit = 33.8F;  // partner has bid the strain
    float spread_theirs = 18.6F;
    // What is said.
    float risk = 0.27F;         // that a contract that fails has been doubled
    float tell = 24.4F;         // a first bid stays so far below what is expected,
    float tell_raise = 22.8F;   // a raise,
    float tell_over = 26.4F;    // a bid over theirs
    float bonus_raise = -3.3F;  // a raise has to be better than a pass by the opposite of this
    float bonus_over = 0.8F;
    float bonus_coinche = -23;
    float capot = 207;  // expected points from which on capot is bid
};

inline constexpr contree_bidding contree_fitted{};

// What the rule player makes of a hand and an auction.
struct contree_thought {
    action chosen = 0;
    contree_calls::strain in{};  // the best strain of our side
    float ours = 0;              // points it should make there, belote included
    float theirs = -1;         // points they should make of their bid; -1: they have none standing
    bool partner_bid = false;  // that strain
};
contree_thought contree_think(const view<contree>& v, public_record record,
                              const contree_bidding& by);

// REQUIRES: the auction is on.
inline action contree_call(const view<contree>& v, public_record record,
                           const contree_bidding& by) {
    return contree_think(v, record, by).chosen;
}

}  // namespace mu
