#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <mu/pool/export.h>

#include "plot/svg.h"

namespace mu {

namespace {

using detail::svg_escaped;

// Panels in rows, in units of SVG.
constexpr int panels_a_row = 4;
constexpr int panel_width = 250, panel_height = 150;
constexpr int margin = 16, title_height = 58;
constexpr int bars_at = 28, bars_height = 90;  // inside a panel
constexpr std::int64_t most_bars = 60;

struct distribution {
    std::string name;
    std::map<std::int64_t, std::uint64_t> counts;
    std::uint64_t none = 0;

    std::uint64_t total() const {
        std::uint64_t sum = 0;
        for (const auto& [value, count] : counts) sum += count;
        return sum;
    }
    double moment(int power, double about) const {
        double sum = 0;
        for (const auto& [value, count] : counts)
            sum += static_cast<double>(count) * std::pow(static_cast<double>(value) - about, power);
        return sum / static_cast<double>(total());
    }
};

// How many values share a bar: 1, 2, 5, 10, 20 ...
std::int64_t bar_step(std::int64_t range) {
    std::int64_t step = 1;
    for (int k = 0; range / step >= most_bars; ++k) step = k % 3 == 1 ? step / 2 * 5 : step * 2;
    return step;
}

// What the panels share, so that they can be compared: values from left to right, the share of
// the deals that the highest bar stands for.
struct scale {
    std::int64_t low = 0, high = 0, step = 1;
    double most = 0;

    std::int64_t bar_of(std::int64_t v) const { return v - ((v % step) + step) % step; }
    std::map<std::int64_t, std::uint64_t> bars(const distribution& d) const {
        std::map<std::int64_t, std::uint64_t> out;
        for (const auto& [value, count] : d.counts) out[bar_of(value)] += count;
        return out;
    }
};

scale common_scale(const std::vector<distribution>& panels) {
    scale out;
    bool any = false;
    for (const auto& d : panels) {
        if (d.counts.empty()) continue;
        const std::int64_t low = d.counts.begin()->first, high = d.counts.rbegin()->first;
        out.low = any ? std::min(out.low, low) : low;
        out.high = any ? std::max(out.high, high) : high;
        any = true;
    }
    out.step = bar_step(out.high - out.low);
    for (const auto& d : panels)
        for (const auto& [value, count] : out.bars(d))
            out.most =
                std::max(out.most, static_cast<double>(count) / static_cast<double>(d.total()));
    return out;
}

std::string panel(const distribution& d, const scale& by, const std::string& unit, int x, int y) {
    std::string out = fmt::format("<g transform=\"translate({} {})\">\n", x, y);
    const std::uint64_t total = d.total();
    std::string facts = "no values";
    if (total > 0) {
        const double mean = d.moment(1, 0);
        facts = fmt::format("mean {:.2f}, sd {:.2f}", mean, std::sqrt(d.moment(2, mean)));
        if (d.none > 0) facts += fmt::format(", none {}", d.none);
    }
    out += fmt::format(
        "<text y=\"12\" class=\"name\">{}</text><text y=\"24\" class=\"facts\">{}</text>\n",
        svg_escaped(d.name), facts);
    if (total > 0) {
        const std::int64_t slots = (by.bar_of(by.high) - by.bar_of(by.low)) / by.step + 1;
        const double width = static_cast<double>(panel_width - margin) / static_cast<double>(slots);
        for (const auto& [value, count] : by.bars(d)) {
            const std::int64_t slot = (value - by.bar_of(by.low)) / by.step;
            const double at = static_cast<double>(slot) * width;
            const double share = static_cast<double>(count) / static_cast<double>(total);
            const double height = bars_height * share / by.most;
            const std::string what = by.step == 1
                                         ? fmt::format("{}", value)
                                         : fmt::format("{} to {}", value, value + by.step - 1);
            out += fmt::format(
                "<rect class=\"bar\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" "
                "height=\"{:.1f}\"><title>{}: {} "
                "({:.1f} %)</title></rect>\n",
                at, bars_at + bars_height - height, width * 0.9, height, what, count, 100 * share);
        }
        out += fmt::format(
            "<path d=\"M0 {0}H{1}\"/><text y=\"{2}\" class=\"facts\">{3}</text><text x=\"{4}\" "
            "y=\"{2}\" text-anchor=\"middle\" class=\"facts\">{5}</text><text x=\"{1}\" "
            "y=\"{2}\" text-anchor=\"end\" class=\"facts\">{6}</text>\n",
            bars_at + bars_height, panel_width - margin, bars_at + bars_height + 13, by.low,
            (panel_width - margin) / 2, svg_escaped(unit), by.high);
    }
    return out + "</g>\n";
}

std::vector<std::size_t> chosen(const pool_header& h, const std::vector<std::string>& names) {
    std::vector<std::size_t> out;
    for (std::size_t c = 0; c < h.columns.size() && names.empty(); ++c) out.push_back(c);
    for (const auto& name : names) {
        const auto at = std::ranges::find(h.columns, name, &pool_column::name);
        if (at == h.columns.end()) {
            std::vector<std::string> all;
            for (const auto& c : h.columns) all.push_back(c.name);
            throw std::invalid_argument(
                fmt::format("no column '{}'; columns: {}", name, fmt::join(all, ", ")));
        }
        out.push_back(static_cast<std::size_t>(at - h.columns.begin()));
    }
    return out;
}

}  // namespace

std::string plot_pool(const std::filesystem::path& pool, const std::vector<std::string>& columns) {
    const pool_header h = pool_reader(pool).header();
    const std::vector<std::size_t> which = chosen(h, columns);
    std::vector<distribution> panels;
    for (const std::size_t c : which) panels.push_back({h.columns[c].name, {}, 0});
    std::uint64_t deals = 0;
    for_each_record(pool, [&](std::uint64_t, std::span<const std::byte> record) {
        ++deals;
        for (std::size_t k = 0; k < which.size(); ++k) {
            const std::int64_t value = read_column(h, record, which[k]);
            if (value == h.columns[which[k]].none)
                ++panels[k].none;
            else
                ++panels[k].counts[value];
        }
    });

    const int count = static_cast<int>(panels.size());
    const int across = std::min(count, panels_a_row);
    const int rows = (count + panels_a_row - 1) / panels_a_row;
    const int width = std::max(across * panel_width + margin, 2 * panel_width);
    const int height = rows * panel_height + title_height + margin;
    std::string out = fmt::format(
        "<text x=\"{}\" y=\"26\" class=\"title\">{}: {} of {}, {} deals of seed {}</text>\n",
        margin, svg_escaped(h.game), svg_escaped(h.unit), svg_escaped(h.side), deals, h.seed);
    const scale by = common_scale(panels);
    out += fmt::format(
        "<text x=\"{}\" y=\"40\" class=\"facts\">share of the deals at each value; the highest "
        "bar of all is {:.1f} %</text>\n",
        margin, 100 * by.most);
    for (int k = 0; k < count; ++k)
        out += panel(panels[static_cast<std::size_t>(k)], by, h.unit,
                     margin + k % panels_a_row * panel_width,
                     title_height + k / panels_a_row * panel_height);
    return detail::svg_page(width, height, out);
}

}  // namespace mu
