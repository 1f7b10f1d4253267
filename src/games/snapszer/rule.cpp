// Snapszer: declares what can be declared, closes on sure points, otherwise counts tricks.

#include <mu/games/snapszer.h>
#include <mu/policy/rule.h>

namespace mu {

namespace {

constexpr play_weights open_sense{.keep = 0.8F};
constexpr play_weights closed_sense{.keep = 0.8F};

template <int Cards>
struct snapszer_sense {
    using V = snapszer_game<Cards>;

    // Points that the leader has if he now cashes the cards nobody can beat, an opponent giving
    // little to each.
    static int sure_points(const game_state<V>& s, card_mask hand) {
        const card_mask unseen = deck_traits<V>::all_cards & ~hand & ~card_mask{s.played};
        int sum = s.points[index(s.current_player)];
        int trumps_out = ops::popcount(unseen & suit_masks<V>[s.trump]);
        bool trumps_drawn = true;
        ops::for_each(hand & suit_masks<V>[s.trump], [&](card c) {
            if (stronger<V>(c, s.trump) & unseen) return;
            sum += V::points(c, s.trump) + 4;
            trumps_out -= 1;
        });
        trumps_drawn = trumps_out <= 2;
        ops::for_each(hand & ~suit_masks<V>[s.trump], [&](card c) {
            if (!(stronger<V>(c, s.trump) & unseen) && trumps_drawn)
                sum += V::points(c, s.trump) + 3;
        });
        return sum;
    }

    static action choose(const view<V>& v) {
        const game_state<V>& s = v.seen;
        const card_mask hand = s.hands[v.observer];
        if (may(v.legal, V::claim) && s.points[index(v.observer)] >= V::goal) return V::claim;
        if (may(v.legal, V::exchange)) return V::exchange;
        if (may(v.legal, V::marry + index(s.trump)))
            return static_cast<action>(V::marry + index(s.trump));
        for (const suit k : all_suits)
            if (may(v.legal, V::marry + index(k))) return static_cast<action>(V::marry + index(k));
        if (may(v.legal, V::close) && sure_points(s, hand) >= V::goal) return V::close;
        if (may(v.legal, V::draw)) return V::draw;
        // While the stock is open a trick is worth no more than its points and the right to lead.
        const bool open = s.stock_open();
        card_mask keep = 0;  // halves of marriages to come
        if (open)
            for (const suit k : all_suits)
                if (const card_mask pair = V::marriage_pair(k); (pair & ~hand) == 0) keep |= pair;
        view<V> other = v;
        if (const card_mask free = v.legal.mask & deck_traits<V>::all_cards & ~keep;
            free != 0 && s.marriage == suit::none)
            other.legal = {free, 0};
        const card_mask face_up = s.stock_left > 0 ? bit(s.face_up()) : 0;
        return play_by_sense(other, {.trick = open ? 2.0F : 5.0F, .point = 1},
                             open ? open_sense : closed_sense, {}, face_up);
    }
};

}  // namespace

action rule_choice(const view<snapszer>& v, public_record) { return snapszer_sense<20>::choose(v); }
action rule_choice(const view<snapszer_24>& v, public_record) {
    return snapszer_sense<24>::choose(v);
}

}  // namespace mu
