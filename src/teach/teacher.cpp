#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <mu/parallel.h>
#include <mu/teach/teacher.h>

#include "teach/facts.h"
#include "teach/reason.h"

namespace mu {

namespace {

using detail::mean_of;
using detail::world_table;

constexpr std::size_t least_worlds = 8;  // that a difference must be seen in

constexpr std::uint64_t worlds_of_calls = 4;  // for each of a card: values vary more

// How many standard errors are beyond the noise where the best of so many alternatives is compared:
// that is 2.5 % for all of them together.
double clear_from(std::size_t alternatives) {
    const double chance = 0.025 / static_cast<double>(std::max<std::size_t>(1, alternatives));
    double low = 0, high = 10;
    for (int i = 0; i < 60; ++i) {
        const double z = (low + high) / 2;
        (std::erfc(z / std::sqrt(2.0)) / 2 > chance ? low : high) = z;
    }
    return high;
}

bool is_clear(const mean_of& lead, std::size_t alternatives, bool exact) {
    if (lead.mean <= 1e-9) return false;
    return exact || (lead.n >= least_worlds && lead.mean > clear_from(alternatives) * lead.error);
}

// A side's own points from its lead over the others, where they lose what it wins.
double unit_of(const game& g) {
    const double sides = g.info().sides;
    return g.scale().zero_sum ? (sides - 1) / sides : 1;
}

search_settings cards_by_solver(int solve_cards) {
    search_settings out;
    out.judge.solve_cards = solve_cards;
    out.evidence.soft = 1;
    out.keep = true;
    return out;
}
search_settings calls_by_trying() {
    search_settings out;
    out.evidence.policy = true;
    out.judge.solve_cards = 0;
    out.caution = 2;
    out.keep = true;
    return out;
}

grade grade_of(double cost, const point_scale& by) {
    cost += 1e-9;  // a mean of whole points may be short of one by rounding
    return cost >= by.blunder      ? grade::blunder
           : cost >= by.mistake    ? grade::mistake
           : cost >= by.inaccuracy ? grade::inaccuracy
                                   : grade::good;
}

void check(bool good, const char* what) {
    if (!good) throw std::invalid_argument(std::string("teacher: ") + what);
}

// What is to be said of a decision between the best action and another; of the best alone if they
// are the same.
struct verdict {
    advice seen;
    double cost = 0, error = 0;
    std::string reason, words;
};

// A reason in both ways.
template <typename Said>
void put(const detail::sentence& why, Said& into) {
    into.reason = why.text;
    into.words = detail::phrases_json(why.said).dump();
}

verdict look(const game& g, const teach_settings& how, const seat_view& v, std::uint64_t number,
             std::optional<action> played) {
    verdict out;
    searcher by(
        g, v.phase() == deal_phase::play ? cards_by_solver(how.solve_cards) : calls_by_trying());
    rng generator = rng(how.seed).split(number);
    const std::uint64_t worlds =
        v.phase() == deal_phase::play ? how.worlds : worlds_of_calls * how.worlds;
    search_limits limits{.rounds = worlds, .stop = how.stop, .threads = how.threads};
    if (how.ms > 0)
        limits.deadline = std::chrono::steady_clock::now() +
                          std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                              std::chrono::duration<double, std::milli>(how.ms));
    const search_report r = by.search(v, generator, limits);
    const auto n = static_cast<double>(r.rounds);
    const bool exact = r.why == search_end::resolved;
    const double errors =
        exact ? 0 : std::sqrt(std::max(1.0, r.effective > 0 ? n / r.effective : 1.0));
    const world_table t(v, by, unit_of(g), errors);

    advice& a = out.seen;
    a.best = r.chosen;
    a.worlds = r.rounds;
    a.end = r.why;
    const std::size_t best = t.number_of(a.best);
    std::size_t alternatives = 0;  // that were tried
    for (std::size_t i = 0; i < t.legal().size(); ++i)
        alternatives += i != best && t.value_of(i).n > 0 ? 1 : 0;
    for (std::size_t i = 0; i < t.legal().size(); ++i) {
        const mean_of value = t.value_of(i);
        valued_action x{
            .what = t.legal()[i], .value = value.mean, .error = value.error, .visits = value.n};
        if (i != best) {
            const mean_of lead = t.mean(t.leads(best, i).by);
            x.cost = lead.mean;
            x.cost_error = lead.error;
            x.worse = is_clear(lead, alternatives, exact);
        }
        a.actions.push_back(x);
    }
    std::ranges::sort(a.actions, [&](const valued_action& x, const valued_action& y) {
        if ((x.what == a.best) != (y.what == a.best)) return x.what == a.best;
        if ((x.visits > 0) != (y.visits > 0)) return x.visits > 0;
        return x.cost != y.cost ? x.cost < y.cost : x.what < y.what;
    });
    if (t.legal().size() == 1 || t.size() == 0) return out;

    detail::sentence best_is = detail::why_best(t, a);
    put(best_is, a);
    put(best_is, out);
    if (!played || *played == a.best) return out;
    if (a.of(*played).visits == 0) {
        best_is.text =
            fmt::format("{} was not tried. {}", detail::action_name(v, *played), a.reason);
        best_is.said.insert(best_is.said.begin(),
                            {"teach_not_tried", {{"what", detail::action_value(v, *played)}}});
        put(best_is, out);
    }
    if (!a.of(*played).worse) return out;
    out.cost = a.of(*played).cost;
    out.error = a.of(*played).cost_error;
    const auto ahead = t.leads(best, t.number_of(*played));
    put(detail::why_better(t, a.best, *played, ahead, t.mean(ahead.by)), out);
    return out;
}

}  // namespace

std::string_view name_of(grade g) {
    constexpr std::string_view names[] = {"forced", "good", "inaccuracy", "mistake", "blunder"};
    return names[static_cast<std::size_t>(g)];
}

std::string points_text(double points, const point_scale& scale) {
    const int digits = scale.inaccuracy >= 5 ? 0 : scale.inaccuracy >= 1 ? 1 : 2;
    std::string out = fmt::format("{:.{}f}", points, digits);
    const bool zero = out.find_first_not_of("-0.") == std::string::npos;
    return zero ? "0" : out;
}

const valued_action& advice::of(action a) const {
    return *std::ranges::find(actions, a, &valued_action::what);
}

teacher::teacher(mu::game g, const teach_settings& how)
    : game_(std::move(g)), how_(how), open_(game_, {.nodes = how.nodes}) {
    check(how.worlds > 0 || how.ms > 0, "worlds or milliseconds have to be above 0");
    check(how.ms >= 0 && how.ms <= 1e9, "milliseconds are from 0 to 1e9");
    check(how.worlds <= 1'000'000, "at most 1000000 worlds");
}

advice teacher::advise(const seat_view& v, std::uint64_t number) const {
    return look(game_, how_, v, number, std::nullopt).seen;
}

decision teacher::judge(const position& before, action played) {
    position after = before;
    after.apply(played);
    const seat_view v = before.view(before.to_act());
    decision out{.number = before.history().size(),
                 .who = before.to_act(),
                 .phase = v.phase(),
                 .played = played};
    verdict said = look(game_, how_, v, out.number, played);
    out.seen = std::move(said.seen);
    if (v.legal().count() == 1) {
        out.grade = grade::forced;
        put(detail::why_forced(before, played), out);
        out.seen.reason = out.reason;
        out.seen.words = out.words;
        return out;
    }
    out.cost = said.cost;
    out.error = said.error;
    out.reason = std::move(said.reason);
    out.words = std::move(said.words);
    out.grade = grade_of(out.cost, game_.scale());
    if (how_.nodes == 0 || (how_.stop != nullptr && *how_.stop)) return out;

    const open_values open = open_.judge(before);
    if (open.values.empty() || !open.exact) return out;
    const auto legal = v.legal_actions();
    std::size_t best = 0, mine = 0;
    for (std::size_t i = 0; i < legal.size(); ++i) {
        if (open.values[i] > open.values[best] + 1e-9) best = i;
        if (legal[i] == played) mine = i;
        std::ranges::find(out.seen.actions, legal[i], &valued_action::what)->open =
            unit_of(game_) * open.values[i];
    }
    out.open_cost = unit_of(game_) * (open.values[best] - open.values[mine]);
    out.open_best = *out.open_cost > 1e-9 ? legal[best] : played;
    return out;
}

review review_deal(const position& deal, const teach_settings& how,
                   const std::function<void(const decision&)>& seen) {
    check(!deal.history().empty(), "nothing was done in this deal");
    const game& g = deal.game();
    // All positions in which somebody whom we look at decided.
    std::vector<position> before;
    std::vector<action> played;
    position p = g.deal(deal.deal_text());
    for (const action a : deal.history()) {
        if (!how.only || p.to_act() == *how.only) {
            before.push_back(p);
            played.push_back(a);
        }
        p.apply(a);
    }
    teach_settings one = how;
    one.threads = 1;
    review out;
    out.seats.resize(static_cast<std::size_t>(g.info().seats));
    const auto stopped = [&] { return how.stop != nullptr && *how.stop; };
    work_in_order(
        {.count = before.size(), .threads = how.threads},
        [&] {
            return [&, by = std::make_shared<teacher>(g, one)](std::uint64_t i) {
                return stopped() ? decision{} : by->judge(before[i], played[i]);
            };
        },
        [](const decision&) {},
        [&](const decision& d) {
            if (stopped()) {
                out.complete = false;
                return false;
            }
            if (seen) seen(d);
            out.decisions.push_back(d);
            return true;
        });
    for (const decision& d : out.decisions) {
        seat_sum& of = out.seats[static_cast<std::size_t>(index(d.who))];
        if (d.grade == grade::forced) continue;
        ++of.choices;
        of.inaccuracies += d.grade == grade::inaccuracy ? 1 : 0;
        of.mistakes += d.grade == grade::mistake ? 1 : 0;
        of.blunders += d.grade == grade::blunder ? 1 : 0;
        of.cost += d.cost;
        of.error = std::hypot(of.error, d.error);
        of.open_cost += d.open_cost.value_or(0);
    }
    return out;
}

}  // namespace mu
