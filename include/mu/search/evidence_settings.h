// By what evidence worlds are drawn.
#pragma once

#include <memory>

namespace mu {

class net;

struct evidence_settings {
    double soft = 0;  // the game's soft rules: 0 without, 1 as fitted, 2 with their factors squared
    std::shared_ptr<const net> by_net = nullptr;  // or what a net says of cards (nn/places.h)
    bool policy = false;                          // the likelihood of what was done
    bool calls_only = false;  // of calls alone, cards that were played say nothing
    // That policy: a net of the game's actions in place of the rule player (search/net_policy.h).
    std::shared_ptr<const net> policy_net = nullptr;
    double spread = 0.05;  // of the net: what it thinks costs so much is done e times less often
    double errors = 0.25;  // share of random actions in that policy: the smaller, the more it tells
    int candidates = 8;    // worlds looked at for each that is wanted
    double starved = 0.1;  // share of effective worlds below which they are refreshed by swaps
    int walk = 30;         // proposals for each world then
    int memory = 0;        // worlds kept from move to move instead, with their weights; 0: none
    double smoothing = 0.05;  // of the memory: share of worlds that facts alone give
    double decay = 1;         // of the memory: power of the weights before each action, to forget
};

}  // namespace mu
