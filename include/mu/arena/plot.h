// Results as pictures: SVG text.
#pragma once

#include <string>
#include <vector>

#include <mu/arena/store.h>

namespace mu {

// Ratings with 95 % intervals, one panel per game, rules, engine and kind of contest.
std::string ratings_svg(const std::vector<meeting>& all);
// Ratings with 95 % intervals against the time that a decision takes, panels as above.
std::string time_svg(const std::vector<meeting>& all);

}  // namespace mu
