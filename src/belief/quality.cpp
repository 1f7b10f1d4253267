#include <algorithm>
#include <cmath>

#include <mu/belief/quality.h>

namespace mu {

void belief_tally::add_card(std::span<const double> chances, std::size_t truth) {
    cards += 1;
    for (std::size_t k = 0; k < chances.size(); ++k) {
        const double p = chances[k], there = k == truth ? 1 : 0;
        brier += (p - there) * (p - there);
        // A place with no chance and no card is no forecast: there is nothing there to be.
        if (p <= 0 && k != truth) continue;
        auto& b = calibration[std::min(bins - 1, static_cast<std::size_t>(p * bins))];
        b.count += 1;
        b.chances += p;
        b.hits += there;
    }
    if (chances[truth] <= 0) ++false_exclusions;
    log_loss -= std::log(std::max(chances[truth], 1e-9));
}

void belief_tally::add_view(double effective_part, double score) {
    views += 1;
    effective += effective_part;
    true_score += score;
}

void belief_tally::add(const belief_tally& other) {
    views += other.views;
    cards += other.cards;
    log_loss += other.log_loss;
    brier += other.brier;
    effective += other.effective;
    true_score += other.true_score;
    false_exclusions += other.false_exclusions;
    for (std::size_t k = 0; k < bins; ++k) {
        calibration[k].count += other.calibration[k].count;
        calibration[k].chances += other.calibration[k].chances;
        calibration[k].hits += other.calibration[k].hits;
    }
}

double belief_tally::calibration_error() const {
    double sum = 0, count = 0;
    for (const bin& b : calibration) {
        sum += std::abs(b.chances - b.hits);
        count += b.count;
    }
    return count > 0 ? sum / count : 0;
}

}  // namespace mu
