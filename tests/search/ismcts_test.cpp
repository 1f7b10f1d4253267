// Tree search over what a seat sees: the formulas, a case worked by hand, and who may be in it.

#include <doctest/doctest.h>

#include <mu/cards/text.h>
#include <mu/games/euchre.h>
#include <mu/games/euchre/hidden.h>
#include <mu/games/whist.h>
#include <mu/games/whist/hidden.h>
#include <mu/search/ismcts.h>

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
    CHECK(ucb1(0, 0, 5, 1) == std::numeric_limits<double>::infinity());
    CHECK(ucb1(3, 4, 1, 9) == doctest::Approx(0.75));  // ln 1 = 0
    CHECK(ucb1(3, 4, 10, 1.414) == doctest::Approx(0.75 + 1.414 * std::sqrt(std::log(10.0) / 4)));
    CHECK(ucb1(3, 4, 20, 1) > ucb1(3, 4, 10, 1));
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
    for (const bool all_seats : {false, true}) {
        ismcts<whist> by(
            {}, {.exploration = 1.414, .all_seats = all_seats, .payoff = ismcts_payoff::tricks});
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            for (const auto& [rounds, ace, two] :
                 std::vector<std::array<std::uint64_t, 3>>{{2, 1, 1}, {6, 5, 1}, {7, 5, 2}}) {
                rng generator(seed);
                const search_report r =
                    by.search(draw, view_of(world, seat::north), generator, {.rounds = rounds});
                CHECK(visits(r, "As") == ace);
                CHECK(visits(r, "2s") == two);
                CHECK(r.rounds == rounds);
                CHECK(r.chosen == (rounds > 2 ? parse_card<whist>("As") : r.chosen));
            }
        }
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
    by.search(draw, view_of(s, seat::north), generator, {.rounds = 2000});
    // North orders up: the next action is the dealer's discard.
    const action up = rules<euchre>::legal_actions(s).nth(1);
    game_state<euchre> after = s;
    rules<euchre>::apply(after, up);
    REQUIRE(phase_of(after) == deal_phase::exchange);
    const auto edges = [&](seat who) {
        const search_tree& t = by.tree(who);
        std::vector<std::uint16_t> out;
        for (std::int32_t at = t[t.find(search_tree::root, up)].child; at >= 0; at = t[at].sibling)
            out.push_back(t[at].what);
        return out;
    };
    CHECK(edges(seat::west).size() > 1);
    CHECK(edges(seat::north) == std::vector<std::uint16_t>{search_tree::unseen});
    CHECK(edges(seat::south) == std::vector<std::uint16_t>{search_tree::unseen});
}
