// Two ways to decide meet on the same deals from both sides, cards and calls by a function of the
// view: fast enough to tune numbers by.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include <mu/games/rules.h>
#include <mu/games/view.h>
#include <mu/search/policy.h>

namespace mu::bench {

struct margin {
    double mean = 0, error = 0;  // points a deal of the first over the second, standard error
};

// Points of a seat beyond those that the other sides have on average.
template <variant V>
double lead(const std::array<int, V::seats>& points, std::size_t me) {
    constexpr auto sides = static_cast<std::size_t>(sides_of<V>());
    double mine = 0, others = 0;
    int n = 0;
    for (std::size_t k = 0; k < points.size(); ++k) {
        if (k % sides == me % sides)
            mine = points[k];
        else
            others += points[k], ++n;
    }
    return mine - others / n;
}

template <variant V>
struct played_deal {
    const typename V::options* options = nullptr;
    std::vector<seen_action> record;

    // The first decides for the seats of `side`, the second for the others.
    template <typename First, typename Second>
    double play(game_state<V> s, std::size_t side, std::size_t sides, First&& first,
                Second&& second) {
        record.clear();
        line_of_play<V> line{s, {}};
        while (!rules<V>::is_over(line.now)) {
            const seat who = rules<V>::to_act(line.now);
            const view<V> v = view_of(line.now, who);
            const bool mine = static_cast<std::size_t>(index(who)) % sides == side;
            line.apply(mine ? first(v, line.record) : second(v, line.record));
        }
        return lead<V>(score(line.now, *options), side);
    }
};

template <variant V, typename First, typename Second>
margin duel(const typename V::options& o, int deals, std::uint64_t seed, First&& first,
            Second&& second, std::size_t sides = static_cast<std::size_t>(sides_of<V>())) {
    double sum = 0, squares = 0;
    played_deal<V> table{&o, {}};
    for (int i = 0; i < deals; ++i) {
        rng r = rng(seed).split(static_cast<std::uint64_t>(i));
        const deal_layout of = V::layout(o);
        std::array<card_mask, most_places> places{};
        const auto used = std::span(places).first(static_cast<std::size_t>(of.places));
        deal_random(of, r, used);
        const auto dealer = static_cast<seat>(i % V::seats);
        const auto s = start_deal(V{}, o, used, dealer, i);
        double x = 0;
        for (std::size_t side = 0; side < sides; ++side)
            x += table.play(s, side, sides, first, second) / static_cast<double>(sides);
        sum += x, squares += x * x;
    }
    const double n = deals, mean = sum / n;
    return {mean, std::sqrt((squares / n - mean * mean) / (n - 1))};
}

}  // namespace mu::bench
