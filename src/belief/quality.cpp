#include <algorithm>
#include <cmath>

#include <mu/belief/quality.h>

#include "plot/svg.h"

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

std::string calibration_svg(const belief_tally& of, const std::string& title) {
    constexpr double left = 60, top = 50, size = 360;
    const auto x = [&](double p) { return left + size * p; };
    const auto y = [&](double p) { return top + size * (1 - p); };
    std::string body = fmt::format("<text x=\"{}\" y=\"28\" class=\"title\">{}</text>\n", left,
                                   detail::svg_escaped(title));
    for (int k = 0; k <= 10; k += 2) {
        const double p = k / 10.0;
        body += fmt::format(
            "<path class=\"grid\" d=\"M{:.1f} {:.1f}H{:.1f}M{:.1f} {:.1f}V{:.1f}\"/>\n"
            "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{:.1f}</text>\n"
            "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{:.1f}</text>\n",
            x(0), y(p), x(1), x(p), y(0), y(1), left - 6, y(p) + 4, p, x(p), y(0) + 18, p);
    }
    body += fmt::format("<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\"/>\n", x(0), y(0), x(1), y(1));
    double most = 0;
    for (const auto& b : of.calibration) most = std::max(most, b.count);
    for (const auto& b : of.calibration) {
        if (b.count <= 0) continue;
        // The area of a mark is in proportion to how many chances it stands for.
        body += fmt::format("<circle class=\"mark\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\"/>\n",
                            x(b.chances / b.count), y(b.hits / b.count),
                            1.5 + 7 * std::sqrt(b.count / most));
    }
    body += fmt::format(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">chance given to a card in a "
        "place</text>\n"
        "<text transform=\"translate(18 {:.1f}) rotate(-90)\" text-anchor=\"middle\">how often it "
        "lay there</text>\n"
        "<text x=\"{}\" y=\"{:.1f}\" class=\"facts\">{:.0f} views, {:.0f} cards, log loss {:.4f}, "
        "mean error of chances {:.4f}</text>\n",
        x(0.5), y(0) + 38, y(0.5), left, y(0) + 58, of.views, of.cards, of.mean_loss(),
        of.calibration_error());
    return detail::svg_page(static_cast<int>(left + size + 30), static_cast<int>(top + size + 75),
                            body);
}

}  // namespace mu
