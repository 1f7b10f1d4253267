// How many points a deal can bring a seat, at the least and at the most, and how many actions it
// can take: for learners that scale by it, and to size arrays.
//
// No deal goes beyond these bounds. They are as tight as an argument in a few lines makes them: a
// bound need not be reached by any deal.
#pragma once

#include <algorithm>
#include <bit>

#include <mu/games/registry.h>

namespace mu {

struct point_bounds {
    int low = 0, high = 0;
    friend constexpr bool operator==(const point_bounds&, const point_bounds&) = default;
};

// points(options), and most_actions(options) where it is known. A game without one has no bounds
// that are known.
template <variant V>
struct deal_bounds;

template <>
struct deal_bounds<whist> {
    static constexpr point_bounds points(const whist::options& o) {
        const bool trumps = o.trump_by != whist::trump_rule::given || o.trump != suit::none;
        return {0, 7 + (o.honours && trumps ? 4 : 0)};
    }
    static constexpr int most_actions(const whist::options&) { return 52; }
};

template <>
struct deal_bounds<bridge> {
    // What one side wins the other loses.
    static constexpr point_bounds points(const bridge::options& o) {
        const bool rubber = o.scoring == bridge::scoring_rule::rubber;
        int most = 0;
        for (int b = 0; b < bridge_bid_count; ++b)
            for (int stake = 0; stake < 3; ++stake)
                for (int tricks = 0; tricks <= 13; ++tricks)
                    for (const bool vulnerable : {false, true}) {
                        if (vulnerable && !rubber && o.vul == bridge::vul_rule::none) continue;
                        most = std::max(
                            most, size(static_cast<bridge_bid>(b), static_cast<doubling>(stake),
                                       vulnerable, tricks, rubber));
                    }
        if (rubber && o.honours) most += 150;
        return {-most, most};
    }
    // The longest auction: three passes, every bid doubled and redoubled after two passes each, and
    // two more before the next bid. A claim is four actions, and may fail once in a trick.
    static constexpr int most_actions(const bridge::options& o) {
        return 3 + 34 * 9 + 10 + 52 + (o.claims ? 4 * 13 : 0);
    }

private:
    static constexpr int size(bridge_bid b, doubling stake, bool vulnerable, int tricks,
                              bool rubber) {
        if (rubber) {
            const bridge_points p = bridge_contract_points(b, stake, vulnerable, tricks);
            return p.penalty > 0 ? p.penalty : p.tricks + p.overtricks + p.slam + p.insult;
        }
        const int score = duplicate_score(b, stake, vulnerable, tricks);
        return score < 0 ? -score : score;
    }
};

template <>
struct deal_bounds<jass> {
    // A hand's Weis are worth 370 at most: quartets of jacks and nines with a run of three. (Four
    // jacks with a run of six are 350, nine cards of a suit 300.)
    static constexpr point_bounds points(const jass::options& o) {
        constexpr int all_tricks = 157, match = 100, stoeck = 20, weis_of_a_hand = 370;
        const int most = all_tricks + (o.match_bonus ? match : 0) + (o.stoeck ? stoeck : 0) +
                         (o.house.weis ? 2 * weis_of_a_hand : 0);
        return {0, most * *std::ranges::max_element(o.multipliers)};
    }
    static constexpr int most_actions(const jass::options& o) {
        return 36 + (o.house.push_back ? 3 : 2);
    }
};

template <>
struct deal_bounds<differenzler> {
    static constexpr point_bounds points(const differenzler::options& o) {
        return {-differenzler::total_points, o.bonus ? 10 : 0};
    }
    static constexpr int most_actions(const differenzler::options&) { return 36 + 2 * 4; }
};

template <>
struct deal_bounds<contree> {
    static constexpr point_bounds points(const contree::options& o) {
        using options = contree::options;
        constexpr int belote = 20, tricks_and_capot = 252;
        int value = 0;  // of the highest bid
        for (std::uint64_t l = levels(o); l != 0; l &= l - 1) {
            const int level = std::countr_zero(l);
            if (level != contree_calls::level_capot)
                value = std::max(value, contree_calls::number_of(level));
            else if (o.capot != options::capot_rule::flat)
                value = std::max(value, o.capot == options::capot_rule::value_270 ? 270 : 250);
        }
        if (o.count == options::counting::made_only) value = 0;
        int cards = 0;
        if (o.count != options::counting::bid_only) cards = std::max(tricks_and_capot, o.base + 90);
        int most = cards + value * o.surcoinche;
        if (o.capot == options::capot_rule::flat) most = std::max(most, 500 << 2);
        return {0, detail::contree_round(most + belote, o.round)};
    }
    // Three passes; every bid, followed by two passes and, where the coinche is out of turn, by one
    // who keeps silent; the coinche, and three passes more.
    static constexpr int most_actions(const contree::options& o) {
        const int bid = (o.house.in_two_steps() ? 2 : 1) + (o.house.coinche_out_of_turn ? 1 : 0);
        return 3 + std::popcount(levels(o)) * (bid + 2) + 1 + 3 + 32;
    }

private:
    static constexpr std::uint64_t levels(const contree::options& o) {
        return contree_calls::levels_above(-1, o.house.ladder());
    }
};

template <int Cards>
struct deal_bounds<euchre_game<Cards>> {
    static constexpr point_bounds points(const euchre_terms::options& o) {
        const bool alone = o.house.defend_alone != euchre_terms::lone_defence::off;
        const int most = std::max(4, alone ? int{o.lone_euchre} : 0);
        return {-most, most};
    }
    // Two rounds of calls; going alone leaves three players, or two.
    static constexpr int most_actions(const euchre_terms::options& o) {
        const bool all_asked = o.house.defend_alone == euchre_terms::lone_defence::always;
        return 8 + (o.house.alone_with_call ? 0 : 1) + (all_asked ? 2 : 0) + 20;
    }
};

template <int Cards>
struct deal_bounds<snapszer_game<Cards>> {
    static constexpr point_bounds points(const snapszer_terms::options&) { return {-3, 3}; }
    // The exchange, the close and each marriage once; a draw for two cards of the stock.
    static constexpr int most_actions(const snapszer_terms::options& o) {
        const int draws = o.house.close_undrawn ? snapszer_game<Cards>::stock_size / 2 : 0;
        return Cards + 1 + 1 + 4 + draws;
    }
};

template <>
struct deal_bounds<skat> {
    static constexpr point_bounds points(const skat::options& o) {
        const int times = o.house.contra ? 4 : 1;  // contra and re
        const skat_payment best = skat_settle(o.settlement, true, times * skat_values.back());
        const skat_payment worst = skat_settle(o.settlement, false, times * -2 * most_charged());
        return {std::min({0, worst.soloist, best.defender}),
                std::max({0, best.soloist, worst.defender})};
    }
    // Every value said and held, three passes; the skat taken up and two cards laid away, or not;
    // the declaration; contra after one who keeps silent, and re.
    static constexpr int most_actions(const skat::options& o) {
        return 2 * skat_value_count + 3 + 3 + 1 + (o.house.contra ? 3 : 0) + 30;
    }

private:
    // For a lost game: its value, or what the highest bid could have meant.
    static constexpr int most_charged() {
        const int top = skat_values.back();
        int most = top;
        for (int k = 0; k < 4; ++k)
            most = std::max(
                most,
                skat_least_for({.kind = skat_kind::suit, .trump = static_cast<suit>(k)}, top));
        for (const skat_kind kind : {skat_kind::grand, skat_kind::null})
            most = std::max(most, skat_least_for({.kind = kind}, top));
        return most;
    }
};

template <>
struct deal_bounds<ulti> {
    // Each defender and the soloist settle unit by unit, then for what was not announced: at most a
    // hundred of either side, an ulti and a durchmars. What one pays for the other counts as well.
    static constexpr point_bounds points(const ulti::options& o) {
        int most = 0;
        for (std::size_t bid = 0; bid < ulti_bids.size(); ++bid) {
            const ulti_bid b = ulti_bids[bid];
            if (ulti_detail::ranks[static_cast<std::size_t>(o.rules.table)][bid] == 0) continue;
            int sum = 0;
            for (int i = 0; i < b.unit_count(); ++i) {
                const auto pays = [&](bool made) {
                    return unit_pays(b, b.unit(i), made, o.rules.kontra_max, o.scoring);
                };
                sum += std::max(pays(true), -pays(false));
            }
            const int red = b.red ? 2 : 1;
            if (b.trump) sum += (4 << o.rules.kontra_max) * red + 4 * red + 3 * red;
            most = std::max(most, sum);
        }
        return {-2 * most, 2 * most};
    }
};

}  // namespace mu
