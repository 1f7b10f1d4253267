// What lies ahead in one world, for whoever explains a decision: who can win the trick, and where
// an auction ends.
#pragma once

#include <mu/search/policy.h>

namespace mu {

// The side of `me` wins the trick that is being played, however the others play, all hands seen.
// Whatever has to be said before the trick is over is said by rules of thumb. REQUIRES: a card of
// it has been played.
template <variant V>
bool wins_trick(const game_state<V>& s, seat me) {
    constexpr int sides = sides_of<V>();
    const auto ours = [&](seat k) { return index(k) % sides == index(me) % sides; };
    if (trick_play<V>::leading(s) || rules<V>::is_over(s)) return ours(s.trick.current_winner);
    const action_set legal = rules<V>::legal_actions(s);
    const bool we_choose = ours(rules<V>::to_act(s));
    bool cards = false;
    for (int i = 0; i < legal.count(); ++i) {
        const action a = legal.nth(i);
        if (a >= deck_traits<V>::cards) continue;
        cards = true;
        game_state<V> next = s;
        rules<V>::apply(next, a);
        if (wins_trick(next, me) == we_choose) return we_choose;
    }
    if (cards) return !we_choose;
    game_state<V> next = s;
    rules<V>::apply(next, choose_by_rule(view_of(s, rules<V>::to_act(s)), {}));
    return wins_trick(next, me);
}

// Where the deal stands when the first card is to be played, or at its end, if `a` is followed by
// what rules of thumb say.
template <variant V>
game_state<V> after_calls(const game_state<V>& s, public_record record, action a) {
    line_of_play<V> line{s, {record.begin(), record.end()}};
    line.apply(a);
    rule_policy<V> by;
    policy_playouts<V> on;
    rng unused(0);
    on.play_on(std::span(&line, 1), by, unused,
               [](const game_state<V>& now) { return phase_of(now) == deal_phase::play; });
    return line.now;
}

}  // namespace mu
