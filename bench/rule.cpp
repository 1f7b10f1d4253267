// What a decision of the rule player costs through the typed call: views of whole deals between
// rule players are kept with what was seen until then, and all of them are decided again.
//
//     bench_rule [deals]

#include <chrono>
#include <cstdlib>
#include <vector>

#include <fmt/format.h>

#include <mu/api/with_game.h>
#include <mu/games/all.h>
#include <mu/games/bridge.h>
#include <mu/games/contree.h>
#include <mu/games/differenzler.h>
#include <mu/games/euchre.h>
#include <mu/games/jass.h>
#include <mu/games/snapszer.h>
#include <mu/games/ulti.h>
#include <mu/policy/rule.h>

namespace {

using namespace mu;

template <variant V>
struct decision {
    view<V> seen;
    std::size_t deal, length;  // its record: the first actions of a deal
};

// Nanoseconds for each of some decisions.
template <variant V>
double nanoseconds(const std::vector<decision<V>>& all,
                   const std::vector<std::vector<seen_action>>& records) {
    double best = 1e300;
    unsigned check = 0;
    for (int round = 0; round < 7; ++round) {
        const auto began = std::chrono::steady_clock::now();
        for (const decision<V>& d : all)
            check += choose_by_rule(d.seen, public_record(records[d.deal]).first(d.length));
        const std::chrono::duration<double, std::nano> took =
            std::chrono::steady_clock::now() - began;
        best = std::min(best, took.count() / static_cast<double>(all.size()));
    }
    return check == 1 ? 0 : best;
}

void measure(const char* name, int deals) {
    with_game(game(name), [&]<typename V>(V, const typename V::options& o) {
        std::vector<decision<V>> cards, calls;
        std::vector<std::vector<seen_action>> records(static_cast<std::size_t>(deals));
        for (std::size_t i = 0; i < records.size(); ++i) {
            rng r(i);
            const deal_layout of = V::layout(o);
            std::array<card_mask, most_places> places{};
            const auto used = std::span(places).first(static_cast<std::size_t>(of.places));
            deal_random(of, r, used);
            auto s = start_deal(V{}, o, used, seat::north, 0);
            while (!rules<V>::is_over(s)) {
                const seat who = rules<V>::to_act(s);
                const bool plays = phase_of(s) == deal_phase::play;
                const view<V> v = view_of(s, who);
                if (v.legal.count() > 1)
                    (plays ? cards : calls).push_back({v, i, records[i].size()});
                const action a = choose_by_rule(v, records[i]);
                const bool shown = phase_of(s) != deal_phase::exchange;
                records[i].push_back({who, shown ? std::optional(a) : std::nullopt});
                rules<V>::apply(s, a);
            }
        }
        fmt::print("{:<13}{:>8.0f} ns a card", name, nanoseconds<V>(cards, records));
        if (!calls.empty())
            fmt::print("{:>10.0f} ns other actions", nanoseconds<V>(calls, records));
        fmt::print("\n");
    });
}

}  // namespace

int main(int argc, char** argv) {
    const int deals = argc > 1 ? std::atoi(argv[1]) : 500;
    for (const game_info& info : games()) measure(info.name.c_str(), deals);
}
