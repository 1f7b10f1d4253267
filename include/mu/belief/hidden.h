// Where hidden cards may lie, and what each game tells besides the card play.
//
// A world has the cards of every hand and of two places more: `aside` (euchre's kitty, the cards
// laid away in ulti, the stock of snapszer face down) and euchre's `discard`. Which of them a game
// has follows from its places (games/places.h); hidden_cards<V> says what its announcements mean.
#pragma once

#include <mu/belief/facts.h>
#include <mu/belief/placement.h>

namespace mu {

// One way that all cards may lie. Known cards are in it too. The order of a stock is left open.
template <variant V>
struct world {
    per_seat<card_mask, V::seats> hands{};
    card_mask aside = 0;
    card_mask discard = 0;

    static constexpr bool has(int place) { return place < V::seats || place >= place_aside; }
    // REQUIRES: has(place).
    constexpr card_mask& operator[](int place) {
        return place < V::seats ? hands[place] : place == place_aside ? aside : discard;
    }
    constexpr card_mask operator[](int place) const {
        return place < V::seats ? hands[place] : place == place_aside ? aside : discard;
    }
    friend constexpr bool operator==(const world&, const world&) = default;
};

// How a world may have come about: the hands that were dealt, what lay aside if it has been taken
// up since, and the actions since that the observer did not see, in their order.
template <variant V>
struct past_course {
    per_seat<card_mask, V::seats> dealt{};
    card_mask aside = 0;
    std::vector<action> hidden;
};

// What is to be placed where, and what lies there for certain.
template <variant V>
struct hidden_places {
    placement_problem problem{};
    std::array<std::uint8_t, most_hidden_places> place{};  // of each place of the problem
    world<V> known{};
    bool contradiction = false;

    // The number of a place in the problem; -1 if nothing is hidden there.
    constexpr int find(int at) const {
        for (int p = 0; p < problem.places; ++p)
            if (place[p] == at) return p;
        return -1;
    }
    constexpr void add(int at, int room, card_mask allowed) {
        if (room < 0) contradiction = true;
        if (room <= 0) return;
        place[problem.places] = static_cast<std::uint8_t>(at);
        problem.room[problem.places] = static_cast<std::uint8_t>(room);
        problem.allowed[problem.places++] = allowed;
    }
};

// Cards that each seat holds, in one of several cases.
template <variant V>
using held_cards = per_seat<card_mask, V::seats>;

// A game where only hands are hidden and nothing but cards tells of them needs no more than this.
template <variant V>
struct hands_hidden {
    using facts = hard_facts<V>;
    struct memory {};

    // Nothing that is evidence has happened yet.
    static constexpr bool is_start(const view<V>& v) { return v.seen.played == 0; }
    static constexpr void begin(facts&) {}
    static constexpr void see(facts&, const view<V>&) {}
    // Cards that cannot lie in a place for other reasons than what was played.
    static constexpr card_mask barred(const facts&, int) { return 0; }
    // An action that moves cards between places though no hand grows or shrinks.
    static constexpr bool swaps_cards(action) { return false; }
    // There are facts that a placement does not show card by card, and whether they hold.
    static constexpr bool is_joint(const facts&) { return false; }
    static constexpr bool holds(const facts&, const world<V>&) { return true; }
    // Where hidden actions have led to the present (cards discarded and picked up again), a world
    // counts as often as there are courses of them that lead to it. `ways` counts them, up to a
    // factor common to all worlds; 0 if the world does not hold. `most_ways` is how many have to be
    // looked at for it. `holds_by_chance` draws a course, each of so many candidates as likely as
    // any other and the same number in all worlds, and says whether everything holds in it.
    static constexpr std::uint64_t most_ways(const facts&) { return 1; }
    static std::uint64_t ways(const facts& f, const world<V>& w) {
        return hidden_cards<V>::holds(f, w) ? 1 : 0;
    }
    static bool holds_by_chance(const facts& f, const world<V>& w, rng&) {
        return hidden_cards<V>::holds(f, w);
    }
    // Optional: a course drawn at random among those that lead to a world, back to the deal. False
    // if the draw has come to none.
    //     static bool random_course(const facts&, const world<V>&, rng&, past_course<V>& out);
    //     static constexpr bool one_course = true;   if there is never more than one

    // Sets of cards of which one or another must be held: every world that holds() lets pass has
    // all cards of one of them. Placements are counted for each, which spares most of the checks.
    static constexpr void find_alternatives(const facts&, std::vector<held_cards<V>>&) {}
    // Puts what is derived from hidden cards into a state whose places are filled.
    static constexpr void complete(const facts&, const world<V>&, game_state<V>&, rng&) {}

protected:
    static constexpr card_mask dealt(const facts& f, const world<V>& w, seat who) {
        return w.hands[who] | f.played_by(who);
    }
};

template <variant V>
struct hidden_cards : hands_hidden<V> {};

// --- From facts to places ----------------------------------------------------------------------

template <variant V>
hidden_places<V> places_of(const hard_facts<V>& f) {
    using hidden = hidden_cards<V>;
    const view<V>& v = f.now();
    hidden_places<V> out;
    card_mask unseen = deck_traits<V>::all_cards & ~card_mask{v.seen.played};
    int elsewhere = ops::popcount(unseen);  // cards in no hand
    for (const int left : v.cards_left) elsewhere -= left;
    // What lies open, and cards of other places that the observer sees.
    for_each_place(v.seen, [&](const place_info& place, const auto& slot) {
        if (place.is_hand() || !place.is_seen_by(v.observer)) return;
        unseen &= ~cards_in(slot);
        if (place.number < place_count) out.known[place.number] = cards_in(slot);
    });
    for (int k = 0; k < V::seats; ++k) {
        const seat who = static_cast<seat>(k);
        const card_mask held = v.seen.hands[k] | f.known(who);
        const card_mask cannot = f.excluded(who) | hidden::barred(f, k);
        out.known.hands[k] = held;
        if (who == v.observer) {
            unseen &= ~held;
            continue;
        }
        if ((held & ~unseen) != 0 || (held & cannot) != 0) out.contradiction = true;
        unseen &= ~held;
        out.add(k, v.cards_left[k] - ops::popcount(held), ~cannot);
    }
    for_each_place(v.seen, [&](const place_info& place, const auto&) {
        if (place.is_hand() || place.number >= place_count || place.is_seen_by(v.observer)) return;
        out.add(place.number, place.size == place_info::counted ? elsewhere : place.size,
                ~hidden::barred(f, place.number));
    });
    out.problem.cards = unseen;
    int room = 0;
    for (int p = 0; p < out.problem.places; ++p) room += out.problem.room[p];
    if (room != ops::popcount(unseen)) out.contradiction = true;
    return out;
}

// The cards of a world put where they belong in a state; what is seen lies there already.
template <variant V>
constexpr void fill_places(game_state<V>& s, const world<V>& w) {
    for_each_place(s, [&](const place_info& place, auto&& slot) {
        if (place.number < place_count) put_cards(slot, w[place.number]);
    });
}

// Of a full state.
template <variant V>
constexpr world<V> world_of(const game_state<V>& s) {
    world<V> out;
    for (const auto& [place, cards] : places_in(s))
        if (place.number < place_count) out[place.number] = cards;
    return out;
}

// The same from what the seats see, all together: what nobody sees lies aside.
template <variant V>
constexpr world<V> world_of(const per_seat<view<V>, V::seats>& views) {
    world<V> out;
    card_mask rest = deck_traits<V>::all_cards & ~card_mask{views[0].seen.played};
    for (const view<V>& v : views)
        for_each_place(v.seen, [&](const place_info& place, const auto& slot) {
            if (!place.is_seen_by(v.observer)) return;
            rest &= ~cards_in(slot);
            if (place.number < place_count) out[place.number] |= cards_in(slot);
        });
    out.aside |= rest;
    return out;
}

}  // namespace mu
