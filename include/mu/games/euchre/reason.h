// The rule player of euchre in words.
#pragma once

#include <string>

#include <mu/games/euchre.h>

namespace mu {

// Why it would do what it would do, in a sentence; empty for cards. REQUIRES: the observer is to
// act.
std::string rule_reason(const view<euchre>& v, public_record record);
std::string rule_reason(const view<euchre_25>& v, public_record record);

}  // namespace mu
