// A table of patterns: what is known of all positions that agree in what mattered.
//
// A position at the start of a trick has a *shape*: how many cards of each suit each hand holds,
// and who leads. Positions of one shape differ only in who owns which card. A pattern names the
// owners of some of the cards, counted from the top of each suit, and bounds what is to come in
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
// Where cards carry points, a pattern also keeps what the cards of its position counted, hand by
// hand, each from its lowest card up. A position that agrees in its owners but not in these counts
// is the same game with other prizes: its value differs by no more than the prizes do, summed over
// all cards (Furtak and Buro, "Using payoff-similarity to speed up search", 2011). So the pattern's
// bounds hold for it too, wider by that distance.
//
// A shape's patterns lie together in a room, the newest and what answered last at the end. When all
// rooms are taken, shapes that come up by turns give theirs up. Forgetting everything costs
// nothing: slots carry the number of the generation that wrote them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include <mu/arch.h>

namespace mu::inline MU_ISA {

// What all positions of one shape share. `more` is whatever else tells them from others.
struct table_key {
    std::uint64_t shape = 0, more = 0;

    friend constexpr bool operator==(const table_key&, const table_key&) = default;
};

// The owners of all cards of a position.
template <typename Word>
struct owner_words {
    Word low = 0, high = 0;
};

// Word holds a bit for every card; Counts is how many cards carry points, or 0.
template <typename Word, int Counts = 0>
class pattern_table {
public:
    using counts = std::array<std::uint8_t, static_cast<std::size_t>(Counts)>;
    static constexpr int unknown = 32000;  // beyond every value

    struct pattern {
        Word low, high, mask;
        std::int16_t least, most;  // -unknown, unknown where nothing is known
        counts prizes;

        bool covers(owner_words<Word> at) const {
            return (((low ^ at.low) | (high ^ at.high)) & mask) == 0;
        }
    };

    // A bound on the value that was asked for, and the pattern that tells it.
    struct answer {
        const pattern* by = nullptr;
        int value = 0;
    };

    // `far` is the distance from which on prizes are not the same game any more. `generation` is
    // the number to begin with, which only a test needs to choose.
    explicit pattern_table(std::size_t max_bytes = std::size_t{48} << 20, int far = 1,
                           std::uint32_t generation = 1)
        : slots_(std::size_t{1} << first_slot_bits),
          max_patterns_(std::max(max_bytes / sizeof(pattern), least_patterns)),
          far_(far),
          generation_(generation) {
        pool_.resize(std::min(std::size_t{1} << 12, std::bit_floor(max_patterns_)));
    }

    // Forgets everything.
    void clear() {
        used_slots_ = 0;
        pool_end_ = 0;
        for (auto& f : free_) f = none;
        if (++generation_ != 0) return;
        slots_.assign(slots_.size(), slot{});
        generation_ = 1;
    }

    // What decides whether the value is at most alpha or at least beta. `prizes` is called at most
    // once, for the counts of the position. What has answered will be looked at first.
    template <typename Prizes>
    answer find(const table_key& key, owner_words<Word> at, int alpha, int beta, Prizes&& prizes) {
        const slot* s = find(key);
        if (s == nullptr || s->count == 0) return {};
        pattern* const begin = &pool_[s->first];
        pattern* const last = begin + s->count - 1;
        const counts* here = nullptr;
        for (pattern* p = last + 1; p-- != begin;) {
            if ((p->least < beta && p->most > alpha) || !p->covers(at)) continue;
            int away = 0;
            if constexpr (Counts > 0) {
                if (here == nullptr) here = &prizes();
                away = distance(p->prizes, *here);
                if (away >= far_) continue;
            }
            const bool high = p->least - away >= beta;
            if (!high && p->most + away > alpha) continue;
            std::swap(*p, *last);
            return {last, high ? last->least - away : last->most + away};
        }
        return {};
    }

    answer find(const table_key& key, owner_words<Word> at, int alpha, int beta)
        requires(Counts == 0)
    {
        return find(key, at, alpha, beta, [] {});
    }

    void add(const table_key& key, const pattern& news) {
        slot* s = find_or_make(key);
        pattern* begin = &pool_[s->first];
        // Patterns that the new one says all about go; one that says as much stays alone.
        pattern fresh = news;
        int kept = 0;
        for (int i = 0; i < s->count; ++i) {
            const pattern& old = begin[i];
            if (fresh.covers({old.low, old.high}) && (fresh.mask & ~old.mask) == 0) {
                // The new one is at least as general.
                const int away = distance(fresh.prizes, old.prizes);
                if (old.mask == fresh.mask && away == 0) {
                    fresh.least = std::max(fresh.least, old.least);
                    fresh.most = std::min(fresh.most, old.most);
                }
                if (away < far_ && (old.least == -unknown || old.least <= fresh.least - away) &&
                    (old.most == unknown || old.most >= fresh.most + away))
                    continue;
            }
            if (kept != i) begin[kept] = old;
            ++kept;
        }
        s->count = static_cast<std::uint16_t>(kept);
        if (kept == 1 << s->room_log) {
            if (!grow(*s)) {  // the oldest goes
                for (int i = 1; i < kept; ++i) begin[i - 1] = begin[i];
                --kept;
            }
            begin = &pool_[s->first];
        }
        begin[kept] = fresh;
        s->count = static_cast<std::uint16_t>(kept + 1);
    }

    // Room for patterns that has been used since everything was forgotten.
    std::size_t room_used() const { return pool_end_; }
    std::size_t bytes() const {
        return slots_.size() * sizeof(slot) + pool_.size() * sizeof(pattern);
    }

private:
    static constexpr int first_slot_bits = 13, first_room_log = 1, max_room_log = 10;
    static constexpr std::size_t least_patterns = 64;
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    struct slot {
        table_key key;
        std::uint32_t generation = 0;
        std::uint32_t first = none;  // of its room; none if it has given that up
        std::uint16_t count = 0;
        std::uint8_t room_log = 0;
    };

    static MU_INLINE int distance([[maybe_unused]] const counts& a,
                                  [[maybe_unused]] const counts& b) {
        int sum = 0;
        if constexpr (Counts > 0)
            for (std::size_t i = 0; i < a.size(); ++i)
                sum += a[i] > b[i] ? a[i] - b[i] : b[i] - a[i];
        return sum;
    }

    const slot* find(const table_key& key) const {
        for (std::size_t i = hash(key);; ++i) {
            const slot& s = slots_[i & mask()];
            if (s.generation != generation_) return nullptr;
            if (s.key == key) return &s;
        }
    }

    std::size_t mask() const { return slots_.size() - 1; }
    static std::size_t hash(const table_key& key) {
        std::uint64_t x = key.shape ^ key.more * 0xD6E8FEB86659FD93U;
        x ^= x >> 29;
        x *= 0x9E3779B97F4A7C15U;
        return static_cast<std::size_t>(x >> 32);
    }

    slot* find_or_make(const table_key& key) {
        if (2 * used_slots_ >= slots_.size()) rehash();
        for (std::size_t i = hash(key);; ++i) {
            slot& s = slots_[i & mask()];
            const bool taken = s.generation == generation_;
            if (taken && s.key == key && s.first != none) return &s;
            if (!taken || s.key == key) {
                std::uint32_t first = allocate(first_room_log);
                if (first == none) first = take_room(first_room_log, slots_.size(), nullptr);
                if (first == none) {
                    clear();
                    return find_or_make(key);
                }
                if (!taken) ++used_slots_;
                s = {key, generation_, first, 0, first_room_log};
                return &s;
            }
        }
    }

    // Makes place for more shapes; those without patterns go.
    void rehash() {
        const auto in_use = [&](const slot& s) {
            return s.generation == generation_ && s.first != none;
        };
        used_slots_ = static_cast<std::size_t>(std::count_if(slots_.begin(), slots_.end(), in_use));
        std::vector<slot> old(4 * used_slots_ > slots_.size() ? 2 * slots_.size() : slots_.size());
        old.swap(slots_);
        for (const slot& s : old)
            if (in_use(s)) {
                std::size_t i = hash(s.key);
                while (slots_[i & mask()].generation == generation_) ++i;
                slots_[i & mask()] = s;
            }
    }

    std::uint32_t allocate(int room_log) {
        for (int k = room_log; k <= max_room_log; ++k)
            if (free_[k] != none) {
                const std::uint32_t at = free_[k];
                free_[k] = next_free(at);
                release_rest(at, k, room_log);
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
    // Rooms that are free hang together by their first mask.
    std::uint32_t next_free(std::uint32_t at) const {
        return static_cast<std::uint32_t>(pool_[at].mask);
    }
    void release(std::uint32_t at, int room_log) {
        pool_[at].mask = free_[room_log];
        free_[room_log] = at;
    }
    // Of a room only its beginning is wanted.
    void release_rest(std::uint32_t at, int room_log, int wanted_log) {
        for (int k = wanted_log; k < room_log; ++k) release(at + (std::uint32_t{1} << k), k);
    }
    // The room of another shape, the next in turn that is large enough; of so many at most.
    std::uint32_t take_room(int room_log, std::size_t tries, const slot* besides) {
        for (; tries > 0; --tries) {
            slot& s = slots_[turn_++ & mask()];
            if (s.generation != generation_ || s.first == none || s.room_log < room_log ||
                &s == besides)
                continue;
            const std::uint32_t at = s.first;
            release_rest(at, s.room_log, room_log);
            s.first = none;
            s.count = 0;
            return at;
        }
        return none;
    }

    // A room twice as large.
    bool grow(slot& s) {
        constexpr std::size_t tries = 32;  // more would take longer than what is forgotten saves
        if (s.room_log == max_room_log) return false;
        std::uint32_t to = allocate(s.room_log + 1);
        if (to == none) to = take_room(s.room_log + 1, tries, &s);
        if (to == none) return false;
        for (int i = 0; i < s.count; ++i) pool_[to + i] = pool_[s.first + i];
        release(s.first, s.room_log);
        s.first = to;
        ++s.room_log;
        return true;
    }

    std::vector<slot> slots_;
    std::vector<pattern> pool_;
    std::size_t max_patterns_;
    int far_;
    std::size_t used_slots_ = 0, pool_end_ = 0;
    std::size_t turn_ = 0;  // the slot whose room goes next
    std::uint32_t generation_;
    std::uint32_t free_[max_room_log + 1] = {none, none, none, none, none, none,
                                             none, none, none, none, none};
};

}  // namespace mu::inline MU_ISA
