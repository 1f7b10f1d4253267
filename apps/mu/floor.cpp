// Compiled with BMI2 (see CMakeLists.txt), so nothing here may be called before available() says
// yes.

#include "floor.h"

#include <array>
#include <utility>

#include <mu/arch.h>

namespace mu::floor {

namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

// A 32-bit PCG generator (O'Neill, 2014).
struct dice {
    u64 state = 42;

    u32 next() {
        state = state * 6364136223846793005U + 1442695040888963407U;
        const auto x = static_cast<u32>(((state >> 18) ^ state) >> 27);
        const auto turn = static_cast<u32>(state >> 59);
        return (x >> turn) | (x << ((32 - turn) & 31));
    }
    u32 below(u32 n) { return static_cast<u32>((u64{next()} * n) >> 32); }
    // Index of a random member of a set.
    int member(u64 set) {
        const u64 r = below(static_cast<u32>(arch::popcount(set)));
        return arch::lowest_index(arch::nth_bit(set, r, 64));
    }
};

constexpr u64 suit_bits = 0x1FFF;

struct deal {
    std::array<u64, 4> hand{};  // one 16-bit field per suit
};

int playout(deal d, unsigned leader, int trump, dice& random) {
    const u64 trumps = suit_bits << (16 * trump);
    int north_south = 0;
    for (int trick = 0; trick < 13; ++trick) {
        unsigned player = leader;
        int best = random.member(d.hand[player]);
        d.hand[player] ^= u64{1} << best;
        const u64 led = suit_bits << (best & ~15);
        for (int k = 1; k < 4; ++k) {
            player = (player + 1) & 3;
            const u64 follow = d.hand[player] & led;
            const int card = random.member(follow != 0 ? follow : d.hand[player]);
            const u64 played = u64{1} << card;
            d.hand[player] ^= played;
            const bool same_suit = (card >> 4) == (best >> 4);
            if (same_suit ? card > best : (played & trumps) != 0) best = card, leader = player;
        }
        north_south += 1 - static_cast<int>(leader & 1);
    }
    return north_south;
}

}  // namespace

bool available() { return arch::cpu_has_avx2(); }

std::uint64_t playouts(std::uint64_t n) {
    dice random;
    std::array<deal, 1024> deals{};
    for (auto& d : deals) {
        std::array<int, 52> deck{};
        for (int c = 0; c < 52; ++c) deck[c] = (c / 13) * 16 + c % 13;
        for (u32 i = 51; i > 0; --i) std::swap(deck[i], deck[random.below(i + 1)]);
        for (int c = 0; c < 52; ++c) d.hand[c & 3] |= u64{1} << deck[c];
    }
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < n; ++i)
        sum += static_cast<std::uint64_t>(
            playout(deals[i & 1023], i & 3, static_cast<int>((i >> 2) & 3), random));
    return sum;
}

}  // namespace mu::floor
