// The soft rules of contrée.
#pragma once

#include <mu/belief/soft_rules.h>
#include <mu/games/contree.h>

namespace mu {

namespace soft {

constexpr bool contree_bid(const play_context<contree>& x) {
    const auto &a = x.before.seen.extra, &b = x.after.seen.extra;
    return !x.is_play() && b.stage != contree::phase::strain &&
           (a.stage == contree::phase::strain || a.bid != b.bid) &&
           contree_calls::suit_of(b.bid) != suit::none;
}
// A bid in the suit that the partner had bid.
constexpr bool contree_raise(const play_context<contree>& x) {
    const auto &a = x.before.seen.extra, &b = x.after.seen.extra;
    return contree_bid(x) && a.bid != contree_calls::pass && a.stage != contree::phase::strain &&
           a.bidder == partner_of(x.who) &&
           contree_calls::suit_of(a.bid) == contree_calls::suit_of(b.bid);
}
constexpr bool contree_pass(const play_context<contree>& x) {
    const auto &a = x.before.seen.extra, &b = x.after.seen.extra;
    return !x.is_play() && a.stage == contree::phase::auction && a.bid == b.bid && a.coinche == 0 &&
           b.coinche == 0 && (a.bid == contree_calls::pass || a.bidder != partner_of(x.who));
}
constexpr suit contree_suit(const play_context<contree>& x) {
    return contree_calls::suit_of(x.after.seen.extra.bid);
}
inline constexpr int contree_nine = 2, contree_jack = 3, contree_ten = 6, contree_ace = 7;
constexpr card_mask contree_tops(suit s) {
    return bit(make_card<contree>(s, contree_jack)) | bit(make_card<contree>(s, contree_nine));
}

}  // namespace soft

template <>
struct soft_rule_set<contree> {
    using context = play_context<contree>;
    static constexpr std::array by_thumb{
        soft_rule<contree>{
            "bid: jack and nine", 1, 3,
            [](const context& x) { return soft::contree_bid(x) && !soft::contree_raise(x); },
            [](const context& x) {
                return soft_effects::on(x.who, soft::contree_tops(soft::contree_suit(x)));
            }},
        soft_rule<contree>{
            "bid: other trumps", 1, 1.5,
            [](const context& x) { return soft::contree_bid(x) && !soft::contree_raise(x); },
            [](const context& x) {
                const suit s = soft::contree_suit(x);
                return soft_effects::on(x.who, suit_masks<contree>[s] & ~soft::contree_tops(s));
            }},
        soft_rule<contree>{
            "bid: aces beside", 1, 1.2, [](const context& x) { return soft::contree_bid(x); },
            [](const context& x) {
                return soft_effects::on(x.who, soft::cards_of_rank<contree>(soft::contree_ace) &
                                                   ~suit_masks<contree>[soft::contree_suit(x)]);
            }},
        soft_rule<contree>{
            "raised: trumps", 1, 1.5, [](const context& x) { return soft::contree_raise(x); },
            [](const context& x) {
                return soft_effects::on(x.who, suit_masks<contree>[soft::contree_suit(x)]);
            }},
        soft_rule<contree>{"passed: jacks and nines", 1, 0.7,
                           [](const context& x) { return soft::contree_pass(x); },
                           [](const context& x) {
                               return soft_effects::on(
                                   x.who, soft::cards_of_rank<contree>(soft::contree_jack) |
                                              soft::cards_of_rank<contree>(soft::contree_nine));
                           }},
        soft_rule<contree>{
            "passed: aces", 1, 0.9, [](const context& x) { return soft::contree_pass(x); },
            [](const context& x) {
                return soft_effects::on(x.who, soft::cards_of_rank<contree>(soft::contree_ace));
            }},
        soft::low_on_winnable<contree>(0.3),
        soft::low_though_last<contree>(1),
        soft::led_suit<contree>(1.2),
        soft::led_under<contree>(1),
        soft::led_no_master<contree>(0.6),
        soft::led_plain<contree>(1),
        soft::chooser_led_plain<contree>(0.6),
        soft::low_ruff<contree>(1.2),
        soft::won_dearly<contree>(1),
        soft::won_dearly_last<contree>(1),
        soft::lost_dearly<contree>(0.7),
        soft::gave_over<contree>(1),
        soft::gave_under<contree>(0.6),
        soft::discarded_suit<contree>(1),
        soft::discarded_over<contree>(1),
    };
    // mu fit-beliefs contree --agents 'isdd(worlds=8)' --deals 2000 --seed 1
    static constexpr std::array<double, by_thumb.size()> fitted{
        4.573, 2.175, 1.151, 1.152, 0.958, 0.804, 0.278, 0.407, 0.636, 1.384, 0.861,
        1.015, 0.979, 0.592, 0.609, 1.379, 0.058, 0.632, 0.560, 0.602, 0.634};
};

}  // namespace mu
