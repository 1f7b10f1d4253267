#include "observe.h"

#include <algorithm>

#include <mu/api/typed_view.h>
#include <mu/api/with_game.h>

namespace mu::python {
namespace {

template <typename V>
void observe(const seat_view& v, std::span<std::int8_t> out) {
    const view<V> seen = *typed_view<V>(v);
    constexpr int cards = deck_traits<V>::cards;
    std::ranges::fill(out, std::int8_t{0});
    const auto put = [&](int block, card_mask m) {
        ops::for_each(m, [&](card c) { out[static_cast<std::size_t>(block * cards + c)] = 1; });
    };
    put(0, seen.seen.hands[seen.observer]);
    put(1, seen.seen.played);
    if (trick_play<V>::leading(seen.seen)) return;
    for (int k = 0; k < V::seats; ++k)
        if (const card c = seen.seen.trick.cards[seat_after<V>(seen.observer, k)]; c != no_card)
            put(2 + k, bit(c));
}

}  // namespace

std::size_t observation_size(const game& g) {
    return static_cast<std::size_t>((2 + g.info().seats) * g.info().deck.card_count());
}

observe_function observer_of(const game& g) {
    return with_game(g, []<typename V>(V, const typename V::options&) -> observe_function {
        return &observe<V>;
    });
}

}  // namespace mu::python
