// Deals while every seat's views are noted, played by agents or as records tell: what mu
// eval-beliefs, mu fit-beliefs and mu belief-rows look at.
#pragma once

#include <functional>

#include <mu/api/typed_view.h>
#include <mu/api/with_game.h>
#include <mu/arena/duel.h>
#include <mu/belief/quality.h>
#include <mu/belief/soft_rules.h>
#include <mu/games/all.h>
#include <mu/search/net_weigher.h>

#include "commands.h"

namespace mu::cli {

// What all of them are asked.
struct watch_request {
    std::string game;
    std::vector<std::string> agents{"rule"};
    std::string records;  // a file of deals, instead of dealing
    std::uint64_t deals = 200, seed = 1;
    unsigned threads = 1;
};
void add_watch_options(command_spec& to, watch_request& r, const std::string& what_deals);

template <variant V>
struct watched_deal {
    // What each seat saw before the first action, and after each but the last.
    std::vector<per_seat<view<V>, V::seats>> steps;
    // The actions between, as each seat saw them.
    std::vector<per_seat<seen_action, V::seats>> seen{};
};

// Who plays: one agent in all seats, or one for each. Deals that are records they play on from
// where those end.
struct watched_table {
    game of;
    std::vector<agent_spec> agents;
    std::uint64_t seed = 1;
    std::vector<position> recorded{};

    explicit watched_table(const watch_request& r);

    std::vector<std::unique_ptr<player>> players() const;
};

// Deal number `deal` of the table's seed or of its records; depends on nothing else.
template <variant V>
watched_deal<V> watch_deal(const watched_table& table,
                           std::span<const std::unique_ptr<player>> players, std::uint64_t deal);

// The seat is about to play a card to a trick.
template <variant V>
bool is_card_decision(const view<V>& v) {
    return phase_of(v.seen) == deal_phase::play && v.legal.first == 0 &&
           (v.legal.mask & deck_traits<V>::all_cards) != 0;
}
// The number of its trick, from 0.
template <variant V>
int trick_of(const view<V>& v) {
    return ops::popcount(v.seen.played) / V::seats;
}

template <variant V>
using rule_sets = std::span<const std::span<const soft_rule<V>>>;
// The tally for a trick, a seat and a model: 0 for nothing known, 1 for hard facts, 2 and more for
// sets of soft rules, then the net.
using tally_at = std::function<belief_tally&(std::size_t, std::size_t, std::size_t)>;

// Counts every card decision of every seat that has something hidden.
template <variant V>
void tally_deal(const watched_deal<V>& deal, rule_sets<V> models, const tally_at& tally,
                const std::shared_ptr<const net>& by = nullptr);

}  // namespace mu::cli
