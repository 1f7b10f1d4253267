// A table of patterns for games that only count tricks: what is known of all positions that agree
// in the owners of the cards that mattered. pattern_table.h says what a pattern is, and keeps those
// of games whose cards carry points.
//
// Patterns lie in blocks of 128 bytes, low owner bits together, high ones together, masks together:
// one comparison of vectors looks at the whole block. A block belongs to one shape, and holds its
// newest patterns; older ones lie in rows of blocks, each twice as long as the one before it. Where
// a row goes on is known before it is read, so that its blocks can be fetched side by side.
//
//     index   [ tag, block ] ...           by hash of the shape, small enough to stay in a cache
//     blocks  [ shape | low x 8 | high x 8 | mask x 8 | bounds x 8 | row of older ones ] ...
//
// Word has a bit for every card of a position: 32 bits serve the last eight tricks at a table of
// four, 64 bits all of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <mu/arch/rows.h>
#include <mu/solve/pattern_table.h>

namespace mu::inline MU_ISA {

template <typename Word>
class pattern_blocks {
public:
    // What is known of the tricks to come: at least and at most so many. REQUIRES: below 16.
    struct range {
        int least, most;
    };
    struct answer {
        bool known = false;
        Word mask = 0;  // the cards that mattered
        int tricks = 0;
    };

    explicit pattern_blocks(std::size_t max_bytes)
        : index_(first_index), max_blocks_(std::max(max_bytes / sizeof(block), least_blocks)) {}

    // Forgets everything.
    void clear() {
        if (used_ == 0) return;
        index_.assign(first_index, 0);
        used_ = 0;
        end_ = 0;
        free_ = none;
    }

    // The block of a shape will be asked for soon.
    MU_INLINE void fetch(const table_key& key) const {
        const std::uint32_t number = index_[hash(key) & index_mask()] & number_mask;
        if (number == 0) return;
        const block* at = blocks_.data() + number - 1;
        arch::prefetch(at);
        arch::prefetch(&at->mask);
    }

    // What decides whether there are `need` tricks to come.
    answer find(const table_key& key, owner_words<Word> at, int need) const {
        answer out;
        each_block(*this, find_head(key), [&](const block& b) {
            arch::u32 hits = arch::agreeing<Word>(b.low, b.high, b.mask, at.low, at.high);
            for (; hits != 0; hits &= hits - 1) {
                const int k = arch::lowest_index(hits);
                const range r = unpack(b.bounds[k]);
                if (r.least < need && r.most >= need) continue;
                out = {true, b.mask[k], r.least >= need ? r.least : r.most};
                return true;
            }
            return false;
        });
        return out;
    }

    void add(const table_key& key, owner_words<Word> at, Word mask, range news) {
        const std::uint32_t head = find_or_make(key);
        const Word low = at.low & mask, high = at.high & mask;
        // Patterns that the new one says all about go; one that says as much is made one with it.
        each_block(*this, head, [&](block& b) {
            arch::u32 hits = arch::contained<Word>(b.low, b.high, b.mask, low, high, mask);
            for (; hits != 0; hits &= hits - 1) {
                const int k = arch::lowest_index(hits);
                const range old = unpack(b.bounds[k]);
                if (b.mask[k] == mask) {
                    news.least = std::max(news.least, old.least);
                    news.most = std::min(news.most, old.most);
                } else if (old.least > news.least || old.most < news.most) {
                    continue;
                }
                b.remove(k);
            }
            return false;
        });
        const block& b = blocks_[head];
        int hole = 0;
        while (hole < per_block && !b.empty(hole)) ++hole;
        if (hole == per_block) {
            make_room(head);  // or one of them goes
            hole = 0;
        }
        blocks_[head].put(hole, low, high, mask, pack(news));
    }

    std::size_t bytes() const {
        return blocks_.size() * sizeof(block) + index_.size() * sizeof(index_[0]);
    }

private:
    static constexpr int per_block = arch::row_size<Word>;
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    static constexpr std::size_t first_index = 256, least_blocks = 64;
    // An entry of the index: some bits of the hash, and the number of a block plus one.
    static constexpr int number_bits = 20;
    static constexpr std::uint32_t number_mask = (std::uint32_t{1} << number_bits) - 1;

    // Blocks with older patterns of the same shape.
    struct row {
        std::uint32_t first = none;
        std::uint16_t used = 0, size = 0;
    };
    static constexpr std::uint16_t longest_row = 16;

    struct alignas(128) block {
        Word low[per_block], high[per_block], mask[per_block];
        table_key key;
        row older;  // than those of this block; or than those of its row, in the first of one
        std::uint8_t bounds[per_block];

        // Nobody's cards: all of them in one hand.
        void remove(int k) { low[k] = high[k] = mask[k] = ~Word{0}; }
        bool empty(int k) const { return (low[k] & high[k]) == ~Word{0}; }
        void put(int k, Word l, Word h, Word m, std::uint8_t r) {
            low[k] = l;
            high[k] = h;
            mask[k] = m;
            bounds[k] = r;
        }
        void begin(const table_key& of) {
            key = of;
            older = {};
            for (int k = 0; k < per_block; ++k) remove(k);
        }
    };
    static_assert(sizeof(block) == 128);

    static std::uint8_t pack(range r) { return static_cast<std::uint8_t>(r.least | r.most << 4); }
    static range unpack(std::uint8_t r) { return {r & 15, r >> 4}; }

    static MU_INLINE std::uint64_t hash(const table_key& key) {
        std::uint64_t x = key.shape ^ key.more * 0xD6E8FEB86659FD93U;
        x ^= x >> 29;
        x *= 0x9E3779B97F4A7C15U;
        return x >> 24;
    }
    static MU_INLINE std::uint32_t tag(std::uint64_t hash) {
        return static_cast<std::uint32_t>(hash >> 28) << number_bits;
    }
    std::size_t index_mask() const { return index_.size() - 1; }

    MU_INLINE std::uint32_t find_head(const table_key& key) const {
        const std::uint64_t h = hash(key);
        for (std::size_t i = h;; ++i) {
            const std::uint32_t e = index_[i & index_mask()];
            if (e == 0) return none;
            if ((e & ~number_mask) != tag(h)) continue;
            const std::uint32_t at = (e & number_mask) - 1;
            if (blocks_[at].key == key) return at;
        }
    }

    std::uint32_t find_or_make(const table_key& key) {
        if (const std::uint32_t at = find_head(key); at != none) return at;
        if (2 * used_ >= index_.size()) grow_index();
        std::uint32_t at = allocate(1);
        if (at == none) at = take_from_another(key);
        blocks_[at].begin(key);
        enter(key, at);
        return at;
    }
    void enter(const table_key& key, std::uint32_t at) {
        const std::uint64_t h = hash(key);
        std::size_t i = h;
        while (index_[i & index_mask()] != 0) ++i;
        index_[i & index_mask()] = tag(h) | (at + 1);
        ++used_;
    }
    void grow_index() {
        std::vector<std::uint32_t> old(2 * index_.size());
        old.swap(index_);
        used_ = 0;
        for (const std::uint32_t e : old)
            if (e != 0) enter(blocks_[(e & number_mask) - 1].key, (e & number_mask) - 1);
    }

    // Calls work(block) for all blocks of a shape, newest first, until it is true.
    template <typename Self, typename Work>
    static MU_INLINE void each_block(Self& self, std::uint32_t head, Work&& work) {
        if (head == none) return;
        auto* b = &self.blocks_[head];
        if (work(*b)) return;
        while (b->older.first != none) {
            auto* const first = &self.blocks_[b->older.first];
            for (int i = b->older.used; i-- > 0;)
                if (work(first[i])) return;
            b = first;
        }
    }

    // `count` blocks side by side. Those of shapes that were forgotten are given out one by one.
    std::uint32_t allocate(std::uint32_t count) {
        if (count == 1 && free_ != none) {
            const std::uint32_t at = free_;
            free_ = blocks_[at].older.first;
            return at;
        }
        if (end_ + count > blocks_.size()) {
            if (2 * blocks_.size() > max_blocks_) return none;
            blocks_.resize(std::max(2 * blocks_.size(), least_blocks));
        }
        const auto at = static_cast<std::uint32_t>(end_);
        end_ += count;
        return at;
    }
    void release(const row& r) {
        for (std::uint32_t at = r.first; at < r.first + r.size; ++at) {
            blocks_[at].older.first = free_;
            free_ = at;
        }
    }

    // All blocks are taken: the next shape in the index gives up its own.
    std::uint32_t take_from_another(const table_key& key) {
        std::size_t i = hash(key);
        while (index_[i & index_mask()] == 0) ++i;
        const std::uint32_t at = (index_[i & index_mask()] & number_mask) - 1;
        // What comes after it in the index may be lost to those who look for it.
        index_[i & index_mask()] = 0;
        --used_;
        for (row r = blocks_[at].older; r.first != none;) {
            const row older = blocks_[r.first].older;
            release(r);
            r = older;
        }
        return at;
    }
    // Moves the patterns of the first block out of the way, if there is a place for them.
    void make_room(std::uint32_t head) {
        row r = blocks_[head].older;
        std::uint32_t to = r.first + r.used;
        if (r.used == r.size) {
            row longer{.size = std::clamp<std::uint16_t>(2 * r.size, 1, longest_row)};
            longer.first = allocate(longer.size);
            if (longer.first == none) {
                longer.size = 1;
                longer.first = allocate(1);
            }
            if (longer.first == none) return;
            r = longer;
            to = r.first;
        }
        ++r.used;
        blocks_[to] = blocks_[head];
        blocks_[head].begin(blocks_[to].key);
        blocks_[head].older = r;
    }

    std::vector<std::uint32_t> index_;
    std::vector<block> blocks_;
    std::size_t max_blocks_, used_ = 0, end_ = 0;
    std::uint32_t free_ = none;
};

}  // namespace mu::inline MU_ISA
