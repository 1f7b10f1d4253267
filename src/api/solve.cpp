#include <algorithm>

#include <nlohmann/json.hpp>

#include <mu/api/solve.h>

#include "api/game_model.h"

namespace mu {

namespace {

nlohmann::ordered_json range_json(const value_range& v) {
    if (v.exact()) return v.low;
    return {{"at_least", v.low}, {"at_most", v.high}};
}

}  // namespace

solution position::solve(const solve_options& how) const {
    return open_solver(game_, how.use).solve(*this, how);
}

open_solver::open_solver(const game& of, const solve_switches& use)
    : game_(of), model_(of.model_->open_hands(use)) {}
open_solver::open_solver(open_solver&&) noexcept = default;
open_solver& open_solver::operator=(open_solver&&) noexcept = default;
open_solver::~open_solver() = default;

solution open_solver::solve(const position& p, const solve_options& how) {
    if (!(p.game() == game_))
        throw std::invalid_argument("a solver for " + game_.spec() + " was given a position of " +
                                    p.game().spec());
    if (p.is_over()) throw std::invalid_argument("the deal is over: there is nothing to solve");
    return model_->solve(p.now_, how);
}

contract_table position::solve_contracts(const solve_options& how) const {
    return game_.model_->solve_contracts(how)->solve(now_);
}

contract_solver::contract_solver(const game& of, const solve_options& how)
    : game_(of), model_(of.model_->solve_contracts(how)) {}
contract_solver::contract_solver(contract_solver&&) noexcept = default;
contract_solver& contract_solver::operator=(contract_solver&&) noexcept = default;
contract_solver::~contract_solver() = default;

const std::vector<contract_column>& contract_solver::columns() const { return model_->columns(); }

std::string contract_solver::unit() const { return std::string(model_->unit()); }
std::string contract_solver::side() const { return std::string(model_->side()); }
const contract_bids& contract_solver::bids() const { return model_->bids(); }

contract_table contract_solver::solve(const position& deal) {
    if (!(deal.game() == game_))
        throw std::invalid_argument("a solver for " + game_.spec() + " was given a deal of " +
                                    deal.game().spec());
    return model_->solve(deal.now_);
}

void contract_solver::values(const position& deal, std::span<int> out) {
    const contract_table t = solve(deal);
    if (out.size() != columns().size())
        throw std::invalid_argument(std::to_string(columns().size()) + " values, not " +
                                    std::to_string(out.size()));
    if (!t.complete) throw std::runtime_error("the budget ran out before all values were exact");
    if (!std::ranges::all_of(t.entries, [](const auto& e) { return e.value.exact(); }))
        throw std::runtime_error("with a tolerance there are ranges, not values");
    // Tables keep the order of the columns.
    auto entry = t.entries.begin();
    for (std::size_t i = 0; i < out.size(); ++i) {
        const contract_column& c = columns()[i];
        const bool here = entry != t.entries.end() && entry->contract == c.contract &&
                          (c.who.empty() || entry->who == c.who);
        out[i] = here ? (entry++)->value.low : no_value;
    }
    if (entry != t.entries.end()) throw std::logic_error("no column for " + entry->contract);
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
