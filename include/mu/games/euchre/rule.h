// The rule player of euchre.
#pragma once

#include <mu/games/euchre.h>
#include <mu/policy/rule.h>

namespace mu {

// REQUIRES: the observer is to act.
action rule_choice(const view<euchre>& v, public_record record);
action rule_choice(const view<euchre_25>& v, public_record record);

}  // namespace mu
