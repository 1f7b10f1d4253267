// Ways to place cards: how many, which, and each with the same probability.
//
// Some cards lie unseen in a few *places* (hands, a talon, a kitty), each with room for a fixed
// number of them, and a place may be barred to some cards. A placement puts every card somewhere.
// Cards with the same open places are interchangeable: they form a group, and three places make
// four groups that have a choice at all. So placements are counted group by group, over the room
// that the groups before have left (docs/algorithms/beliefs.md). Counts are exact whole numbers; a
// placement's index in 0 .. count() - 1 names it. A random one is made of a random number below the
// count, which says how many cards of each group go where, and a shuffle of each group.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <mu/cards/card_mask.h>
#include <mu/cards/deal.h>
#include <mu/cards/rng.h>

namespace mu {

inline constexpr int most_hidden_places = 5;

// Plain data: which cards are to be placed, and where they may go.
struct placement_problem {
    card_mask cards = 0;
    int places = 0;
    std::array<std::uint8_t, most_hidden_places> room{};
    std::array<card_mask, most_hidden_places> allowed{};
};

// The cards in each place; places that do not exist stay empty.
using placement = std::array<card_mask, most_hidden_places>;

class placement_set {
public:
    // The placements of a problem. Reused objects allocate nothing once they have grown.
    // REQUIRES: at most most_hidden_places places, and no more placements than 2^64 - 1, which
    // holds for every deal with one hand seen.
    void prepare(const placement_problem& of);

    std::uint64_t count() const { return count_; }

    // The placement with this index. Neighbours differ little: groups with fewer choices come
    // first, and in a group the first place. REQUIRES: i < count().
    placement at(std::uint64_t i) const;
    // Each with the same probability. REQUIRES: count() > 0.
    placement draw(rng& generator) const;

    // In how many placements card c lies in place p: out[p][c].
    using table = std::array<std::array<std::uint64_t, most_cards>, most_hidden_places>;
    void card_counts(table& out) const;

private:
    // Room left, or cards of a group given: one byte for each place.
    using packed = std::uint64_t;
    static int part(packed of, int p) { return static_cast<int>(of >> (8 * p) & 0xFF); }

    static packed cards_in(int p, int n) { return static_cast<packed>(n) << (8 * p); }

    struct group {
        card_mask cards = 0;
        int size = 0;
        int places = 0;  // that are open to it
        std::array<std::uint8_t, most_hidden_places> place{};
        std::array<card, most_cards> list{};  // the cards again
    };
    // A state of the programme: the room left before a group is placed.
    struct node {
        packed room = 0;
        std::uint64_t count = 0;  // ways to place this group and those after it
    };

    template <typename F>
    bool each_split(const group& g, packed room, F&& f) const;
    std::size_t slot(packed room) const;
    std::uint64_t ways(const group& g, packed split) const;
    std::uint64_t last_ways(packed room) const;
    std::uint64_t ways_from(std::size_t level, packed room) const;
    packed find_split(std::size_t level, packed room, std::uint64_t& i) const;
    void place_ranked(const group& g, packed split, std::uint64_t rank, placement& out) const;
    void place_shuffled(const group& g, packed split, rng& generator, placement& out) const;
    bool find_groups(const placement_problem& of);
    void find_nodes();
    void count_nodes();

    int places_ = 0;
    std::uint64_t count_ = 0;
    placement fixed_{};  // cards that can only lie in one place
    packed room_ = 0;    // left by them
    std::array<group, 1 << most_hidden_places> groups_{};
    std::size_t levels_ = 0;  // groups that have a choice; the last fills what room is left

    std::array<std::size_t, most_hidden_places> stride_{};
    std::size_t slots_ = 0;
    std::vector<node> nodes_;                                         // level by level
    std::vector<std::uint32_t> at_;                                   // (level, room) -> node + 1
    std::array<std::size_t, (1 << most_hidden_places) + 1> first_{};  // node of each level
};

}  // namespace mu
