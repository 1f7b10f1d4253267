// Euchre: counts the tricks a hand should win in a suit. docs/bidding/euchre.md

#include <mu/games/euchre/bidding.h>
#include <mu/policy/rule.h>

namespace mu {

namespace {

constexpr play_weights maker_sense{
    .keep = 0.5F, .length = 0.8F, .lead_trump = 0.4F, .lead_theirs = 0.16F};
constexpr play_weights defender_sense{
    .trump_floor = 0.54F, .partner_over = 0.54F, .lead_trump = -0.1F};

template <int Cards>
struct euchre_sense {
    using V = euchre_game<Cards>;
    using phase = euchre_terms::phase;

    // Of at most five.
    static float tricks(card_mask hand, suit trump, const euchre_bidding& by) {
        float sum = 0;
        const card_mask trumps = hand & effective_suit_mask<V>(trump, trump);
        const int count = ops::popcount(trumps);
        ops::for_each(trumps, [&](card c) {
            const int above = ops::popcount(stronger<V>(c, trump) & ~hand);
            sum += by.trump[static_cast<std::size_t>(above <= 2 ? above : above <= 4 ? 3 : 4)];
        });
        if (count > 2) sum += by.third_trump * static_cast<float>(count - 2);
        for (const suit s : all_suits) {
            if (s == trump) continue;
            const card_mask held = hand & effective_suit_mask<V>(s, trump);
            const int length = ops::popcount(held);
            if (length == 0) {
                sum += count >= 2 ? by.empty : 0;
                continue;
            }
            const card top = ops::msb_index(held);
            const int above = ops::popcount(stronger<V>(top, trump));
            if (above == 0)
                sum += length <= 2 ? by.short_ace : by.long_ace;
            else if (above == 1 && length <= 2)
                sum += by.short_king;
            else if (length == 1 && count >= 2)
                sum += by.single;
        }
        return sum;
    }

    // The card the dealer can do without: of a short suit, and low.
    static card to_discard(card_mask legal, card_mask hand, suit trump, const euchre_bidding& by) {
        card chosen = ops::lsb_index(legal);
        float least = 1e9F;
        ops::for_each(legal, [&](card c) {
            const float x = tricks(hand & ~bit(c), trump, by);
            const auto above = static_cast<float>(ops::popcount(stronger<V>(c, trump)));
            if (const float kept = -x - 0.01F * above; kept < least) least = kept, chosen = c;
        });
        return chosen;
    }

    // What the side of the observer should win if it orders the upcard up.
    static float ordered(const view<V>& v, const euchre_bidding& by) {
        const game_state<V>& s = v.seen;
        const card_mask hand = s.hands[v.observer], up = bit(s.extra.upcard);
        const suit trump = upcard_suit(s);
        if (v.observer == s.dealer)
            return tricks((hand | up) & ~bit(to_discard(hand, hand | up, trump, by)), trump, by);
        const bool bower = ops::popcount(stronger<V>(s.extra.upcard, trump)) <= 1;
        const bool ours = v.observer == partner_of(s.dealer);
        return tricks(hand, trump, by) + (ours ? by.to_partner : by.to_them) +
               (!bower ? 0
                : ours ? by.bower_to_partner
                       : by.bower_to_them);
    }

    static std::size_t place(const game_state<V>& s, seat who) {
        return static_cast<std::size_t>((index(who) - index(s.dealer) + 3) % 4);
    }

    static euchre_thought think(const view<V>& v, const euchre_bidding& by) {
        const game_state<V>& s = v.seen;
        const card_mask hand = s.hands[v.observer];
        const std::size_t at = place(s, v.observer);
        switch (s.extra.phase) {
            case phase::order_up:
                return call(v, upcard_suit(s), ordered(v, by), by.first[at], by);
            case phase::name_suit: {
                const bool with_dealer = at % 2 == 1;
                float most = -1;
                suit best = suit::none;
                for (const suit t : all_suits) {
                    if (!may(v.legal, V::call(t)) && !may(v.legal, V::lone_call(t))) continue;
                    const bool same = t == V::same_colour(upcard_suit(s));
                    const float extra = same          ? with_dealer ? 0 : by.next
                                        : with_dealer ? by.cross
                                                      : 0;
                    if (const float sum = tricks(hand, t, by) + extra; sum > most)
                        most = sum, best = t;
                }
                return call(v, best, most, rules<V>::dealer_stuck(s) ? -1 : by.second[at], by);
            }
            case phase::discard: {
                const card away = to_discard(v.legal.mask, hand, s.trump, by);
                return {away, s.trump, tricks(hand & ~bit(away), s.trump, by), 0};
            }
            default: {
                const float sum = tricks(hand, s.trump, by);
                const float enough = s.extra.phase == phase::go_alone ? by.alone : by.defend_alone;
                return {sum >= enough ? V::alone : V::with_partner, s.trump, sum, enough};
            }
        }
    }

    static euchre_thought call(const view<V>& v, suit trump, float sum, float enough,
                               const euchre_bidding& by) {
        const bool lone = may(v.legal, V::lone_call(trump));
        const bool must = !may(v.legal, V::call(trump));
        const float for_alone = must ? std::max(enough, 3.2F) : by.alone;
        if (lone && sum >= for_alone) return {V::lone_call(trump), trump, sum, for_alone};
        if (sum >= enough && !must) return {V::call(trump), trump, sum, enough};
        return {may(v.legal, V::pass) ? V::pass : V::lone_call(trump), trump, sum, enough};
    }

    static action choose_or_play(const view<V>& v, public_record record) {
        const auto& x = v.seen.extra;
        if (x.phase != phase::play) return think(v, euchre_fitted).chosen;
        const bool makers = partnership_of(v.observer) == partnership_of(x.maker);
        return play_by_sense(v, {}, makers ? maker_sense : defender_sense, record,
                             x.discard == no_card ? 0 : bit(x.discard));
    }
};

}  // namespace

euchre_thought euchre_think(const view<euchre>& v, const euchre_bidding& by) {
    return euchre_sense<24>::think(v, by);
}
euchre_thought euchre_think(const view<euchre_25>& v, const euchre_bidding& by) {
    return euchre_sense<25>::think(v, by);
}
action rule_choice(const view<euchre>& v, public_record record) {
    return euchre_sense<24>::choose_or_play(v, record);
}
action rule_choice(const view<euchre_25>& v, public_record record) {
    return euchre_sense<25>::choose_or_play(v, record);
}

}  // namespace mu
