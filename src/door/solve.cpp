#include <nlohmann/json.hpp>

#include <mu/door/solve.h>

#include "door/model.h"

namespace mu {

namespace {

nlohmann::ordered_json range_json(const value_range& v) {
    if (v.exact()) return v.low;
    return {{"at_least", v.low}, {"at_most", v.high}};
}

}  // namespace

solution position::solve(const solve_options& how) const {
    if (is_over()) throw std::invalid_argument("the deal is over: there is nothing to solve");
    return game_.model_->solve(now_, how);
}

contract_table position::solve_contracts(const solve_options& how) const {
    return game_.model_->solve_contracts(now_, how);
}

nlohmann::ordered_json to_json(const position& p, const solution& s) {
    nlohmann::ordered_json out{{"unit", s.unit}, {"side", s.side}, {"value", range_json(s.value)}};
    auto& moves = out["moves"] = nlohmann::ordered_json::object();
    for (const auto& m : s.moves) moves[p.action_text(m.what)] = range_json(m.value);
    auto& line = out["line"] = nlohmann::ordered_json::array();
    for (const action a : s.line) line.push_back(p.action_text(a));
    out["nodes"] = s.nodes;
    out["complete"] = s.complete;
    return out;
}

nlohmann::ordered_json to_json(const contract_table& t) {
    nlohmann::ordered_json out{{"unit", t.unit}, {"side", t.side}};
    auto& entries = out["contracts"] = nlohmann::ordered_json::array();
    for (const auto& e : t.entries)
        entries.push_back(
            {{"contract", e.contract}, {"by", e.who}, {"value", range_json(e.value)}});
    if (!t.summary.empty()) out["summary"] = t.summary;
    out["nodes"] = t.nodes;
    out["complete"] = t.complete;
    return out;
}

}  // namespace mu
