// A table of positions with exact keys: no entry is ever taken for another position.
//
// Three entries share a cache line. An entry carries its whole key, so a match proves itself; the
// generation is part of what is compared, so that forgetting everything is a matter of counting up.
#pragma once

#include <bit>
#include <cstddef>
#include <memory>

#include <mu/arch.h>

namespace mu::inline MU_ISA {

class exact_table {
public:
    // Key: 64 bits and `rest_bits` more. The low `cards_bits` of the second word tell, by how many
    // of them are set, how much lies below the position.
    static constexpr int rest_bits = 48, cards_bits = 36;
    struct key {
        std::uint64_t owners, rest;
    };
    // What is known: low <= value <= high, and the move that looked best, or no_move.
    struct facts {
        std::int16_t low, high;
        std::uint8_t move;
    };
    static constexpr std::uint8_t no_move = 0xFF;

    explicit exact_table(std::size_t bytes)
        : buckets_(std::bit_floor(bytes < 2 * sizeof(bucket) ? 2 : bytes / sizeof(bucket))),
          lines_(new bucket[buckets_]()),
          shift_(64 - std::countr_zero(buckets_)) {}

    std::size_t bytes() const { return buckets_ * sizeof(bucket); }

    // Forgets everything.
    void clear() {
        if (++generation_ < std::uint64_t{1} << (64 - rest_bits)) return;
        for (std::size_t i = 0; i < buckets_; ++i) lines_[i] = bucket{};
        generation_ = 1;
    }

    // The place of a key, to be asked for once and used for find() and store().
    struct place {
        std::size_t line;
        std::uint64_t owners, rest;
    };
    MU_INLINE place locate(const key& k) const {
        const std::uint64_t rest = k.rest | generation_ << rest_bits;
        const std::uint64_t mixed =
            (k.owners ^ (k.rest * 0x9E3779B97F4A7C15U) ^ (k.rest >> 29)) * 0xD6E8FEB86659FD93U;
        return {static_cast<std::size_t>((mixed ^ (mixed << 31)) >> shift_), k.owners, rest};
    }

    MU_INLINE bool find(const place& at, facts& out) const {
        const bucket& b = lines_[at.line];
        for (int i = 0; i < ways; ++i)
            if (b.rest[i] == at.rest && b.owners[i] == at.owners) {
                out = {b.low[i], b.high[i], b.move[i]};
                return true;
            }
        return false;
    }

    // Replaces what is known of the position, or an old entry, or the one with the fewest cards.
    MU_INLINE void store(const place& at, const facts& what) {
        bucket& b = lines_[at.line];
        int to = 0, least = 1 << 20;
        for (int i = 0; i < ways; ++i) {
            if (b.rest[i] == at.rest && b.owners[i] == at.owners) {
                to = i;
                break;
            }
            const int size = b.rest[i] >> rest_bits != generation_
                                 ? -1
                                 : static_cast<int>(arch::popcount(
                                       b.rest[i] & ((std::uint64_t{1} << cards_bits) - 1)));
            if (size < least) {
                least = size;
                to = i;
            }
        }
        b.owners[to] = at.owners;
        b.rest[to] = at.rest;
        b.low[to] = what.low;
        b.high[to] = what.high;
        b.move[to] = what.move;
    }

private:
    static constexpr int ways = 3;
    struct alignas(64) bucket {
        std::uint64_t owners[ways];
        std::uint64_t rest[ways];  // with the generation on top
        std::int16_t low[ways], high[ways];
        std::uint8_t move[ways];
    };
    static_assert(sizeof(bucket) == 64);

    std::size_t buckets_;
    std::unique_ptr<bucket[]> lines_;
    int shift_;
    std::uint64_t generation_ = 1;
};

}  // namespace mu::inline MU_ISA
