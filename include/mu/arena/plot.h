// Results as pictures: SVG text.
#pragma once

#include <string>
#include <vector>

#include <mu/arena/store.h>

namespace mu {

// Ratings with 95 % intervals, one panel per game, rules, engine and kind of contest. All panels
// have the same axes, so that they can be compared.
std::string ratings_svg(const std::vector<meeting>& all);
// Ratings with 95 % intervals against the time of a decision, panels as above.
std::string time_svg(const std::vector<meeting>& all);

}  // namespace mu
