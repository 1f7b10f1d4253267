// Partition search for games that only ask to follow suit: what is learnt of one position is
// remembered for all positions that differ in cards that did not matter.
//
// M. L. Ginsberg, "Partition Search", AAAI 1996, in its plainest form. The question is "do
// north-south win at least `need` of the tricks to come?". The answer comes with the cards that
// mattered. A trick won by rank, that is over another card of the winner's suit, makes the winner
// and all cards above it matter; in a trick won otherwise no rank did. Of all other cards only
// their number counts, by hand and suit. So the answer holds wherever the hands have the same
// lengths and the cards that mattered lie in the same hands, counted from the top of each suit.
#pragma once

#include <unordered_map>
#include <vector>

#include <mu/solve/objective.h>

namespace mu {

// Positions at trick starts, in play space with every suit pushed together towards its top: gaps
// left by cards already played do not show.
template <variant V>
struct partition_table {
    using word = typename play_space<V>::word;

    struct entry {
        std::array<word, V::seats> holders{};  // of the cards that matter
        word relevant = 0;
        int low = 0, high = 0;  // what is known of the tricks of north-south
    };
    // By lengths and leader. Every position with these keys has the same number of cards.
    std::unordered_map<std::uint64_t, std::vector<entry>> shapes;
};

template <variant V>
struct partition_search_policy {
    static_assert(
        V::play.follow == must_follow && !requires { V::follow_rules; },
        "partition search needs a game whose only duty is to follow suit");

    using TT = partition_table<V>;  // NOLINT(readability-identifier-naming): a public name
    using state = game_state<V>;
    using play = trick_play<V>;
    using word = typename play_space<V>::word;

    // Tricks to come for the side of the player to move, no less than alpha, no more than beta.
    // The hash is not needed: the table compares positions, not numbers.
    static int search(const state& s, int alpha, int beta, std::uint64_t /* hash */, TT& tt) {
        const bool own = play::side(s, s.current_player) == home_side(s);
        const int all = s.tricks_remaining;
        int low = own ? alpha : all - beta;
        const int high = own ? beta : all - alpha;
        while (low < high && reaches(s, low + 1, tt).yes) ++low;
        return own ? low : all - low;
    }

private:
    static constexpr int field_bits = play_space<V>::field_bits;
    static_assert(play_space<V>::fields == 4);
    static constexpr word low_field = static_cast<word>((std::uint64_t{1} << field_bits) - 1);

    struct answer {
        bool yes = false;
        word relevant = 0;  // cards that mattered, in play space
    };

    // A position at a trick start as the table sees it.
    struct pattern {
        std::array<word, V::seats> holders{};
        std::uint64_t shape = 0;
    };

    static play_space<V> space(const state& s) { return space_of<V>(play::order(s)); }

    static std::array<word, V::seats> hands_of(const state& s) {
        std::array<word, V::seats> hands{};
        for (std::size_t k = 0; k < V::seats; ++k)
            if ((play::active(s) >> k) & 1) hands[k] = space(s).to_play(card_mask{s.hands[k]});
        return hands;
    }
    static word union_of(const std::array<word, V::seats>& hands) {
        word all = 0;
        for (const word hand : hands) all |= hand;
        return all;
    }

    // Some of the cards `all`, with every suit pushed together towards its top.
    static word push_up(word cards, word all) {
        word out = 0;
        for (int f = 0; f < 4; ++f) {
            word to = word{1} << (f * field_bits + field_bits - 1);
            for (int bit = field_bits - 1; bit >= 0; --bit) {
                const word here = word{1} << (f * field_bits + bit);
                if ((all & here) == 0) continue;
                if (cards & here) out |= to;
                to >>= 1;
            }
        }
        return out;
    }

    static pattern pattern_of(const state& s) {
        const auto hands = hands_of(s);
        const word all = union_of(hands);
        pattern p;
        for (std::size_t k = 0; k < V::seats; ++k) {
            p.holders[k] = push_up(hands[k], all);
            for (int f = 0; f < 3; ++f) {  // the fourth suit's length follows
                const word suit = (hands[k] >> (f * field_bits)) & low_field;
                p.shape = p.shape << 4 | arch::popcount(suit);
            }
        }
        p.shape = p.shape << 4 | arch::popcount(hands[static_cast<std::size_t>(s.current_player)]);
        p.shape = p.shape << 2 | static_cast<std::uint64_t>(s.current_player);
        return p;
    }

    // With a card that matters all cards of its suit above it matter.
    static word with_higher(word cards, word all) {
        word out = 0;
        for (int f = 0; f < 4; ++f) {
            const word field = low_field << (f * field_bits);
            const word here = cards & field;
            if (here != 0) out |= all & field & ~((here & (~here + 1)) - 1);
        }
        return out;
    }

    static answer reaches(const state& s, int need, TT& tt) {
        if (need <= 0) return {true, 0};
        if (need > s.tricks_remaining) return {false, 0};
        if (!play::leading(s)) return search_cards(s, need, tt);

        const word all = union_of(hands_of(s));
        const pattern p = pattern_of(s);
        for (const auto& e : tt.shapes[p.shape]) {
            bool same = true;
            for (std::size_t k = 0; k < V::seats; ++k)
                same = same && (p.holders[k] & e.relevant) == e.holders[k];
            if (!same || (e.low < need && e.high >= need)) continue;
            return {e.low >= need, pull_down(e.relevant, all)};
        }

        answer a = search_cards(s, need, tt);
        a.relevant = with_higher(a.relevant, all);
        typename TT::entry e;
        e.relevant = push_up(a.relevant, all);
        for (std::size_t k = 0; k < V::seats; ++k) e.holders[k] = p.holders[k] & e.relevant;
        e.low = a.yes ? need : 0;
        e.high = a.yes ? s.tricks_remaining : need - 1;
        tt.shapes[p.shape].push_back(e);
        return a;
    }

    // The other way round: from the top of each suit to the cards that lie there.
    static word pull_down(word pushed, word all) {
        word out = 0;
        for (word rest = all; rest != 0; rest &= rest - 1) {
            const word c = rest & (~rest + 1);
            if (push_up(c, all) & pushed) out |= c;
        }
        return out;
    }

    static answer search_cards(const state& s, int need, TT& tt) {
        const int home = home_side(s);
        const bool ours = play::side(s, s.current_player) == home;
        answer result{!ours, 0};
        for (card_mask moves = rules<V>::legal_moves(s); moves != 0;) {
            const card c = ops::msb_index(moves);
            moves ^= bit(c);
            state next = s;
            rules<V>::play_card(next, c);
            const bool complete = play::leading(next);
            const bool won = complete && play::side(s, next.trick.current_winner) == home;
            answer a = reaches(next, need - (won ? 1 : 0), tt);
            if (complete) a.relevant |= won_by_rank(next);
            if (a.yes == ours) return a;  // this card decides, whatever the others do
            result.relevant |= a.relevant;
        }
        return result;
    }

    // The winner of a complete trick if another card of its suit lies there too.
    static word won_by_rank(const state& s) {
        const word winner = space(s).to_play(s.trick.winning_card);
        const word trick = space(s).to_play(s.trick.mask);
        return (trick & arch::fill_field(winner)) == winner ? 0 : winner;
    }
};

}  // namespace mu
