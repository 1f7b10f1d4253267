#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <mu/api/typed_view.h>
#include <mu/api/with_game.h>
#include <mu/encode/all.h>

#include "support/counts.h"
#include "support/other_worlds.h"

namespace {

using namespace mu;
using namespace mu::test;

// All ways to rename four suits.
template <variant V>
std::vector<suit_order<V>> all_orders() {
    std::vector<suit_order<V>> out;
    std::array<std::uint64_t, 4> key{0, 1, 2, 3};
    do out.push_back(suit_order<V>::by_keys(key));
    while (std::next_permutation(key.begin(), key.end()));
    return out;
}

// Those that leave the game as it is: euchre's colours, ulti's hearts and skat's jacks mean
// something.
template <variant V>
bool keeps_game(const suit_order<V>& o) {
    if constexpr (std::derived_from<V, euchre_terms>)
        return o.slot_of(0) + o.slot_of(3) == 3;
    else if constexpr (std::is_same_v<V, ulti>)
        return o.slot_of(0) == 0;
    else if constexpr (std::is_same_v<V, skat>)
        return o == suit_order<V>{};
    else
        return true;
}

template <variant V>
struct table {
    game_state<V> state;
    public_memory<V> memory{};

    encoded<V> seen() const { return encode(view_of(state, rules<V>::to_act(state)), memory); }
    void apply(action a) {
        memory.note(state, a);
        rules<V>::apply(state, a);
    }
};

template <variant V>
game_state<V> start(const std::vector<card_mask>& places, seat dealer, const suit_order<V>& o) {
    std::vector<card_mask> renamed;
    for (const card_mask m : places) renamed.push_back(o.map(m));
    if constexpr (std::is_same_v<V, differenzler>) {  // the cut is not part of what is renamed
        per_seat<card_mask> hands{};
        for (int k = 0; k < 4; ++k) hands[k] = renamed[static_cast<std::size_t>(k)];
        hands[3] |= renamed[4];
        return differenzler_start(hands, o.map(suit::hearts), dealer, {});
    } else {
        return start_deal(V{}, typename V::options{}, renamed, dealer, 0);
    }
}

template <variant V>
std::vector<card_mask> random_places(rng& r) {
    const deal_layout of = V::layout({});
    std::vector<card_mask> out(static_cast<std::size_t>(of.places));
    deal_random(of, r, out);
    return out;
}

// In ulti the lower of two cards is laid away first, whatever its suit.
template <variant V>
bool order_of_cards_matters(const game_state<V>& s) {
    return std::is_same_v<V, ulti> && phase_of(s) == deal_phase::exchange;
}

template <variant V>
void check_renaming(int deals) {
    rng r(5);
    const auto orders = all_orders<V>();
    int compared = 0, same = 0;
    for (int n = 0; n < deals; ++n) {
        suit_order<V> rename;
        do rename = orders[r.below(orders.size())];
        while (!keeps_game(rename));
        const auto places = random_places<V>(r);
        // A joker turned up stands for one suit, whatever the others are called.
        if (std::is_same_v<V, euchre_25> && places[4] == bit(24)) continue;
        const auto dealer = static_cast<seat>(r.below(V::seats));
        table<V> a{start<V>(places, dealer, {})}, b{start<V>(places, dealer, rename)};
        while (!rules<V>::is_over(a.state)) {
            if (order_of_cards_matters(a.state)) {
                const action first = rules<V>::legal_actions(a.state).draw(r);
                a.apply(first);
                const action second = rules<V>::legal_actions(a.state).draw(r);
                a.apply(second);
                const action one = rename.map(first), two = rename.map(second);
                const action low = std::min(one, two), high = std::max(one, two);
                if (!rules<V>::legal_actions(b.state).contains(low)) break;
                b.apply(low);
                if (!rules<V>::legal_actions(b.state).contains(high)) break;
                b.apply(high);
                continue;
            }
            const action x = rules<V>::legal_actions(a.state).draw(r);
            const action y = canonical_action<V>(x, rename);
            CAPTURE(n);
            CAPTURE(int{x});
            // Bridge: bids rank by their suits.
            if (std::is_same_v<V, bridge> && phase_of(a.state) == deal_phase::auction) {
                if (!rules<V>::legal_actions(b.state).contains(y)) break;
            } else {
                const encoded<V> of_a = a.seen(), of_b = b.seen();
                REQUIRE(of_a.word == of_b.word);
                REQUIRE(rules<V>::legal_actions(b.state).contains(y));
                same += canonical_action<V>(x, of_a.suits) == canonical_action<V>(y, of_b.suits);
                ++compared;
            }
            a.apply(x);
            b.apply(y);
        }
    }
    CHECK(compared > 5 * deals);
    CHECK(same > 0.98 * compared);  // suits that look alike in every way may change places
}

template <variant V>
void check_layout(const std::string& spec) {
    int at = 0;
    std::set<std::string_view> names;
    for (const encoding_slice& s : encoding_slices<V>()) {
        CAPTURE(s.name);
        CHECK(s.at == at);
        CHECK(s.size > 0);
        CHECK(names.insert(s.name).second);
        at += s.size;
    }
    CHECK(at == encoding_width<V>);
    // Options may bring further actions.
    const std::string all = std::is_same_v<V, contree> ? "contree(contracts=all)" : spec;
    CHECK(game(all).action_count() == encoding<V>::actions);
}

template <variant V>
void check_actions() {
    for (const suit_order<V>& o : all_orders<V>()) {
        std::set<int> images;
        for (int a = 0; a < encoding<V>::actions; ++a) {
            const action to = canonical_action<V>(static_cast<action>(a), o);
            REQUIRE(to < encoding<V>::actions);
            REQUIRE((to < deck_traits<V>::cards) == (a < deck_traits<V>::cards));
            images.insert(to);
            REQUIRE(actual_action<V>(to, o) == a);
        }
        REQUIRE(images.size() == static_cast<std::size_t>(encoding<V>::actions));
        // Whoever renames every card of a set renames the set.
        rng r(3);
        const card_mask set = r.next() & deck_traits<V>::all_cards;
        card_mask one_by_one = 0;
        ops::for_each(set, [&](card c) { one_by_one |= bit(o.map(c)); });
        REQUIRE(o.map(set) == one_by_one);
        REQUIRE(o.inverse().map(o.map(set)) == set);
    }
}

template <variant V>
void check_variety() {
    rng r(9);
    std::set<std::vector<std::uint64_t>> seen;
    int positions = 0;
    for (int n = 0; n < 300; ++n) {
        table<V> t{start<V>(random_places<V>(r), static_cast<seat>(r.below(V::seats)), {})};
        for (; !rules<V>::is_over(t.state); t.apply(rules<V>::legal_actions(t.state).draw(r))) {
            const auto e = t.seen();
            seen.emplace(e.word.begin(), e.word.end());
            ++positions;
        }
    }
    CHECK(static_cast<double>(seen.size()) > 0.97 * positions);
}

}  // namespace

TEST_CASE("slices tile the observation, and there are as many actions as the game has") {
    for (const auto* spec : {"whist", "bridge", "jass", "differenzler", "contree", "euchre", "ulti",
                             "skat", "snapszer", "euchre(joker=on)", "snapszer(deck=24)"}) {
        CAPTURE(spec);
        with_game(game(spec),
                  [&]<typename V>(V, const typename V::options&) { check_layout<V>(spec); });
    }
}

TEST_CASE("actions are renamed and back"){
#define MU_CHECK(V) check_actions<V>();
    MU_VARIANTS(MU_CHECK)
#undef MU_CHECK
}

TEST_CASE("suits renamed: the same observation, and the same actions"){
#define MU_CHECK(V)                         \
    {                                       \
        INFO(#V);                           \
        check_renaming<V>(count(60, 5000)); \
    }
    MU_VARIANTS(MU_CHECK)
#undef MU_CHECK
}

TEST_CASE("other positions look different"){
#define MU_CHECK(V)         \
    {                       \
        INFO(#V);           \
        check_variety<V>(); \
    }
    MU_VARIANTS(MU_CHECK)
#undef MU_CHECK
}

TEST_CASE("what a seat has seen makes the memory that the table keeps") {
    rng r(11);
    for (const set_up& t : tables()) {
        CAPTURE(t.spec);
        const game g(t.spec);
        with_game(g, [&]<typename V>(V, const typename V::options& o) {
            for (int n = 0; n < 10; ++n) {
                const numbered_deal d = random_deal(t, g, r);
                std::vector<card_mask> places(static_cast<std::size_t>(t.layout.places));
                deal_by_number(t.layout, d.number, places);
                table<V> all{start_deal(V{}, o, places, d.dealer, 0)};
                position p = d.start;
                while (!p.is_over()) {
                    for (int k = 0; k < V::seats; ++k)
                        REQUIRE(memory_of<V>(p.view(static_cast<seat>(k))) == all.memory);
                    const action a = p.legal().draw(r);
                    all.apply(a);
                    p.apply(a);
                }
            }
        });
    }
}

TEST_CASE("hidden cards dealt anew: the same observation") {
    rng r(13);
    int compared = 0;
    for (const set_up& t : tables()) {
        CAPTURE(t.spec);
        const game g(t.spec);
        with_game(g, [&]<typename V>(V, const typename V::options&) {
            const auto seen = [](const position& p) {
                const seat_view v = p.view(p.to_act());
                return encode(*typed_view<V>(v), *memory_of<V>(v));
            };
            for (int n = 0; n < 40; ++n) {
                const numbered_deal d = random_deal(t, g, r);
                position p = d.start;
                for (auto plies = r.below(30); plies > 0 && !p.is_over(); --plies)
                    p.apply(p.legal().draw(r));
                if (p.is_over()) continue;
                for (int tries = 0; tries < 10; ++tries) {
                    const auto other = other_world(t, p, d.number, d.dealer, r);
                    if (!other) continue;
                    REQUIRE(seen(*other) == seen(p));
                    ++compared;
                }
            }
        });
    }
    CHECK(compared > 500);
}
