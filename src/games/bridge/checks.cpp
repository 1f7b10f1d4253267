// What a position of bridge must hold to, whatever text it comes from.

#include <fmt/format.h>

#include "api/state_text.h"
#include "games/bridge/bridge_text.h"

namespace mu::detail {

namespace {

using options = bridge::options;
using phase = bridge::phase;
using state = game_state<bridge>;

void validate_auction(const state& s) {
    const bridge::extra& x = s.extra;
    if (x.last_bid == no_bridge_bid) {
        if (x.stake != doubling::none) refuse("there is a double but no bid");
        for (const int named : x.named)
            if (named != 0) refuse("a denomination was named but there is no bid");
    } else {
        if (x.last_bid >= bridge_bid_count) refuse("last_bid is 0 to 34, or 255 for none");
        const int named = bridge_detail::denomination_bit(x.last_bid);
        if (((x.named[x.bidder] | x.named[partner_of(x.bidder)]) & named) == 0)
            refuse("nobody of the bidder's side named the denomination of the last bid");
    }
    for (int side = 0; side < 2; ++side) {
        if ((x.named[side] | x.named[side + 2]) >= 1 << denomination_count)
            refuse("named is a set of five denominations, at most 31");
        if ((x.named[side] & x.named[side + 2]) != 0)
            refuse("both players of a side were the first to name a denomination");
    }
    const bool has_bid = x.last_bid != no_bridge_bid;
    const int passes_now = x.now == phase::passed_out ? 4 : 3;
    if (x.now == phase::auction ? x.passes > (has_bid ? 2 : 3) : x.passes != passes_now)
        refuse("that many passes do not fit the phase");
    if ((x.now == phase::auction || x.now == phase::passed_out) ? s.trump != suit::none : !has_bid)
        refuse("the phase does not fit the auction");
    if (x.now == phase::passed_out && has_bid) refuse("passed out, but there is a bid");
    if (x.now == phase::passed_out && s.current_player != s.dealer)
        refuse("after four passes the dealer would be to call");
    if (x.now != phase::auction) return;
    // Who spoke before the passes; the dealer's right-hand neighbour if nobody did.
    const seat spoke = seat_after<bridge>(s.current_player, 3 - x.passes);
    const bool ours = partnership_of(spoke) == partnership_of(x.bidder);
    bool in_turn = spoke == seat_after<bridge>(s.dealer, 3);
    if (has_bid)
        in_turn = x.stake == doubling::none      ? spoke == x.bidder
                  : x.stake == doubling::doubled ? !ours
                                                 : ours;
    if (!in_turn) refuse(seat_str<bridge>(s.current_player) + " is not the seat to call");
}

// After the auction: trump, declarer and the order of play.
void validate_contract(const state& s) {
    const bridge::extra& x = s.extra;
    if (s.trump != trump_suit(bridge_denomination(x.last_bid)))
        refuse("the trump suit is not that of the contract");
    if (partnership_of(x.declarer) != partnership_of(x.bidder) ||
        !(x.named[x.declarer] & bridge_detail::denomination_bit(x.last_bid)))
        refuse("declarer is not the first of the side to name the denomination");
    const int dummy_bit = 1 << index(dummy_of(s));
    if (s.played != 0 ? !(x.faced & dummy_bit) : x.faced != 0)
        refuse("dummy's hand lies open after the opening lead, not before");
    if (x.faced > 15) refuse("faced is a set of four seats, at most 15");
    const bool leading = trick_play<bridge>::leading(s);
    const seat due = s.played == 0 ? next_seat(x.declarer)
                     : leading     ? s.trick.current_winner
                                   : seat_after<bridge>(s.trick.lead_seat, s.trick.num_played);
    if (s.current_player != due)
        refuse(fmt::format("it is {}'s turn to play", seat_str<bridge>(due)));
}

// `left`: the tricks not played out, whatever was claimed of them.
void validate_counts(const state& s, int left) {
    const int claimed = left - s.tricks_remaining;
    validate_lengths(s, [&](int k) { return cards_due(s, k) + claimed; });
    if (ops::popcount(s.played) !=
        4 * (13 - left) + (trick_play<bridge>::leading(s) ? 0 : s.trick.num_played))
        refuse("the cards played do not fit the tricks left");
    for (int k = 0; k < s.trick.num_played; ++k)
        if (s.trick.cards[seat_after<bridge>(s.trick.lead_seat, k)] == no_card)
            refuse("a player between two others has not played to the trick");
}

void validate_claim(const state& s) {
    const bridge::extra& x = s.extra;
    const bool asks = x.now == phase::claim || x.now == phase::answer || x.now == phase::claimed;
    if ((asks || x.claim_refused) && !x.claims) refuse("this game has no claims");
    if (asks && (s.played == 0 || !((x.faced >> index(controller_of(s))) & 1)))
        refuse("a claimer's hand lies open, after the opening lead");
    if (asks && x.claim_refused) refuse("a claim was refused in this trick");
    const int accepted = x.now == phase::claimed ? 2 : x.now == phase::answer ? 1 : 0;
    if (x.now == phase::answer ? x.accepted > accepted : x.accepted != accepted)
        refuse("the answers do not fit the phase");
    const bool says = x.now == phase::answer || x.now == phase::claimed;
    if (!says && x.claimed != 0) refuse("tricks are claimed in a claim only");
}

}  // namespace

void check_bridge_position(const state& s, const options& o) {
    const bridge::extra& x = s.extra;
    validate_hands(s);
    if (x.now > phase::claimed) refuse("phase is 0 to 5");
    if (x.vul > vul_both) refuse("vul is 0 to 3");
    if (o.vul != bridge::vul_rule::board && x.vul != bridge_vulnerability(o, 0))
        refuse("the vulnerability is not that of the game's option vul");
    if (x.stake > doubling::redoubled) refuse("stake is 0 to 2");
    if (x.claims != o.claims) refuse("claims is not as the game's option says");
    if (x.honours != 0 && x.honours != 100 && x.honours != 150)
        refuse("honours are 0, 100 or 150 points");
    validate_auction(s);

    const bool carded = x.now != phase::auction && x.now != phase::passed_out;
    if (carded) {
        validate_contract(s);
    } else if (s.played != 0 || s.trick.num_played != 0 || x.faced != 0 || x.honours != 0) {
        refuse("cards were played, but there is no contract");
    }
    validate_claim(s);

    const bool early = x.now == phase::passed_out || x.now == phase::claimed;
    if (early ? s.tricks_remaining != 0 : s.tricks_remaining > 13)
        refuse("left does not fit the phase");
    if (x.now != phase::play && !early && s.tricks_remaining == 0)
        refuse("no tricks are left, but the phase is not the end of the play");
    int most = 0;  // cards in the fullest hand: tricks that were not played out
    for (const card_mask hand : s.hands) most = std::max(most, ops::popcount(hand));
    validate_counts(s, early ? most : s.tricks_remaining);
    const int won = s.tricks_won[0] + s.tricks_won[1];
    if (won != (x.now == phase::passed_out ? 0 : 13 - s.tricks_remaining))
        refuse("tricks won and left are not 13");
    if (x.now == phase::answer && x.claimed > s.tricks_remaining)
        refuse("more tricks are claimed than are left");
}

}  // namespace mu::detail
