// The parts of contrée's text: its words, and what a position must hold to.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include <mu/cards/text.h>
#include <mu/games/contree.h>

namespace mu::detail {

inline constexpr std::array contree_teams{"north-south", "east-west"};

// "90h", "capot-h"; levels and strains alone where a bid is made in two steps.
std::string contree_strain_text(contree_calls::strain s);
std::string contree_level_text(int level);
std::string contree_bid_text(int bid);
// The standing bid, without the strain while that is owed.
std::string contree_standing_text(const contree::extra& x);

// The call that a text names, `pass` if it does not look like a bid: a bid in one step, or half of
// one in an auction in two steps.
int parse_contree_bid(std::string_view text);
int parse_half_contree_bid(std::string_view text);

// Why an action is not legal.
std::string why_not_in_contree(const game_state<contree>& s, action a);

// std::invalid_argument if hands, calls, tricks and points do not agree with each other.
void check_contree_position(const game_state<contree>& s);

}  // namespace mu::detail
