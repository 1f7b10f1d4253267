// Snapszer: closes on the points it expects, declares what can be declared, otherwise counts
// tricks. docs/bidding/snapszer.md

#include <mu/games/snapszer/bidding.h>
#include <mu/policy/rule.h>

namespace mu {

namespace {

constexpr play_weights open_sense{.keep = 0.8F};
constexpr play_weights closed_sense{.keep = 0.8F};

template <int Cards>
struct snapszer_sense {
    using V = snapszer_game<Cards>;

    // Points that the leader should come to if he closes now.
    static float closed_points(const game_state<V>& s, card_mask hand, const snapszer_bidding& by) {
        const card_mask unseen = deck_traits<V>::all_cards & ~hand & ~card_mask{s.played};
        const card_mask trumps = suit_masks<V>[s.trump];
        const int against = ops::popcount(unseen & trumps) - ops::popcount(hand & trumps);
        const float drawn = by.drawn * static_cast<float>(std::max(against, 0));
        float sum = s.points[index(s.current_player)];
        ops::for_each(hand, [&](card c) {
            const int above =
                ops::popcount(stronger<V>(c, s.trump) & unseen & suit_masks<V>[suit_of<V>(c)]);
            const auto k = static_cast<std::size_t>(std::min(above, 2));
            const float wins =
                (trumps & bit(c)) != 0 ? by.trump[k] : std::max(0.0F, by.plain[k] - drawn);
            sum += wins * (static_cast<float>(V::points(c, s.trump)) + by.gift);
        });
        for (const suit k : all_suits)
            if ((V::marriage_pair(k) & ~hand) == 0)
                sum += by.marriage * static_cast<float>(V::marriage_points(k, s.trump));
        return sum;
    }
    static snapszer_thought think(const view<V>& v, const snapszer_bidding& by) {
        const game_state<V>& s = v.seen;
        const auto other = static_cast<std::size_t>(1 - index(v.observer));
        float enough = by.close + by.cards_left * static_cast<float>(s.stock_left);
        if (s.tricks_won[other] == 0)
            enough += by.no_trick;
        else if (s.points[other] < 33)
            enough += by.below_33;
        return {closed_points(s, s.hands[v.observer], by), enough};
    }

    static action choose(const view<V>& v, const snapszer_bidding& by) {
        const game_state<V>& s = v.seen;
        const card_mask hand = s.hands[v.observer];
        if (may(v.legal, V::claim) && s.points[index(v.observer)] >= V::goal) return V::claim;
        if (may(v.legal, V::exchange)) return V::exchange;
        if (may(v.legal, V::close) && think(v, by).closes()) return V::close;
        if (may(v.legal, V::marry + index(s.trump)))
            return static_cast<action>(V::marry + index(s.trump));
        for (const suit k : all_suits)
            if (may(v.legal, V::marry + index(k))) return static_cast<action>(V::marry + index(k));
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

action snapszer_call(const view<snapszer>& v, public_record, const snapszer_bidding& by) {
    return snapszer_sense<20>::choose(v, by);
}
snapszer_thought snapszer_think(const view<snapszer>& v, const snapszer_bidding& by) {
    return snapszer_sense<20>::think(v, by);
}
snapszer_thought snapszer_think(const view<snapszer_24>& v, const snapszer_bidding& by) {
    return snapszer_sense<24>::think(v, by);
}
action rule_choice(const view<snapszer>& v, public_record) {
    return snapszer_sense<20>::choose(v, snapszer_fitted);
}
action rule_choice(const view<snapszer_24>& v, public_record) {
    return snapszer_sense<24>::choose(v, snapszer_fitted);
}

}  // namespace mu
