// The rule player of snapszer.
#pragma once

#include <mu/games/snapszer.h>
#include <mu/policy/rule.h>

namespace mu {

// REQUIRES: the observer is to act.
action rule_choice(const view<snapszer>& v, public_record record);
action rule_choice(const view<snapszer_24>& v, public_record record);

}  // namespace mu
