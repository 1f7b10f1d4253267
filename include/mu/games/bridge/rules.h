// Contract bridge from the first call to the last card: state and rules.
//
// Law numbers are those of the Laws of Duplicate Bridge (2017).
#pragma once

#include <mu/cards/deal.h>
#include <mu/games/bridge/calls.h>
#include <mu/games/view.h>

namespace mu {

struct bridge {
    static constexpr deck_info deck = decks::french_52;
    static constexpr int seats = 4;
    static constexpr play_rules play{.seats = 4, .tricks = 13, .follow = must_follow};

    // Actions after the cards. `pass` in the card play, where claims are allowed, is to stop
    // playing and claim.
    static constexpr action pass = 52, x = 53, xx = 54;
    static constexpr action first_bid = 55;    // 55 + rank of the bid, 1C .. 7NT
    static constexpr action first_claim = 90;  // 90 + tricks claimed, 0 .. 13
    static constexpr action accept = 104, reject = 105;

    static constexpr action bid_action(bridge_bid b) { return static_cast<action>(first_bid + b); }
    static constexpr action claim_action(int tricks) {
        return static_cast<action>(first_claim + tricks);
    }

    enum class phase : std::uint8_t {
        auction,
        play,        // until the last card of the deal
        claim,       // a player stopped and says how many tricks his side takes
        answer,      // the others accept that or not
        passed_out,  // over, no contract
        claimed,     // over, the rest was claimed
    };

    struct extra {
        phase now = phase::auction;
        vulnerability vul = vul_none;
        // The auction so far. The last bid, who made it and its stake are the contract in the end.
        bridge_bid last_bid = no_bridge_bid;
        seat bidder = seat::north;
        doubling stake = doubling::none;
        std::uint8_t passes = 0;          // in a row, at the end of the auction so far
        per_seat<std::uint8_t> named{};   // bit d: first of his side to bid denomination d
        seat declarer = seat::north;      // from the end of the auction on
        std::uint8_t faced = 0;           // bit k: seat k's hand lies open
        std::uint8_t honours = 0;         // points a hand was dealt: 0, 100 or 150; hidden
        seat honours_seat = seat::north;  // whose hand
        bool claims = false;              // the option
        bool claim_refused = false;       // in this trick: no more claims until the next
        std::uint8_t claimed = 0;         // tricks that the claimer's side wants of those left
        std::uint8_t accepted = 0;        // players who agreed so far

        friend constexpr bool operator==(const extra&, const extra&) = default;
    };

    enum class vul_rule : std::uint8_t { board, none, ns, ew, both };
    enum class scoring_rule : std::uint8_t { duplicate, rubber };
    struct options {
        vul_rule vul = vul_rule::board;
        scoring_rule scoring = scoring_rule::duplicate;
        bool honours = false;  // rubber only
        bool claims = false;
        std::uint8_t boards = 16;  // of a duplicate match
        friend constexpr bool operator==(const options&, const options&) = default;
    };

    // North, east, south, west: a deal number names the same four hands whoever deals.
    static constexpr deal_layout layout(const options&) { return mu::layout({13, 13, 13, 13}); }
};

// 32 bytes of hands, 32 of cards played, 22 of auction, contract and claim.
static_assert(std::is_trivially_copyable_v<game_state<bridge>>);
static_assert(sizeof(game_state<bridge>) <= 88);

constexpr bridge_contract contract_of(const game_state<bridge>& s) {
    return {s.extra.last_bid, s.extra.stake, s.extra.declarer};
}
constexpr deal_phase phase_of(const game_state<bridge>& s) {
    if (s.tricks_remaining == 0) return deal_phase::over;
    return s.extra.now == bridge::phase::auction ? deal_phase::auction : deal_phase::play;
}
constexpr std::optional<seat> chooser_of(const game_state<bridge>& s) {
    const bool settled =
        s.extra.now != bridge::phase::auction && s.extra.now != bridge::phase::passed_out;
    return settled ? std::optional(s.extra.declarer) : std::nullopt;
}
constexpr seat dummy_of(const game_state<bridge>& s) { return partner_of(s.extra.declarer); }

// Who chooses the card that is due: declarer for dummy.
constexpr seat controller_of(const game_state<bridge>& s) {
    return s.current_player == dummy_of(s) ? s.extra.declarer : s.current_player;
}

// Whom a claim is put to, first and second: both defenders if declarer claims; declarer and the
// claimer's partner if a defender does, for dummy has no say and a defender may not give away his
// partner's tricks against his will (Law 68B).
constexpr seat asked_of(const game_state<bridge>& s, int number) {
    const seat claimer = controller_of(s);
    if (claimer == s.extra.declarer) return seat_after<bridge>(claimer, number == 0 ? 1 : 3);
    return number == 0 ? s.extra.declarer : partner_of(claimer);
}

// A refused claim bars others for the rest of the trick only.
constexpr void trick_done(game_state<bridge>& s) { s.extra.claim_refused = false; }

namespace bridge_detail {

// The ranks T J Q K A of a suit; the aces of all suits without trumps.
constexpr card_mask honour_cards(suit trump) {
    card_mask out = 0;
    if (trump != suit::none) return card_mask{0x1F} << make_card<bridge>(trump, 8);
    for (const suit s : all_suits) out |= bit(make_card<bridge>(s, 12));
    return out;
}

// Four trump honours in one hand are worth 100; five, or four aces without trumps, 150.
constexpr void find_honours(game_state<bridge>& s) {
    const card_mask honours = honour_cards(s.trump);
    for (int k = 0; k < 4; ++k) {
        const int held = ops::popcount(s.hands[k] & honours);
        if (held < 4) continue;
        s.extra.honours = held == 4 && s.trump != suit::none ? 100 : 150;
        s.extra.honours_seat = static_cast<seat>(k);
    }
}

constexpr std::uint8_t denomination_bit(bridge_bid b) {
    return static_cast<std::uint8_t>(1 << index(bridge_denomination(b)));
}

// Three passes after a bid: the first of the side to name the denomination declares, and the player
// on his left leads.
constexpr void end_auction(game_state<bridge>& s) {
    bridge::extra& x = s.extra;
    const bool bidder_first = (x.named[x.bidder] & denomination_bit(x.last_bid)) != 0;
    x.declarer = bidder_first ? x.bidder : partner_of(x.bidder);
    x.now = bridge::phase::play;
    s.trump = trump_suit(bridge_denomination(x.last_bid));
    s.current_player = next_seat(x.declarer);
    find_honours(s);
}

constexpr void end_passed_out(game_state<bridge>& s) {
    s.extra.now = bridge::phase::passed_out;
    s.tricks_remaining = 0;
}

// The tricks left, the one on the table included, are shared out as claimed.
constexpr void end_claimed(game_state<bridge>& s) {
    const auto side = static_cast<std::size_t>(partnership_of(controller_of(s)));
    const int mine = s.extra.claimed, theirs = s.tricks_remaining - mine;
    s.tricks_won[side] = static_cast<std::uint8_t>(s.tricks_won[side] + mine);
    s.tricks_won[1 - side] = static_cast<std::uint8_t>(s.tricks_won[1 - side] + theirs);
    s.tricks_remaining = 0;
    s.extra.now = bridge::phase::claimed;
}

constexpr void face(game_state<bridge>& s, seat who) {
    s.extra.faced = static_cast<std::uint8_t>(s.extra.faced | (1 << index(who)));
}

}  // namespace bridge_detail

template <>
struct rules<bridge> : trick_play<bridge> {
    using phase = bridge::phase;

    static constexpr seat to_act(const state& s) {
        switch (s.extra.now) {
            case phase::play:
            case phase::claim:
                return controller_of(s);
            case phase::answer:
                return asked_of(s, s.extra.accepted);
            default:
                return s.current_player;
        }
    }

    static constexpr action_set legal_actions(const state& s) {
        if (is_over(s)) return {};
        switch (s.extra.now) {
            case phase::auction:
                return {legal_calls(s), bridge::pass};
            case phase::claim:
                return {(std::uint64_t{2} << s.tricks_remaining) - 1, bridge::first_claim};
            case phase::answer:
                return {0b11, bridge::accept};
            default:
                return {legal_moves(s) | (may_claim(s) ? bit(bridge::pass) : 0), 0};
        }
    }

    // Bit 0 pass, bit 1 double, bit 2 redouble, bit 3 + rank a bid.
    // REQUIRES: the auction is not over.
    static constexpr std::uint64_t legal_calls(const state& s) {
        constexpr std::uint64_t all_bids = (std::uint64_t{1} << bridge_bid_count) - 1;
        const bridge::extra& x = s.extra;
        if (x.last_bid == no_bridge_bid) return all_bids << 3 | 1;
        const bool ours = partnership_of(x.bidder) == partnership_of(s.current_player);
        const std::uint64_t higher = all_bids >> (x.last_bid + 1) << (x.last_bid + 1);
        const std::uint64_t may_double = !ours && x.stake == doubling::none;
        const std::uint64_t may_redouble = ours && x.stake == doubling::doubled;
        return higher << 3 | may_redouble << 2 | may_double << 1 | 1;
    }

    // REQUIRES: the action is legal.
    static constexpr void apply(state& s, action a) {
        switch (s.extra.now) {
            case phase::auction:
                return call(s, a);
            case phase::claim:
                s.extra.claimed = static_cast<std::uint8_t>(a - bridge::first_claim);
                s.extra.now = phase::answer;
                return;
            case phase::answer:
                return answer(s, a);
            default:
                return a == bridge::pass ? stop_to_claim(s) : play_to_trick(s, a);
        }
    }

private:
    static constexpr bool may_claim(const state& s) {
        return s.extra.claims && !s.extra.claim_refused && s.extra.faced != 0;
    }

    static constexpr void call(state& s, action a) {
        bridge::extra& x = s.extra;
        const seat who = s.current_player;
        s.current_player = next_seat(who);
        if (a == bridge::pass) {
            ++x.passes;
            if (x.passes == 4) bridge_detail::end_passed_out(s);
            if (x.passes == 3 && x.last_bid != no_bridge_bid) bridge_detail::end_auction(s);
            return;
        }
        x.passes = 0;
        if (a == bridge::x || a == bridge::xx) {
            x.stake = a == bridge::x ? doubling::doubled : doubling::redoubled;
            return;
        }
        x.last_bid = static_cast<bridge_bid>(a - bridge::first_bid);
        x.bidder = who;
        x.stake = doubling::none;
        const std::uint8_t named = bridge_detail::denomination_bit(x.last_bid);
        if (((x.named[who] | x.named[partner_of(who)]) & named) == 0)
            x.named[who] = static_cast<std::uint8_t>(x.named[who] | named);
    }

    static constexpr void play_to_trick(state& s, card c) {
        play_card(s, c);
        bridge_detail::face(s, dummy_of(s));  // after the opening lead, and then for good
    }

    // Whoever claims shows his hand.
    static constexpr void stop_to_claim(state& s) {
        s.extra.now = phase::claim;
        bridge_detail::face(s, controller_of(s));
    }

    static constexpr void answer(state& s, action a) {
        if (a == bridge::accept) {
            if (++s.extra.accepted == 2) bridge_detail::end_claimed(s);
            return;
        }
        s.extra.now = phase::play;
        s.extra.claim_refused = true;
        s.extra.claimed = s.extra.accepted = 0;
    }
};

}  // namespace mu
