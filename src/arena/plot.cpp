#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <mu/arena/plot.h>

#include "plot/svg.h"

namespace mu {

namespace {

using detail::svg_escaped;
using detail::svg_page;

// The range of ratings with their intervals over all panels, and round numbers in it to draw lines
// at.
struct rating_scale {
    double low = 0, high = 0, step = 50;

    explicit rating_scale(const std::vector<standings>& panels) {
        for (const standings& s : panels)
            for (const auto& a : s.agents)
                low = std::min(low, a.rating.low), high = std::max(high, a.rating.high);
        low -= 20, high += 20;
        while ((high - low) / step > 8) step *= 2;
    }
    double part(double rating) const { return (rating - low) / (high - low); }
    template <typename F>
    void for_each_line(F f) const {
        for (double r = std::ceil(low / step) * step; r <= high; r += step) f(r);
    }
};

// What the panel is of, and below it what it was played with.
std::string title(const standings& s, int top) {
    std::int64_t least = s.agents.empty() ? 0 : s.agents[0].count;
    for (const auto& a : s.agents) least = std::min(least, a.count);
    return fmt::format(
        "<text x=\"8\" y=\"{}\" class=\"title\">{}</text>"
        "<text x=\"8\" y=\"{}\" class=\"facts\">{} or more {} per agent; {}</text>\n",
        top + 20, svg_escaped(s.title), top + 34, least, s.matches ? "matches" : "deals",
        svg_escaped(s.version));
}

constexpr const char* rating_label = "rating with 95 % interval (400 points: odds of 10 to 1)";

}  // namespace

std::string ratings_svg(const std::vector<meeting>& all) {
    constexpr int names = 200, chart = 420, row = 26, heading = 48, scale_height = 48;
    std::string body;
    int top = 0;
    const auto panels = rank_agents(all);
    const rating_scale scale(panels);
    for (const standings& s : panels) {
        const auto x = [&](double r) { return names + chart * scale.part(r); };
        const int bottom = top + heading + row * static_cast<int>(s.agents.size());
        body += title(s, top);
        scale.for_each_line([&](double r) {
            body += fmt::format(
                "<path class=\"grid\" d=\"M{0:.1f} {1}V{2}\"/><text x=\"{0:.1f}\" y=\"{3}\" "
                "text-anchor=\"middle\" class=\"facts\">{4:.0f}</text>\n",
                x(r), top + heading - 6, bottom, bottom + 14, r);
        });
        for (std::size_t k = 0; k < s.agents.size(); ++k) {
            const auto& a = s.agents[k];
            const int y = top + heading + row * static_cast<int>(k) + row / 2;
            body += fmt::format(
                "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text><path class=\"mark\" "
                "stroke-width=\"3\" d=\"M{:.1f} {}H{:.1f}\"/><circle class=\"mark\" cx=\"{:.1f}\" "
                "cy=\"{}\" r=\"5\"/>\n",
                names - 12, y + 4, svg_escaped(a.agent), x(a.rating.low), y, x(a.rating.high),
                x(a.rating.value), y);
        }
        body += fmt::format(
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" class=\"facts\">{}</text>\n",
            names + chart / 2, bottom + 28, rating_label);
        top = bottom + scale_height;
    }
    return svg_page(names + chart + 20, top + 8, body);
}

std::string time_svg(const std::vector<meeting>& all) {
    constexpr int left = 60, chart = 550, heading = 46, height = 240, scale_height = 48;
    std::string body;
    int top = 0;
    const auto panels = rank_agents(all);
    const rating_scale scale(panels);
    // Time by powers of ten, in milliseconds; what took none is drawn at a microsecond.
    const auto log_ms = [](const standing& a) {
        return std::log10(std::max(a.spent.ms_per_decision(), 1e-3));
    };
    double from = 0, to = -3;
    for (const standings& s : panels)
        for (const auto& a : s.agents)
            from = std::min(from, log_ms(a)), to = std::max(to, log_ms(a));
    from = std::floor(from), to = std::max(std::ceil(to + 0.3), from + 1);
    for (const standings& s : panels) {
        const auto x = [&](double log) { return left + chart * (log - from) / (to - from); };
        const int above = top + heading, below = above + height;
        const auto y = [&](double r) { return below - height * scale.part(r); };
        body += title(s, top);
        scale.for_each_line([&](double r) {
            body += fmt::format(
                "<path class=\"grid\" d=\"M{0} {1:.1f}H{2}\"/><text x=\"{3}\" y=\"{4:.1f}\" "
                "text-anchor=\"end\" class=\"facts\">{5:.0f}</text>\n",
                left, y(r), left + chart, left - 6, y(r) + 3, r);
        });
        for (double log = from; log <= to; ++log)
            body += fmt::format(
                "<path class=\"grid\" d=\"M{0:.1f} {1}V{2}\"/><text x=\"{0:.1f}\" y=\"{3}\" "
                "text-anchor=\"middle\" class=\"facts\">{4:g}</text>\n",
                x(log), above, below, below + 14, std::pow(10, log));
        body += fmt::format(
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" class=\"facts\">ms per decision, "
            "powers of ten</text>"
            "<text transform=\"translate(14 {}) rotate(-90)\" text-anchor=\"middle\" "
            "class=\"facts\">{}</text>\n",
            left + chart / 2, below + 28, (above + below) / 2, rating_label);
        for (const auto& a : s.agents)
            body += fmt::format(
                "<path class=\"mark\" stroke-width=\"2\" d=\"M{0:.1f} {1:.1f}V{2:.1f}\"/>"
                "<circle class=\"mark\" cx=\"{0:.1f}\" cy=\"{3:.1f}\" r=\"4\"/>"
                "<text x=\"{4:.1f}\" y=\"{5:.1f}\">{6}</text>\n",
                x(log_ms(a)), y(a.rating.low), y(a.rating.high), y(a.rating.value),
                x(log_ms(a)) + 8, y(a.rating.value) - 5, svg_escaped(a.agent));
        top = below + scale_height;
    }
    return svg_page(left + chart + 20, top + 8, body);
}

}  // namespace mu
