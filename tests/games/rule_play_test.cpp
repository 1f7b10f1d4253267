// Which cards the rule players play in plain situations.

#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <mu/api/position.h>
#include <mu/games/ulti.h>

namespace {

using namespace mu;

// The deal and the actions so far, and the card to be played next.
struct situation {
    std::string why, record, card;
};

void check(const std::vector<situation>& table) {
    for (const situation& x : table) {
        CAPTURE(x.why);
        CAPTURE(x.record);
        const position p = replay(x.record);
        CHECK(p.action_text(p.view(p.to_act()).rule_choice()) == x.card);
    }
}

}  // namespace

TEST_CASE("rule play: whist") {
    check({{"one of three touching honours is led",
            "whist/1 | N 8h AT75.87.AKJT98.A KQJ8.A932.62.JT7 432.KJ64.Q4.Q863 96.QT5.753.K9542 |",
            "Js"},
           {"with A K Q behind the lead the trick is taken, no higher than needed",
            "whist/1 | N 8c KQJ9652.97.Q.A98 -.J54.JT98632.Q65 AT.AKQT862.AK.K2 8743.3.754.JT743 "
            "| 4h",
            "Qh"}});
}

TEST_CASE("rule play: bridge") {
    check({{"a sure winner of dummy is played to the lead, no higher than needed",
            "bridge/1 | N none -.J54.JT98632.Q65 AT.AKQT862.AK.K2 8743.3.754.JT743 "
            "KQJ9652.97.Q.A98 | P 1H P 4S P 7H P 7S P P P 4h",
            "Qh"}});
}

// Twelve tricks on top, and a small club that nothing makes good.
TEST_CASE("rule play: claims in bridge") {
    const std::string deal =
        "bridge/1 claims=on | N none AKQJ.AKQJ.AKQ.A2 T98.T98.T98.KQJT 765.765.765.9876 "
        "432.432.J432.543 | 7NT P P P Kc ";
    check({{"what declarer takes is granted", deal + "P claim12", "accept"},
           {"by both defenders", deal + "P claim12 accept", "accept"},
           {"less is granted too", deal + "P claim3", "accept"},
           {"one trick more is not", deal + "P claim13", "reject"},
           {"declarer gives a defender nothing", deal + "6c 3c 2c P claim1", "reject"},
           {"and concedes what is lost", deal + "6c 3c 2c P claim0", "accept"},
           {"the claimer's partner agrees", deal + "6c 3c 2c P claim0 accept", "accept"}});
}

TEST_CASE("rule play: contrée") {
    check({{"the taker's partner leads the trump he has",
            "contree/1 | N A.J8.T9.AJ9 KQ9.AQ.7.TQ TJ8.K9.8.K8 7.T7.AKQJ.7 "
            "| 90s pass 100d pass pass pass",
            "7d"}});
}

TEST_CASE("rule play: differenzler") {
    check({{"who has predicted seven points is rid of a ten",
            "differenzler/1 | N d 6.AT987.T7.K Q.KQ.QJ86.A9 T87.J6.-.JT76 AKJ9.-.AK9.Q8 "
            "| 60+ +7 0+ +7 60+ +7 20+ +7 Jd",
            "Tc"}});
}

TEST_CASE("rule play: jass") {
    const std::string hands = "KQJ.67.KQ.67 A6.J9AK.A7.8 T9.8T.JT.9TJ 87.Q.986.QKA";
    check({{"partner's ace is not trumped", "jass/1 | N " + hands + " | push D As 9s", "7s"}});
}

TEST_CASE("rule play: euchre") {
    check({{"a plain ace is cashed before the king of trumps runs into the left bower",
            "euchre/1 | N 9d -.K9.AT.Q A.-.Q.AKJ KJ.T.K.T QT.A.J.9 "
            "| pass pass pass pass c with Jc Tc 9c Qc",
            "As"}});
}

TEST_CASE("rule play: snapszer") {
    check({{"while the stock is open trumps are kept and a jack is led",
            "snapszer/1 | 0 BT A.Q.J.TK J.J.AQ.J BA AQ HK HT LK HQ AA LT BK | exchange", "AJ"},
           {"of a marriage the queen is led",
            "snapszer/1 | 0 LA -.TJ.J.QJ A.AK.KQ.- AT BQ LT HK HT HQ HJ AA AK | marryL", "LQ"}});
}

// --- Ends of ulti --------------------------------------------------------------------------------

namespace {

constexpr suit leaves = suit::diamonds, acorns = suit::clubs;

card_mask cards_of(suit s, std::initializer_list<int> ranks) {
    card_mask out = 0;
    for (const int r : ranks) out |= bit(ulti_card(s, r));
    return out;
}

// The last tricks of seat 0's contract; everything that is in no hand has been played but for two
// cards, which he laid away.
game_state<ulti> ulti_ending(ulti_unit unit, const per_seat<card_mask, 3>& hands, seat leader) {
    game_state<ulti> s;
    card_mask held = 0;
    for (int k = 0; k < 3; ++k) {
        s.hands[k] = static_cast<std::uint32_t>(hands[k]);
        held |= hands[k];
    }
    const card_mask rest = deck_traits<ulti>::all_cards & ~held;
    s.laid[0] = {ops::lsb_index(rest), ops::msb_index(rest)};
    s.played = static_cast<std::uint32_t>(rest & ~s.laid[0].mask());
    const auto is_it = [&](const ulti_bid& b) { return b.has(unit) && b.red == b.trump; };
    s.bid = static_cast<std::uint8_t>(std::ranges::find_if(ulti_bids, is_it) - ulti_bids.begin());
    s.trump = ulti_bids[s.bid].trump ? ulti::red : suit::none;
    s.soloist = seat::north;
    s.current_player = leader;
    s.tricks_remaining = static_cast<std::uint8_t>(ops::popcount(hands[0]));
    s.phase = ulti_phase::play;
    return s;
}

}  // namespace

TEST_CASE("rule play: the seven of trumps waits for the last trick when the others are gone") {
    using enum ulti::rank;
    const game_state<ulti> s = ulti_ending(
        ulti_unit::parti,
        {{cards_of(ulti::red, {seven}) | cards_of(leaves, {eight}),
          cards_of(leaves, {king}) | cards_of(acorns, {ten}), cards_of(leaves, {nine, ace})}},
        seat::north);
    CHECK(rule_choice(view_of(s, seat::north), {}) == ulti_card(leaves, eight));
}

TEST_CASE("rule play: betli, the card that cannot be covered goes first") {
    using enum ulti::rank;
    const suit hearts = ulti::red;
    game_state<ulti> s = ulti_ending(
        ulti_unit::betli,
        {{cards_of(leaves, {seven, eight, ace}) | cards_of(acorns, {king}),
          cards_of(hearts, {nine}) | cards_of(leaves, {nine, king}) | cards_of(acorns, {seven}),
          cards_of(hearts, {under}) | cards_of(leaves, {under}) | cards_of(acorns, {eight, nine})}},
        seat::east);
    rules<ulti>::apply(s, ulti_card(hearts, nine));
    rules<ulti>::apply(s, ulti_card(hearts, under));
    REQUIRE(s.current_player == seat::north);
    CHECK(rule_choice(view_of(s, seat::north), {}) == ulti_card(acorns, king));
}
