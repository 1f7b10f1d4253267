// Tree search over what a seat sees: the formulas, a case worked by hand, and who may be in it.

#include <doctest/doctest.h>

#include <mu/cards/text.h>
#include <mu/engine/solver.h>
#include <mu/games/euchre.h>
#include <mu/games/euchre/hidden.h>
#include <mu/games/whist.h>
#include <mu/games/whist/hidden.h>
#include <mu/games/whist/solving.h>
#include <mu/search/ismcts.h>
#include <mu/search/mcts.h>

using namespace mu;

namespace {

game_state<whist> no_trump(std::array<const char*, 4> hands) {
    per_seat<card_mask> held{};
    for (std::size_t k = 0; k < 4; ++k) held[static_cast<int>(k)] = parse_cards<whist>(hands[k]);
    return whist_start(held, suit::none, seat::west);  // north leads
}

std::uint64_t visits(const search_report& r, const char* c) {
    for (const action_value& a : r.actions)
        if (a.what == parse_card<whist>(c)) return a.visits;
    FAIL("no such action");
    return 0;
}

}  // namespace

TEST_CASE("ismcts: UCB1 counts how often an action was available") {
    ucb1 score(1.414);
    CHECK(score(0, 0, 5) == std::numeric_limits<double>::infinity());
    CHECK(score(3, 4, 1) == doctest::Approx(0.75));  // ln 1 = 0
    CHECK(score(3, 4, 10) == doctest::Approx(0.75 + 1.414 * std::sqrt(std::log(10.0) / 4)));
    CHECK(score(3, 4, 20) > score(3, 4, 10));
}

// North wins both tricks with the ace first. After the two of spades east's king holds the trick,
// west wins the next with a heart, and north's ace is lost: payoffs of 1 and 0, whatever is played
// at random. Both leads are tried once. With c = 1.414 the ace then has the higher score until it
// has been visited five times (1 + 1.414 sqrt(ln 6 / 5) = 1.846 or 1 + 1.414 sqrt(ln 7 / 5)
// = 1.882) and the two's score has grown beyond that (1.414 sqrt(ln 6) = 1.893, 1.414 sqrt(ln 7)
// = 1.972).
TEST_CASE("ismcts: visits of a case worked by hand") {
    const auto world = no_trump({"As 2s", "Ks 3h", "4h 5h", "6h 7h"});
    const auto draw = [&](std::size_t n, rng&, std::vector<game_state<whist>>& out) {
        out.assign(n, world);
    };
    for (const bool everybody : {false, true}) {
        ismcts<whist> by(
            {}, {.exploration = 1.414, .all_seats = everybody, .payoff = ismcts_payoff::tricks});
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            for (const auto& [rounds, ace, two] :
                 std::vector<std::array<std::uint64_t, 3>>{{2, 1, 1}, {6, 5, 1}, {7, 5, 2}}) {
                rng generator(seed);
                const search_report r =
                    by.search(draw, view_of(world, seat::north), {}, generator, {.rounds = rounds});
                CHECK(visits(r, "As") == ace);
                CHECK(visits(r, "2s") == two);
                CHECK(r.rounds == rounds);
                CHECK(r.chosen == (rounds > 2 ? parse_card<whist>("As") : r.chosen));
            }
        }
    }
}

// Asked from every leaf on for whoever is to act, with all that was done since the root.
struct watched_policy final : policy<whist> {
    int lines = 0, shown = 0, asked = 0, valued = 0;
    bool knows = false;  // that the ace wins

    void check(const policy_question<whist>& q, std::size_t before) const {
        CHECK(q.record.size() == before);
        for (int k = 0; k < 4; ++k)
            if (k != index(q.seen.observer)) CHECK(q.seen.seen.hands[k] == 0);
        CHECK(rules<whist>::to_act(q.seen.seen) == q.seen.observer);
    }
    void begin(std::size_t n) override {
        CHECK(n == 1);
        ++lines;
        at_ = 0;
    }
    void watch(const policy_question<whist>& q) override {
        check(q, at_++);
        ++shown;
    }
    void choose(std::span<const policy_question<whist>> of, std::span<action> out,
                rng& generator) override {
        check(of[0], at_++);
        ++asked;
        random_policy<whist>().choose(of, out, generator);
    }
    void chances(std::span<const policy_question<whist>>, std::span<const action>,
                 std::span<double>) override {
        FAIL("nobody asks");
    }
    std::optional<double> value(const policy_question<whist>& q) override {
        ++valued;
        if (!knows) return std::nullopt;
        check(q, at_);
        const bool ace = q.record[0].what == action{parse_card<whist>("As")};
        return ace == (index(q.seen.observer) % 2 == 0) ? 100.0 : -100.0;
    }

private:
    std::size_t at_ = 0;
};

TEST_CASE("ismcts: a policy goes on from the leaves") {
    // Whatever is played, the ace wins all; so visits are as above.
    const auto world = no_trump({"As 2s", "Ks 3h", "4h 5h", "6h 7h"});
    const auto draw = [&](std::size_t n, rng&, std::vector<game_state<whist>>& out) {
        out.assign(n, world);
    };
    for (const bool everybody : {false, true}) {
        auto made = std::make_unique<watched_policy>();
        const watched_policy& by = *made;
        ismcts<whist> search(
            {}, {.exploration = 1.414, .all_seats = everybody, .payoff = ismcts_payoff::tricks},
            std::move(made));
        rng generator(1);
        const search_report r =
            search.search(draw, view_of(world, seat::north), {}, generator, {.rounds = 7});
        CHECK(visits(r, "As") == 5);
        CHECK(visits(r, "2s") == 2);
        CHECK(by.lines == 7);
        CHECK(by.valued == 0);
        CHECK(by.shown + by.asked == 7 * 8);
        CHECK(by.shown >= 7);
        CHECK(by.asked > 7);
    }
    ismcts<whist> by_rule({}, {.exploration = 1.414, .payoff = ismcts_payoff::tricks},
                          std::make_unique<rule_policy<whist>>());
    rng generator(1);
    CHECK(visits(by_rule.search(draw, view_of(world, seat::north), {}, generator, {.rounds = 7}),
                 "As") == 5);
}

TEST_CASE("ismcts: a leaf is worth what the policy says to each side") {
    const auto world = no_trump({"As 2s 3s", "Ks 3h 8c", "4h 5h 9c", "6h 7h Tc"});
    const auto draw = [&](std::size_t n, rng&, std::vector<game_state<whist>>& out) {
        out.assign(n, world);
    };
    for (const bool knows : {false, true}) {
        auto made = std::make_unique<watched_policy>();
        made->knows = knows;
        const watched_policy& by = *made;
        ismcts<whist> search({}, {.by_value = true}, std::move(made));
        rng generator(2);
        const search_report r =
            search.search(draw, view_of(world, seat::north), {}, generator, {.rounds = 60});
        CHECK(by.valued > 30);
        CHECK((by.asked == 0) == knows);
        if (!knows) continue;
        for (const action_value& a : r.actions)
            CHECK((a.value > 0) == (a.what == action{parse_card<whist>("As")}));
        CHECK(r.chosen == action{parse_card<whist>("As")});
        const search_tree& east = search.tree(seat::east);
        const std::int32_t ace = east.find(search_tree::root, parse_card<whist>("As"));
        REQUIRE(ace >= 0);
        CHECK(east[ace].mean() < 0.5);
        CHECK(search.tree(seat::south)[search_tree::root].mean() > 0.5);
    }
}

TEST_CASE("ismcts: the search of a belief sees no more than its observer") {
    rng generator(3);
    for (int i = 0; i < 10; ++i) {
        game_state<whist> s = random_first_lead(whist{}, generator);
        while (s.tricks_remaining > 4)
            rules<whist>::apply(s, rules<whist>::legal_actions(s).draw(generator));
        belief_state<whist> belief;
        belief.init(view_of(s, s.current_player), watched::from_here);
        const auto other = determinize(belief, generator);  // the same to the observer
        rng one(7), two(7);
        search_report first, second;
        const card a = ismcts_search(s, belief, {.iterations = 300}, one, &first);
        const card b = ismcts_search(other, belief, {.iterations = 300}, two, &second);
        CHECK(a == b);
        CHECK(first == second);
        CHECK((rules<whist>::legal_moves(s) & bit(a)) != 0);
        std::uint64_t sum = 0;
        for (const action_value& x : first.actions) {
            sum += x.visits;
            CHECK(x.value >= 0);
            CHECK(x.value <= 1);
        }
        if (first.actions.size() > 1) CHECK(sum == first.rounds);
    }
}

// The dealer's discard is one edge in the trees of the others.
TEST_CASE("ismcts: a hidden discard is no choice of the others") {
    rng generator(5);
    std::array<card_mask, most_places> places{};
    const deal_layout of = euchre::layout({});
    const auto dealt = std::span(places).first(static_cast<std::size_t>(of.places));
    deal_random(of, generator, dealt);
    const auto s = start_deal(euchre{}, {}, dealt, seat::west, 0);
    const auto draw = [&](std::size_t n, rng&, std::vector<game_state<euchre>>& out) {
        out.assign(n, s);
    };
    ismcts<euchre> by({}, {});
    by.search(draw, view_of(s, seat::north), {}, generator, {.rounds = 2000});
    // North orders up: the next action is the dealer's discard.
    const action up = rules<euchre>::legal_actions(s).nth(1);
    game_state<euchre> after = s;
    rules<euchre>::apply(after, up);
    REQUIRE(phase_of(after) == deal_phase::exchange);
    const auto edges = [&](seat who) {
        const search_tree& t = by.tree(who);
        std::vector<std::uint16_t> out;
        const search_tree::node& ordered = t[t.find(search_tree::root, up)];
        for (std::int32_t at = ordered.first; at < ordered.first + ordered.children; ++at)
            out.push_back(t[at].what);
        return out;
    };
    CHECK(edges(seat::west).size() > 1);
    CHECK(edges(seat::north) == std::vector<std::uint16_t>{search_tree::unseen});
    CHECK(edges(seat::south) == std::vector<std::uint16_t>{search_tree::unseen});
}

TEST_CASE("ismcts: a tree that is used again goes on from what was seen since") {
    const auto world = no_trump({"As 2s", "Ks 3h", "4h 5h", "6h 7h"});
    const auto draw_of = [](const game_state<whist>& w) {
        return [&w](std::size_t n, rng&, std::vector<game_state<whist>>& out) { out.assign(n, w); };
    };
    for (const bool everybody : {false, true}) {
        ismcts<whist> by({}, {.all_seats = everybody, .reuse = true});
        rng generator(4);
        by.search(draw_of(world), view_of(world, seat::north), {}, generator, {.rounds = 400});
        const auto& tree = by.tree(seat::north);
        const std::int32_t two = tree.find(search_tree::root, parse_card<whist>("2s"));
        REQUIRE(two >= 0);
        game_state<whist> now = world;
        std::vector<seen_action> record;
        const auto play = [&](const char* c) {
            const card x = parse_card<whist>(c);
            record.push_back({rules<whist>::to_act(now), action{x}});
            rules<whist>::apply(now, x);
        };
        for (const char* c : {"As", "Ks", "4h", "6h"}) play(c);
        const std::uint64_t before =
            tree[tree.find(search_tree::root, parse_card<whist>("As"))].visits;
        const search_report last =
            by.search(draw_of(now), view_of(now, seat::north), record, generator, {.rounds = 10});
        CHECK(last.why == search_end::forced);
        // What is left of the tree is what had been looked at below the ace.
        CHECK(tree[search_tree::root].visits <= before);
        CHECK(tree[search_tree::root].visits > 0);
        // Another deal: nothing is left.
        by.search(draw_of(world), view_of(world, seat::north), {}, generator, {.rounds = 10});
        CHECK(tree[search_tree::root].visits == 10);
    }
}

TEST_CASE("ismcts: the others learn from imagined worlds alone") {
    const auto world = no_trump({"As 2s 3s", "Ks 3h 8c", "4h 5h 9c", "6h 7h Tc"}),
               imagined = no_trump({"8c 9c Tc", "Ks 3h 2s", "4h 5h As", "6h 7h 3s"});
    int asked = 0;
    ismcts<whist> by({}, {.resample_own = true});
    rng generator(6);
    const search_report r = by.search(
        [&](std::size_t n, rng&, std::vector<game_state<whist>>& out) { out.assign(n, world); },
        view_of(world, seat::north), {}, generator, {.rounds = 300},
        [&](const game_state<whist>&, seat who, rng&) {
            CHECK(who != seat::north);
            ++asked;
            return std::optional(imagined);
        });
    CHECK(asked == static_cast<int>(r.rounds));
    std::uint64_t sum = 0;
    for (const action_value& a : r.actions) sum += a.visits;
    CHECK(sum == r.rounds);
    // North leads clubs only in what they imagine: below a spade they have learnt nothing.
    const search_tree& east = by.tree(seat::east);
    CHECK(east[search_tree::root].visits == r.rounds);
    for (const char* c : {"As", "2s", "3s"})
        if (const std::int32_t at = east.find(search_tree::root, parse_card<whist>(c)); at >= 0)
            CHECK(east[at].visits == 0);
    CHECK(east[east.find(search_tree::root, parse_card<whist>("8c"))].visits > 0);
}

TEST_CASE("search_tree: what is left below a node is what was there") {
    search_tree t;
    t.clear(0);
    const std::int32_t a = t.add(search_tree::root, 1), b = t.add(search_tree::root, 2);
    const std::int32_t a1 = t.add(a, 11), a2 = t.add(a, 12), b1 = t.add(b, 21);
    t[t.add(a1, 111)].add(0.5);
    t[a2].add(1);
    t[b1].add(1);
    const std::size_t before = t.size();
    t.make_root(a);
    CHECK(t.size() < before);
    CHECK(t.find(search_tree::root, 2) == -1);
    CHECK(t.find(search_tree::root, 21) == -1);
    const std::int32_t one = t.find(search_tree::root, 11), two = t.find(search_tree::root, 12);
    REQUIRE(one > 0);
    REQUIRE(two > 0);
    CHECK(t[two].visits == 1);
    CHECK(t[t.find(one, 111)].total == 0.5);
    CHECK(t.find(two, 111) == -1);
}

TEST_CASE("search_tree: children that move keep what they had") {
    search_tree t;
    t.clear(0);
    for (std::uint16_t i = 0; i < 100; ++i) {
        const std::int32_t at = t.add(search_tree::root, i);
        for (int n = 0; n <= i; ++n) t[at].add(1);
        t[t.add(at, static_cast<std::uint16_t>(200 + i))].available = i;
    }
    for (std::uint16_t i = 0; i < 100; ++i) {
        const std::int32_t at = t.find(search_tree::root, i);
        REQUIRE(at > 0);
        CHECK(t[at].visits == i + 1U);
        REQUIRE(t[at].children == 1);
        CHECK(t[t.find(at, static_cast<std::uint16_t>(200 + i))].available == i);
    }
    int seen = 0;
    t.for_each_child(search_tree::root, [&](std::int32_t, const search_tree::node& n) {
        CHECK(n.what == 99 - seen);
        ++seen;
    });
    CHECK(seen == 100);
}

// With open hands the share of visits goes to what the solver says is best.
TEST_CASE("mcts: finds what is best with all hands seen") {
    const auto world = no_trump({"As 2s", "Ks 3h", "4h 5h", "6h 7h"});
    mcts<whist> by({});
    rng generator(8);
    const search_report r = by.search(world, generator, {.rounds = 2000});
    CHECK(r.rounds == 2000);
    CHECK(visits(r, "As") + visits(r, "2s") == 2000);
    CHECK(r.actions[0].error >= 0);
    int right = 0;
    constexpr int deals = 20;
    for (int i = 0; i < deals; ++i) {
        game_state<whist> s = random_first_lead(whist{}, generator);
        while (s.tricks_remaining > 4)
            rules<whist>::apply(s, rules<whist>::legal_actions(s).draw(generator));
        const search_report found = by.search(s, generator, {.rounds = 4000});
        solver<whist> exact;
        // In points: tricks up to the sixth count nothing.
        int best = -100, here = 0;
        for (const move_value& m : exact.moves(s)) {
            const auto points = solving<whist>::score_at(s, m.value.low, {});
            const std::size_t side = static_cast<std::size_t>(index(s.current_player) % 2);
            const int lead = points[side] - points[1 - side];
            best = std::max(best, lead);
            if (m.move == found.chosen) here = lead;
        }
        right += here == best ? 1 : 0;
    }
    CHECK(right >= deals - 2);
}
