#include <algorithm>
#include <cmath>
#include <map>
#include <span>

#include <fmt/format.h>

#include <mu/arena/store.h>

namespace mu {

namespace {

bool same_contest(const meeting& a, const meeting& b) {
    return a.game == b.game && a.rules == b.rules && a.engine == b.engine &&
           a.matches == b.matches && a.once == b.once && a.seconds == b.seconds;
}

estimate turned(const estimate& e) { return {e.count, -e.mean, e.error, -e.high, -e.low}; }

standings rank_some(std::span<const meeting> all) {
    const meeting& first = all.front();
    standings out{
        .game = first.game,
        .title = fmt::format(
            "{}, {}{}{}", first.game, first.matches ? "matches" : "deals",
            first.once ? " from one seating" : "",
            std::isinf(first.seconds) ? "" : fmt::format(", {} s per decision", first.seconds)),
        .version = fmt::format("rules {}, engine {}", first.rules, first.engine),
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
    std::vector<paired_score> scores;
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> deals;  // numbered
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
            const auto deal = deals.try_emplace({r.seed, r.deal}, deals.size()).first->second;
            scores.push_back({at[0], at[1], r.share, deal});
        }
        const estimate mean = mean_of(margins);
        margin[at[0]][at[1]] = m.sequential ? at_any_time(mean) : mean;
        out.sequential = out.sequential || m.sequential;
        if (at[0] != at[1]) margin[at[1]][at[0]] = turned(*margin[at[0]][at[1]]);
    }
    const auto ratings = bradley_terry(n, scores);
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
        out += fmt::format("{}{}, {}\n\n", out.empty() ? "" : "\n", s.title, s.version);
        out += fmt::format("     {:<{}}  rating         95 %        {:>7}  ms/decision  forfeits\n",
                           "agent", width, s.matches ? "matches" : "deals");
        for (std::size_t k = 0; k < s.agents.size(); ++k) {
            const auto& [name, rating, count, spent] = s.agents[k];
            out += fmt::format(
                "{:>3}  {:<{}}  {:>6.0f}  {:>6.0f} .. {:<6.0f}  {:>9}  {:>11.3f}  {:>8}\n", k + 1,
                name, width, rating.value, rating.low, rating.high, count, spent.ms_per_decision(),
                spent.forfeits);
        }
        out += fmt::format(
            "\nMargin per {} of the row against the column, and half its 95 % "
            "interval{}:\n\n     {:<{}}",
            s.matches ? "match" : "deal",
            s.sequential ? " (wider where a test could stop the run)" : "", "", width);
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

std::string leaderboard_markdown(const std::vector<meeting>& all) {
    std::string out;
    for (const standings& s : rank_agents(all)) {
        out += fmt::format("{}{}, {}.\n\n| | agent | rating | 95 % | {} | ms per decision |",
                           out.empty() ? "" : "\n", s.title, s.version,
                           s.matches ? "matches" : "deals");
        std::string rule = "\n|--:|---|--:|---|--:|--:|";
        for (std::size_t k = 0; k < s.agents.size(); ++k) {
            out += fmt::format(" against {} |", k + 1);
            rule += "--:|";
        }
        out += rule + "\n";
        for (std::size_t k = 0; k < s.agents.size(); ++k) {
            const auto& [name, rating, count, spent] = s.agents[k];
            out +=
                fmt::format("| {} | `{}` | {:.0f} | {:.0f} to {:.0f} | {} | {:.3f} |", k + 1, name,
                            rating.value, rating.low, rating.high, count, spent.ms_per_decision());
            for (const auto& e : s.margin[k])
                out += e ? fmt::format(" {:+.2f} ± {:.2f} |", e->mean, e->high - e->mean) : " |";
            out += '\n';
        }
    }
    return out;
}

}  // namespace mu
