// A view as text, so that it can go to another process, and back. It says what the view knows and
// no more: no hidden card is in it.
#pragma once

#include <string>
#include <string_view>

#include <mu/api/position.h>

namespace mu {

// What the observer saw, moment by moment, in lines: the game, then the view before the first
// action, then for each action who made it, which one (or "?"), and the view after it; last the
// key.
std::string view_text(const seat_view& v);
// The view of such a text, equal to the one it was made of. Text that says something else, or that
// another version of the rules has written, is a std::invalid_argument.
seat_view parse_view(std::string_view text);

}  // namespace mu
