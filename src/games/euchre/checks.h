// What a position of euchre must hold to, whatever text it comes from.
#pragma once

#include <fmt/format.h>

#include <mu/games/euchre.h>

#include "api/state_text.h"

namespace mu::detail {

namespace euchre_checks {

using phase = euchre_terms::phase;

template <typename V>
void validate_bidding(const game_state<V>& s) {
    demand(s.trump == suit::none && s.extra.maker == seat::north,
           "nobody has called: trump is n and maker is N");
    demand(s.extra.active == 0b1111, "nobody has called: active is 15");
    if (s.extra.phase != phase::passed_out) return;
    demand(!s.extra.house.stick_dealer, "with stick_dealer=on a deal cannot be passed out");
    demand(s.current_player == s.dealer, "the dealer is the last to pass");
}

// The upcard, where it may have gone, and the discard.
template <typename V>
void validate_upcard(const game_state<V>& s) {
    const auto& x = s.extra;
    card_mask held = s.played;
    for (const card_mask hand : s.hands) held |= hand;
    if (!ordered_up(s)) {
        demand(!(held & bit(x.upcard)), "the upcard was not taken, it is in nobody's hand");
        demand(x.discard == no_card, "the dealer has not discarded");
        return;
    }
    const bool with_dealer = (s.hands[s.dealer] & bit(x.upcard)) != 0;
    if (x.phase == phase::discard) {
        demand(x.discard == no_card && with_dealer, "the dealer holds the upcard and discards");
        return;
    }
    demand(x.discard != no_card, "the dealer's discard is missing");
    demand(!(held & bit(x.discard)), "the discard is in a hand or played");
    demand(x.discard != x.upcard || x.house.discard_upcard, "the upcard may not be discarded");
    demand(with_dealer || x.discard == x.upcard || (s.played & bit(x.upcard)),
           "the dealer took the upcard");
}

// Who may be alone at this point.
template <typename V>
void validate_active(const game_state<V>& s) {
    const auto& x = s.extra;
    demand(x.active <= 0b1111, "active is at most 15");
    demand(!sits_out(s, x.maker), "the maker does not sit out");
    const seat left = next_seat(x.maker), right = partner_of(left);
    demand(!sits_out(s, left) || !sits_out(s, right), "one defender must play");

    const bool ordered_partner = ordered_up(s) && x.maker == partner_of(s.dealer);
    if (x.house.canadian_loner && ordered_partner)
        demand(maker_alone(s), "who orders up his own partner plays alone");
    else if (!x.house.alone_with_call && x.phase <= phase::go_alone)
        demand(!maker_alone(s), "the maker has not yet been asked to play alone");
    if (lone_defender(s))
        demand(x.phase == phase::play && rules<V>::defenders_are_asked(s),
               "no defender can be alone");
}

template <typename V>
void validate_call(const game_state<V>& s) {
    const auto& x = s.extra;
    demand(s.trump != suit::none || x.house.no_trump, "no-trump calls are not played");
    demand(x.phase != phase::discard || ordered_up(s), "a discard follows an order to pick up");
    validate_active(s);
    switch (x.phase) {
        case phase::discard:
            return demand(s.current_player == s.dealer, "the dealer discards");
        case phase::go_alone:
            demand(!x.house.alone_with_call && !maker_alone(s), "the maker is not asked");
            return demand(s.current_player == x.maker, "the maker is asked");
        case phase::defend_alone:
            demand(rules<V>::defenders_are_asked(s), "the defenders are not asked");
            return demand(partnership_of(s.current_player) != partnership_of(x.maker),
                          "a defender is asked");
        default:
            return;
    }
}

template <typename V>
void validate_trick(const game_state<V>& s) {
    const trick_state& t = s.trick;
    const int done = V::play.tricks - s.tricks_remaining;
    const int size = trick_play<V>::trick_size(s);
    const bool leading = trick_play<V>::leading(s);
    const seat first = rules<V>::first_leader(s);
    if (t.num_played == 0) {
        demand(done == 0, "the last trick is missing");
        demand(s.current_player == first, seat_str<V>(first) + " leads to the first trick");
        demand(t.lead_seat == seat::north, "without a trick its leader is N");
    } else {
        demand(!sits_out(s, t.lead_seat) && t.num_played <= size, "who sits out plays no card");
        demand(done > (leading ? 1 : 0) || t.lead_seat == first,
               seat_str<V>(first) + " leads to the first trick");
        demand(!leading || (done > 0 && s.tricks_won[partnership_of(t.current_winner)] > 0),
               "the winners of the last trick have won none");
        validate_turn(s);
    }
    demand(s.tricks_won[0] + s.tricks_won[1] == done, "tricks won and left must make five");
    const int due = done * size + (leading ? 0 : t.num_played);
    demand(ops::popcount(s.played) == due,
           fmt::format("{} cards are played, {} are due", ops::popcount(s.played), due));
}

template <typename V>
int hand_due(const game_state<V>& s, seat who) {
    if (s.extra.phase == phase::discard && who == s.dealer) return 6;
    if (s.extra.phase != phase::play || sits_out(s, who)) return V::play.tricks;
    return cards_due(s, index(who));
}

}  // namespace euchre_checks

// std::invalid_argument if hands, calls and tricks do not agree with each other.
template <typename V>
void check_euchre_position(const game_state<V>& s) {
    using namespace euchre_checks;
    demand(s.extra.phase <= phase::passed_out, "phase is at most 6");
    demand(s.extra.upcard != no_card, "the upcard is missing");
    if (has_maker(s))
        validate_call(s);
    else
        validate_bidding(s);
    validate_hands(s);  // after it is known who sits out
    validate_upcard(s);
    if (s.extra.phase == phase::play) {
        demand(s.tricks_remaining <= V::play.tricks, "a deal has five tricks");
        validate_trick(s);
    } else {
        const int left = s.extra.phase == phase::passed_out ? 0 : V::play.tricks;
        demand(s.tricks_remaining == left, fmt::format("left must be {}", left));
        demand(s.played == 0 && s.trick == trick_state{} && s.tricks_won[0] + s.tricks_won[1] == 0,
               "no card has been played yet");
    }
    validate_lengths(s, [&](int k) { return hand_due(s, static_cast<seat>(k)); });
}

}  // namespace mu::detail
