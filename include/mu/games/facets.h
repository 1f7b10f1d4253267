// What a game says of itself besides its rules. Each facet stands in a file of its own in the
// game's folders and belongs to the layer that asks for it:
//
//     games/<game>/solving.h      solving<V>        what its card play is for        (engine)
//     games/<game>/hidden.h       hidden_cards<V>   where hidden cards may lie       (belief)
//     games/<game>/soft_rules.h   soft_rule_set<V>  what actions make likely         (belief)
//     games/<game>/bounds.h       deal_bounds<V>    how much a deal can bring        (Python)
//     games/<game>/rule.cpp       rule_choice()     the rule player's choice         (policy)
//
// A facet that is absent means the default: no solver, only hands are hidden, no soft rules,
// bounds are not known, cards by policy/card_play.h. A game that has one declares it beside its
// rules, so that code that has not included the facet does not compile, rather than work with the
// default.
#pragma once

#include <mu/cards/deck.h>
#include <mu/games/action.h>

namespace mu {

template <variant V>
struct solving;
template <variant V>
struct hidden_cards;
template <variant V>
struct soft_rule_set;
// points(options), and most_actions(options) where that is known.
template <variant V>
struct deal_bounds;
template <variant V>
struct view;

}  // namespace mu
