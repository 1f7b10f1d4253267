// Hard facts: what follows for certain from what a seat has seen.
//
// A world is a full placement of the cards that an observer cannot see. It is consistent if every
// action seen so far was legal in it and everything announced is true in it. hard_facts<V> watches
// a deal as its observer's views show it, one action at a time, and keeps
//
//     known      cards that a seat certainly holds, though its hand is hidden
//     excluded   cards that a seat cannot hold, because of what it played
//     either_or  facts of another form, such as "no trump that beats the ten, or no plain card"
//
// The facts of the card play are not written down game by game. What a card says of the hand it
// came from is found by asking the rules of the game which hands could have played it; see
// play_fact() and docs/algorithms/beliefs.md.
#pragma once

#include <bit>
#include <stdexcept>
#include <vector>

#include <mu/games/facets.h>
#include <mu/games/view.h>

namespace mu {

// What a card says of the hand that it was played from, in terms of classes of cards that the
// follow rule does not tell apart: `legal` has bit o set if a hand whose cards lie in the classes
// of o (bit k for class k) could have played it.
struct play_fact {
    static constexpr int most_classes = 8;

    int classes = 0;
    std::array<card_mask, most_classes> of{};                     // the classes, disjoint
    std::array<std::uint64_t, (1 << most_classes) / 64> legal{};  // a set of occupations

    constexpr bool allows(card_mask hand) const {
        unsigned occupied = 0;
        for (int k = 0; k < classes; ++k) occupied |= (hand & of[k]) != 0 ? 1U << k : 0U;
        return (legal[occupied / 64] >> (occupied % 64) & 1) != 0;
    }
    constexpr void add(unsigned occupied) {
        legal[occupied / 64] |= std::uint64_t{1} << (occupied % 64);
    }
};

namespace detail {

// What any follow rule of a variant looks at.
struct rule_interest {
    bool follow = false, trumps = false, head = false, top_trump = false;

    constexpr void add(const follow_rule& r) {
        follow |= r.follow;
        trumps |= r.trump_replaces_suit || r.trump_if_void || r.overtrump;
        head |= r.head;
        top_trump |= r.spare_top_trump;
    }
};
template <variant V>
consteval rule_interest interest_of() {
    rule_interest out;
    if constexpr (requires { V::follow_rules; })
        for (const follow_rule& r : V::follow_rules) out.add(r);
    else
        out.add(V::play.follow);
    return out;
}

// Divides classes by a mask.
constexpr void divide(play_fact& f, card_mask by) {
    for (int k = f.classes; k-- > 0;) {
        const card_mask inside = f.of[k] & by, outside = f.of[k] & ~by;
        if (inside == 0 || outside == 0) continue;
        assert(f.classes < play_fact::most_classes);
        f.of[k] = inside;
        f.of[f.classes++] = outside;
    }
}

}  // namespace detail

// A card besides the suits and trumps that duties of the card play speak of. A game that narrows
// the legal cards (narrow_legal) by a card in hand overloads it.
template <typename View>
constexpr card_mask singled_out(const View&) {
    return 0;
}

// What playing c says of the hand of who was to play; `before` is any seat's view before it.
//
// The follow rule looks at a few sets of cards only: the led suit, trumps, what would win. These
// divide the deck into classes, and whether c is legal depends on which classes the hand has cards
// of. So every combination of classes that includes c's own is tried: a hand with one card of each
// is put before the rules. That makes at most 128 questions, and two where only the suit counts.
template <variant V>
constexpr play_fact fact_of_play(const view<V>& before, card c) {
    using play = trick_play<V>;
    game_state<V> s = before.seen;
    constexpr detail::rule_interest sees = detail::interest_of<V>();
    play_fact f;
    f.of[0] = deck_traits<V>::all_cards;
    f.classes = 1;
    if (!play::leading(s) && sees.follow) {
        const order_of<V> o = play::order(s);
        const card_mask led = effective_suit_mask<V>(s.trick.lead_suit, o);
        detail::divide(f, led);
        if constexpr (sees.trumps || sees.head) {
            detail::divide(f, effective_suit_mask<V>(trump_of<V>(o), o));
            if constexpr (sees.head)
                detail::divide(f, stronger<V>(ops::lsb_index(trick_winner<V>(s.trick.mask & led,
                                                                             s.trick.lead_suit, o)),
                                              o));
            detail::divide(f, play::beaters(s));
        }
        if constexpr (sees.top_trump) detail::divide(f, V::top_trump(o));
    }
    if (const card_mask one = singled_out(before); one != 0) detail::divide(f, one);

    unsigned own = 0;
    while ((f.of[own] & bit(c)) == 0) ++own;
    for (unsigned occupied = 0; occupied < 1U << f.classes; ++occupied) {
        if ((occupied >> own & 1) == 0) continue;
        card_mask hand = bit(c);
        for (unsigned k = 0; k < static_cast<unsigned>(f.classes); ++k)
            if (k != own && (occupied >> k & 1) != 0) hand |= ops::lsb(f.of[k]);
        s.hands[s.current_player] = static_cast<hand_mask<V>>(hand);
        if ((play::legal_moves(s) & bit(c)) != 0) f.add(occupied);
    }
    return f;
}

// The view after an action, as far as the action alone tells: for records that name the actions
// seen, but not the views. What a game shows besides (dummy, announcements) is for the caller to
// add. REQUIRES: the action moves no cards but a card played, and was legal.
template <variant V>
constexpr view<V> view_after(view<V> v, action a) {
    const seat who = v.seen.current_player;
    if (a < deck_traits<V>::cards) {
        v.seen.hands[who] |= static_cast<hand_mask<V>>(bit(a));
        --v.cards_left[who];
    }
    rules<V>::apply(v.seen, a);
    const bool mine = !rules<V>::is_over(v.seen) && rules<V>::to_act(v.seen) == v.observer;
    v.legal = mine ? rules<V>::legal_actions(v.seen) : action_set{};
    return v;
}

// A fact that is no list of cards: one of the hands that `fact` allows was this seat's when it
// played, cards played later included.
struct either_or {
    seat who = seat::north;
    play_fact fact{};
    card_mask played = 0;  // by the seat, since then
};

// Where watching begins. From the middle of a deal what came before is no evidence: voids shown,
// announcements and bids are lost unless the view itself holds them, so that there are more worlds
// than fit the whole deal. All of them fit what was seen, and the truth is one of them; but who
// could have watched from the start has beliefs that are wrong. So it has to be asked for.
enum class watched : bool { from_start, from_here };

template <variant V>
class hard_facts {
public:
    // The observer's view before the first action that could be evidence: in ulti the first of the
    // auction, elsewhere the first card. With watched::from_here, a view of any moment. A view that
    // comes too late is a std::invalid_argument, and so is a spectator's.
    explicit hard_facts(const view<V>& first, watched since = watched::from_start)
        : now_(first), from_start_(first.seen.played == 0) {
        if (index(first.observer) >= V::seats)
            throw std::invalid_argument("beliefs: the view of a spectator, who has no seat");
        if (since == watched::from_start && !hidden_cards<V>::is_start(first))
            throw std::invalid_argument(
                "beliefs: this view is from the middle of a deal, and what came before it is "
                "evidence too; begin with the first view and show every one after it, or ask for "
                "beliefs from here on only (watched::from_here)");
        hidden_cards<V>::begin(*this);
    }

    // The observer's view after the next action, whoever made it. All actions have to be seen, one
    // by one: a view in which two more cards have been played is a std::invalid_argument.
    void see(const view<V>& next) {
        const card_mask fresh = next.seen.played & ~card_mask{now_.seen.played};
        if (next.observer != now_.observer || ops::popcount(fresh) > 1)
            throw std::invalid_argument("beliefs: a view is missing: views come action by action");
        if (fresh != 0) see_card(now_.seen.current_player, ops::lsb_index(fresh));
        hidden_cards<V>::see(*this, next);
        now_ = next;
    }

    const view<V>& now() const { return now_; }
    seat observer() const { return now_.observer; }
    bool from_start() const { return from_start_; }  // of the card play

    // Cards a seat has played, of those not yet played certainly holds, cannot hold.
    card_mask played_by(seat who) const { return played_by_[who]; }
    card_mask known(seat who) const { return known_[who] & ~card_mask{now_.seen.played}; }
    card_mask excluded(seat who) const { return excluded_[who]; }
    const std::vector<either_or>& either_ors() const { return either_or_; }

    // For hidden_cards<V>.
    void know(seat who, card_mask cards) { known_[who] |= cards; }
    void exclude(seat who, card_mask cards) { excluded_[who] |= cards; }
    typename hidden_cards<V>::memory more{};

private:
    void see_card(seat who, card c) {
        played_by_[who] |= bit(c);
        for (either_or& e : either_or_)
            if (e.who == who) e.played |= bit(c);
        if (who == now_.observer) return;
        constexpr bool narrows = requires(const game_state<V>& s) { narrow_legal(s, card_mask{}); };
        if (!narrows && trick_play<V>::leading(now_.seen)) return;

        const play_fact f = fact_of_play<V>(now_, c);
        // Classes of which no hand that could play c has a card; the fact says no more than that if
        // all combinations of the others are allowed.
        unsigned used = 0;
        int combinations = 0;
        for (unsigned o = 0; o < 1U << f.classes; ++o)
            if ((f.legal[o / 64] >> (o % 64) & 1) != 0) {
                used |= o;
                ++combinations;
            }
        for (int k = 0; k < f.classes; ++k)
            if ((used >> k & 1) == 0) exclude(who, f.of[k]);
        if (combinations != 1 << (std::popcount(used) - 1))
            either_or_.push_back({.who = who, .fact = f, .played = bit(c)});
    }

    view<V> now_;
    bool from_start_;
    per_seat<card_mask, V::seats> played_by_{};
    per_seat<card_mask, V::seats> known_{};
    per_seat<card_mask, V::seats> excluded_{};
    std::vector<either_or> either_or_;
};

}  // namespace mu
