// The rule player of ulti.
#pragma once

#include <mu/games/ulti.h>
#include <mu/policy/rule.h>

namespace mu {

// REQUIRES: the observer is to act.
action rule_choice(const view<ulti>& v, public_record record);

}  // namespace mu
