// What everybody at the table remembers of a deal and the state does not keep: who played which
// cards, who showed out of a suit, who said what.
//
// It is made of public actions only. A table keeps one for all seats; a player who has its view's
// history makes the same one from it.
#pragma once

#include <mu/games/view.h>

namespace mu {

// What a game says of itself to the encoder, in games/<game>/encoding.h; see encode/encode.h.
template <variant V>
struct encoding;

template <variant V>
struct public_memory {
    per_seat<hand_mask<V>, V::seats> by{};          // the cards each seat has played
    per_seat<std::uint64_t, V::seats> said{};       // bit k: call k of encoding<V>
    per_seat<std::uint8_t, V::seats> void_suits{};  // bit s: did not follow to suit s; 4: a fifth

    // An action is about to be made. `before` may be a view's state. What not everybody sees is
    // not kept.
    constexpr void note(const game_state<V>& before, action a) {
        const seat actor = rules<V>::to_act(before);
        for (int k = 0; k < V::seats; ++k)
            if (!sees_action(before, a, static_cast<seat>(k))) return;
        if (a >= deck_traits<V>::cards) {
            const int call = encoding<V>::call_of(before, a);
            if (call >= 0) said[actor] |= std::uint64_t{1} << call;
            return;
        }
        if (phase_of(before) != deal_phase::play) return;
        const seat owner = before.current_player;
        by[owner] |= static_cast<hand_mask<V>>(bit(a));
        if (shows_out(before, a))
            void_suits[owner] =
                static_cast<std::uint8_t>(void_suits[owner] | 1U << index(before.trick.lead_suit));
    }

    friend constexpr bool operator==(const public_memory&, const public_memory&) = default;

private:
    static constexpr bool shows_out(const game_state<V>& before, card c) {
        using play = trick_play<V>;
        if (play::leading(before)) return false;
        // Cards of no suit tell nothing, unless they make up a fifth.
        if (before.trick.lead_suit == suit::none && play_space<V>::fields == 4) return false;
        if constexpr (requires { encoding<V>::must_follow(before); })
            if (!encoding<V>::must_follow(before)) return false;
        const auto order = play::order(before);
        const suit of = effective_suit<V>(c, order);
        if (of == before.trick.lead_suit) return false;
        // Where trumps may be played at any time, one says nothing.
        constexpr bool any_time = V::play.follow.trump_replaces_suit;
        return !any_time || of != trump_of<V>(order);
    }
};

}  // namespace mu
