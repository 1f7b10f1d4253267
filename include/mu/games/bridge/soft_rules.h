// The soft rules of bridge.
#pragma once

#include <mu/belief/soft_rules.h>
#include <mu/games/bridge.h>

namespace mu {

namespace soft {

constexpr bool bridge_call(const play_context<bridge>& x) {
    return !x.is_play() && x.before.seen.extra.now == bridge::phase::auction;
}
constexpr bool bridge_bids(const play_context<bridge>& x) {
    return bridge_call(x) && x.before.seen.extra.last_bid != x.after.seen.extra.last_bid;
}
constexpr bool bridge_passes(const play_context<bridge>& x) {
    const auto &a = x.before.seen.extra, &b = x.after.seen.extra;
    return bridge_call(x) && a.last_bid == b.last_bid && a.stake == b.stake;
}
constexpr suit bridge_suit(const play_context<bridge>& x) {
    return trump_suit(bridge_denomination(x.after.seen.extra.last_bid));
}
// His side has bid before.
constexpr bool bridge_partner_bid(const play_context<bridge>& x) {
    const auto& a = x.before.seen.extra;
    return a.named[partner_of(x.who)] != 0;
}
// By high-card points: an ace four times, a jack once.
constexpr soft_effects high_cards(const play_context<bridge>& x) {
    soft_effects out;
    for (int points = 1; points <= 4; ++points)
        out.add(index(x.who), cards_of_rank<bridge>(8 + points), points);
    return out;
}

}  // namespace soft

template <>
struct soft_rule_set<bridge> {
    using context = play_context<bridge>;
    static constexpr std::array by_thumb{
        soft_rule<bridge>{
            "opened or overcalled: points", 1, 1.2,
            [](const context& x) { return soft::bridge_bids(x) && !soft::bridge_partner_bid(x); },
            soft::high_cards},
        soft_rule<bridge>{
            "answered: points", 1, 1.1,
            [](const context& x) { return soft::bridge_bids(x) && soft::bridge_partner_bid(x); },
            soft::high_cards},
        soft_rule<bridge>{
            "passed: points", 1, 0.85,
            [](const context& x) { return soft::bridge_passes(x) && !soft::bridge_partner_bid(x); },
            soft::high_cards},
        soft_rule<bridge>{
            "passed partner's bid: points", 1, 0.95,
            [](const context& x) { return soft::bridge_passes(x) && soft::bridge_partner_bid(x); },
            soft::high_cards},
        soft_rule<bridge>{"bid a suit: its cards", 1, 1.8,
                          [](const context& x) {
                              return soft::bridge_bids(x) && soft::bridge_suit(x) != suit::none;
                          },
                          [](const context& x) {
                              return soft_effects::on(x.who,
                                                      suit_masks<bridge>[soft::bridge_suit(x)]);
                          }},
        soft::low_on_winnable<bridge>(0.5),
        soft::low_though_last<bridge>(0.5),
        soft::low_as_third<bridge>(1),
        soft::led_suit<bridge>(1.2),
        soft::led_under<bridge>(1),
        soft::led_no_master<bridge>(1),
        soft::chooser_led_plain<bridge>(1),
        soft::low_ruff<bridge>(1),
        soft::discard_not_trump<bridge>(0.5),
        soft::won_dearly<bridge>(0.7),
        soft::won_dearly_last<bridge>(0.5),
        soft::lost_dearly<bridge>(0.5),
        soft::gave_over<bridge>(0.5),
        soft::discarded_over<bridge>(0.5),
    };
    // mu fit-beliefs bridge --agents 'isdd(worlds=6, depth=7)' --deals 300 --seed 1
    static constexpr std::array<double, by_thumb.size()> fitted{
        1.232, 1.024, 0.950, 0.865, 2.736, 0.686, 0.780, 0.720, 0.516, 2.043,
        0.857, 1.299, 0.970, 0.693, 0.442, 0.188, 0.103, 0.121, 0.158};
};

}  // namespace mu
