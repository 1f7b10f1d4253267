// The transposition table of the readable searches.
#pragma once

#include <cstdint>
#include <vector>

#include <mu/cards/card.h>

namespace mu {

enum class tt_bound : std::uint8_t {
    none = 0,
    lower = 1,  // score >= value (failed high)
    upper = 2,  // score <= value (failed low)
    exact = 3,
};

struct tt_entry {
    std::uint64_t key = 0;    // Zobrist hash
    std::uint64_t check = 0;  // a second hash of the position, computed in another way
    std::int16_t value = 0;   // what the maximising side still gets
    std::uint8_t depth = 0;   // cards left when stored
    tt_bound bound = tt_bound::none;
    std::uint8_t best_move = no_card;
};
static_assert(sizeof(tt_entry) == 24);

// 2^20 entries of 24 bytes if nobody says otherwise; a new one always replaces the old. A table
// serves one objective.
//
// Two positions are taken for one only if they agree in both hashes, 128 bits. For n positions
// searched that happens with a chance of about n^2 / 2^129: less than 10^-20 for a thousand
// million.
class default_tt {
public:
    explicit default_tt(int bits = 20) : entries_(std::size_t{1} << bits) {}

    const tt_entry* probe(std::uint64_t key, std::uint64_t check, int depth) const {
        const tt_entry& e = entries_[key & (entries_.size() - 1)];
        const bool same = e.bound != tt_bound::none && e.key == key && e.check == check;
        return same && e.depth == depth ? &e : nullptr;
    }
    void store(const tt_entry& e) { entries_[e.key & (entries_.size() - 1)] = e; }

private:
    std::vector<tt_entry> entries_;  // a power of two
};

}  // namespace mu
