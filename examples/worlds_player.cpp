// A player for any game: it draws worlds that fit what its seat has seen, solves each with all
// hands open, and plays the card that is best on average. Calls are left to the rules of thumb.
//
//     worlds_player [games] [deals] [worlds] [nodes a world]

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <sstream>

#include <mu/mu.h>

class worlds_player : public mu::player {
public:
    worlds_player(const mu::game& g, std::size_t worlds, std::uint64_t nodes)
        : by_(g), worlds_(worlds), nodes_(nodes) {}

    mu::action choose(const mu::request& r) override {
        const mu::action usual = r.view.rule_choice();
        if (r.view.legal().count() == 1) return usual;
        std::map<mu::action, double> sum;  // of the cards; calls have no value in a solver
        try {
            for (const mu::position& world : mu::beliefs(r.view).draw(worlds_, r.generator)) {
                const auto s = by_.solve(world, {.line = false, .budget = {.nodes = nodes_}});
                for (const auto& [card, value] : s.moves)  // a range if the nodes ran out
                    sum[card] += (s.more_is_better ? 0.5 : -0.5) * (value.low + value.high);
            }
        } catch (const mu::not_in_play&) {  // the auction
        }
        if (!sum.contains(usual)) return usual;
        const auto best = std::ranges::max_element(sum, {}, [](const auto& m) { return m.second; });
        return best->second > sum[usual] ? best->first : usual;
    }

private:
    mu::open_solver by_;
    std::size_t worlds_;
    std::uint64_t nodes_;
};

int main(int argc, char** argv) {
    const auto number = [&](int i, const char* otherwise) {
        return std::strtoull(argc > i ? argv[i] : otherwise, nullptr, 10);
    };
    std::istringstream games(argc > 1 ? argv[1] : "whist euchre contree ulti snapszer");
    for (std::string name; games >> name;) {
        const mu::game g(name);
        mu::duel_plan plan{.of = g, .agents = {mu::agent_spec("random"), mu::agent_spec("rule")}};
        plan.count = number(2, "2");
        plan.makers[0] = [&] {
            return std::make_unique<worlds_player>(g, number(3, "20"), number(4, "200000"));
        };
        std::vector<double> margins;
        for (const auto& deal : mu::run_duel(plan)) margins.push_back(deal.margin);
        const auto e = mu::mean_of(margins);
        std::printf("%-10s %+.2f points a deal over rule (95 %%: %+.2f to %+.2f)\n", name.c_str(),
                    e.mean, e.low, e.high);
    }
}
