// What a position of contrée must hold to, whatever text it comes from.

#include "api/state_text.h"
#include "games/contree/contree_text.h"

namespace mu::detail {

namespace {

using contree_state = game_state<contree>;
using phase = contree::phase;

bool is_bid_of(const contree_house& house, int bid) {
    using namespace contree_calls;
    return is_bid(bid) && is_bid_in_two_steps(bid) == house.in_two_steps() &&
           house.ladder().has(level_of(bid)) && (suit_of(bid) != suit::none || house.all_contracts);
}

// The seat to speak follows from the calls since the last bid or coinche.
void validate_auction(const contree_state& s) {
    const contree::extra& x = s.extra;
    if (s.trump != suit::none) refuse("there is no trump suit before the auction is over");
    if (s.played != 0 || s.tricks_remaining != 8 || s.tricks_won != contree_state{}.tricks_won ||
        x.points != contree::extra{}.points || x.belote != -1)
        refuse("nothing is played or won before the auction is over");
    if (x.bid == contree_calls::pass && (x.bidder != contree::extra{}.bidder || x.coinche != 0))
        refuse("a bidder or a coinche without a bid");
    if (x.stage == phase::passed_out) {
        if (x.bid != contree_calls::pass || x.passes != 4)
            refuse("a deal is passed out by four passes without a bid");
        return;
    }
    if (x.stage == phase::strain) {
        if (x.bid == contree_calls::pass || x.coinche != 0 || x.passes != 0 ||
            s.current_player != x.bidder)
            refuse("only the bidder may name the strain, right after the level");
        if (!x.house.in_two_steps()) refuse("a bid is one action in this game");
        if (contree_calls::strain_of(int{x.bid}) != contree_calls::strain::spades)
            refuse("a bid whose strain is owed is numbered as if in spades");
        return;
    }
    if (x.passes > (x.bid == contree_calls::pass ? 3 : 2)) refuse("too many passes in a row");
    if (x.coinche > 1) refuse("a surcoinche ends the auction");
    const int since = (index(s.current_player) - x.passes - 1) & 3;  // who spoke before the passes
    if (x.stage == phase::interjection) {
        if (!x.house.coinche_out_of_turn) refuse("no coinche out of turn in this game");
        if (x.bid == contree_calls::pass || x.coinche != 0 || x.passes != 0 ||
            s.current_player != seat_after<contree>(x.bidder, 3))
            refuse("only the bidder's right-hand opponent may interject, right after the bid");
    } else if (x.bid == contree_calls::pass) {
        if (since != index(s.dealer)) refuse("the seat after the dealer speaks first");
    } else if (x.coinche == 0 ? since != index(x.bidder)
                              : (since & 1) == partnership_of(x.bidder)) {
        refuse(fmt::format("{} is not the seat to speak", seat_str<contree>(s.current_player)));
    }
}

void validate_belote(const contree_state& s) {
    const card_mask pair = contree_pair(s.trump), gone = pair & s.played;
    const int said = s.extra.belote;
    if (said < -1 || said > 3) refuse("belote is a seat from 0 to 3, or -1 for nobody");
    if (gone == 0) {
        if (said != -1) refuse("a belote is announced with the king or queen of trumps");
        return;
    }
    for (int k = 0; k < 4; ++k) {
        const bool left = (pair & s.hands[k]) != 0;  // the other card of the pair
        if (left && said != -1 && said != k)
            refuse(fmt::format("seat {} announced the belote, but seat {} holds its other card",
                               said, k));
        const card c = s.trick.cards[k];
        if (left && c != no_card && (pair & bit(c)) != 0 && said != k)
            refuse(fmt::format("seat {} did not announce the belote", k));
    }
}

void validate_play(const contree_state& s) {
    const contree::extra& x = s.extra;
    if (!contree_calls::is_bid(x.bid)) refuse("there is no contract");
    if (s.trump != contree_calls::suit_of(x.bid)) refuse("the contract is in another trump suit");
    if (x.coinche > 2) refuse("coinche is 0, 1, or 2 for surcoinche");
    if (x.passes != 0) refuse("passes are not counted after the auction");
    if (s.tricks_won[0] + s.tricks_won[1] + s.tricks_remaining != 8)
        refuse("tricks won and left are not eight");

    const trick_state& t = s.trick;
    const bool leading = trick_play<contree>::leading(s);
    if ((t.num_played == 0) != (s.played == 0)) refuse("the last trick stays on the table");
    if (t.num_played == 0 || (s.tricks_remaining == 8 && !leading)) {
        const seat first = t.num_played == 0 ? s.current_player : t.lead_seat;
        if (first != next_seat(s.dealer)) refuse("the seat after the dealer leads first");
    }
    int won = card_points<contree>(card_mask{s.played} & ~(leading ? 0 : t.mask), order_now(s));
    if (s.tricks_remaining == 0) won += s.tricks_won[0] == 8 || s.tricks_won[1] == 8 ? 100 : 10;
    if (x.points[0] + x.points[1] != won)
        refuse(fmt::format("the points are not the {} of the tricks won", won));
    for (std::size_t team = 0; team < 2; ++team)
        if (s.tricks_won[team] == 0 && x.points[team] != 0)
            refuse(fmt::format("{} have points without a trick", contree_teams[team]));
    validate_turn(s);
    validate_belote(s);
}

}  // namespace

void check_contree_position(const contree_state& s) {
    validate_hands(s);
    if (s.extra.stage > phase::strain) refuse("phase is 0 to 4");
    if (s.extra.bid != contree_calls::pass && !is_bid_of(s.extra.house, s.extra.bid))
        refuse(fmt::format("{} is no bid of this game", s.extra.bid));
    validate_lengths(s);
    validate_deck(s);
    if (s.extra.stage == phase::play)
        validate_play(s);
    else
        validate_auction(s);
}

}  // namespace mu::detail
