// The chance to win a match between two sides that play to a target, by the score: a table over
// pairs of totals, made once from what single deals bring. Search that plays for the match asks it
// what a deal's points are worth.
#pragma once

#include <array>
#include <span>
#include <vector>

namespace mu {

class match_chances {
public:
    // From the points of the two sides in many deals; both sides are taken to be as strong.
    // REQUIRES: a target above 0, and a deal in which somebody scores. Points below zero count as
    // none.
    match_chances(int target, std::span<const std::array<int, 2>> deals);

    int target() const { return target_; }
    // That the side with the first total wins. Both at the target or above: the higher one.
    double chance(int mine, int theirs) const;

private:
    double cell(int mine, int theirs) const;

    int target_;
    int step_;   // points between entries
    int cells_;  // in a row
    std::vector<float> table_;
};

}  // namespace mu
