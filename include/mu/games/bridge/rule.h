// The rule player of bridge.
#pragma once

#include <mu/games/bridge.h>
#include <mu/policy/rule.h>

namespace mu {

// REQUIRES: the observer is to act.
action rule_choice(const view<bridge>& v, public_record record);

}  // namespace mu
