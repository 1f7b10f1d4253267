// What the rule player of skat thinks of its cards.
#pragma once

#include <mu/games/skat.h>

namespace mu {

// Who bids wants to win so often: a game lost counts double.
inline constexpr double skat_least_chance = 0.62;

struct skat_thought {
    skat_game game{};
    double chance = 0;    // of making it
    int limit = 0;        // in the bidding: the highest value worth saying; 0: none
    double worth = -1e9;  // later: what it should score
};
// REQUIRES: the observer is to act. Nothing in the play and before a contra.
skat_thought skat_think(const view<skat>& v);

}  // namespace mu
