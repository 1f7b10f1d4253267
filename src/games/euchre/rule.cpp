// Euchre: counts the tricks a hand should win in a suit.

#include <mu/games/euchre.h>
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
    static double tricks(card_mask hand, suit trump) {
        double sum = 0;
        card_mask trumps = hand & effective_suit_mask<V>(trump, trump);
        const int count = ops::popcount(trumps);
        ops::for_each(trumps, [&](card c) {
            const int above = ops::popcount(stronger<V>(c, trump) & ~hand);
            sum += above == 0 ? 1 : above == 1 ? 0.85 : above == 2 ? 0.7 : above <= 4 ? 0.5 : 0.4;
        });
        for (const suit s : all_suits) {
            if (s == trump) continue;
            const card_mask held = hand & effective_suit_mask<V>(s, trump);
            if (held == 0) sum += count >= 2 ? 0.3 : 0;
            ops::for_each(held, [&](card c) {
                if (stronger<V>(c, trump) == 0) sum += ops::popcount(held) <= 2 ? 0.6 : 0.4;
            });
        }
        return sum;
    }

    // The card the dealer can do without: of a short suit, and low.
    static card to_discard(card_mask legal, card_mask hand, suit trump) {
        card chosen = ops::lsb_index(legal);
        double least = 1e9;
        ops::for_each(legal, [&](card c) {
            const double x = tricks(hand & ~bit(c), trump);
            const int above = ops::popcount(stronger<V>(c, trump));
            if (const double kept = -x - 0.01 * above; kept < least) least = kept, chosen = c;
        });
        return chosen;
    }

    static action choose(const view<V>& v, public_record record) {
        const game_state<V>& s = v.seen;
        const auto& x = s.extra;
        const card_mask hand = s.hands[v.observer];
        switch (x.phase) {
            case phase::order_up: {
                const suit up = upcard_suit(s);
                double sum = tricks(hand, up);
                if (v.observer == s.dealer)
                    sum = tricks(
                        (hand | bit(x.upcard)) & ~bit(to_discard(hand, hand | bit(x.upcard), up)),
                        up);
                else
                    sum += v.observer == partner_of(s.dealer) ? 0.35 : -0.45;
                return call(v, up, sum, 2.6);
            }
            case phase::name_suit: {
                double most = -1;
                suit best = suit::none;
                for (const suit t : all_suits) {
                    if (!may(v.legal, V::call(t)) && !may(v.legal, V::lone_call(t))) continue;
                    if (const double sum = tricks(hand, t); sum > most) most = sum, best = t;
                }
                return call(v, best, most, rules<V>::dealer_stuck(s) ? -1 : 2.35);
            }
            case phase::discard:
                return to_discard(v.legal.mask, hand, s.trump);
            case phase::go_alone:
                return tricks(hand, s.trump) >= 4.2 ? V::alone : V::with_partner;
            case phase::defend_alone:
                return V::with_partner;
            default:
                break;
        }
        const bool makers = partnership_of(v.observer) == partnership_of(x.maker);
        return play_by_sense(v, {}, makers ? maker_sense : defender_sense, record,
                             x.discard == no_card ? 0 : bit(x.discard));
    }

    static action call(const view<V>& v, suit trump, double sum, double enough) {
        const bool lone = may(v.legal, V::lone_call(trump));
        if (lone && (sum >= 4.2 || !may(v.legal, V::call(trump))) && sum >= std::max(enough, 3.2))
            return V::lone_call(trump);
        if (sum >= enough && may(v.legal, V::call(trump))) return V::call(trump);
        return may(v.legal, V::pass) ? V::pass : V::lone_call(trump);
    }
};

}  // namespace

action rule_choice(const view<euchre>& v, public_record record) {
    return euchre_sense<24>::choose(v, record);
}
action rule_choice(const view<euchre_25>& v, public_record record) {
    return euchre_sense<25>::choose(v, record);
}

}  // namespace mu
