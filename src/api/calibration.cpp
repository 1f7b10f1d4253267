#include <algorithm>
#include <array>
#include <cmath>

#include <mu/api/calibration.h>

#include "plot/svg.h"

namespace mu {

namespace {

// The plot is a square, in units of SVG.
constexpr double left = 60, top = 50, side = 360;
constexpr std::array<std::string_view, 4> line_colours{"#c9752d", "#4d9a5b", "#8a5fb0", "#888"};

double x_of(double p) { return left + side * p; }
double y_of(double p) { return top + side * (1 - p); }

std::string grid() {
    std::string out;
    for (int k = 0; k <= 10; k += 2) {
        const double p = k / 10.0;
        out += fmt::format(
            "<path class=\"grid\" d=\"M{:.1f} {:.1f}H{:.1f}M{:.1f} {:.1f}V{:.1f}\"/>\n"
            "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{:.1f}</text>\n"
            "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{:.1f}</text>\n",
            x_of(0), y_of(p), x_of(1), x_of(p), y_of(0), y_of(1), left - 6, y_of(p) + 4, p, x_of(p),
            y_of(0) + 18, p);
    }
    return out + fmt::format(
                     "<path stroke-dasharray=\"4 4\" d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\"/>\n"
                     "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">predicted "
                     "probability</text>\n"
                     "<text transform=\"translate(18 {:.1f}) rotate(-90)\" "
                     "text-anchor=\"middle\">observed frequency</text>\n",
                     x_of(0), y_of(0), x_of(1), y_of(1), x_of(0.5), y_of(0) + 38, y_of(0.5));
}

// Bins with few forecasts would only show noise.
constexpr double fewest_in_a_bin = 30;

std::string baseline(const belief_tally& t, std::string_view colour) {
    std::string points, dots;
    for (const auto& b : t.calibration) {
        if (b.count < fewest_in_a_bin) continue;
        const double x = x_of(b.chances / b.count), y = y_of(b.hits / b.count);
        points += fmt::format("{}{:.1f} {:.1f}", points.empty() ? "M" : "L", x, y);
        dots += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.5\" fill=\"{}\"/>\n", x, y,
                            colour);
    }
    return fmt::format("<path style=\"stroke:{}\" d=\"{}\"/>\n{}", colour, points, dots);
}

// The area of a mark is in proportion to how many forecasts it stands for.
std::string marks(const belief_tally& t) {
    std::string out;
    double most = 0;
    for (const auto& b : t.calibration) most = std::max(most, b.count);
    for (const auto& b : t.calibration)
        if (b.count > 0)
            out +=
                fmt::format("<circle class=\"mark\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\"/>\n",
                            x_of(b.chances / b.count), y_of(b.hits / b.count),
                            1.5 + 7 * std::sqrt(b.count / most));
    return out;
}

}  // namespace

std::string calibration_svg(std::span<const calibration_series> series, const std::string& title) {
    std::string body = fmt::format("<text x=\"{}\" y=\"28\" class=\"title\">{}</text>\n", left,
                                   detail::svg_escaped(title));
    body += grid();
    std::string legend;
    double line = top + 16;
    const auto explain = [&](std::string_view sign, std::string_view text) {
        legend += fmt::format(
            "<g transform=\"translate({} {})\">{}</g>"
            "<text x=\"{}\" y=\"{}\">{}</text>\n",
            left + 12, line, sign, left + 32, line + 4, text);
        line += 16;
    };
    for (std::size_t k = 0; k < series.size(); ++k) {
        const belief_tally& t = series[k].of;
        const bool last = k + 1 == series.size();
        const std::string_view colour = line_colours[k % line_colours.size()];
        body += last ? marks(t) : baseline(t, colour);
        explain(
            last ? R"(<circle class="mark" cx="6" r="4"/>)"
                 : fmt::format(R"(<path style="stroke:{}" d="M0 0H12"/>)", colour),
            fmt::format("{}: log loss {:.4f}, calibration error {:.4f}",
                        detail::svg_escaped(series[k].name), t.mean_loss(), t.calibration_error()));
    }
    explain(R"(<path stroke-dasharray="4 4" d="M0 0H12"/>)", "perfect calibration");
    body += legend;
    if (!series.empty())
        body += fmt::format(
            "<text x=\"{}\" y=\"{:.1f}\" class=\"facts\">{:.0f} views, {:.0f} cards; the area of a "
            "mark shows how many forecasts it stands for</text>\n",
            left, y_of(0) + 58, series.back().of.views, series.back().of.cards);
    return detail::svg_page(static_cast<int>(left + side + 30), static_cast<int>(top + side + 75),
                            body);
}

}  // namespace mu
