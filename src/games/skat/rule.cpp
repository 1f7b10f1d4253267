// Skat: which game the cards are good for, by chances fitted to solved deals.

#include <cmath>

#include <mu/games/skat/bidding.h>
#include <mu/policy/lose_all.h>
#include <mu/policy/rule.h>

namespace mu {

namespace {

constexpr play_weights soloist_sense{.keep = 1, .lead_trump = 0.3F};
constexpr play_weights defender_sense{};
constexpr float trick_worth = 2;  // besides its card points

// Closed, a null is made more often than with all hands seen.
constexpr double closed_null = 0.8;

double chance(double x) { return 1 / (1 + std::exp(-x)); }

// When the cards are judged: before the skat is seen, with two of twelve laid away, or as they are
// in a hand game.
enum class moment : std::uint8_t { before, after, hand };

struct judged_cards {
    card_mask hand = 0;
    int laid_points = 0;
    bool leads = false;  // forehand
};

// The weights of what is counted, by moment: logistic regression on 1,200 suit games, 300 grands
// and 600 nulls of random deals, each solved with all hands seen.
constexpr std::array<std::array<double, 10>, 3> suit_weights{
    {{-1.67, 0.34, 0.99, 0.64, 0.71, 0.63, -0.14, 0.52, -0.94, 0.43},
     {-3.48, 0.48, 1.52, 0.87, 1.07, 0.99, -0.08, 1.21, -1.63, 0.34},
     {-2.61, 0.55, 0.74, 0.34, 0.66, 0.89, -0.39, -0.43, -1.28, 0.2}}};
constexpr std::array<std::array<double, 10>, 3> grand_weights{
    {{0.69, 1.00, 0.89, -0.02, 1.01, 0.10, 0.85, -1.02, -1.06, 0.60},
     {0.66, 1.24, 1.02, -0.42, 1.27, -0.10, 0.99, -1.43, -0.94, 0.62},
     {-0.48, 0.82, 1.25, 0.44, 1.37, -0.06, 0.48, -1.21, -0.94, 0.51}}};
constexpr std::array<std::array<double, 5>, 3> null_weights{{{0.82, -0.24, -0.05, -0.28, 0.47},
                                                             {2.27, -0.58, -0.50, -0.33, 0.65},
                                                             {2.34, -0.98, 0.32, -0.53, -0.41}}};
constexpr double laid_weight = 0.037;  // for each point laid away
constexpr double laid_weight_grand = 0.079;

template <std::size_t N>
double sum_of(const std::array<double, N>& weights, const std::array<double, N - 1>& counts) {
    double x = weights[0];
    for (std::size_t i = 0; i + 1 < N; ++i) x += weights[i + 1] * counts[i];
    return x;
}

// Aces, tens beside their ace, tens without, other cards, those beyond ace and ten.
struct side_suits {
    int aces = 0, covered = 0, bare = 0, loose = 0, length = 0;

    void add(card_mask suited, suit s) {
        const bool ace = (suited & bit(skat_card(s, skat::ace))) != 0;
        const bool ten = (suited & bit(skat_card(s, skat::ten))) != 0;
        const int n = ops::popcount(suited);
        const int good = (ace ? 1 : 0) + (ace && ten ? 1 : 0);
        aces += ace ? 1 : 0;
        covered += ace && ten ? 1 : 0;
        bare += ten && !ace ? 1 : 0;
        loose += n - good;
        if (good == 2) length += n - good;
    }
};

double made_suit(suit trump, moment when, const judged_cards& c) {
    const card_mask jacks = c.hand & skat_jacks, trumps = c.hand & suit_masks<skat>[trump] & ~jacks;
    side_suits side;
    for (const suit s : all_suits)
        if (s != trump) side.add(c.hand & suit_masks<skat>[s] & ~skat_jacks, s);
    const card_mask high =
        trumps & (bit(skat_card(trump, skat::ace)) | bit(skat_card(trump, skat::ten)));
    const double count = ops::popcount(jacks | trumps), jack_count = ops::popcount(jacks);
    const double old = (jacks & bit(skat_trump({}, 0))) != 0 ? 1 : 0;  // the jack of clubs
    const double x =
        sum_of(suit_weights[static_cast<std::size_t>(when)],
               {count, jack_count, old, double(ops::popcount(high)), double(side.aces),
                double(side.covered), double(side.bare), double(side.loose), c.leads ? 1.0 : 0.0});
    return chance(x + laid_weight * c.laid_points);
}

double made_grand(moment when, const judged_cards& c) {
    const card_mask jacks = c.hand & skat_jacks;
    side_suits side;
    for (const suit s : all_suits) side.add(c.hand & suit_masks<skat>[s] & ~skat_jacks, s);
    const auto has = [&](int place) {
        return (jacks & bit(skat_trump({}, place))) != 0 ? 1.0 : 0.0;
    };
    const double x =
        sum_of(grand_weights[static_cast<std::size_t>(when)],
               {double(ops::popcount(jacks)), has(0), has(1), double(side.aces),
                double(side.covered), double(side.bare), double(side.loose - side.length),
                double(side.length), c.leads ? 1.0 : 0.0});
    return chance(x + laid_weight_grand * c.laid_points);
}

double made_null(moment when, const judged_cards& c, bool open) {
    int all = 0, most = 0, suits = 0;
    for (const suit s : all_suits) {
        const card_mask held = c.hand & suit_masks<skat>[s];
        const int n = exposed<skat>(held, suit_masks<skat>[s] & ~c.hand, skat::order::null);
        all += n;
        most = std::max(most, n);
        suits += n > 0 ? 1 : 0;
    }
    const double x = sum_of(null_weights[static_cast<std::size_t>(when)],
                            {double(all), double(most), double(suits), c.leads ? 1.0 : 0.0});
    return chance(x + (open ? 0 : closed_null));
}

double made(const skat_game& g, moment when, const judged_cards& c) {
    if (g.kind == skat_kind::suit) return made_suit(g.trump, when, c);
    if (g.kind == skat_kind::grand) return made_grand(when, c);
    return made_null(when, c, g.announced == skat_announced::ouvert);
}

// What a game counts if just made, by the cards known.
int value_of(const skat_game& g, card_mask known) {
    if (g.kind == skat_kind::null) return g.null_value();
    return g.base() *
           skat_level(g, {.matadors = skat_matadors(g, known), .points = 61, .tricks = 6});
}

// What the soloist should score.
double expected(const skat_game& g, card_mask known, int bid, moment when, const judged_cards& c) {
    const int value = value_of(g, known);
    const int lost = std::max(value, skat_least_for(g, bid));
    const double p = value < bid ? 0.05 : made(g, when, c);  // schneider may save it
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
        // Schneider and more are not announced.
        if (g.kind != skat_kind::null && g.announced != skat_announced::nothing) continue;
        const double x = expected(g, hand | laid, skat_value(v.seen.bid), when, c);
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
            return skat_action::no_contra;
        default:
            return play(v, record);
    }
}

}  // namespace mu
