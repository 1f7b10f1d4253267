// How a tree is searched.
#pragma once

#include <cstdint>

namespace mu {

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
};

}  // namespace mu
