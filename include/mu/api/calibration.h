// A picture of how good beliefs were (belief/quality.h).
#pragma once

#include <span>
#include <string>

#include <mu/belief/quality.h>

namespace mu {

struct calibration_series {
    std::string name;
    belief_tally of;
};

// A picture of the calibration: predicted probabilities against observed frequencies. The last
// series is drawn with marks, those before it are baselines.
std::string calibration_svg(std::span<const calibration_series> series, const std::string& title);

}  // namespace mu
