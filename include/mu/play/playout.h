// Random playouts: every player plays a uniformly chosen legal card until the hands are empty.
//
// Each playout has a stream of random bits of its own, so its outcome depends on the position and
// the seed alone: the same for one deal at a time, for a lane of deals, and on a GPU thread.
//
// A draw scales 16 random bits to the number of legal cards. No card's chance is off by more than
// 1 in 5000 of itself (13 cards; fewer cards, less), far below what any number of playouts can
// show.
#pragma once

#include <mu/play/trick.h>

namespace mu {

// What the kernel must know of a game's card play.
struct play_rules {
    int seats = 4;   // hands that play: 2, 3 or 4
    int tricks = 0;  // cards in the largest hand
    follow_rule follow = must_follow;
    bool hold_back = false;   // a card may be barred while another is legal (ulti's seven)
    bool keep_cards = false;  // remember which cards a side has won (games with card points)
    int fields = 4;           // of a word in play space (play_space.h)
};

// A position to play out, in play space, hands counted from the leader of the current trick.
// Side A is hand 0 and hand 2 at a table of two or four, the hand named `solo` at a table of three.
template <typename E, int Seats>
struct play_position {
    E hand[Seats];    // cards not yet played
    E trumps = 0;     // the trump field, or 0
    E held_back = 0;  // for rules with hold_back; barred in every trick but the last
    E top_trump = 0;  // for rules with spare_top_trump
    E led = 0;        // of the current trick, as are the next three; 0 before the lead
    E beaters = 0;
    E heads = 0;
    E trick = 0;               // the cards on the table
    std::uint8_t played = 0;   // how many they are, 0 .. Seats - 1
    std::uint8_t winning = 0;  // which hand holds the trick so far
    std::uint8_t tricks = 0;   // tricks still to be won, the current one included
    std::uint8_t solo = 0;
    std::uint8_t other_play = 0;  // 1: by V::other_play, where the game has one, not by V::play
};

// What side A won in a playout.
template <typename E>
struct playout_result {
    E tricks = 0;
    E cards = 0;  // only with play_rules::keep_cards
    E last = 0;   // all ones if A won the last trick, otherwise 0

    friend constexpr bool operator==(const playout_result&, const playout_result&) = default;
};

}  // namespace mu

namespace mu::inline MU_ISA {

// One step of a xorshift generator in each lane (Marsaglia, "Xorshift RNGs", 2003).
template <typename W>
MU_INLINE constexpr W random_step(W x) {
    if constexpr (sizeof(arch::element_of<W>) == 8) {
        x = x ^ (x << 13);
        x = x ^ (x >> 7);
        return x ^ (x << 17);
    } else {
        x = x ^ (x << 13);
        x = x ^ (x >> 17);
        return x ^ (x << 5);
    }
}

// The seed of playout i of a batch.
MU_HD constexpr std::uint64_t playout_stream(std::uint64_t seed, std::uint64_t i) {
    return seed + i * 0x9E3779B97F4A7C15U;
}

// The generator's first state for a seed: any 64 bits will do, the state is never zero.
template <typename E>
MU_HD constexpr E random_start(std::uint64_t seed) {
    seed = (seed ^ (seed >> 32)) * 0xD6E8FEB86659FD93U;
    seed = (seed ^ (seed >> 32)) * 0xD6E8FEB86659FD93U;
    seed ^= seed >> 32;
    const E state = static_cast<E>(seed);
    return state != 0 ? state : E{1};
}

// The words of a table, and the playout of a lane of deals that stand at the same card of the same
// trick.
template <play_rules R, typename W>
struct playout_kernel {
    static constexpr int seats = R.seats;
    using E = arch::element_of<W>;
    using mask = arch::lane_mask<W>;

    W hand[seats];
    W trumps, top_trump, held_back, random;
    W trick;  // cards on the table
    trick_kernel<R.follow, seats, W, R.fields> now;
    mask leader_in_a;  // tables of two and four
    W in_a[seats];     // table of three: all ones for the hand of side A
    W tricks_a, cards_a;

    // Plays to the end. `played` cards of the first trick are on the table already.
    MU_INLINE constexpr void run(int played, int tricks) {
        trick_from(played, tricks);
        for (int left = tricks - 1; left > 0; --left) trick_from(0, left);
    }

    // All ones in the lanes where side A won the last trick played.
    MU_INLINE constexpr W a_leads() const {
        if constexpr (seats == 3)
            return in_a[0];
        else
            return arch::select(leader_in_a, ~splat(0), splat(0));
    }

private:
    static MU_INLINE constexpr W splat(E e) { return arch::splat<W>(e); }

    // A random card of a non-empty set of at most `most` cards. Four draws to 64 random bits, two
    // to 32.
    template <int k>
    MU_INLINE constexpr W draw(W set, int most, W& bits, bool first) {
        if (first || k % static_cast<int>(sizeof(E) / 2) == 0) bits = random = random_step(random);
        const W r = arch::scale16(bits, arch::popcount(set));
        bits = bits >> 16;
        return arch::nth_bit(set, r, most);
    }

    // Without the card held back, if another is left and this is not the last trick.
    MU_INLINE constexpr W allowed(W choice, int left) const {
        if constexpr (!R.hold_back) return choice;
        if (left == 1) return choice;
        const W others = choice & ~held_back;
        return arch::select(arch::meets(others, others), others, choice);
    }

    // Hands k and after play to the trick; `first` says that hand k begins a row of draws.
    template <int k>
    MU_INLINE constexpr void play_hands(int left, W& bits, bool first) {
        W card;
        if constexpr (k == 0) {
            card = draw<k>(allowed(hand[0], left), left, bits, first);
            trick = card;
            now.lead(card, trumps);
        } else {
            const W choice = now.template legal_for<k>(hand[k], trumps, top_trump);
            card = draw<k>(allowed(choice, left), left, bits, first);
            trick = trick | card;
            now.template follow<k>(card, trumps);
        }
        hand[k] = hand[k] ^ card;
        if constexpr (k + 1 < seats) play_hands<k + 1>(left, bits, false);
    }

    MU_INLINE constexpr void trick_from(int played, int left) {
        W bits = random;
        if (played == 0) play_hands<0>(left, bits, true);
        if (played == 1) play_hands<1>(left, bits, true);
        if constexpr (seats > 2)
            if (played == 2) play_hands<2>(left, bits, true);
        if constexpr (seats > 3)
            if (played == 3) play_hands<3>(left, bits, true);

        const trick_winner_word<W> by = now.winner();
        seat_winner(hand, by);
        W to_a;
        if constexpr (seats == 3) {
            seat_winner(in_a, by);
            to_a = in_a[0];
            tricks_a = tricks_a - to_a;
        } else {
            leader_in_a = leader_in_a ^ by.odd;
            tricks_a = tricks_a + arch::select(leader_in_a, splat(1), splat(0));
            if constexpr (R.keep_cards) to_a = arch::select(leader_in_a, ~splat(0), splat(0));
        }
        if constexpr (R.keep_cards) cards_a = cards_a | (trick & to_a);
    }
};

}  // namespace mu::inline MU_ISA

namespace mu::inline MU_ISA {

// Plays out one word of positions: lane j plays *from[j] with the random stream of seed[j].
// REQUIRES: all positions stand at the same card of the same trick.
template <play_rules R, typename W>
MU_INLINE constexpr void playout_word(
    const play_position<arch::element_of<W>, R.seats>* const* from, const std::uint64_t* seed,
    playout_result<arch::element_of<W>>* out) {
    using E = arch::element_of<W>;
    using position = play_position<E, R.seats>;
    constexpr int lanes = arch::word_traits<W>::lanes;
    const auto gather = [&](auto&& field) {
        E column[lanes];
        for (int j = 0; j < lanes; ++j) column[j] = field(j, *from[j]);
        return arch::load<W>(column);
    };

    playout_kernel<R, W> table;
    for (int k = 0; k < R.seats; ++k)
        table.hand[k] = gather([&](int, const position& p) { return p.hand[k]; });
    table.trumps = gather([](int, const position& p) { return p.trumps; });
    table.top_trump = table.held_back = arch::splat<W>(0);
    if constexpr (R.follow.spare_top_trump)
        table.top_trump = gather([](int, const position& p) { return p.top_trump; });
    if constexpr (R.hold_back)
        table.held_back = gather([](int, const position& p) { return p.held_back; });
    table.random = gather([&](int j, const position&) { return random_start<E>(seed[j]); });
    table.tricks_a = table.cards_a = arch::splat<W>(0);
    table.leader_in_a = arch::mask_from_bool<W>(true);
    if constexpr (R.seats == 3)
        for (int k = 0; k < 3; ++k)
            table.in_a[k] =
                gather([&](int, const position& p) { return p.solo == k ? ~E{0} : E{0}; });

    const int played = from[0]->played, tricks = from[0]->tricks;
    if (played > 0) {
        table.trick = gather([](int, const position& p) { return p.trick; });
        table.now.led = gather([](int, const position& p) { return p.led; });
        table.now.beaters = gather([](int, const position& p) { return p.beaters; });
        table.now.heads = gather([](int, const position& p) { return p.heads; });
        for (int k = 1; k < R.seats; ++k) {
            const W holds = gather([&](int, const position& p) { return E{p.winning == k}; });
            table.now.took[k] = arch::meets(holds, holds);
        }
    }
    if (tricks > 0) table.run(played, tricks);

    const W last = table.a_leads();
    E tricks_a[lanes], cards_a[lanes], last_a[lanes];
    arch::store(tricks_a, table.tricks_a);
    arch::store(cards_a, table.cards_a);
    arch::store(last_a, last);
    for (int j = 0; j < lanes; ++j) out[j] = {tricks_a[j], cards_a[j], last_a[j]};
}

// One playout.
template <play_rules R, typename E>
MU_HD constexpr playout_result<E> playout(const play_position<E, R.seats>& from,
                                          std::uint64_t seed) {
    playout_result<E> out;
    const play_position<E, R.seats>* const lane = &from;
    playout_word<R, E>(&lane, &seed, &out);
    return out;
}

}  // namespace mu::inline MU_ISA
