// Which card to play, by the same sense in every game: a card is good if it makes our side likely
// to win a trick worth winning (or to lose one worth losing), and dear if it could win later.
//
// All of it is computed from the view: cards not seen are taken to lie anywhere.
#pragma once

#include <algorithm>
#include <cmath>

#include <mu/games/view.h>
#include <mu/play/points.h>

namespace mu {

// What the player to move is after.
struct trick_aims {
    double trick = 1;        // for each trick our side wins; below zero where tricks are to be lost
    double point = 0;        // for each card point in it
    double keep = 0.75;      // how dear a sure winner is, as a part of an average trick
    double trump_lead = 0;   // for leading trumps: those who chose them want them drawn
    bool others_win = true;  // what our side does not win is lost to another
    // In place of trick and point: what winning a trick with so many points is worth.
    double (*by_points)(double points, double wanted) = nullptr;
    double wanted = 0;
};

template <variant V>
class card_judge {
public:
    // `gone`: cards the observer knows to be out of play.
    card_judge(const view<V>& v, const trick_aims& aims, card_mask gone = 0)
        : v_(v),
          s_(v.seen),
          aims_(aims),
          order_(trick_play<V>::order(v.seen)),
          unseen_(unseen_by(v, gone)),
          trumps_(effective_suit_mask<V>(trump_of<V>(order_), order_)),
          unseen_count_(ops::popcount(unseen_)),
          average_(
              std::max(std::abs(aims_.trick + aims_.point * average_points() * V::seats), 0.01)) {}

    // The best of some cards of the player to move.
    card best(card_mask legal) const {
        card chosen = ops::lsb_index(legal);
        double most = -1e9;
        ops::for_each(legal, [&](card c) {
            if (const double x = worth(c); x > most + 1e-9) most = x, chosen = c;
        });
        return chosen;
    }

    // How likely a card of this hand is to win a trick some day, 0 to 1.
    double strength(card c) const {
        const int above = ops::popcount(stronger<V>(c, order_) & unseen_);
        double x = above == 0 ? 1.0 : above == 1 ? 0.5 : above == 2 ? 0.22 : 0.3 / (above + 1.0);
        if (trumps_ != 0 && !(bit(c) & trumps_)) x *= 0.85;
        if (bit(c) & trumps_) x = std::max(x, 0.4);
        return x + 0.01 * (10 - std::min(above, 10)) / 10;
    }

private:
    static card_mask unseen_by(const view<V>& v, card_mask gone) {
        card_mask out = deck_traits<V>::all_cards & ~card_mask{v.seen.played} & ~gone;
        for (const card_mask hand : v.seen.hands) out &= ~hand;
        return out;
    }
    static int points_of(card c, order_of<V> o) {
        if constexpr (has_points<V>)
            return V::points(c, o);
        else
            return 0;
    }
    double average_points() const {
        if constexpr (has_points<V>)
            return 1.0 * card_points<V>(deck_traits<V>::all_cards, order_) / deck_traits<V>::cards;
        else
            return 0;
    }

    bool ours(seat who) const { return same_side(s_, who, s_.current_player); }

    double worth(card c) const {
        const bool leads = trick_play<V>::leading(s_);
        const bool takes = leads || (trick_play<V>::beaters(s_) & bit(c)) != 0;
        const card winning = takes ? c : s_.trick.winning_card;
        const suit led = leads ? effective_suit<V>(c, order_) : s_.trick.lead_suit;
        bool mine = takes || ours(s_.trick.current_winner);

        double stands = 1, partner = 0;  // against those who play later; that a partner can beat it
        int later = 0;
        const int left = trick_play<V>::trick_size(s_) - (leads ? 1 : s_.trick.num_played + 1);
        seat who = s_.current_player;
        for (int k = 0; k < left; ++k, ++later) {
            who = trick_play<V>::next_active(s_, who);
            const double beats = can_beat(who, winning, led);
            if (ours(who))
                partner = 1 - (1 - partner) * (1 - beats);
            else
                stands *= 1 - beats;
        }
        const double p =
            mine ? stands + (1 - stands) * 0.3 * partner : partner * (0.4 + 0.5 * stands);

        double points = points_of(c, order_) + later * average_points();
        if (!leads) ops::for_each(s_.trick.mask, [&](card x) { points += points_of(x, order_); });
        const double prize = aims_.by_points != nullptr ? aims_.by_points(points, aims_.wanted)
                                                        : aims_.trick + aims_.point * points;
        double out = (aims_.others_win ? p - 0.5 : p) * prize;
        const double future = std::min(1.0, (s_.tricks_remaining - 1) / 3.0);
        const double sign = prize < 0 ? -1 : 1;
        out -= sign * aims_.keep * average_ * strength(c) * future;
        if (leads && (bit(c) & trumps_) && (unseen_ & trumps_)) out += aims_.trump_lead * p;
        return out;
    }

    // That a seat can play a card over the one that wins so far.
    double can_beat(seat who, card winning, suit led) const {
        const card_mask over = stronger<V>(winning, order_);
        const card_mask suited = effective_suit_mask<V>(led, order_);
        const bool trumped = (bit(winning) & trumps_) != 0;
        const card_mask ruffs = trumped ? over & trumps_ : trumps_;
        const card_mask hand = s_.hands[who];
        const int size = v_.cards_left[who];
        if (ops::popcount(hand) == size)  // it lies open
            return (hand & suited & over) || (!(hand & suited) && (hand & ruffs)) ? 1 : 0;
        const bool in_suit = effective_suit<V>(winning, order_) == led;
        const double follows = in_suit ? 1 - none_of(ops::popcount(unseen_ & over), size) : 0;
        if (in_suit && trumped) return follows;  // trumps were led
        const double is_void = none_of(ops::popcount(unseen_ & suited), size);
        return std::min(
            1.0, follows + is_void * (1 - none_of(ops::popcount(unseen_ & ruffs & ~suited), size)));
    }

    // That a hand of so many unseen cards has none of these.
    double none_of(int these, int size) const {
        double p = 1;
        for (int i = 0; i < size && unseen_count_ > i; ++i)
            p *= std::max(0.0, 1.0 * (unseen_count_ - these - i)) / (unseen_count_ - i);
        return p;
    }

    const view<V>& v_;
    const game_state<V>& s_;
    trick_aims aims_;
    order_of<V> order_;
    card_mask unseen_, trumps_;
    int unseen_count_;
    double average_;  // what a trick is worth, as a rule
};

template <variant V>
action play_by_sense(const view<V>& v, const trick_aims& aims, card_mask gone = 0) {
    const card_mask cards = v.legal.first == 0 ? v.legal.mask & deck_traits<V>::all_cards : 0;
    return card_judge<V>(v, aims, gone).best(cards);
}

}  // namespace mu
