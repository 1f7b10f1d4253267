// What games by name cost beside typed code: deals through the table with players that are shown
// every action, and worlds drawn through the API.
//
//     bench_api [deals]

#include <chrono>
#include <cstdlib>

#include <fmt/format.h>

#include <mu/agents/table.h>
#include <mu/api/beliefs.h>
#include <mu/api/typed_view.h>
#include <mu/api/with_game.h>
#include <mu/games/all.h>

namespace {

using namespace mu;

template <typename F>
double microseconds(int times, F&& work) {
    double best = 1e300;
    for (int round = 0; round < 5; ++round) {
        const auto began = std::chrono::steady_clock::now();
        for (int i = 0; i < times; ++i) work(i);
        const std::chrono::duration<double, std::micro> took =
            std::chrono::steady_clock::now() - began;
        best = std::min(best, took.count() / times);
    }
    return best;
}

class shown_player final : public player {
public:
    std::size_t seen = 0;
    void see(const seat_view& v) override { seen += v.history().size(); }
    action choose(const request& r) override { return r.view.legal().draw(r.generator); }
};

void deals(const char* name, int times) {
    const game g(name);
    const double by_rules = with_game(g, [&]<typename V>(V, const typename V::options& o) {
        return microseconds(times, [&](int i) {
            rng r(static_cast<std::uint64_t>(i));
            const deal_layout of = V::layout(o);
            std::array<card_mask, most_places> places{};
            const auto used = std::span(places).first(static_cast<std::size_t>(of.places));
            deal_random(of, r, used);
            auto s = start_deal(V{}, o, used, seat::north, 0);
            while (!rules<V>::is_over(s)) rules<V>::apply(s, rules<V>::legal_actions(s).draw(r));
        });
    });
    const double by_position = microseconds(times, [&](int i) {
        rng r(static_cast<std::uint64_t>(i));
        position p = g.deal(r);
        while (!p.is_over()) p.apply(p.legal().draw(r));
    });
    std::array<shown_player, 4> players;
    std::vector<player*> who;
    for (int k = 0; k < g.info().seats; ++k) who.push_back(&players[static_cast<std::size_t>(k)]);
    const double by_table = microseconds(times, [&](int i) {
        rng r(static_cast<std::uint64_t>(i));
        card_table t(g.deal(r), who, {.stream = r});
        t.play();
    });
    fmt::print("{:<13}{:>8.2f} us by rules{:>8.2f} by position{:>8.2f} at the table\n", name,
               by_rules, by_position, by_table);
}

void worlds(const char* name, int times) {
    const game g(name);
    rng r(3);
    position p = g.deal(r);
    while (!p.is_over() && (p.history().size() < 14 || p.legal().count() < 2))
        p.apply(p.view(p.to_act()).rule_choice());
    if (p.is_over()) return;
    const seat_view v = p.view(p.to_act());
    const beliefs b(v);
    double check = 0;
    const double by_api = microseconds(times, [&](int i) {
        rng own(static_cast<std::uint64_t>(i));
        check += b.draw(100, own).size() > 0 ? 1 : 0;
    });
    const double typed = with_game(g, [&]<typename V>(V, const auto&) {
        position again = p;
        while (!again.history().empty()) again.undo();
        belief_state<V> belief;
        belief.init(*typed_view<V>(again.view(v.observer())));
        for (const action a : p.history()) {
            again.apply(a);
            belief.see(*typed_view<V>(again.view(v.observer())));
        }
        belief.renormalize();
        std::vector<world<V>> out(100);
        std::vector<game_state<V>> states(100);
        return microseconds(times, [&](int i) {
            rng own(static_cast<std::uint64_t>(i));
            const std::size_t n = belief.draw(std::span(out), own);
            for (std::size_t k = 0; k < n; ++k) states[k] = belief.worlds().state(out[k], own);
            check += states[0].dealer == seat::north ? 1 : 0;
        });
    });
    fmt::print("{:<13}{:>8.1f} us typed{:>8.1f} through the API{:>6.2f} times{}\n", name, typed,
               by_api, by_api / typed, check < 0 ? "!" : "");
}

}  // namespace

int main(int argc, char** argv) {
    const int times = argc > 1 ? std::atoi(argv[1]) : 2000;
    fmt::print("A random deal:\n");
    for (const game_info& info : games()) deals(info.name.c_str(), times);
    fmt::print("100 worlds:\n");
    for (const game_info& info : games()) worlds(info.name.c_str(), times / 4);
}
