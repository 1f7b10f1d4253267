// What is hidden in skat, and what is known of it.
#pragma once

#include <mu/belief/hidden.h>
#include <mu/games/skat.h>

namespace mu {

// Any two of twelve cards may have lain in the skat, and any two may be laid away: neither tells of
// the others, but that the lower goes first, and, where a game must be able to reach the bid, that
// the one declared can.
template <>
struct hidden_cards<skat> : hands_hidden<skat> {
    struct memory {
        card_mask picked_up = 0;  // by the observer
    };

    static void see(facts& f, const view<skat>& next) {
        const auto& before = f.now().seen;
        const seat me = f.observer();
        if (before.phase == skat_phase::skat && next.seen.phase == skat_phase::discard &&
            next.seen.soloist == me)
            f.more.picked_up = next.seen.hands[me] & ~card_mask{before.hands[me]};
    }

    static bool is_joint(const facts& f) {
        const auto& s = f.now().seen;
        return s.soloist != f.observer() && (half_laid(f) || had_to_reach(s));
    }
    static bool holds(const facts& f, const world<skat>& w) {
        const auto& s = f.now().seen;
        const seat soloist = s.soloist;
        if (soloist == f.observer()) return true;
        if (half_laid(f)) return w.aside < w.hands[soloist];
        if (!had_to_reach(s)) return true;
        game_state<skat> t = s;
        t.hands[soloist] = static_cast<std::uint32_t>(w.hands[soloist] | s.by_soloist |
                                                      cards_in(s.trick.cards[soloist]));
        put_cards(std::span(t.skat), w.aside);
        t.phase = skat_phase::declare;
        t.current_player = soloist;
        return rules<skat>::legal_actions(t).contains(rules<skat>::declaring(game_of(s)));
    }

    // What lay in the skat is as likely any two of the soloist's twelve cards as any other two.
    static bool random_course(const facts& f, const world<skat>& w, rng& generator,
                              past_course<skat>& out) {
        const auto& s = f.now().seen;
        for (int k = 0; k < 3; ++k) out.dealt[k] = dealt(f, w, static_cast<seat>(k));
        out.aside = w.aside;
        out.hidden.clear();
        if (s.phase <= skat_phase::skat || s.hand != 0 || s.passed == 7) return true;
        card_mask& hand = out.dealt[seat{s.soloist}];
        hand |= w.aside;
        const bool mine = s.soloist == f.observer();
        if (!mine) ops::for_each(w.aside, [&](card c) { out.hidden.push_back(c); });
        out.aside =
            mine ? f.more.picked_up
                 : arch::deposit(detail::unrank_combination(12, 2, generator.below(66)), hand);
        hand &= ~out.aside;
        return out.aside != 0;  // unknown to a soloist who came later
    }

private:
    // One card is laid away.
    static bool half_laid(const facts& f) {
        const auto& v = f.now();
        return v.seen.phase == skat_phase::discard && v.cards_left[seat{v.seen.soloist}] == 11;
    }
    static bool had_to_reach(const game_state<skat>& s) {
        return s.house.must_reach && is_declared(s) && s.hand == 0;
    }
};

}  // namespace mu
