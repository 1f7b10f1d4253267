// A table of patterns: what is known of all positions that agree in what mattered.
//
// A position at the start of a trick has a *shape*: how many cards of each suit each hand holds,
// and who leads. Positions of one shape differ only in who owns which card. A pattern names the
// owners of some of the cards, counted from the top of each suit, and bounds the tricks to come in
// every position that agrees with it (Ginsberg, "GIB: Imperfect information in a computationally
// challenging game", 2001).
//
// Inside a shape every suit has a fixed number of cards, so a position is two words of owner bits,
// squeezed together card by card, and a pattern is two such words and a mask:
//
//     owners of AKQ J in one suit     N E N W      0 1 0 3
//     low bits, high bits             0 1 0 1      0 0 0 1
//     pattern "N has the ace, E the king": low 01.., high 00.., mask 11..
//
// A shape's patterns lie together, the newest last. Forgetting everything costs nothing: slots
// carry the number of the generation that wrote them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <mu/arch.h>

namespace mu::inline MU_ISA {

// What all positions of one shape share. `cards` is empty, or the cards in play for a search that
// will not take gaps between ranks for nothing.
struct table_key {
    std::uint64_t shape = 0, cards = 0;

    friend constexpr bool operator==(const table_key&, const table_key&) = default;
};

// The owners of all cards of a position.
struct owner_words {
    std::uint64_t low = 0, high = 0;
};

class pattern_table {
public:
    struct pattern {
        std::uint64_t low, high, mask;
        std::uint8_t at_least, at_most;  // tricks to come for the side that counts

        bool covers(owner_words at) const {
            return (((low ^ at.low) | (high ^ at.high)) & mask) == 0;
        }
    };

    explicit pattern_table(std::size_t max_bytes = std::size_t{48} << 20)
        : slots_(std::size_t{1} << first_slot_bits), max_patterns_(max_bytes / sizeof(pattern)) {
        pool_.resize(std::size_t{1} << 14);
    }

    // Forgets everything.
    void clear() {
        ++generation_;
        used_slots_ = 0;
        pool_end_ = 0;
        for (auto& f : free_) f = none;
    }

    // A pattern that decides whether there are `need` tricks, or null.
    const pattern* find(const table_key& key, owner_words at, int need) const {
        const slot* s = find(key);
        if (s == nullptr) return nullptr;
        const pattern* begin = &pool_[s->first];
        for (const pattern* p = begin + s->count; p-- != begin;)
            if ((p->at_least >= need || p->at_most < need) && p->covers(at)) return p;
        return nullptr;
    }

    void add(const table_key& key, const pattern& news) {
        slot* s = find_or_make(key);
        pattern* begin = &pool_[s->first];
        // Patterns that the new one says all about go; one that says as much stays alone.
        pattern fresh = news;
        int kept = 0;
        for (int i = 0; i < s->count; ++i) {
            const pattern& old = begin[i];
            const bool same_owners =
                (((old.low ^ fresh.low) | (old.high ^ fresh.high)) & old.mask & fresh.mask) == 0;
            if (same_owners && (fresh.mask & ~old.mask) == 0) {
                // The new one is at least as general.
                if (old.mask == fresh.mask) {
                    fresh.at_least = std::max(fresh.at_least, old.at_least);
                    fresh.at_most = std::min(fresh.at_most, old.at_most);
                }
                if (old.at_least <= fresh.at_least && old.at_most >= fresh.at_most) continue;
            }
            if (kept != i) begin[kept] = old;
            ++kept;
        }
        s->count = static_cast<std::uint16_t>(kept);
        if (kept == 1 << s->room_log) {
            if (s->room_log == max_room_log) {  // full: the oldest goes
                for (int i = 1; i < kept; ++i) begin[i - 1] = begin[i];
                --kept;
                --s->count;
            } else if (!grow(*s)) {
                clear();
                s = find_or_make(key);
                kept = 0;
            }
            begin = &pool_[s->first];
        }
        begin[kept] = fresh;
        s->count = static_cast<std::uint16_t>(kept + 1);
    }

    std::size_t bytes() const {
        return slots_.size() * sizeof(slot) + pool_.size() * sizeof(pattern);
    }

private:
    struct slot {
        table_key key;
        std::uint32_t generation = 0;
        std::uint32_t first = 0;
        std::uint16_t count = 0;
        std::uint8_t room_log = 0;
    };

    const slot* find(const table_key& key) const {
        for (std::size_t i = hash(key);; ++i) {
            const slot& s = slots_[i & mask()];
            if (s.generation != generation_) return nullptr;
            if (s.key == key) return &s;
        }
    }

    static constexpr int first_slot_bits = 13, first_room_log = 1, max_room_log = 10;
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    std::size_t mask() const { return slots_.size() - 1; }
    static std::size_t hash(const table_key& key) {
        std::uint64_t x = key.shape ^ key.cards * 0xD6E8FEB86659FD93U;
        x ^= x >> 29;
        x *= 0x9E3779B97F4A7C15U;
        return static_cast<std::size_t>(x >> 32);
    }

    slot* find_or_make(const table_key& key) {
        if (2 * used_slots_ >= slots_.size()) rehash();
        for (std::size_t i = hash(key);; ++i) {
            slot& s = slots_[i & mask()];
            if (s.generation == generation_ && s.key == key) return &s;
            if (s.generation != generation_) {
                std::uint32_t first = allocate(first_room_log);
                if (first == none) {
                    clear();
                    return find_or_make(key);
                }
                ++used_slots_;
                s = {key, generation_, first, 0, first_room_log};
                return &s;
            }
        }
    }

    void rehash() {
        std::vector<slot> old(2 * slots_.size());
        old.swap(slots_);
        for (const slot& s : old)
            if (s.generation == generation_) {
                std::size_t i = hash(s.key);
                while (slots_[i & mask()].generation == generation_) ++i;
                slots_[i & mask()] = s;
            }
    }

    std::uint32_t allocate(int room_log) {
        if (free_[room_log] != none) {
            const std::uint32_t at = free_[room_log];
            free_[room_log] = static_cast<std::uint32_t>(pool_[at].mask);
            return at;
        }
        const std::size_t size = std::size_t{1} << room_log;
        if (pool_end_ + size > pool_.size()) {
            if (2 * pool_.size() > max_patterns_) return none;
            pool_.resize(2 * pool_.size());
        }
        const auto at = static_cast<std::uint32_t>(pool_end_);
        pool_end_ += size;
        return at;
    }

    bool grow(slot& s) {
        const std::uint32_t to = allocate(s.room_log + 1);
        if (to == none) return false;
        for (int i = 0; i < s.count; ++i) pool_[to + i] = pool_[s.first + i];
        pool_[s.first].mask = free_[s.room_log];
        free_[s.room_log] = s.first;
        s.first = to;
        ++s.room_log;
        return true;
    }

    std::vector<slot> slots_;
    std::vector<pattern> pool_;
    std::size_t max_patterns_;
    std::size_t used_slots_ = 0, pool_end_ = 0;
    std::uint32_t generation_ = 1;
    std::uint32_t free_[max_room_log + 1] = {none, none, none, none, none, none,
                                             none, none, none, none, none};
};

}  // namespace mu::inline MU_ISA
