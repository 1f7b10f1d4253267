#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <random>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include <mu/cards/rng.h>

#include "support/chi_square.h"
#include "support/counts.h"

namespace {

using mu::rng;

static_assert(std::uniform_random_bit_generator<rng>);

// The published C code of both algorithms, put down as plainly as possible.
struct plain_splitmix64 {
    std::uint64_t x;
    std::uint64_t next() {
        x += 0x9e3779b97f4a7c15ULL;
        std::uint64_t z = x;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31);
    }
};
struct plain_xoshiro {
    std::uint64_t s[4];
    static std::uint64_t rotl(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
    std::uint64_t next() {
        const std::uint64_t result = rotl(s[1] * 5, 7) * 9;
        const std::uint64_t t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = rotl(s[3], 45);
        return result;
    }
};

constexpr std::array<std::uint64_t, 3> first_outputs(std::uint64_t seed) {
    rng r(seed);
    return {r.next(), r.next(), r.next()};
}

}  // namespace

TEST_CASE("rng: published values of xoshiro256** and splitmix64") {
    // State 1 2 3 4, worked out with the authors' C code.
    rng r(rng::state_type{1, 2, 3, 4});
    for (const std::uint64_t value : {11520ULL, 0ULL, 1509978240ULL, 1215971899390074240ULL})
        CHECK(r.next() == value);
    // Seed 1234567, the usual check of splitmix64.
    const rng::state_type spread{6457827717110365317ULL, 3203168211198807973ULL,
                                 9817491932198370423ULL, 4593380528125082431ULL};
    CHECK(rng(1234567).state() == spread);
}

TEST_CASE("rng: follows the published algorithm") {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        plain_splitmix64 spread{seed};
        plain_xoshiro plain{{spread.next(), spread.next(), spread.next(), spread.next()}};
        rng r(seed);
        for (int i = 0; i < 200; ++i) REQUIRE(r.next() == plain.next());
    }
}

TEST_CASE("rng: the stream never changes") {
    // Records, tests and bench signatures depend on these numbers.
    static_assert(first_outputs(0) == std::array<std::uint64_t, 3>{0x99EC5F36CB75F2B4,
                                                                   0xBF6E1F784956452A,
                                                                   0x1A5F849D4933E6E0});
    static_assert(first_outputs(20) == std::array<std::uint64_t, 3>{0xBA1A7EC3C555B0EC,
                                                                    0x2EDD086EA110540E,
                                                                    0x85DD95A01277982D});
    constexpr auto split = [] {
        rng r = rng(20).split(7);
        return std::array<std::uint64_t, 3>{r.next(), r.next(), r.next()};
    }();
    static_assert(split == std::array<std::uint64_t, 3>{0x6E8CF322AD672A63, 0x8F7B7DFD9B61F43C,
                                                        0x6FB9D69C565E196C});
    constexpr auto small = [] {
        rng r(20);
        std::array<int, 12> out{};
        for (int& x : out) x = static_cast<int>(r.below(52));
        return out;
    }();
    static_assert(small == std::array{37, 9, 27, 18, 11, 3, 51, 28, 2, 26, 28, 35});
    constexpr auto order = [] {
        rng r(20);
        std::array<int, 10> out{};
        std::iota(out.begin(), out.end(), 0);
        mu::shuffle(out, r);
        return out;
    }();
    static_assert(order == std::array{6, 9, 5, 3, 0, 8, 2, 4, 1, 7});
}

TEST_CASE("rng: state can be saved") {
    rng r(3);
    r.next();
    rng copy(r.state());
    CHECK(copy == r);
    CHECK(copy.next() == r.next());
    r.next();
    CHECK_FALSE(copy == r);
}

TEST_CASE("rng: below stays below and is uniform") {
    const int draws_per_cell = mu::test::count(2000, 200000);
    for (const std::uint64_t n : {1ULL, 2ULL, 3ULL, 5ULL, 13ULL, 52ULL, 100ULL}) {
        CAPTURE(n);
        rng r(n);
        std::vector<std::int64_t> counts(n);
        for (std::uint64_t i = 0; i < n * static_cast<std::uint64_t>(draws_per_cell); ++i) {
            const std::uint64_t x = r.below(n);
            REQUIRE(x < n);
            ++counts[x];
        }
        CHECK(mu::test::looks_uniform(counts));
    }
}

TEST_CASE("rng: below is unbiased where rejection matters") {
    // 3/4 of 2^64: a draw without rejection would give every third value double weight.
    const std::uint64_t n = 3ULL << 62;
    rng r(9);
    std::vector<std::int64_t> residues(3), thirds(3);
    for (int i = 0; i < mu::test::count(60000, 6000000); ++i) {
        const std::uint64_t x = r.below(n);
        REQUIRE(x < n);
        ++residues[x % 3];
        ++thirds[x >> 62];
    }
    CHECK(mu::test::looks_uniform(residues));
    CHECK(mu::test::looks_uniform(thirds));
    for (int i = 0; i < 100; ++i) CHECK(r.below(rng::max()) < rng::max());
}

TEST_CASE("rng: uniform lies in [0, 1) and fills it evenly") {
    rng r(11);
    std::vector<std::int64_t> tenths(10);
    for (int i = 0; i < mu::test::count(100000, 10000000); ++i) {
        const double x = r.uniform();
        REQUIRE(x >= 0);
        REQUIRE(x < 1);
        const double scaled = std::ldexp(x, 53);
        REQUIRE(scaled == std::floor(scaled));
        ++tenths[static_cast<std::size_t>(x * 10)];
    }
    CHECK(mu::test::looks_uniform(tenths));
}

TEST_CASE("rng: split leaves the generator alone and gives unrelated streams") {
    const rng root(5);
    rng copy = root;
    CHECK(root.split(1) == copy.split(1));
    CHECK(copy == root);

    // Streams of one generator, of another, and nested: all different, no number in common.
    std::vector<std::uint64_t> outputs;
    const auto take = [&](rng r) {
        for (int i = 0; i < 10; ++i) outputs.push_back(r.next());
    };
    for (std::uint64_t n = 0; n < 200; ++n) {
        take(rng(n));
        for (std::uint64_t seed = 0; seed < 20; ++seed) take(rng(seed).split(n));
        take(rng(5).split(n).split(3));
        take(rng(5).split(3).split(n + 1000));
    }
    std::ranges::sort(outputs);
    CHECK(std::ranges::adjacent_find(outputs) == outputs.end());

    // The first numbers of consecutive streams, bit by bit.
    const int streams = mu::test::count(20000, 2000000);
    for (int bit = 0; bit < 64; ++bit) {
        std::vector<std::int64_t> counts(4);
        for (int n = 0; n + 1 < streams; n += 2) {
            const auto a = root.split(static_cast<std::uint64_t>(n)).next() >> bit & 1;
            const auto b = root.split(static_cast<std::uint64_t>(n) + 1).next() >> bit & 1;
            ++counts[a * 2 + b];
        }
        CHECK(mu::test::looks_uniform(counts));
    }
}

TEST_CASE("rng: shuffle reaches every order equally often") {
    rng r(6);
    std::vector<std::int64_t> counts(120);
    for (int i = 0; i < mu::test::count(60000, 6000000); ++i) {
        std::array<int, 5> items{0, 1, 2, 3, 4};
        mu::shuffle(std::span(items), r);
        std::size_t rank = 0;  // Lehmer code
        for (std::size_t a = 0; a < 5; ++a) {
            rank *= 5 - a;
            for (std::size_t b = a + 1; b < 5; ++b) rank += items[b] < items[a] ? 1U : 0U;
        }
        ++counts[rank];
    }
    CHECK(mu::test::looks_uniform(counts));

    // Nothing to draw for no item and for one.
    const rng before = r;
    std::vector<int> none;
    std::vector<int> one{1};
    mu::shuffle(none, r);
    mu::shuffle(one, r);
    CHECK(r == before);
}
