#include <mu/games/differenzler.h>

#include "support/suite.h"

namespace {

using namespace mu;

const std::vector<differenzler::options> all_options{
    {}, {.house = {.open = true}, .bonus = true}, {.house = {.seed_order = true}, .bonus = true}};

const std::vector<std::string> all_specs{"differenzler", "differenzler(predictions=open, bonus=on)",
                                         "differenzler(trump_order=seed, deals=4)"};

// Four predictions of two actions, 36 cards.
static_assert(test::play_random_deal<differenzler>({}, 7) == 44);

// Other hands, and predictions that were not made openly.
void change_predictions(game_state<differenzler>& s, seat observer, rng& generator) {
    auto& x = s.extra;
    if (x.house.open || rules<differenzler>::is_over(s)) return;
    const auto redo = [&](std::uint8_t& made, std::uint64_t choices, std::uint64_t step) {
        if (made != differenzler::no_prediction)
            made = static_cast<std::uint8_t>(step * generator.below(choices));
    };
    for (int k = 0; k < differenzler::seats; ++k)
        if (k != index(observer)) redo(x.predicted[k], 158, 1);
    if (s.current_player != observer) redo(x.tens, 16, 10);
}

}  // namespace

TEST_CASE("differenzler: random deals keep their cards and share 157 points") {
    test::check_random_deals<differenzler>(
        all_options, test::count(5000, 1000000),
        [](const auto& s) {
            return std::vector<card_mask>{s.hands[0], s.hands[1], s.hands[2], s.hands[3], s.played};
        },
        [](const auto& s, const auto& o) {
            int points = 0, tricks = 0;
            for (std::size_t k = 0; k < 4; ++k) {
                points += s.extra.points[k];
                tricks += s.tricks_won[k];
                REQUIRE(s.extra.predicted[k] <= differenzler::total_points);
                REQUIRE(score(s, o)[k] <= (o.bonus ? 10 : 0));
                REQUIRE(score(s, o)[k] >= -differenzler::total_points);
            }
            REQUIRE(points == differenzler::total_points);
            REQUIRE(tricks == 9);
        });
}

TEST_CASE("differenzler: a view knows neither the other hands nor hidden predictions") {
    test::check_views<differenzler>(all_options, test::count(200, 10000), change_predictions);
}

TEST_CASE("differenzler: records, JSON and position text read back") {
    test::check_texts(all_specs, test::count(300, 100000));
}

TEST_CASE("differenzler: matches end") { test::check_matches(all_specs, test::count(12, 500)); }
