#include "agents/kinds.h"

#include <algorithm>

#include <mu/agents/cheat.h>

namespace mu {

namespace detail {

const std::vector<agent_maker>& agent_makers() {
    using type = agent_parameter::type;
    static const std::vector<agent_parameter> of_program{
        {"command", type::command, "", 0, 0, "shell command that starts it"},
        {"seconds", type::number, "10", 0.001, 1e9, "time limit for a decision"},
        {"protocol", type::whole, "1", 1, 2, "2: it is told every action"}};
    static const std::vector<agent_maker> all{
        {{"random", "a uniformly random legal action", false, {}}, &make_random},
        {{"rule", "a few rules of thumb for every phase of every game", false, {}}, &make_rule},
        {{"blunder",
          "another agent that sometimes plays a random legal action instead",
          false,
          {{"p", type::number, "0.1", 0, 1, "probability of a random action"},
           {"inner", type::agent, "rule", 0, 0, "the agent that plays otherwise"}}},
         &make_blunder},
        {{"cheat",
          "sees all hands: plays cards by the exact solver, bids by trying; an upper bound",
          true,
          {{"nodes", type::whole, "200000", 1, 1e12,
            "node limit of the solver for a decision; beyond it, tries each card as in bidding"}}},
         &make_cheat},
        {{"program", "an outside program that reads and writes lines of JSON (docs/protocol.md)",
          false, of_program},
         &make_program},
        {{"cheating_program",
          "such a program that is handed the record of the deal, so that it sees all hands", true,
          of_program},
         &make_cheating_program}};
    return all;
}

}  // namespace detail

const std::vector<agent_kind>& agent_kinds() {
    static const std::vector<agent_kind> all = [] {
        std::vector<agent_kind> out;
        for (const auto& m : detail::agent_makers()) out.push_back(m.kind);
        return out;
    }();
    return all;
}

std::unique_ptr<player> make_player(const agent_spec& spec, const game& g) {
    const auto& all = detail::agent_makers();
    return std::ranges::find(all, spec.kind().name, [](const auto& m) { return m.kind.name; })
        ->make(spec, g);
}

action ask(player& who, const position& p, rng& generator, double seconds) {
    const seat_view view = p.view(p.to_act());
    const request r{view, generator, seconds};
    if (auto* cheat = dynamic_cast<cheating_player*>(&who))
        return cheat->choose_with_all_hands(p, r);
    return who.choose(r);
}

action cheating_player::choose(const request&) {
    throw std::logic_error("this player has to see all hands: ask() shows them");
}

}  // namespace mu
