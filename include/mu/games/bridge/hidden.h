// What is hidden in bridge, and what is known of it.
#pragma once

#include <mu/belief/hidden.h>
#include <mu/games/bridge.h>

namespace mu {

// Dummy, and the hand of whoever claims, are in the view. After a claim honours are told, though
// hands may stay hidden.
template <>
struct hidden_cards<bridge> : hands_hidden<bridge> {
    static bool is_joint(const facts& f) {
        return f.from_start() && f.now().seen.extra.now == bridge::phase::claimed;
    }
    static bool holds(const facts& f, const world<bridge>& w) {
        const auto &told = f.now().seen.extra, found = honours_in(f, w);
        return told.honours == found.honours && told.honours_seat == found.honours_seat;
    }
    static void complete(const facts& f, const world<bridge>& w, game_state<bridge>& s, rng&) {
        using phase = bridge::phase;
        if (!f.from_start() || s.extra.now == phase::auction || s.extra.now == phase::passed_out)
            return;
        const bridge::extra found = honours_in(f, w);
        s.extra.honours = found.honours;
        s.extra.honours_seat = found.honours_seat;
    }

private:
    static bridge::extra honours_in(const facts& f, const world<bridge>& w) {
        game_state<bridge> start;
        start.trump = f.now().seen.trump;
        for (int k = 0; k < 4; ++k) start.hands[k] = dealt(f, w, static_cast<seat>(k));
        bridge_detail::find_honours(start);
        return start.extra;
    }
};

}  // namespace mu
