// The readable searches: plain minimax, alpha-beta, partition search. All must agree.

#include <fstream>
#include <sstream>
#include <string>

#include <doctest/doctest.h>

#include <mu/cards/text.h>
#include <mu/games/registry.h>
#include <mu/games/whist.h>
#include <mu/solve/dds.h>
#include <mu/solve/minimax.h>

#include "support/suite.h"

namespace {

using namespace mu;

template <typename V>
bool plays_cards(const game_state<V>& s) {
    return !rules<V>::is_over(s) && rules<V>::legal_actions(s).first == 0 &&
           (rules<V>::legal_actions(s).mask & rules<V>::legal_moves(s)) != 0 &&
           ops::popcount(s.current_hand_mask()) == s.tricks_remaining;
}

// A random deal, played at random until so many tricks are left and so many cards of the next lie
// on the table. Deals that end before are dealt again.
template <typename V>
game_state<V> random_ending(int tricks, int on_table, rng& generator) {
    while (true) {
        game_state<V> s = random_first_lead(V{}, generator);
        if constexpr (std::is_same_v<V, euchre>) {  // with its loners
            s = test::random_deal<V>({}, generator);
            while (!rules<V>::is_over(s) && !plays_cards(s))
                rules<V>::apply(s, test::random_member(rules<V>::legal_actions(s), generator));
        }
        const auto far = [&] {
            const int lie = trick_play<V>::leading(s) ? 0 : s.trick.num_played;
            return s.tricks_remaining > tricks || lie < on_table;
        };
        while (!rules<V>::is_over(s) && s.tricks_remaining >= tricks && far())
            rules<V>::play_card(s, test::random_member({rules<V>::legal_moves(s), 0}, generator));
        if (!rules<V>::is_over(s) && s.tricks_remaining == tricks) return s;
    }
}

template <typename V>
constexpr bool only_follows =
    V::play.follow == must_follow && !requires { V::follow_rules; } && play_space<V>::fields == 4;

template <typename V, typename Objective>
void compare(const game_state<V>& s, const Objective& o) {
    const int expected = minimax<V>(s, o);
    default_tt tt(12);
    CHECK(dds_value<V>(s, o, tt) == expected);
}

// Everything there is against minimax, for one position.
template <typename V>
void check_position(const game_state<V>& s) {
    const int home = home_side(s);
    const int won = s.tricks_won[static_cast<std::size_t>(home)];
    const int expected = minimax<V>(s, trick_count{{home}}) - won;
    default_tt tt(12);
    CHECK(dds_tricks<V>(s, tt) == expected);
    if constexpr (only_follows<V>) CHECK(dds_tricks<V, partition_search_policy<V>>(s) == expected);
    const int other =
        trick_play<V>::side(s, trick_play<V>::next_active(s, static_cast<seat>(home)));
    for (const int side : {home, other}) {
        compare(s, no_trick{{side}});
        compare(s, every_trick{{side}});
        if constexpr (has_points<V> && keeps_points<V>)
            for (const int bonus : {0, 100}) compare(s, point_count{{side}, bonus});
    }
}

template <typename V>
void check_endings(int tricks, int count, std::uint64_t seed) {
    for (int i = 0; i < count; ++i) {
        rng generator = rng(seed).split(static_cast<std::uint64_t>(i));
        const int on_table = static_cast<int>(generator.below(2)) * (i % 3);
        const int left = 1 + static_cast<int>(generator.below(static_cast<unsigned>(tricks)));
        CAPTURE(i);
        check_position(random_ending<V>(left, std::min(on_table, V::seats - 1), generator));
    }
}

}  // namespace

TEST_CASE("dds: the calls of the first description") {
    rng generator(1);
    const game_state<whist> state = random_ending<whist>(4, 0, generator);
    auto result = dds_solve<whist>(state);
    auto explicit_policy = dds_solve<whist, alpha_beta_policy<whist>>(state);
    auto partition = dds_solve<whist, partition_search_policy<whist>>(state);
    int ns_tricks = result.tricks_ns[0];
    card optimal = result.best_move;
    int tricks = dds_tricks<whist>(state);
    card best = dds_best_move<whist>(state);

    CHECK(explicit_policy.tricks_ns == result.tricks_ns);
    CHECK(partition.tricks_ns == result.tricks_ns);
    CHECK(partition.best_move == optimal);
    CHECK(best == optimal);
    CHECK(tricks == result.tricks_ns[static_cast<std::size_t>(state.current_player)]);
    CHECK(ns_tricks >= 0);
    CHECK(ns_tricks <= 4);

    alpha_beta_policy<whist>::TT tt;
    const int own = alpha_beta_policy<whist>::search(state, 0, 13, zobrist_hash(state), tt);
    CHECK(own == (partnership_of(state.current_player) == 0 ? tricks : 4 - tricks));
}

TEST_CASE("dds: three tricks that anybody can count") {
    // North's spades and west's hearts are all that matters.
    const auto at = [](std::string_view hand) { return parse_hand<whist>(hand); };
    const per_seat<card_mask> hands{
        {{at("AKQ.-.-.-"), at("432.-.-.-"), at("-.432.-.-"), at("-.AKQ.-.-")}}};
    const dds_result plain = dds_solve<whist>(whist_start(hands, suit::none, seat::west));
    CHECK(plain.tricks_ns == std::array<std::int8_t, 4>{3, 3, 0, 0});
    CHECK(plain.best_move == make_card<whist>(suit::spades, 10));  // the lowest of three
    const dds_result ruffed = dds_solve<whist>(whist_start(hands, suit::hearts, seat::west));
    CHECK(ruffed.tricks_ns == std::array<std::int8_t, 4>{0, 0, 0, 0});
    // South leads a heart: north may give up his spades, for west has the rest.
    CHECK(dds_value<whist>(whist_start(hands, suit::none, seat::east), no_trick{}) == 1);
    CHECK(dds_value<whist>(whist_start(hands, suit::none, seat::west), every_trick{}) == 1);
}

TEST_CASE("dds: random endings of every game equal plain minimax") {
    SUBCASE("whist") { check_endings<whist>(4, test::count(60, 3000), 2); }
    SUBCASE("bridge") { check_endings<bridge>(4, test::count(60, 3000), 3); }
    SUBCASE("euchre") { check_endings<euchre>(4, test::count(100, 3000), 4); }
    SUBCASE("jass") { check_endings<jass>(3, test::count(60, 2000), 5); }
    SUBCASE("contree") { check_endings<contree>(4, test::count(60, 2000), 6); }
    SUBCASE("ulti") { check_endings<ulti>(4, test::count(100, 3000), 7); }
    SUBCASE("snapszer") { check_endings<snapszer>(5, test::count(100, 3000), 8); }
    SUBCASE("skat") { check_endings<skat>(4, test::count(100, 10000), 9); }
}

TEST_CASE("dds: snapszer's game points when nobody draws any more, cards alone") {
    for (int i = 0; i < test::count(200, 5000); ++i) {
        rng generator = rng(9).split(static_cast<std::uint64_t>(i));
        const auto s = random_ending<snapszer>(1 + i % 5, i % 2, generator);
        compare(s, deal_score<snapszer>{s.current_player, {.closer_wins_at_end = i % 3 == 0}});
    }
}

TEST_CASE("dds: partition search equals alpha-beta on longer endings") {
    for (int i = 0; i < test::count(30, 1000); ++i) {
        rng generator = rng(10).split(static_cast<std::uint64_t>(i));
        const auto w = random_ending<whist>(6, i % 4, generator);
        CHECK(dds_tricks<whist, partition_search_policy<whist>>(w) == dds_tricks<whist>(w));
        const auto e = random_ending<euchre>(5, 0, generator);
        CHECK(dds_tricks<euchre, partition_search_policy<euchre>>(e) == dds_tricks<euchre>(e));
    }
}

TEST_CASE("dds: every seat on lead, the best card, seats that sit out") {
    int loners = 0;
    for (int i = 0; i < 60; ++i) {
        rng generator = rng(11).split(static_cast<std::uint64_t>(i));
        const auto s = random_ending<euchre>(4, i % 2, generator);
        const dds_result r = dds_solve<euchre>(s);
        const int begun = trick_play<euchre>::leading(s) ? 0 : 1;
        for (int k = 0; k < 4; ++k) {
            game_state<euchre> other = s;
            if (sits_out(s, static_cast<seat>(k))) {
                ++loners;
                CHECK(r.tricks_ns[static_cast<std::size_t>(k)] == -1);
                continue;
            }
            if (begun == 0) other.current_player = static_cast<seat>(k);
            CHECK(r.tricks_ns[static_cast<std::size_t>(k)] ==
                  minimax<euchre>(other, trick_count{}) - s.tricks_won[0]);
        }
        game_state<euchre> next = s;
        rules<euchre>::play_card(next, r.best_move);
        CHECK(minimax<euchre>(next, trick_count{}) == minimax<euchre>(s, trick_count{}));
    }
    CHECK(loners > 5);
}

TEST_CASE("dds: the double dummy column of the whist file") {
    std::ifstream file(MU_TEST_DATA "/whist/perft.txt");
    int rows = 0;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#') continue;
        std::istringstream in(line);
        std::string id, trump, bar, word;
        int leader = 0, cards = 0, expected = -1;
        in >> id >> trump >> leader >> cards >> bar;
        per_seat<card_mask> hands{};
        for (std::size_t k = 0; k < 4; ++k) {
            while (in >> word && word != "|") hands[k] |= bit(parse_card<whist>(word));
        }
        in >> word >> expected;
        REQUIRE(word == "DD");
        const auto s = whist_start(hands, parse_suit<whist>(trump),
                                   seat_after<whist>(static_cast<seat>(leader), 3));
        const int own = leader % 2 == 0 ? expected : cards - expected;
        CHECK(dds_tricks<whist>(s) == own);
        CHECK(dds_tricks<whist, partition_search_policy<whist>>(s) == own);
        ++rows;
    }
    CHECK(rows == 57);
}

// --- Keys and table. -----------------------------------------------------------------------------

namespace {

template <typename V>
void check_hash(std::uint64_t seed) {
    rng generator(seed);
    for (int i = 0; i < 20; ++i) {
        game_state<V> s = random_ending<V>(5, 0, generator);
        std::uint64_t hash = zobrist_hash(s);
        while (!rules<V>::is_over(s)) {
            const game_state<V> before = s;
            const card c = test::random_member({rules<V>::legal_moves(s), 0}, generator);
            rules<V>::play_card(s, c);
            hash = zobrist_update(hash, before, c, s);
            REQUIRE(hash == zobrist_hash(s));
        }
    }
}

// A table of sixteen places that cuts all Zobrist keys to four bits: what tells positions apart is
// the second hash alone.
struct crowded_table {
    std::array<tt_entry, 16> entries{};
    int crowded = 0;

    const tt_entry* probe(std::uint64_t key, std::uint64_t check, int depth) {
        const tt_entry& e = entries[key & 15];
        if (e.bound == tt_bound::none || e.depth != depth) return nullptr;
        if (e.check != check) ++crowded;
        return e.check == check ? &e : nullptr;
    }
    void store(const tt_entry& e) { entries[e.key & 15] = e; }
};

}  // namespace

TEST_CASE("dds: the hash updated card by card is the hash of the position") {
    check_hash<whist>(21);
    check_hash<euchre>(22);
    check_hash<jass>(23);
    check_hash<contree>(24);
    check_hash<ulti>(25);
    check_hash<snapszer>(26);
}

TEST_CASE("dds: xorshift64 has the numbers of the paper's shifts") {
    std::uint64_t state = 1;
    CHECK(xorshift64(state) == 0x40822041);
    CHECK(state == 0x40822041);
    CHECK(zobrist<whist>.card_keys[0][0] != zobrist<whist>.card_keys[1][0]);
}

TEST_CASE("dds: positions that share a Zobrist key are told apart") {
    rng generator(27);
    int crowded = 0;
    for (int i = 0; i < 20; ++i) {
        const auto s = random_ending<whist>(4, 0, generator);
        crowded_table tt;
        const int found = alpha_beta(s, 0, 4, zobrist_hash(s), tt, trick_count{});
        CHECK(found + s.tricks_won[0] == minimax<whist>(s, trick_count{}));
        crowded += tt.crowded;
    }
    CHECK(crowded > 1000);
}

TEST_CASE("dds: a window gives bounds") {
    rng generator(28);
    for (int i = 0; i < 20; ++i) {
        const auto s = random_ending<whist>(4, i % 4, generator);
        const int value = minimax<whist>(s, trick_count{}) - s.tricks_won[0];
        for (int alpha = 0; alpha < 4; ++alpha) {
            default_tt tt(12);
            const int r = alpha_beta(s, alpha, alpha + 1, zobrist_hash(s), tt, trick_count{});
            if (r <= alpha)
                CHECK(value <= r);
            else
                CHECK(value >= r);
        }
    }
}

TEST_CASE("dds: what cannot be solved is refused with the reason") {
    rng generator(29);
    const auto refusal = [](auto&& call) -> std::string {
        try {
            call();
        } catch (const std::invalid_argument& e) {
            return e.what();
        }
        return "accepted";
    };
    auto over = random_ending<whist>(1, 3, generator);
    rules<whist>::play_card(over, ops::lsb_index(rules<whist>::legal_moves(over)));
    CHECK(refusal([&] { dds_solve<whist>(over); }) == "dds: the deal is over");

    const auto bidding = test::random_deal<bridge>({}, generator);
    CHECK(refusal([&] { dds_tricks<bridge>(bidding); }).find("not a card") != std::string::npos);
    auto discarding = test::random_deal<euchre>({}, generator);
    rules<euchre>::apply(discarding, euchre::call(suit_of<euchre>(discarding.extra.upcard)));
    CHECK(refusal([&] { dds_tricks<euchre>(discarding); }).find("not a card") != std::string::npos);
    const auto laying = test::random_deal<ulti>({}, generator);
    CHECK(refusal([&] { dds_tricks<ulti>(laying); }).find("not a card") != std::string::npos);
    const auto drawing = test::random_deal<snapszer>({}, generator);
    CHECK(refusal([&] { dds_tricks<snapszer>(drawing); }).find("drawn") != std::string::npos);
}
