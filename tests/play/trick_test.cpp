#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <mu/cards/rng.h>
#include <mu/play/playout.h>
#include <mu/play/trick.h>
#include <mu/play/word.h>

#include "support/counts.h"
#include "support/naive.h"
#include "support/sanitized.h"

namespace {

using namespace mu;
using namespace mu::test;
using arch::u32;
using arch::u64;

// Calls f.template operator()<k>() for k = 1 .. Seats - 1.
template <int Seats, typename F>
void for_followers(F&& f) {
    [&]<int... k>(std::integer_sequence<int, k...>) {
        (f.template operator()<k + 1>(), ...);
    }(std::make_integer_sequence<int, Seats - 1>{});
}

// Which hand won, for one table.
template <typename E>
int number(const trick_winner_word<E>& w) {
    return (w.odd.bits != 0 ? 1 : 0) + (w.two.bits != 0 ? 2 : 0);
}

template <int Seats, typename E>
void winners_agree(std::uint64_t seed) {
    rng r(seed);
    std::array<int, Seats> seen{};
    for (int i = 0; i < count(3000, 300000); ++i) {
        const int ranks = 2 + static_cast<int>(r.below(field_bits<E> - 1));
        const plain_cards trick = [&] {
            plain_cards pack = shuffled_pack(ranks, r);
            pack.resize(Seats);
            return pack;
        }();
        const int trump = r.below(3) == 0 ? no_trump : 3;
        const E trumps = word_of_suit<E>(trump);
        trick_kernel<must_head, Seats, E> t{};
        t.lead(word_of_card<E>(trick[0]), trumps);
        for_followers<Seats>([&]<int k>() {
            t.template follow<k>(word_of_card<E>(trick[k]), trumps);
            const plain_cards so_far(trick.begin(), trick.begin() + k + 1);
            REQUIRE((t.took[k].bits != 0) == (winner_of(so_far, trump) == k));
        });
        const int expected = winner_of(trick, trump);
        REQUIRE(number(t.winner()) == expected);
        ++seen[static_cast<std::size_t>(expected)];
    }
    for (const int times : seen) CHECK(times > 0);
}

template <int Seats, typename E>
void table_turns() {
    for (int winner = 0; winner < Seats; ++winner) {
        E hand[Seats];
        for (int k = 0; k < Seats; ++k) hand[k] = static_cast<E>(0x1001) << k;
        const trick_winner_word<E> by{.odd = arch::mask_from_bool<E>(winner % 2 == 1),
                                      .two = arch::mask_from_bool<E>(winner >= 2)};
        seat_winner(hand, by);
        for (int k = 0; k < Seats; ++k)
            CHECK(hand[k] == static_cast<E>(0x1001) << ((winner + k) % Seats));
    }
}

template <typename E>
void one_bit_functions() {
    for (const plain_card& c : cards_of_word(static_cast<E>(~E{0}))) {
        const E b = word_of_card<E>(c);
        plain_cards higher;
        for (const plain_card& other : cards_of_word(static_cast<E>(~E{0})))
            if (other > c) higher.push_back(other);  // by suit, then by strength
        CHECK(above(b) == word_of_cards<E>(higher));
        CHECK(arch::fill_field(b) == word_of_suit<E>(c.suit));
    }
    CHECK(trump_field<E> == word_of_suit<E>(3));
}

template <typename E>
void integer_functions(std::uint64_t seed) {
    rng r(seed);
    for (int i = 0; i < count(500, 50000); ++i) {
        const E set = static_cast<E>(r.next() & r.next() & r.next());
        const plain_cards members = cards_of_word(set);
        REQUIRE(arch::popcount(set) == members.size());
        for (std::size_t n = 0; n < members.size(); ++n)
            for (const std::size_t most : {n + 1, members.size(), members.size() + 3})
                REQUIRE(arch::nth_bit(set, static_cast<E>(n), static_cast<int>(most)) ==
                        word_of_card<E>(members[n]));
        const E x = static_cast<E>(r.next());
        const E n = static_cast<E>(1 + r.below(16));
        REQUIRE(arch::scale16(x, n) == static_cast<E>((x % 65536U) * std::uint64_t{n} / 65536U));
    }
    CHECK(arch::popcount(E{0}) == 0);
    CHECK(arch::popcount(static_cast<E>(~E{0})) == sizeof(E) * 8);
    CHECK(arch::scale16(E{0xFFFF}, E{13}) == 12);
    CHECK(arch::scale16(E{0}, E{13}) == 0);
}

// --- Words of several lanes ---------------------------------------------------------------------

template <typename W>
using lanes_of = std::array<arch::element_of<W>, arch::word_traits<W>::lanes>;

template <typename W>
lanes_of<W> stored(const W& w) {
    lanes_of<W> out;
    arch::store(out.data(), w);
    return out;
}
template <typename W>
W loaded(const lanes_of<W>& lanes) {
    return arch::load<W>(lanes.data());
}
// A truth value per lane, as all ones or zero.
template <typename W>
lanes_of<W> spread(const arch::lane_mask<W>& m) {
    using E = arch::element_of<W>;
    return stored<W>(arch::select(m, arch::splat<W>(static_cast<E>(~E{0})), arch::splat<W>(0)));
}

template <typename W>
void lanes_compute_alone(std::uint64_t seed) {
    using E = arch::element_of<W>;
    constexpr std::size_t lanes = arch::word_traits<W>::lanes;
    rng r(seed);
    for (int i = 0; i < count(300, 30000); ++i) {
        lanes_of<W> a, b, one, set, nth, small;
        for (std::size_t j = 0; j < lanes; ++j) {
            a[j] = static_cast<E>(r.next() & r.next() & r.next());
            b[j] = static_cast<E>(r.next() & r.next() & r.next());
            one[j] = E{1} << r.below(sizeof(E) * 8);
            set[j] = a[j] | one[j];
            small[j] = static_cast<E>(1 + r.below(13));
            nth[j] = static_cast<E>(r.below(static_cast<std::uint64_t>(std::popcount(set[j]))));
        }
        const W wa = loaded<W>(a), wb = loaded<W>(b), wone = loaded<W>(one);
        const auto each = [&](const W& word, auto&& scalar) {
            lanes_of<W> expected;
            for (std::size_t j = 0; j < lanes; ++j) expected[j] = scalar(j);
            REQUIRE(stored(word) == expected);
        };
        each(wa + wb, [&](auto j) { return static_cast<E>(a[j] + b[j]); });
        each(wa - wb, [&](auto j) { return static_cast<E>(a[j] - b[j]); });
        each(wa - E{1}, [&](auto j) { return static_cast<E>(a[j] - 1); });
        each(wa & wb, [&](auto j) { return a[j] & b[j]; });
        each(wa | wb, [&](auto j) { return a[j] | b[j]; });
        each(wa ^ wb, [&](auto j) { return a[j] ^ b[j]; });
        each(~wa, [&](auto j) { return static_cast<E>(~a[j]); });
        each(wa << 5, [&](auto j) { return static_cast<E>(a[j] << 5); });
        each(wa >> 16, [&](auto j) { return static_cast<E>(a[j] >> 16); });
        each(arch::popcount(wa), [&](auto j) { return static_cast<E>(std::popcount(a[j])); });
        each(arch::fill_field(wone), [&](auto j) { return arch::fill_field(one[j]); });
        each(above(wone), [&](auto j) { return above(one[j]); });
        each(random_step(wone), [&](auto j) { return random_step(one[j]); });
        each(arch::scale16(wa, loaded<W>(small)),
             [&](auto j) { return arch::scale16(a[j], small[j]); });
        each(arch::nth_bit(loaded<W>(set), loaded<W>(nth), static_cast<int>(sizeof(E) * 8)),
             [&](auto j) { return word_of_card<E>(cards_of_word(set[j])[nth[j]]); });
        const auto shares = arch::meets(wa, wb), zero = arch::meets(wa, arch::splat<W>(0));
        const auto truth = [&](std::size_t j) { return (a[j] & b[j]) != 0; };
        each(arch::select(shares, wa, wb), [&](auto j) { return truth(j) ? a[j] : b[j]; });
        each(arch::select(~shares, wa, wb), [&](auto j) { return truth(j) ? b[j] : a[j]; });
        each(arch::select(shares & zero, wa, wb), [&](auto j) { return b[j]; });
        each(arch::select(shares | ~zero, wa, wb), [&](auto j) { return a[j]; });
        each(arch::select(shares ^ ~zero, wa, wb), [&](auto j) { return truth(j) ? b[j] : a[j]; });
    }
    for (const bool b : {false, true})
        for (const E e : spread<W>(arch::mask_from_bool<W>(b)))
            CHECK(e == (b ? static_cast<E>(~E{0}) : E{0}));
    for (const E e : stored(arch::splat<W>(E{77}))) CHECK(e == 77);
}

// Tricks with cards chosen among the legal ones; one kernel with a deal in each lane, and one
// kernel for each of these deals. Seats hold few cards of a small pack, so that all branches are
// taken.
template <follow_rule Rule, int Seats, typename W>
void lanes_play_alone(std::uint64_t seed) {
    using E = arch::element_of<W>;
    constexpr std::size_t lanes = arch::word_traits<W>::lanes;
    rng r(seed + Seats);
    for (int i = 0; i < count(100, 10000); ++i) {
        std::array<lanes_of<W>, Seats> hand;
        lanes_of<W> trumps, top, card;
        for (std::size_t j = 0; j < lanes; ++j) {
            const int ranks = 3 + static_cast<int>(r.below(field_bits<E> - 2));
            const int cards =
                1 + static_cast<int>(r.below(static_cast<std::uint64_t>(ranks * 4 / Seats)));
            plain_cards pack = shuffled_pack(ranks, r);
            for (auto& h : hand) h[j] = word_of_cards<E>(take(pack, cards));
            trumps[j] = word_of_suit<E>(r.below(4) == 0 ? no_trump : 3);
            top[j] = trumps[j] == 0 ? E{0} : word_of_card<E>({3, ranks - 1});
        }
        const auto choose = [&](const lanes_of<W>& from) {
            for (std::size_t j = 0; j < lanes; ++j) {
                const plain_cards choice = cards_of_word(from[j]);
                card[j] = word_of_card<E>(choice[r.below(choice.size())]);
            }
        };
        std::array<trick_kernel<Rule, Seats, E>, lanes> alone{};
        trick_kernel<Rule, Seats, W> together{};
        choose(hand[0]);
        together.lead(loaded<W>(card), loaded<W>(trumps));
        for (std::size_t j = 0; j < lanes; ++j) alone[j].lead(card[j], trumps[j]);
        for_followers<Seats>([&]<int k>() {
            const lanes_of<W> may = stored<W>(together.template legal_for<k>(
                loaded<W>(hand[k]), loaded<W>(trumps), loaded<W>(top)));
            for (std::size_t j = 0; j < lanes; ++j) {
                REQUIRE(may[j] == alone[j].template legal_for<k>(hand[k][j], trumps[j], top[j]));
                REQUIRE(may[j] != 0);
                REQUIRE((may[j] & ~hand[k][j]) == 0);
            }
            choose(may);
            together.template follow<k>(loaded<W>(card), loaded<W>(trumps));
            const lanes_of<W> took = spread<W>(together.took[k]);
            for (std::size_t j = 0; j < lanes; ++j) {
                alone[j].template follow<k>(card[j], trumps[j]);
                REQUIRE(took[j] == alone[j].took[k].bits);
            }
        });

        const trick_winner_word<W> by = together.winner();
        W seated[Seats];
        for (int k = 0; k < Seats; ++k) seated[k] = loaded<W>(hand[static_cast<std::size_t>(k)]);
        seat_winner(seated, by);
        const lanes_of<W> odd = spread<W>(by.odd), two = spread<W>(by.two);
        for (std::size_t j = 0; j < lanes; ++j) {
            REQUIRE(odd[j] == alone[j].winner().odd.bits);
            REQUIRE(two[j] == alone[j].winner().two.bits);
            const int won = number(alone[j].winner());
            for (int k = 0; k < Seats; ++k)
                REQUIRE(stored<W>(seated[k])[j] ==
                        hand[static_cast<std::size_t>((won + k) % Seats)][j]);
        }
    }
}

// Compilers take very long to sanitize the wider words: there two rules must do.
template <typename W>
void lanes_play_all_games(std::uint64_t seed) {
    constexpr follow_rule options{.trump_if_void = true,
                                  .overtrump = true,
                                  .partner_exempt = true,
                                  .overtrump_partner = false,
                                  .overtrump_ruffing_partner = true,
                                  .under = undertrump::forced};
    lanes_play_alone<must_head, 3, W>(seed);
    lanes_play_alone<options, 4, W>(seed);
    if constexpr (!sanitized) {
        lanes_play_alone<free_play, 2, W>(seed);
        lanes_play_alone<must_head, 2, W>(seed);
        lanes_play_alone<must_follow, 4, W>(seed);
        lanes_play_alone<trump_any_time, 4, W>(seed);
        lanes_play_alone<must_overtrump, 4, W>(seed);
    }
}

// The words of several lanes; those of vectors only where this file is compiled for them.
template <typename F>
void for_words(F&& f) {
    f.template operator()<arch::wide<u64, 2>>();
    if constexpr (!sanitized) f.template operator()<arch::wide<u32, 3>>();
    const auto vectors = [&]<typename E>(E) {
        if constexpr (!sanitized && arch::word_traits<arch::widest<E>>::lanes > 1) {
            f.template operator()<arch::widest<E>>();
            f.template operator()<arch::wide<arch::widest<E>, 2>>();
        }
    };
    vectors(u64{});
    vectors(u32{});
}

}  // namespace

TEST_CASE("the kernel finds the winner that a look at the cards finds") {
    winners_agree<2, u32>(1);
    winners_agree<2, u64>(2);
    winners_agree<3, u32>(3);
    winners_agree<3, u64>(4);
    winners_agree<4, u32>(5);
    winners_agree<4, u64>(6);
}

TEST_CASE("seat_winner turns the table until the winner is hand 0") {
    table_turns<2, u32>();
    table_turns<2, u64>();
    table_turns<3, u32>();
    table_turns<3, u64>();
    table_turns<4, u32>();
    table_turns<4, u64>();
}

TEST_CASE("above and fill_field hold for every card of a word") {
    one_bit_functions<u32>();
    one_bit_functions<u64>();
}

TEST_CASE("popcount, nth_bit and scale16 agree with counting") {
    integer_functions<u32>(7);
    integer_functions<u64>(8);
}

TEST_CASE("each lane of a word computes alone") {
    for_words([]<typename W>() { lanes_compute_alone<W>(9); });
}

TEST_CASE("a lane plays its trick as a table of its own would") {
    for_words([]<typename W>() { lanes_play_all_games<W>(10); });
}
