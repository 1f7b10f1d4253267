// What the rule player of skat thinks of its cards.
#pragma once

#include <mu/games/skat.h>

namespace mu {

// Who bids wants to win so often: a game lost counts double.
inline constexpr double skat_least_chance = 0.62;

// A defender says contra if the soloist seems to make his game so often or less, the soloist re if
// he still expects to make it so often. A lost game counts double, so two of three is even; but a
// soloist who knows better than the defender says re.
inline constexpr double skat_contra_up_to = 0.58;
inline constexpr double skat_re_from = 0.7;

struct skat_thought {
    skat_game game{};
    double chance = 0;    // that the soloist makes it
    int limit = 0;        // in the bidding: the highest value worth saying; 0: none
    double worth = -1e9;  // later: what it should score
};
// REQUIRES: the observer is to act. Nothing in the play.
skat_thought skat_think(const view<skat>& v);

}  // namespace mu
