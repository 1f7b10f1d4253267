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
};

}  // namespace mu
