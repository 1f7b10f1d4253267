#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <mu/cards/card_mask.h>
#include <mu/cards/deal.h>
#include <mu/cards/error.h>

#include "support/chi_square.h"
#include "support/counts.h"

namespace {

using namespace mu;

constexpr deal_layout whist = layout({13, 13, 13, 13});
constexpr deal_layout jass = layout({9, 9, 9, 9});
constexpr deal_layout contree = layout({8, 8, 8, 8});
constexpr deal_layout euchre = layout({5, 5, 5, 5, 1, 3});
constexpr deal_layout ulti = layout({10, 10, 10, 2});
constexpr deal_layout snapszer = layout({5, 5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1});
const std::vector<deal_layout> games{whist, jass, contree, euchre, ulti, snapszer};

using deal = std::vector<card_mask>;

deal unranked(const deal_layout& of, deal_number n) {
    deal out(static_cast<std::size_t>(of.places));
    unrank_deal(of, n, out);
    return out;
}

deal drawn(const deal_layout& of, rng& r) {
    deal out(static_cast<std::size_t>(of.places), ~card_mask{0});
    deal_random(of, r, out);
    return out;
}

// Every place has its size, and the places tile the deck.
bool fits(const deal_layout& of, const deal& d) {
    card_mask seen = 0;
    for (std::size_t p = 0; p < d.size(); ++p) {
        if (ops::popcount(d[p]) != of.sizes[p] || (seen & d[p]) != 0) return false;
        seen |= d[p];
    }
    return seen == (card_mask{1} << of.cards) - 1;
}

deal_number random_number(deal_number count, rng& r) {
    return ((deal_number{r.next()} << 64) | r.next()) % count;
}

// The number of a deal by its definition, on lists of cards and with factorials.
deal_number plain_rank(const deal_layout& of, const deal& d) {
    const auto choose = [](int n, int k) {
        deal_number c = k > n ? 0 : 1;
        for (int i = 0; i < k && c != 0; ++i)
            c = c * static_cast<unsigned>(n - i) / static_cast<unsigned>(i + 1);
        return c;
    };
    std::vector<int> undealt(static_cast<std::size_t>(of.cards));
    for (std::size_t c = 0; c < undealt.size(); ++c) undealt[c] = static_cast<int>(c);
    deal_number n = 0, weight = 1;
    for (std::size_t p = 0; p < d.size(); ++p) {
        std::vector<int> kept;
        int found = 0;
        for (std::size_t i = 0; i < undealt.size(); ++i) {
            if ((d[p] >> undealt[i]) & 1)
                n += weight * choose(static_cast<int>(i), ++found);
            else
                kept.push_back(undealt[i]);
        }
        weight *= choose(static_cast<int>(undealt.size()), of.sizes[p]);
        undealt = kept;
    }
    return n;
}

// What a checked function complains about.
template <typename F>
std::string complaint(F&& f) {
    try {
        f();
    } catch (const std::invalid_argument& e) {
        return e.what();
    }
    return "no complaint";
}

constexpr bool survives_round_trip(const deal_layout& of, deal_number n) {
    std::array<card_mask, most_places> places{};
    const auto used = std::span(places).first(static_cast<std::size_t>(of.places));
    unrank_deal(of, n, used);
    std::array<card_mask, most_places> again{};
    const auto used_again = std::span(again).first(used.size());
    unrank_deal(of, rank_deal(of, used), used_again);
    return rank_deal(of, used) == n && places == again;
}
constexpr bool random_deal_survives(const deal_layout& of, std::uint64_t seed) {
    rng r(seed);
    std::array<card_mask, most_places> places{};
    const auto used = std::span(places).first(static_cast<std::size_t>(of.places));
    deal_random(of, r, used);
    return survives_round_trip(of, rank_deal(of, used));
}

// At compile time too.
static_assert(survives_round_trip(whist, 0));
static_assert(survives_round_trip(whist, deal_count(whist) - 1));
static_assert(survives_round_trip(whist, deal_count(whist) / 7 * 3));
static_assert(random_deal_survives(whist, 1) && random_deal_survives(snapszer, 2));

}  // namespace

TEST_CASE("deal: counts of the games") {
    CHECK(to_string(deal_count(whist)) == "53644737765488792839237440000");
    CHECK(to_string(deal_count(jass)) == "21452752266265320000");
    CHECK(to_string(deal_count(contree)) == "99561092450391000");
    CHECK(to_string(deal_count(euchre)) == "498688594500096");
    CHECK(to_string(deal_count(ulti)) == "2753294408504640");
    CHECK(to_string(deal_count(snapszer)) == "168951528345600");
    CHECK(deal_count(layout({1})) == 1);
    CHECK(deal_count(layout({0, 3, 0, 1})) == 4);
    // 18!/(5!5!5!3!) deals agree with a hand and the upcard.
    CHECK(deal_count(layout({5, 5, 5, 3})) == 617512896);
}

TEST_CASE("deal: a layout is checked") {
    CHECK(whist.places == 4);
    CHECK(whist.cards == 52);
    CHECK(snapszer.places == 12);
    CHECK(snapszer.cards == 20);
    CHECK(whist == layout({13, 13, 13, 13}));
    CHECK_FALSE(whist == jass);
    CHECK_THROWS_AS(layout({}), std::invalid_argument);
    CHECK_THROWS_AS(layout({0, 0}), std::invalid_argument);
    CHECK_THROWS_AS(layout({14, 13, 13, 13}), std::invalid_argument);
    CHECK_THROWS_AS(layout({5, -1}), std::invalid_argument);
    CHECK_THROWS_AS(layout({300}), std::invalid_argument);
    CHECK_THROWS_AS(layout({1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}),
                    std::invalid_argument);
    // 16 places exist, but 52 cards in them have too many deals.
    CHECK_THROWS_AS(layout({4, 4, 4, 4, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3}),
                    std::invalid_argument);
    CHECK(deal_count(layout({1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1})) == 20922789888000);
}

TEST_CASE("deal: combinations are numbered in the order of their masks") {
    for (int n = 1; n <= 12; ++n) {
        for (int k = 0; k <= n; ++k) {
            const deal_layout of = layout({k, n - k});
            deal_number next = 0;
            for (card_mask m = 0; m < card_mask{1} << n; ++m) {
                if (ops::popcount(m) != k) continue;
                REQUIRE(unranked(of, next++)[0] == m);
            }
            REQUIRE(next == deal_count(of));
        }
    }
}

TEST_CASE("deal: numbering is a bijection on small layouts") {
    for (const deal_layout& of : {layout({2, 2, 1}), layout({3, 0, 1, 2}), layout({1, 1, 1, 1, 1}),
                                  layout({3, 3, 3}), layout({7}), layout({1, 4, 2, 2})}) {
        std::map<deal, deal_number> numbers;
        for (deal_number n = 0; n < deal_count(of); ++n) {
            const deal d = unranked(of, n);
            REQUIRE(fits(of, d));
            REQUIRE(rank_deal(of, d) == n);
            REQUIRE(numbers.emplace(d, n).second);
        }
    }
}

TEST_CASE("deal: numbers and deals of the games survive a round trip") {
    rng r(21);
    for (const deal_layout& of : games) {
        const deal_number count = deal_count(of);
        std::vector<deal_number> numbers{0, 1, count - 1, count / 2};
        for (int i = 0; i < test::count(500, 100000); ++i)
            numbers.push_back(random_number(count, r));
        for (const deal_number n : numbers) {
            const deal d = unranked(of, n);
            REQUIRE(fits(of, d));
            REQUIRE(rank_deal(of, d) == n);
            REQUIRE(plain_rank(of, d) == n);
        }
        for (int i = 0; i < test::count(500, 100000); ++i) {
            const deal d = drawn(of, r);
            REQUIRE(fits(of, d));
            const deal_number n = rank_deal(of, d);
            REQUIRE(n < count);
            REQUIRE(unranked(of, n) == d);
        }
    }
}

TEST_CASE("deal: the numbering never changes") {
    CHECK(unranked(whist, 0) == deal{0x1FFF, 0x3FFE000, 0x7FFC000000, 0xFFF8000000000});
    CHECK(unranked(whist, deal_count(whist) - 1) ==
          deal{0xFFF8000000000, 0x7FFC000000, 0x3FFE000, 0x1FFF});
    CHECK(unranked(whist, 1)[0] == 0x2FFF);
    CHECK(unranked(euchre, 123456789012345) ==
          deal{0x128011, 0xA80420, 0x404908, 0x53080, 0x2, 0x244});
    rng r(20);
    CHECK(drawn(whist, r) ==
          deal{0x1881302042834, 0x44448408191C0, 0xA1304A8184001, 0x20A01562060A});
    CHECK(drawn(snapszer, r) == deal{0xC2005, 0x10158, 0x2, 0x8000, 0x400, 0x200, 0x20, 0x80,
                                     0x20000, 0x1000, 0x800, 0x4000});
}

TEST_CASE("deal: random deals are uniform") {
    rng r(22);
    for (const deal_layout& of :
         {layout({2, 2, 1}), layout({3, 1, 1, 1}), layout({1, 1, 1, 1}), layout({4, 4})}) {
        const auto count = static_cast<std::size_t>(deal_count(of));
        std::vector<std::int64_t> counts(count);
        const int deals = test::count(500, 50000) * static_cast<int>(count);
        for (int i = 0; i < deals; ++i)
            ++counts[static_cast<std::size_t>(rank_deal(of, drawn(of, r)))];
        CHECK(test::looks_uniform(counts));
    }
    // Whist: every card goes to every seat.
    std::array<std::vector<std::int64_t>, 52> seat_of_card;
    seat_of_card.fill(std::vector<std::int64_t>(4));
    for (int i = 0; i < test::count(20000, 2000000); ++i) {
        const deal d = drawn(whist, r);
        for (std::size_t p = 0; p < 4; ++p)
            ops::for_each(d[p], [&](card c) { ++seat_of_card[c][p]; });
    }
    for (const auto& counts : seat_of_card) CHECK(test::looks_uniform(counts));
}

TEST_CASE("deal: the checked functions name the culprit") {
    deal d(4);
    deal_by_number(whist, deal_count(whist) - 1, d);
    CHECK(number_of_deal(whist, d) == deal_count(whist) - 1);

    const deal before = d;
    CHECK(complaint([&] { deal_by_number(whist, deal_count(whist), d); }) ==
          "there is no deal 53644737765488792839237440000: deals are numbered from 0 to "
          "53644737765488792839237439999, 53644737765488792839237440000 in all");
    CHECK(complaint([&] { deal_by_number(euchre, 0, d); }) == "the deal has 6 places, not 4");
    CHECK(complaint([&] { number_of_deal(euchre, d); }) == "the deal has 6 places, not 4");
    CHECK(d == before);

    d[2] = d[1];
    CHECK(complaint([&] { number_of_deal(whist, d); }) == "place 2: card 26 is dealt twice");
    d = before;
    d[3] |= bit(60);
    CHECK(complaint([&] { number_of_deal(whist, d); }) == "place 3: card 60 is not in the deck");
    d = before;
    d[0] ^= bit(51);
    CHECK(complaint([&] { number_of_deal(whist, d); }) == "place 0 must have 13 cards, not 12");
}

TEST_CASE("deal: numbers as text") {
    const deal_number most = ~deal_number{0};
    CHECK(to_string(deal_number{0}) == "0");
    CHECK(to_string(most) == "340282366920938463463374607431768211455");
    CHECK(parse_deal_number("340282366920938463463374607431768211455") == most);
    CHECK(parse_deal_number("0xffffffffFFFFFFFFffffffffFFFFFFFF") == most);
    CHECK(parse_deal_number("0x0") == 0);
    CHECK(parse_deal_number("0000000000000000000000000000000000000000000000012") == 12);
    CHECK(parse_deal_number("0X1f") == 31);
    rng r(23);
    for (int i = 0; i < test::count(1000, 100000); ++i) {
        const deal_number n = random_number(most, r) >> r.below(128);
        REQUIRE(parse_deal_number(to_string(n)) == n);
    }

    const auto position = [](std::string_view text) -> int {
        try {
            parse_deal_number(text);
        } catch (const parse_error& e) {
            CHECK(e.text == text);
            return static_cast<int>(e.position);
        }
        return -1;
    };
    CHECK(position("") == 0);
    CHECK(position("-1") == 0);
    CHECK(position("+1") == 0);
    CHECK(position(" 1") == 0);
    CHECK(position("12a4") == 2);
    CHECK(position("0x") == 2);
    CHECK(position("0x1g") == 3);
    CHECK(position("340282366920938463463374607431768211456") == 38);
    CHECK(position("3402823669209384634633746074317682114550") == 39);
    CHECK(position("0x100000000000000000000000000000000") == 34);
}
