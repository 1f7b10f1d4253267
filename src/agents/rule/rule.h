// The rule player of each game: one function from what a seat sees to an action. docs/agents.md
// says what the rules are.
#pragma once

#include <span>

#include <mu/door/position.h>
#include <mu/games/registry.h>
#include <mu/games/view.h>

namespace mu::detail {

using public_record = std::span<const seen_action>;

// REQUIRES: the observer is to act.
#define MU_RULE(V) action rule_choice(const view<V>& v, public_record record);
MU_VARIANTS(MU_RULE)
#undef MU_RULE

// Of the legal actions. REQUIRES: a card.
inline bool may(const action_set& legal, int a) { return legal.contains(static_cast<action>(a)); }

}  // namespace mu::detail
