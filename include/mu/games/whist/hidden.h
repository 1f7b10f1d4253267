// What is hidden in whist, and what is known of it.
#pragma once

#include <mu/belief/hidden.h>
#include <mu/games/whist.h>

namespace mu {

// The dealer holds the card turned up.
template <>
struct hidden_cards<whist> : hands_hidden<whist> {
    static void begin(facts& f) {
        const auto& s = f.now().seen;
        if (s.extra.turn_up != no_card) f.know(s.dealer, bit(s.extra.turn_up));
    }
    static void complete(const facts& f, const world<whist>& w, game_state<whist>& s, rng&) {
        if (!f.from_start()) return;
        per_seat<card_mask> hands{};
        for (int k = 0; k < 4; ++k) hands[k] = dealt(f, w, static_cast<seat>(k));
        s.extra.honours_ns = whist_start(hands, s.trump, s.dealer).extra.honours_ns;
    }
};

}  // namespace mu
