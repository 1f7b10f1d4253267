// Where hidden cards lie, game by game, and what each game tells besides the card play.
//
// A world has the cards of every hand and of two places more: `aside` (euchre's kitty, the cards
// laid away in ulti, the stock of snapszer face down) and euchre's `discard`. hidden_cards<V> says
// which of them a game has, what its announcements mean and how a world becomes a state.
#pragma once

#include <mu/belief/facts.h>
#include <mu/belief/placement.h>
#include <mu/games/bridge.h>
#include <mu/games/contree.h>
#include <mu/games/differenzler.h>
#include <mu/games/euchre.h>
#include <mu/games/jass.h>
#include <mu/games/snapszer.h>
#include <mu/games/whist.h>

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

// --- Differenzler ------------------------------------------------------------------------------

// Hidden predictions are choices, not cards, and nothing is known of them: a world is given an even
// share of the points for each.
template <>
struct hidden_cards<differenzler> : hands_hidden<differenzler> {
    static void complete(const facts&, const world<differenzler>&, game_state<differenzler>& s,
                         rng&) {
        constexpr std::uint8_t share = differenzler::total_points / 4;
        for (std::uint8_t& made : s.extra.predicted)
            if (made == differenzler::hidden_prediction) made = share;
        if (s.extra.tens == differenzler::hidden_prediction) s.extra.tens = share / 10 * 10;
    }
};

// --- Whist -------------------------------------------------------------------------------------

// The dealer holds the card turned up.
template <>
struct hidden_cards<whist> : hands_hidden<whist> {
    static void begin(facts& f) {
        const auto& s = f.now().seen;
        if (s.extra.turn_up != no_card) f.know(s.dealer, bit(s.extra.turn_up));
    }
    static void complete(const facts& f, const world<whist>& w, game_state<whist>& s, rng&) {
        if (!f.from_start()) return;
        per_seat<card_mask> hands{};
        for (int k = 0; k < 4; ++k) hands[k] = dealt(f, w, static_cast<seat>(k));
        s.extra.honours_ns = whist_start(hands, s.trump, s.dealer).extra.honours_ns;
    }
};

// --- Bridge ------------------------------------------------------------------------------------

// Dummy, and the hand of whoever claims, are in the view. After a claim honours are told, though
// hands may stay hidden.
template <>
struct hidden_cards<bridge> : hands_hidden<bridge> {
    static bool is_joint(const facts& f) {
        return f.from_start() && f.now().seen.extra.now == bridge::phase::claimed;
    }
    static bool holds(const facts& f, const world<bridge>& w) {
        const auto &told = f.now().seen.extra, found = honours_in(f, w);
        return told.honours == found.honours && told.honours_seat == found.honours_seat;
    }
    static void complete(const facts& f, const world<bridge>& w, game_state<bridge>& s, rng&) {
        using phase = bridge::phase;
        if (!f.from_start() || s.extra.now == phase::auction || s.extra.now == phase::passed_out)
            return;
        const bridge::extra found = honours_in(f, w);
        s.extra.honours = found.honours;
        s.extra.honours_seat = found.honours_seat;
    }

private:
    static bridge::extra honours_in(const facts& f, const world<bridge>& w) {
        game_state<bridge> start;
        start.trump = f.now().seen.trump;
        for (int k = 0; k < 4; ++k) start.hands[k] = dealt(f, w, static_cast<seat>(k));
        bridge_detail::find_honours(start);
        return start.extra;
    }
};

// --- Contrée -----------------------------------------------------------------------------------

// Who plays the first of king and queen of trumps says whether he has the other.
template <>
struct hidden_cards<contree> : hands_hidden<contree> {
    static void begin(facts& f) {
        const auto& s = f.now().seen;
        if (s.extra.belote >= 0)
            f.know(static_cast<seat>(s.extra.belote), detail::contree_pair(s.trump));
    }
    static void see(facts& f, const view<contree>& next) {
        const auto& before = f.now().seen;
        const card_mask fresh = next.seen.played & ~before.played;
        const card_mask pair = detail::contree_pair(next.seen.trump);
        if ((fresh & pair) == 0 || (before.played & pair) != 0) return;
        const seat who = before.current_player;
        if (next.seen.extra.belote == index(who))
            f.know(who, pair);
        else
            f.exclude(who, pair & ~fresh);
    }
};

// --- Jass --------------------------------------------------------------------------------------

// Weis: what each player announced is true of the hand he was dealt, and after the first trick the
// best team's are shown. Cards shown are in the view.
template <>
struct hidden_cards<jass> : hands_hidden<jass> {
    static bool is_joint(const facts& f) {
        if (!f.from_start() || !plays_by(f.now().seen, jass::has_weis)) return false;
        for (int k = 0; k < 4; ++k)
            if (k != index(f.observer()) && f.played_by(static_cast<seat>(k)) != 0) return true;
        return false;
    }
    static bool holds(const facts& f, const world<jass>& w) {
        const auto& s = f.now().seen;
        const weis_rules r = weis_rules_of(s);
        const weis_sense how = weis_sense_of(s.extra.chosen);
        per_seat<card_mask> hands{};
        bool any = false;
        for (int k = 0; k < 4; ++k) {
            const seat who = static_cast<seat>(k);
            hands[k] = dealt(f, w, who);
            any = any || s.extra.announced[k] != 0;
            if (has_announced(f, who) && s.extra.announced[k] == 0 && has_weis(hands[k], r))
                return false;
        }
        for (int k = 0; k < 4; ++k)
            if (has_announced(f, static_cast<seat>(k)) && s.extra.announced[k] != 0 &&
                call_of(find_weis(hands[k], r, how).best(how)) != s.extra.announced[k])
                return false;
        if (!any || s.tricks_remaining == jass::play.tricks) return true;
        const weis_result found = compare_weis(hands, forehand_of(s), s.extra.chosen, r);
        return found.winner == s.extra.weis_winner && found.points == 10 * s.extra.weis_tens &&
               found.shown == s.extra.shown;
    }
    // A run is announced by length and height: it lies in one of four suits.
    static void find_alternatives(const facts& f, std::vector<held_cards<jass>>& out) {
        const auto& s = f.now().seen;
        for (int k = 0; k < 4; ++k) {
            const seat who = static_cast<seat>(k);
            const weis_call call = s.extra.announced[k];
            if (!has_announced(f, who) || call == 0) continue;
            const called_weis said = read_call(call, weis_rules_of(s));
            std::vector<held_cards<jass>> longer;
            for (const suit in : all_suits) {
                card_mask cards = 0;
                if (said.quartet)
                    for (const suit each : all_suits) cards |= bit(make_card<jass>(each, said.top));
                else
                    cards = ((card_mask{1} << said.size) - 1)
                            << make_card<jass>(in, said.top - said.size + 1);
                for (held_cards<jass> held : out) {
                    held[k] = cards & ~f.played_by(who);
                    longer.push_back(held);
                }
                if (said.quartet) break;
            }
            out = std::move(longer);
        }
    }

private:
    static bool has_announced(const facts& f, seat who) {
        return who != f.observer() && f.played_by(who) != 0;
    }
    // Whether find_weis() would find any.
    static bool has_weis(card_mask hand, const weis_rules& r) {
        constexpr int ranks = deck_traits<jass>::ranks;
        constexpr card_mask starts = [] {  // of runs of three
            card_mask out = 0;
            for (const suit s : all_suits) out |= card_mask{0x7F} << make_card<jass>(s, 0);
            return out;
        }();
        if ((hand & hand >> 1 & hand >> 2 & starts) != 0) return true;
        const card_mask two = hand & hand >> (2 * ranks), four = two & two >> ranks;
        const card_mask counted = r.low_quartets ? 0x1FF : 0x1F8;
        return (four & counted) != 0;
    }
};

// --- Euchre ------------------------------------------------------------------------------------

// The upcard, once ordered up, is in the dealer's hand or the discard. The discard was laid away
// before the first card, so no void that the dealer shows binds it.
template <int Cards>
struct hidden_cards<euchre_game<Cards>> : hands_hidden<euchre_game<Cards>> {
    using V = euchre_game<Cards>;
    using facts = hard_facts<V>;

    static card_mask lying_open(const facts& f) {
        const auto& s = f.now().seen;
        card_mask open = ordered_up(s) ? 0 : upcard(f);
        if (s.extra.discard != no_card) open |= bit(s.extra.discard);
        return open;
    }
    static card_mask barred(const facts& f, seat who) {
        const auto& s = f.now().seen;
        return ordered_up(s) && who == s.dealer ? 0 : upcard(f);
    }
    static void add_places(const facts& f, hidden_places<V>& to) {
        const auto& s = f.now().seen;
        to.add(place_aside, Cards - 21, ~upcard(f));
        if (s.extra.discard != no_card) to.known.discard = bit(s.extra.discard);
        if (discarded(s) && s.extra.discard == no_card)
            to.add(place_discard, 1, s.extra.house.discard_upcard ? ~card_mask{0} : ~upcard(f));
    }
    static void complete(const facts&, const world<V>& w, game_state<V>& s, rng&) {
        if (discarded(s)) s.extra.discard = ops::lsb_index(w.discard);
    }

private:
    static bool discarded(const game_state<V>& s) {
        return ordered_up(s) && s.extra.phase != euchre_terms::phase::discard;
    }
    static card_mask upcard(const facts& f) { return bit(f.now().seen.extra.upcard); }
};

// --- Snapszer ----------------------------------------------------------------------------------

// What the opponent is known to hold (marriages, the card taken for the lowest trump) is in the
// view. The cards face down in the stock are one place; their order is free.
template <int Cards>
struct hidden_cards<snapszer_game<Cards>> : hands_hidden<snapszer_game<Cards>> {
    using V = snapszer_game<Cards>;
    using facts = hard_facts<V>;

    static card_mask lying_open(const facts& f) {
        const auto& s = f.now().seen;
        return s.stock_left > 0 ? bit(s.face_up()) : 0;
    }
    static constexpr bool swaps_cards(action a) { return a == V::exchange; }
    static void add_places(const facts& f, hidden_places<V>& to) {
        to.add(place_aside, std::max(f.now().seen.stock_left - 1, 0), ~card_mask{0});
    }
    static void complete(const facts&, const world<V>& w, game_state<V>& s, rng& generator) {
        std::array<card, V::stock_size> down{};
        std::size_t n = 0;
        ops::for_each(w.aside, [&](card c) { down[n++] = c; });
        shuffle(std::span(down).first(n), generator);
        for (std::size_t k = 0; k < n; ++k) s.stock[V::stock_size - 1 - n + k] = down[k];
    }
};

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
