// What a seat knows as the bits that nets read (encode/encode.h), from a view at run time.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <mu/api/position.h>

namespace mu {

// The layout `canonical` of a game.
struct bit_layout {
    std::string_view variant;  // the type behind the game, "euchre_25": decks differ in layout
    int version = 0;
    int inputs = 0;             // bits
    int actions = 0;            // ids of actions are below it
    double scale = 0;           // points of a deal that a net calls 1
    int cards = 0, places = 0;  // of the deck, and where an unseen one may lie (nn/places.h)
};
// Of every variant of games/registry.h.
const std::vector<bit_layout>& bit_layouts();
// REQUIRES (std::invalid_argument): a game of games/registry.h.
const bit_layout& layout_of(const game& g);

struct observation {
    std::vector<std::uint64_t> bits;  // 64 to a word
    // What each legal action, ascending, is called in the order in which the bits show the suits.
    // Empty if the observer is not to act.
    std::vector<action> names;
};
// REQUIRES (std::invalid_argument): the view of a seat, in a game of games/registry.h.
observation observe(const seat_view& v);

}  // namespace mu
