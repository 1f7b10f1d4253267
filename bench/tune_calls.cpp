// Finds the numbers of the rule players' calls: the cross-entropy method (R. Rubinstein 1999) over
// play against the numbers found so far and the ones in the code, cards by the rule player.
//
//     bench_tune_calls GAME [generations] [deals] [seed] [population]
//
// Prints the numbers in the order of the struct, and what they gain on deals of another seed.

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <mu/games/all.h>
#include <mu/games/contree/bidding.h>
#include <mu/games/euchre/bidding.h>
#include <mu/games/jass/bidding.h>
#include <mu/games/snapszer/bidding.h>
#include <mu/games/ulti/bidding.h>
#include <mu/policy/rule.h>

#include "support/duel.h"

namespace {

using namespace mu;

struct contree_calls_of {
    using V = contree;
    using numbers = contree_bidding;
    static constexpr numbers start = contree_fitted;
    static action choose(const view<V>& v, public_record record, const numbers& by) {
        return v.seen.extra.stage == contree::phase::play ? rule_choice(v, record)
                                                          : contree_call(v, record, by);
    }
};

struct euchre_calls_of {
    using V = euchre;
    using numbers = euchre_bidding;
    static constexpr numbers start = euchre_fitted;
    static action choose(const view<V>& v, public_record record, const numbers& by) {
        return v.seen.extra.phase == euchre::phase::play ? rule_choice(v, record)
                                                         : euchre_call(v, record, by);
    }
};

struct jass_calls_of {
    using V = jass;
    using numbers = jass_bidding;
    static constexpr numbers start = jass_fitted;
    static action choose(const view<V>& v, public_record record, const numbers& by) {
        return is_choosing(v.seen) ? jass_call(v, record, by) : rule_choice(v, record);
    }
};

struct differenzler_calls_of {
    using V = differenzler;
    using numbers = differenzler_bidding;
    static constexpr numbers start = differenzler_fitted;
    static action choose(const view<V>& v, public_record record, const numbers& by) {
        return is_predicting(v.seen) ? differenzler_call(v, record, by) : rule_choice(v, record);
    }
};

struct ulti_calls_of {
    using V = ulti;
    using numbers = ulti_bidding;
    static constexpr numbers start = ulti_fitted;
    static action choose(const view<V>& v, public_record record, const numbers& by) {
        const action said = ulti_call(v, record, by);
        return v.seen.phase == ulti_phase::play && said == ulti_action::done
                   ? ulti_card_choice(v, record)
                   : said;
    }
};

struct snapszer_calls_of {
    using V = snapszer;
    using numbers = snapszer_bidding;
    static constexpr numbers start = snapszer_fitted;
    static action choose(const view<V>& v, public_record record, const numbers& by) {
        return snapszer_call(v, record, by);
    }
};

template <typename Game>
class tuning {
    using V = typename Game::V;
    using numbers = typename Game::numbers;
    static constexpr std::size_t size = sizeof(numbers) / sizeof(float);
    using vector = std::array<float, size>;
    static_assert(sizeof(vector) == sizeof(numbers));

public:
    void run(int generations, int deals, std::uint64_t seed, std::size_t population) {
        const auto first = std::bit_cast<vector>(Game::start);
        vector mean = first, spread{};
        for (std::size_t k = 0; k < size; ++k)
            spread[k] = mean[k] != 0 && std::abs(mean[k]) < 3
                            ? 0.15F * std::abs(mean[k]) + 0.05F
                            : std::max(5.0F, 0.1F * std::abs(mean[k]));
        rng r(seed);
        for (int g = 0; g < generations; ++g) {
            std::vector<std::pair<double, vector>> tried(population);
            for (auto& [gain, x] : tried) {
                for (std::size_t k = 0; k < size; ++k) x[k] = mean[k] + spread[k] * normal(r);
                gain = against(x, mean, deals, seed + 1000 + static_cast<std::uint64_t>(g)) +
                       against(x, first, deals / 2, seed + 1000 + static_cast<std::uint64_t>(g));
            }
            std::ranges::sort(tried,
                              [](const auto& a, const auto& b) { return a.first > b.first; });
            const std::size_t best = population / 4;
            for (std::size_t k = 0; k < size; ++k) {
                double sum = 0, squares = 0;
                for (std::size_t i = 0; i < best; ++i) sum += tried[i].second[k];
                const double m = sum / static_cast<double>(best);
                for (std::size_t i = 0; i < best; ++i) {
                    const double d = tried[i].second[k] - m;
                    squares += d * d;
                }
                mean[k] = 0.3F * mean[k] + 0.7F * static_cast<float>(m);
                spread[k] =
                    0.3F * spread[k] +
                    0.7F * static_cast<float>(std::sqrt(squares / static_cast<double>(best)));
            }
            fmt::print("{}: best {:.2f}, quarter {:.2f}, half {:.2f}: {:.3f}\n", g, tried[0].first,
                       tried[best].first, tried[population / 2].first, fmt::join(mean, ", "));
            std::fflush(stdout);
        }
        fmt::print("{:.3f}\n", fmt::join(mean, ", "));
        const auto m = bench::duel<V>(typename V::options{}, 20 * deals, seed + 77, player(mean),
                                      player(first));
        fmt::print("over the first: {:+.2f} ({:.2f})\n", m.mean, m.error);
    }

private:
    static float normal(rng& r) {
        float sum = 0;
        for (int i = 0; i < 12; ++i) sum += static_cast<float>(r.uniform());
        return sum - 6;
    }
    static auto player(const vector& x) {
        return [by = std::bit_cast<numbers>(x)](const view<V>& v, public_record record) {
            return Game::choose(v, record, by);
        };
    }
    static double against(const vector& x, const vector& y, int deals, std::uint64_t seed) {
        return bench::duel<V>(typename V::options{}, deals, seed, player(x), player(y)).mean;
    }
};

}  // namespace

int main(int argc, char** argv) {
    const std::string_view game = argc > 1 ? argv[1] : "";
    const int generations = argc > 2 ? std::atoi(argv[2]) : 20;
    const int deals = argc > 3 ? std::atoi(argv[3]) : 1000;
    const std::uint64_t seed = argc > 4 ? static_cast<std::uint64_t>(std::atoll(argv[4])) : 1;
    const std::size_t population = argc > 5 ? static_cast<std::size_t>(std::atoll(argv[5])) : 40;
    if (game == "contree")
        tuning<contree_calls_of>().run(generations, deals, seed, population);
    else if (game == "euchre")
        tuning<euchre_calls_of>().run(generations, deals, seed, population);
    else if (game == "jass")
        tuning<jass_calls_of>().run(generations, deals, seed, population);
    else if (game == "differenzler")
        tuning<differenzler_calls_of>().run(generations, deals, seed, population);
    else if (game == "ulti")
        tuning<ulti_calls_of>().run(generations, deals, seed, population);
    else if (game == "snapszer")
        tuning<snapszer_calls_of>().run(generations, deals, seed, population);
    else
        fmt::print("games: contree, euchre, jass, differenzler, ulti, snapszer\n");
}
