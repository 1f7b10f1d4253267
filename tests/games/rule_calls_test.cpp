// What the rule players call in plain situations.

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <mu/api/position.h>
#include <mu/games/ulti.h>

namespace {

using namespace mu;

// The actions so far, and what the rule player must do next.
struct situation {
    std::string why, actions, call;
};

void check(const std::string& deal, const std::vector<situation>& table) {
    for (const situation& x : table) {
        CAPTURE(deal);
        CAPTURE(x.why);
        const position p = replay(deal + " | " + x.actions);
        CHECK(p.action_text(p.view(p.to_act()).rule_choice()) == x.call);
    }
}

}  // namespace

TEST_CASE("rule calls: bridge") {
    const std::string balanced =
        "AQ3.KJ4.KQ52.J93 KJ92.A973.84.A75 T876.Q85.T976.84 54.T62.AJ3.KQT62";
    check("bridge/1 | N none " + balanced,
          {{"16 points, balanced", "", "1NT"}, {"2 points opposite 15 to 18", "1NT P", "P"}});
    check("bridge/1 | S none " + balanced, {{"2 points", "", "P"}});
    check(
        "bridge/1 | N none AQ3.KJ4.KQ52.J93 J942.9732.84.A75 KT8.Q85.AT93.QT4 765.AT6.J76.K862",
        {{"11 points opposite 15 to 18", "1NT P", "3NT"}, {"game is reached", "1NT P 3NT P", "P"}});
    check("bridge/1 | N none AKJ95.A84.QT53.T 42.J97.8642.A754 QT86.KQ5.A97.Q82 73.T632.KJ.KJ963",
          {{"five spades, 14 points and a singleton", "", "1S"},
           {"four spades and 13 points opposite", "1S P", "4S"},
           {"too weak to overcall", "1S", "P"},
           {"they bid game and we have 25 points and more", "1S P 1NT 5H", "X"}});
}

TEST_CASE("rule calls: contrée") {
    const std::string strong = "AJ98.K8.T.8", aces = "QT.A7.A7.A7", others = "K7.QT.KQ.KQ",
                      low = "-.J9.J98.JT9";
    const auto deal = [](const std::string& dealer, const std::string& north,
                         const std::string& east, const std::string& south,
                         const std::string& west) {
        return "contree/1 | " + dealer + " " + north + " " + east + " " + south + " " + west;
    };
    check(deal("N", others, strong, low, aces),
          {{"four good trumps", "", "100s"},
           {"partner's bid is enough: more would only be at risk", "100s pass", "pass"},
           {"over their bid three aces raise it", "100s 110c", "120s"},
           {"nobody counts the same cards twice", "100s pass 120s pass", "pass"}});
    check(deal("N", others, strong, aces, low),
          {{"the opponents' bid is not raised", "100s", "pass"}});
    check(deal("E", others, strong, aces, low), {{"aces without trumps", "", "pass"}});
    check(deal("N", aces, others, strong, low),
          {{"the opponents bid what we hold", "100s", "coinche"}});
    check("contree/1 contracts=all | N " + others + " " + strong + " " + low + " " + aces,
          {{"a bid in two steps", "", "100"}, {"its strain", "100", "s"}});
}

TEST_CASE("rule calls: euchre") {
    const std::string deal = "9h KQ.-.A9.A A.AKJ.K.- JT.Q.T.K 9.T.Q.QJ";
    check("euchre/1 | N " + deal, {{"three trumps with the right bower", "", "h"},
                                   {"the dealer discards the loser", "h", "9d"},
                                   {"three high trumps, an ace and a void", "h 9d", "alone"}});
    check("euchre/1 | N 9h KQ.-.A9.A A.AK.K.9 JT.Q.T.K 9.T.Q.QJ",
          {{"two high trumps and an ace", "h 9d", "with"}});
    check("euchre/1 | S " + deal, {{"one trump and nothing else", "", "pass"}});
    check("euchre/1 | N 9h KQ.-.A9.A A.AKJ.J.- JT.Q.T.K 9.T.Q.QJ",
          {{"both bowers, ace, king", "h 9d", "alone"}});
}

TEST_CASE("rule calls: jass") {
    const std::string good = "A6.J9AK.A7.8", weak = "T9.8T.JT.9TJ", clubs = "87.Q.986.QKA",
                      rest = "KQJ.67.KQ.67";
    const std::string hands = rest + " " + good + " " + weak + " " + clubs;
    check("jass/1 | N " + hands,
          {{"jack, nine, ace and king of hearts", "", "H"},
           {"the partner names one: three sure tricks in clubs", "push", "O"}});
    check("jass/1 | E " + hands, {{"nothing", "", "push"}});
    const std::string ends = "9TJ.89.89.89 678.67.67.67 QK.TJ.TJ.TJQ A.QKA.QKA.KA";
    check("jass/1 | N " + ends, {{"the lowest of every suit", "", "U"}});
    check("jass/1 | S " + ends, {{"the highest of every suit", "", "O"}});
    check("differenzler/1 | N h " + hands,
          {{"good for more than a hundred points", "", "110+"}, {"and so many", "110+", "+7"}});
    check("differenzler/1 | E h " + hands, {{"nothing", "", "10+"}});
}

TEST_CASE("rule calls: snapszer") {
    check("snapszer/1 | 1 HA J.KQ.KQ.- Q.A.T.KQ HT BT BJ LA LJ AA AT AJ HK",
          {{"the jack of trumps is exchanged", "", "exchange"}});
    check("snapszer/1 | 1 HA KQ.KQ.A.- J.A.T.KQ HT BT BJ LK LQ LJ AA AT AJ",
          {{"forty, twenty and an ace: enough to close", "", "close"},
           {"forty before twenty", "close", "marryH"}});
    check("snapszer/1 | 1 HA KQ.J.KQ.- J.A.A.KQ HT BT BK LT BQ LJ AA AT AJ",
          {{"forty before twenty", "", "marryH"}});
    check("snapszer/1 | 1 HA T.KQ.A.J KQ.A.T.K HJ BT BJ LK LQ LJ AA AT AQ",
          {{"twenty", "", "marryB"}});
}

TEST_CASE("rule calls: skat") {
    const std::string low = "AK97.K9.9.AK8", other = "TQ8.Q87.8.TQ9", high = "J.JAT.JATKQ.J";
    const std::string forehand = "skat/1 | 0 " + low + " " + high + " " + other;
    check(forehand, {{"no game", "", "pass"},
                     {"four jacks and two suits", "pass pass", "18"},
                     {"nothing that the skat could add", "pass pass 18", "hand"},
                     {"ten tricks from the top", "pass pass 18 hand", "grand_ouvert"}});
    check("skat/1 | 0 " + low + " " + other + " " + high,
          {{"somebody else leads", "18 pass pass hand", "grand_schneider"}});
    check("skat/1 | 0 K97.KQ9.KQ97.- AT.JA.J8.JATK Q8.T87.AT.Q98",
          {{"good, but not for ninety points", "pass pass 18 hand", "grand"}});
    const std::string doubled = "skat/1 contra=on | 0 ";
    check(
        doubled + "TQ7.TQ987.-.Q9 J.JAK.Q87.ATK AK98.-.JATK9.J",
        {{"two jacks, ace and ten of trumps, two suits to trump", "18 18 pass pass hand spades",
          "contra"},
         {"five trumps without the high ones", "18 18 pass pass hand spades contra", "no_contra"}});
    check(doubled + low + " " + high + " " + other,
          {{"no trumps", "18 18 pass pass hand spades", "no_contra"},
           {"nor has the other", "18 18 pass pass hand spades no_contra", "no_contra"},
           {"sure tricks", "18 18 pass pass hand spades contra", "re"}});
}

TEST_CASE("rule calls: ulti") {
    check("ulti/1 | 0 J9.KQJ.KQJ.KJ ATKQ7.AT.AT.ATQ 8.987.987.987",
          {{"A T K Q 7 of hearts, and three aces", "BT LT", "P_40-100_ulti"},
           {"the lowest cards take a talon for betli", "BT LT passz", "pick_up"},
           {"nothing to bid more for", "BT LT passz pass", "pass"},
           {"a bid that nobody beats stands", "BT LT passz pass pass", "stand"}});
    check("ulti/1 | 0 J9.KQJ.KQJ.KJ 8.AT987.987.987 ATKQ7.-.AT.ATQ",
          {{"7 8 9 of three suits", "BT BA", "T_betli"},
           {"A T K Q 7 of hearts against a betli", "BT BA betli", "pick_up"}});
}

TEST_CASE("rule calls: what a defender of ulti laid away once does not change how he plays") {
    rng generator(5);
    int differ = 0;
    for (int i = 0; i < 300; ++i) {
        game_state<ulti> s = random_first_lead(ulti{}, generator);
        const int cards = static_cast<int>(generator.below(20));
        for (int k = 0; k < cards && !rules<ulti>::is_over(s); ++k) {
            const auto moves = rules<ulti>::legal_moves(s);
            const auto n = generator.below(static_cast<std::uint64_t>(ops::popcount(moves)));
            rules<ulti>::apply(s, ops::lsb_index(ops::nth_set_bit(moves, static_cast<int>(n))));
        }
        if (rules<ulti>::is_over(s) || s.current_player == s.soloist) continue;
        // He had the two best cards of the soloist before they were picked up.
        game_state<ulti> later = s;
        const card_mask hand = s.hands[s.soloist];
        if (ops::popcount(hand) < 2) continue;
        const card low = ops::lsb_index(hand), high = ops::msb_index(hand);
        later.laid[s.current_player] = {low, high};
        const auto choice = [](const game_state<ulti>& x) {
            return rule_choice(view_of(x, x.current_player), {});
        };
        differ += choice(s) != choice(later) ? 1 : 0;
    }
    CHECK(differ == 0);
}
