// The chance to win a match of a game by the score (search/match_chances.h).
#pragma once

#include <memory>

#include <mu/api/match.h>
#include <mu/search/match_chances.h>

namespace mu {

// From deals that rule players play against each other; made at the first call, then kept. Nothing
// where matches have no target, or more than two sides. Safe to call from several threads.
std::shared_ptr<const match_chances> match_table(const game& g);

}  // namespace mu
