// What is hidden in snapszer, and what is known of it.
#pragma once

#include <mu/belief/hidden.h>
#include <mu/games/snapszer.h>

namespace mu {

// What the opponent is known to hold (marriages, the card taken for the lowest trump) is in the
// view. The cards face down in the stock are one place; their order is drawn.
template <int Cards>
struct hidden_cards<snapszer_game<Cards>> : hands_hidden<snapszer_game<Cards>> {
    using V = snapszer_game<Cards>;
    using facts = hard_facts<V>;

    static constexpr bool swaps_cards(action a) { return a == V::exchange; }
    static void complete(const facts&, const world<V>& w, game_state<V>& s, rng& generator) {
        const auto n = static_cast<std::size_t>(ops::popcount(w.aside));
        shuffle(std::span(s.stock).subspan(V::stock_size - 1 - n, n), generator);
    }
};

}  // namespace mu
