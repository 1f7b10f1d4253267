// The suite that every game is held to. A game's test calls these four with its own lists of
// options and its own knowledge of what is hidden.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <mu/cards/deal.h>
#include <mu/cards/rng.h>
#include <mu/cards/text.h>
#include <mu/games/view.h>

#include "support/counts.h"

namespace mu::test {

template <typename V>
constexpr game_state<V> random_deal(const typename V::options& o, rng& generator) {
    const deal_layout of = V::layout(o);
    std::array<card_mask, most_places> places{};
    deal_random(of, generator, std::span(places).first(static_cast<std::size_t>(of.places)));
    const seat dealer = static_cast<seat>(generator.below(V::seats));
    return start_deal(V{}, o, std::span(places).first(static_cast<std::size_t>(of.places)), dealer,
                      static_cast<int>(generator.below(16)));
}

constexpr action random_member(const action_set& set, rng& generator) {
    const int n = ops::popcount(set.mask);
    const auto pick = static_cast<int>(generator.below(static_cast<std::uint64_t>(n)));
    return static_cast<action>(set.first + ops::lsb_index(ops::nth_set_bit(set.mask, pick)));
}

// A whole deal with random actions; returns the number of actions. For a static_assert: rules and
// state are plain, constexpr and free of allocation.
template <typename V>
constexpr int play_random_deal(const typename V::options& o, std::uint64_t seed) {
    rng generator(seed);
    game_state<V> s = random_deal<V>(o, generator);
    int actions = 0;
    for (; !rules<V>::is_over(s); ++actions)
        rules<V>::apply(s, random_member(rules<V>::legal_actions(s), generator));
    return actions;
}

// Random complete deals. At every step the legal set is not empty and `places(state)`, a list of
// disjoint masks, holds every card of the deck; `at_end(state, options)` checks the result.
template <typename V, typename Places, typename AtEnd>
void check_random_deals(const std::vector<typename V::options>& options, int count, Places&& places,
                        AtEnd&& at_end) {
    for (int i = 0; i < count; ++i) {
        rng generator = rng(1).split(static_cast<std::uint64_t>(i));
        const auto& o = options[static_cast<std::size_t>(i) % options.size()];
        game_state<V> s = random_deal<V>(o, generator);
        bool good = true;
        for (int steps = 0; good; ++steps) {
            card_mask all = 0;
            int cards = 0;
            for (const card_mask place : places(s)) {
                all |= place;
                cards += ops::popcount(place);
            }
            good = all == deck_traits<V>::all_cards && cards == deck_traits<V>::cards;
            const action_set legal = rules<V>::legal_actions(s);
            good = good && (legal.mask != 0) == !rules<V>::is_over(s) && steps < 1000;
            if (!good || rules<V>::is_over(s)) break;
            rules<V>::apply(s, random_member(legal, generator));
        }
        CAPTURE(i);
        if (!good) FAIL("cards lost or doubled, or no legal action before the end");
        at_end(s, o);
    }
}

// A view does not change when the cards its observer cannot know are dealt anew.
// `redeal(state&, observer, rng&)` moves such cards around in any way that keeps what he sees.
template <typename V, typename Redeal>
void check_views(const std::vector<typename V::options>& options, int count, Redeal&& redeal) {
    int moved = 0;
    for (int i = 0; i < count; ++i) {
        rng generator = rng(2).split(static_cast<std::uint64_t>(i));
        const auto& o = options[static_cast<std::size_t>(i) % options.size()];
        game_state<V> s = random_deal<V>(o, generator);
        while (true) {
            for (int k = 0; k < V::seats; ++k) {
                const seat observer = static_cast<seat>(k);
                game_state<V> other = s;
                redeal(other, observer, generator);
                if (!(other == s)) ++moved;
                if (!(view_of(other, observer) == view_of(s, observer)))
                    FAIL("deal " << i << ": seat " << k << " sees hidden cards");
            }
            if (rules<V>::is_over(s)) break;
            rules<V>::apply(s, random_member(rules<V>::legal_actions(s), generator));
        }
    }
    CHECK(moved > count);  // or nothing was tested
}

// Shuffles cards between places: each keeps its size.
inline void shuffle_places(std::vector<card_mask*> places, rng& generator) {
    std::vector<card> cards;
    for (const card_mask* p : places) ops::for_each(*p, [&](card c) { cards.push_back(c); });
    shuffle(cards, generator);
    auto next = cards.begin();
    for (card_mask* p : places) {
        const int size = ops::popcount(*p);
        *p = 0;
        for (int i = 0; i < size; ++i) *p |= bit(*next++);
    }
}

// Deals the hands the observer does not hold anew: for games where nothing else is hidden.
template <typename V>
void redeal_other_hands(game_state<V>& s, seat observer, rng& generator) {
    std::array<card_mask, V::seats> hands{};
    std::vector<card_mask*> hidden;
    for (int k = 0; k < V::seats; ++k) {
        hands[k] = s.hands[k];
        if (k != index(observer)) hidden.push_back(&hands[k]);
    }
    shuffle_places(hidden, generator);
    for (int k = 0; k < V::seats; ++k) s.hands[k] = static_cast<hand_mask<V>>(hands[k]);
}

// Through the API: record, JSON and position text of random positions read back to the same, at
// random points of a deal and at its end, and undo takes every action back.
void check_texts(const std::vector<std::string>& specs, int count);

// Matches of random players end, with a winner and deal after deal dealt in turn.
void check_matches(const std::vector<std::string>& specs, int count);

}  // namespace mu::test
