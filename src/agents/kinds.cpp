#include "agents/kinds.h"

#include <algorithm>

#include <mu/agents/cheat.h>

namespace mu {

namespace detail {

const std::vector<agent_maker>& agent_makers() {
    using type = agent_parameter::type;
    static const std::vector<agent_maker> all{
        {{"random", "any legal action, all alike", false, {}}, &make_random},
        {{"rule", "simple sense: a few rules for every phase of every game", false, {}},
         &make_rule},
        {{"blunder",
          "plays as another agent does, but now and then any legal action",
          false,
          {{"p", type::number, "0.1", 0, 1, "how often it blunders"},
           {"inner", type::agent, "rule", 0, 0, "who plays otherwise"}}},
         &make_blunder},
        {{"cheat",
          "sees all hands; plays cards as the solver does, and bids by trying: an upper bound",
          true,
          {{"nodes", type::whole, "200000", 1, 1e12,
            "cards the solver may play for a decision; if that is not enough, it tries as in "
            "bidding"}}},
         &make_cheat},
        {{"program",
          "another program, spoken to in lines of JSON (docs/protocol.md)",
          false,
          {{"command", type::command, "", 0, 0, "what the shell is to run"},
           {"seconds", type::number, "10", 0, 1e9, "allowed for a decision"}}},
         &make_program}};
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
