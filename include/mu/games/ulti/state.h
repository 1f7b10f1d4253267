// The table of ulti: cards, options, and the state of a deal.
#pragma once

#include <mu/cards/deal.h>
#include <mu/games/ulti/settlement.h>
#include <mu/games/view.h>
#include <mu/play/points.h>

namespace mu {

enum class ulti_marriages : std::uint8_t { first_card, before_lead, voluntary };
enum class ulti_kontra_time : std::uint8_t { first_card, after_trick, before_lead };
// When a lone durchmars ends with the first trick it loses: never, always, or only without trumps,
// where nothing else can be won any more.
enum class ulti_march_end : std::uint8_t { no_trump, always, never };

// The options that the course of a deal depends on; every state carries a copy.
struct ulti_rules {
    ulti_table table : 2 = ulti_table::standard;
    ulti_marriages marriages : 2 = ulti_marriages::first_card;
    ulti_kontra_time kontra_time : 2 = ulti_kontra_time::first_card;
    ulti_march_end march_end : 2 = ulti_march_end::no_trump;
    std::uint8_t kontra_max : 3 = 2;      // 0 to 5; 0: no kontra at all
    bool tie_by_value : 1 = false;        // bids of equal value do not beat each other
    bool passz_play : 1 = false;          // a passz that stands is played
    bool free_betli : 1 = false;          // no duty to beat in betli
    bool own_accounts : 1 = true;         // without trumps each defender doubles for himself
    bool open_soloist : 1 = false;        // open games: his hand alone, from the lead on
    bool give_up : 1 = false;             // the soloist may give up before he leads
    bool tell_mute : 1 = false;           // in 100 bids the others are told, but do not count
    bool first_bidder_leads : 1 = false;  // instead of the soloist

    friend constexpr bool operator==(const ulti_rules&, const ulti_rules&) = default;
};
static_assert(sizeof(ulti_rules) == 3);

struct ulti {
    static constexpr deck_info deck = decks::hungarian_32;
    static constexpr int seats = 3;
    static constexpr int sides = 3;  // tricks are counted for each seat
    static constexpr play_rules play{
        .seats = 3, .tricks = 10, .follow = must_head, .hold_back = true, .keep_cards = true};
    static constexpr std::array follow_rules{must_head, must_follow};

    // The suits of the deck are hearts, bells, leaves, acorns, in the place of spades to clubs.
    static constexpr suit red = suit::spades;
    enum rank : std::uint8_t { seven, eight, nine, under, over, king, ten, ace };

    // A trump suit, by its number, or none: the ten ranks high with trumps, low without.
    enum class order : std::uint8_t { hearts, bells, leaves, acorns, no_trump };
    static constexpr int order_count = 5;
    static constexpr suit trump_of(order o) { return static_cast<suit>(o); }
    static constexpr int strength(card c, order o) {
        constexpr std::array<std::uint8_t, 8> no_trump_strength{0, 1, 2, 4, 5, 6, 3, 7};
        const auto r = static_cast<std::size_t>(c % 8);
        return o == order::no_trump ? no_trump_strength[r] : c % 8;
    }
    static constexpr suit effective_suit(card c, order) { return static_cast<suit>(c / 8); }
    static constexpr int points(card c, order) { return c % 8 >= ten ? 10 : 0; }

    struct options {
        ulti_rules rules{};
        ulti_scoring scoring{};
        std::uint8_t deals = 24;   // of a match
        std::uint8_t players = 3;  // of a match; if 4, the dealer sits out
        friend constexpr bool operator==(const options&, const options&) = default;
    };

    // The hand of twelve, then the others in playing order: who begins has the talon in his hand.
    static constexpr deal_layout layout(const options&) { return mu::layout({12, 10, 10}); }
};

// The second profile: the rules of a public program, sztriga/trickster, whose table of 38 bids and
// settlement differ from what is usual.
inline constexpr ulti::options ulti_repo_profile{
    .rules = {.table = ulti_table::repo,
              .marriages = ulti_marriages::before_lead,
              .kontra_time = ulti_kontra_time::after_trick,
              .march_end = ulti_march_end::never,
              .own_accounts = false,
              .open_soloist = true},
    .scoring = {.table = ulti_table::repo,
                .lone_parti_double = true,
                .durchmars_double = true,
                .redurchmars_half = true}};

enum class ulti_phase : std::uint8_t {
    lay_away,    // who took the talon lays two cards away
    bid,         // and bids
    answer,      // the others pass or pick up; the holder of the bid stands or picks up
    name_trump,  // if the bid has trumps that are not red
    kontra,      // where all speak at one moment, before or after the first trick
    play,
    over,
};

// Two cards laid away; the second is laid on the first, and has the higher index.
struct ulti_pair {
    card low = no_card, high = no_card;

    constexpr card_mask mask() const {
        return (low == no_card ? 0 : bit(low)) | (high == no_card ? 0 : bit(high));
    }
    friend constexpr bool operator==(const ulti_pair&, const ulti_pair&) = default;
};

constexpr card_mask cards_in(const ulti_pair& pair) { return pair.mask(); }
// REQUIRES: at most two cards.
constexpr void put_cards(ulti_pair& to, card_mask cards) {
    to.low = cards == 0 ? no_card : ops::lsb_index(cards);
    to.high = ops::popcount(cards) < 2 ? no_card : ops::msb_index(cards);
}

// What a seat has won and declared.
struct ulti_tally {
    std::uint8_t tens : 4 = 0;  // aces and tens in its tricks, and the last trick
    std::uint8_t forty : 1 = 0;
    std::uint8_t twenties : 2 = 0;

    friend constexpr bool operator==(const ulti_tally&, const ulti_tally&) = default;
};

// A unit's kontra, or in a game with own accounts a defender's.
struct ulti_stake {
    std::uint8_t level : 3 = 0;   // kontra 1, rekontra 2, ...
    std::uint8_t answer : 3 = 0;  // the seats that may still raise it: bit k for seat k

    friend constexpr bool operator==(const ulti_stake&, const ulti_stake&) = default;
};

// Every card is in a hand, played, or laid away by the soloist (the two last laid away are the
// talon on offer, later the cards out of play). What a seat laid away before is kept as what it
// knows, wherever the cards have gone since. Bit-fields keep the state within one cache line.
template <>
struct game_state<ulti> {
    per_seat<std::uint32_t, 3> hands{};
    std::uint32_t played = 0;
    trick_state trick{};
    per_seat<ulti_pair, 3> laid{};  // by each seat, last
    per_seat<ulti_tally, 3> tally{};
    std::array<ulti_stake, most_ulti_units> stakes{};  // in the order of the bid's units
    per_seat<std::uint8_t, 3> tricks_won{};
    suit trump = suit::none;
    seat dealer = seat::north;
    seat current_player = seat::north;
    std::uint8_t tricks_remaining = 10;
    std::uint8_t bid = ulti_no_bid;
    ulti_phase phase : 3 = ulti_phase::lay_away;
    seat soloist : 2 = seat::north;  // during the auction: who took the talon last
    std::uint8_t aces : 3 = 0;       // in the soloist's tricks
    ulti_rules rules{};

    constexpr card_mask current_hand_mask() const { return hands[current_player]; }

    friend constexpr bool operator==(const game_state&, const game_state&) = default;
};

static_assert(std::is_trivially_copyable_v<game_state<ulti>>);
static_assert(sizeof(game_state<ulti>) <= 64);

// --- Cards -------------------------------------------------------------------------------------

constexpr card ulti_card(suit s, int rank) { return make_card<ulti>(s, rank); }
constexpr card_mask ulti_marriage(suit s) {
    return bit(ulti_card(s, ulti::over)) | bit(ulti_card(s, ulti::king));
}
inline constexpr card_mask ulti_aces = 0x80808080;

// The suits of which a hand has king and over: bit s for suit s.
constexpr unsigned marriage_suits(card_mask hand) {
    unsigned suits = 0;
    for (const suit s : all_suits)
        if ((ulti_marriage(s) & ~hand) == 0) suits |= 1U << index(s);
    return suits;
}

// The marriages that count for a seat: in a bid with 40-100 only the soloist's forty, in one with
// 20-100 only his first twenty.
constexpr unsigned counted_marriages(unsigned suits, suit trump, const ulti_bid& b, bool soloist) {
    if (!b.trump) return 0;
    const unsigned forty = 1U << index(trump);
    if (soloist && b.has(ulti_unit::forty_hundred)) return suits & forty;
    if (soloist && b.has(ulti_unit::twenty_hundred)) {
        const unsigned twenties = suits & ~forty;
        return twenties & (~twenties + 1);
    }
    return suits;
}

namespace ulti_detail {
inline constexpr ulti_bid_set no_trump_bids =
    bids_where([](const ulti_bid& b) { return !b.trump; });
inline constexpr ulti_bid_set red_bids =
    bids_where([](const ulti_bid& b) { return b.red && b.trump; });
inline constexpr ulti_bid_set other_bids = ~(no_trump_bids | red_bids);
inline constexpr ulti_bid_set forty_bids = bids_with(ulti_unit::forty_hundred);
inline constexpr ulti_bid_set twenty_bids = bids_with(ulti_unit::twenty_hundred);
inline constexpr ulti_bid_set seven_bids = bids_with(ulti_unit::ulti);
}  // namespace ulti_detail

// The bids with trumps that a hand can promise if `trump` is trump: the forty and the seven of
// trumps must be there, the twenty in another suit.
constexpr ulti_bid_set bids_in(suit trump, card_mask hand) {
    const unsigned suits = marriage_suits(hand), own = 1U << index(trump);
    ulti_bid_set out = trump == ulti::red ? ulti_detail::red_bids : ulti_detail::other_bids;
    if (!(suits & own)) out &= ~ulti_detail::forty_bids;
    if (!(suits & ~own)) out &= ~ulti_detail::twenty_bids;
    if (!(hand & bit(ulti_card(trump, ulti::seven)))) out &= ~ulti_detail::seven_bids;
    return out;
}
constexpr ulti_bid_set bids_for(card_mask hand) {
    ulti_bid_set out = ulti_detail::no_trump_bids;
    for (const suit s : all_suits) out |= bids_in(s, hand);
    return out;
}

// The suits a bid may name, bit s for suit s: those that keep its promise, or any but hearts if
// none does.
constexpr unsigned trumps_for(std::uint8_t bid, card_mask hand) {
    unsigned suits = 0;
    for (const suit s : all_suits)
        if (s != ulti::red && (bids_in(s, hand) >> bid) & 1) suits |= 1U << index(s);
    return suits != 0 ? suits : 0b1110U;
}

// --- Contract ----------------------------------------------------------------------------------

// REQUIRES: somebody has bid.
constexpr ulti_bid contract_of(const game_state<ulti>& s) { return MU_TABLE(ulti_bids)[s.bid]; }

constexpr bool has_own_accounts(const game_state<ulti>& s) {
    return s.rules.own_accounts && !contract_of(s).trump;
}
constexpr int stake_count(const game_state<ulti>& s) {
    return has_own_accounts(s) ? 2 : contract_of(s).unit_count();
}

// 0 for the soloist, 1 and 2 for the defenders in playing order.
constexpr int from_soloist(const game_state<ulti>& s, seat who) {
    return (index(who) - index(s.soloist) + 3) % 3;
}

// The seats that may raise a stake next: the defenders to an odd level, the soloist to an even one.
constexpr std::uint8_t answering_seats(const game_state<ulti>& s, int stake) {
    const unsigned soloist = 1U << index(s.soloist);
    const int level = s.stakes[static_cast<std::size_t>(stake)].level;
    if (level >= s.rules.kontra_max) return 0;
    if (level % 2 == 1) return static_cast<std::uint8_t>(soloist);
    if (has_own_accounts(s))
        return static_cast<std::uint8_t>(1U << index(seat_after<ulti>(s.soloist, stake + 1)));
    return static_cast<std::uint8_t>(7U & ~soloist);
}

constexpr bool may_raise(const game_state<ulti>& s, seat who) {
    unsigned seats = 0;
    for (const ulti_stake& stake : s.stakes) seats |= stake.answer;
    return ((seats >> index(who)) & 1) != 0;
}

// Points of a seat's marriages, as far as they count.
constexpr int marriage_points(const game_state<ulti>& s, seat who) {
    const ulti_tally& t = s.tally[who];
    const ulti_bid& b = contract_of(s);
    if (who == s.soloist && b.has(ulti_unit::forty_hundred)) return 40 * t.forty;
    if (who == s.soloist && b.has(ulti_unit::twenty_hundred)) return t.twenties > 0 ? 20 : 0;
    return 40 * t.forty + 20 * t.twenties;
}

}  // namespace mu
