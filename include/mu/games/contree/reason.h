// The rule player of contrée in words.
#pragma once

#include <string>

#include <mu/games/contree.h>

namespace mu {

// Why it would do what it would do, in a sentence; empty for cards. REQUIRES: the observer is to
// act.
std::string rule_reason(const view<contree>& v, public_record record);

}  // namespace mu
