// Skat: what the games that the cards are good for should score. docs/bidding/skat.md

#include <mu/games/skat/bidding.h>
#include <mu/policy/rule.h>

#include "chances.h"

namespace mu {

namespace {

using namespace skat_chances;

constexpr play_weights soloist_sense{.keep = 1, .lead_trump = 0.3F};
constexpr play_weights defender_sense{};
constexpr float trick_worth = 2;  // besides its card points

// What a game counts if just made, by the cards known.
int value_of(const skat_game& g, card_mask known) {
    if (g.kind == skat_kind::null) return g.null_value();
    return g.base() *
           skat_level(g, {.matadors = skat_matadors(g, known), .points = 61, .tricks = 6});
}

// What the soloist should score. A game that must be schneider to reach the bid is as good as lost.
double expected(const skat_game& g, card_mask known, int bid, moment when, const judged_cards& c) {
    const int value = value_of(g, known);
    const int lost = std::max(value, skat_least_for(g, bid));
    const double p = value < bid ? 0.05 : made(g, when, c);
    return p * std::max(value, bid) - 2 * (1 - p) * lost;
}

constexpr std::array plain_games{skat_game{skat_kind::suit, suit::spades},
                                 skat_game{skat_kind::suit, suit::hearts},
                                 skat_game{skat_kind::suit, suit::diamonds},
                                 skat_game{skat_kind::suit, suit::clubs},
                                 skat_game{skat_kind::grand},
                                 skat_game{skat_kind::null}};

judged_cards own_cards(const view<skat>& v) {
    return {.hand = v.seen.hands[v.observer], .leads = v.observer == skat_forehand(v.seen)};
}

// The dearest of the games that are made often enough, or else the one that is made most often.
skat_thought worth_bidding(const view<skat>& v) {
    const judged_cards c = own_cards(v);
    skat_thought out;
    for (const skat_game& g : plain_games) {
        const skat_thought t{.game = g, .chance = made(g, moment::before, c)};
        const int value = t.chance >= skat_least_chance ? value_of(g, c.hand) : 0;
        if (value > out.limit || (out.limit == 0 && t.chance > out.chance)) {
            out = t;
            out.limit = value;
        }
    }
    return out;
}

action call(const view<skat>& v) {
    const action lowest = v.legal.nth(0);
    if (lowest == skat_action::pass) return lowest;
    const int value = skat_value(static_cast<std::uint8_t>(lowest - skat_action::bid));
    return value <= worth_bidding(v).limit ? lowest : skat_action::pass;
}

// The best game with the skat, or without it if that should score more.
skat_thought with_or_without(const view<skat>& v) {
    const judged_cards c = own_cards(v);
    const int bid = skat_value(v.seen.bid);
    skat_thought with, without;
    for (skat_game g : plain_games) {
        if (const double x = expected(g, c.hand, bid, moment::before, c); x > with.worth)
            with = {.game = g, .chance = made(g, moment::before, c), .worth = x};
        g.hand = true;
        if (const double x = expected(g, c.hand, bid, moment::hand, c); x > without.worth)
            without = {.game = g, .chance = made(g, moment::hand, c), .worth = x};
    }
    return without.worth > with.worth && without.worth > 0 ? without : with;
}

// Of the declarations allowed the one that should score most.
struct declaration {
    double worth = -1e9;
    action what = skat_action::declare;
    skat_thought thought{};
};
declaration best_declaration(const view<skat>& v, card_mask hand, card_mask laid,
                             std::uint64_t allowed) {
    const bool by_hand = v.seen.hand != 0;
    const moment when = by_hand ? moment::hand : moment::after;
    judged_cards c = own_cards(v);
    c.hand = hand;
    if (!by_hand) c.laid_points = card_points<skat>(laid, skat::order::grand);
    declaration out;
    for (action a = skat_action::declare; a <= skat_action::null_ouvert; ++a) {
        if ((allowed >> a & 1) == 0) continue;
        skat_game g = rules<skat>::declared_by(a);
        g.hand = by_hand;
        double x = expected(g, hand | laid, skat_value(v.seen.bid), when, c);
        if (by_hand && g.kind != skat_kind::null && g.announced == skat_announced::nothing)
            x += g.base() * made_announced(g, c);  // schneider counts one more even so
        if (x > out.worth) out = {x, a, {.game = g, .chance = made(g, when, c), .worth = x}};
    }
    return out;
}

// Which two of twelve cards to lay away; one of them may lie there already.
declaration lay_away(const view<skat>& v) {
    const card_mask first = skat_cards(v.seen), hand = v.seen.hands[v.observer];
    constexpr std::uint64_t all = (std::uint64_t{1} << skat_action::contra) - 1;
    declaration best;
    const auto judge = [&](card_mask pair, card answer) {
        const declaration d = best_declaration(v, (hand | first) & ~pair, pair, all);
        if (d.worth > best.worth) best = {d.worth, answer, d.thought};
    };
    ops::for_each(v.legal.mask, [&](card c) {
        if (first != 0) return judge(first | bit(c), c);
        ops::for_each(hand & ~((bit(c) << 1) - 1), [&](card d) { judge(bit(c) | bit(d), c); });
    });
    return best;
}

declaration declare(const view<skat>& v) {
    return best_declaration(v, v.seen.hands[v.observer], skat_cards(v.seen), v.legal.mask);
}

// That the soloist makes his game, as the seat that is asked for contra or re sees it.
skat_thought doubling(const view<skat>& v) {
    const game_state<skat>& s = v.seen;
    const skat_game g = game_of(s);
    judged_cards c = own_cards(v);
    if (v.observer != s.soloist)
        return {.game = g, .chance = 1 - lost_against(g, skat_value(s.bid), c)};
    if (!g.hand) c.laid_points = card_points<skat>(skat_cards(s), skat::order::grand);
    return {.game = g,
            .chance = made_after_contra(g, made(g, g.hand ? moment::hand : moment::after, c))};
}

action answer(const view<skat>& v) {
    const double made = doubling(v).chance;
    if (v.observer == v.seen.soloist)
        return made >= skat_re_from ? skat_action::re : skat_action::no_contra;
    return made <= skat_contra_up_to ? skat_action::contra : skat_action::no_contra;
}

// The highest trump as long as others may have any.
card trump_to_draw(const view<skat>& v, card_mask gone) {
    const auto order = order_now(v.seen);
    const card_mask trumps = effective_suit_mask<skat>(skat::trump_of(order), order);
    const card_mask hand = v.seen.hands[v.observer];
    if ((trumps & ~hand & ~card_mask{v.seen.played} & ~gone) == 0) return no_card;
    card high = no_card;
    ops::for_each(hand & trumps, [&](card c) {
        if (high == no_card || skat::strength(c, order) > skat::strength(high, order)) high = c;
    });
    return high;
}

action play(const view<skat>& v, public_record record) {
    const game_state<skat>& s = v.seen;
    const bool soloist = v.observer == s.soloist;
    const card_mask gone = skat_cards(s);
    if (s.kind == skat_kind::null) {
        if (!soloist) return play_by_sense(v, {.trick = -1}, defender_sense, record, gone);
        constexpr play_weights no_thrift{.keep = 0};
        return play_by_sense(v, {.trick = -40}, no_thrift, record, gone,
                             [&](card c) { return relief(v, c, gone); });
    }
    if (soloist && s.announced >= skat_announced::schwarz && trick_play<skat>::leading(s))
        if (const card high = trump_to_draw(v, gone); high != no_card) return high;
    const trick_aims aims{.trick = trick_worth, .point = 1};
    return play_by_sense(v, aims, soloist ? soloist_sense : defender_sense, record, gone);
}

}  // namespace

skat_thought skat_think(const view<skat>& v) {
    switch (v.seen.phase) {
        case skat_phase::bidding:
            return worth_bidding(v);
        case skat_phase::skat:
            return with_or_without(v);
        case skat_phase::discard:
            return lay_away(v).thought;
        case skat_phase::declare:
            return declare(v).thought;
        case skat_phase::contra:
            return doubling(v);
        default:
            return {};
    }
}

action rule_choice(const view<skat>& v, public_record record) {
    switch (v.seen.phase) {
        case skat_phase::bidding:
            return call(v);
        case skat_phase::skat:
            return with_or_without(v).game.hand ? skat_action::hand : skat_action::pick_up;
        case skat_phase::discard:
            return lay_away(v).what;
        case skat_phase::declare:
            return declare(v).what;
        case skat_phase::contra:
            return answer(v);
        default:
            return play(v, record);
    }
}

}  // namespace mu
