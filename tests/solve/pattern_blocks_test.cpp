// The table of patterns of games that count tricks: what it answers, for whom, and what it forgets.

#include <doctest/doctest.h>

#include <mu/cards/rng.h>
#include <mu/solve/pattern_blocks.h>

namespace mu {
namespace {

constexpr table_key here{.shape = 0x1234, .more = 5};

// What the table says of "at least `need`?", or -1.
template <typename Word>
int ask(const pattern_blocks<Word>& t, table_key key, Word low, int need) {
    const auto found = t.find(key, {.low = low, .high = 0}, need);
    return found.known ? found.tricks : -1;
}
template <typename Word>
void add(pattern_blocks<Word>& t, table_key key, Word low, Word mask, int least, int most) {
    t.add(key, {.low = low, .high = 0}, mask, {least, most});
}

}  // namespace

TEST_CASE_TEMPLATE("pattern blocks: a pattern answers for all positions that agree in its cards",
                   Word, std::uint32_t, std::uint64_t) {
    pattern_blocks<Word> t(1 << 16);
    add<Word>(t, here, 0b1010, 0b1100, 7, 13);
    CHECK(ask<Word>(t, here, 0b1010, 7) == 7);
    CHECK(ask<Word>(t, here, 0b1001, 5) == 7);   // other low cards
    CHECK(ask<Word>(t, here, 0b1010, 8) == -1);  // not known
    CHECK(ask<Word>(t, here, 0b0110, 7) == -1);  // other high cards
    CHECK(ask<Word>(t, {.shape = 0x1234, .more = 6}, 0b1010, 7) == -1);
    add<Word>(t, here, 0b1010, 0b1100, 0, 9);  // the same cards: both bounds are kept
    CHECK(ask<Word>(t, here, 0b1010, 7) == 7);
    CHECK(ask<Word>(t, here, 0b1010, 10) == 9);
    t.clear();
    CHECK(ask<Word>(t, here, 0b1010, 7) == -1);
}

TEST_CASE_TEMPLATE("pattern blocks: more patterns than a block holds", Word, std::uint32_t,
                   std::uint64_t) {
    pattern_blocks<Word> t(1 << 20);
    for (Word i = 0; i < 64; ++i) add<Word>(t, here, i, 0b111111, static_cast<int>(i % 13), 13);
    for (Word i = 0; i < 64; ++i)
        CHECK(ask<Word>(t, here, i, static_cast<int>(i % 13)) == static_cast<int>(i % 13));
    // One that says as much of all of them takes their place.
    add<Word>(t, here, 0, 0b000000, 13, 13);
    for (Word i = 0; i < 64; ++i) CHECK(ask<Word>(t, here, i, 13) == 13);
}

TEST_CASE_TEMPLATE("pattern blocks: long rows of blocks forget nothing, and keep shapes apart",
                   Word, std::uint32_t, std::uint64_t) {
    pattern_blocks<Word> t(1 << 20);
    const auto key = [](Word i) { return table_key{.shape = 1 + i % 3, .more = 0}; };
    const auto value = [](Word i) { return static_cast<int>(i * 7 % 13); };
    for (Word i = 0; i < 2048; ++i) add<Word>(t, key(i), i, 0x7FF, value(i), value(i));
    for (Word i = 0; i < 2048; ++i) {
        CHECK(ask<Word>(t, key(i), i, value(i)) == value(i));
        CHECK(ask<Word>(t, key(i + 1), i, value(i)) == -1);
    }
}

TEST_CASE_TEMPLATE("pattern blocks: however small, it answers nothing wrong", Word, std::uint32_t,
                   std::uint64_t) {
    // Positions of 12 owner bits whose value is known: a function of the top six bits.
    const auto value = [](Word low) { return static_cast<int>(arch::popcount(low >> 6)) * 2; };
    pattern_blocks<Word> t(1 << 13);  // 64 blocks
    rng generator(3);
    int answered = 0;
    for (int i = 0; i < 50000; ++i) {
        const table_key key{.shape = 1 + generator.below(200), .more = 0};
        const auto low = static_cast<Word>(generator.below(1 << 12) & 0b111000111111);
        const int v = value(low), need = static_cast<int>(generator.below(14));
        const int said = ask<Word>(t, key, low, need);
        if (said >= 0) {
            ++answered;
            const bool right = said >= need ? said <= v : v <= said;
            CHECK(right);
        } else if (v >= need) {
            add<Word>(t, key, low, 0b111111000000, v, 13);
        } else {
            add<Word>(t, key, low, 0b111111000000, 0, v);
        }
        const int now = ask<Word>(t, key, low, need);
        CHECK((now >= need) == (v >= need));
    }
    CHECK(answered > 1000);
    CHECK(t.bytes() < std::size_t{1} << 17);
}

}  // namespace mu
