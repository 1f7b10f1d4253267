// The open-hand oracle: cards by the exact solver with all hands seen; what that cannot answer by
// looking where each choice leads if everybody goes on by the rules of thumb.

#include <algorithm>

#include <mu/agents/cheat.h>
#include <mu/agents/table.h>
#include <mu/api/solve.h>

#include "agents/kinds.h"

namespace mu::detail {

namespace {

class cheat_player final : public cheating_player {
public:
    cheat_player(std::uint64_t nodes, const game& g) : nodes_(nodes) {
        for (int k = 0; k < g.info().seats; ++k)
            simple_.push_back(make_player(agent_spec("rule"), g));
    }

    // Of equally good actions, the one it would play without looking.
    action choose_with_all_hands(const position& p, const request& r) override {
        const action usual = simple_[index(p.to_act())]->choose(r);
        if (r.view.legal_actions().size() == 1) return usual;
        std::vector<action> best = best_solved(p);
        if (best.empty()) best = best_played(p, r.generator);
        return std::ranges::find(best, usual) != best.end() ? usual : best.front();
    }

private:
    // Nothing where the solver has no answer: in the auction, beyond its budget, or where it does
    // not know the game.
    std::vector<action> best_solved(const position& p) const {
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

    std::vector<action> best_played(const position& p, const rng& generator) const {
        const seat me = p.to_act();
        std::vector<action> best;
        double most = 0;
        for (const action a : p.legal_actions()) {
            position to = p;
            to.apply(a);
            play_out(to, simple_, generator);
            const double worth = lead_of(to, me);
            if (best.empty() || worth > most) best.clear(), most = worth;
            if (worth == most) best.push_back(a);
        }
        return best;
    }

    // Points of a seat beyond those that the other sides have on average.
    static double lead_of(const position& p, seat me) {
        const std::vector<int> points = p.score();
        const auto side = [&](std::size_t seat) {
            return static_cast<int>(seat) % p.game().info().sides;
        };
        double others = 0, seats = 0;
        for (std::size_t k = 0; k < points.size(); ++k)
            if (side(k) != side(index(me))) others += points[k], ++seats;
        return points[index(me)] - others / seats;
    }

    std::uint64_t nodes_;
    std::vector<std::unique_ptr<player>> simple_;  // for every seat
};

}  // namespace

std::unique_ptr<player> make_cheat(const agent_spec& spec, const game& g) {
    return std::make_unique<cheat_player>(static_cast<std::uint64_t>(spec.number("nodes")), g);
}

}  // namespace mu::detail
