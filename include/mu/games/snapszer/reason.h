// The rule player of snapszer in words.
#pragma once

#include <string>

#include <mu/games/snapszer.h>

namespace mu {

// Why it would do what it would do, in a sentence; empty for cards. REQUIRES: the observer is to
// act.
std::string rule_reason(const view<snapszer>& v, public_record record);
std::string rule_reason(const view<snapszer_24>& v, public_record record);

}  // namespace mu
