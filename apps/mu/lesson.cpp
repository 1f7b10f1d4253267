#include "lesson.h"

#include <algorithm>

#include <fmt/format.h>

#include <mu/cards/text.h>

namespace mu::cli {

namespace {

using lines = std::vector<std::string>;

std::string mark_of(grade g) {
    return g == grade::inaccuracy ? "?!"
           : g == grade::mistake  ? "?"
           : g == grade::blunder  ? "??"
                                  : "";
}

std::string with_error(double value, double error, const point_scale& scale) {
    return fmt::format("{} ± {}", points_text(value, scale), points_text(error, scale));
}

// A card in colour, or a call with the symbol of its suit.
std::string action_text(const game& g, action a, const table_drawing& draw) {
    const std::string text = g.action_text(a);
    return a < g.info().deck.card_count() ? draw.word(text) : draw.call_word(text);
}

std::string open_text(const std::optional<double>& cost, const point_scale& scale) {
    return cost ? points_text(*cost, scale) : "";
}

void add(lines& to, const lines& more) { to.insert(to.end(), more.begin(), more.end()); }

// What stands above the list of decisions.
lines heading(const position& deal, const review& r, const table_drawing& draw, const pen& ink) {
    const game& g = deal.game();
    lines out = draw.diagram(g.deal(deal.deal_text()).to_json());
    out.emplace_back();
    const std::string result =
        deal.is_over() ? deal.result() : "This deal has not been played to its end.";
    if (!result.empty())
        for (const auto& line : fold(result, "")) out.push_back(ink.bold(line));
    if (!r.complete) out.emplace_back("Stopped: the decisions after these were not looked at.");
    const point_scale scale = g.scale();
    out.emplace_back();
    add(out, fold(fmt::format("Costs are in points{}, ± is the standard error. Open: with all "
                              "hands seen. Decisions without a choice are left out.",
                              scale.zero_sum ? "" : " of lead over the other side"),
                  ""));
    out.push_back(fmt::format("?! inaccuracy from {}   ? mistake from {}   ?? blunder from {}",
                              points_text(scale.inaccuracy, scale),
                              points_text(scale.mistake, scale),
                              points_text(scale.blunder, scale)));
    return out;
}

}  // namespace

lines advice_lines(const seat_view& v, const advice& a, const table_drawing& draw,
                   std::size_t most) {
    const point_scale scale = v.game().scale();
    lines out{a.worlds == 0 ? "There is no choice."
                            : fmt::format("After {} deals that fit what you know:", a.worlds)};
    // A game knows which calls say no more than others: they are not tried, and come last.
    const auto tried = static_cast<std::size_t>(std::ranges::count_if(
        a.actions, [&](const valued_action& x) { return x.visits > 0 || a.worlds == 0; }));
    std::size_t shown = 0;
    for (const valued_action& x : a.actions) {
        if (shown == std::min(tried, most)) break;
        ++shown;
        std::string line = "  " + pad(action_text(v.game(), x.what, draw), 10);
        if (a.worlds > 0) {
            line += pad(with_error(x.value, x.error, scale), 18);
            if (x.what == a.best)
                line += "best";
            else if (x.worse)
                line += fmt::format("costs {}", with_error(x.cost, x.cost_error, scale));
        }
        while (line.ends_with(' ')) line.pop_back();
        out.push_back(line);
    }
    if (tried > most) out.push_back(fmt::format("  and {} more", tried - most));
    if (const std::size_t others = a.actions.size() - tried; others > 0)
        out.push_back(fmt::format("  {} {} not tried", others, others == 1 ? "was" : "were"));
    if (!a.reason.empty()) add(out, fold(a.reason, "", screen_width - 2));
    return out;
}

lines review_lines(const position& deal, const review& r, const pen& ink, bool all) {
    const game& g = deal.game();
    const point_scale scale = g.scale();
    table_drawing draw(g.info(), ink);
    draw.sort_by(deal.public_view().card_ranks());
    lines out = heading(deal, r, draw, ink);

    out.emplace_back();
    out.push_back(ink.bold(fmt::format("{:>4}  {:<7} {:<11} {:<11} {:>16}    {:>7}", "", "Who",
                                       "Did", "Better", "Cost", "Open")));
    for (const decision& d : r.decisions) {
        if (d.grade == grade::forced) continue;
        const bool lost = d.cost > 0;
        std::string line =
            fmt::format("{:>4}  ", d.number + 1) + pad(draw.seat_name(d.who), 8) +
            pad(action_text(g, d.played, draw), 12) +
            pad(lost ? action_text(g, d.seen.best, draw) : "", 12) +
            fmt::format("{:>{}} {:<2} {:>7}", lost ? with_error(d.cost, d.error, scale) : "", 16,
                        mark_of(d.grade), open_text(d.open_cost, scale));
        while (line.ends_with(' ')) line.pop_back();
        out.push_back(line);
        if (d.grade >= grade::inaccuracy || all) add(out, fold(d.reason, "        "));
    }

    out.emplace_back();
    out.push_back(ink.bold(fmt::format("  {:<8} {:>7} {:>4} {:>4} {:>4} {:>18} {:>8}", "",
                                       "Choices", "?!", "?", "??", "Cost", "Open")));
    for (std::size_t k = 0; k < r.seats.size(); ++k) {
        const seat_sum& s = r.seats[k];
        if (s.choices == 0) continue;
        out.push_back(fmt::format("  {:<8} {:>7} {:>4} {:>4} {:>4} {:>18} {:>8}",
                                  draw.seat_name(static_cast<seat>(k)), s.choices, s.inaccuracies,
                                  s.mistakes, s.blunders, with_error(s.cost, s.error, scale),
                                  points_text(s.open_cost, scale)));
    }
    return out;
}

}  // namespace mu::cli
