#include <algorithm>

#include <mu/cards/text.h>
#include <mu/games/bridge/board.h>

#include "api/fields.h"
#include "api/source_text.h"
#include "games/bridge/bridge_text.h"
#include "games/bridge/replay.h"

namespace mu {

namespace {

using detail::refuse_at;

void apply_at(position& p, action a, text_place where) {
    try {
        p.apply(a);
    } catch (const illegal_action& e) {
        throw illegal_action(detail::located(where, e.what()));
    }
}

std::string deal_text(const bridge_board& board) {
    if (!board.dealer) throw std::invalid_argument("the board has no dealer");
    if (!board.vul || *board.vul > vul_both)
        throw std::invalid_argument("the board does not say who is vulnerable");
    for (int k = 0; k < 4; ++k)
        if (const int n = ops::popcount(board.hands[static_cast<seat>(k)]); n != 13)
            throw std::invalid_argument(
                fmt::format("{} has {} cards, not 13", seat_str<bridge>(static_cast<seat>(k)), n));
    std::string out =
        seat_str<bridge>(*board.dealer) + " " + std::string(detail::vul_names[*board.vul]);
    for (const card_mask hand : board.hands) out += " " + hand_str<bridge>(hand);
    return out;
}

// The deal a position began with.
game_state<bridge> start_of(const position& p) {
    per_seat<card_mask> hands{};
    const std::string text = p.deal_text();
    detail::field_reader fields(text);
    const seat dealer = fields.read("the dealer", [](auto t) { return parse_seat<bridge>(t); });
    const auto vul = fields.read("the vulnerability", [](auto t) {
        return static_cast<vulnerability>(std::ranges::find(detail::vul_names, t) -
                                          detail::vul_names.begin());
    });
    for (card_mask& hand : hands)
        hand = fields.read("a hand", [](auto t) { return parse_hand<bridge>(t); });
    return bridge_start(hands, dealer, vul, p.game().option("claims") == "on");
}

// Stops the play with the claim that gives declarer so many tricks in all.
void claim_rest(position& p, const game_state<bridge>& s, const bridge_board& board) {
    const int due = *board.tricks - declarer_tricks(s);
    if (due < 0 || due > s.tricks_remaining)
        refuse_at(board.tricks_at,
                  fmt::format("declarer has {} tricks and {} are left: {} in all cannot be",
                              declarer_tricks(s), int{s.tricks_remaining}, *board.tricks));
    const bool declaring = partnership_of(controller_of(s)) == partnership_of(s.extra.declarer);
    p.apply(bridge::pass);
    p.apply(bridge::claim_action(declaring ? due : s.tricks_remaining - due));
    p.apply(bridge::accept);
    p.apply(bridge::accept);
}

}  // namespace

game_state<bridge> detail::replay_bridge(const position& p) {
    game_state<bridge> s = start_of(p);
    for (const action a : p.history()) rules<bridge>::apply(s, a);
    return s;
}

position to_position(const bridge_board& board) {
    const bool stops = board.tricks && board.cards.size() < 52;
    const game g(stops ? "bridge(claims=on)" : "bridge");
    position p = g.deal(deal_text(board));
    for (const board_call& c : board.calls) {
        if (c.call < bridge::pass || c.call >= bridge::first_claim)
            refuse_at(c.where, "that is not a call");
        apply_at(p, c.call, c.where);
    }
    for (const board_card& c : board.cards) {
        if (c.what >= deck_traits<bridge>::cards) refuse_at(c.where, "that is not a card");
        apply_at(p, c.what, c.where);
    }
    if (!board.tricks) return p;
    const game_state<bridge> s = detail::replay_bridge(p);
    if (board.cards.size() == 52 && declarer_tricks(s) != *board.tricks)
        refuse_at(board.tricks_at, fmt::format("a result of {} tricks, but the play gives {}",
                                               *board.tricks, declarer_tricks(s)));
    if (!stops || p.is_over()) return p;
    // Nothing can be claimed before the opening lead; a result without any play is left aside.
    if (s.extra.now == bridge::phase::play && s.played != 0) claim_rest(p, s, board);
    return p;
}

bridge_board to_board(const position& p) {
    if (p.game().info().name != "bridge") throw std::invalid_argument("not a position of bridge");
    game_state<bridge> s = start_of(p);
    bridge_board board;
    board.dealer = s.dealer;
    board.vul = s.extra.vul;
    board.hands = s.hands;
    for (const action a : p.history()) {
        if (s.extra.now == bridge::phase::auction)
            board.calls.push_back({.call = a, .explanation = {}, .where = {}});
        else if (a < deck_traits<bridge>::cards)
            board.cards.push_back({.what = a, .where = {}});
        rules<bridge>::apply(s, a);
    }
    const bool played = s.tricks_remaining == 0 && s.extra.now != bridge::phase::passed_out;
    if (played) board.tricks = declarer_tricks(s);
    return board;
}

}  // namespace mu
