// Bidding systems: what is read, what is refused, and that calls mean what they say.

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <mu/cards/text.h>
#include <mu/games/bridge.h>
#include <mu/games/bridge/bidding.h>

#include "support/counts.h"
#include "support/sanitized.h"

namespace {

using namespace mu;

std::string refusal_of(const std::string& text) {
    try {
        bidding_system::parse(text);
    } catch (const std::invalid_argument& e) {
        return e.what();
    }
    return "";
}

game_state<bridge> random_start(rng& generator) {
    std::array<card_mask, 4> places{};
    deal_random(bridge::layout({}), generator, places);
    return bridge_start({places[0], places[1], places[2], places[3]},
                        static_cast<seat>(generator.below(4)),
                        static_cast<vulnerability>(generator.below(4)));
}

action choice_in(const game_state<bridge>& s, const std::vector<seen_action>& record) {
    return natural_system().call(auction_of(s, record), s.hands[s.current_player]);
}

}  // namespace

TEST_CASE("bidding: files that are not systems are refused with line and reason") {
    const std::string head = "system s \"t\"\n";
    const std::vector<std::pair<std::string, std::string>> refused{
        {"", "line 1: the first line is: system NAME \"TITLE\""},
        {"always\n  P :\n", "line 1: the first line is: system NAME \"TITLE\""},
        {head + "system u \"v\"\n", "line 2: the system has a name already"},
        {head, "line 2: the last group has no rules"},
        {head + "  1C : hcp 12+\n", "line 2: rules stand below 'after', 'always' or 'rescue'"},
        {head + "always\nalways\n  P :\n", "line 3: the group before has no rules"},
        {head + "always\n  8C :\n", "line 3: expected a call, not '8C'"},
        {head + "always\n  1C hcp 12\n", "line 3: expected a rule: CALL : CONDITIONS"},
        {head + "always\n  1C : hcp 17-15\n", "line 3: the range '17-15' is empty"},
        {head + "always\n  1C : hcp 99\n", "line 3: expected a number up to 40, not '99'"},
        {head + "always\n  1C : zeal 3+\n", "line 3: unknown condition 'zeal'"},
        {head + "always\n  1C : Q 3+\n", "line 3: unknown condition 'Q'"},
        {head + "always\n  1C : H 3+,\n", "line 3: a condition is missing"},
        {head + "always\n  1C : ; often\n",
         "line 3: unknown word 'often' after ';': forcing, gf, artificial, leave, asks, takeout, "
         "shows SUIT, agrees SUIT"},
        {head + "always\n  1C : \"strong\n", "line 3: the quotation has no end"},
        {head + "after 1C-...\n  P :\n", "line 2: '...' stands first"},
        {head + "after 1C 1D\n  P :\n", "line 2: expected '|' between auctions, not '1D'"},
        {head + "always if hcp 12+\n  P :\n",
         "line 2: a group asks about the auction, not about the hand"},
    };
    for (const auto& [text, why] : refused) {
        CAPTURE(text);
        CHECK(refusal_of(text) == why);
    }
    CHECK(refusal_of(head + "always # all\n  1NT : hcp 15-17, balanced \"#\"\n") == "");
}

TEST_CASE("bidding: the natural system has a name and some hundred rules") {
    CHECK(natural_system().name() == "natural");
    CHECK(natural_system().rules() > 300);
}

TEST_CASE("bidding: another system is read and bids in its own way") {
    const bidding_system weak = bidding_system::parse(
        "system weak \"Weak notrump\"\nalways if level 0\n  1NT : hcp 12-14, balanced\n"
        "  P : hcp 0-11\n");
    const card_mask hand = parse_cards<bridge>("sA s7 s5 hK h8 h5 dQ d6 d3 cK c8 c4 c2");
    CHECK(weak.call({}, hand) == bridge::bid_action(make_bridge_bid(1, denomination::no_trump)));
    CHECK(natural_system().call({}, hand) ==
          bridge::bid_action(make_bridge_bid(1, denomination::clubs)));
    CHECK(meaning_text(weak.meaning({}, bridge::bid_action(4))) ==
          "12-14 high-card points, balanced");
    const bidding_system odd =
        bidding_system::parse("system odd \"Odd\"\nalways\n  1C : hcp 10+, C 1+\n  P :\n");
    CHECK(meaning_text(
              odd.meaning({}, bridge::bid_action(make_bridge_bid(1, denomination::clubs)))) ==
          "10+ high-card points, 1+ clubs");
}

TEST_CASE("bidding: a hand lies in the meaning of its call") {
    rng generator(17);
    const int deals = test::sanitized ? 300 : test::count(3000, 300000);
    int calls = 0, outside = 0;
    for (int deal = 0; deal < deals; ++deal) {
        game_state<bridge> s = random_start(generator);
        std::vector<seen_action> record;
        while (s.extra.now == bridge::phase::auction) {
            const action a = choice_in(s, record);
            const bridge_auction so_far = auction_of(s, record);
            const call_meaning m = natural_system().meaning(so_far, a);
            ++calls, outside += m.in_system ? 0 : 1;
            if (!m.fits(s.hands[s.current_player])) {
                CAPTURE(deal);
                CAPTURE(record.size());
                CAPTURE(m.line);
                REQUIRE(m.fits(s.hands[s.current_player]));
            }
            record.push_back({s.current_player, a});
            rules<bridge>::apply(s, a);
        }
        REQUIRE(record.size() < 40);  // nobody runs away
        REQUIRE(natural_system().meanings(auction_of(s, record)).size() == record.size());
    }
    CHECK(outside * 1000 < calls);  // what no rule makes is a rare pass
}

TEST_CASE("bidding: a legal call in any auction") {
    rng generator(18);
    const int auctions = test::sanitized ? 200 : test::count(5000, 1000000);
    for (int i = 0; i < auctions; ++i) {
        game_state<bridge> s = random_start(generator);
        std::vector<seen_action> record;
        for (int k = 0; s.extra.now == bridge::phase::auction && k < 60; ++k) {
            const view<bridge> v = view_of(s, s.current_player);
            const action a = rule_choice(v, record);
            REQUIRE(v.legal.contains(a));
            // Any call at all, more often the next bid, so that auctions are long.
            action next = generator.below(2) == 0 ? a : v.legal.draw(generator);
            if (next >= bridge::first_bid && generator.below(3) != 0)
                next = std::max(bridge::first_bid,
                                static_cast<action>(bridge::first_bid + s.extra.last_bid + 1));
            if (!v.legal.contains(next)) next = a;
            record.push_back({s.current_player, next});
            rules<bridge>::apply(s, next);
        }
    }
}
