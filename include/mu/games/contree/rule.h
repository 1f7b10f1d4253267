// The rule player of contrée.
#pragma once

#include <mu/games/contree.h>
#include <mu/policy/rule.h>

namespace mu {

// REQUIRES: the observer is to act.
action rule_choice(const view<contree>& v, public_record record);

}  // namespace mu
