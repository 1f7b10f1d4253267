#include <mu/games/snapszer.h>

#include "support/suite.h"

namespace {

using namespace mu;

const std::vector<snapszer::options> all_options{
    {},
    {.closer_wins_at_end = true},
    {.house = {.exchange_needs_3 = true, .exchange_either = true, .marriages_wait = true}},
    {.house = {.exchange_trick = true, .close_undrawn = true}, .closer_fails_intended = true},
    {.house = {.close_undrawn = true, .claim = true}},
    {.house =
         {.exchange_trick = true, .exchange_either = true, .marriages_wait = true, .claim = true},
     .closer_wins_at_end = true,
     .closer_fails_intended = true}};

const std::vector<std::string> all_specs{
    "snapszer",
    "snapszer(profile=repo)",
    "snapszer(exchange_stock=3, exchange_trick=on, exchange_by=either, sevens=3)",
    "snapszer(close_before_draw=on, closer_wins=end, closer_fails=intended)",
    "snapszer(marriages=wait, sevens=5)",
    "snapszer(claim=compulsory, close_before_draw=on)",
    "snapszer(claim=compulsory, marriages=wait, exchange_by=either, sevens=7)"};

const std::vector<std::string> specs_24 = [] {
    std::vector<std::string> out{"snapszer(deck=24)"};
    for (std::size_t i = 1; i < all_specs.size(); ++i)
        out.push_back("snapszer(deck=24, " + all_specs[i].substr(std::string("snapszer(").size()));
    return out;
}();

static_assert(test::play_random_deal<snapszer>({}, 7) >= 10);
static_assert(test::play_random_deal<snapszer_24>({}, 7) >= 10);

template <typename V>
void check_deals() {
    std::array<int, 4> worth{};
    test::check_random_deals<V>(
        all_options, test::count(20000, 1000000),
        [](const auto& s) {
            card_mask stock = 0;
            for (const card c : s.stock)
                if (c != no_card) stock |= bit(c);
            return std::vector<card_mask>{s.hands[0], s.hands[1], s.played, stock};
        },
        [&](const auto& s, const auto& o) {
            const bool leading = rules<V>::leading(s);
            int due = card_points<V>(s.played, s.trump);
            for (int k = 0; k < 2; ++k)
                if (s.marriages_count(k)) due += s.declared_points(k);
            REQUIRE(leading);
            REQUIRE(s.points[0] + s.points[1] == due);
            const auto points = score(s, o);
            REQUIRE(points[0] + points[1] == 0);
            const snapszer_result r = snapszer_score(s, o);
            REQUIRE(points[static_cast<std::size_t>(r.winner)] == r.game_points);
            REQUIRE((r.game_points >= 1 && r.game_points <= 3));
            ++worth[static_cast<std::size_t>(r.game_points)];
        });
    CHECK((worth[1] > 0 && worth[2] > 0 && worth[3] > 0));
}

}  // namespace

TEST_CASE("snapszer: random deals keep their cards and points and score what the loser pays") {
    check_deals<snapszer>();
    check_deals<snapszer_24>();
}

TEST_CASE("snapszer: a view does not know the stock or the unseen cards of the other hand") {
    test::check_views<snapszer>(all_options, test::count(1000, 50000));
    test::check_views<snapszer_24>(all_options, test::count(1000, 50000));
}

TEST_CASE("snapszer: records, JSON and position text read back") {
    test::check_texts(all_specs, test::count(700, 25000));
    test::check_texts(specs_24, test::count(700, 25000));
}

TEST_CASE("snapszer: matches end") {
    test::check_matches(all_specs, test::count(70, 2000));
    test::check_matches(specs_24, test::count(70, 2000));
}
