// Open hands and a contract, for games in which it matters what the tricks contain: who may play
// which card, who wins, and what that brings. The search (points.h), its bounds (sure_points.h) and
// its order (points_order.h) all look at this.
#pragma once

#include <type_traits>

#include <mu/solve/goals.h>
#include <mu/solve/open_hands.h>

namespace mu {

// A position to be solved, with what the tricks before it have settled.
template <typename E, int Seats>
struct points_query : solve_query<E, Seats> {
    play_so_far so_far{};
    follow_rule follow{};        // for rules that are `varied`
    std::uint16_t low_wins = 0;  // for rules that `turn`: bit t: with t tricks to come, the lowest
                                 // card wins the first of them
};

// The rules of play for an engine. What is a constant here costs nothing while it searches.
struct solve_rules {
    int seats = 4;
    follow_rule follow = must_follow;
    bool hold_back = false;
    int fields = 4;
    bool varied = false;  // the follow rule is the query's: one engine for all of a game's options
    bool turns = false;   // ranks turn over between tricks, as the query says; there are no trumps

    // A game's rules as they are.
    constexpr solve_rules(const play_rules& r)
        : seats(r.seats), follow(r.follow), hold_back(r.hold_back), fields(r.fields) {}
};

// The same with any follow rule; the same without trumps, with ranks that turn over.
constexpr solve_rules with_any_follow(const play_rules& r) {
    solve_rules out = r;
    out.varied = true;
    return out;
}
constexpr solve_rules with_turns(const play_rules& r) {
    solve_rules out = r;
    out.follow = must_follow;
    out.turns = true;
    return out;
}

}  // namespace mu

namespace mu::inline MU_ISA {

// A trick in progress.
template <typename E, int Fields = 4>
struct open_trick {
    E led, beaters, heads;
    E best;      // the card that wins so far
    E best_led;  // the best of the led suit, where heads matter
    E cards;
    int points;
    int winner;
    int seven_by;

    // The winner beats a card of its own suit.
    MU_INLINE bool by_rank() const { return (cards & arch::fill_field<Fields>(best)) != best; }
};

// Ranks that mattered, where the highest card wins some tricks and the lowest others: each card of
// `up` and all above it in its suit, each card of `down` and all below it.
template <typename E>
struct two_way_ranks {
    E up = 0, down = 0;

    MU_INLINE two_way_ranks& operator|=(const two_way_ranks& o) {
        up |= o.up;
        down |= o.down;
        return *this;
    }
    friend MU_INLINE two_way_ranks operator|(two_way_ranks a, const two_way_ranks& b) {
        return a |= b;
    }
};

// What does not change during a trick.
struct trick_stage {
    int leader;
    int tricks;  // to be won, this one included
    int rest;    // points in hands at its start
    std::uint8_t state;
};

template <solve_rules R, typename E, template <typename> typename Goal>
struct points_board : open_hands<E, R.seats, R.fields> {
    static constexpr int seats = R.seats;
    using hands = open_hands<E, R.seats, R.fields>;
    using hands::a, hands::above_all, hands::after, hands::cards_of_a, hands::field, hands::fields,
        hands::friends, hands::hand, hands::highest, hands::in_a, hands::live, hands::lowest,
        hands::suit_of;
    using goal = Goal<E>;
    using trick = open_trick<E, R.fields>;
    using stage = trick_stage;
    using query = points_query<E, seats>;
    // Ranks that mattered. Where the highest card always wins, each card and all above it.
    using ranks_set = std::conditional_t<R.turns, two_way_ranks<E>, E>;

    E trumps = 0, top_trump = 0, held_back = 0;
    E marked = 0;                 // cards unlike all others
    follow_rule varied_follow{};  // where it is not a constant
    std::uint16_t low_wins = 0;   // as in the query
    goal_logic<goal> logic{};

    MU_INLINE int worth(E card) const { return logic.worth(arch::lowest_index(card)); }
    MU_INLINE int worth_of_set(E set) const {
        int sum = 0;
        for (; set != 0; set &= set - 1) sum += worth(lowest(set));
        return sum;
    }

    // --- Rules ---------------------------------------------------------------------------------

    MU_INLINE const follow_rule& follow() const {
        if constexpr (R.varied)
            return varied_follow;
        else
            return R.follow;
    }
    // The lowest card wins the next trick.
    MU_INLINE bool low(int tricks) const {
        if constexpr (R.turns)
            return (low_wins >> tricks & 1) != 0;
        else
            return false;
    }
    // The cards that beat a card, in its suit and in those that lie on that side of it.
    static MU_INLINE E over(E card, bool low) {
        if constexpr (R.turns)
            if (low) return card - 1;
        return above(card);
    }
    // The rank of a card mattered: so did those of all cards that beat it.
    static MU_INLINE ranks_set rank_of(E card, bool low) {
        if constexpr (R.turns)
            return low ? ranks_set{.down = card} : ranks_set{.up = card};
        else
            return card;
    }
    // All cards whose rank mattered.
    static MU_INLINE E cards_of(const ranks_set& set) {
        E out = 0;
        if constexpr (R.turns) {
            for (int f = 0; f < fields; ++f) out |= field(f) & ~ranks_free(set, field(f));
        } else {
            for (int f = 0; f < fields; ++f) {
                const E suit = set & field(f);
                if (suit != 0) out |= field(f) & ~(lowest(suit) - 1);
            }
        }
        return out;
    }
    // The ranks of a suit that did not matter.
    static MU_INLINE E ranks_free(const ranks_set& set, E suit) {
        if constexpr (R.turns)
            return suit & (lowest(set.up & suit) - 1) & above_all(set.down & suit);
        else
            return suit & (lowest(set & suit) - 1);
    }
    // The other way round: ranks that mattered, from all cards of which they did.
    static MU_INLINE ranks_set ranks_of(E cards, [[maybe_unused]] E all) {
        if constexpr (R.turns) {
            ranks_set out{};
            for (int f = 0; f < fields; ++f) {
                const E suit = cards & field(f), rest = all & field(f) & ~suit;
                out.up |= suit & above_all(rest);
                out.down |= rest == 0 ? suit : suit & (lowest(rest) - 1);
            }
            return out;
        } else {
            return cards;
        }
    }
    MU_INLINE E allowed(E choice, int tricks) const {
        if constexpr (R.hold_back) {
            const E others = choice & ~held_back;
            if (tricks > 1 && others != 0) return others;
        }
        return choice;
    }
    // The cards that hand p may play to a trick that has k cards.
    template <int k>
    MU_INLINE E choices(const stage& s, const trick& t, int p) const {
        if constexpr (k == 0) return allowed(hand[p], s.tricks);
        trick_sight<E> sight{.led = t.led,
                             .trumps = trumps,
                             .beaters = t.beaters,
                             .heads = t.heads,
                             .top_trump = top_trump,
                             .partner_wins = arch::mask_from_bool<E>(false)};
        if constexpr (seats == 4 && k >= 2)
            sight.partner_wins = arch::mask_from_bool<E>(friends(t.winner, p));
        return allowed(legal(follow(), hand[p], sight), s.tricks);
    }
    // Of what is on the table, the cards whose rank these choices depend on.
    template <int k>
    MU_INLINE E looked_at(const trick& t, int p) const {
        const follow_rule& rule = follow();
        const E own = hand[p];
        const bool trump_wins = (t.best & trumps) != 0;
        E out = 0;
        if (rule.follow && (own & t.led) != 0) {
            if (rule.head) {
                out |= t.best_led;
                if (!rule.overtrump_partner && k >= 2 && t.by_rank()) out |= t.best;
            } else if (rule.overtrump && (t.led & trumps) != 0) {
                out |= t.best;
            }
            if (rule.trump_replaces_suit && trump_wins && (t.led & trumps) == 0 &&
                (own & trumps) != 0)
                out |= t.best;
        } else if (rule.follow && (own & trumps) != 0) {
            if ((rule.overtrump || rule.trump_replaces_suit) && rule.under != undertrump::if_void &&
                trump_wins)
                out |= t.best;
            if (rule.partner_exempt && k >= 2 && t.by_rank()) out |= t.best;
        }
        return out;
    }

    // The trick after hand p has played a card to it. `low`: the lowest card wins it.
    template <int k>
    MU_INLINE trick with(const trick& t, int p, E card, int worth, bool low) const {
        trick n;
        if constexpr (k == 0) {
            n.led = suit_of(card);
            n.beaters = over(card, low) & (n.led | trumps);
            n.heads = above(card) & n.led;
            n.best = n.best_led = n.cards = card;
            n.points = worth;
            n.winner = p;
            n.seven_by = (card & logic.seven()) != 0 ? p : -1;
        } else {
            n = t;
            n.cards |= card;
            n.points += worth;
            if ((card & t.beaters) != 0) {
                n.beaters = over(card, low) & (t.led | trumps);
                n.best = card;
                n.winner = p;
            }
            if (follow().head && (card & t.heads) != 0) {
                n.heads = above(card) & t.led;
                n.best_led = card;
            }
            if ((card & logic.seven()) != 0) n.seven_by = p;
        }
        return n;
    }
    MU_INLINE won_trick<E> won(const stage& s, const trick& t) const {
        return {.cards = t.cards,
                .points = t.points,
                .winner = t.winner,
                .a_wins = in_a(t.winner),
                .last = s.tricks == 1,
                .by_seven = (t.best & logic.seven()) != 0,
                .seven_by = t.seven_by};
    }
    MU_INLINE goal_rest<E> left(const stage& s) const {
        return {.points = s.rest, .tricks = s.tricks, .all = live(), .of_a = cards_of_a()};
    }

    // --- Questions -----------------------------------------------------------------------------

    // The trick on the table of a query. REQUIRES: a card has been played.
    trick on_table(const query& q) const {
        const auto& p = q.position;
        trick t{};
        t.led = p.led;
        t.beaters = p.beaters;
        t.heads = p.heads;
        t.cards = p.trick;
        const E ruffs = p.trick & p.trumps;
        t.best_led = R.turns && (q.low_wins >> p.tricks & 1) != 0 ? lowest(p.trick & p.led)
                                                                  : highest(p.trick & p.led);
        t.best = ruffs != 0 ? highest(ruffs) : t.best_led;
        t.points = worth_of_set(p.trick);
        t.winner = after(q.leader, p.winning);
        t.seven_by = -1;
        if ((p.trick & logic.seven()) != 0) {
            // Of two cards the one that does not win is the other hand's.
            const int other = p.winning == 0 ? 1 : 0;
            t.seven_by = t.best == logic.seven() ? t.winner : after(q.leader, other);
        }
        return t;
    }
};

}  // namespace mu::inline MU_ISA
