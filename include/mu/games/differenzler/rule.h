// The rule player of differenzler.
#pragma once

#include <mu/games/differenzler.h>
#include <mu/policy/rule.h>

namespace mu {

// REQUIRES: the observer is to act.
action rule_choice(const view<differenzler>& v, public_record record);

}  // namespace mu
