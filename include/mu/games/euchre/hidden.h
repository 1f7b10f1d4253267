// What is hidden in euchre, and what is known of it.
#pragma once

#include <mu/belief/hidden.h>
#include <mu/games/euchre.h>

namespace mu {

// The upcard, once ordered up, is in the dealer's hand or the discard. The discard was laid away
// before the first card, so no void that the dealer shows binds it.
template <int Cards>
struct hidden_cards<euchre_game<Cards>> : hands_hidden<euchre_game<Cards>> {
    using V = euchre_game<Cards>;
    using facts = hard_facts<V>;

    static card_mask barred(const facts& f, int place) {
        const auto& s = f.now().seen;
        const bool may_have_it =
            ordered_up(s) &&
            (place == index(s.dealer) || (place == place_discard && s.extra.house.discard_upcard));
        return may_have_it ? 0 : bit(s.extra.upcard);
    }

    // The dealer had the discard in place of the upcard: there is no other course.
    static constexpr bool one_course = true;
    static bool random_course(const facts& f, const world<V>& w, rng&, past_course<V>& out) {
        const auto& s = f.now().seen;
        for (int k = 0; k < 4; ++k)
            out.dealt[k] = hands_hidden<V>::dealt(f, w, static_cast<seat>(k));
        out.hidden.clear();
        if (!ordered_up(s)) return true;
        out.dealt[s.dealer] = (out.dealt[s.dealer] | w.discard) & ~bit(s.extra.upcard);
        if (has_discarded(s) && s.dealer != f.observer())
            out.hidden.push_back(ops::lsb_index(w.discard));
        return true;
    }
};

}  // namespace mu
