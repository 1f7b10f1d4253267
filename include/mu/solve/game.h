// The names by which a search knows a game. Searches here are templates over the rules and include
// no game: whoever calls one has included the game already. So games may use solvers, and solvers
// know no game.
#pragma once

#include <mu/cards/card_mask.h>
#include <mu/cards/deck.h>

namespace mu {

template <variant V>
struct game_state;  // hands, trick, tricks_won, current_player, tricks_remaining, ...
template <variant V>
struct trick_play;  // side(), leading(), order(), active(), ...
template <variant V>
struct rules;  // legal_moves(), play_card(), legal_actions(), apply(), is_over(), to_act()

}  // namespace mu
