// Are exact worlds worth it? Whist by tree search, one side with worlds drawn exactly, the other
// with the greedy determinizer that is common: cards in random order, those with fewest possible
// holders first, each to a holder by its chance there. Every deal from both sides.
//
//     bench_determinizer [deals = 200] [iterations = 1000]

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include <mu/belief/belief_state.h>
#include <mu/games/rollout.h>
#include <mu/games/whist.h>
#include <mu/games/whist/hidden.h>
#include <mu/games/whist/soft_rules.h>
#include <mu/games/whist/solving.h>
#include <mu/search/ismcts.h>

using namespace mu;

namespace {

struct greedy_draws {
    std::uint64_t made = 0, dead_ends = 0;

    // Starts again where a card finds nobody with room for it.
    game_state<whist> operator()(const game_state<whist>& seen, const belief_state<whist>& belief,
                                 const per_seat<std::uint8_t, 4>& cards_left, rng& generator) {
        while (true) {
            ++made;
            if (const auto drawn = attempt(seen, belief, cards_left, generator)) return *drawn;
            ++dead_ends;
        }
    }

private:
    static std::optional<game_state<whist>> attempt(game_state<whist> s,
                                                    const belief_state<whist>& belief,
                                                    per_seat<std::uint8_t, 4> room,
                                                    rng& generator) {
        std::vector<card> order;
        const card_mask unseen =
            deck_traits<whist>::all_cards & ~(card_mask{s.played} | s.hands[belief.observer]);
        ops::for_each(unseen, [&](card c) { order.push_back(c); });
        for (std::size_t i = order.size(); i > 1; --i)
            std::swap(order[i - 1], order[generator.below(i)]);
        const auto holders = [&](card c) {
            return std::ranges::count_if(belief.possible,
                                         [&](card_mask m) { return (m & bit(c)) != 0; });
        };
        std::vector<card> tightest_first;
        for (int n = 1; n < 4; ++n)
            std::ranges::copy_if(order, std::back_inserter(tightest_first),
                                 [&](card c) { return holders(c) == n; });
        for (const card c : tightest_first) {
            std::array<double, 4> weight{};
            double total = 0;
            for (int k = 0; k < 4; ++k) {
                const auto who = static_cast<seat>(k);
                if (who == belief.observer || room[who] == 0) continue;
                const auto row = static_cast<std::size_t>(belief.row(who));
                if ((belief.possible[row] & bit(c)) == 0) continue;
                weight[static_cast<std::size_t>(k)] = std::max(belief.prob[row][c], 1e-6);
                total += weight[static_cast<std::size_t>(k)];
            }
            if (total <= 0) return std::nullopt;
            double at = generator.uniform() * total;
            int chosen = -1;
            for (int k = 0; k < 4; ++k) {
                if (weight[static_cast<std::size_t>(k)] <= 0) continue;
                chosen = k;
                at -= weight[static_cast<std::size_t>(k)];
                if (at < 0) break;
            }
            const auto who = static_cast<seat>(chosen);
            s.hands[who] |= bit(c);
            --room[who];
        }
        return s;
    }
};

struct tournament {
    std::uint64_t iterations = 1000;
    greedy_draws greedy{};

    // Tricks of north and south, the exact ones if `exact_ns`.
    int play(game_state<whist> s, bool exact_ns, rng generator) {
        std::array<belief_state<whist>, 4> beliefs;
        for (int k = 0; k < 4; ++k)
            beliefs[static_cast<std::size_t>(k)].init(view_of(s, static_cast<seat>(k)));
        std::array<ismcts<whist>, 2> by{searcher(), searcher()};
        while (!rules<whist>::is_over(s)) {
            const seat who = rules<whist>::to_act(s);
            const view<whist> v = view_of(s, who);
            const belief_state<whist>& belief = beliefs[static_cast<std::size_t>(index(who))];
            const bool exact = (partnership_of(who) == 0) == exact_ns;
            const auto draw = [&](std::size_t n, rng& g, std::vector<game_state<whist>>& out) {
                out.clear();
                while (out.size() < n)
                    out.push_back(exact ? determinize(belief, g)
                                        : greedy(v.seen, belief, v.cards_left, g));
            };
            const search_report r =
                by[exact ? 1 : 0].search(draw, v, {}, generator, {.rounds = iterations});
            rules<whist>::apply(s, r.chosen);
            for (int k = 0; k < 4; ++k)
                beliefs[static_cast<std::size_t>(k)].update_on_play(
                    view_of(s, static_cast<seat>(k)));
        }
        return s.tricks_won[0];
    }

private:
    static ismcts<whist> searcher() {
        return {{}, {.exploration = 0.7, .payoff = ismcts_payoff::tricks}};
    }
};

}  // namespace

int main(int argc, char** argv) {
    const int deals = argc > 1 ? std::atoi(argv[1]) : 200;
    tournament t;
    if (argc > 2) t.iterations = static_cast<std::uint64_t>(std::atoi(argv[2]));
    double sum = 0, squares = 0;
    for (int i = 0; i < deals; ++i) {
        rng generator = rng(21).split(static_cast<std::uint64_t>(i));
        const game_state<whist> s = random_first_lead(whist{}, generator);
        const double lead =
            t.play(s, true, generator.split(1)) - t.play(s, false, generator.split(1));
        sum += lead;
        squares += lead * lead;
    }
    const double mean = sum / deals;
    const double error = std::sqrt((squares / deals - mean * mean) / (deals - 1));
    fmt::print(
        "whist, {} deals from both sides, {} iterations a card: exact worlds over greedy ones "
        "{:+.3f} tricks a deal (95 %: {:+.3f} .. {:+.3f})\n",
        deals, t.iterations, mean, mean - 1.96 * error, mean + 1.96 * error);
    fmt::print("greedy draws that came to a dead end: {} of {}\n", t.greedy.dead_ends,
               t.greedy.made);
}
