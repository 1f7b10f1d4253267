// The parts of skat's text: its options, its words, and what a position must hold to.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <mu/cards/text.h>
#include <mu/games/skat.h>

#include "api/option_table.h"
#include "api/words.h"

namespace mu::detail {

const option_table<skat::options>& skat_options();

// "hearts", "grand", "null"; "none" before a game is declared.
std::string skat_kind_name(skat_kind kind, suit trump);
// "nothing", "schneider", "schwarz", "ouvert".
std::string_view skat_announced_name(skat_announced what);
std::string_view skat_phase_name(skat_phase p);
// The names of all actions that are not cards, by number.
const std::vector<std::pair<action, std::string>>& skat_action_names();

// What else people call the actions of this phase: "ja", "weg", "Herz", "Null ouvert".
void add_skat_words(const game_state<skat>& s, word_finder& words);

// Why an action is not legal.
std::string why_not_in_skat(const game_state<skat>& s, action a);

// std::invalid_argument if hands, bids, game and tricks do not agree with each other.
void check_skat_position(const game_state<skat>& s);

}  // namespace mu::detail
