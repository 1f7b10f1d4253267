// What is hidden in snapszer, and what is known of it.
#pragma once

#include <mu/belief/hidden.h>
#include <mu/games/snapszer.h>

namespace mu {

// What the opponent is known to hold (marriages, the card taken for the lowest trump) is in the
// view. The cards face down in the stock are one place; their order is free.
template <int Cards>
struct hidden_cards<snapszer_game<Cards>> : hands_hidden<snapszer_game<Cards>> {
    using V = snapszer_game<Cards>;
    using facts = hard_facts<V>;

    static card_mask lying_open(const facts& f) {
        const auto& s = f.now().seen;
        return s.stock_left > 0 ? bit(s.face_up()) : 0;
    }
    static constexpr bool swaps_cards(action a) { return a == V::exchange; }
    static void add_places(const facts& f, hidden_places<V>& to) {
        to.add(place_aside, std::max(f.now().seen.stock_left - 1, 0), ~card_mask{0});
    }
    static void complete(const facts&, const world<V>& w, game_state<V>& s, rng& generator) {
        std::array<card, V::stock_size> down{};
        std::size_t n = 0;
        ops::for_each(w.aside, [&](card c) { down[n++] = c; });
        shuffle(std::span(down).first(n), generator);
        for (std::size_t k = 0; k < n; ++k) s.stock[V::stock_size - 1 - n + k] = down[k];
    }
};

}  // namespace mu
