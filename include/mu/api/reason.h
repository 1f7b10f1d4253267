// Why the rule player would do what it would do, in words.
#pragma once

#include <string>

#include <mu/api/position.h>

namespace mu {

// A sentence for v.rule_choice() and the numbers behind it; empty for cards, and where the game
// gives no reasons. REQUIRES: v.to_act() (std::logic_error).
std::string rule_reason(const seat_view& v);

}  // namespace mu
