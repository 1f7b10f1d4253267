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

    static card_mask lying_open(const facts& f) {
        const auto& s = f.now().seen;
        card_mask open = ordered_up(s) ? 0 : upcard(f);
        if (s.extra.discard != no_card) open |= bit(s.extra.discard);
        return open;
    }
    static card_mask barred(const facts& f, seat who) {
        const auto& s = f.now().seen;
        return ordered_up(s) && who == s.dealer ? 0 : upcard(f);
    }
    static void add_places(const facts& f, hidden_places<V>& to) {
        const auto& s = f.now().seen;
        to.add(place_aside, Cards - 21, ~upcard(f));
        if (s.extra.discard != no_card) to.known.discard = bit(s.extra.discard);
        if (discarded(s) && s.extra.discard == no_card)
            to.add(place_discard, 1, s.extra.house.discard_upcard ? ~card_mask{0} : ~upcard(f));
    }
    static void complete(const facts&, const world<V>& w, game_state<V>& s, rng&) {
        if (discarded(s)) s.extra.discard = ops::lsb_index(w.discard);
    }

private:
    static bool discarded(const game_state<V>& s) {
        return ordered_up(s) && s.extra.phase != euchre_terms::phase::discard;
    }
    static card_mask upcard(const facts& f) { return bit(f.now().seen.extra.upcard); }
};

}  // namespace mu
