// What a meaning says, part by part, in the order in which it is told.
#pragma once

#include <vector>

#include <mu/games/bridge/bidding.h>

namespace mu {

enum class meaning_fact : std::uint8_t {
    name,  // of the convention
    high_cards,
    points,
    support,
    balanced,
    length,
    forcing,
    game_forcing
};
struct meaning_part {
    meaning_fact what;
    call_range range{};
    suit of = suit::none;
};
std::vector<meaning_part> meaning_parts(const call_meaning& m);

constexpr int most_meant_points = 37, most_meant_cards = 13;

}  // namespace mu
