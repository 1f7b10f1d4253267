// Deals as people keep them, and what every card of them is worth with open hands.
#pragma once

#include <mu/solve/limits.h>

#include "web/message.h"

namespace mu::detail {

// The positions in a text (api/read_positions.h), each with the record that analyse() takes.
json read_deals(const std::string& text);

struct analysis_wishes {
    bool contracts = false;  // of the deal, before cards are played
    bool line = false;       // of best play, from here to the end
};

// The position after `at` actions of a record or of a position text: all hands, what has happened,
// the values of all legal cards where cards are played, and what else is wished.
json analyse(const std::string& record, std::size_t at, const analysis_wishes& wishes,
             const solve_budget& budget);

}  // namespace mu::detail
