// Schieber: the contract in which the hand is worth most, or a push. docs/bidding/jass.md

#include <mu/policy/rule.h>

#include "games/jass/hand_points.h"

namespace mu {

namespace {

// For the side that chose the contract, and for the others.
constexpr play_weights chooser_sense{.keep = 1,
                                     .trump_floor = 0.54F,
                                     .partner_over = 0.54F,
                                     .points_kept = 0.33F,
                                     .points_base = 0.1F,
                                     .lead_trump = 0.2F};
constexpr play_weights other_sense{
    .keep = 1.35F, .trump_floor = 0.54F, .length = 0.4F, .lead_trump = 0.2F, .lead_partner = 0.1F};

// What the side should make of a contract that is played from the first trick to the last by the
// same ranks; of others, the mean of the two ways.
float worth(const view<jass>& v, jass::contract c, const jass_bidding& by) {
    const auto& house = v.seen.extra.house;
    const card_mask hand = v.seen.hands[v.observer];
    const bool leads = v.observer == forehand_of(v.seen);
    const auto with = [&](jass::order o) {
        const float x = detail::hand_points<jass>(hand, o, by.hand);
        if (jass::trump_of(o) != suit::none) return x + by.trumps;
        return x + (o == jass::order::obenabe ? by.upwards : 0) + (leads ? by.leads : 0);
    };
    if (c <= jass::contract::undenufe) return with(order_in_trick(c, 0, house));
    return (with(jass::order::obenabe) + with(jass::order::undenufe)) / 2;
}

}  // namespace

jass_thought jass_think(const view<jass>& v, const jass_bidding& by) {
    jass_thought out{.best = jass::contract::obenabe, .worth = -1e9F};
    for (int k = 0; k < jass::contract_count; ++k) {
        const auto c = static_cast<jass::contract>(k);
        if (c == jass::contract::none || !may(v.legal, jass::call(c))) continue;
        if (const float x = worth(v, c, by); x > out.worth) out.worth = x, out.best = c;
    }
    out.enough = v.seen.extra.pushes == 0 ? by.push : by.push_back;
    const bool pushes = out.worth < out.enough && may(v.legal, jass::push);
    out.chosen = pushes ? jass::push : jass::call(out.best);
    return out;
}

action rule_choice(const view<jass>& v, public_record record) {
    if (is_choosing(v.seen)) return jass_call(v, record, jass_fitted);
    const bool chose = partnership_of(v.observer) == partnership_of(forehand_of(v.seen));
    return play_by_sense(v, {.trick = 3, .point = 1}, chose ? chooser_sense : other_sense, record);
}

}  // namespace mu
