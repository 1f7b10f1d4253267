// Where hidden cards lie, game by game, and what each game tells besides the card play.
//
// A world has the cards of every hand and of two places more: `aside` (euchre's kitty, the cards
// laid away in ulti, the stock of snapszer face down) and euchre's `discard`. hidden_cards<V> says
// which of them a game has, what its announcements mean and how a world becomes a state.
#pragma once

#include <mu/belief/facts.h>
#include <mu/belief/placement.h>

namespace mu {

// Places are numbered like the seats whose hands they are; these follow.
inline constexpr int place_aside = 4, place_discard = 5, place_count = 6;

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

    static constexpr void begin(facts&) {}
    static constexpr void see(facts&, const view<V>&) {}
    // Cards in no hand whose place the observer knows.
    static constexpr card_mask lying_open(const facts&) { return 0; }
    // Cards a seat cannot hold for other reasons than what it played.
    static constexpr card_mask barred(const facts&, seat) { return 0; }
    // An action that moves cards between places though no hand grows or shrinks.
    static constexpr bool swaps_cards(action) { return false; }
    // Places besides the hands.
    static constexpr void add_places(const facts&, hidden_places<V>&) {}
    // There are facts that a placement does not show card by card, and whether they hold.
    static constexpr bool is_joint(const facts&) { return false; }
    static constexpr bool holds(const facts&, const world<V>&) { return true; }
    // Sets of cards of which one or another must be held: every world that holds() lets pass has
    // all cards of one of them. Placements are counted for each, which spares most of the checks.
    static constexpr void find_alternatives(const facts&, std::vector<held_cards<V>>&) {}
    // Puts what is derived from hidden cards into a state whose hands are filled.
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
    card_mask unseen =
        deck_traits<V>::all_cards & ~card_mask{v.seen.played} & ~hidden::lying_open(f);
    for (int k = 0; k < V::seats; ++k) {
        const seat who = static_cast<seat>(k);
        const card_mask held = v.seen.hands[k] | f.known(who);
        const card_mask cannot = f.excluded(who) | hidden::barred(f, who);
        out.known.hands[k] = held;
        if (who == v.observer) {
            unseen &= ~held;
            continue;
        }
        if ((held & ~unseen) != 0 || (held & cannot) != 0) out.contradiction = true;
        unseen &= ~held;
        out.add(k, v.cards_left[k] - ops::popcount(held), ~cannot);
    }
    hidden::add_places(f, out);
    out.problem.cards = unseen;
    int room = 0;
    for (int p = 0; p < out.problem.places; ++p) room += out.problem.room[p];
    if (room != ops::popcount(unseen)) out.contradiction = true;
    return out;
}

}  // namespace mu
