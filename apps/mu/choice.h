// What a player at the terminal may type, and what it means.
#pragma once

#include <string_view>
#include <vector>

#include <mu/api/position.h>

namespace mu::cli {

// The legal actions in the order of the screen.
struct choice_list {
    std::vector<action> all;   // cards suit by suit, the best first, then the rest
    std::size_t cards = 0;     // so many of them are cards
    std::size_t numbered = 0;  // so many have their number on the screen: none, the cards or all
};
choice_list choices_of(const seat_view& view);

// The actions that a line stands for, legal or not:
//
//     3  #3       the third choice
//     Kh  ♥K      an action in the game's own notation
//     K           the card of this rank, if only one of the choices has it
//     87  L7 A9   where the game says so, several actions at once
//
// 3 may also be the rank of a choice: then it is refused, and #3 or the whole card settles it. Text
// without a meaning is refused with the reason (std::invalid_argument).
std::vector<action> read_choices(const position& p, const seat_view& view, std::string_view text);

}  // namespace mu::cli
