// Soft evidence: rules on tricks made by hand, and what they do to chances in every game.

#include <doctest/doctest.h>

#include <mu/belief/soft_rules.h>
#include <mu/games/all.h>

#include "support/belief_games.h"

namespace {

using namespace mu;
using test::course;

// --- Tricks of whist made by hand ----------------------------------------------------------------

constexpr card hearts(int pips) { return make_card<whist>(suit::hearts, pips - 2); }
constexpr card spades(int pips) { return make_card<whist>(suit::spades, pips - 2); }
constexpr card clubs(int pips) { return make_card<whist>(suit::clubs, pips - 2); }
constexpr int jack = 11, queen = 12, king = 13, ace = 14;

template <std::size_t N>
constexpr card_mask set_of(const std::array<card, N>& cards) {
    card_mask out = 0;
    for (const card c : cards) out |= bit(c);
    return out;
}
template <typename... C>
constexpr card_mask cards(C... c) {
    return set_of(std::array{static_cast<card>(c)...});
}

// North leads to south's view, spades are trumps.
game_state<whist> table(card_mask north, card_mask east, card_mask south, card_mask west) {
    return whist_start({{north, east, south, west}}, suit::spades, seat::west);
}

const soft_rule<whist>& rule_named(std::string_view name) {
    for (const auto& r : soft_rules_by_thumb<whist>())
        if (r.name == name) return r;
    throw std::logic_error("no such rule");
}

// What a rule says of the last of some cards, as an observer sees it: nothing if it does not apply.
std::optional<soft_effects> said(std::string_view rule, game_state<whist> s,
                                 std::initializer_list<card> played, seat observer = seat::south) {
    view<whist> before{};
    for (const card c : played) {
        before = view_of<whist>(s, observer);
        rules<whist>::apply(s, c);
    }
    const view<whist> after = view_of<whist>(s, observer);
    const auto x = context_of<whist>(before, after);
    const auto& r = rule_named(rule);
    if (!r.predicate(x)) return std::nullopt;
    return r.apply(x);
}

bool says(const std::optional<soft_effects>& what, seat who, card_mask cards_named) {
    return what && what->count == 1 && what->list[0].place == index(who) &&
           what->list[0].cards == cards_named;
}

}  // namespace

TEST_CASE("soft rules of whist: tricks made by hand") {
    const auto s =
        table(cards(hearts(10), hearts(2), clubs(5)), cards(hearts(3), hearts(king), spades(2)),
              cards(hearts(4), hearts(5), clubs(6)), cards(clubs(2), spades(7), clubs(3)));
    const card_mask over_ten = cards(hearts(jack), hearts(queen), hearts(king), hearts(ace));
    // East ducks the ten.
    CHECK(says(said("played low on winnable", s, {hearts(10), hearts(3)}), seat::east, over_ten));
    CHECK(!said("played low, last to play", s, {hearts(10), hearts(3)}));
    // He beats it: the jack and the queen would have done.
    CHECK(!said("played low on winnable", s, {hearts(10), hearts(king)}));
    CHECK(says(said("won: cheaper winners", s, {hearts(10), hearts(king)}), seat::east,
               cards(hearts(jack), hearts(queen))));
    CHECK(says(said("lost: cards below it", s, {hearts(10), hearts(3)}), seat::east,
               cards(hearts(2))));
    // North led.
    CHECK(says(said("led a suit", s, {hearts(10)}), seat::north, suit_masks<whist>[suit::hearts]));
    CHECK(says(said("led: cards above it", s, {hearts(10)}), seat::north, over_ten));
    CHECK(!said("led a suit", s, {hearts(10), hearts(3)}));
    // West ruffs low, or lets it go.
    const card_mask over_seven = suit_masks<whist>[suit::spades] & ~((bit(spades(7)) << 1) - 1);
    CHECK(says(said("ruffed: higher trumps", s, {hearts(10), hearts(3), hearts(4), spades(7)}),
               seat::west, over_seven));
    CHECK(says(said("discarded, no ruff: trumps", s, {hearts(10), hearts(3), hearts(4), clubs(2)}),
               seat::west, suit_masks<whist>[suit::spades]));
    CHECK(!said("ruffed: higher trumps", s, {hearts(10), hearts(3), hearts(4), clubs(2)}));
    // It is the opponents' trick that he let go; his partner's he would not ruff.
    CHECK(!said("discarded, no ruff: trumps", s, {hearts(10), hearts(king), hearts(4), clubs(2)}));
    // What the discard came from.
    CHECK(says(said("discarded: cards below it", s, {hearts(10), hearts(3), hearts(4), clubs(3)}),
               seat::west, cards(clubs(2))));
}

TEST_CASE("soft rules of whist: partner led high, and nothing in one's own cards") {
    const auto s = table(cards(hearts(queen), hearts(2)), cards(hearts(3), hearts(king)),
                         cards(hearts(4), hearts(5)), cards(clubs(2), spades(7)));
    const auto told = said("partner led high", s, {hearts(queen)});
    REQUIRE(told);
    REQUIRE(told->count == 2);
    for (const auto& e : *told) {
        CHECK((e.place == index(seat::east) || e.place == index(seat::west)));
        CHECK(e.cards == cards(hearts(king), hearts(ace)));
    }
    CHECK(!said("partner led high", s, {hearts(2)}));
    CHECK(!said("partner led high", s, {hearts(queen)}, seat::east));  // not his partner
    // Nobody learns from himself.
    const auto before = view_of<whist>(s, seat::north);
    auto next = s;
    rules<whist>::apply(next, hearts(queen));
    int effects = 0;
    for_each_effect<whist>(before, view_of<whist>(next, seat::north), soft_rules_by_thumb<whist>(),
                           [&](std::size_t, int, card_mask, double) { ++effects; });
    CHECK(effects == 0);
}

TEST_CASE("soft rules of contrée: calls") {
    rng generator(4);
    per_seat<card_mask> hands{};
    deal_random(layout({8, 8, 8, 8}), generator, hands);
    game_state<contree> s = contree_start(hands, {}, seat::north);  // east speaks first
    const auto call = [&](int c) {
        const auto before = view_of<contree>(s, seat::north);
        rules<contree>::make_call(s, c);
        const auto after = view_of<contree>(s, seat::north);
        std::vector<std::pair<std::string_view, soft_effects>> out;
        const auto x = context_of<contree>(before, after);
        for (const auto& r : soft_rules_by_thumb<contree>())
            if (r.predicate(x)) out.emplace_back(r.name, r.apply(x));
        return out;
    };
    const auto has = [](const auto& told, std::string_view name) {
        return std::ranges::any_of(told, [&](const auto& t) { return t.first == name; });
    };
    const auto passed = call(contree_calls::pass);  // east
    CHECK(has(passed, "passed: jacks and nines"));
    CHECK(!has(passed, "bid: jack and nine"));
    const auto bid = call(contree_calls::bid(contree_calls::level_at(80), suit::hearts));  // south
    REQUIRE(has(bid, "bid: jack and nine"));
    CHECK(!has(bid, "raised: trumps"));
    CHECK(bid[0].second.list[0].place == index(seat::south));
    CHECK(bid[0].second.list[0].cards ==
          (bit(make_card<contree>(suit::hearts, 3)) | bit(make_card<contree>(suit::hearts, 2))));
    call(contree_calls::pass);  // west
    const auto raised = call(contree_calls::bid(contree_calls::level_at(100), suit::hearts));
    CHECK(has(raised, "raised: trumps"));
    CHECK(!has(raised, "bid: jack and nine"));
}

// --- Every game ----------------------------------------------------------------------------------

namespace {

// The cards that rules speak of become more likely with a factor above 1 and less with one below.
template <typename V>
void check_direction(const belief_state<V>& belief, const soft_effects& effects) {
    const auto sum = [&](const belief_state<V>& b) {
        double out = 0;
        for (const auto& e : effects)
            if (e.place != index(b.observer))
                ops::for_each(e.cards,
                              [&](card c) { out += e.power * b.prob[b.row_of_place(e.place)][c]; });
        return out;
    };
    for (const double factor : {0.25, 3.0}) {
        belief_state<V> other = belief;
        for (const auto& e : effects)
            if (e.place != index(other.observer))
                ops::for_each(e.cards, [&](card c) {
                    other.weigh(other.row_of_place(e.place), c, std::pow(factor, e.power));
                });
        other.renormalize();
        if (factor < 1)
            REQUIRE(sum(other) <= sum(belief) + 1e-9);
        else
            REQUIRE(sum(other) >= sum(belief) - 1e-9);
    }
}

template <typename V>
void check_soft_beliefs(int deals, std::span<const soft_rule<V>> by) {
    int spoke = 0;
    for (int i = 0; i < deals; ++i) {
        rng generator = rng(31).split(static_cast<std::uint64_t>(i));
        const course<V> c = test::random_course<V>(i, generator);
        const seat observer = static_cast<seat>(generator.below(V::seats));
        soft_belief<V> soft(by), elsewhere(by);
        soft.init(view_of<V>(c.start(), observer));
        elsewhere.init(view_of<V>(c.start(), observer));
        for (std::size_t n = 1; n + 1 < c.states.size(); ++n) {
            const view<V> before = view_of<V>(c.states[n - 1], observer);
            const view<V> now = view_of<V>(c.states[n], observer);
            soft.see(now);
            if (n % 5 != 0) {
                elsewhere.see(now);
                continue;
            }
            soft.renormalize();
            const belief_state<V>& b = soft.belief();
            // Each card lies somewhere; each place is as full as it is; the truth has a chance.
            const world<V> truth = world_of<V>(c.states[n]);
            const bool drawn = b.worlds().is_joint() && !b.worlds().is_exact();
            const card_mask hidden = b.worlds().places().problem.cards;
            ops::for_each(hidden, [&](card k) {
                double sum = 0;
                for (int r = 0; r < b.rows; ++r) sum += b.prob[r][k];
                REQUIRE(std::abs(sum - 1) < 1e-9);
            });
            for (int r = 0; r < b.rows; ++r) {
                if (!world<V>::has(b.place(r))) continue;
                double sum = 0;
                for (int k = 0; k < b.cards; ++k)
                    if ((hidden >> k & 1) != 0) sum += b.prob[r][k];
                const int at = b.worlds().places().find(b.place(r));
                REQUIRE(std::abs(sum - (at < 0 ? 0 : b.worlds().places().problem.room[at])) < 1e-7);
                if (!drawn)
                    ops::for_each(truth[b.place(r)] & hidden,
                                  [&](card k) { REQUIRE(b.prob[r][k] > 0); });
            }
            REQUIRE(b.worlds().contains(truth));
            // With the hidden cards dealt anew it is the same.
            const game_state<V> other = determinize(b, generator);
            elsewhere.see(view_of<V>(other, observer));
            elsewhere.renormalize();
            REQUIRE(elsewhere.belief().prob == b.prob);

            const auto x = context_of<V>(before, now);
            if (drawn || x.who == observer) continue;
            for (const auto& r : by)
                if (r.predicate(x)) {
                    ++spoke;
                    check_direction<V>(b, r.apply(x));
                }
        }
    }
    CHECK(spoke > 0);
}

}  // namespace

#define MU_TEST_SOFT(V)                                                              \
    TEST_CASE("soft rules of " #V ": chances stay chances, and go the way stated") { \
        check_soft_beliefs<V>(test::count(6, 100), soft_rules_by_thumb<V>());        \
        check_soft_beliefs<V>(test::count(3, 100), soft_rules<V>());                 \
    }
MU_VARIANTS(MU_TEST_SOFT)

TEST_CASE("soft rules: strength") {
    soft_rule<whist> r = soft_rules_by_thumb<whist>()[0];
    CHECK(r.factor() == doctest::Approx(0.3));
    r.strength = 0;
    CHECK(r.factor() == doctest::Approx(1));
    r.strength = 2;
    CHECK(r.factor() == doctest::Approx(0.09));
}
