// The open-hand oracle: plays cards by the exact solver with all hands seen.

#include <algorithm>

#include <mu/agents/cheat.h>
#include <mu/door/solve.h>

#include "agents/kinds.h"

namespace mu::detail {

namespace {

class cheat_player final : public cheating_player {
public:
    cheat_player(std::uint64_t nodes, std::unique_ptr<player> otherwise)
        : nodes_(nodes), otherwise_(std::move(otherwise)) {}

    // Of equally good actions, the one it would play without looking.
    action choose_with_all_hands(const position& p, const request& r) override {
        const action usual = otherwise_->choose(r);
        if (r.view.legal_actions().size() == 1) return usual;
        const std::vector<action> best = best_actions(p);
        if (best.empty() || std::ranges::find(best, usual) != best.end()) return usual;
        return best.front();
    }

private:
    // Nothing where the solver has no answer: in the auction, beyond its budget, or where it does
    // not know the game.
    std::vector<action> best_actions(const position& p) const {
        solution s;
        try {
            s = p.solve({.line = false, .budget = {.nodes = nodes_}});
        } catch (const std::invalid_argument&) {
            return {};
        }
        const auto inexact = [](const solution::move& m) { return !m.value.exact(); };
        if (s.moves.empty() || !s.value.exact() || std::ranges::any_of(s.moves, inexact)) return {};
        // What the position is worth is what its best action is worth, whichever side acts.
        std::vector<action> best;
        for (const auto& m : s.moves)
            if (m.value == s.value) best.push_back(m.what);
        return best;
    }

    std::uint64_t nodes_;
    std::unique_ptr<player> otherwise_;
};

}  // namespace

std::unique_ptr<player> make_cheat(const agent_spec& spec, const game& g) {
    return std::make_unique<cheat_player>(static_cast<std::uint64_t>(spec.number("nodes")),
                                          make_player(agent_spec("rule"), g));
}

}  // namespace mu::detail
