// What a search of a race for points has proved, for many scores at once.
//
// An entry is a claim of one of two players: "whoever plays like me gets more than level t". More
// points for the claimant or fewer for the other never harm him, so a claim proved once holds for
// every score on that side of it, and the proof itself tells how much worse the score might have
// been (see proof in solve/snapszer.h). The key is the whole position without the score: equal
// keys are equal positions, never a coincidence.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace mu {

class claim_table {
public:
    struct claim {
        bool by_lead = false;  // the claimant is on lead
        int level = 0;         // by_lead: he gets more than this; else the other gets no more
        int least = 0;         // points the claimant needs at least
        int most = 0;          // points the other may have at most
    };

    explicit claim_table(int bits = 15) : slots_(std::size_t{1} << bits), shift_(64 - bits + 2) {}

    // Forgets everything, at once.
    void clear() {
        if (++generation_ != 0) return;
        slots_.assign(slots_.size(), slot{});
        generation_ = 1;
    }
    std::size_t bytes() const { return slots_.size() * sizeof(slot); }

    // The claim that answers "does the player on lead get more than `level`?", if one is known.
    // `hint` is set to the card whose lead proved a claim of the player on lead in this position.
    bool find(std::uint64_t key, int level, int lead_points, int other_points, claim& found,
              int& hint) const {
        const slot* const bucket = &slots_[bucket_of(key)];
        for (int k = 0; k < width; ++k) {
            const slot& e = bucket[k];
            if (e.key != key || e.generation != generation_) continue;
            const int mine = e.by_lead ? lead_points : other_points;
            const int theirs = e.by_lead ? other_points : lead_points;
            const bool answers = e.by_lead ? e.level >= level : e.level <= level;
            if (answers && mine >= e.least && theirs <= e.most) {
                found = {e.by_lead, e.level, e.least, e.most};
                return true;
            }
            if (e.by_lead) hint = e.move;
        }
        return false;
    }

    // `weight`: how much work the claim saves; the lightest is given up first.
    void store(std::uint64_t key, const claim& c, int move, int weight) {
        slot* const bucket = &slots_[bucket_of(key)];
        slot* victim = bucket;
        int lightest = 1000;
        for (int k = 0; k < width; ++k) {
            slot& e = bucket[k];
            const bool stale = e.generation != generation_;
            const bool covered = !stale && e.key == key && e.by_lead == c.by_lead &&
                                 (c.by_lead ? e.level <= c.level : e.level >= c.level) &&
                                 c.least <= e.least && c.most >= e.most;
            const int weighs = stale || covered ? -1 : e.weight;
            if (weighs < lightest) {
                lightest = weighs;
                victim = &e;
            }
        }
        *victim = {key,
                   generation_,
                   static_cast<std::uint8_t>(c.least),
                   static_cast<std::uint8_t>(c.most),
                   static_cast<std::uint8_t>(move & 31),
                   c.by_lead,
                   static_cast<std::uint8_t>(c.level),
                   static_cast<std::uint8_t>(weight)};
    }

private:
    static constexpr int width = 4;  // entries of a bucket, one cache line

    struct slot {
        std::uint64_t key = 0;
        std::uint16_t generation = 0;
        std::uint8_t least = 0, most = 0;
        std::uint8_t move = 0;
        bool by_lead = false;
        std::uint8_t level = 0;
        std::uint8_t weight = 0;
    };
    static_assert(sizeof(slot) == 16);

    std::size_t bucket_of(std::uint64_t key) const {
        key *= 0x9E3779B97F4A7C15U;
        key ^= key >> 32;
        key *= 0xD6E8FEB86659FD93U;
        return static_cast<std::size_t>(key >> shift_) * width;
    }

    std::vector<slot> slots_;
    int shift_;
    std::uint16_t generation_ = 1;
};

}  // namespace mu
