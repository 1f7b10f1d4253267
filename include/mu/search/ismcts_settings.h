// How a tree is searched.
#pragma once

#include <cstdint>
#include <memory>

namespace mu {

class net;

enum class ismcts_payoff : std::uint8_t {
    points,  // the lead in points, scaled to what random playouts come to
    tricks   // the share of tricks of a side
};

struct ismcts_settings {
    double exploration = 0.7;  // the constant of UCB1; payoffs are from 0 to 1
    bool all_seats = true;     // everybody's decisions are in the tree, not the observer's alone
    ismcts_payoff payoff = ismcts_payoff::points;
    // In half of the iterations our hand is dealt again too, as somebody else may imagine it, and
    // only from those do the others learn; otherwise they adapt to the hand that we really have.
    bool resample_own = false;
    bool reuse = false;  // go on with what is left of the last decision's trees
    // Who plays on from a leaf, each seat from its own view, and does what is not in the tree; if
    // neither is set, everybody at random.
    bool by_rule = false;                 // the rule player
    std::shared_ptr<const net> by_net{};  // or a net of the game
    // Nothing is played on: a leaf is worth what that net says. REQUIRES: points, two sides.
    bool by_value = false;
};

}  // namespace mu
