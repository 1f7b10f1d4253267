// What a decision of a net costs on one core: a view made into bits, the forward pass alone and in
// batches, and all of it through a player. Each net that is found, or those of the files given.
//
//     bench_nets [FILE...]

#include <algorithm>
#include <chrono>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include <mu/agents/player.h>
#include <mu/api/nets.h>

namespace {

using namespace mu;

// Microseconds a call of f(i), i = 0 .. n - 1: the fastest of some rounds.
template <typename F>
double microseconds(std::size_t n, F&& f) {
    double best = std::numeric_limits<double>::infinity();
    for (int round = 0; round < 20; ++round) {
        const auto began = std::chrono::steady_clock::now();
        for (std::size_t i = 0; i < n; ++i) f(i);
        const std::chrono::duration<double, std::micro> took =
            std::chrono::steady_clock::now() - began;
        best = std::min(best, took.count() / static_cast<double>(n));
    }
    return best;
}

// The views of decisions that rule players come to.
std::vector<seat_view> decisions(const game& g, std::size_t count) {
    std::vector<seat_view> out;
    for (std::uint64_t deal = 0; out.size() < count; ++deal) {
        rng r(deal);
        position p = g.deal(r);
        while (!p.is_over()) {
            const seat_view v = p.view(p.to_act());
            if (v.legal().count() > 1) out.push_back(v);
            p.apply(v.rule_choice());
        }
    }
    out.erase(out.begin() + static_cast<std::ptrdiff_t>(count), out.end());
    return out;
}

void measure(const game& g, const std::string& file) {
    const game_net by = game_net::of(g, file);
    const net_shape& s = by.weights().shape();
    fmt::print("{}: {} inputs, {} hidden layers of {}, {} actions, {:.1f} MB of halves\n",
               by.file(), s.inputs, s.layers, s.hidden, s.actions,
               2e-6 * static_cast<double>(s.weights()));
    const auto views = decisions(g, 256);
    std::vector<std::uint64_t> bits;
    double set = 0;
    for (const seat_view& v : views) {
        const observation o = observe(v);
        bits.insert(bits.end(), o.bits.begin(), o.bits.end());
        for (const std::uint64_t w : o.bits) set += ops::popcount(w);
    }
    const double observing = microseconds(views.size(), [&](std::size_t i) { observe(views[i]); });
    fmt::print("    {:>7.1f} us to make the bits, of which {:.0f} are set\n", observing,
               set / static_cast<double>(views.size()));
    for (const std::size_t batch : {1, 8, 64}) {
        std::vector<float> out(batch * static_cast<std::size_t>(s.actions));
        const double took = microseconds(views.size() / batch, [&](std::size_t i) {
            by.weights().values(std::span(bits).subspan(i * batch * s.words(), batch * s.words()),
                                out);
        });
        fmt::print("    {:>7.1f} us a forward pass, {} together\n",
                   took / static_cast<double>(batch), batch);
    }
    const double choosing = microseconds(views.size(), [&](std::size_t i) { by.choose(views[i]); });
    fmt::print("    {:>7.1f} us a decision\n", choosing);
}

// The first game, and options, with the layout of a net.
game game_with(const bit_layout& l) {
    for (const game_info& info : games())
        for (const char* options : {"", "(joker=on)", "(deck=24)"}) try {
                game g(info.name + options);
                if (&layout_of(g) == &l) return g;
            } catch (const std::invalid_argument&) {  // not an option of this game
            }
    throw std::invalid_argument(fmt::format("no game has the layout of {}", l.variant));
}

}  // namespace

int main(int argc, char** argv) try {
    fmt::print("{}\n", isa_name(best_isa()));
    if (argc > 1) {
        for (int k = 1; k < argc; ++k)
            measure(game_with(game_net::read(argv[k]).layout()), argv[k]);
        return 0;
    }
    int found = 0;
    for (const bit_layout& l : bit_layouts())
        if (const auto file = shipped_net(game_with(l))) {
            measure(game_with(l), *file);
            ++found;
        }
    if (found == 0) fmt::print("no nets below {}\n", net_folders().back());
    return 0;
} catch (const std::exception& e) {
    fmt::print(stderr, "bench_nets: {}\n", e.what());
    return 1;
}
