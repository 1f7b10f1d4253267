// Ulti: what every bid the cards can promise should pay, by chances of its units.
// docs/bidding/ulti.md

#include <mu/games/ulti/bidding.h>
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

float chance(float x) { return 1 / (1 + std::exp(-x)); }

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

// What a hand counts for in games for points.
float strength(card_mask hand, suit trump, const ulti_bidding& by) {
    float sum = 0;
    for (const suit s : all_suits) {
        const card_mask held = hand & suit_masks<ulti>[s];
        const bool ace = (hand & bit(ulti_card(s, ulti::ace))) != 0;
        const bool ten = (hand & bit(ulti_card(s, ulti::ten))) != 0;
        sum += (ace ? by.ace : 0) + (ten ? ace          ? by.ace_ten
                                           : s == trump ? by.trump_ten
                                                        : by.ten
                                         : 0);
        if (s == trump) sum += by.trump * static_cast<float>(ops::popcount(held));
        if (held == 0) sum += by.empty;
    }
    if (trump != suit::none && (ulti_marriage(trump) & ~hand) == 0) sum += by.forty;
    return sum;
}

// What a unit is likely to come to.
float unit_chance(ulti_unit u, card_mask hand, suit trump, const ulti_bidding& by) {
    switch (u) {
        case ulti_unit::parti:
            return chance((strength(hand, trump, by) - by.parti) / by.parti_width);
        case ulti_unit::forty_hundred:
            return chance((strength(hand, trump, by) - by.hundred_forty) / by.hundred_width);
        case ulti_unit::twenty_hundred:
            return chance((strength(hand, trump, by) - by.hundred_twenty) / by.hundred_width);
        case ulti_unit::ulti: {
            const card_mask trumps = hand & suit_masks<ulti>[trump];
            const card_mask tops =
                bit(ulti_card(trump, ulti::ace)) | bit(ulti_card(trump, ulti::ten));
            const auto count = [](card_mask m) { return static_cast<float>(ops::popcount(m)); };
            return chance((count(trumps) + by.ulti_ace * count(hand & ulti_aces) +
                           by.ulti_top * count(hand & tops) - by.ulti) /
                          by.ulti_width);
        }
        case ulti_unit::four_aces:
            return ops::popcount(hand & ulti_aces) == 4 ? by.four_aces : 0.02F;
        case ulti_unit::durchmars: {
            const auto lost = static_cast<std::size_t>(losers(hand, trump));
            return trump != suit::none ? by.march[std::min<std::size_t>(lost, 1)]
                                       : by.plain_march[std::min<std::size_t>(lost, 2)];
        }
        case ulti_unit::betli: {
            const double danger = betli_danger(hand);
            return by.betli[danger == 0 ? 0 : danger < 0.5 ? 1 : danger < 0.9 ? 2 : 3];
        }
    }
    return 0;
}

// The same for one hand, each computed once: most bids are made of the same units.
class hand_chances {
public:
    hand_chances(card_mask hand, const ulti_bidding& by) : hand_(hand), by_(by) {
        for (auto& row : chances_) row.fill(-1);
    }
    float of(ulti_unit u, suit trump) {
        float& p = chances_[static_cast<std::size_t>(index(trump))][static_cast<std::size_t>(u)];
        if (p < 0) p = unit_chance(u, hand_, trump, by_);
        return p;
    }

private:
    card_mask hand_;
    const ulti_bidding& by_;
    std::array<std::array<float, ulti_unit_count>, suit_count + 1> chances_;
};

float bid_worth(std::uint8_t bid, hand_chances& hand, suit trump, ulti_table table, float passz) {
    if (bid == bid_passz) return passz;
    const ulti_bid& b = ulti_bids[bid];
    float sum = 0;
    for (int i = 0; i < b.unit_count(); ++i) {
        const ulti_unit u = b.unit(i);
        const float p = hand.of(u, trump);
        const float lost = u == ulti_unit::ulti ? 2 : 1;
        sum += static_cast<float>(unit_value(b, u, table)) * (p - lost * (1 - p));
    }
    return sum;
}

// The best bid of `allowed` for ten cards, and its trumps.
ulti_bid_plan best_bid(card_mask hand, ulti_bid_set allowed, ulti_table table,
                       const ulti_bidding& by) {
    ulti_bid_plan out;
    hand_chances chances(hand, by);
    for (ulti_bid_set m = allowed; m != 0; m &= m - 1) {
        const auto bid = static_cast<std::uint8_t>(ops::lsb_index(m));
        const ulti_bid& b = ulti_bids[bid];
        unsigned suits = b.red ? 1U : trumps_for(bid, hand);
        if (!b.trump) suits = 0x10U;  // suit::none
        for (; suits != 0; suits &= suits - 1) {
            const auto trump = static_cast<suit>(ops::lsb_index(suits));
            const float x = bid_worth(bid, chances, trump, table, by.passz);
            if (x > out.worth) out = {x, bid, trump};
        }
    }
    return out;
}

// Which two of twelve cards to lay away; one of them may lie there already.
action lay_away(const view<ulti>& v, const ulti_bidding& by) {
    const game_state<ulti>& s = v.seen;
    const card first = s.laid[v.observer].low;
    const card_mask hand = s.hands[v.observer];
    const ulti_bid_set higher = higher_bids(s);
    float most = -1e18F;
    card chosen = ops::lsb_index(v.legal.mask);
    const auto judge = [&](card_mask left, card answer) {
        const ulti_bid_set honest = higher & bids_for(left);
        if (honest == 0) return;
        float x = best_bid(left, honest, s.rules.table, by).worth;
        x -= 0.02F * static_cast<float>(card_points<ulti>(
                         (hand & ~left), ulti::order::hearts));  // points given away
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

// Whether a defender should double a unit: by his trumps, aces and tens, in betli by low cards.
bool doubles(const view<ulti>& v, ulti_unit u, const ulti_bidding& by) {
    const game_state<ulti>& s = v.seen;
    const card_mask hand = s.hands[v.observer];
    const auto count = [&](card_mask m) { return static_cast<float>(ops::popcount(hand & m)); };
    if (u == ulti_unit::betli) {
        float low = 0;  // cards under which his may have to go, and suits to have them in
        for (const suit k : all_suits) {
            const card_mask lowest = card_mask{7} << ulti_card(k, ulti::seven);
            low += count(lowest) + ((hand & lowest) != 0 ? 0.5F : 0);
        }
        return low >= by.kontra_betli;
    }
    const card_mask trumps = s.trump == suit::none ? 0 : suit_masks<ulti>[s.trump];
    constexpr card_mask tens = ulti_aces >> 1;
    const float sum = by.kontra_trump * count(trumps) + by.kontra_ace * count(ulti_aces) +
                      by.kontra_ten * count(tens);
    switch (u) {
        case ulti_unit::parti:
            return sum >= by.kontra_parti;
        case ulti_unit::ulti:
            return sum >= by.kontra_ulti;
        case ulti_unit::durchmars:
            return sum >= by.kontra_march;
        case ulti_unit::four_aces:
            return (hand & ulti_aces) != 0;
        default:
            return sum >= by.kontra_hundred;
    }
}

// A unit to double, or `done`.
action kontra(const view<ulti>& v, const ulti_bidding& by) {
    const game_state<ulti>& s = v.seen;
    const ulti_bid& b = contract_of(s);
    const bool soloist = v.observer == s.soloist;
    constexpr std::uint64_t raises = 0x1FFULL << ulti_action::kontra;
    if (v.legal.first != 0 || (v.legal.mask & raises) == 0) return ulti_action::done;
    for (int i = 0; i < b.unit_count(); ++i) {
        const ulti_unit u = b.unit(i);
        const bool good = soloist ? unit_chance(u, s.hands[v.observer], s.trump, by) >= by.again
                                  : doubles(v, u, by);
        if (!good) continue;
        if (const int a = ulti_action::kontra + static_cast<int>(u); may(v.legal, a))
            return static_cast<action>(a);
        for (int k = 0; k < 2 && soloist; ++k)
            if (may(v.legal, ulti_action::kontra_at + k))
                return static_cast<action>(ulti_action::kontra_at + k);
    }
    return ulti_action::done;
}

}  // namespace

ulti_bid_plan ulti_best_bid(card_mask hand, ulti_bid_set allowed, ulti_table table,
                            const ulti_bidding& by) {
    return best_bid(hand, allowed, table, by);
}

action ulti_call(const view<ulti>& v, public_record, const ulti_bidding& by) {
    const game_state<ulti>& s = v.seen;
    const card_mask hand = s.hands[v.observer];
    const ulti_table table = s.rules.table;
    switch (s.phase) {
        case ulti_phase::lay_away:
            return lay_away(v, by);
        case ulti_phase::bid:
            return static_cast<action>(ulti_action::bid +
                                       best_bid(hand, v.legal.mask, table, by).bid);
        case ulti_phase::answer: {
            if (may(v.legal, ulti_action::stand)) return ulti_action::stand;
            const ulti_bid_set higher = higher_bids(s) & bids_for(hand);
            const bool worth_it =
                higher != 0 && best_bid(hand, higher, table, by).worth > by.pick_up;
            return worth_it && may(v.legal, ulti_action::pick_up) ? ulti_action::pick_up
                                                                  : ulti_action::pass;
        }
        case ulti_phase::name_trump:
            return static_cast<action>(
                ulti_action::trump +
                index(best_bid(hand, ulti_bid_set{1} << s.bid, table, by).trump));
        default:
            break;
    }
    if (may(v.legal, ulti_action::forty)) return ulti_action::forty;
    if (may(v.legal, ulti_action::twenty)) return ulti_action::twenty;
    return kontra(v, by);
}

action ulti_card_choice(const view<ulti>& v, public_record record) { return play(v, record); }

action rule_choice(const view<ulti>& v, public_record record) {
    const action said = ulti_call(v, record, ulti_fitted);
    const bool plays = v.seen.phase == ulti_phase::play && said == ulti_action::done;
    return plays ? play(v, record) : said;
}

}  // namespace mu
