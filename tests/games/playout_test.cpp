#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include <mu/cards/rng.h>
#include <mu/engine/playouts.h>
#include <mu/games/rollout.h>
#include <mu/games/whist.h>
#include <mu/play/playout.h>
#include <mu/play/word.h>

#include "support/chi_square.h"
#include "support/counts.h"
#include "support/naive.h"
#include "support/naive_whist.h"
#include "support/sanitized.h"

namespace {

using namespace mu;
using namespace mu::test;
using arch::u32;
using arch::u64;

// The stream of a playout, 16 bits at a time. A new row of bits is drawn for a lead, for the first
// card of all, and when the row is used up.
template <typename E>
class plain_draws {
public:
    explicit plain_draws(std::uint64_t seed) : state_(random_start<E>(seed)) {}

    // For the k-th card of a trick, 0 <= result < n.
    std::size_t below(std::size_t n, std::size_t k) {
        if (first_ || k % (sizeof(E) / 2) == 0) row_ = state_ = random_step(state_);
        first_ = false;
        const std::size_t sixteen = row_ & 0xFFFF;
        row_ >>= 16;
        return sixteen * n / 65536;
    }

private:
    E state_;
    E row_ = 0;
    bool first_ = true;
};

// --- Whist ---------------------------------------------------------------------------------------

using whist_result = playout_result<word_of<whist>>;

// Plays s out by the rules, card by card, with the draws of this seed.
whist_result plain_playout(game_state<whist> s, std::uint64_t seed) {
    plain_draws<u64> draws(seed);
    const int leader = index(rules<whist>::leading(s) ? s.current_player : s.trick.lead_seat);
    const int before = s.tricks_won[static_cast<std::size_t>(leader % 2)];
    const auto field = [&](const plain_card& c) {  // trumps are counted last
        return s.trump == suit::none ? c.suit : (c.suit + 3 - index(s.trump)) % 4;
    };
    bool last = true;
    while (!rules<whist>::is_over(s)) {
        plain_cards choice = plain(rules<whist>::legal_moves(s));
        std::ranges::sort(choice, [&](const plain_card& a, const plain_card& b) {
            return field(a) != field(b) ? field(a) < field(b) : a.strength < b.strength;
        });
        const std::size_t k = rules<whist>::leading(s) ? 0 : s.trick.num_played;
        rules<whist>::play_card(s, whist_card(choice[draws.below(choice.size(), k)]));
        if (rules<whist>::leading(s)) last = index(s.trick.current_winner) % 2 == leader % 2;
    }
    const int won = s.tricks_won[static_cast<std::size_t>(leader % 2)] - before;
    return {.tricks = static_cast<u64>(won), .cards = 0, .last = last ? ~u64{0} : 0};
}

struct whist_batch {
    std::vector<game_state<whist>> states;
    std::vector<position_of<whist>> positions;
};

// Deals with so many cards played.
whist_batch whist_after(int plies, int deals, rng& r) {
    whist_batch out;
    for (int i = 0; i < deals; ++i) {
        game_state<whist> s = random_whist(r);
        play_random(s, plies, r);
        out.states.push_back(s);
        out.positions.push_back(to_position(s));
    }
    return out;
}

// --- Any game, with lists ------------------------------------------------------------------------

struct plain_table {
    std::vector<plain_cards> hands;  // hand 0 leads the trick on the table
    plain_cards trick;
    int trump = no_trump;
    plain_card buur{-1, -1};
    plain_card held_back{-1, -1};  // for rules with hold_back
    int solo = 0;
    plain_law law;

    std::size_t seats() const { return hands.size(); }
    // What may be played now; `leader` led the current trick.
    plain_cards choice(std::size_t leader) const {
        const plain_cards& hand = hands[(leader + trick.size()) % seats()];
        plain_cards out = trick.empty() ? hand
                                        : law({.hand = hand,
                                               .trick = trick,
                                               .trump = trump,
                                               .seats = static_cast<int>(seats()),
                                               .buur = buur});
        const bool last_trick = hand.size() == 1;
        if (!last_trick && out.size() > 1) std::erase(out, held_back);
        std::ranges::sort(out);
        return out;
    }
    bool over() const {
        return std::ranges::all_of(hands, [](const plain_cards& h) { return h.empty(); });
    }
};

// Plays one card; returns who leads the next.
std::size_t play(plain_table& t, std::size_t leader, const plain_card& c) {
    std::erase(t.hands[(leader + t.trick.size()) % t.seats()], c);
    t.trick.push_back(c);
    if (t.trick.size() < t.seats()) return leader;
    leader = (leader + static_cast<std::size_t>(winner_of(t.trick, t.trump))) % t.seats();
    return leader;
}

template <play_rules R, typename E>
playout_result<E> plain_playout(plain_table t, std::uint64_t seed) {
    plain_draws<E> draws(seed);
    const auto in_a = [&](std::size_t hand) {
        return t.seats() == 3 ? static_cast<int>(hand) == t.solo : hand % 2 == 0;
    };
    playout_result<E> out;
    std::size_t leader = 0;
    while (!t.over()) {
        const plain_cards choice = t.choice(leader);
        leader = play(t, leader, choice[draws.below(choice.size(), t.trick.size())]);
        if (t.trick.size() < t.seats()) continue;
        out.tricks += in_a(leader) ? 1 : 0;
        if (R.keep_cards && in_a(leader)) out.cards |= word_of_cards<E>(t.trick);
        out.last = in_a(leader) ? ~E{0} : E{0};
        t.trick.clear();
    }
    return out;
}

// A deal with so many cards played, hand 0 leading the current trick.
template <play_rules R>
plain_table random_table(const plain_law& law, int ranks, int plies, rng& r) {
    plain_table t;
    t.law = law;
    t.trump = r.below(4) == 0 ? no_trump : 3;
    if (t.trump != no_trump) t.buur = {3, ranks - 1};
    if (R.hold_back && r.below(2) == 0) t.held_back = {3, static_cast<int>(r.below(3))};
    t.solo = static_cast<int>(r.below(3));
    plain_cards pack = shuffled_pack(ranks, r);
    for (int k = 0; k < R.seats; ++k) t.hands.push_back(take(pack, R.tricks));
    std::size_t leader = 0;
    for (int i = 0; i < plies; ++i) {
        const plain_cards choice = t.choice(leader);
        leader = play(t, leader, choice[r.below(choice.size())]);
        if (t.trick.size() == t.seats()) t.trick.clear();
    }
    std::ranges::rotate(t.hands, t.hands.begin() + static_cast<std::ptrdiff_t>(leader));
    return t;
}

// The table in play space, found by looking at every card.
template <play_rules R, typename E>
play_position<E, R.seats> position(const plain_table& t) {
    play_position<E, R.seats> p{};
    std::size_t cards = t.trick.size();
    for (std::size_t k = 0; k < t.seats(); ++k) {
        p.hand[k] = word_of_cards<E>(t.hands[k]);
        cards += t.hands[k].size();
    }
    p.trumps = word_of_suit<E>(t.trump);
    p.top_trump = t.buur.suit < 0 ? E{0} : word_of_card<E>(t.buur);
    p.held_back = t.held_back.suit < 0 ? E{0} : word_of_card<E>(t.held_back);
    p.played = static_cast<std::uint8_t>(t.trick.size());
    p.tricks = static_cast<std::uint8_t>(cards / t.seats());
    p.solo = static_cast<std::uint8_t>(t.solo);
    if (t.trick.empty()) return p;
    p.trick = word_of_cards<E>(t.trick);
    p.led = word_of_suit<E>(t.trick[0].suit);
    p.winning = static_cast<std::uint8_t>(winner_of(t.trick, t.trump));
    for (const plain_card& c : cards_of_word(static_cast<E>(~p.trick))) {
        plain_cards with = t.trick;
        with.push_back(c);
        if (winner_of(with, t.trump) == static_cast<int>(t.trick.size()))
            p.beaters |= word_of_card<E>(c);
        if (!stronger_than_all(of_suit({c}, t.trick[0].suit), of_suit(t.trick, t.trick[0].suit))
                 .empty())
            p.heads |= word_of_card<E>(c);
    }
    return p;
}

// One word of positions against the same playouts one at a time.
template <play_rules R, typename W>
void word_agrees(const std::vector<play_position<arch::element_of<W>, R.seats>>& from,
                 const std::vector<std::uint64_t>& seeds,
                 const std::vector<playout_result<arch::element_of<W>>>& expected) {
    using E = arch::element_of<W>;
    constexpr std::size_t lanes = arch::word_traits<W>::lanes;
    const play_position<E, R.seats>* pointers[lanes];
    playout_result<E> out[lanes];
    for (std::size_t at = 0; at + lanes <= from.size(); at += lanes) {
        for (std::size_t j = 0; j < lanes; ++j) pointers[j] = &from[at + j];
        playout_word<R, W>(pointers, seeds.data() + at, out);
        for (std::size_t j = 0; j < lanes; ++j) REQUIRE(out[j] == expected[at + j]);
    }
}

// Lists, one table at a time, and words of tables. (Compilers take very long to sanitize the words
// of several lanes; there the library's own playouts of whist must do.)
template <play_rules R, typename Lanes>
void game_agrees(const plain_law& law, int ranks, std::uint64_t seed) {
    using E = arch::element_of<Lanes>;
    using W = std::conditional_t<sanitized, E, Lanes>;
    rng r(seed);
    constexpr std::size_t lanes = 96;  // fills words of 1, 2, 3, 4, 8, 16 and 32 lanes
    bool both_sides_win = false;
    for (int i = 0; i < count(12, 1000); ++i) {
        const int plies =
            i % 3 == 0 ? i / 3 % (R.seats + 1) : static_cast<int>(r.below(R.seats * R.tricks));
        CAPTURE(plies);
        std::vector<play_position<E, R.seats>> from;
        std::vector<std::uint64_t> seeds;
        std::vector<playout_result<E>> expected;
        for (std::size_t j = 0; j < lanes; ++j) {
            const plain_table t = random_table<R>(law, ranks, plies, r);
            from.push_back(position<R, E>(t));
            seeds.push_back(r.next());
            expected.push_back(plain_playout<R, E>(t, seeds.back()));
            REQUIRE(playout<R>(from.back(), seeds.back()) == expected.back());
            const int left = from.back().tricks;
            both_sides_win |=
                expected.back().tricks != 0 && static_cast<int>(expected.back().tricks) != left;
        }
        word_agrees<R, W>(from, seeds, expected);
    }
    CHECK(both_sides_win);
}

}  // namespace

TEST_CASE("whist playouts are the same on every instruction set and in every width") {
    rng r(1);
    for (const int plies : {0, 1, 2, 3, 4, 6, 17, 31, 40, 47, 48, 49, 50, 51}) {
        CAPTURE(plies);
        const whist_batch from = whist_after(plies, 7, r);
        const std::uint64_t seed = r.next(), first = r.below(1000);
        std::vector<whist_result> expected;
        for (std::uint64_t i = first; i < first + static_cast<std::uint64_t>(count(101, 5003)); ++i)
            expected.push_back(plain_playout(from.states[i % 7], playout_stream(seed, i)));

        for (const isa on : available_isas())
            for (const playout_width width : {playout_width::one, playout_width::lanes}) {
                CAPTURE(isa_name(on));
                std::vector<whist_result> got(expected.size());
                playouts<whist>({from.positions, seed, first, got}, width, on);
                REQUIRE(got == expected);

                // Cut in pieces, one of them empty.
                std::ranges::fill(got, whist_result{99, 99, 99});
                std::size_t at = 0;
                for (const std::size_t size : {std::size_t{5}, std::size_t{0}, std::size_t{1},
                                               std::size_t{33}, expected.size() - 39}) {
                    playouts<whist>(
                        {from.positions, seed, first + at, std::span(got).subspan(at, size)}, width,
                        on);
                    at += size;
                }
                REQUIRE(at == expected.size());
                REQUIRE(got == expected);
            }

        for (std::size_t i = 0; i < expected.size(); ++i) {
            const std::uint64_t n = first + i;
            REQUIRE(playout<whist::play>(from.positions[n % 7], playout_stream(seed, n)) ==
                    expected[i]);
            REQUIRE(expected[i].tricks <= from.states[n % 7].tricks_remaining);
        }
    }
}

TEST_CASE("the portable code is always there, and the best is the last of the list") {
    const std::vector<isa> found = available_isas();
    REQUIRE(!found.empty());
    CHECK(found.front() == isa::portable);
    CHECK(best_isa() == found.back());
    CHECK(std::ranges::is_sorted(found));
    CHECK(isa_name(isa::portable) == "portable");
    CHECK(isa_name(isa::avx2) == "avx2");
    CHECK(isa_name(isa::avx512) == "avx512");
}

TEST_CASE("the position of a state is what a look at the table shows") {
    rng r(2);
    for (int i = 0; i < count(500, 20000); ++i) {
        game_state<whist> s = random_whist(r);
        plain_whist p(s);
        const int plies = static_cast<int>(r.below(52));
        for (int k = 0; k < plies; ++k) {
            const card c = random_member(rules<whist>::legal_moves(s), r);
            p.play(plain(c));
            rules<whist>::play_card(s, c);
        }
        // The same lists with the suits turned so that trumps are suit 3, hands from the leader.
        const auto turned = [&](plain_cards cards) {
            if (p.trump != no_trump)
                for (plain_card& c : cards) c.suit = (c.suit + 3 - p.trump) % 4;
            return cards;
        };
        plain_table t;
        for (int k = 0; k < 4; ++k)
            t.hands.push_back(turned(p.hands[static_cast<std::size_t>((p.leader + k) % 4)]));
        t.trick = turned(p.trick);
        t.trump = p.trump == no_trump ? no_trump : 3;
        const auto expected = position<whist::play, u64>(t);
        const auto got = to_position(s);
        REQUIRE(std::ranges::equal(got.hand, expected.hand));
        REQUIRE(got.trumps == expected.trumps);
        REQUIRE(got.played == expected.played);
        REQUIRE(got.tricks == expected.tricks);
        REQUIRE(got.trick == expected.trick);
        REQUIRE(got.led == expected.led);
        REQUIRE(got.beaters == expected.beaters);
        REQUIRE(got.heads == expected.heads);
        REQUIRE(got.winning == expected.winning);
    }
}

TEST_CASE("a rollout gives all tricks to one side or the other and draws once") {
    rng r(3);
    for (int i = 0; i < count(500, 20000); ++i) {
        game_state<whist> s = random_whist(r);
        play_random(s, static_cast<int>(r.below(53)), r);
        rng stream = r.split(static_cast<std::uint64_t>(i));
        rng again = stream;
        const auto won = rollout(s, stream);
        REQUIRE(won[0] + won[1] == 13);
        REQUIRE(won[0] >= s.tricks_won[0]);
        REQUIRE(won[1] >= s.tricks_won[1]);

        const whist_result expected = plain_playout(s, again.next());
        REQUIRE(stream == again);
        const seat leader = rules<whist>::leading(s) ? s.current_player : s.trick.lead_seat;
        const auto side = static_cast<std::size_t>(index(leader) % 2);
        REQUIRE(won[side] == s.tricks_won[side] + expected.tricks);
    }
}

// --- Made-up games -------------------------------------------------------------------------------

namespace {

constexpr play_rules three_hands{
    .seats = 3, .tricks = 10, .follow = must_head, .hold_back = true, .keep_cards = true};
constexpr play_rules eight_each{
    .seats = 4, .tricks = 8, .follow = must_overtrump, .keep_cards = true};
constexpr play_rules nine_each{
    .seats = 4, .tricks = 9, .follow = trump_any_time, .keep_cards = true};
constexpr play_rules two_hands{.seats = 2, .tricks = 5, .follow = must_head, .keep_cards = true};
constexpr play_rules two_free{.seats = 2, .tricks = 5, .follow = free_play};

}  // namespace

TEST_CASE("three hands, ten tricks and the duty to head play as with lists") {
    game_agrees<three_hands, arch::wide<u32, 3>>(ulti_law, 8, 4);  // two cards lie aside
}

TEST_CASE("four hands, eight tricks and the duty to overtrump play as with lists") {
    game_agrees<eight_each, arch::wide<arch::widest<u32>, 2>>(
        [](const plain_view& v) { return contree_law(v); }, 8, 5);
}

TEST_CASE("four hands, nine tricks and trumps at any time play as with lists") {
    game_agrees<nine_each, arch::wide<arch::widest<u64>, 2>>(
        [](const plain_view& v) { return jass_law(v); }, 9, 6);
}

TEST_CASE("two hands and five tricks play as with lists") {
    game_agrees<two_hands, arch::wide<u32, 3>>(snapszer_law, 5, 7);
    game_agrees<two_free, arch::wide<u64, 2>>(free_law, 5, 8);
}

// --- The draws -----------------------------------------------------------------------------------

namespace {

constexpr play_rules duel{.seats = 2, .tricks = 13, .follow = must_follow, .keep_cards = true};

// Hand 0 holds n trumps, hand 1 the trump above them and n - 1 cards of another suit. Hand 0 loses
// its first lead, whatever it is, and ruffs everything that follows: so the first lead is the one
// trump that it does not win.
template <typename E>
std::vector<std::int64_t> first_leads(int n, int playouts) {
    play_position<E, 2> p{};
    const E low = (E{1} << n) - 1;
    p.trumps = trump_field<E>;
    p.hand[0] = low << (3 * field_bits<E>);
    p.hand[1] = (E{1} << (3 * field_bits<E> + n)) | (low >> 1);
    p.tricks = static_cast<std::uint8_t>(n);
    std::vector<std::int64_t> times(static_cast<std::size_t>(n));
    for (int i = 0; i < playouts; ++i) {
        const auto result = playout<duel>(p, playout_stream(7, static_cast<std::uint64_t>(i)));
        REQUIRE(result.tricks == static_cast<E>(n - 1));
        const plain_cards lost = cards_of_word(static_cast<E>(p.hand[0] & ~result.cards));
        REQUIRE(lost.size() == 1);
        ++times[static_cast<std::size_t>(lost[0].strength)];
    }
    return times;
}

// The same for a hand that follows: hand 0 has led its only trump, the highest, and hand 1 answers
// with one of its n trumps and wins all tricks after that.
template <typename E>
std::vector<std::int64_t> first_answers(int n, int playouts) {
    play_position<E, 2> p{};
    const E low = (E{1} << n) - 1, top = E{1} << (3 * field_bits<E> + n);
    p.trumps = p.led = trump_field<E>;
    p.beaters = above(top);
    p.trick = top;
    p.played = 1;
    p.hand[0] = low >> 1;
    p.hand[1] = low << (3 * field_bits<E>);
    p.tricks = static_cast<std::uint8_t>(n);
    std::vector<std::int64_t> times(static_cast<std::size_t>(n));
    for (int i = 0; i < playouts; ++i) {
        const auto result = playout<duel>(p, playout_stream(8, static_cast<std::uint64_t>(i)));
        REQUIRE(result.tricks == 1);
        const plain_cards taken = cards_of_word(static_cast<E>(p.hand[1] & result.cards));
        REQUIRE(taken.size() == 1);
        ++times[static_cast<std::size_t>(taken[0].strength)];
    }
    return times;
}

}  // namespace

TEST_CASE("the first card of a playout is any of the legal ones, equally often") {
    const int n = count(20000, 2000000);
    for (const int cards : {2, 3, 7, 13}) {
        CHECK(looks_uniform(first_leads<u64>(cards, n)));
        CHECK(looks_uniform(first_answers<u64>(cards, n)));
    }
    for (const int cards : {2, 3, 7}) {
        CHECK(looks_uniform(first_leads<u32>(cards, n)));
        CHECK(looks_uniform(first_answers<u32>(cards, n)));
    }
}

TEST_CASE("no seed starts the generator at zero") {
    CHECK(random_start<u64>(0) != 0);
    CHECK(random_start<u32>(0) != 0);
    CHECK(random_start<u64>(1) != random_start<u64>(2));
    CHECK(random_start<u32>(1) != random_start<u32>(2));
}
