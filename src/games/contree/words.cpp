// The words of contrée: bids, and why an action is not legal.

#include <charconv>

#include "games/contree/contree_text.h"

namespace mu::detail {

std::string contree_strain_text(contree_calls::strain s) {
    if (s == contree_calls::strain::no_trump) return "nt";
    if (s == contree_calls::strain::all_trump) return "at";
    return suit_str<contree>(contree_calls::trump_of(s));
}
std::string contree_level_text(int level) {
    return level == contree_calls::level_capot ? "capot"
                                               : std::to_string(contree_calls::number_of(level));
}
std::string contree_bid_text(int bid) {
    return contree_level_text(contree_calls::level_of(bid)) +
           (contree_calls::is_capot(bid) ? "-" : "") +
           contree_strain_text(contree_calls::strain_of(bid));
}
std::string contree_standing_text(const contree::extra& x) {
    return x.stage == contree::phase::strain ? contree_level_text(contree_calls::level_of(x.bid))
                                             : contree_bid_text(x.bid);
}

namespace {

using contree_state = game_state<contree>;
using phase = contree::phase;

// The suit that ends a bid.
suit parse_bid_suit(std::string_view text, std::size_t at) {
    suit in = suit::none;
    try {
        in = parse_suit<contree>(text.substr(at));
    } catch (const parse_error& e) {
        throw parse_error(text, at + e.offset, "expected a suit (s h d c) after the bid");
    }
    if (in == suit::none) throw parse_error(text, at, "a bid names one of the four suits");
    return in;
}

// A level, and where the text goes on after it; level -1 if the text does not begin like a bid. 82
// is another name for 80.
struct level_read {
    int level = -1;
    std::size_t end = 0;
};
level_read parse_level(std::string_view text, int step, int most) {
    constexpr std::string_view capot = "capot";
    if (text.starts_with(capot)) return {contree_calls::level_capot, capot.size()};
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || value < 80) return {};
    if (value == 82) value = 80;
    if (value % (value > 180 ? 10 : step) != 0 || value > most)
        throw parse_error(text, 0,
                          step == 10 ? "bids are 80, 90, ... 180 and capot"
                                     : "bids are 80, 85, ... 180, 190, ... 270 and capot");
    return {contree_calls::level_at(value), static_cast<std::size_t>(end - text.data())};
}

}  // namespace

// The bid in the text, or `pass` if it does not look like one.
int parse_contree_bid(std::string_view text) {
    const auto [level, end] = parse_level(text, 10, 180);
    if (level < 0) return contree_calls::pass;
    const bool capot = level == contree_calls::level_capot;
    if (capot && !text.substr(end).starts_with('-')) return contree_calls::pass;
    return contree_calls::bid(level, parse_bid_suit(text, end + (capot ? 1 : 0)));
}

// The level or strain in the text, as a call of an auction in two steps, or `pass`.
int parse_half_contree_bid(std::string_view text) {
    if (text == "nt" || text == "at")
        return contree_calls::first_strain +
               static_cast<int>(text == "nt" ? contree_calls::strain::no_trump
                                             : contree_calls::strain::all_trump);
    if (const auto [level, end] = parse_level(text, 5, 270); level >= 0) {
        if (end == text.size()) return contree_calls::first_level + level;
        const std::size_t rest = end + (text[end] == '-' ? 1 : 0);
        throw parse_error(text, end,
                          fmt::format("in this game a bid is two actions, first {} and then {}",
                                      contree_level_text(level),
                                      rest < text.size() ? text.substr(rest) : "its suit"));
    }
    try {
        const suit in = parse_suit<contree>(text);
        return in == suit::none ? contree_calls::pass : contree_calls::first_strain + index(in);
    } catch (const parse_error&) {
        return contree_calls::pass;  // not a suit
    }
}

namespace {

// What may be bid, in words.
std::string ladder_text(const contree_calls::ladder& of) {
    return fmt::format("bids go by {} from 80 to {}, and capot", of.step, of.cap);
}

// Why half a bid is not legal, or anything while one waits for its other half.
std::string explain_half_bid(const contree_state& s, int call) {
    using namespace contree_calls;
    const contree::extra& x = s.extra;
    if (x.stage == phase::strain) {
        const bool all = x.house.all_contracts;
        if (is_strain(call)) return "only suits can be bid in this game";
        return fmt::format("the bid of {} still needs its {}", contree_standing_text(x),
                           all ? "suit, or nt or at" : "suit");
    }
    return "a bid begins with its number, or capot";
}

// Why a call is not legal. `call` is numbered as in an auction in one step where it can be.
std::string explain_call(const contree_state& s, int call) {
    using namespace contree_calls;
    const contree::extra& x = s.extra;
    if (x.stage == phase::strain || is_strain(call)) return explain_half_bid(s, call);
    const bool own = partnership_of(s.current_player) == partnership_of(x.bidder);
    if (call == coinche) {
        if (x.bid == pass) return "there is no bid to coinche";
        if (x.coinche != 0) return "the contract is coinched already";
        return "only the other team's bid can be coinched";
    }
    if (call == surcoinche)
        return x.coinche == 0 ? "there is no coinche to answer"
                              : "only the coinched team may surcoinche";
    if (x.coinche != 0)
        return own ? "the contract is coinched: only pass or surcoinche is left"
                   : "the contract is coinched: only pass is left";
    if (x.stage == phase::interjection) return "out of turn only a coinche may be called";
    const ladder of = x.house.ladder();
    if (is_level(call) && !of.has(call - first_level)) return ladder_text(of);
    if (!is_level(call) && !of.has(level_of(call)))
        return fmt::format("the highest bid below capot is {}", of.cap);
    return "a bid must be higher than " + contree_bid_text(x.bid);
}

// Why a card in hand is not legal. REQUIRES: a trick has begun.
std::string explain_card(const contree_state& s, card c) {
    const suit led = s.trick.lead_suit;
    const bool follows = suit_of<contree>(c) == led;
    const bool trumps = suit_of<contree>(c) == s.trump;
    if (!follows && ops::cards_in_suit<contree>(s.hands[s.current_player], led) != 0)
        return "the led suit must be followed: " + suit_name<contree>(led) + " were led";
    if (s.trump == suit::none)
        return "a higher card must be played: the " + card_str<contree>(s.trick.winning_card) +
               " can be beaten";
    if (!trumps) return "a hand void in the led suit must trump unless partner is winning";
    return "a higher trump must be played: the " + card_str<contree>(s.trick.winning_card) +
           " can be beaten";
}

}  // namespace

std::string why_not_in_contree(const contree_state& s, action a) {
    const bool is_card = a < deck_traits<contree>::cards;
    if (s.extra.stage != phase::play) {
        if (is_card) return "the auction is not over";
        return explain_call(s, contree_calls::in_one_step(a - rules<contree>::first_call));
    }
    if (!is_card) return "the auction is over";
    if (!(s.hands[s.current_player] & bit(a))) return "that card is not in the hand";
    return explain_card(s, a);
}

}  // namespace mu::detail
