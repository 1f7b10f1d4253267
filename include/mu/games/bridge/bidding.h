// Bidding systems as data: a table of rules says what a hand calls in an auction, and by the same
// rules what a call has told.
//
//     const bidding_system& by = natural_system();             // bots/systems/natural.bid
//     by.call({seat::north, vul_none, calls}, hand);            // an action of bridge
//     by.meanings({seat::north, vul_none, calls});              // of every call made
//
// A rule is read twice: by the bidder as a question about the hand, and by everybody else as what
// the hand must be like. So a hand that calls by the system lies in the meaning of its call. The
// format stands in docs/bidding/bridge.md.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <mu/games/bridge/rules.h>

namespace mu {

struct call_range {
    std::int8_t low = 0, high = 40;
    friend constexpr bool operator==(const call_range&, const call_range&) = default;
    constexpr bool has(int n) const { return low <= n && n <= high; }
};

// How long partner must keep the auction open.
enum class call_force : std::uint8_t { none, one_round, game };

// What a call says of the hand that makes it.
struct call_meaning {
    bool in_system = false;  // no rule makes this call here: nothing is known but its suit
    call_range high_cards;   // ace 4, king 3, queen 2, jack 1
    call_range points;       // and one for each card beyond the fourth of a suit
    call_range support;      // and for short suits in place of long ones, in support of `agrees`
    suit agrees = suit::none;
    std::array<call_range, suit_count> length{call_range{0, 13}, {0, 13}, {0, 13}, {0, 13}};
    bool balanced = false;
    call_force force = call_force::none;
    bool artificial = false;
    suit shows = suit::none;     // the suit that the call speaks of
    std::uint8_t key_cards = 0;  // bit n: n key cards are possible; 0: nothing said of them
    int line = 0;                // of the first rule in the system file
    std::string_view name;       // "Stayman"; lives as long as the system

    // The least and most that partner may add to his own points.
    int least() const { return std::max({high_cards.low, points.low, support.low}); }
    int most() const { return std::min({high_cards.high, points.high, support.high}); }
    bool fits(card_mask hand) const;
};

// "15-17 high cards, balanced"; the name of a convention stands first.
std::string meaning_text(const call_meaning& m);

struct bridge_auction {
    seat dealer = seat::north;
    vulnerability vul = vul_none;
    std::vector<action> calls;
};
bridge_auction auction_of(const game_state<bridge>& now, public_record record);

namespace bidding {
struct rule_book;
struct reading;
}  // namespace bidding

class bidding_system {
public:
    // std::invalid_argument names line and reason.
    static bidding_system parse(std::string_view text);

    const std::string& name() const;
    const std::string& title() const;
    std::size_t rules() const;

    // What a hand calls. REQUIRES: the auction is legal and goes on; thirteen cards.
    action call(const bridge_auction& so_far, card_mask hand) const;
    // The same, with the line of the rule that says so; 0: no rule, it is a pass.
    struct choice {
        action call = bridge::pass;
        int line = 0;
    };
    choice choose(const bridge_auction& so_far, card_mask hand) const;

    // Of each call. REQUIRES: the auction is legal.
    std::vector<call_meaning> meanings(const bridge_auction& so_far) const;
    // What a call would say now, of all that the rules name.
    call_meaning meaning(const bridge_auction& so_far, action call) const;

private:
    explicit bidding_system(std::shared_ptr<const bidding::rule_book> book);
    const bidding::reading& read(const bridge_auction& a) const;
    std::shared_ptr<const bidding::rule_book> book_;
};

// The one that the rule player bids by.
const bidding_system& natural_system();

}  // namespace mu
