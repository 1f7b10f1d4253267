// Whist: four players, two partnerships, thirteen tricks.
//
// Source: the Laws of Whist in the Portland and Arlington tradition; docs/games/whist.md gives
// rules, options and identifiers in full.
#pragma once

#include <mu/cards/deal.h>
#include <mu/games/facets.h>
#include <mu/games/view.h>

namespace mu {

struct whist {
    static constexpr deck_info deck = decks::french_52;
    static constexpr int seats = 4;
    static constexpr play_rules play{.seats = 4, .tricks = 13, .follow = must_follow};

    struct extra {
        card turn_up = no_card;       // the dealer's shown card; stays known until it is played
        std::uint8_t honours_ns = 2;  // of A K Q J of trumps, how many north-south were dealt; 2,
                                      // which counts nothing, if not all four are known
        friend constexpr bool operator==(const extra&, const extra&) = default;
    };

    // How trump is found.
    enum class trump_rule : std::uint8_t { turn_up, given, rotation };
    struct options {
        trump_rule trump_by = trump_rule::turn_up;
        suit trump = suit::none;  // with `given`; suit::none is a game without trumps
        bool honours = false;
        std::uint8_t target = 5;  // points that win a game: 5 short, 7 American, 10 long
        bool rubber = false;      // best of three games
        friend constexpr bool operator==(const options&, const options&) = default;
    };

    // The hands from the dealer's left on; a turned-up card is a place of its own.
    static constexpr deal_layout layout(const options& o) {
        return o.trump_by == trump_rule::turn_up ? mu::layout({13, 13, 13, 12, 1})
                                                 : mu::layout({13, 13, 13, 13});
    }
};

static_assert(std::is_trivially_copyable_v<game_state<whist>>);
static_assert(sizeof(game_state<whist>) <= 72);

// Trump of deal `round` (0, 1, ...) under trump_rule::rotation.
constexpr suit whist_rotation(int round) {
    constexpr std::array cycle{suit::hearts, suit::clubs, suit::diamonds, suit::spades, suit::none};
    return cycle[static_cast<std::size_t>(round) % cycle.size()];
}

// A deal about to be played: the seat after the dealer leads.
// REQUIRES: the hands are disjoint, of equal size, at most 13 cards each.
constexpr game_state<whist> whist_start(const per_seat<card_mask>& hands, suit trump, seat dealer) {
    game_state<whist> s;
    s.hands = hands;
    s.trump = trump;
    s.dealer = dealer;
    s.current_player = next_seat(dealer);
    s.tricks_remaining = static_cast<std::uint8_t>(ops::popcount(hands[0]));
    if (trump != suit::none) {
        const card_mask court = card_mask{0xF} << make_card<whist>(trump, 9);  // J Q K A
        const int ns = ops::popcount((hands[0] | hands[2]) & court);
        const int ew = ops::popcount((hands[1] | hands[3]) & court);
        if (ns + ew == 4) s.extra.honours_ns = static_cast<std::uint8_t>(ns);
    }
    return s;
}

// The same with the dealer's last card turned up for trump. REQUIRES: the dealer holds it.
constexpr game_state<whist> whist_start_turn_up(const per_seat<card_mask>& hands, card turn_up,
                                                seat dealer) {
    assert(hands[dealer] & bit(turn_up));
    game_state<whist> s = whist_start(hands, suit_of<whist>(turn_up), dealer);
    s.extra.turn_up = turn_up;
    return s;
}

// The deal in `places`, as whist::layout orders them. `round` counts the deals of a match.
constexpr game_state<whist> start_deal(whist, const whist::options& o,
                                       std::span<const card_mask> places, seat dealer, int round) {
    per_seat<card_mask> hands{};
    for (int k = 0; k < 4; ++k) hands[seat_after<whist>(dealer, k + 1)] = places[k];
    if (o.trump_by == whist::trump_rule::turn_up) {
        hands[dealer] |= places[4];
        return whist_start_turn_up(hands, ops::lsb_index(places[4]), dealer);
    }
    const bool rotates = o.trump_by == whist::trump_rule::rotation;
    return whist_start(hands, rotates ? whist_rotation(round) : o.trump, dealer);
}

// Where the honours were dealt is as hidden as the hands.
constexpr void hide_derived(game_state<whist>& s, seat) {
    s.extra.honours_ns = whist::extra{}.honours_ns;
}

// A random deal with a random trump suit or none, the first lead to come: for benchmarks and tests.
constexpr game_state<whist> random_first_lead(whist, rng& generator) {
    per_seat<card_mask> hands{};
    deal_random(layout({13, 13, 13, 13}), generator, hands);
    const auto trump = static_cast<suit>(generator.below(5));
    return whist_start(hands, trump, static_cast<seat>(generator.below(4)));
}

// --- Scoring -----------------------------------------------------------------------------------

struct whist_points {
    std::array<int, 2> odd_tricks{};  // tricks above the book of six
    std::array<int, 2> honours{};     // 4 for all four, 2 for three
    friend constexpr bool operator==(const whist_points&, const whist_points&) = default;
};

constexpr whist_points whist_score(const game_state<whist>& s, const whist::options& o) {
    whist_points p;
    for (std::size_t side = 0; side < 2; ++side) {
        if (s.tricks_won[side] > 6) p.odd_tricks[side] = s.tricks_won[side] - 6;
        const int held = side == 0 ? s.extra.honours_ns : 4 - s.extra.honours_ns;
        if (o.honours && s.trump != suit::none && held >= 3) p.honours[side] = held == 4 ? 4 : 2;
    }
    return p;
}

// Points of each seat at the end of a deal.
constexpr std::array<int, 4> score(const game_state<whist>& s, const whist::options& o) {
    const whist_points p = whist_score(s, o);
    const int ns = p.odd_tricks[0] + p.honours[0], ew = p.odd_tricks[1] + p.honours[1];
    return {ns, ew, ns, ew};
}

// Where a match stands: the points of the current game, and the games won if a rubber is played.
struct whist_match {
    std::array<int, 2> points{};
    std::array<int, 2> games{};
    std::array<int, 2> game_values{};  // sum of 3, 2 or 1 for each game won: treble, double, single
    std::array<int, 2> last_game{};    // points at the end of the last game finished
    int winner = -1;                   // of the match, or -1
    int margin = 0;                    // rubber points, or target less the losers' points
    friend constexpr bool operator==(const whist_match&, const whist_match&) = default;
};

// Adds one deal. Tricks count before honours, so a side may be out before the others' honours
// count; and a side that stood one short of the game when the deal began may not count honours at
// all. REQUIRES: m.winner < 0.
constexpr whist_match whist_add_deal(whist_match m, const whist_points& deal,
                                     const whist::options& o) {
    assert(m.winner < 0);
    const int target = o.target;
    const std::array<int, 2> stood = m.points;
    const auto out = [&] { return m.points[0] >= target ? 0 : m.points[1] >= target ? 1 : -1; };

    for (std::size_t side = 0; side < 2; ++side) m.points[side] += deal.odd_tricks[side];
    if (out() < 0)
        for (std::size_t side = 0; side < 2; ++side)
            if (stood[side] != target - 1) m.points[side] += deal.honours[side];
    const int won = out();
    if (won < 0) return m;

    const auto winners = static_cast<std::size_t>(won), losers = 1 - winners;
    const int behind = m.points[losers];
    ++m.games[winners];
    m.game_values[winners] += behind == 0 ? 3 : behind <= 2 ? 2 : 1;
    m.last_game = m.points;
    m.points = {};
    if (!o.rubber) {
        m.winner = won;
        m.margin = target - behind;
    } else if (m.games[winners] == 2) {
        m.winner = won;
        m.margin = m.game_values[winners] + 2 - m.game_values[losers];
    }
    return m;
}

// Its facets (games/facets.h).
template <>
struct solving<whist>;
template <>
struct hidden_cards<whist>;
template <>
struct soft_rule_set<whist>;

}  // namespace mu
