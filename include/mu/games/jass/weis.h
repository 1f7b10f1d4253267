// Weis: runs and quartets that a player announces when he plays to the first trick.
//
// A run is three or more consecutive cards of one suit in the natural order 6 7 8 9 10 J Q K A,
// whatever is trump; only the longest counts. A quartet is four cards of one rank. The team with
// the single best Weis scores all Weis of both partners.
#pragma once

#include <mu/games/jass/cards.h>

namespace mu {

struct weis_rules {
    bool long_runs : 1 = true;     // six cards and more count 150 to 300; otherwise 100 like five
    bool low_quartets : 1 = true;  // four sixes, sevens or eights count
    bool cross : 1 = true;         // a card may serve in a run and in a quartet
    friend constexpr bool operator==(const weis_rules&, const weis_rules&) = default;
};

// What a contract does to the comparison.
struct weis_sense {
    suit trump = suit::none;
    bool low_wins = false;  // Undenufe: the lower Weis is the better
};

struct weis {
    card_mask cards = 0;
    int points = 0;
    int top = 0;  // rank of a run's highest card, or of a quartet
    bool quartet = false;

    constexpr int size() const { return ops::popcount(cards); }
    friend constexpr bool operator==(const weis&, const weis&) = default;
};

constexpr int run_points(int size, const weis_rules& r) {
    if (size < 5) return size < 3 ? 0 : size == 3 ? 20 : 50;
    return r.long_runs ? 50 * (size - 3) : 100;
}

constexpr int quartet_points(int rank, const weis_rules& r) {
    constexpr int nine = 3, jack = 5;
    if (rank < nine && !r.low_quartets) return 0;
    return rank == jack ? 200 : rank == nine ? 150 : 100;
}

// a beats b: more points, more cards, height, trump. Who sits nearer to forehand is left to the
// caller.
constexpr bool is_better(const weis& a, const weis& b, const weis_sense& how) {
    if (a.points != b.points) return a.points > b.points;
    if (a.size() != b.size()) return a.size() > b.size();
    if (a.top != b.top) return (a.top > b.top) != how.low_wins;
    const card_mask plain = ~suit_masks<jass_cards>[how.trump];
    return (a.cards & plain) == 0 && (b.cards & plain) != 0;
}

// The Weis of one hand: runs suit by suit, then quartets, low ones first.
struct weis_list {
    // Nine cards hold three runs, or a quartet and two runs, or two quartets and a run.
    std::array<weis, 3> item{};
    int count = 0;

    constexpr void add(const weis& w) { item[static_cast<std::size_t>(count++)] = w; }
    constexpr std::span<const weis> all() const {
        return std::span(item).first(static_cast<std::size_t>(count));
    }
    constexpr int points() const {
        int sum = 0;
        for (const weis& w : all()) sum += w.points;
        return sum;
    }
    constexpr card_mask cards() const {
        card_mask out = 0;
        for (const weis& w : all()) out |= w.cards;
        return out;
    }
    // The best of them; without points if there is none.
    constexpr weis best(const weis_sense& how) const {
        weis out;
        for (const weis& w : all())
            if (out.points == 0 || is_better(w, out, how)) out = w;
        return out;
    }
};

namespace detail {

constexpr void add_runs(card_mask hand, suit s, const weis_rules& r, weis_list& out) {
    constexpr int ranks = deck_traits<jass_cards>::ranks;
    const int held = ops::suit_ranks<jass_cards>(hand, s);
    for (int low = 0; low < ranks;) {
        int end = low;
        while (end < ranks && (held >> end & 1) != 0) ++end;
        if (const int size = end - low; size >= 3) {
            const card_mask cards = ((card_mask{1} << size) - 1) << make_card<jass_cards>(s, low);
            out.add({.cards = cards, .points = run_points(size, r), .top = end - 1});
        }
        low = end + 1;
    }
}

constexpr void add_quartets(card_mask hand, const weis_rules& r, weis_list& out) {
    for (int rank = 0; rank < deck_traits<jass_cards>::ranks; ++rank) {
        card_mask four = 0;
        for (const suit s : all_suits) four |= bit(make_card<jass_cards>(s, rank));
        const int points = quartet_points(rank, r);
        if ((hand & four) == four && points > 0)
            out.add({.cards = four, .points = points, .top = rank, .quartet = true});
    }
}

// The disjoint Weis that count most together; of equal choices the one with the better best Weis.
constexpr weis_list without_cross(const weis_list& from, const weis_sense& how) {
    weis_list chosen;
    for (unsigned subset = 1; subset < 1U << from.count; ++subset) {
        weis_list trial;
        bool disjoint = true;
        for (int k = 0; k < from.count; ++k) {
            const weis& w = from.item[static_cast<std::size_t>(k)];
            if ((subset >> k & 1) == 0) continue;
            disjoint = disjoint && (trial.cards() & w.cards) == 0;
            trial.add(w);
        }
        const int more = trial.points() - chosen.points();
        if (disjoint &&
            (more > 0 || (more == 0 && is_better(trial.best(how), chosen.best(how), how))))
            chosen = trial;
    }
    return chosen;
}

}  // namespace detail

// REQUIRES: at most nine cards.
constexpr weis_list find_weis(card_mask hand, const weis_rules& r, const weis_sense& how) {
    weis_list all;
    for (const suit s : all_suits) detail::add_runs(hand, s, r, all);
    detail::add_quartets(hand, r, all);
    return r.cross ? all : detail::without_cross(all, how);
}

// --- Announcements -----------------------------------------------------------------------------

// What a player says of his best Weis: size and height, which give the points, but not the suit.
// One byte: run 16 * size + top rank, quartet 16 + rank, 0 for none.
using weis_call = std::uint8_t;

constexpr weis_call call_of(const weis& best) {
    if (best.points == 0) return 0;
    return static_cast<weis_call>(16 * (best.quartet ? 1 : best.size()) + best.top);
}

struct called_weis {
    bool quartet = false;
    int size = 0;
    int top = 0;
    int points = 0;
};

// REQUIRES: is_call(call).
constexpr called_weis read_call(weis_call call, const weis_rules& r) {
    const int size = call >> 4, top = call & 15;
    if (size == 1)
        return {.quartet = true, .size = 4, .top = top, .points = quartet_points(top, r)};
    return {.size = size, .top = top, .points = run_points(size, r)};
}

constexpr bool is_call(weis_call call) {
    const int size = call >> 4, top = call & 15;
    return call == 0 || (top < 9 && (size == 1 || (size >= 3 && size <= top + 1)));
}

}  // namespace mu
