// The rule player of jass.
#pragma once

#include <mu/games/jass.h>
#include <mu/policy/rule.h>

namespace mu {

// REQUIRES: the observer is to act.
action rule_choice(const view<jass>& v, public_record record);

}  // namespace mu
