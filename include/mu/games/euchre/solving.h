// What euchre tells the solver.
#pragma once

#include <mu/engine/solver.h>
#include <mu/games/euchre.h>

namespace mu {

template <int Cards>
struct solving<euchre_game<Cards>> : trick_solving<euchre_game<Cards>> {
    using state = euchre_state<Cards>;

    static constexpr bool playing(const state& s) {
        return s.extra.phase == euchre_terms::phase::play && s.tricks_remaining > 0;
    }
    static constexpr void begin(state& s) { s.extra.phase = euchre_terms::phase::play; }
    static constexpr std::string_view side(const state&) { return "the makers"; }
    static constexpr int won(const state& s) {
        return s.tricks_won[static_cast<std::size_t>(partnership_of(s.extra.maker))];
    }
    static constexpr auto score_at(const state& s, int value, const euchre_terms::options& o) {
        return score(solving::with_tricks(s, partnership_of(s.extra.maker), value), o);
    }
    // With a seat sitting out, the one who plays alone is the soloist.
    // MU_INLINE: kernels compiled for several instruction sets call it. A copy left over could be
    // one that an older machine cannot run (cmake/lanes.cmake).
    MU_INLINE static constexpr solve_seating seating(const state& s) {
        solve_seating out;
        out.count = 0;
        for (int k = 0; k < 4; ++k) {
            const seat who = seat_after<euchre>(s.extra.maker, k);
            if (!sits_out(s, who)) out.order[static_cast<std::size_t>(out.count++)] = who;
        }
        if (out.count == 3 && !maker_alone(s)) {
            out.solo = out.order[1] == partner_of(s.extra.maker) ? 2 : 1;
            out.opposite = true;
        }
        return out;
    }
};

}  // namespace mu
