// Which card to play, by the same sense in every game: a card is good if it makes our side likely
// to win a trick worth winning (or to lose one worth losing), and dear if it could win later.
//
// All of it is computed from the view and from what the play so far has shown: cards not seen are
// taken to lie anywhere but in a hand that has shown out of the suit.
#pragma once

#include <algorithm>
#include <cmath>

#include <mu/games/view.h>
#include <mu/play/points.h>

namespace mu {

// What the play has told besides which cards are gone.
template <variant V>
struct play_memory {
    per_seat<std::uint8_t, V::seats> voids{};  // bit s: has shown out of suit s
    per_seat<suit, V::seats> first_lead{};     // the suit a seat led first; suit::none: no lead yet
};

template <variant V>
play_memory<V> remember(const game_state<V>& s, public_record record) {
    play_memory<V> out;
    for (suit& first : out.first_lead) first = suit::none;
    const auto is_card = [](const seen_action& a) {
        return a.what && *a.what < deck_traits<V>::cards;
    };
    // Cards that were discarded before the play stand earlier in the record.
    int left = ops::popcount(card_mask{s.played});
    std::size_t at = record.size();
    while (left > 0 && at > 0) left -= is_card(record[--at]) ? 1 : 0;
    if (left > 0) return out;  // the record does not go back far enough
    const order_of<V> o = trick_play<V>::order(s);
    const suit trump = trump_of<V>(o);
    const follow_rule duty = trick_play<V>::follow(s);
    const int size = trick_play<V>::trick_size(s);
    constexpr bool plays_for_others = requires { dummy_of(s); };
    suit led = suit::none;
    seat who = seat::north;
    for (int k = 0; at < record.size(); ++at) {
        if (!is_card(record[at])) continue;
        if (k == 0 || !plays_for_others)
            who = record[at].who;
        else
            who = next_seat(who);
        if constexpr (plays_for_others) {
            // The next card is an opponent's, who plays for himself.
            if (k == 0 && at + 1 < record.size()) who = seat_after<V>(record[at + 1].who, 3);
        }
        const suit of = effective_suit<V>(static_cast<card>(*record[at].what), o);
        if (k == 0) {
            led = of;
            if (out.first_lead[who] == suit::none) out.first_lead[who] = of;
        } else if (of != led && !(duty.trump_replaces_suit && of == trump)) {
            out.voids[who] |= static_cast<std::uint8_t>(1U << index(led));
            const bool had_to_trump = duty.trump_if_void && (!duty.partner_exempt || k == 1);
            if (had_to_trump && of != trump)
                out.voids[who] |= static_cast<std::uint8_t>(1U << index(trump));
        }
        if (++k == size) k = 0;
    }
    return out;
}

// How dear cards are and how far partners are trusted: parts of an average trick unless said
// otherwise. Found by playing whist against players with other weights; a game changes what it
// must.
struct play_weights {
    float keep = 0.75F;  // what a sure winner is worth that is kept for later
    // That a card wins some day, by unseen cards above it (0 to 3 and more) and by how many cards
    // below it are missing that would fall under them: none, one, more.
    std::array<std::array<float, 3>, 4> later{
        {{1.0F, 1.0F, 1.0F}, {0.6F, 0.35F, 0.3F}, {0.2F, 0.18F, 0.15F}, {0.08F, 0.06F, 0.05F}}};
    float trump_floor = 0.4F;    // the same for any trump at least
    float ruffed = 0.62F;        // for a plain card while trumps are out, for each round
    float length = 0.6F;         // of a low card that should be high when its suit has been led
    float partner_over = 0.4F;   // that a partner who can takes a trick that would be lost
    float partner_first = 0.3F;  // that a partner who can beat them wins the trick, against others
    float partner_last = 0.4F;   // and more, if they cannot beat what lies there
    float points_kept = 0.5F;    // of the points of a card: what a winner brings home later
    float points_base = 0;       // and what any card does
    float lead_trump = -0.06F;   // to lead trumps while others have them, if that wins the trick
    float lead_partner = 0;      // to lead the suit that partner led first
    float lead_theirs = 0.06F;   // and the suit that an opponent led first
    float lead_short = 0.06F;    // to lead a plain singleton while holding trumps
};

// What the player to move is after.
struct trick_aims {
    float trick = 1;         // for each trick our side wins; below zero where tricks are to be lost
    float point = 0;         // for each card point in it
    bool others_win = true;  // what our side does not win is lost to another
    // In place of trick and point: what winning a trick with so many points is worth.
    float (*by_points)(float points, float wanted) = nullptr;
    float wanted = 0;
};

template <variant V>
class card_judge {
public:
    // `gone`: cards the observer knows to be out of play.
    card_judge(const view<V>& v, const trick_aims& aims, const play_weights& weights,
               public_record record, card_mask gone = 0)
        : v_(v),
          s_(v.seen),
          aims_(aims),
          w_(weights),
          order_(trick_play<V>::order(v.seen)),
          me_(v.seen.current_player),
          hand_(v.seen.hands[me_]),
          unseen_(unseen_by(v, gone)),
          trump_(trump_of<V>(order_)),
          trumps_(effective_suit_mask<V>(trump_, order_)),
          leads_(trick_play<V>::leading(v.seen)) {
        if constexpr (V::seats > 2) memory_ = remember(s_, record);
        if (aims.point != 0)
            average_points_ = static_cast<float>(points_of(deck_traits<V>::all_cards)) /
                              static_cast<float>(deck_traits<V>::cards);
        average_ = std::max(
            std::abs(aims_.trick + aims_.point * average_points_ * static_cast<float>(V::seats)),
            0.01F);
        future_ = std::min(1.0F, static_cast<float>(s_.tricks_remaining - 1) / 3.0F);
        look_round();
    }

    // The best of some cards of the player to move. `more` adds to the value of a card what only
    // this game knows of.
    template <typename More>
    card best(card_mask legal, More&& more) const {
        card chosen = ops::lsb_index(legal);
        float most = -1e9F;
        const float lost = leads_ ? 0 : win_chance(no_card, 0);  // by cards that do not take it
        for (int k = 0; k <= suit_count; ++k) {                  // cards of no suit as well
            const auto s = static_cast<suit>(k);
            const card_mask suited = effective_suit_mask<V>(s, order_);
            if (!(legal & suited)) continue;
            const holding have(*this, hand_ & suited, s);
            const card_mask with = partner_ & suited;
            const float theirs = with == 0 ? 0 : holding(*this, with, s).winners(-1);
            const int their_count = ops::popcount(with);
            const float all = worth(have, -1, theirs, their_count);
            for (int i = 0; i < have.count; ++i) {
                const card c = have.cards[static_cast<std::size_t>(i)];
                if (!(legal & bit(c))) continue;
                const bool takes = leads_ || (beaters_ & bit(c)) != 0;
                const float p =
                    takes ? win_chance(c, have.above[static_cast<std::size_t>(i)]) : lost;
                const float x = value(c, s, p, all - worth(have, i, theirs, their_count)) + more(c);
                // Of equals the lowest.
                if (x > most - 1e-5F) most = std::max(x, most), chosen = c;
            }
        }
        return chosen;
    }

private:
    static constexpr int longest = deck_traits<V>::ranks + 3;  // with bowers and jokers

    // The cards of one suit from the strongest down, and what they should win later.
    struct holding {
        const card_judge& by;
        suit of;
        int count;
        std::array<card, longest> cards{};
        std::array<std::int8_t, longest> above{};  // unseen cards above each

        holding(const card_judge& judge, card_mask held, suit s)
            : by(judge), of(s), count(ops::popcount(held)) {
            ops::for_each(held, [&](card c) {
                const card_mask over = stronger<V>(c, judge.order_);
                const auto at = static_cast<std::size_t>(ops::popcount(over & held));
                cards[at] = c;
                above[at] = static_cast<std::int8_t>(ops::popcount(over & judge.unseen_));
            });
        }

        // In tricks, if card number `without` is gone (-1: none is).
        float winners(int without) const {
            const play_weights& w = by.w_;
            const bool trump = of == by.trump_;
            const int out = by.out_[static_cast<std::size_t>(index(of))];
            const float stays = trump || by.trumps_out_ == 0 ? 1 : w.ruffed;
            const int cards_left = count - (without < 0 ? 0 : 1);
            float sum = 0, round = stays;
            int higher = 0;
            for (int i = 0; i < count; ++i) {
                if (i == without) continue;
                const int over = above[static_cast<std::size_t>(i)];
                const int lower = cards_left - 1 - higher;
                float x = chance(over, lower);
                // What lies above falls in the rounds that the higher cards win, two or three a
                // round.
                const int rest = out - 5 * higher / 2;
                if (rest < over) x += w.length * (chance(std::max(rest, 0), lower) - x);
                sum += (trump ? std::max(x, w.trump_floor) : x * round) -
                       0.001F * static_cast<float>(over);
                round *= stays;
                ++higher;
            }
            return sum;
        }

    private:
        float chance(int over, int lower) const {
            return by.w_.later[static_cast<std::size_t>(std::min(over, 3))]
                              [static_cast<std::size_t>(std::clamp(over - lower, 0, 2))];
        }
    };

    // What our side should win with a suit if a card of this hand is gone. Beside an open partner,
    // no more tricks than the longer hand has cards.
    static float worth(const holding& mine, int without, float partner, int partner_count) {
        const float own = mine.winners(without);
        if (partner_count == 0) return own;
        const int most = std::max(mine.count - (without < 0 ? 0 : 1), partner_count);
        return std::min(own + partner, static_cast<float>(most)) + 0.01F * own;
    }

    static card_mask unseen_by(const view<V>& v, card_mask gone) {
        card_mask out = deck_traits<V>::all_cards & ~card_mask{v.seen.played} & ~gone;
        for (const card_mask hand : v.seen.hands) out &= ~hand;
        return out;
    }
    int points_of(card_mask cards) const {
        if constexpr (has_points<V>)
            return card_points<V>(cards, order_);
        else
            return 0;
    }
    bool ours(seat who) const { return same_side(s_, who, me_); }

    // Who plays later, and how likely a hidden hand among them has none of so many cards.
    void look_round() {
        for (std::size_t k = 0; k <= suit_count; ++k)
            out_[k] = ops::popcount(unseen_ & effective_suit_mask<V>(static_cast<suit>(k), order_));
        trumps_out_ = out_[static_cast<std::size_t>(index(trump_))];
        if constexpr (V::seats == 4) {
            const seat partner = partner_of(me_);
            if (s_.hands[partner] != 0 && ours(partner) &&
                ops::popcount(s_.hands[partner]) == v_.cards_left[partner])
                partner_ = s_.hands[partner];
        }
        later_count_ = trick_play<V>::trick_size(s_) - (leads_ ? 1 : s_.trick.num_played + 1);
        if (!leads_) {
            beaters_ = trick_play<V>::beaters(s_);
            table_points_ = static_cast<float>(points_of(s_.trick.mask));
        }
        if (later_count_ == 0) return;
        seat who = me_;
        for (int k = 0; k < later_count_; ++k)
            later_[static_cast<std::size_t>(k)] = who = trick_play<V>::next_active(s_, who);
        const int out = ops::popcount(unseen_), size = v_.cards_left[later_[0]];
        for (int suits = 0; suits <= suit_count; ++suits) {
            const auto s = static_cast<suit>(suits);
            // Only a suit that can be led or trumped with is asked for.
            if (!leads_ && s != s_.trick.lead_suit && s != trump_) continue;
            int room = out;  // places where a card of the suit may lie
            for (int k = 0; k < V::seats; ++k)
                if (is_void(static_cast<seat>(k), s) && k != index(me_) && s_.hands[k] == 0)
                    room -= v_.cards_left[k];
            fill_none(s, room, size);
        }
    }
    void fill_none(suit s, int room, int size) {
        auto& none = none_[static_cast<std::size_t>(index(s))];
        float p = none[0] = 1;
        for (int k = 0; k < out_[static_cast<std::size_t>(index(s))]; ++k) {
            const int elsewhere = room - size - k;
            p = elsewhere <= 0 ? 0
                               : p * static_cast<float>(elsewhere) *
                                     part_of[static_cast<std::size_t>(room - k)];
            none[static_cast<std::size_t>(k) + 1] = p;
        }
    }
    static constexpr auto part_of = [] {  // 1 / n
        std::array<float, 65> out{};
        for (std::size_t n = 1; n < out.size(); ++n) out[n] = 1.0F / static_cast<float>(n);
        return out;
    }();

    bool is_void(seat who, suit s) const { return ((memory_.voids[who] >> index(s)) & 1) != 0; }
    float none_of(suit s, int cards) const {
        return none_[static_cast<std::size_t>(index(s))][static_cast<std::size_t>(cards)];
    }

    // How likely our side is to win the trick with this card, which takes it for now and has so
    // many unseen cards above it, or with one that does not take it (no_card).
    float win_chance(card c, int above) const {
        const bool takes = c != no_card;
        const card winning = takes ? c : s_.trick.winning_card;
        const suit led = leads_ ? effective_suit<V>(c, order_) : s_.trick.lead_suit;
        const bool mine = takes || ours(s_.trick.current_winner);
        if (!takes) above = ops::popcount(stronger<V>(winning, order_) & unseen_);
        float stands = 1, partner = 0;  // against those who play later; that a partner can beat it
        for (int k = 0; k < later_count_; ++k) {
            const seat who = later_[static_cast<std::size_t>(k)];
            const float beats = can_beat(who, winning, led, above);
            if (!ours(who))
                stands *= 1 - beats;
            else if (beats > 0 && partner_ != 0)
                return std::max(mine ? without_partner(winning, led, above) : 0,
                                with_card_of(who, winning, led));
            else
                partner = 1 - (1 - partner) * (1 - beats);
        }
        if (mine) return stands + (1 - stands) * w_.partner_over * partner;
        return partner * (w_.partner_first + w_.partner_last * stands);
    }

    // That a seat can play a card over the one that wins so far, of which `above` are unseen in its
    // suit.
    float can_beat(seat who, card winning, suit led, int above) const {
        const suit of = effective_suit<V>(winning, order_);
        const card_mask known = s_.hands[who];
        const card_mask suited = effective_suit_mask<V>(led, order_);
        if (known != 0) {
            const card_mask over = stronger<V>(winning, order_);
            if (ops::popcount(known) == v_.cards_left[who])
                return (known & suited & over) ||
                               (!(known & suited) && (known & (of == trump_ ? over : trumps_)))
                           ? 1
                           : 0;
            if (of == led && (known & over)) return 1;
        }
        const bool shown_out = is_void(who, led);
        const float follows = of == led && !shown_out ? 1 - none_of(led, above) : 0;
        if (led == trump_ || trumps_out_ == 0 || (known & suited) || is_void(who, trump_))
            return follows;
        const float lacks =
            shown_out ? 1 : none_of(led, out_[static_cast<std::size_t>(index(led))]);
        return std::min(
            1.0F, follows + lacks * (1 - none_of(trump_, of == trump_ ? above : trumps_out_)));
    }

    float without_partner(card winning, suit led, int above) const {
        float stands = 1;
        for (int k = 0; k < later_count_; ++k)
            if (const seat who = later_[static_cast<std::size_t>(k)]; !ours(who))
                stands *= 1 - can_beat(who, winning, led, above);
        return stands;
    }
    // The same if a partner whose hand lies open plays his best card to the trick.
    float with_card_of(seat partner, card winning, suit led) const {
        const card_mask hand = s_.hands[partner];
        const card_mask suited = hand & effective_suit_mask<V>(led, order_);
        const card_mask best = suited ? suited & stronger<V>(winning, order_) : hand & trumps_;
        const card top = ops::lsb_index(
            trick_winner<V>(best, effective_suit<V>(ops::lsb_index(best), order_), order_));
        return without_partner(top, led, ops::popcount(stronger<V>(top, order_) & unseen_));
    }

    // What it is worth to play a card of a suit, if our side then wins the trick with probability p
    // and the rest of the hand so many tricks fewer.
    float value(card c, suit s, float p, float cost) const {
        const float own = has_points<V> ? static_cast<float>(points_of(bit(c))) : 0;
        const float points =
            own + table_points_ + static_cast<float>(later_count_) * average_points_;
        const float prize = aims_.by_points != nullptr ? aims_.by_points(points, aims_.wanted)
                                                       : aims_.trick + aims_.point * points;
        float out = (aims_.others_win ? p - 0.5F : p) * prize;
        const float sign = prize < 0 ? -1 : 1;
        out -= sign * w_.keep * average_ * cost * future_;
        if (aims_.by_points == nullptr)
            out -= aims_.point * own * future_ *
                   (w_.points_base + w_.points_kept * std::clamp(cost, 0.0F, 1.0F));
        if (leads_) out += average_ * lead_bonus(s, p);
        return out;
    }

    float lead_bonus(suit s, float p) const {
        if (s == trump_) return trumps_out_ > 0 ? w_.lead_trump * p : 0;
        float x = 0;
        if constexpr (V::seats > 2)
            for (int k = 0; k < V::seats; ++k)
                if (memory_.first_lead[k] == s && k != index(me_))
                    x += ours(static_cast<seat>(k)) ? w_.lead_partner : w_.lead_theirs;
        const card_mask suited = hand_ & effective_suit_mask<V>(s, order_);
        if ((suited & (suited - 1)) == 0 && (hand_ & trumps_)) x += w_.lead_short;
        return x;
    }

    const view<V>& v_;
    const game_state<V>& s_;
    const trick_aims& aims_;
    const play_weights& w_;
    order_of<V> order_;
    seat me_;
    card_mask hand_, unseen_;
    suit trump_;
    card_mask trumps_;
    bool leads_;
    play_memory<V> memory_{};
    card_mask beaters_ = 0;
    card_mask partner_ = 0;                                      // his hand, where it lies open
    float table_points_ = 0, average_points_ = 0, average_ = 1;  // of a trick, as a rule
    float future_ = 0;  // how much what comes later still counts
    int trumps_out_ = 0, later_count_ = 0;
    std::array<seat, 3> later_{};
    std::array<std::array<float, longest + 1>, suit_count + 1> none_;
    std::array<int, suit_count + 1> out_{};  // unseen cards of each suit
};

template <variant V, typename More>
action play_by_sense(const view<V>& v, const trick_aims& aims, const play_weights& weights,
                     public_record record, card_mask gone, More&& more) {
    const card_mask cards = v.legal.first == 0 ? v.legal.mask & deck_traits<V>::all_cards : 0;
    if ((cards & (cards - 1)) == 0) return ops::lsb_index(cards);
    return card_judge<V>(v, aims, weights, record, gone).best(cards, more);
}
template <variant V>
action play_by_sense(const view<V>& v, const trick_aims& aims, const play_weights& weights,
                     public_record record, card_mask gone = 0) {
    return play_by_sense(v, aims, weights, record, gone, [](card) { return 0.0F; });
}

}  // namespace mu
