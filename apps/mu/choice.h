// What a player at the terminal may type, and what it means.
#pragma once

#include <string_view>
#include <vector>

#include <mu/api/position.h>

namespace mu::cli {

// The legal actions in the order of the screen: cards suit by suit, high ones first, then the rest.
std::vector<action> numbered_choices(const seat_view& view, const deck_info& deck);

// The action that `text` stands for, legal or not:
//
//     3  #3       the third choice
//     Kh  ♥K      an action in the game's own notation
//     K           the card of this rank, if only one of the choices has it
//
// 3 may also be the rank of a choice: then it is refused, and #3 or the whole card settles it. Text
// without a meaning is refused with the reason (std::invalid_argument).
action read_choice(const position& p, const seat_view& view, std::string_view text);

}  // namespace mu::cli
