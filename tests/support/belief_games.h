// Random deals of every game for the tests of beliefs, with options that make all kinds of
// evidence.
#pragma once

#include "support/replay_worlds.h"

namespace mu::test {

template <typename V>
std::vector<typename V::options> belief_options() {
    using o = typename V::options;
    if constexpr (std::is_same_v<V, whist>)
        return {{}, {.trump_by = whist::trump_rule::given, .trump = suit::hearts}};
    else if constexpr (std::is_same_v<V, bridge>)
        return {{}, {.claims = true}};
    else if constexpr (std::is_same_v<V, jass>)
        return {
            {},
            {.house =
                 {.seed_order = true, .undertrump_if_void = true, .slalom = true, .gusti = true}},
            {.house = {.push_back = true, .weis = false}},
            {.house = {.weis_by = {.long_runs = false, .low_quartets = false, .cross = false}}}};
    else if constexpr (std::is_same_v<V, differenzler>)
        return {{}, {.house = {.seed_order = true, .open = true}}};
    else if constexpr (std::is_same_v<V, contree>)
        return {
            {},
            {.house = contree_house{.overtrump_ruffing_partner = true}},
            {.house = contree_house{.undertrump_forced = true, .overtrump_partner = false}},
            {.house = contree_house{.all_contracts = true}},
            {.house = contree_house{.overtrump_ruffing_partner = true, .undertrump_forced = true}}};
    else if constexpr (std::is_base_of_v<euchre_terms, V>)
        return {o{},
                o{.house = euchre_terms::house_rules{.discard_upcard = false,
                                                     .defend_alone = V::lone_defence::always}},
                o{.house = euchre_terms::house_rules{.alone_with_call = true, .no_trump = true}}};
    else if constexpr (std::is_same_v<V, ulti>)
        return {
            o{}, o{.rules = ulti_rules{.marriages = ulti_marriages::voluntary, .free_betli = true}},
            o{.rules = ulti_rules{.marriages = ulti_marriages::before_lead, .passz_play = true}},
            o{.rules = ulti_rules{
                  .table = ulti_table::four_aces, .open_soloist = true, .tell_mute = true}}};
    else if constexpr (std::is_same_v<V, skat>)
        return {o{}, o{.house = skat_house{.next_value = true, .must_reach = true}},
                o{.house = skat_house{.null_below_bid = true, .contra = true, .early_end = true}}};
    else
        return {
            o{},
            o{.house = {.exchange_needs_3 = true, .exchange_either = true, .marriages_wait = true}},
            o{.house = {.close_undrawn = true, .claim = true}}};
}

// Random actions, but a talon goes round at most a few times and deals are played rather than
// claimed or passed out.
template <typename V>
action belief_action(const game_state<V>& s, rng& generator) {
    const action_set legal = rules<V>::legal_actions(s);
    if constexpr (std::is_same_v<V, ulti>)
        if (s.phase == ulti_phase::answer && generator.below(8) != 0)
            return s.current_player == s.soloist ? ulti_action::stand : ulti_action::pass;
    if constexpr (std::is_same_v<V, skat>)  // low values, which more games reach
        if (s.phase == skat_phase::bidding && generator.below(8) != 0) return legal.nth(0);
    if constexpr (std::is_same_v<V, bridge>)
        if (legal.first == 0 && generator.below(8) != 0)
            return random_member({legal.mask & ~bit(bridge::pass), 0}, generator);
    if constexpr (std::is_base_of_v<snapszer_terms, V>)
        if (generator.below(4) != 0)
            return random_member({legal.mask & ~bit(V::claim), 0}, generator);
    return random_member(legal, generator);
}

// A whole deal.
template <typename V>
course<V> random_course(int i, rng& generator) {
    const auto options = belief_options<V>();
    course<V> c;
    game_state<V> s =
        random_deal<V>(options[static_cast<std::size_t>(i) % options.size()], generator);
    if constexpr (std::is_same_v<V, bridge>)
        if (i % 4 != 1) s = random_first_lead(bridge{}, generator);
    c.states.push_back(s);
    while (!rules<V>::is_over(s)) {
        const action a = belief_action<V>(s, generator);
        rules<V>::apply(s, a);
        c.actions.push_back(a);
        c.states.push_back(s);
    }
    return c;
}

// What an observer knows of a course for certain.
template <typename V>
hard_facts<V> facts_of(const course<V>& c, seat observer) {
    hard_facts<V> facts(view_of<V>(c.start(), observer));
    for (std::size_t i = 1; i < c.states.size(); ++i) facts.see(view_of<V>(c.states[i], observer));
    return facts;
}

}  // namespace mu::test
