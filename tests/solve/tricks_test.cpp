// The solver of games that count tricks, against plain minimax, against libdds where it is
// installed, and against itself in positions that must be worth the same.

#include <algorithm>

#include <mu/games/bridge/dd_table.h>

#include "oracles/libdds.h"
#include "support/sanitized.h"
#include "support/solver_suite.h"

using namespace mu;
using mu::test::count;

namespace {

template <variant V>
constexpr bool colours_matter = std::is_same_v<V, euchre>;

// Hands of `cards` random cards each. The fewer cards of a suit there are, the more often low ones
// win, so half of the deals take only some of the ranks.
template <variant V>
game_state<V> random_hands(int cards, rng& generator) {
    std::vector<card> deck;
    const auto skip = generator.below(2) * static_cast<std::uint64_t>(13 - cards - 1);
    for (int c = 0; c < deck_traits<V>::cards; ++c)
        if (rank_of<V>(static_cast<card>(c)) >= static_cast<int>(skip))
            deck.push_back(static_cast<card>(c));
    shuffle(deck, generator);
    std::array<card_mask, 4> hands{};
    for (int i = 0; i < 4 * cards; ++i)
        hands[static_cast<std::size_t>(i % 4)] |= bit(deck[static_cast<std::size_t>(i)]);
    return open_deal<V>(hands, static_cast<suit>(generator.below(5)),
                        static_cast<seat>(generator.below(4)));
}

// Whist and bridge: an ending after random play, or any cards at all.
template <variant V>
game_state<V> random_ending(int cards, rng& generator) {
    const auto s = generator.below(2) == 0 ? random_hands<V>(cards, generator)
                                           : random_first_lead(V{}, generator);
    return test::random_play(s, cards, generator);
}

// Another trump and leader for the same hands; in euchre also who has made it, and who sits out: a
// table of four, three (a maker or a defender alone) or two.
template <variant V>
void change_table(game_state<V>& s, rng& generator) {
    s.trump = static_cast<suit>(generator.below(5));
    s.dealer = static_cast<seat>(generator.below(4));
    s.current_player = seat_after<V>(s.dealer);
    if constexpr (std::is_same_v<V, euchre>) {
        s.extra.maker = static_cast<seat>(generator.below(4));
        s.extra.active = 0b1111;
        const auto sit_out = [&](seat who) {
            s.extra.active = static_cast<std::uint8_t>(s.extra.active & ~(1 << index(who)));
        };
        if (generator.below(2) == 0) sit_out(partner_of(s.extra.maker));
        if (generator.below(2) == 0)
            sit_out(seat_after<V>(s.extra.maker, generator.below(2) == 0 ? 1 : 3));
        s.current_player = trick_play<V>::next_active(s, s.dealer);
    }
}

template <>
game_state<euchre> random_ending<euchre>(int cards, rng& generator) {
    auto s = random_first_lead(euchre{}, generator);
    change_table(s, generator);
    return test::random_play(s, cards, generator);
}

template <variant V>
trick_count counted([[maybe_unused]] const game_state<V>& s) {
    if constexpr (colours_matter<V>)
        return {{partnership_of(s.extra.maker)}};
    else
        return {};
}

// The side that the position's cards are counted for can win no more than these.
template <variant V>
int most_tricks(const game_state<V>& s) {
    return solving<V>::won(s) + s.tricks_remaining;
}

template <variant V>
void check_endings(int endings) {
    solver<V> by;
    std::array<int, 5> tables{};
    for (int i = 0; i < endings; ++i) {
        rng generator = rng(51).split(static_cast<std::uint64_t>(i));
        const auto s = random_ending<V>(3 + i % 3, generator);
        ++tables[static_cast<std::size_t>(trick_play<V>::trick_size(s))];
        test::minimax<V, trick_count> plain(counted(s));
        test::check_values(by, s, plain);
        test::check_line(by, s, plain);
        test::check_at_least(by, s, plain.value(s), solving<V>::won(s), most_tricks(s));
        if (i % 8 == 0)
            test::check_windows(by, s, plain.value(s), solving<V>::won(s), most_tricks(s));
    }
    CHECK(tables[4] > 0);
    if (colours_matter<V>) CHECK((tables[3] > 0 && tables[2] > 0));
}

template <variant V>
void check_switches(int endings) {
    solver<V> by;
    for (int i = 0; i < endings; ++i) {
        rng generator = rng(52).split(static_cast<std::uint64_t>(i));
        const auto s = random_ending<V>(i % 8 == 0 ? 5 : 3 + i % 2, generator);
        test::minimax<V, trick_count> plain(counted(s));
        for (const unsigned bits : test::sets_of_switches(i)) {
            CAPTURE(bits);
            by.set_switches(test::switches_of(bits));
            test::check_values(by, s, plain);
        }
    }
}

// One solver asked about a deal again and again, here and there, with this trump and that: what it
// remembers must hold wherever it is used.
template <variant V>
void check_any_order(int deals, int cards, int questions) {
    solver<V> by;
    for (int i = 0; i < deals; ++i) {
        rng generator = rng(62).split(static_cast<std::uint64_t>(i));
        game_state<V> deal = std::is_same_v<V, euchre> ? random_first_lead(V{}, generator)
                                                       : random_hands<V>(cards, generator);
        for (int tables = 0; tables < 4; ++tables) {
            change_table(deal, generator);
            test::minimax<V, trick_count> plain(counted(deal));
            for (int k = 0; k < questions; ++k) {
                const int left = cards - static_cast<int>(generator.below(3));
                const auto s = test::random_play(deal, left, generator);
                const int value = plain.value(s);
                if (by.value(s) != value_range{value, value})
                    FAIL_CHECK(test::text_of(s) << ": " << by.value(s).low << ".."
                                                << by.value(s).high << ", minimax " << value);
            }
        }
    }
}

template <variant V>
void check_stops(int positions, int cards) {
    solver<V> by;
    test::budget_findings all;
    for (int i = 0; i < positions; ++i) {
        rng generator = rng(53).split(static_cast<std::uint64_t>(i));
        test::check_budgets(by, random_hands<V>(cards, generator), all);
    }
    CHECK(all.cut > positions);
    test::check_narrowed(all, 0.5);
}

template <variant V>
void check_isas_on(int positions, int cards) {
    std::vector<game_state<V>> list;
    for (int i = 0; i < positions; ++i) {
        rng generator = rng(54).split(static_cast<std::uint64_t>(i));
        list.push_back(random_ending<V>(cards, generator));
    }
    test::check_isas(list);
}

// --- Positions that are worth the same ---------------------------------------------------------

card_mask mapped(card_mask from, auto&& card_to_card) {
    card_mask out = 0;
    ops::for_each(from, [&](card c) { out |= bit(card_to_card(c)); });
    return out;
}

// The same position with other names for cards and seats.
template <variant V>
game_state<V> renamed(const game_state<V>& s, auto&& to_suit, int turn) {
    const auto to_card = [&](card c) {
        return make_card<V>(to_suit(suit_of<V>(c)), rank_of<V>(c));
    };
    const auto to_seat = [&](seat who) { return seat_after<V>(who, turn); };
    game_state<V> out = s;
    for (int k = 0; k < 4; ++k) {
        const auto who = static_cast<seat>(k);
        out.hands[to_seat(who)] = static_cast<hand_mask<V>>(mapped(s.hands[who], to_card));
        const card c = s.trick.cards[who];
        out.trick.cards[to_seat(who)] = c == no_card ? c : to_card(c);
    }
    out.played = static_cast<hand_mask<V>>(mapped(s.played, to_card));
    out.trump = s.trump == suit::none ? s.trump : to_suit(s.trump);
    out.dealer = to_seat(s.dealer);
    out.current_player = to_seat(s.current_player);
    out.trick.mask = mapped(s.trick.mask, to_card);
    if (s.trick.winning_card != no_card) {
        out.trick.winning_card = to_card(s.trick.winning_card);
        out.trick.lead_suit = to_suit(s.trick.lead_suit);
    }
    out.trick.lead_seat = to_seat(s.trick.lead_seat);
    out.trick.current_winner = to_seat(s.trick.current_winner);
    if (turn % 2 != 0) std::swap(out.tricks_won[0], out.tricks_won[1]);
    if constexpr (colours_matter<V>) {
        out.extra.maker = to_seat(s.extra.maker);
        unsigned active = 0;
        for (int k = 0; k < 4; ++k)
            if (!sits_out(s, static_cast<seat>(k)))
                active |= 1U << index(to_seat(static_cast<seat>(k)));
        out.extra.active = static_cast<std::uint8_t>(active);
    }
    return out;
}

template <variant V>
void check_renamed(int positions, int cards) {
    solver<V> by;
    for (int i = 0; i < positions; ++i) {
        rng generator = rng(55).split(static_cast<std::uint64_t>(i));
        const auto s = random_ending<V>(cards, generator);
        const int value = by.value(s).low;
        std::array<suit, 4> suits{suit::spades, suit::hearts, suit::diamonds, suit::clubs};
        // Where jacks change suits, suits of one colour stay together.
        do shuffle(suits, generator);
        while (colours_matter<V> && index(suits[0]) + index(suits[3]) != 3);
        const auto other = [&](suit of) { return suits[static_cast<std::size_t>(index(of))]; };
        for (int turn = 0; turn < 4; ++turn) {
            // The tricks of North and South become those of East and West; makers stay makers.
            const bool swapped = !colours_matter<V> && turn % 2 != 0;
            const int all = s.tricks_won[0] + s.tricks_won[1] + s.tricks_remaining;
            const int now = by.value(renamed(s, other, turn)).low;
            if (now != (swapped ? all - value : value))
                FAIL_CHECK(test::text_of(s) << ": worth " << value << ", renamed " << now);
        }
    }
}

// Ranks that nobody holds leave no trace: cards that are out of play may lie anywhere.
template <variant V>
void check_gaps(int positions, int cards) {
    solver<V> by;
    for (int i = 0; i < positions; ++i) {
        rng generator = rng(56).split(static_cast<std::uint64_t>(i));
        const auto s = random_hands<V>(cards, generator);
        std::array<card_mask, 4> hands{};
        for (const suit of : all_suits) {
            card_mask from = 0;
            for (const card_mask hand : s.hands) from |= hand & suit_masks<V>[of];
            card_mask to = suit_masks<V>[of];
            while (ops::popcount(to) > ops::popcount(from))
                to ^= ops::nth_set_bit(to, static_cast<int>(generator.below(
                                               static_cast<std::uint64_t>(ops::popcount(to)))));
            for (; from != 0; from &= from - 1, to &= to - 1)
                for (std::size_t k = 0; k < 4; ++k)
                    if ((s.hands[k] & ops::lsb(from)) != 0) hands[k] |= ops::lsb(to);
        }
        const auto spread = open_deal<V>(hands, s.trump, s.current_player);
        if (by.value(s) != by.value(spread))
            FAIL_CHECK(test::text_of(s) << ": worth something else as " << test::text_of(spread));
    }
}

// A hand of one suit alone plays that suit to every trick. Whatever is below its lowest card never
// wins over another card of the suit, so it does not matter who holds which of those.
template <variant V>
void check_worthless(int positions, int cards) {
    solver<V> by;
    int moved = 0;
    for (int i = 0; i < positions; ++i) {
        rng generator = rng(57).split(static_cast<std::uint64_t>(i));
        const auto long_hand = static_cast<std::size_t>(generator.below(4));
        const auto long_suit = static_cast<suit>(generator.below(4));
        const int lowest = static_cast<int>(
            generator.below(static_cast<std::uint64_t>(deck_traits<V>::ranks - cards - 2)));
        // The long hand, from somewhere above the lowest ranks.
        card_mask rest = suit_masks<V>[long_suit];
        for (int k = 0; k < 3 + lowest; ++k) rest &= rest - 1;
        std::array<card_mask, 4> hands{};
        while (ops::popcount(hands[long_hand]) < cards) {
            const auto n = generator.below(static_cast<std::uint64_t>(ops::popcount(rest)));
            const card_mask c = ops::nth_set_bit(rest, static_cast<int>(n));
            hands[long_hand] |= c;
            rest ^= c;
        }
        std::vector<card> deck;
        ops::for_each(deck_traits<V>::all_cards & ~hands[long_hand],
                      [&](card c) { deck.push_back(c); });
        shuffle(deck, generator);
        for (std::size_t k = 0; k < 4; ++k)
            while (ops::popcount(hands[k]) < cards) {
                hands[k] |= bit(deck.back());
                deck.pop_back();
            }
        // Deal those low cards anew.
        const card_mask low = suit_masks<V>[long_suit] & (ops::lsb(hands[long_hand]) - 1);
        std::vector<card> low_cards;
        for (const card_mask hand : hands)
            ops::for_each(hand & low, [&](card c) { low_cards.push_back(c); });
        shuffle(low_cards, generator);
        std::array<card_mask, 4> dealt = hands;
        for (card_mask& hand : dealt) {
            const int n = ops::popcount(hand & low);
            hand &= ~low;
            for (int k = 0; k < n; ++k, low_cards.pop_back()) hand |= bit(low_cards.back());
        }
        moved += hands != dealt ? 1 : 0;
        const auto trump = static_cast<suit>(generator.below(5));
        const auto leader = static_cast<seat>(generator.below(4));
        const auto one = open_deal<V>(hands, trump, leader);
        const auto other = open_deal<V>(dealt, trump, leader);
        if (by.value(one) != by.value(other))
            FAIL_CHECK(test::text_of(one) << ": worth something else as " << test::text_of(other));
    }
    CHECK(moved > 0);
}

}  // namespace

TEST_CASE_TEMPLATE("solve: endings are worth what plain minimax says", V, whist, bridge, euchre) {
    check_endings<V>(count(150, 10000));
}

TEST_CASE_TEMPLATE("solve: no switch changes a value", V, whist, bridge, euchre) {
    check_switches<V>(count(64, 10000));
}

TEST_CASE_TEMPLATE("solve: questions may be asked in any order", V, whist, bridge, euchre) {
    check_any_order<V>(count(10, 500), 5, 12);
}

TEST_CASE_TEMPLATE("solve: a budget gives bounds that hold", V, whist, bridge) {
    check_stops<V>(count(6, 200), 10);
}

TEST_CASE_TEMPLATE("solve: a tolerance gives ranges that hold", V, whist, bridge) {
    solver<V> by;
    std::vector<game_state<V>> positions;
    for (int i = 0; i < count(10, 200); ++i) {
        rng generator = rng(54).split(static_cast<std::uint64_t>(i));
        positions.push_back(random_hands<V>(7, generator));
    }
    test::check_tolerance(by, positions, 1);
}

TEST_CASE("solve: all instruction sets take the same steps") {
    check_isas_on<whist>(count(3, 50), 8);
    check_isas_on<bridge>(count(6, 200), 8);
    check_isas_on<euchre>(count(30, 1000), 5);
}

TEST_CASE("solve: names of suits and seats do not matter") {
    check_renamed<whist>(count(10, 500), 6);
    check_renamed<bridge>(count(10, 500), 7);
    check_renamed<euchre>(count(50, 2000), 5);
}

TEST_CASE_TEMPLATE("solve: ranks out of play do not matter", V, whist, bridge) {
    check_gaps<V>(count(30, 2000), 6);
}

TEST_CASE_TEMPLATE("solve: who holds worthless cards does not matter", V, whist, bridge) {
    check_worthless<V>(count(50, 3000), 6);
}

TEST_CASE("solve: a hand that sits out may hold anything") {
    solver<euchre> by;
    int seen = 0;
    for (int i = 0; i < count(60, 2000); ++i) {
        rng generator = rng(58).split(static_cast<std::uint64_t>(i));
        const auto s = random_ending<euchre>(4, generator);
        auto other = s;
        for (int k = 0; k < 4; ++k)
            if (sits_out(s, static_cast<seat>(k))) other.hands[static_cast<std::size_t>(k)] = 0;
        if (other == s) continue;
        ++seen;
        if (by.value(s) != by.value(other)) FAIL_CHECK(test::text_of(s));
    }
    CHECK(seen > 0);
}

TEST_CASE("solve: large bridge endings are worth what libdds says") {
    if (!libdds::available()) {
        MESSAGE(libdds::missing);
        return;
    }
    solver<bridge> by;
    for (int i = 0; i < count(30, 1000); ++i) {
        rng generator = rng(59).split(static_cast<std::uint64_t>(i));
        const auto s = random_ending<bridge>(8 + i % 3, generator);
        const int value = libdds::value(s);
        if (by.value(s) != value_range{value, value})
            FAIL_CHECK(test::text_of(s) << ": " << by.value(s).low << ", libdds " << value);
        if (by.moves(s) != libdds::moves(s)) FAIL_CHECK(test::text_of(s) << ": some card");
    }
}

TEST_CASE("solve: bridge tables are those of libdds") {
    if (!libdds::available()) {
        MESSAGE(libdds::missing);
        return;
    }
    solver<bridge> by;
    for (int i = 0; i < count(test::sanitized ? 3 : 6, 1000); ++i) {
        rng generator = rng(60).split(static_cast<std::uint64_t>(i));
        per_seat<card_mask> hands{};
        deal_random(layout({13, 13, 13, 13}), generator, hands);
        CAPTURE(i);
        CHECK(dd_table(by, hands) == libdds::table(hands));
    }
    libdds::release();
}
