// The channel for players that see all hands. They exist to measure others by, as an upper bound,
// and every description of one has the word `cheat` in it. ask() hands a position to a player of
// this type and to no other.
#pragma once

#include <mu/agents/player.h>

namespace mu {

class cheating_player : public player {
public:
    virtual action choose_with_all_hands(const position& p, const request& r) = 0;
    // Cheats cannot play without: std::logic_error.
    action choose(const request& r) final;
};

}  // namespace mu
