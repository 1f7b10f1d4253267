// Ulti: what every bid the cards can promise should pay, by rough chances of its units.

#include <mu/games/ulti.h>
#include <mu/policy/lose_all.h>
#include <mu/policy/rule.h>

namespace mu {

namespace {

constexpr play_weights soloist_sense{.keep = 1, .lead_trump = 0.3F};
constexpr play_weights defender_sense{};

// For cards of trump games, in card points.
constexpr float ulti_guard = 3;        // a trump that may beat an announced ulti
constexpr float seven_kept = 30;       // the seven when the other trumps are gone
constexpr float seven_gone = 3;        // to be rid of it while they are not
constexpr float seven_gone_late = 20;  // in the last tricks

double chance(double x) { return 1 / (1 + std::exp(-x)); }

// Cards that may lose a trick with these trumps if the soloist leads.
int losers(card_mask hand, suit trump) {
    const auto o = static_cast<ulti::order>(trump);
    int sum = 0;
    for (const suit s : all_suits) {
        const card_mask suited = suit_masks<ulti>[s], held = hand & suited;
        const int missing = ops::popcount(suited & ~hand);
        int rank = 0;
        ops::for_each(held, [&](card c) {
            const int above = ops::popcount(stronger<ulti>(c, o) & ~hand);
            const int higher_held = ops::popcount(stronger<ulti>(c, o) & hand);
            // A card is good when what is above it falls under the cards above it.
            if (above > 0 && (higher_held < above || higher_held + 1 < (missing + 1) / 2)) ++rank;
        });
        sum += rank;
    }
    return sum;
}

// Cards that the defenders can make take a trick in betli: those with gaps below them.
double betli_danger(card_mask hand) {
    double danger = 0;
    ops::for_each(hand, [&](card c) {
        const card_mask lower = suit_masks<ulti>[suit_of<ulti>(c)] & ~hand & ~bit(c) &
                                ~stronger<ulti>(c, ulti::order::no_trump);
        const int gaps = ops::popcount(lower);
        danger += gaps == 0 ? 0 : gaps == 1 ? 0.4 : gaps == 2 ? 0.8 : 1;
    });
    return danger;
}

// What a unit is likely to come to.
double unit_chance(ulti_unit u, card_mask hand, suit trump) {
    const card_mask trumps = trump == suit::none ? 0 : hand & suit_masks<ulti>[trump];
    const int length = ops::popcount(trumps);
    const int aces = ops::popcount(hand & ulti_aces);
    double strength = 0.9 * length;
    for (const suit s : all_suits) {
        const bool ace = (hand & bit(ulti_card(s, ulti::ace))) != 0;
        const bool ten = (hand & bit(ulti_card(s, ulti::ten))) != 0;
        strength += (ace ? 1.3 : 0) + (ten ? ace ? 1.2 : s == trump ? 0.9 : 0.3 : 0);
    }
    if (trump != suit::none && (ulti_marriage(trump) & ~hand) == 0) strength += 1.5;
    switch (u) {
        case ulti_unit::parti:
            return chance((strength - 8.2) / 1.1);
        case ulti_unit::forty_hundred:
            return chance((strength - 11.8) / 0.8);
        case ulti_unit::twenty_hundred:
            return chance((strength - 13.2) / 0.8);
        case ulti_unit::ulti:
            return chance((length + 0.4 * aces - 7.2) / 0.5);
        case ulti_unit::four_aces:
            return aces == 4 ? 0.6 : 0.02;
        case ulti_unit::durchmars: {
            const int lost = losers(hand, trump);
            if (trump != suit::none) return lost == 0 ? 0.4 : 0.03;  // side suits may be ruffed
            return lost == 0 ? 0.85 : lost == 1 ? 0.3 : 0.02;
        }
        case ulti_unit::betli: {
            const double danger = betli_danger(hand);
            return danger == 0 ? 0.9 : danger < 0.5 ? 0.7 : danger < 0.9 ? 0.45 : 0.03;
        }
    }
    return 0;
}

// The same for one hand, each computed once: most bids are made of the same units.
class hand_chances {
public:
    explicit hand_chances(card_mask hand) : hand_(hand) {
        for (auto& row : chances_) row.fill(-1);
    }
    double of(ulti_unit u, suit trump) {
        double& p = chances_[static_cast<std::size_t>(index(trump))][static_cast<std::size_t>(u)];
        if (p < 0) p = unit_chance(u, hand_, trump);
        return p;
    }

private:
    card_mask hand_;
    std::array<std::array<double, ulti_unit_count>, suit_count + 1> chances_;
};

double bid_worth(std::uint8_t bid, hand_chances& hand, suit trump, ulti_table table) {
    const ulti_bid& b = ulti_bids[bid];
    double sum = 0;
    for (int i = 0; i < b.unit_count(); ++i) {
        const ulti_unit u = b.unit(i);
        const double p = hand.of(u, trump);
        const double lost = u == ulti_unit::ulti ? 2 : 1;
        sum += unit_value(b, u, table) * (p - lost * (1 - p));
    }
    return bid == bid_passz ? -2 : sum;
}

struct plan {
    double worth = -1e9;
    std::uint8_t bid = bid_passz;
    suit trump = suit::none;
};

// The best bid of `allowed` for ten cards, and its trumps.
plan best_bid(card_mask hand, ulti_bid_set allowed, ulti_table table) {
    plan out;
    hand_chances chances(hand);
    for (ulti_bid_set m = allowed; m != 0; m &= m - 1) {
        const auto bid = static_cast<std::uint8_t>(ops::lsb_index(m));
        const ulti_bid& b = ulti_bids[bid];
        unsigned suits = b.red ? 1U : trumps_for(bid, hand);
        if (!b.trump) suits = 0x10U;  // suit::none
        for (; suits != 0; suits &= suits - 1) {
            const auto trump = static_cast<suit>(ops::lsb_index(suits));
            const double x = bid_worth(bid, chances, trump, table);
            if (x > out.worth) out = {x, bid, trump};
        }
    }
    return out;
}

// Which two of twelve cards to lay away; one of them may lie there already.
action lay_away(const view<ulti>& v) {
    const game_state<ulti>& s = v.seen;
    const card first = s.laid[v.observer].low;
    const card_mask hand = s.hands[v.observer];
    const ulti_bid_set higher = higher_bids(s);
    double most = -1e18;
    card chosen = ops::lsb_index(v.legal.mask);
    const auto judge = [&](card_mask left, card answer) {
        const ulti_bid_set honest = higher & bids_for(left);
        if (honest == 0) return;
        double x = best_bid(left, honest, s.rules.table).worth;
        x -= 0.02 * card_points<ulti>((hand & ~left), ulti::order::hearts);  // points given away
        if (x > most) most = x, chosen = answer;
    };
    ops::for_each(v.legal.mask, [&](card c) {
        if (first != no_card) return judge(hand & ~bit(c), c);
        ops::for_each(hand & ~((bit(c) << 1) - 1),
                      [&](card d) { judge(hand & ~bit(c) & ~bit(d), c); });
    });
    return chosen;
}

trick_aims aims_of(const view<ulti>& v) {
    const ulti_bid& b = contract_of(v.seen);
    if (b.has(ulti_unit::betli)) return {.trick = -1};
    if (b.has(ulti_unit::durchmars)) return {.trick = 20, .point = 0.2F};
    return {.trick = 4, .point = 1};
}

// What a card of a trump game is worth besides its trick: the seven of trumps wins the last trick
// for a silent ulti if nobody has trumps then, and costs twice that if it is beaten there. Against
// an announced ulti every trump may be the one that beats it.
float trump_game_bonus(const view<ulti>& v, card c) {
    const game_state<ulti>& s = v.seen;
    const card_mask trumps = suit_masks<ulti>[s.trump];
    const bool soloist = v.observer == s.soloist;
    if (!(bit(c) & trumps)) return 0;
    if (contract_of(s).has(ulti_unit::ulti)) return soloist ? 0 : -ulti_guard;
    if (c != ulti_card(s.trump, ulti::seven)) return 0;
    const card_mask known = s.hands[v.observer] | (soloist ? s.laid[v.observer].mask() : 0);
    const bool drawn = (trumps & ~known & ~card_mask{s.played}) == 0;
    if (drawn) return -seven_kept;
    return s.tricks_remaining <= 3 ? seven_gone_late : seven_gone;
}

action play(const view<ulti>& v, public_record record) {
    const game_state<ulti>& s = v.seen;
    const ulti_bid& b = contract_of(s);
    const bool soloist = v.observer == s.soloist;
    // Only the soloist knows what is out of play: cards that others laid away were picked up.
    const card_mask gone = soloist ? s.laid[v.observer].mask() : 0;
    const play_weights& sense = soloist ? soloist_sense : defender_sense;
    if (b.has(ulti_unit::betli) && soloist) {
        const trick_aims lose{.trick = -40};
        constexpr play_weights no_thrift{.keep = 0};
        return play_by_sense(v, lose, no_thrift, record, gone,
                             [&](card c) { return relief(v, c, gone); });
    }
    if (!b.trump) return play_by_sense(v, aims_of(v), sense, record, gone);
    return play_by_sense(v, aims_of(v), sense, record, gone,
                         [&](card c) { return trump_game_bonus(v, c); });
}

}  // namespace

action rule_choice(const view<ulti>& v, public_record record) {
    const game_state<ulti>& s = v.seen;
    const card_mask hand = s.hands[v.observer];
    switch (s.phase) {
        case ulti_phase::lay_away:
            return lay_away(v);
        case ulti_phase::bid:
            return static_cast<action>(ulti_action::bid +
                                       best_bid(hand, v.legal.mask, s.rules.table).bid);
        case ulti_phase::answer: {
            if (may(v.legal, ulti_action::stand)) return ulti_action::stand;
            const ulti_bid_set higher = higher_bids(s) & bids_for(hand);
            const bool worth_it = higher != 0 && best_bid(hand, higher, s.rules.table).worth > 1.5;
            return worth_it && may(v.legal, ulti_action::pick_up) ? ulti_action::pick_up
                                                                  : ulti_action::pass;
        }
        case ulti_phase::name_trump:
            return static_cast<action>(
                ulti_action::trump +
                index(best_bid(hand, ulti_bid_set{1} << s.bid, s.rules.table).trump));
        case ulti_phase::kontra:
            return ulti_action::done;
        default:
            break;
    }
    if (may(v.legal, ulti_action::forty)) return ulti_action::forty;
    if (may(v.legal, ulti_action::twenty)) return ulti_action::twenty;
    return play(v, record);
}

}  // namespace mu
