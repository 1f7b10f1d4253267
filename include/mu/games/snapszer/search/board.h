// Snapszer for a search: the whole table in a few words, and its rules over them.
//
// A card is one bit. The four suits lie side by side, trumps on top, stronger cards on higher bits:
//
//     bit   0 ..  4   5 ..  9   10 .. 14   15 .. 19      (20 cards)
//           side      side      side       trumps
//
// What never changes during a deal (the order of the stock, the house rules) is the board; what
// does is a spot, 20 bytes, copied at every move. The rules are those of rules<snapszer>; a test
// plays both side by side.
#pragma once

#include <mu/solve/game.h>

namespace mu::inline MU_ISA {

// Where a deal stands between two tricks. Seats are numbered as in the game.
struct snapszer_spot {
    std::uint32_t hand[2] = {};
    std::uint8_t points[2] = {};  // marriages included, whether they count yet or not
    std::uint8_t tricks[2] = {};  // 1: has won a trick
    std::uint8_t lead = 0;        // who is on lead
    std::uint8_t drawn = 0;       // cards drawn from the stock
    bool exchanged = false;       // since the board was laid
    std::int8_t closer = -1;
    std::uint8_t stake = 0;  // what the closer's win was worth when he closed

    friend constexpr bool operator==(const snapszer_spot&, const snapszer_spot&) = default;
};

template <variant V>
class snapszer_board {
public:
    using set = std::uint32_t;
    using spot = snapszer_spot;
    static constexpr int ranks = deck_traits<V>::ranks;
    static constexpr int cards = deck_traits<V>::cards;
    static_assert(cards <= 24, "two hands and all else must fit a key of 64 bits");

    static constexpr set side_suit = (set{1} << ranks) - 1;
    static constexpr set trumps = side_suit << (3 * ranks);
    static constexpr set jacks = set{1} << (3 * ranks);  // the card that may be exchanged
    static constexpr set lowest_ranks = 1U | 1U << ranks | 1U << (2 * ranks) | 1U << (3 * ranks);
    static constexpr set pair_of_lowest = set{1U << V::queen | 1U << V::king};

    constexpr snapszer_board() = default;
    constexpr snapszer_board(const game_state<V>& s, const typename V::options& o)
        : turn_(3 - index(s.trump)),
          house_(s.house),
          wins_at_end_(o.closer_wins_at_end),
          fails_intended_(o.closer_fails_intended) {
        for (std::size_t k = 0; k < stock_.size(); ++k)
            if (s.stock[k] != no_card) stock_[k] = from_card(s.stock[k]);
    }

    // Whether `later` is a board of the same deal further on, so that what was found on this one
    // holds. `swapped` is set if the face-up card has been exchanged since.
    constexpr bool continues_as(const snapszer_board& later, bool& swapped) const {
        if (turn_ != later.turn_ || house_ != later.house_) return false;
        for (std::size_t k = 0; k + 1 < stock_.size(); ++k)
            if (later.stock_[k] != 0 && later.stock_[k] != stock_[k]) return false;
        swapped = later.stock_.back() == jacks && stock_.back() != jacks && stock_.back() != 0;
        return swapped || later.stock_.back() == 0 || later.stock_.back() == stock_.back();
    }

    // --- Cards ---------------------------------------------------------------------------------

    constexpr set from_card(card c) const {
        const int field = (index(suit_of<V>(c)) + turn_) & 3;
        return set{1} << (field * ranks + rank_of<V>(c));
    }
    constexpr set from_cards(card_mask m) const {
        set out = 0;
        ops::for_each(m, [&](card c) { out |= from_card(c); });
        return out;
    }
    constexpr card to_card(set one) const {
        const int at = arch::lowest_index(one);
        return make_card<V>(static_cast<suit>((at / ranks - turn_) & 3), at % ranks);
    }

    static constexpr int count(set some) { return static_cast<int>(arch::popcount(some)); }
    static constexpr set suit_around(set one) { return suit_table[arch::lowest_index(one)]; }
    static constexpr int value_of(set one) { return value_table[arch::lowest_index(one)]; }
    static constexpr int value_of_all(set some) {
        return two_suits_value[some & two_suits] + two_suits_value[some >> (2 * ranks)];
    }
    // King and queen of the suit that a card belongs to.
    static constexpr set pair_around(set one) { return pair_table[arch::lowest_index(one)]; }
    // The queens of the marriages in a hand.
    static constexpr set pairs_in(set hand) {
        return hand & (hand >> (V::king - V::queen)) & (lowest_ranks << V::queen);
    }
    // Both cards of them.
    static constexpr set couples_in(set hand) {
        return pairs_in(hand) | pairs_in(hand) << (V::king - V::queen);
    }
    static constexpr int marriage_value(set one) { return one >= jacks ? 40 : 20; }

    // --- Rules ---------------------------------------------------------------------------------

    constexpr spot at(const game_state<V>& s) const {
        spot p;
        for (int k = 0; k < 2; ++k) {
            p.hand[k] = from_cards(s.hands[k]);
            p.points[k] = static_cast<std::uint8_t>(
                s.points[k] + (s.marriages_count(k) ? 0 : s.declared_points(k)));
            p.tricks[k] = s.tricks_won[k] > 0 ? 1 : 0;
        }
        const bool begun = !trick_play<V>::leading(s);
        p.lead = static_cast<std::uint8_t>(begun ? s.trick.lead_seat : s.current_player);
        p.drawn = static_cast<std::uint8_t>(V::stock_size - s.stock_left);
        p.closer = s.closer;
        p.stake = s.stake;
        return p;
    }

    static constexpr int stock_left(const spot& p) { return V::stock_size - p.drawn; }
    static constexpr bool stock_open(const spot& p) { return p.closer < 0 && stock_left(p) > 0; }
    constexpr set face_up(const spot& p) const { return p.exchanged ? jacks : stock_.back(); }

    constexpr set stock_rest(const spot& p) const {
        set rest = face_up(p);
        for (std::size_t k = p.drawn; k + 1 < stock_.size(); ++k) rest |= stock_[k];
        return rest;
    }

    // The player whose turn it is; who may do so in which turn is for the caller to know.
    constexpr bool may_exchange(const spot& p, int who) const {
        const int least = house_.exchange_needs_3 ? 3 : 2;
        return (p.hand[who] & jacks) != 0 && stock_open(p) && stock_left(p) >= least &&
               (!house_.exchange_trick || p.tricks[who] != 0);
    }
    static constexpr bool may_close(const spot& p) { return stock_open(p) && stock_left(p) > 2; }
    constexpr bool draw_waits(const spot& p) const { return house_.close_undrawn && may_close(p); }
    constexpr bool answer_may_exchange() const { return house_.exchange_either; }
    constexpr bool claims() const { return house_.claim; }

    constexpr void exchange(spot& p, int who) const {
        p.hand[who] ^= jacks | stock_.back();
        p.exchanged = true;
    }
    static constexpr void close(spot& p) {
        const int other = 1 - p.lead;
        p.closer = static_cast<std::int8_t>(p.lead);
        p.stake = static_cast<std::uint8_t>(V::win_value(p.tricks[other], p.points[other]));
    }
    static constexpr void marry(spot& p, set one) {
        p.points[p.lead] = static_cast<std::uint8_t>(p.points[p.lead] + marriage_value(one));
    }
    // What may be answered to a card.
    static constexpr set answers(const spot& p, set led) {
        const set hand = p.hand[1 - p.lead];
        if (stock_open(p)) return hand;
        const set same = hand & suit_around(led);
        const set over = same & ~((led << 1) - 1);
        const set ruff = hand & trumps;
        return over != 0 ? over : same != 0 ? same : ruff != 0 ? ruff : hand;
    }
    static constexpr bool takes(set answer, set led) {
        return answer > led && ((answer & suit_around(led)) != 0 || answer >= jacks);
    }
    // Both cards fall; the winner gets them and is on lead. Nobody draws yet.
    static constexpr void trick(spot& p, set led, set answer) {
        p.hand[p.lead] ^= led;
        p.hand[1 - p.lead] ^= answer;
        if (takes(answer, led)) p.lead = static_cast<std::uint8_t>(1 - p.lead);
        p.tricks[p.lead] = 1;
        p.points[p.lead] =
            static_cast<std::uint8_t>(p.points[p.lead] + value_of(led) + value_of(answer));
    }
    // REQUIRES: the stock is open.
    constexpr void draw(spot& p) const {
        p.hand[p.lead] |= stock_[p.drawn];
        p.hand[1 - p.lead] |= p.drawn + 2 == V::stock_size ? face_up(p) : stock_[p.drawn + 1];
        p.drawn = static_cast<std::uint8_t>(p.drawn + 2);
    }

    // --- The end -------------------------------------------------------------------------------

    // What the winner gets, as snapszer_score has it.
    constexpr int worth(const spot& p, int winner) const {
        const int loser = 1 - winner;
        const int plain = V::win_value(p.tricks[loser], p.points[loser]);
        if (p.closer < 0) return plain;
        if (p.closer == winner) return wins_at_end_ ? plain : p.stake;
        return failure(p);
    }
    constexpr int failure(const spot& p) const {
        const int other = 1 - p.closer;
        if (!fails_intended_) return p.stake == 3 ? 3 : 2;
        return std::max(2, wins_at_end_ ? V::win_value(p.tricks[other], p.points[other])  //
                                        : int{p.stake});
    }
    // Otherwise it still depends on who wins a trick.
    constexpr bool failure_is_fixed() const { return !(fails_intended_ && wins_at_end_); }
    // What a claim without 66 costs the player on lead.
    constexpr int wrong_claim(const spot& p) const {
        return p.closer == p.lead ? failure(p) : p.tricks[1 - p.lead] == 0 ? 3 : 2;
    }
    // Whether the winner's worth goes by the loser's points as they are now.
    constexpr bool worth_by_points(const spot& p, int winner) const {
        return p.closer < 0 || (p.closer == winner && wins_at_end_);
    }
    // Closing leaves two outcomes, whatever happens afterwards.
    constexpr bool closing_decides() const { return !wins_at_end_ && !claims(); }

private:
    static constexpr std::array<std::uint8_t, cards> value_table = [] {
        std::array<std::uint8_t, cards> out{};
        for (int k = 0; k < cards; ++k)
            out[static_cast<std::size_t>(k)] =
                static_cast<std::uint8_t>(V::points(static_cast<card>(k % ranks), suit::none));
        return out;
    }();
    static constexpr set two_suits = (set{1} << (2 * ranks)) - 1;
    static constexpr std::array<std::uint8_t, two_suits + 1> two_suits_value = [] {
        std::array<std::uint8_t, two_suits + 1> out{};
        for (std::size_t m = 1; m < out.size(); ++m)
            out[m] = static_cast<std::uint8_t>(
                out[m & (m - 1)] +
                value_table[static_cast<std::size_t>(arch::lowest_index(std::uint64_t{m}))]);
        return out;
    }();
    static constexpr std::array<set, cards> suit_table = [] {
        std::array<set, cards> out{};
        for (int k = 0; k < cards; ++k)
            out[static_cast<std::size_t>(k)] = side_suit << (k / ranks * ranks);
        return out;
    }();
    static constexpr std::array<set, cards> pair_table = [] {
        std::array<set, cards> out{};
        for (int k = 0; k < cards; ++k)
            if (k % ranks == V::queen || k % ranks == V::king)
                out[static_cast<std::size_t>(k)] = pair_of_lowest << (k / ranks * ranks);
        return out;
    }();

    int turn_ = 0;  // the suits are rotated so far
    typename V::house_rules house_{};
    bool wins_at_end_ = false, fails_intended_ = false;
    std::array<set, V::stock_size> stock_{};
};

}  // namespace mu::inline MU_ISA
