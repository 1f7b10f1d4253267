// The parts of ulti's text: its options, its words, and what a position must hold to.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <mu/cards/text.h>
#include <mu/games/ulti.h>

#include "api/option_table.h"
#include "api/words.h"

namespace mu::detail {

const option_table<ulti::options>& ulti_options();

// The units of a bid.
inline constexpr std::array<std::string_view, ulti_unit_count> ulti_unit_names{
    "parti", "40-100", "20-100", "ulti", "durchmars", "4aces", "betli"};

std::string ulti_bid_name(std::uint8_t bid);
std::string ulti_trump_name(suit s);
std::string_view ulti_phase_name(ulti_phase p);
// The names of all actions that are not cards, by number.
const std::vector<std::pair<action, std::string>>& ulti_action_names();

// What else people call the actions of this phase: "piros ulti", "makk", "kontra".
void add_ulti_words(const game_state<ulti>& s, word_finder& words);

// Why an action is not legal.
std::string why_not_in_ulti(const game_state<ulti>& s, action a);

// std::invalid_argument if hands, bids, kontras and tricks do not agree with each other.
void check_ulti_position(const game_state<ulti>& s);

}  // namespace mu::detail
