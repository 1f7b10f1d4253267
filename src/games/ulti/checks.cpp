// What a position of ulti must hold to, whatever text it comes from.

#include <numeric>

#include "api/state_text.h"
#include "games/ulti/ulti_text.h"

namespace mu::detail {

namespace {

// Hands, tricks and the cards laid away add up to the deck and to the phase.
void validate_cards(const game_state<ulti>& s) {
    validate_hands(s);
    const card_mask out = s.laid[s.soloist].mask();
    card_mask all = s.played;
    for (const card_mask hand : s.hands) all |= hand;
    if (all & out) refuse("laid away and yet in play: " + mask_str<ulti>(all & out));
    validate_deck(s, out);
    const bool laying = s.phase == ulti_phase::lay_away;
    if (const int n = ops::popcount(out); laying ? n > 1 : n != 2)
        refuse(fmt::format("{} cards laid away in phase {}", n, ulti_phase_name(s.phase)));
    for (int k = 0; k < 3; ++k) {
        int due = cards_due(s, k);
        if (laying && k == index(s.soloist)) due += 2 - ops::popcount(out);
        if (const int n = ops::popcount(s.hands[k]); n != due)
            refuse(fmt::format("seat {} holds {} cards, {} are due", k, n, due));
    }
}

// The deal ended before a card was played: a passz that is just paid, or the soloist gave up.
bool may_end_unplayed(const game_state<ulti>& s) {
    return (s.bid == bid_passz && !s.rules.passz_play) || s.rules.give_up;
}

void validate_bid(const game_state<ulti>& s) {
    const bool may_lack = s.phase == ulti_phase::lay_away || s.phase == ulti_phase::bid;
    const bool begun = s.trick.num_played > 0 || s.tricks_remaining < 10;
    if (begun && s.phase < ulti_phase::kontra) refuse("cards are played after the auction");
    if (s.bid == ulti_no_bid) {
        if (!may_lack) refuse("nobody has bid");
        if (s.soloist != seat_after<ulti>(s.dealer)) refuse("the seat after the dealer bids first");
    } else if (s.bid >= ulti_bid_count || bid_rank(s.bid, s.rules.table) == 0) {
        refuse(fmt::format("no bid {} at this table", s.bid));
    } else if (may_lack && higher_bids(s) == 0) {
        refuse("there is no higher bid to take the talon for");
    }
    if (s.phase < ulti_phase::kontra) {
        if (s.trump != suit::none) refuse("trump is not named yet");
        const ulti_bid* b = s.bid == ulti_no_bid ? nullptr : &ulti_bids[s.bid];
        if (s.phase == ulti_phase::name_trump && (!b->trump || b->red))
            refuse("the bid leaves no trump suit to name");
        return;
    }
    if (s.phase == ulti_phase::over && !begun) {
        if (!may_end_unplayed(s)) refuse("the deal is not over before the first card");
        if (s.bid == bid_passz && !s.rules.passz_play && s.trump == suit::none) return;
    }
    const ulti_bid& b = contract_of(s);
    if (s.bid == bid_passz && !s.rules.passz_play) refuse("a passz is not played");
    if (!b.trump ? s.trump != suit::none : s.trump == suit::none || b.red != (s.trump == ulti::red))
        refuse("the trump suit does not fit the bid");
}

void validate_kontra(const game_state<ulti>& s) {
    const bool begun = s.bid != ulti_no_bid;
    for (int i = 0; i < most_ulti_units; ++i) {
        const ulti_stake& t = s.stakes[static_cast<std::size_t>(i)];
        const bool there = begun && i < stake_count(s);
        if (!there && (t.level != 0 || t.answer != 0)) refuse("kontra on something not bid");
        if (!there) continue;
        if (s.phase < ulti_phase::kontra && (t.level != 0 || t.answer != 0))
            refuse("kontra is said after the auction");
        if (t.level > s.rules.kontra_max) refuse("more kontra than kontra_max allows");
        if (t.answer & ~answering_seats(s, i)) refuse("a seat may raise kontra out of turn");
    }
    if (s.phase == ulti_phase::kontra && !may_raise(s, s.current_player))
        refuse("the seat to act has nothing to double");
}

void validate_play(const game_state<ulti>& s) {
    const int tricks = std::accumulate(s.tricks_won.begin(), s.tricks_won.end(), 0);
    if (s.tricks_remaining > 10 || tricks != 10 - s.tricks_remaining)
        refuse("the tricks won and left are not ten");
    int tens = 0;
    for (const ulti_tally& t : s.tally) tens += t.tens;
    const card_mask tricks_cards =
        trick_play<ulti>::leading(s) ? s.played : s.played & ~s.trick.mask;
    const int due =
        card_points<ulti>(tricks_cards, order_now(s)) / 10 + (s.tricks_remaining == 0 ? 1 : 0);
    if (tens != due) refuse(fmt::format("{} tens won, {} are due", tens, due));
    if (s.aces > 4) refuse("there are four aces");
    if (s.trick.num_played == 0 && s.tricks_remaining < 10) refuse("the last trick is missing");
    const bool decided = s.trick.num_played > 0 && trick_play<ulti>::leading(s) && is_decided(s);
    if (s.phase == ulti_phase::over) {
        if (s.trick.num_played > 0 && !decided) refuse("the deal is not decided yet");
        return;
    }
    if (s.tricks_remaining == 0) refuse("ten tricks are the end");
    if (decided) refuse("the deal is decided and over");
    seat due_seat = s.soloist;
    if (s.phase == ulti_phase::play)
        due_seat = !trick_play<ulti>::leading(s)
                       ? seat_after<ulti>(s.trick.lead_seat, s.trick.num_played)
                   : s.trick.num_played > 0     ? s.trick.current_winner
                   : s.rules.first_bidder_leads ? seat_after<ulti>(s.dealer)
                                                : seat{s.soloist};
    if (s.phase != ulti_phase::answer && s.phase != ulti_phase::kontra &&
        s.current_player != due_seat)
        refuse(fmt::format("seat {} is to act", index(due_seat)));
    if (s.phase == ulti_phase::kontra && !trick_play<ulti>::leading(s))
        refuse("kontra is said between tricks");
}

}  // namespace

void check_ulti_position(const game_state<ulti>& s) {
    validate_cards(s);
    validate_bid(s);
    validate_kontra(s);
    validate_play(s);
}

}  // namespace mu::detail
