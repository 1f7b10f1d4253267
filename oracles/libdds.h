// Bo Haglund's double-dummy solver (Debian's libdds-dev) where it is installed: what our own is
// compared with, in tests and in `mu bench --solve`. Never part of the library.
//
// Values are those of solver<bridge>: tricks of North and South in the whole deal.
#pragma once

#include <string>
#include <vector>

#include <mu/games/bridge/dd_table.h>

namespace mu::libdds {

bool available();

// These REQUIRE available(), and may be called by one thread at a time.
// REQUIRES of the first two: solving<bridge>::playing(s).
int value(const game_state<bridge>& s);
std::vector<move_value> moves(const game_state<bridge>& s);  // in the order of their ids
trick_table table(const per_seat<card_mask>& hands);

// Gives back the memory it keeps (some 140 MB).
void release();

// Where it comes from, for those who miss it.
inline const std::string missing = "libdds is not installed (Debian: libdds-dev)";

}  // namespace mu::libdds
