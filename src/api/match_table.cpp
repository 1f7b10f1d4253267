#include <map>
#include <mutex>

#include <mu/api/match_table.h>

namespace mu {

namespace {

constexpr int deals_played = 1000;
constexpr std::uint64_t seed = 1;

std::shared_ptr<const match_chances> make_table(const game& g) {
    const match m(g);
    if (m.target() == 0) return nullptr;
    std::vector<std::array<int, 2>> deals;
    for (int i = 0; i < deals_played; ++i) {
        rng cards = rng(seed).split(static_cast<std::uint64_t>(i));
        position p = g.deal(cards, static_cast<seat>(i % g.info().seats), i);
        while (!p.is_over()) p.apply(p.view(p.to_act()).rule_choice());
        const std::vector<int> points = p.score();
        deals.push_back({points[0], points[1]});
    }
    return std::make_shared<const match_chances>(m.target(), deals);
}

}  // namespace

std::shared_ptr<const match_chances> match_table(const game& g) {
    static std::mutex lock;
    static std::map<std::string, std::shared_ptr<const match_chances>> made;
    const std::scoped_lock hold(lock);
    const auto [at, fresh] = made.try_emplace(g.spec());
    if (fresh) at->second = make_table(g);
    return at->second;
}

}  // namespace mu
