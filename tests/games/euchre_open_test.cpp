// Euchre with all cards open from the first bid on, against searches that leave nothing out.

#include <optional>

#include <doctest/doctest.h>

#include <mu/games/euchre/open_game.h>
#include <mu/solve/dds.h>

#include "support/counts.h"

using namespace mu;

namespace {

// Every action is tried, down to positions whose worth `leaf` knows.
template <int Cards, typename Leaf>
int plain(const euchre_state<Cards>& s, const euchre_terms::options& o, Leaf& leaf) {
    using table = rules<euchre_game<Cards>>;
    if (table::is_over(s)) return score(s, o)[0];
    if (const std::optional<int> v = leaf(s)) return *v;
    const bool up = partnership_of(table::to_act(s)) == 0;
    int best = up ? -100 : 100;
    const action_set legal = table::legal_actions(s);
    for (std::uint64_t m = legal.mask; m != 0; m &= m - 1) {
        auto next = s;
        table::apply(next, static_cast<action>(legal.first + ops::lsb_index(m)));
        const int v = plain(next, o, leaf);
        best = up ? std::max(best, v) : std::min(best, v);
    }
    return best;
}

// The play is searched like the calls, by the rules alone.
template <int Cards>
auto no_leaf() {
    return [](const euchre_state<Cards>&) { return std::optional<int>{}; };
}

// What N+S score if the makers or, for `ns`, they themselves win so many tricks.
template <int Cards>
int score_of(euchre_state<Cards> s, int tricks, bool ns, const euchre_terms::options& o) {
    const int side = ns ? 0 : partnership_of(s.extra.maker);
    s.tricks_won[side] = static_cast<std::uint8_t>(tricks);
    s.tricks_won[1 - side] = static_cast<std::uint8_t>(5 - tricks);
    s.tricks_remaining = 0;
    return score(s, o)[0];
}

// Every option that calls, discards, loners or scores depend on, in all sorts of company.
template <int Cards>
euchre_terms::options variant_of(int i) {
    euchre_terms::options o;
    if (i % 8 == 0) return o;
    rng draw = rng(43).split(static_cast<std::uint64_t>(i));
    o.house.stick_dealer = draw.below(2) == 0;
    o.house.discard_upcard = draw.below(2) == 0;
    o.house.alone_with_call = draw.below(3) == 0;
    o.house.canadian_loner = draw.below(3) == 0;
    o.house.no_trump = Cards == 24 && draw.below(3) == 0;
    o.house.defend_alone = static_cast<euchre_terms::lone_defence>(draw.below(3));
    o.house.lead = static_cast<euchre_terms::loner_lead>(draw.below(2));
    o.lone_euchre = static_cast<std::uint8_t>(2 + draw.below(3));
    o.super_euchre = draw.below(3) == 0;
    return o;
}

template <int Cards>
euchre_state<Cards> deal_of(const euchre_terms::options& o, rng& generator) {
    using V = euchre_game<Cards>;
    std::array<card_mask, 6> places{};
    deal_random(V::layout(o), generator, places);
    return start_deal(V{}, o, places, static_cast<seat>(generator.below(4)), 0);
}

template <int Cards>
void act_at_random(euchre_state<Cards>& s, int actions, rng& generator) {
    using table = rules<euchre_game<Cards>>;
    for (; actions > 0 && !table::is_over(s); --actions) {
        const action_set legal = table::legal_actions(s);
        const auto n = generator.below(static_cast<std::uint32_t>(ops::popcount(legal.mask)));
        const int at = ops::lsb_index(ops::nth_set_bit(legal.mask, static_cast<int>(n)));
        table::apply(s, static_cast<action>(legal.first + at));
    }
}

// The value of the state and of every action, by a game that has seen other deals before.
template <int Cards, typename Leaf>
void check(euchre_open_game<Cards>& game, const euchre_state<Cards>& s,
           const euchre_terms::options& o, Leaf leaf) {
    using table = rules<euchre_game<Cards>>;
    const bool up = partnership_of(table::to_act(s)) == 0;
    int best = up ? -100 : 100;
    std::uint64_t seen = 0;
    const action_set legal = table::legal_actions(s);
    for (const auto& [move, value] : game.moves(s)) {
        REQUIRE(legal.contains(move));
        seen |= std::uint64_t{1} << (move - legal.first);
        auto next = s;
        table::apply(next, move);
        const int v = plain(next, o, leaf);
        CAPTURE(int{move});
        CHECK(value == value_range{v, v});
        best = up ? std::max(best, v) : std::min(best, v);
    }
    CHECK(seen == legal.mask);
    CHECK(game.value(s) == best);
}

// Deals with three cards left, or two, the other tricks given to anybody: small enough for plain
// minimax over calls, discard, loners and play.
template <int Cards>
void check_small_deals(int variants, int deals) {
    for (int v = 0; v < variants; ++v) {
        const euchre_terms::options o = variant_of<Cards>(v);
        euchre_open_game<Cards> game(o);
        for (int i = 0; i < deals; ++i) {
            rng generator = rng(44).split(static_cast<std::uint64_t>(v * 1000 + i));
            auto s = deal_of<Cards>(o, generator);
            const int cards = i % 4 == 0 ? 3 : 2;
            for (auto& hand : s.hands)
                while (ops::popcount(hand) > cards) hand &= hand - 1;
            s.tricks_remaining = static_cast<std::uint8_t>(cards);
            act_at_random(s, i % 3 == 0 ? 0 : static_cast<int>(generator.below(9)), generator);
            if (rules<euchre_game<Cards>>::is_over(s)) continue;
            CAPTURE(v);
            CAPTURE(i);
            // The same cards are worth something else after other tricks.
            const auto won = s.tricks_won;
            for (int ns = 0; ns <= 5 - cards; ++ns) {
                s.tricks_won = {static_cast<std::uint8_t>(won[0] + ns),
                                static_cast<std::uint8_t>(won[1] + 5 - cards - ns)};
                check(game, s, o, no_leaf<Cards>());
            }
        }
    }
}

// Whole deals, from the first bid or a later action on: all calls are tried, and for each the
// tricks are counted exactly.
template <int Cards>
void check_whole_deals(int variants, int deals) {
    solver<euchre_game<Cards>> by;
    for (int v = 0; v < variants; ++v) {
        const euchre_terms::options o = variant_of<Cards>(v);
        euchre_open_game<Cards> game(o);
        const auto solved = [&](const euchre_state<Cards>& s) -> std::optional<int> {
            if (s.extra.phase != euchre_terms::phase::play) return std::nullopt;
            return score_of(s, by.value(s).low, false, o);
        };
        for (int i = 0; i < deals; ++i) {
            rng generator = rng(45).split(static_cast<std::uint64_t>(v * 1000 + i));
            auto s = deal_of<Cards>(o, generator);
            act_at_random(s, i % 2 == 0 ? 0 : static_cast<int>(generator.below(9)), generator);
            if (rules<euchre_game<Cards>>::is_over(s)) continue;
            CAPTURE(v);
            CAPTURE(i);
            check(game, s, o, solved);
        }
    }
}

}  // namespace

TEST_CASE("euchre open from the first bid on: small deals, equal to plain minimax") {
    check_small_deals<24>(test::count(16, 100), test::count(8, 40));
    check_small_deals<25>(test::count(4, 30), test::count(8, 40));
}

TEST_CASE("euchre open from the first bid on: whole deals, equal to solving every call") {
    check_whole_deals<24>(test::count(24, 200), test::count(16, 100));
    check_whole_deals<25>(test::count(4, 40), test::count(16, 100));
}

TEST_CASE("euchre open from the first bid on: equal to calls tried and play by the reference") {
    euchre::options variants[3];
    variants[1].super_euchre = true;
    variants[2].house.stick_dealer = false;
    variants[2].house.defend_alone = euchre::lone_defence::always;
    for (int i = 0; i < test::count(3, 60); ++i) {
        const auto& o = variants[i % 3];
        rng generator = rng(41).split(static_cast<std::uint64_t>(i));
        const auto s = deal_of<24>(o, generator);
        euchre_open_game<24> game(o);
        CAPTURE(i);
        check(game, s, o, [&](const euchre_state<24>& at) -> std::optional<int> {
            if (at.extra.phase != euchre::phase::play) return std::nullopt;
            return score_of(at, dds_tricks<euchre>(at), true, o);
        });
    }
}

// Once the upcard is turned down, deals by different dealers have the same hands and differ in who
// leads.
TEST_CASE("euchre open from the first bid on: the same hands led by others are another deal") {
    const euchre::options o;
    euchre_open_game<24> game(o);
    for (int i = 0; i < test::count(40, 400); ++i) {
        std::array<card_mask, 6> places{};
        rng generator = rng(46).split(static_cast<std::uint64_t>(i));
        deal_random(euchre::layout(o), generator, places);
        for (int dealer = 0; dealer < 4; ++dealer) {
            std::array<card_mask, 6> dealt = places;  // first the seat after the dealer
            for (int k = 0; k < 4; ++k)
                dealt[static_cast<std::size_t>((k + 3 - dealer) % 4)] =
                    places[static_cast<std::size_t>(k)];
            auto s = start_deal(euchre{}, o, dealt, static_cast<seat>(dealer), 0);
            CHECK(s.hands[0] == static_cast<hand_mask<euchre>>(places[0]));
            for (int k = 0; k < 4; ++k) {
                const action_set legal = rules<euchre>::legal_actions(s);
                rules<euchre>::apply(s,
                                     static_cast<action>(legal.first + ops::lsb_index(legal.mask)));
            }
            REQUIRE(s.extra.phase == euchre::phase::name_suit);
            CAPTURE(i);
            CAPTURE(dealer);
            CHECK(game.value(s) == euchre_open_game<24>(o).value(s));
        }
    }
}
