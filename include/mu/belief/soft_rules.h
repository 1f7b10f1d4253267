// The soft rules of each game.
//
// A rule is written once, for any game it makes sense in, and each game lists those it uses with a
// factor by thumb. Those of whist are the five that players are taught, and finer ones that by
// thumb say nothing (factor 1). Beside each list stand the factors that `mu fit-beliefs` found for
// it in games of the rule player; soft_rules<V>() has these.
#pragma once

#include <mu/belief/soft_play.h>
#include <mu/games/registry.h>

namespace mu {

namespace soft {

// The cards of a rank, of all suits.
template <variant V>
constexpr card_mask cards_of_rank(int rank) {
    card_mask out = 0;
    for (const suit s : all_suits) out |= bit(make_card<V>(s, rank));
    return out;
}

}  // namespace soft

// The rules of a game by thumb (`by_thumb`), and the factors fitted to them (`fitted`).
template <variant V>
struct soft_rule_set;

// --- Whist ---------------------------------------------------------------------------------------

template <>
struct soft_rule_set<whist> {
    static constexpr std::array by_thumb{
        soft::low_on_winnable<whist>(0.3),
        soft::led_suit<whist>(1.5),
        soft::low_ruff<whist>(1.8),
        soft::discard_not_trump<whist>(0.4),
        soft::partner_led_high<whist>(0.5),
        // Finer ones.
        soft::low_though_last<whist>(1),
        soft::low_as_third<whist>(1),
        soft::led_under<whist>(1),
        soft::led_no_master<whist>(1),
        soft::led_plain<whist>(1),
        soft::won_dearly<whist>(1),
        soft::won_dearly_last<whist>(1),
        soft::lost_dearly<whist>(1),
        soft::gave_over<whist>(1),
        soft::gave_under<whist>(1),
        soft::discarded_suit<whist>(1),
        soft::discarded_over<whist>(1),
    };
    // mu fit-beliefs whist --deals 300 --seed 1
    static constexpr std::array<double, by_thumb.size()> fitted{
        0.757, 0.570, 0.780, 0.349, 0.150, 0.036, 0.132, 1.264, 0.761,
        0.929, 0.526, 0.049, 0.006, 0.013, 1.100, 0.990, 0.086};
};

// --- Contrée -------------------------------------------------------------------------------------

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
    // mu fit-beliefs contree --deals 2000 --seed 1
    static constexpr std::array<double, by_thumb.size()> fitted{
        8.982, 3.473, 1.356, 1.826, 0.940, 0.857, 1.049, 0.208, 0.704, 1.279, 0.653,
        1.065, 0.962, 0.158, 0.557, 1.665, 0.008, 0.671, 0.725, 0.700, 0.514};
};

// --- Bridge --------------------------------------------------------------------------------------

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
    // mu fit-beliefs bridge --deals 300 --seed 1
    static constexpr std::array<double, by_thumb.size()> fitted{
        1.242, 1.023, 0.932, 0.847, 2.880, 0.766, 0.036, 0.659, 0.568, 1.114,
        0.597, 1.066, 1.083, 0.432, 0.549, 0.064, 0.008, 0.018, 0.051};
};

// --- Jass ----------------------------------------------------------------------------------------

namespace soft {

inline constexpr int jass_nine = 3, jass_jack = 5, jass_ace = 8;

constexpr bool jass_chose(const play_context<jass>& x) {
    return !x.is_play() && x.before.seen.extra.chosen == jass::contract::none &&
           x.after.seen.extra.chosen != jass::contract::none;
}
constexpr bool jass_pushed(const play_context<jass>& x) {
    return !x.is_play() && x.before.seen.extra.pushes != x.after.seen.extra.pushes;
}
constexpr suit jass_trump(const play_context<jass>& x) {
    return jass::trump_of(order_now(x.after.seen));
}
constexpr card_mask jass_trumps_but(const play_context<jass>& x, bool tops) {
    const suit s = jass_trump(x);
    if (s == suit::none) return 0;
    const card_mask top = bit(make_card<jass>(s, jass_jack)) | bit(make_card<jass>(s, jass_nine));
    return tops ? top : suit_masks<jass>[s] & ~top;
}

}  // namespace soft

template <>
struct soft_rule_set<jass> {
    using context = play_context<jass>;
    static constexpr std::array by_thumb{
        soft_rule<jass>{"chose trumps: jack and nine", 1, 2.5, soft::jass_chose,
                        [](const context& x) {
                            return soft_effects::on(x.who, soft::jass_trumps_but(x, true));
                        }},
        soft_rule<jass>{"chose trumps: the others", 1, 1.5, soft::jass_chose,
                        [](const context& x) {
                            return soft_effects::on(x.who, soft::jass_trumps_but(x, false));
                        }},
        // Aces, and kings half as much; under Undenufe sixes and sevens.
        soft_rule<jass>{"chose no trumps: top cards", 1, 2,
                        [](const context& x) {
                            return soft::jass_chose(x) && soft::jass_trump(x) == suit::none;
                        },
                        [](const context& x) {
                            const auto o = order_now(x.after.seen);
                            card_mask first = 0, second = 0;
                            ops::for_each(deck_traits<jass>::all_cards, [&](card c) {
                                const int above = ops::popcount(stronger<jass>(c, o));
                                if (above == 0) first |= bit(c);
                                if (above == 1) second |= bit(c);
                            });
                            soft_effects out = soft_effects::on(x.who, first);
                            out.add(index(x.who), second, 0.5);
                            return out;
                        }},
        soft_rule<jass>{"pushed: jacks and nines", 1, 0.7, soft::jass_pushed,
                        [](const context& x) {
                            return soft_effects::on(x.who,
                                                    soft::cards_of_rank<jass>(soft::jass_jack) |
                                                        soft::cards_of_rank<jass>(soft::jass_nine));
                        }},
        soft_rule<jass>{"pushed: aces", 1, 0.8, soft::jass_pushed,
                        [](const context& x) {
                            return soft_effects::on(x.who,
                                                    soft::cards_of_rank<jass>(soft::jass_ace));
                        }},
        soft::low_on_winnable<jass>(0.4),
        soft::low_though_last<jass>(1),
        soft::led_suit<jass>(1.2),
        soft::led_under<jass>(1),
        soft::led_no_master<jass>(0.6),
        soft::led_plain<jass>(0.8),
        soft::chooser_led_plain<jass>(1),
        soft::low_ruff<jass>(1),
        soft::discard_not_trump<jass>(0.5),
        soft::won_dearly<jass>(1),
        soft::won_dearly_last<jass>(1),
        soft::lost_dearly<jass>(0.7),
        soft::gave_over<jass>(1),
        soft::gave_under<jass>(0.6),
        soft::discarded_suit<jass>(1),
        soft::discarded_over<jass>(1),
    };
    // mu fit-beliefs jass --deals 300 --seed 1
    static constexpr std::array<double, by_thumb.size()> fitted{
        3.573, 2.102, 2.323, 0.874, 0.424, 0.903, 0.378, 0.901, 0.843, 0.444, 0.829,
        1.475, 0.486, 0.826, 0.800, 0.971, 0.180, 0.604, 0.745, 0.736, 0.742};
};

// --- Differenzler --------------------------------------------------------------------------------

// Everybody for himself, and what each is after is hidden.
template <>
struct soft_rule_set<differenzler> {
    static constexpr std::array by_thumb{
        soft::low_on_winnable<differenzler>(0.8),   soft::low_though_last<differenzler>(0.8),
        soft::led_suit<differenzler>(1.1),          soft::led_under<differenzler>(1),
        soft::led_plain<differenzler>(1),           soft::low_ruff<differenzler>(1),
        soft::discard_not_trump<differenzler>(0.6), soft::won_dearly<differenzler>(0.9),
        soft::lost_dearly<differenzler>(1),         soft::discarded_over<differenzler>(1),
    };
    // mu fit-beliefs differenzler --deals 300 --seed 1
    static constexpr std::array<double, by_thumb.size()> fitted{0.278, 0.899, 0.961, 1.183, 1.516,
                                                                0.908, 0.957, 1.030, 0.205, 0.307};
};

// --- Euchre --------------------------------------------------------------------------------------

namespace soft {

// Trump was made just now; the order of the trumps is that of `after`.
template <variant V>
constexpr bool euchre_made(const play_context<V>& x) {
    return !x.is_play() && x.before.seen.trump == suit::none && x.after.seen.trump != suit::none;
}
template <variant V>
constexpr card_mask euchre_trumps(suit s, bool bowers) {
    card_mask top = 0;
    const card_mask all = effective_suit_mask<V>(s, s);
    ops::for_each(all, [&](card c) {
        if (ops::popcount(stronger<V>(c, s)) < (deck_traits<V>::cards == 25 ? 3 : 2)) top |= bit(c);
    });
    return bowers ? top : all & ~top;
}
template <variant V>
constexpr bool euchre_passed_up(const play_context<V>& x) {
    using phase = euchre_terms::phase;
    return !x.is_play() && x.before.seen.extra.phase == phase::order_up &&
           (x.after.seen.extra.phase == phase::order_up ||
            x.after.seen.extra.phase == phase::name_suit);
}

template <variant V>
inline constexpr std::array euchre_rules{
    soft_rule<V>{"made trumps: bowers", 1, 2, euchre_made<V>,
                 [](const play_context<V>& x) {
                     return soft_effects::on(x.who, euchre_trumps<V>(x.after.seen.trump, true));
                 }},
    soft_rule<V>{"made trumps: the others", 1, 2, euchre_made<V>,
                 [](const play_context<V>& x) {
                     return soft_effects::on(x.who, euchre_trumps<V>(x.after.seen.trump, false));
                 }},
    soft_rule<V>{"passed: trumps of the upcard", 1, 0.7, euchre_passed_up<V>,
                 [](const play_context<V>& x) {
                     const suit s = upcard_suit(x.before.seen);
                     return soft_effects::on(x.who, effective_suit_mask<V>(s, s));
                 }},
    // What the dealer laid away is no trump, and no ace.
    soft_rule<V>{"discarded: trumps and aces", 1, 0.2,
                 [](const play_context<V>& x) {
                     using phase = euchre_terms::phase;
                     return !x.is_play() && x.before.seen.extra.phase == phase::discard &&
                            x.after.seen.extra.phase != phase::discard;
                 },
                 [](const play_context<V>& x) {
                     const suit t = x.after.seen.trump;
                     soft_effects out;
                     card_mask kept = effective_suit_mask<V>(t, t);
                     ops::for_each(deck_traits<V>::all_cards, [&](card c) {
                         if (stronger<V>(c, t) == 0) kept |= bit(c);
                     });
                     out.add(place_discard, kept);
                     return out;
                 }},
    low_on_winnable<V>(0.5),
    low_though_last<V>(0.7),
    led_under<V>(1),
    led_no_master<V>(0.8),
    led_plain<V>(1),
    chooser_led_plain<V>(0.7),
    discard_not_trump<V>(0.4),
    won_dearly<V>(0.8),
    lost_dearly<V>(0.7),
    gave_over<V>(0.8),
    discarded_over<V>(0.8),
};

}  // namespace soft

template <int Cards>
struct soft_rule_set<euchre_game<Cards>> {
    static constexpr const auto& by_thumb = soft::euchre_rules<euchre_game<Cards>>;
    // mu fit-beliefs euchre --deals 1000 --seed 1
    static constexpr std::array<double, by_thumb.size()> fitted{3.395, 2.736, 0.822, 0.023, 0.565,
                                                                0.222, 0.819, 1.272, 1.030, 0.499,
                                                                0.302, 0.190, 0.033, 0.052, 0.019};
};

// --- Ulti ----------------------------------------------------------------------------------------

namespace soft {

// The contract stands: what the soloist has, and what he laid away.
constexpr bool ulti_begins(const play_context<ulti>& x) {
    const auto play = [](const view<ulti>& v) {
        return v.seen.phase == ulti_phase::play || v.seen.phase == ulti_phase::kontra;
    };
    return !play(x.before) && play(x.after);
}
constexpr bool ulti_betli(const play_context<ulti>& x) {
    return contract_of(x.after.seen).has(ulti_unit::betli);
}
inline constexpr card_mask ulti_tens_and_aces = 0xC0C0C0C0;

}  // namespace soft

template <>
struct soft_rule_set<ulti> {
    using context = play_context<ulti>;
    static constexpr std::array by_thumb{
        soft_rule<ulti>{"named trumps: his trumps", 1, 2,
                        [](const context& x) {
                            return soft::ulti_begins(x) && x.after.seen.trump != suit::none;
                        },
                        [](const context& x) {
                            return soft_effects::on(x.after.seen.soloist,
                                                    suit_masks<ulti>[x.after.seen.trump]);
                        }},
        soft_rule<ulti>{
            "soloist: aces and tens", 1, 1.3,
            [](const context& x) { return soft::ulti_begins(x) && !soft::ulti_betli(x); },
            [](const context& x) {
                return soft_effects::on(x.after.seen.soloist, soft::ulti_tens_and_aces);
            }},
        soft_rule<ulti>{
            "betli: high cards", 1, 0.4,
            [](const context& x) { return soft::ulti_begins(x) && soft::ulti_betli(x); },
            [](const context& x) {
                card_mask high = soft::cards_of_rank<ulti>(ulti::king) | ulti_aces |
                                 soft::cards_of_rank<ulti>(ulti::over);
                return soft_effects::on(x.after.seen.soloist, high);
            }},
        soft_rule<ulti>{"laid away: trumps", 1, 0.2,
                        [](const context& x) {
                            return soft::ulti_begins(x) && x.after.seen.trump != suit::none;
                        },
                        [](const context& x) {
                            soft_effects out;
                            out.add(place_aside, suit_masks<ulti>[x.after.seen.trump]);
                            return out;
                        }},
        soft_rule<ulti>{
            "laid away: aces and tens", 1, 0.3,
            [](const context& x) { return soft::ulti_begins(x) && !soft::ulti_betli(x); },
            [](const context&) {
                soft_effects out;
                out.add(place_aside, soft::ulti_tens_and_aces);
                return out;
            }},
        soft::led_suit<ulti>(1.2),
        soft::led_under<ulti>(1),
        soft::led_no_master<ulti>(0.8),
        soft::chooser_led_plain<ulti>(0.8),
        soft::won_dearly<ulti>(0.8),
        soft::lost_dearly<ulti>(0.8),
        soft::gave_over<ulti>(1),
        soft::gave_under<ulti>(0.8),
        soft::discarded_over<ulti>(0.8),
    };
    // mu fit-beliefs ulti --deals 300 --seed 1
    static constexpr std::array<double, by_thumb.size()> fitted{1.777, 0.899, 0.176, 0.013, 0.015,
                                                                0.520, 2.133, 0.606, 0.755, 0.717,
                                                                0.011, 0.105, 0.677, 0.114};
};

// --- Snapszer ------------------------------------------------------------------------------------

namespace soft {

template <variant V>
inline constexpr std::array snapszer_rules{
    soft_rule<V>{"closed the stock: trumps", 1, 2,
                 [](const play_context<V>& x) {
                     return x.before.seen.closer < 0 && x.after.seen.closer >= 0;
                 },
                 [](const play_context<V>& x) {
                     return soft_effects::on(x.who, suit_masks<V>[x.after.seen.trump]);
                 }},
    soft_rule<V>{"closed the stock: aces and tens", 1, 1.5,
                 [](const play_context<V>& x) {
                     return x.before.seen.closer < 0 && x.after.seen.closer >= 0;
                 },
                 [](const play_context<V>& x) {
                     return soft_effects::on(x.who,
                                             (cards_of_rank<V>(V::ace) | cards_of_rank<V>(V::ten)) &
                                                 ~suit_masks<V>[x.after.seen.trump]);
                 }},
    low_on_winnable<V>(0.5),
    // Free to trump while the stock is open.
    discard_not_trump<V>(0.7),
    led_suit<V>(1),
    led_under<V>(1),
    led_no_master<V>(1),
    led_plain<V>(1),
    won_dearly<V>(0.8),
    lost_dearly<V>(0.6),
    discarded_suit<V>(1),
    discarded_over<V>(0.6),
};

}  // namespace soft

template <int Cards>
struct soft_rule_set<snapszer_game<Cards>> {
    static constexpr const auto& by_thumb = soft::snapszer_rules<snapszer_game<Cards>>;
    // mu fit-beliefs snapszer --deals 1000 --seed 1
    static constexpr std::array<double, by_thumb.size()> fitted{
        4.012, 1.649, 0.520, 0.683, 0.652, 1.040, 0.613, 0.615, 0.904, 0.170, 0.814, 0.339};
};

// --- Any game ------------------------------------------------------------------------------------

template <variant V>
using soft_rule_list = std::span<const soft_rule<V>>;

// As a first guess.
template <variant V>
soft_rule_list<V> soft_rules_by_thumb() {
    return soft_rule_set<V>::by_thumb;
}

template <variant V>
soft_rule_list<V> soft_rules() {
    static constexpr auto with_fitted = [] {
        auto out = soft_rule_set<V>::by_thumb;
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i].base_factor = soft_rule_set<V>::fitted[i];
        return out;
    }();
    return with_fitted;
}

// The rules of our own games are compiled once, in src/belief/soft_rules.cpp.
#define MU_DECLARE_SOFT_RULES(V)                                \
    extern template soft_rule_list<V> soft_rules_by_thumb<V>(); \
    extern template soft_rule_list<V> soft_rules<V>();
MU_VARIANTS(MU_DECLARE_SOFT_RULES)
#undef MU_DECLARE_SOFT_RULES

}  // namespace mu
