// The suite that every game is held to. A game's test calls these four with its own lists of
// options.
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
// disjoint masks, holds every card of the deck, as the places do that the game names itself;
// `at_end(state, options)` checks the result.
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
            good = all == deck_traits<V>::all_cards && cards == deck_traits<V>::cards &&
                   !find_deck_fault(s);
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

// Deals the cards that the observer does not see anew, among the places where they lie. Who sees
// what is the game's own word (games/places.h), which tests/games/places_test.cpp examines.
template <typename V>
void redeal_hidden(game_state<V>& s, seat observer, rng& generator) {
    std::array<card_mask, 8> hidden{};
    std::vector<card_mask*> places;
    std::size_t n = 0;
    for (const auto& [place, cards] : places_in(s)) {
        hidden[n] = cards & ~place.seen_of(cards, observer);
        places.push_back(&hidden[n++]);
    }
    shuffle_places(places, generator);
    n = 0;
    for_each_place(s, [&](const place_info& place, auto&& slot) {
        put_cards(slot, place.seen_of(cards_in(slot), observer) | hidden[n++]);
    });
}

// A view does not change when the cards its observer cannot know are dealt anew. `also(state&,
// observer, rng&)` changes what else is secret: what the game derives from hidden cards.
template <typename V, typename Also>
void check_views(const std::vector<typename V::options>& options, int count, Also&& also) {
    int moved = 0;
    for (int i = 0; i < count; ++i) {
        rng generator = rng(2).split(static_cast<std::uint64_t>(i));
        const auto& o = options[static_cast<std::size_t>(i) % options.size()];
        game_state<V> s = random_deal<V>(o, generator);
        while (true) {
            for (int k = 0; k < V::seats; ++k) {
                const seat observer = static_cast<seat>(k);
                game_state<V> other = s;
                redeal_hidden<V>(other, observer, generator);
                also(other, observer, generator);
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

template <typename V>
void check_views(const std::vector<typename V::options>& options, int count) {
    check_views<V>(options, count, [](game_state<V>&, seat, rng&) {});
}

// Through the API: record, JSON and position text of random positions read back to the same, at
// random points of a deal and at its end, and undo takes every action back.
void check_texts(const std::vector<std::string>& specs, int count);

// Matches of random players end, with a winner and deal after deal dealt in turn.
void check_matches(const std::vector<std::string>& specs, int count);

}  // namespace mu::test
