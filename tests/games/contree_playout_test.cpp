// Contrée's kernels in every strain: playouts and perft, against the rules and against lists of
// cards.

#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include <mu/engine/playouts.h>
#include <mu/games/contree.h>
#include <mu/games/perft.h>

#include "support/contree.h"
#include "support/naive.h"
#include "support/suite.h"

namespace {

using namespace mu;
using state = game_state<contree>;
namespace cc = contree_calls;
using test::long_bid;
using word = word_of<contree>;

// A playout through rules<contree>, card by card, drawing as the kernel draws.
playout_result<word> playout_by_rules(state s, std::uint64_t seed) {
    const play_space<contree> space = space_of<contree>(order_now(s));
    const bool leading = trick_play<contree>::leading(s);
    const int side = partnership_of(leading ? s.current_player : s.trick.lead_seat);
    word random = random_start<word>(seed), bits = random;
    playout_result<word> result;
    for (bool first = true; !rules<contree>::is_over(s); first = false) {
        if (first || s.trick.num_played % 2 == 0) bits = random = random_step(random);
        const word legal = space.to_play(rules<contree>::legal_moves(s));
        const word drawn = arch::scale16(bits, static_cast<word>(arch::popcount(legal)));
        bits >>= 16;
        rules<contree>::play_card(s, space.to_card(arch::nth_bit(legal, drawn, 8)));
        if (s.trick.num_played < 4 || partnership_of(s.current_player) != side) continue;
        ++result.tricks;
        result.cards |= space.to_play(s.trick.mask);
    }
    if (partnership_of(s.trick.current_winner) == side) result.last = ~word{0};
    return result;
}

// A random deal with the first lead to come in a bid of 100.
state random_lead(rng& generator, cc::strain in) {
    per_seat<card_mask> hands{};
    deal_random(layout({8, 8, 8, 8}), generator, hands);
    return contree_start_play(hands, {.house = contree_house{.all_contracts = true}},
                              static_cast<seat>(generator.below(4)), long_bid(100, in),
                              seat::north);
}

// The same game with lists of cards.
struct plain_table {
    int trump = test::no_trump;
    bool all_trump = false;
    int to_move = 0;
    int leader = 0;
    std::array<test::plain_cards, 4> hands{};
    test::plain_cards trick{};
};
test::plain_card plain_card_of(card c, cc::strain in) {
    constexpr std::string_view plain = "789JQKTA", trumps = "78QKTA9J";
    const int suit = c / 8;
    const bool high = in == cc::strain::all_trump || static_cast<int>(in) == suit;
    return {suit, static_cast<int>((high ? trumps : plain).find(plain[c % 8u]))};
}
std::uint64_t plain_perft(const plain_table& t, int plies) {
    const test::plain_cards& hand = t.hands[static_cast<std::size_t>(t.to_move)];
    const test::plain_view view{.hand = hand, .trick = t.trick, .trump = t.trump};
    const test::plain_cards legal = t.trick.empty() ? hand
                                    : t.all_trump   ? test::heading_law(view)
                                                    : test::contree_law(view);
    if (plies == 1) return legal.size();
    std::uint64_t lines = 0;
    for (const test::plain_card& c : legal) {
        plain_table next = t;
        if (t.trick.empty()) next.leader = t.to_move;
        std::erase(next.hands[static_cast<std::size_t>(t.to_move)], c);
        next.trick.push_back(c);
        next.to_move = (t.to_move + 1) % 4;
        if (next.trick.size() == 4) {
            next.to_move = (next.leader + test::winner_of(next.trick, t.trump)) % 4;
            next.trick.clear();
        }
        lines += plain_perft(next, plies - 1);
    }
    return lines;
}

}  // namespace

TEST_CASE("contree: the playout kernel plays by the rules") {
    const int count = test::count(2000, 200000);
    for (int i = 0; i < count; ++i) {
        rng generator = rng(11).split(static_cast<std::uint64_t>(i));
        state s = random_first_lead(contree{}, generator);
        for (std::uint64_t k = generator.below(32); k > 0; --k)
            rules<contree>::apply(s,
                                  test::random_member(rules<contree>::legal_actions(s), generator));
        const std::uint64_t seed = generator.next();
        REQUIRE(playout<contree::play>(to_position(s), seed) == playout_by_rules(s, seed));
    }
}

TEST_CASE("contree: the playout kernel plays sans atout and tout atout by the rules") {
    const int count = test::count(2000, 200000);
    int headed = 0;
    for (int i = 0; i < count; ++i) {
        rng generator = rng(13).split(static_cast<std::uint64_t>(i));
        const auto in = i % 2 == 0 ? cc::strain::no_trump : cc::strain::all_trump;
        state s = random_lead(generator, in);
        for (std::uint64_t k = generator.below(32); k > 0; --k)
            rules<contree>::apply(s,
                                  test::random_member(rules<contree>::legal_actions(s), generator));
        const position_of<contree> p = to_position(s);
        CHECK(p.other_play == (in == cc::strain::all_trump ? 1 : 0));
        rng stream = generator;
        const std::uint64_t seed = generator.next();
        const auto expected = playout_by_rules(s, seed);
        REQUIRE(playout_of<contree>(p, seed) == expected);
        headed += playout<contree::play>(p, seed) == expected ? 0 : 1;

        const bool leading = trick_play<contree>::leading(s);
        const int side = partnership_of(leading ? s.current_player : s.trick.lead_seat);
        const auto won = rollout(s, stream);
        REQUIRE(won[0] + won[1] == 8);
        REQUIRE(won[static_cast<std::size_t>(side)] ==
                s.tricks_won[static_cast<std::size_t>(side)] + expected.tricks);
    }
    CHECK(headed > count / 20);  // the two kinds of play differ
}

TEST_CASE("contree: perft counts as with lists of cards in every strain") {
    rng generator(14);
    for (int i = 0; i < test::count(60, 2000); ++i) {
        const auto in = static_cast<cc::strain>(i % cc::strain_count);
        state s = random_lead(generator, in);
        for (int k = 0; k < 20; ++k)  // three cards each
            rules<contree>::apply(s,
                                  test::random_member(rules<contree>::legal_actions(s), generator));
        plain_table t{
            .trump = trump_of<contree>(in) == suit::none ? test::no_trump : static_cast<int>(in),
            .all_trump = in == cc::strain::all_trump,
            .to_move = index(s.current_player)};
        for (std::size_t k = 0; k < 4; ++k)
            ops::for_each(s.hands[k], [&](card c) { t.hands[k].push_back(plain_card_of(c, in)); });
        for (int plies = 1; plies <= 12; ++plies) REQUIRE(perft(s, plies) == plain_perft(t, plies));
    }
}

TEST_CASE("contree: playouts are the same on every instruction set and width") {
    for (const bool all_trump : {false, true}) {
        rng generator(12);
        std::vector<state> states;
        std::vector<position_of<contree>> positions;
        for (int i = 0; i < 37; ++i) {
            states.push_back(all_trump ? random_lead(generator, cc::strain::all_trump)
                                       : random_first_lead(contree{}, generator));
            positions.push_back(to_position(states.back()));
        }
        const auto run = [&](playout_width width, isa on) {
            std::vector<playout_result<word>> results(1001);
            playouts<contree>({.positions = positions, .seed = 3, .results = results}, width, on);
            return results;
        };
        const auto expected = run(playout_width::one, isa::portable);
        for (std::size_t i = 0; i < expected.size(); ++i)
            REQUIRE(expected[i] == playout_by_rules(states[i % 37], playout_stream(3, i)));
        for (const isa on : available_isas())
            for (const playout_width width : {playout_width::one, playout_width::lanes})
                CHECK(run(width, on) == expected);
    }
}
