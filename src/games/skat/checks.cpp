// What a position of skat must hold to, whatever text it comes from.

#include <numeric>

#include "api/state_text.h"
#include "games/skat/skat_text.h"

namespace mu::detail {

namespace {

using state = game_state<skat>;

void validate_cards(const state& s) {
    validate_hands(s);
    const card_mask out = skat_cards(s);
    if (s.skat[0] != no_card && s.skat[0] >= s.skat[1]) refuse("the lower card of the skat first");
    card_mask all = s.played;
    for (const card_mask hand : s.hands) all |= hand;
    if (all & out) refuse("in the skat and elsewhere: " + mask_str<skat>(all & out));
    validate_deck(s, out);
    const int laid = ops::popcount(out);
    const bool laying = s.phase == skat_phase::discard;
    if (laying ? laid > 1 : laid != 2)
        refuse(fmt::format("{} cards in the skat in phase {}", laid, skat_phase_name(s.phase)));
    validate_lengths(s, [&](int k) {
        return cards_due(s, k) + (laying && k == index(s.soloist) ? 2 - laid : 0);
    });
}

// Who may be to speak, with these seats out of the bidding.
void validate_bidding(const state& s) {
    const seat fore = skat_forehand(s), middle = seat_after<skat>(s.dealer, 2), rear = s.dealer;
    const auto out = [&](seat who) { return (s.passed >> index(who) & 1) != 0; };
    if (s.bid != skat_no_bid && s.bid >= skat_value_count)
        refuse(fmt::format("there is no value number {}", s.bid));
    if (s.soloist != seat::north) refuse("there is no soloist yet");
    if (s.hand || s.contra || is_declared(s)) refuse("the bidding is not over");
    demand(!s.answering || s.bid != skat_no_bid, "there is no value to answer");
    const int in = 3 - ops::popcount(card_mask{s.passed});
    seat due = middle;
    if (in == 3) {
        if (s.answering) due = fore;
    } else if (in == 2) {
        demand(!out(rear), "rearhand speaks last");
        demand(!out(fore) || s.bid != skat_no_bid, "forehand passes only when asked");
        due = s.answering ? (out(fore) ? middle : fore) : rear;
    } else {
        demand(in == 1 && !out(fore) && s.bid == skat_no_bid && !s.answering,
               "the bidding is over");
        due = fore;
    }
    if (s.current_player != due) refuse(fmt::format("seat {} is to speak", index(due)));
}

// Passed in: nothing else has happened.
bool passed_in(const state& s) { return s.phase == skat_phase::over && s.passed == 7; }

void validate_game(const state& s) {
    if (passed_in(s)) {
        demand(s.bid == skat_no_bid && !is_declared(s) && !s.hand && !s.contra && !s.answering &&
                   s.soloist == seat::north,
               "in a deal that was passed in nothing was said");
        demand(s.current_player == skat_forehand(s), "forehand passes last");
        return;
    }
    if (s.bid >= skat_value_count) refuse("nobody has said a value");
    if (s.answering) refuse("the bidding is over");
    if (s.passed != (7 & ~(1U << index(s.soloist)))) refuse("all but the soloist have passed");
    const bool settled = s.phase >= skat_phase::contra;
    if (!settled) {
        if (is_declared(s)) refuse("no game is declared yet");
        if (s.contra) refuse("contra is said after the declaration");
        if (s.hand && s.phase != skat_phase::declare) refuse("the skat lies untouched");
        demand(s.current_player == s.soloist, "the soloist is to act");
    }
    const skat_game g = game_of(s);
    if (!settled) return;
    if (!is_declared(s)) refuse("no game was declared");
    demand((s.trump != suit::none) == (s.kind == skat_kind::suit),
           "a suit game has a trump suit, the others have none");
    state before = s;
    before.phase = skat_phase::declare;
    before.current_player = s.soloist;
    before.hands[seat{s.soloist}] =
        static_cast<std::uint32_t>(skat_soloist_cards(s) & ~skat_cards(s));
    if (!rules<skat>::legal_actions(before).contains(rules<skat>::declaring(g)) ||
        (s.kind == skat_kind::null && s.announced != skat_announced::nothing &&
         s.announced != skat_announced::ouvert))
        refuse("that game could not be declared");
    if (s.contra > 2 || (s.contra && !s.house.contra)) refuse("contra is not said at this table");
}

void validate_play(const state& s) {
    const int tricks = std::accumulate(s.tricks_won.begin(), s.tricks_won.end(), 0);
    if (s.tricks_remaining > 10 || tricks != 10 - s.tricks_remaining)
        refuse("the tricks won and left are not ten");
    if (s.trick.num_played == 0 && s.tricks_remaining < 10) refuse("the last trick is missing");
    const bool begun = s.trick.num_played > 0;
    if (begun && s.phase < skat_phase::play) refuse("cards are played after the declaration");
    const bool leading = trick_play<skat>::leading(s);
    const card_mask won = leading ? s.played : s.played & ~s.trick.mask;
    if (s.by_soloist & ~won) refuse("the soloist has not played that");
    if (ops::popcount(s.by_soloist) != 10 - s.tricks_remaining)
        refuse(fmt::format("{} cards of the soloist lie in tricks", 10 - s.tricks_remaining));
    if (begun && leading && !(s.by_soloist & bit(s.trick.cards[seat{s.soloist}])))
        refuse("the soloist's card of the last trick is missing");
    const int his = s.tricks_won[seat{s.soloist}];
    const int all = card_points<skat>(won, skat::order::grand);
    if (s.points > all || (his == 0 && s.points != 0) || (his == tricks && s.points != all))
        refuse(fmt::format("{} points in the soloist's tricks, {} in all", s.points, all));
    if (passed_in(s)) {
        demand(!begun, "nothing was played");
        return;
    }
    validate_turn(s);
    const bool decided = begun && leading && is_decided(s);
    if (s.phase == skat_phase::over) {
        demand(decided, "the deal is not decided yet");
        return;
    }
    demand(!decided, "the deal is decided and over");
    demand(s.kind != skat_kind::null || his == 0, "a null game is over with the soloist's trick");
    if (s.house.early_end && s.announced >= skat_announced::schwarz && s.kind != skat_kind::null)
        demand(his == tricks, "the game is over with the first trick lost");
    if (s.phase == skat_phase::play && !begun)
        demand(s.current_player == skat_forehand(s), "forehand leads");
    if (s.phase == skat_phase::contra) {
        demand(!begun && s.house.contra, "there is nothing to double");
        demand((s.current_player == s.soloist) == (s.contra == 1) && s.contra < 2,
               "the defenders are asked for contra, the soloist for re");
    }
}

}  // namespace

void check_skat_position(const state& s) {
    validate_cards(s);
    if (s.phase == skat_phase::bidding) {
        validate_bidding(s);
        demand(s.tricks_remaining == 10, "nothing has been played");
    } else {
        validate_game(s);
    }
    if (s.phase < skat_phase::contra || passed_in(s))
        demand(s.trump == suit::none && s.announced == skat_announced::nothing,
               "no game is declared yet");
    validate_play(s);
}

}  // namespace mu::detail
