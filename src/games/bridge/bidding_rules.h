// Behind bidding.h: rules as the parser leaves them, hands as numbers, and auctions as they are
// read.
#pragma once

#include <array>
#include <string>
#include <vector>

#include <mu/games/bridge/bidding.h>

namespace mu::bidding {

// --- A hand in numbers. Conditions are ranges of these, or of the difference of two.
// --------------
enum feature : std::uint8_t {
    zero,
    high_cards,
    points,
    balanced,       // 4333, 4432, 5332
    semi_balanced,  // nor 5422, 6322: no singleton
    losers,
    aces,
    playing_tricks,
    // Four each, by suit.
    length_of,
    support_of = length_of + 4,     // points in support of the suit
    top_of = support_of + 4,        // ace, king, queen
    honours_of = top_of + 4,        // ace to ten
    stopper_of = honours_of + 4,    // 1: ace, Kx, Qxx, Jxxx; 2: two of them
    key_cards_of = stopper_of + 4,  // aces and the king of the suit
    queen_of = key_cards_of + 4,
    longest_is = queen_of + 4,  // the first of the longest, spades before hearts
    feature_count = longest_is + 4,
};
using hand_numbers = std::array<std::int8_t, feature_count>;
hand_numbers numbers_of(card_mask hand);
int number(const hand_numbers& of, int at);

// --- Rules.
// --------------------------------------------------------------------------------------- A suit in
// a rule: itself (0 to 3), a variable, or the part that a suit plays in the auction.
enum suit_term : std::uint8_t {
    term_m = 4,  // M: a major suit
    term_om,     // O: the other one
    term_n,      // m: a minor suit
    term_on,     // o: the other one
    term_x,
    term_y,
    term_z,
    term_theirs,   // T: bid last by an opponent
    term_partner,  // U: shown last by partner
    term_mine,     // I: my longest suit that I have bid
    term_agreed,   // A: ours
    term_nt,
    term_none,
    term_count = term_none,
};
using bindings = std::array<std::int8_t, term_count>;  // the suit; -1: not bound

enum class call_kind : std::uint8_t { pass, x, xx, bid, cheapest, jump, game, any, not_pass };
struct call_term {
    call_kind kind = call_kind::pass;
    std::uint8_t level = 0;  // of a bid; 0 in a pattern: any
    suit_term in = term_none;
};

struct pattern {
    bool any_before = false;  // calls before the first of these
    std::vector<call_term> calls;
};

enum class test : std::uint8_t {
    // of the hand
    number,      // feature `a` of suit s
    difference,  // length of s less length of t
    sum,         // points and partner's least
    best,        // points and partner's most
    total,       // support of s and partner's least
    most,        // support of s and partner's most
    fit,         // length of s and partner's least
    missing,     // key cards that we do not have, s agreed
    stoppers,    // in all suits that they have shown
    unbid,       // length of all suits that nobody has shown
    // of the auction
    is_major,
    is_new,     // our side has not shown s
    is_theirs,  // they have shown s
    is_over,    // s ranks above t
    passed,
    seat_no,
    vulnerable,
    they_vulnerable,
    forced,
    game_forced,
    contested,
    last_ours,
    level,
    opener,
    responder,
    defender,
    my_bids,
    partner_bids,
    balancing,
    agreed,
    doubled,
    asked,     // partner has asked for key cards
    answered,  // he has told me his
    partner_least,
    partner_most,
    partner_length,  // what partner has promised of s
    my_length,       // and what I have
    room,            // the cheapest bid of s stands on this level
};
struct condition {
    test what = test::number;
    feature a = zero;
    bool needs_not = false;
    suit_term s = term_none, t = term_none;
    std::int8_t low = 0, high = 40;
};

enum rule_flag : std::uint8_t {
    flag_forcing = 1,
    flag_game = 2,
    flag_artificial = 4,
    flag_leave = 8,  // a pass of a call that forces, to defend or to play there
    flag_asks = 16,  // for key cards
    flag_takeout = 32,
};
struct rule {
    call_term call;
    std::int8_t at_low = 1, at_high = 7;  // levels
    std::vector<condition> needs;
    std::uint8_t flags = 0;
    suit_term shows = term_none, agrees = term_none;
    std::string name;
    int line = 0;
    std::uint32_t variables = 0;  // bit t: term t stands in it
};
struct group {
    std::vector<pattern> after;  // none: always
    std::vector<condition> only_if;
    std::vector<rule> rules;
    bool goes_on = false;   // later groups count too
    bool complete = false;  // one of its rules fits any hand
    bool rescue = false;    // only if nothing else fits
    int line = 0;
};
struct rule_book {
    std::string name, title;
    std::vector<group> groups;
    std::uint64_t id = 0;  // of this book among those loaded
};
rule_book parse_book(std::string_view text);

// --- An auction as it is read.
// ----------------------------------------------------------------------
struct bound_condition {
    std::uint8_t a = zero, b = zero;
    std::int8_t low = 0, high = 0;
};
struct bound_rule {
    action call = 0;
    std::uint32_t first = 0, count = 0;  // conditions
    const rule* by = nullptr;
    std::int8_t shows = -1, agrees = -1;  // suits
};
// What a seat has told by all its calls.
struct told {
    std::int8_t least = 0, most = 40;
    std::array<call_range, suit_count> length{call_range{0, 13}, {0, 13}, {0, 13}, {0, 13}};
    std::uint8_t suits = 0;  // bit s: shown by a call
    std::uint8_t bids = 0;   // calls other than pass
    std::int8_t last_suit = -1;
    std::uint8_t key_cards = 0;
    bool has_passed = false;  // before anybody bid
};
// Seats count from the dealer, and bit 0 of `vul` is his side's.
struct reading {
    std::vector<std::uint8_t> calls;  // actions less bridge::pass
    vulnerability vul = vul_none;
    int opened = -1;  // the first bid's place among the calls
    bridge_bid last_bid = no_bridge_bid;
    int bidder = 0;
    doubling stake = doubling::none;
    int passes = 0;
    std::array<told, 4> seats;
    std::array<bool, 2> game_force{};
    std::array<std::int8_t, 2> agreed{-1, -1}, asked_in{-1, -1}, last_suit{-1, -1};
    call_meaning last;                              // of the last call
    std::uint8_t last_flags = 0, before_flags = 0;  // of the last call and the one before
    bool pass_is_barred = false;
    std::vector<bound_rule> rules;
    std::vector<bound_condition> conditions;

    int to_call() const { return static_cast<int>(calls.size()) & 3; }
};

// The beginning of an auction, and each call after another.
reading begin_reading(const rule_book& by, vulnerability vul);
void read_on(const rule_book& by, reading& r, int call);
call_meaning meaning_of(const reading& r, int call, std::uint8_t* flags = nullptr);

// The rules of a book that speak of the call that is due.
void bind_rules(const rule_book& by, reading& r);

}  // namespace mu::bidding
