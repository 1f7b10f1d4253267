// A player for any game: it draws worlds that fit what its seat has seen, solves each with all
// hands open, and plays the card that is best on average. Calls are left to the rules of thumb.
//
//     worlds_player [games] [deals] [worlds] [nodes a world]

#include <cstdio>
#include <cstdlib>
#include <sstream>

#include <mu/mu.h>

class worlds_player : public mu::player {
public:
    worlds_player(const mu::game& g, std::size_t worlds, std::uint64_t nodes)
        : by_(g), worlds_(worlds), nodes_(nodes) {}

    mu::action choose(const mu::request& r) override {
        const auto legal = r.view.legal_actions();
        std::vector<double> sum(legal.size());
        try {
            if (legal.size() == 1) return legal.front();
            for (const mu::position& world : mu::beliefs(r.view).draw(worlds_, r.generator)) {
                const auto s = by_.solve(world, {.line = false, .budget = {.nodes = nodes_}});
                for (std::size_t i = 0; i < legal.size(); ++i)  // a range if the nodes ran out
                    sum[i] += (s.more_is_better ? 0.5 : -0.5) *
                              (s.moves[i].value.low + s.moves[i].value.high);
            }
        } catch (const mu::not_in_play&) {
            return r.view.rule_choice();
        }
        const mu::action usual = r.view.rule_choice();  // of equals, what the rules would play
        std::size_t best = 0;
        for (std::size_t i = 1; i < legal.size(); ++i)
            if (sum[i] > sum[best] || (sum[i] == sum[best] && legal[i] == usual)) best = i;
        return legal[best];
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
        const mu::estimate e = mu::mean_of(margins);
        std::printf("%-10s %+.2f points a deal over rule, 95 %% interval %+.2f to %+.2f\n",
                    name.c_str(), e.mean, e.low, e.high);
    }
}
