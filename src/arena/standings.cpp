#include <algorithm>
#include <cmath>
#include <span>

#include <fmt/format.h>

#include <mu/arena/plot.h>
#include <mu/arena/store.h>

namespace mu {

namespace {

bool same_contest(const meeting& a, const meeting& b) {
    return a.game == b.game && a.rules == b.rules && a.engine == b.engine && a.matches == b.matches;
}

estimate turned(const estimate& e) { return {e.count, -e.mean, e.error, -e.high, -e.low}; }

standings rank_some(std::span<const meeting> all) {
    const meeting& first = all.front();
    standings out{.title = fmt::format("{}, rules {}, engine {}, {}", first.game, first.rules,
                                       first.engine, first.matches ? "matches" : "deals"),
                  .matches = first.matches,
                  .agents = {},
                  .margin = {}};
    const auto place = [&](const std::string& name) {
        const auto found = std::ranges::find(out.agents, name, &standing::agent);
        if (found == out.agents.end()) out.agents.push_back({name, {}, 0, {}});
        return static_cast<std::size_t>(std::ranges::find(out.agents, name, &standing::agent) -
                                        out.agents.begin());
    };
    for (const meeting& m : all)
        for (const auto& name : m.agents) place(name);
    const std::size_t n = out.agents.size();
    std::vector<std::vector<double>> score(n, std::vector<double>(n, 0));
    std::vector<std::vector<std::optional<estimate>>> margin(
        n, std::vector<std::optional<estimate>>(n));
    for (const meeting& m : all) {
        const std::array<std::size_t, 2> at{place(m.agents[0]), place(m.agents[1])};
        std::vector<double> margins;
        for (const duel_result& r : m.results) {
            margins.push_back(r.margin);
            for (std::size_t k = 0; k < 2; ++k) {
                standing& s = out.agents[at[k]];
                s.spent.decisions += r.sides[k].decisions;
                s.spent.seconds += r.sides[k].seconds;
                s.spent.forfeits += r.sides[k].forfeits;
                ++s.count;
            }
            if (at[0] == at[1]) continue;
            score[at[0]][at[1]] += r.share;
            score[at[1]][at[0]] += 1 - r.share;
        }
        margin[at[0]][at[1]] = mean_of(margins);
        if (at[0] != at[1]) margin[at[1]][at[0]] = turned(*margin[at[0]][at[1]]);
    }
    const auto ratings = bradley_terry(score);
    std::vector<std::size_t> order(n);
    for (std::size_t i = 0; i < n; ++i) order[i] = i, out.agents[i].rating = ratings[i];
    std::ranges::sort(order, [&](auto x, auto y) { return ratings[x].value > ratings[y].value; });
    std::vector<standing> sorted;
    for (const std::size_t i : order) {
        sorted.push_back(out.agents[i]);
        out.margin.emplace_back();
        for (const std::size_t k : order) out.margin.back().push_back(margin[i][k]);
    }
    out.agents = std::move(sorted);
    return out;
}

}  // namespace

std::vector<standings> rank_agents(const std::vector<meeting>& all) {
    std::vector<standings> out;
    for (std::size_t from = 0, to = 0; from < all.size(); from = to) {
        while (to < all.size() && same_contest(all[to], all[from])) ++to;
        out.push_back(rank_some(std::span(all).subspan(from, to - from)));
    }
    return out;
}

std::string leaderboard(const std::vector<meeting>& all) {
    std::string out;
    for (const standings& s : rank_agents(all)) {
        std::size_t width = 5;
        for (const auto& a : s.agents) width = std::max(width, a.agent.size());
        out += fmt::format("{}{}\n\n", out.empty() ? "" : "\n", s.title);
        out += fmt::format("     {:<{}}  rating         95 %        {:>7}  ms/decision  forfeits\n",
                           "agent", width, s.matches ? "matches" : "deals");
        for (std::size_t k = 0; k < s.agents.size(); ++k) {
            const auto& [name, rating, count, spent] = s.agents[k];
            const double ms = spent.decisions == 0
                                  ? 0
                                  : 1000 * spent.seconds / static_cast<double>(spent.decisions);
            out += fmt::format(
                "{:>3}  {:<{}}  {:>6.0f}  {:>6.0f} .. {:<6.0f}  {:>9}  {:>11.3f}  {:>8}\n", k + 1,
                name, width, rating.value, rating.low, rating.high, count, ms, spent.forfeits);
        }
        out += fmt::format(
            "\nMargin per {} of the row against the column, and half its 95 % "
            "interval:\n\n     {:<{}}",
            s.matches ? "match" : "deal", "", width);
        for (std::size_t k = 0; k < s.agents.size(); ++k) out += fmt::format("  {:>15}", k + 1);
        out += '\n';
        for (std::size_t k = 0; k < s.agents.size(); ++k) {
            out += fmt::format("{:>3}  {:<{}}", k + 1, s.agents[k].agent, width);
            for (const auto& e : s.margin[k])
                out += fmt::format(
                    "  {:>15}",
                    e ? fmt::format("{:+.2f} ±{:.2f}", e->mean, e->high - e->mean) : ".");
            out += '\n';
        }
    }
    return out;
}

// --- Pictures
// --------------------------------------------------------------------------------------

namespace {

std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c == '<')
            out += "&lt;";
        else if (c == '&')
            out += "&amp;";
        else
            out += c;
    }
    return out;
}

}  // namespace

std::string ratings_svg(const std::vector<meeting>& all) {
    constexpr int names = 260, chart = 420, row = 26, heading = 34, scale = 30;
    std::string body;
    int top = 0;
    for (const standings& s : rank_agents(all)) {
        double low = 0, high = 0;
        for (const auto& a : s.agents)
            low = std::min(low, a.rating.low), high = std::max(high, a.rating.high);
        low -= 20, high += 20;
        const auto x = [&](double r) { return names + chart * (r - low) / (high - low); };
        body += fmt::format("<text x=\"8\" y=\"{}\" font-weight=\"bold\">{}</text>\n", top + 20,
                            escaped(s.title));
        const int bottom = top + heading + row * static_cast<int>(s.agents.size());
        double step = 50;
        while ((high - low) / step > 8) step *= 2;
        for (double r = std::ceil(low / step) * step; r <= high; r += step)
            body += fmt::format(
                "<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1}\" y2=\"{2}\" stroke=\"#ddd\"/>"
                "<text x=\"{0:.1f}\" y=\"{3}\" text-anchor=\"middle\" fill=\"#666\">{4:.0f}"
                "</text>\n",
                x(r), top + heading - 6, bottom, bottom + 16, r);
        for (std::size_t k = 0; k < s.agents.size(); ++k) {
            const auto& a = s.agents[k];
            const int y = top + heading + row * static_cast<int>(k) + row / 2;
            body += fmt::format(
                "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>"
                "<line x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{}\" y2=\"{}\" stroke=\"#1f5fa8\" "
                "stroke-width=\"3\"/><circle cx=\"{:.1f}\" cy=\"{}\" r=\"5\" "
                "fill=\"#1f5fa8\"/>\n",
                names - 12, y + 4, escaped(a.agent), x(a.rating.low), x(a.rating.high), y, y,
                x(a.rating.value), y);
        }
        top = bottom + scale;
    }
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
        "viewBox=\"0 0 {0} {1}\" font-family=\"sans-serif\" font-size=\"13\">\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{2}</svg>\n",
        names + chart + 20, top + 8, body);
}

}  // namespace mu
