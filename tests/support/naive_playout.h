// A playout through the rules of a game, card by card, with the draws of the playout kernel: equal
// results for equal seeds prove that kernel and rules agree on every legal set and every winner.
#pragma once

#include <mu/games/rollout.h>

namespace mu::test {

// REQUIRES: as to_position(); a game of four seats, the first card after s is in play.
template <typename V>
playout_result<word_of<V>> naive_playout(game_state<V> s, std::uint64_t seed) {
    using word = word_of<V>;
    constexpr int draws = sizeof(word) / 2;  // from one random word
    const play_space<V> space = space_of<V>(trick_play<V>::order(s));
    const seat first = trick_play<V>::leading(s) ? s.current_player : s.trick.lead_seat;
    playout_result<word> out;
    word random = random_start<word>(seed), bits = random;
    bool fresh = true;
    while (!trick_play<V>::is_over(s)) {
        const int k = trick_play<V>::leading(s) ? 0 : s.trick.num_played;
        if (fresh || k % draws == 0) bits = random = random_step(random);
        fresh = false;
        const word legal = space.to_play(rules<V>::legal_moves(s));
        const word r = arch::scale16(bits, static_cast<word>(arch::popcount(legal)));
        bits >>= 16;
        rules<V>::play_card(s, space.to_card(arch::nth_bit(legal, r, V::play.tricks)));
        if (!trick_play<V>::leading(s)) continue;
        const bool to_a = partnership_of(s.trick.current_winner) == partnership_of(first);
        out.tricks += to_a;
        if (to_a && V::play.keep_cards) out.cards |= space.to_play(s.trick.mask);
        out.last = to_a ? ~word{0} : word{0};
    }
    return out;
}

}  // namespace mu::test
