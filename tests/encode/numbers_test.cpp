#include <set>
#include <vector>

#include <doctest/doctest.h>

#include <mu/api/typed_view.h>
#include <mu/api/with_game.h>
#include <mu/encode/all.h>
#include <mu/games/contree/layouts.h>
#include <mu/games/ulti/layouts.h>

#include "support/counts.h"
#include "support/other_worlds.h"

namespace {

using namespace mu;
using namespace mu::test;

template <typename Layout>
std::vector<float> numbers(const position& p) {
    using V = typename Layout::game;
    const seat_view v = p.view(p.to_act());
    std::vector<float> out(Layout::size);
    encode_numbers<Layout>(out.data(), *typed_view<V>(v), *memory_of<V, deal_trace<V>>(v));
    return out;
}

// f.template operator()<Layout>() for the layouts of V.
template <variant V, typename F>
void for_each_layout(F&& f) {
    f.template operator()<cards_layout<V>>();
    [&]<typename... L>(std::type_identity<std::tuple<L...>>) {
        (f.template operator()<L>(), ...);
    }(std::type_identity<typename number_layouts<V>::types>{});
}

}  // namespace

TEST_CASE("orders of suits have numbers") {
    std::set<unsigned> seen;
    for (int n = 0; n < suit_order_count; ++n) {
        const auto o = nth_suit_order<whist>(n);
        CHECK(suit_order_number(o) == n);
        unsigned packed = 0;
        for (int s = 0; s < suit_count; ++s)
            packed = packed * 4 + static_cast<unsigned>(o.slot_of(s));
        seen.insert(packed);
    }
    CHECK(seen.size() == suit_order_count);
    CHECK(nth_suit_order<whist>(0) == suit_order<whist>{});
}

TEST_CASE("what a seat has seen makes the trace that the table keeps") {
    rng r(21);
    for (const set_up& t : tables()) {
        CAPTURE(t.spec);
        const game g(t.spec);
        with_game(g, [&]<typename V>(V, const typename V::options&) {
            for (int n = 0; n < 6; ++n) {
                position p = random_deal(t, g, r).start;
                deal_trace<V> all;
                while (!p.is_over()) {
                    for (int k = 0; k < V::seats; ++k)
                        REQUIRE(*memory_of<V, deal_trace<V>>(p.view(static_cast<seat>(k))) == all);
                    const action a = p.legal().draw(r);
                    all.note(*typed_state<V>(p), a);
                    p.apply(a);
                }
                // The tricks of the trace are those of the rules, where none is given away
                // unplayed.
                if (t.spec.find("claims") != std::string::npos) continue;
                const game_state<V> end = *typed_state<V>(p);
                CHECK(card_mask{all.played()} == card_mask{end.played});
                std::array<int, sides_of<V>()> won{};
                for (int k = 0; k < all.taken; ++k)
                    ++won[static_cast<std::size_t>(trick_play<V>::side(end, all.winner(k)))];
                for (std::size_t k = 0; k < won.size(); ++k) CHECK(won[k] == end.tricks_won[k]);
            }
        });
    }
}

TEST_CASE("hidden cards dealt anew: the same numbers") {
    rng r(23);
    int compared = 0;
    for (const set_up& t : tables()) {
        CAPTURE(t.spec);
        const game g(t.spec);
        with_game(g, [&]<typename V>(V, const typename V::options&) {
            for (int n = 0; n < count(20, 500); ++n) {
                const numbered_deal d = random_deal(t, g, r);
                position p = d.start;
                for (auto plies = r.below(40); plies > 0 && !p.is_over(); --plies)
                    p.apply(p.legal().draw(r));
                if (p.is_over()) continue;
                for (int tries = 0; tries < 10; ++tries) {
                    const auto other = other_world(t, p, d.number, d.dealer, r);
                    if (!other) continue;
                    for_each_layout<V>([&]<typename Layout>() {
                        REQUIRE(numbers<Layout>(*other) == numbers<Layout>(p));
                    });
                    ++compared;
                }
            }
        });
    }
    CHECK(compared > 300);
}

// Whether the seat to act was dealt the same ranks in two suits, neither of them trumps: such suits
// stand as the deck has them.
bool has_twin_suits(const position& p) {
    const seat_view v = p.view(p.to_act());
    const game_state<contree> s = typed_view<contree>(v)->seen;
    const auto trace = *memory_of<contree, deal_trace<contree>>(v);
    const card_mask dealt = s.hands[v.observer()] | trace.played_by[v.observer()];
    for (int a = 0; a < suit_count; ++a)
        for (int b = 0; b < a; ++b)
            if (a != index(s.trump) && b != index(s.trump) &&
                (dealt >> (8 * a) & 0xFF) == (dealt >> (8 * b) & 0xFF))
                return true;
    return false;
}

TEST_CASE("suits renamed: the play of contrée in the same numbers, its auction in renamed ones") {
    rng r(25);
    const game g("contree");
    int compared = 0;
    for (int n = 0; n < count(60, 2000); ++n) {
        const auto rename = nth_suit_order<contree>(static_cast<int>(r.below(suit_order_count)));
        std::array<card_mask, 4> places{}, renamed{};
        deal_random(contree::layout({}), r, places);
        for (std::size_t k = 0; k < 4; ++k) renamed[k] = rename.map(places[k]);
        const auto dealer = static_cast<seat>(r.below(4));
        position a = g.deal(places, dealer, 0), b = g.deal(renamed, dealer, 0);
        while (!a.is_over()) {
            if (typed_state<contree>(a)->extra.stage == contree::phase::play &&
                !has_twin_suits(a)) {
                REQUIRE(numbers<contree_play_layout>(a) == numbers<contree_play_layout>(b));
                ++compared;
            }
            const seat_view v = a.view(a.to_act());
            std::vector<float> other(contree_bid_layout::size);
            encode_numbers<contree_bid_layout>(other.data(), *typed_view<contree>(v),
                                               *memory_of<contree, deal_trace<contree>>(v), rename);
            REQUIRE(other == numbers<contree_bid_layout>(b));
            const action x = a.legal().draw(r);
            a.apply(x);
            b.apply(canonical_action<contree>(x, rename));
        }
    }
    CHECK(compared > 500);
}

TEST_CASE("numbers of a layout lie between 0 and a few") {
    rng r(27);
    for (const set_up& t : tables()) {
        CAPTURE(t.spec);
        const game g(t.spec);
        with_game(g, [&]<typename V>(V, const typename V::options&) {
            for (position p = random_deal(t, g, r).start; !p.is_over(); p.apply(p.legal().draw(r)))
                for_each_layout<V>([&]<typename Layout>() {
                    for (const float x : numbers<Layout>(p)) {
                        REQUIRE(x >= 0);
                        REQUIRE(x <= (Layout::flags ? 1 : 4));
                    }
                });
        });
    }
}
