// The tags that every game of a PBN file has, in the order of export format.
#pragma once

#include <array>
#include <string_view>

namespace mu::detail {

inline constexpr std::array<std::string_view, 15> pbn_tags{
    "Event",  "Site",       "Date", "Board",   "West",     "North",    "East",  "South",
    "Dealer", "Vulnerable", "Deal", "Scoring", "Declarer", "Contract", "Result"};

}  // namespace mu::detail
