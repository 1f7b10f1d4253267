// Play space where suits are longer than in the deck, and where there are five: two made-up games
// in the manner of skat, against rules over lists of cards that know nothing of words.

#include <algorithm>
#include <set>
#include <vector>

#include <doctest/doctest.h>

#include <mu/cards/rng.h>
#include <mu/play/playout.h>
#include <mu/play/word.h>
#include <mu/solve/points.h>

#include "support/counts.h"
#include "support/sanitized.h"

namespace mu {
namespace {

// Jacks are the highest trumps besides a suit: eleven trumps. With five fields the last order but
// one has the jacks alone for trumps, a suit of their own. In the last there are none, and jacks
// are ordinary cards.
template <int Fields>
struct jacks_game {
    static constexpr deck_info deck = decks::french_32;
    static constexpr int seats = 3;
    static constexpr int fields = Fields;
    enum class order : std::uint8_t {};
    static constexpr int order_count = Fields + 1;
    static constexpr play_rules play{
        .seats = 3, .tricks = 10, .follow = must_follow, .keep_cards = true, .fields = Fields};

    static constexpr bool jacks_are_trumps(order o) {
        return static_cast<int>(o) + 1 < order_count;
    }
    static constexpr suit trump_of(order o) {
        return static_cast<int>(o) < 4 ? static_cast<suit>(o) : suit::none;
    }
    static constexpr bool is_jack(card c) { return c % 8 == 4; }  // 7 8 9 T J Q K A
    static constexpr suit effective_suit(card c, order o) {
        return is_jack(c) && jacks_are_trumps(o) ? trump_of(o) : static_cast<suit>(c / 8);
    }
    static constexpr int strength(card c, order o) {
        if (!is_jack(c) || !jacks_are_trumps(o)) return c % 8;
        // Above the suit, where there is one.
        return (trump_of(o) != suit::none ? 8 : 0) + 3 - c / 8;
    }
    static constexpr int points(card c, order) {
        constexpr std::array<int, 8> worth{0, 0, 0, 10, 2, 3, 4, 11};
        return worth[static_cast<std::size_t>(c % 8)];
    }
};
using four_fields = jacks_game<4>;
using five_fields = jacks_game<5>;

static_assert(play_space<four_fields>::field_bits == 16);
static_assert(play_space<five_fields>::field_bits == 12);
static_assert(sizeof(play_space<four_fields>::word) == 8);

// --- The same rules, card by card --------------------------------------------------------------

// Where cards stand: their suit as a number, and how high.
template <typename V>
struct naive {
    using order = typename V::order;
    order o{};

    bool trump(card c) const {
        const int n = static_cast<int>(o);
        return (V::is_jack(c) && n + 1 < V::order_count) || (n < 4 && c / 8 == n);
    }
    int suit_number(card c) const { return trump(c) ? 9 : c / 8; }
    int height(card c) const {
        return trump(c) && V::is_jack(c) ? 100 - c / 8 : static_cast<int>(c % 8);
    }
    bool beats(card c, card best) const {
        if (suit_number(c) == suit_number(best)) return height(c) > height(best);
        return trump(c);
    }
    std::vector<card> legal(const std::vector<card>& hand, const std::vector<card>& trick) const {
        std::vector<card> out;
        for (const card c : hand)
            if (!trick.empty() && suit_number(c) == suit_number(trick[0])) out.push_back(c);
        return out.empty() ? hand : out;
    }
    std::size_t winner(const std::vector<card>& trick) const {
        std::size_t best = 0;
        for (std::size_t k = 1; k < trick.size(); ++k)
            if (beats(trick[k], trick[best])) best = k;
        return best;
    }
};

template <typename V>
struct table {
    naive<V> by{};
    std::array<std::vector<card>, 3> hands;
    std::vector<card> trick;
    int leader = 0, solo = 0;

    int to_play() const { return (leader + static_cast<int>(trick.size())) % 3; }
    bool over() const { return trick.empty() && hands[0].empty(); }

    // Plays a card; returns the points that the soloist has won by it less those of the others,
    // and tells who won the trick and which cards, if it is complete.
    int play(card c, int* won_by = nullptr, card_mask* cards = nullptr) {
        std::erase(hands[static_cast<std::size_t>(to_play())], c);
        trick.push_back(c);
        if (trick.size() < 3) return 0;
        int points = 0;
        card_mask all = 0;
        for (const card x : trick) points += V::points(x, by.o), all |= bit(x);
        leader = (leader + static_cast<int>(by.winner(trick))) % 3;
        if (won_by != nullptr) *won_by = leader;
        if (cards != nullptr) *cards = all;
        trick.clear();
        return leader == solo ? points : -points;
    }
    std::vector<card> legal() const {
        return by.legal(hands[static_cast<std::size_t>(to_play())], trick);
    }
    int minimax() const {
        if (over()) return 0;
        const bool up = to_play() == solo;
        int best = up ? -1000 : 1000;
        for (const card c : legal()) {
            table next = *this;
            const int gain = next.play(c);
            const int v = gain + next.minimax();
            best = up ? std::max(best, v) : std::min(best, v);
        }
        return best;
    }
};

template <typename V>
table<V> random_table(int cards, rng& generator) {
    table<V> t;
    t.by.o = static_cast<typename V::order>(generator.below(V::order_count));
    std::vector<card> deck;
    for (int c = 0; c < 32; ++c) deck.push_back(static_cast<card>(c));
    // Trumps are few: half of the time most other cards are left out.
    if (generator.below(2) == 0)
        std::erase_if(deck, [&](card c) { return !t.by.trump(c) && c / 8 % 2 == 0; });
    if (static_cast<int>(deck.size()) < 3 * cards) return random_table<V>(cards, generator);
    for (std::size_t i = deck.size() - 1; i > 0; --i)
        std::swap(deck[i], deck[generator.below(i + 1)]);
    for (int k = 0; k < 3; ++k)
        t.hands[static_cast<std::size_t>(k)].assign(deck.begin() + k * cards,
                                                    deck.begin() + (k + 1) * cards);
    t.leader = static_cast<int>(generator.below(3));
    t.solo = static_cast<int>(generator.below(3));
    for (auto n = generator.below(3); n > 0; --n) {
        const auto legal = t.legal();
        t.play(legal[generator.below(legal.size())]);
    }
    return t;
}

template <typename V>
using word_of_game = typename play_space<V>::word;

template <typename V>
points_query<word_of_game<V>, 3> query_of(const table<V>& t) {
    const play_space<V> space = space_of<V>(t.by.o);
    points_query<word_of_game<V>, 3> q;
    auto& p = q.position;
    for (int k = 0; k < 3; ++k)
        for (const card c : t.hands[static_cast<std::size_t>((t.leader + k) % 3)])
            p.hand[k] |= space.to_play(c);
    p.trumps = space.trumps();
    p.tricks = static_cast<std::uint8_t>(t.hands[static_cast<std::size_t>(t.to_play())].size());
    p.solo = static_cast<std::uint8_t>((t.solo - t.leader + 3) % 3);
    q.leader = t.leader;
    // Cards on the table are played to it.
    const auto played = t.trick;
    if (!played.empty()) {
        for (std::size_t k = 0; k < played.size(); ++k) p.hand[k] |= space.to_play(played[k]);
        p.tricks =
            static_cast<std::uint8_t>(t.hands[static_cast<std::size_t>(t.leader)].size() + 1);
        solve_query<word_of_game<V>, 3> now = q;
        for (const card c : played) now = after_card<V::fields>(now, space.to_play(c));
        static_cast<solve_query<word_of_game<V>, 3>&>(q) = now;
    }
    return q;
}

}  // namespace

TEST_CASE_TEMPLATE("fields: every card has its bit, in the field of its suit", V, four_fields,
                   five_fields) {
    for (int o = 0; o < V::order_count; ++o) {
        const naive<V> by{static_cast<typename V::order>(o)};
        const play_space<V> space = space_of<V>(by.o);
        word_of_game<V> all = 0, trumps = 0;
        for (card c = 0; c < 32; ++c) {
            const auto at = space.to_play(c);
            CHECK(arch::popcount(at) == 1);
            CHECK((all & at) == 0);
            CHECK(space.to_card(at) == c);
            all |= at;
            if (by.trump(c)) trumps |= at;
            for (card d = 0; d < 32; ++d) {
                const auto other = space.to_play(d);
                const bool same = (arch::fill_field<V::fields>(at) & other) != 0;
                CHECK(same == (by.suit_number(c) == by.suit_number(d)));
                if (same && c != d) CHECK((at > other) == by.beats(c, d));
            }
        }
        CHECK((space.trumps() & all) == trumps);
        CHECK((space.trumps() != 0) == (trumps != 0));
        // Trumps lie above everything else.
        if (trumps != 0) CHECK((all & ~trumps) < (trumps & (~trumps + 1)));
    }
}

TEST_CASE_TEMPLATE("fields: legal cards and winners are those of the plain rules", V, four_fields,
                   five_fields) {
    rng generator(91);
    for (int i = 0; i < test::count(3000, 300000); ++i) {
        table<V> t = random_table<V>(3, generator);
        const play_space<V> space = space_of<V>(t.by.o);
        const auto q = query_of(t);
        card_mask legal = 0;
        for (const card c : t.legal()) legal |= bit(c);
        CHECK(space.to_cards(legal_cards(must_follow, q)) == legal);
        // The whole trick, by the set of its cards and by the kernel.
        while (!t.trick.empty()) t.play(t.legal().front());
        std::vector<card> trick;
        trick_kernel<must_follow, 3, word_of_game<V>, V::fields> kernel{};
        const table<V> from = t;
        for (int k = 0; k < 3; ++k) {
            const auto choice = t.legal();
            trick.push_back(choice[generator.below(choice.size())]);
            t.play(trick.back());
        }
        kernel.lead(space.to_play(trick[0]), space.trumps());
        kernel.template follow<1>(space.to_play(trick[1]), space.trumps());
        kernel.template follow<2>(space.to_play(trick[2]), space.trumps());
        const std::size_t best = from.by.winner(trick);
        const auto by = kernel.winner();
        CHECK((by.odd.bits != 0) == (best == 1));
        CHECK((by.two.bits != 0) == (best == 2));
        card_mask cards = 0;
        for (const card c : trick) cards |= bit(c);
        CHECK(trick_winner<V>(cards, V::effective_suit(trick[0], t.by.o), t.by.o) ==
              bit(trick[best]));
    }
}

TEST_CASE_TEMPLATE("fields: playouts end as the plain rules let them", V, four_fields,
                   five_fields) {
    using E = word_of_game<V>;
    using result = std::pair<E, E>;
    struct walk {
        const play_space<V>& space;
        std::set<result>& ends;
        void operator()(const table<V>& t, result so_far) const {
            if (t.over()) {
                ends.insert(so_far);
                return;
            }
            for (const card c : t.legal()) {
                table<V> next = t;
                int won_by = -1;
                card_mask cards = 0;
                next.play(c, &won_by, &cards);
                result now = so_far;
                if (won_by == t.solo) now.first += 1, now.second |= space.to_play(cards);
                (*this)(next, now);
            }
        }
    };
    rng generator(92);
    std::size_t seen = 0;
    for (int i = 0; i < test::count(100, 2000); ++i) {
        const table<V> t = random_table<V>(3, generator);
        const play_space<V> space = space_of<V>(t.by.o);
        std::set<result> ends, found;
        walk{space, ends}(t, {});
        const auto from = query_of(t).position;
        using lanes = arch::wide<arch::widest<E>, 2>;
        constexpr int width = arch::word_traits<lanes>::lanes;
        const play_position<E, 3>* positions[width];
        std::uint64_t seeds[width];
        playout_result<E> together[width];
        for (int j = 0; j < width; ++j) {
            positions[j] = &from;
            seeds[j] = playout_stream(generator(), static_cast<std::uint64_t>(j));
        }
        playout_word<V::play, lanes>(positions, seeds, together);
        for (int j = 0; j < width; ++j) {
            const auto one = playout<V::play>(from, seeds[j]);
            CHECK(one == together[j]);
            const result end{one.tricks, one.cards};
            CHECK(ends.contains(end));
            found.insert(end);
        }
        seen += found.size();
    }
    CHECK(seen > 100);
}

TEST_CASE_TEMPLATE("fields: the solver finds what plain minimax does", V, four_fields,
                   five_fields) {
    using E = word_of_game<V>;
    points_solver<V::play, E, point_goal> by({}, 1 << 16);
    rng generator(93);
    for (int i = 0; i < test::count(test::sanitized ? 200 : 1500, 50000); ++i) {
        CAPTURE(i);
        const table<V> t = random_table<V>(i % 50 == 0 ? 5 : i % 4 == 0 ? 4 : 3, generator);
        solve_switches use;
        if (i % 3 == 1)
            for (const solve_switch& s : all_solve_switches) use.*s.is = generator.below(2) == 0;
        by.set_switches(use);
        by.set_goal({.worth = worth_of<V>(t.by.o)});
        const auto q = query_of(t);
        const int truth = t.minimax();
        CHECK(by.value(q) == value_range{truth, truth});
        const auto cards = by.card_values(q);
        const play_space<V> space = space_of<V>(t.by.o);
        REQUIRE(cards.count == static_cast<int>(t.legal().size()));
        for (int k = 0; k < cards.count; ++k) {
            const auto& c = cards.cards[static_cast<std::size_t>(k)];
            table<V> next = t;
            const int gain = next.play(space.to_card(c.card));
            const int after = gain + next.minimax();
            CHECK(c.value == value_range{after, after});
        }
    }
}

}  // namespace mu
