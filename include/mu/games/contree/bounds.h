// How many points a deal of contrée can bring, and how many actions it can take (games/bounds.h).
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include <mu/games/bounds.h>
#include <mu/games/contree.h>

namespace mu {

template <>
struct deal_bounds<contree> {
    static constexpr point_bounds points(const contree::options& o) {
        using options = contree::options;
        constexpr int belote = 20, tricks_and_capot = 252;
        int value = 0;  // of the highest bid
        for (std::uint64_t l = levels(o); l != 0; l &= l - 1) {
            const int level = std::countr_zero(l);
            if (level != contree_calls::level_capot)
                value = std::max(value, contree_calls::number_of(level));
            else if (o.capot != options::capot_rule::flat)
                value = std::max(value, o.capot == options::capot_rule::value_270 ? 270 : 250);
        }
        if (o.count == options::counting::made_only) value = 0;
        int cards = 0;
        if (o.count != options::counting::bid_only) cards = std::max(tricks_and_capot, o.base + 90);
        int most = cards + value * o.surcoinche;
        if (o.capot == options::capot_rule::flat) most = std::max(most, 500 << 2);
        return {0, detail::contree_round(most + belote, o.round)};
    }
    // Three passes; every bid, followed by two passes and, where the coinche is out of turn, by one
    // who keeps silent; the coinche, and three passes more.
    static constexpr int most_actions(const contree::options& o) {
        const int bid = (o.house.in_two_steps() ? 2 : 1) + (o.house.coinche_out_of_turn ? 1 : 0);
        return 3 + std::popcount(levels(o)) * (bid + 2) + 1 + 3 + 32;
    }

private:
    static constexpr std::uint64_t levels(const contree::options& o) {
        return contree_calls::levels_above(-1, o.house.ladder());
    }
};

}  // namespace mu
