// What a deal of ulti pays: a function of its outcome alone, so that a solver can call it too.
#pragma once

#include <mu/games/ulti/bids.h>

namespace mu {

// What a declared marriage needs to count.
enum class marriage_needs : std::uint8_t { nothing, trick_of_side, trick_of_player };

// Where tables differ about payments; the defaults are those of docs/games/ulti.md.
struct ulti_scoring {
    ulti_table table = ulti_table::standard;
    marriage_needs marriages = marriage_needs::nothing;
    bool lone_parti_double = false;     // a lost parti without other units costs twice its value
    bool hundred_double = false;        // a lost 40-100 or 20-100 costs twice its value
    bool ulti_double = false;           // a lost ulti: 2v * 2^k instead of v * (2^k + 1)
    bool durchmars_double = false;      // a lost durchmars costs twice its value
    bool redurchmars_half = false;      // settled like the durchmars that is not red
    bool silent_hundred_flat = false;   // 2 with a twenty too
    bool silent_durchmars = true;       // 3, or nothing
    bool silent_ulti_from_all = false;  // the partner of the player with the seven pays him too
    bool give_up_half = false;          // giving up costs half the loss, else the whole

    friend constexpr bool operator==(const ulti_scoring&, const ulti_scoring&) = default;
};

// The two sides at the end of a deal.
struct ulti_side {
    int points = 0;  // cards, last trick, marriages; the defenders' with the cards laid away
    bool forty = false, twenty = false;  // marriages declared, of those that count

    friend constexpr bool operator==(const ulti_side&, const ulti_side&) = default;
};

// Everything the settlement depends on. Players are counted from the soloist: 0 is he, 1 and 2 are
// the defenders in playing order.
struct ulti_outcome {
    std::uint8_t bid = bid_passz;
    bool played = true;  // false: passz that stood, or a contract given up
    ulti_side soloist{}, defenders{};
    std::array<int, 3> tricks{};  // of each player
    int aces = 0;                 // won by the soloist
    int seven_by = -1;            // who played the 7 of trumps to the tenth trick, if anybody
    bool seven_won = false;       // and won the trick with it
    bool own_accounts = false;    // each defender has a stake of his own
    // Kontra levels: of each unit of the bid, or, with own accounts, of each defender.
    std::array<int, most_ulti_units> levels{};

    friend constexpr bool operator==(const ulti_outcome&, const ulti_outcome&) = default;
};

struct ulti_payment {
    // All amounts are what each defender pays the soloist; below zero, the soloist pays.
    std::array<std::array<int, 2>, most_ulti_units> units{};  // of the bid, for either defender
    std::array<bool, most_ulti_units> made{};
    bool parti_replaced = false;  // by a silent 100: the parti itself pays nothing
    int silent_hundred = 0;
    int silent_hundred_defenders = 0;
    int silent_ulti = 0;
    int silent_durchmars = 0;
    std::array<int, 2> net{};  // the sum for either defender
    std::array<int, 3> pay{};  // what each player receives, from the soloist on; the sum is zero

    constexpr int contract(int defender) const {
        int sum = 0;
        for (const auto& unit : units) sum += unit[static_cast<std::size_t>(defender)];
        return sum;
    }
    friend constexpr bool operator==(const ulti_payment&, const ulti_payment&) = default;
};

constexpr bool unit_made(ulti_unit u, const ulti_outcome& o) {
    switch (u) {
        case ulti_unit::parti:
            return o.soloist.points > o.defenders.points;
        case ulti_unit::forty_hundred:
            return o.soloist.forty && o.soloist.points >= 100;
        case ulti_unit::twenty_hundred:
            return o.soloist.twenty && o.soloist.points >= 100;
        case ulti_unit::ulti:
            return o.seven_by == 0 && o.seven_won;
        case ulti_unit::durchmars:
            return o.tricks[0] == 10;
        case ulti_unit::four_aces:
            return o.aces == 4;
        case ulti_unit::betli:
            return o.tricks[0] == 0;
    }
    return false;
}

// What a unit pays at a kontra level.
constexpr int unit_pays(const ulti_bid& b, ulti_unit u, bool made, int level,
                        const ulti_scoring& rule) {
    int value = unit_value(b, u, rule.table);
    if (rule.redurchmars_half && u == ulti_unit::durchmars && !b.trump && b.red) value /= 2;
    const int stake = value << level;
    if (made) return stake;
    const bool lone_parti = u == ulti_unit::parti && b.unit_count() == 1;
    switch (u) {
        case ulti_unit::parti:
            // A passz that is played costs what it costs when it is not.
            return lone_parti && (rule.lone_parti_double || !b.red) ? -2 * stake : -stake;
        case ulti_unit::forty_hundred:
        case ulti_unit::twenty_hundred:
            return rule.hundred_double ? -2 * stake : -stake;
        case ulti_unit::ulti:  // the fine for the fallen ulti is not doubled
            return rule.ulti_double ? -2 * stake : -stake - value;
        case ulti_unit::durchmars:
            return rule.durchmars_double ? -2 * stake : -stake;
        case ulti_unit::four_aces:
        case ulti_unit::betli:
            break;
    }
    return -stake;
}

namespace ulti_detail {

// Half of the announced value, for a side that did not announce it.
constexpr int silent_hundred_value(const ulti_side& side, const ulti_scoring& rule) {
    if (side.points < 100 || !(side.forty || side.twenty)) return 0;
    return side.twenty && !rule.silent_hundred_flat ? 4 : 2;
}

constexpr void add_silent(ulti_payment& p, const ulti_bid& b, const ulti_outcome& o,
                          const ulti_scoring& rule) {
    const int red = b.red ? 2 : 1;
    if (!b.has(ulti_unit::forty_hundred) && !b.has(ulti_unit::twenty_hundred)) {
        const bool parti = b.has(ulti_unit::parti);
        const auto at = static_cast<std::size_t>(b.place(ulti_unit::parti));
        const int stake = red << (parti ? o.levels[at] : 0);
        p.silent_hundred = silent_hundred_value(o.soloist, rule) * stake;
        p.silent_hundred_defenders = -silent_hundred_value(o.defenders, rule) * stake;
        if (parti && (p.silent_hundred != 0 || p.silent_hundred_defenders != 0)) {
            p.parti_replaced = true;
            p.units[at] = {0, 0};
        }
    }
    if (!b.has(ulti_unit::ulti) && o.seven_by >= 0) {
        const int gain = o.seven_won ? 2 : -4;
        p.silent_ulti = (o.seven_by == 0 ? gain : -gain) * red;
    }
    if (!b.has(ulti_unit::durchmars) && rule.silent_durchmars) {
        if (o.tricks[0] == 10) p.silent_durchmars = 3 * red;
        if (o.tricks[1] == 10 || o.tricks[2] == 10) p.silent_durchmars = -3 * red;
    }
}

// Half of a loss; an odd one is rounded up.
constexpr int half_loss(int amount) { return (amount - 1) / 2; }

}  // namespace ulti_detail

constexpr ulti_payment settle(const ulti_outcome& o, const ulti_scoring& rule) {
    const ulti_bid b = MU_TABLE(ulti_bids)[o.bid];
    ulti_payment p;
    for (int i = 0; i < b.unit_count(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        p.made[at] = o.played && unit_made(b.unit(i), o);
        for (std::size_t d = 0; d < 2; ++d) {
            const int level = o.levels[o.own_accounts ? d : at];
            p.units[at][d] = unit_pays(b, b.unit(i), p.made[at], level, rule);
            if (!o.played && o.bid != bid_passz && rule.give_up_half)
                p.units[at][d] = ulti_detail::half_loss(p.units[at][d]);
        }
    }
    if (b.trump && o.played) ulti_detail::add_silent(p, b, o, rule);

    const int silent =
        p.silent_hundred + p.silent_hundred_defenders + p.silent_ulti + p.silent_durchmars;
    for (std::size_t d = 0; d < 2; ++d) {
        p.net[d] = p.contract(static_cast<int>(d)) + silent;
        p.pay[0] += p.net[d];
        p.pay[d + 1] = -p.net[d];
    }
    // The defender with the seven settles with each of the others: his partner, not the soloist,
    // owes or gets the second share.
    if (rule.silent_ulti_from_all && o.seven_by > 0 && p.silent_ulti != 0) {
        const auto partner = static_cast<std::size_t>(3 - o.seven_by);
        p.pay[0] -= p.silent_ulti;
        p.net[partner - 1] -= p.silent_ulti;
        p.pay[partner] += 2 * p.silent_ulti;
        p.pay[static_cast<std::size_t>(o.seven_by)] -= p.silent_ulti;
    }
    return p;
}

}  // namespace mu
