// What is hidden in contrée, and what is known of it.
#pragma once

#include <mu/belief/hidden.h>
#include <mu/games/contree.h>

namespace mu {

// Who plays the first of king and queen of trumps says whether he has the other.
template <>
struct hidden_cards<contree> : hands_hidden<contree> {
    static void begin(facts& f) {
        const auto& s = f.now().seen;
        if (s.extra.belote >= 0)
            f.know(static_cast<seat>(s.extra.belote), detail::contree_pair(s.trump));
    }
    static void see(facts& f, const view<contree>& next) {
        const auto& before = f.now().seen;
        const card_mask fresh = next.seen.played & ~before.played;
        const card_mask pair = detail::contree_pair(next.seen.trump);
        if ((fresh & pair) == 0 || (before.played & pair) != 0) return;
        const seat who = before.current_player;
        if (next.seen.extra.belote == index(who))
            f.know(who, pair);
        else
            f.exclude(who, pair & ~fresh);
    }
};

}  // namespace mu
