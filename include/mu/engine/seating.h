// Who sits where at a solver's table.
#pragma once

#include <array>

#include <mu/cards/deck.h>

namespace mu {

struct solve_seating {
    std::array<seat, 4> order{seat::north, seat::east, seat::south, seat::west};  // hand -> seat
    int count = 4;
    int solo = 0;           // hand, at a table of three
    bool opposite = false;  // values are reported for side B
};

}  // namespace mu
