#include <cmath>

#include <nlohmann/json.hpp>

#include <mu/cards/text.h>
#include <mu/teach/teacher.h>

namespace mu {

namespace {

using json = nlohmann::ordered_json;

// Numbers that people read: to a thousandth.
json number(double x) { return std::round(1000 * x) / 1000; }

template <typename T>
json or_null(const std::optional<T>& x) {
    if constexpr (std::is_same_v<T, double>)
        return x ? number(*x) : json();
    else
        return x ? json(*x) : json();
}

std::string_view phase_name(deal_phase p) {
    constexpr std::string_view names[] = {"auction", "exchange", "play", "over"};
    return names[static_cast<std::size_t>(p)];
}

json actions_json(const game& g, const advice& a) {
    json out = json::array();
    for (const valued_action& x : a.actions)
        out.push_back({{"id", x.what},
                       {"text", g.action_text(x.what)},
                       {"value", number(x.value)},
                       {"error", number(x.error)},
                       {"cost", number(x.cost)},
                       {"cost_error", number(x.cost_error)},
                       {"worse", x.worse},
                       {"worlds", x.visits},
                       {"open", or_null(x.open)}});
    return out;
}

json words_json(const std::string& words) {
    return words.empty() ? json::array() : json::parse(words);
}
json action_json(const game& g, action a) { return {{"id", a}, {"text", g.action_text(a)}}; }

json decision_json(const game& g, const decision& d) {
    return {{"at", d.number},
            {"seat", index(d.who)},
            {"phase", phase_name(d.phase)},
            {"played", action_json(g, d.played)},
            {"best", action_json(g, d.seen.best)},
            {"cost", number(d.cost)},
            {"error", number(d.error)},
            {"grade", name_of(d.grade)},
            {"open_cost", or_null(d.open_cost)},
            {"open_best", d.open_best ? action_json(g, *d.open_best) : json()},
            {"worlds", d.seen.worlds},
            {"end", name_of(d.seen.end)},
            {"reason", d.reason},
            {"words", words_json(d.words)},
            {"actions", actions_json(g, d.seen)}};
}

}  // namespace

json to_json(const seat_view& v, const advice& a) {
    const game& g = v.game();
    return {{"best", action_json(g, a.best)}, {"worlds", a.worlds},
            {"end", name_of(a.end)},          {"reason", a.reason},
            {"words", words_json(a.words)},   {"actions", actions_json(g, a)}};
}

json to_json(const position& deal, const decision& d) { return decision_json(deal.game(), d); }

json to_json(const position& deal, const review& r) {
    const game& g = deal.game();
    const point_scale scale = g.scale();
    json out{{"game", g.spec()},
             {"title", g.info().title},
             {"record", deal.record()},
             {"over", deal.is_over()},
             {"result", deal.result()},
             {"score", deal.score()},
             {"scale",
              {{"zero_sum", scale.zero_sum},
               {"inaccuracy", scale.inaccuracy},
               {"mistake", scale.mistake},
               {"blunder", scale.blunder}}},
             {"complete", r.complete}};
    json& seats = out["seats"] = json::array();
    for (std::size_t k = 0; k < r.seats.size(); ++k) {
        const seat_sum& s = r.seats[k];
        seats.push_back({{"seat", seat_str(static_cast<seat>(k), g.info().seats)},
                         {"choices", s.choices},
                         {"inaccuracies", s.inaccuracies},
                         {"mistakes", s.mistakes},
                         {"blunders", s.blunders},
                         {"cost", number(s.cost)},
                         {"error", number(s.error)},
                         {"open_cost", number(s.open_cost)}});
    }
    json& all = out["decisions"] = json::array();
    for (const decision& d : r.decisions) all.push_back(decision_json(g, d));
    return out;
}

}  // namespace mu
