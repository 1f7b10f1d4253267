// Deals while every seat's views are noted, played by agents or as records tell: what mu
// eval-beliefs and mu fit-beliefs look at.
#pragma once

#include <mu/arena/duel.h>
#include <mu/belief/quality.h>
#include <mu/belief/soft_rules.h>
#include <mu/door/typed_view.h>

#include "commands.h"

namespace mu::cli {

// What both commands are asked.
struct watch_request {
    std::string game;
    std::vector<std::string> agents{"rule"};
    std::uint64_t deals = 200, seed = 1;
    unsigned threads = 1;
};
void add_watch_options(command_spec& to, watch_request& r, const std::string& what_deals);

template <variant V>
struct watched_deal {
    // What each seat saw before the first action, and after each but the last.
    std::vector<per_seat<view<V>, V::seats>> steps;
};

// Who plays: one agent in all seats, or one for each; or nobody, where deals are records.
struct watched_table {
    game of;
    std::vector<agent_spec> agents;
    std::uint64_t seed = 1;
    std::vector<position> recorded;

    watched_table(const std::string& game_text, const std::vector<std::string>& agent_texts,
                  std::uint64_t from_seed);
    // Reads a file of records, one a line, of this game and its options: from now on its deals are
    // those.
    void read_records(const std::string& file);

    std::vector<std::unique_ptr<player>> players() const;
};

// Deal number `deal` of the table's seed, which depends on nothing else, or of its records.
template <variant V>
watched_deal<V> watch_deal(const watched_table& table,
                           std::span<const std::unique_ptr<player>> players, std::uint64_t deal) {
    watched_deal<V> out;
    const auto note = [&](const position& p) {
        auto& now = out.steps.emplace_back();
        for (int k = 0; k < V::seats; ++k)
            now[k] = typed_view<V>(p.view(static_cast<seat>(k))).value();
    };
    if (!table.recorded.empty()) {
        position p = table.recorded.at(deal);
        const std::vector<action> actions(p.history().begin(), p.history().end());
        while (!p.history().empty()) p.undo();
        for (const action a : actions) {
            note(p);
            p.apply(a);
        }
        if (!p.is_over()) note(p);
        return out;
    }
    position p = duel_deal(table.of, table.seed, deal);
    const rng stream = rng(table.seed).split(deal).split(1);
    for (int k = 0; k < V::seats; ++k)
        players[static_cast<std::size_t>(k)]->begin_deal(table.of, static_cast<seat>(k));
    while (!p.is_over()) {
        note(p);
        rng generator = stream.split(p.history().size());
        p.apply(ask(*players[static_cast<std::size_t>(p.to_act())], p, generator));
    }
    const std::vector<int> score = p.score();
    for (int k = 0; k < V::seats; ++k)
        players[static_cast<std::size_t>(k)]->end_deal(p.view(static_cast<seat>(k)), score);
    return out;
}

// Calls with(V{}) for the variant of a game.
template <typename With>
void with_variant(const game& g, With&& with) {
    const seat_view seen = g.deal(deal_number{0}).view(seat::north);
#define MU_WITH_VARIANT(V) \
    if (typed_view<V>(seen)) return with(V{});
    MU_VARIANTS(MU_WITH_VARIANT)
#undef MU_WITH_VARIANT
}

// The seat is about to play a card to a trick.
template <variant V>
bool is_card_decision(const view<V>& v) {
    if (v.legal.first != 0 || (v.legal.mask & deck_traits<V>::all_cards) == 0) return false;
    if constexpr (requires { v.seen.phase; })
        return v.seen.phase == ulti_phase::play;
    else if constexpr (requires { v.seen.extra.phase; })
        return v.seen.extra.phase == euchre_terms::phase::play;
    else
        return true;
}
// The number of its trick, from 0.
template <variant V>
int trick_of(const view<V>& v) {
    return ops::popcount(v.seen.played) / V::seats;
}

// Where all cards lay at a step, from the views of those who hold them.
template <variant V>
per_seat<card_mask, V::seats> true_hands(const per_seat<view<V>, V::seats>& step) {
    per_seat<card_mask, V::seats> out{};
    for (int k = 0; k < V::seats; ++k) out[k] = step[k].seen.hands[k];
    return out;
}
template <variant V>
card_mask true_discard(const per_seat<view<V>, V::seats>& step) {
    if constexpr (requires { step[0].seen.extra.discard; }) {
        const card c = step[index(step[0].seen.dealer)].seen.extra.discard;
        return c == no_card ? 0 : bit(c);
    } else {
        return 0;
    }
}

// Tells of every card decision of every seat that has something hidden: add(trick, seat, model,
// tally), where models are 0 for nothing known, 1 for hard facts, 2 and more for sets of soft
// rules.
template <variant V>
using rule_sets = std::span<const std::span<const soft_rule<V>>>;

template <variant V, typename Tally>
void tally_deal(const watched_deal<V>& deal, rule_sets<V> models, Tally&& tally) {
    for (int k = 0; k < V::seats && !deal.steps.empty(); ++k) {
        soft_belief<V> hard(std::span<const soft_rule<V>>{});
        std::vector<soft_belief<V>> soft;
        for (const auto& rules_of_thumb : models) soft.emplace_back(rules_of_thumb);
        hard.init(deal.steps[0][k]);
        for (auto& b : soft) b.init(deal.steps[0][k]);
        for (std::size_t i = 0; i < deal.steps.size(); ++i) {
            const view<V>& now = deal.steps[i][k];
            if (i > 0) {
                hard.see(now);
                for (auto& b : soft) b.see(now);
            }
            if (!is_card_decision<V>(now)) continue;
            hard.renormalize();
            const auto truth = truth_of<V>(hard.belief(), true_hands<V>(deal.steps[i]),
                                           true_discard<V>(deal.steps[i]));
            if (truth.cards == 0) continue;
            const auto trick = static_cast<std::size_t>(trick_of<V>(now));
            const auto at = static_cast<std::size_t>(k);
            tally_uniform<V>(truth, tally(trick, at, 0));
            tally_belief<V>(hard.belief(), truth, tally(trick, at, 1));
            for (std::size_t m = 0; m < soft.size(); ++m) {
                soft[m].renormalize();
                tally_belief<V>(soft[m].belief(), truth, tally(trick, at, m + 2));
            }
        }
    }
}

}  // namespace mu::cli
