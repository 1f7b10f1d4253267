// The rule player of skat in words.
#pragma once

#include <string>

#include <mu/games/skat.h>

namespace mu {

// Why it would do what it would do, in a sentence; empty for cards. REQUIRES: the observer is to
// act.
std::string rule_reason(const view<skat>& v, public_record record);

}  // namespace mu
