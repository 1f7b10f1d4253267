#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <mu/api/match.h>
#include <mu/api/position.h>
#include <mu/cards/text.h>
#include <mu/engine/playouts.h>
#include <mu/games/differenzler.h>

#include "support/chi_square.h"
#include "support/naive_playout.h"

namespace {

using namespace mu;

card_mask cards(std::string_view text) { return parse_cards<differenzler>(text); }

}  // namespace

TEST_CASE("differenzler: a void hand may undertrump, others may not") {
    const auto legal = [](std::string_view hand) {
        game_state<differenzler> s;
        s.trump = suit::spades;
        s.tricks_remaining = 5;
        s.hands[0] = cards("Kh");
        s.hands[1] = cards("Ts");
        s.extra.predicted = {};
        for (const char* c : {"Kh", "Ts"})
            rules<differenzler>::apply(s, parse_card<differenzler>(c));
        s.hands[2] = cards(hand);
        return mask_str<differenzler>(rules<differenzler>::legal_moves(s));
    };
    CHECK(legal("7s 8s Qd Ac") == "7s 8s Qd Ac");
    CHECK(legal("9h 7s 9s Qd") == "9s 9h");
    CHECK(legal("7s 6s") == "6s 7s");
}

TEST_CASE("differenzler: predictions go round in two steps") {
    rng generator(1);
    position p = game("differenzler").deal(generator, seat::north);
    CHECK(p.to_act() == seat::east);
    CHECK(p.legal_actions().size() == 16);
    p.apply("150+");
    CHECK(p.legal_actions().size() == 8);
    CHECK_THROWS_AS(p.apply("+8"), illegal_action);
    p.apply("+7");
    CHECK(p.to_act() == seat::south);
    p.apply("0+");
    CHECK(p.legal_actions().size() == 10);
    CHECK_THROWS_AS(p.apply("10+"), illegal_action);
    p.apply("+0");
    for (const char* a : {"30+", "+9", "40+", "+2"}) p.apply(a);
    CHECK(p.to_act() == seat::east);
    CHECK(p.to_json()["predictions"] == nlohmann::ordered_json({42, 157, 0, 39}));
    const seat_view south = p.view(seat::south);
    CHECK(south.to_json()["predictions"] == nlohmann::ordered_json({"made", "made", 0, "made"}));
    for (const auto& seen : south.history())
        CHECK(seen.what.has_value() == (seen.who == seat::south));
    for (const char* bad : {"5+", "160+", "+10", "+", "x+", "-10+"})
        CHECK_THROWS_AS(p.parse_action(bad), parse_error);
    while (!p.is_over()) p.apply(p.legal_actions().front());
    CHECK(p.view(seat::south).to_json()["predictions"] == nlohmann::ordered_json({42, 157, 0, 39}));
}

TEST_CASE("differenzler: open predictions are heard by all") {
    rng generator(1);
    position p = game("differenzler(predictions=open)").deal(generator);
    for (const char* a : {"30+", "+9", "40+"}) p.apply(a);
    const auto view = p.view(seat::north).to_json();
    CHECK(view["predictions"] == nlohmann::ordered_json({nullptr, 39, nullptr, nullptr}));
    CHECK(view["tens"] == 40);
    CHECK(p.view(seat::north).history()[0].what.has_value());
}

TEST_CASE("differenzler: the penalty is the distance to the prediction") {
    CHECK(differenzler_penalty(40, 52, true, false) == 12);
    CHECK(differenzler_penalty(52, 40, true, true) == 12);
    CHECK(differenzler_penalty(0, 0, true, false) == 0);
    CHECK(differenzler_penalty(0, 0, true, true) == -10);
    CHECK(differenzler_penalty(0, 0, false, true) == 0);
    CHECK(differenzler_penalty(40, 40, true, true) == -10);
    game_state<differenzler> s;
    s.extra.points = {52, 0, 100, 5};
    s.extra.predicted = {40, 0, 100, 6};
    s.tricks_won = {3, 0, 5, 1};
    CHECK(score(s, {}) == std::array{-12, 0, 0, -1});
    CHECK(score(s, {.bonus = true}) == std::array{-12, 0, 10, -1});
}

TEST_CASE("differenzler: the lowest sum of penalties wins after the last deal") {
    const differenzler::options o{.deals = 4};
    const differenzler_match three{.totals = {-30, -20, -40, -25}, .deals = 3};
    CHECK(differenzler_add_deal({}, {-1, -2, -3, -4}, o).winner == -1);
    CHECK(differenzler_add_deal(three, {-5, -10, 0, -4}, o).winner == 3);
    CHECK(differenzler_add_deal(three, {-5, -10, 0, -5}, o).winner == -1);  // tied: one more
}

TEST_CASE("differenzler: every trump suit comes equally often, whatever the hands") {
    std::vector<std::int64_t> suits(4);
    const int count = 20000;
    int dealers = 0;
    const deal_layout of = differenzler::layout({});
    for (int i = 0; i < count; ++i) {
        rng generator = rng(3).split(static_cast<std::uint64_t>(i));
        std::array<card_mask, 5> places{};
        deal_random(of, generator, places);
        const auto s = start_deal(differenzler{}, {}, places, seat::north, 0);
        ++suits[static_cast<std::size_t>(s.trump)];
        dealers += ops::popcount(s.hands[0] & suit_masks<differenzler>[s.trump]);
    }
    CHECK(test::looks_uniform(suits));
    CHECK(std::abs(dealers - 9 * count / 4) < count / 20);  // 2.25 trumps each, sigma 0.008
}

TEST_CASE("differenzler: impossible positions are refused") {
    rng generator(5);
    position p = game("differenzler").deal(generator);
    for (const char* a : {"30+", "+9", "40+", "+0", "20+", "+1", "10+", "+7"}) p.apply(a);
    for (int k = 0; k < 6; ++k) p.apply(p.legal_actions().front());
    const std::string good = p.state_text();
    CHECK(parse_position(good).state_text() == good);
    const auto refused = [&](const std::string& field, const std::string& value) {
        const std::size_t at = good.find(" " + field + "=") + field.size() + 2;
        const std::size_t end = std::min(good.find(' ', at), good.size());
        try {
            parse_position(good.substr(0, at) + value + good.substr(end));
        } catch (const std::invalid_argument&) {
            return true;
        }
        return false;
    };
    CHECK(refused("trump", "n"));
    CHECK(refused("seed_order", "1"));
    CHECK(refused("predicted", "200,1,2,3"));
    CHECK(refused("predicted", "1,255,2,3"));
    CHECK(refused("predicted", "255,255,255,255"));
    CHECK(refused("tens", "20"));
    CHECK(refused("won", "2,0,0,0"));
    CHECK(refused("points", "1,1,1,150"));
}

TEST_CASE("differenzler: the playout kernel plays by the rules") {
    for (std::uint64_t i = 0; i < 300; ++i) {
        rng generator = rng(11).split(i);
        const game_state<differenzler> s = random_first_lead(differenzler{}, generator);
        for (std::uint64_t seed = 0; seed < 8; ++seed)
            REQUIRE(playout<differenzler::play>(to_position(s), seed) ==
                    test::naive_playout(s, seed));
    }
    std::vector<position_of<differenzler>> from;
    for (std::uint64_t i = 0; i < 20; ++i) {
        rng generator = rng(12).split(i);
        from.push_back(to_position(random_first_lead(differenzler{}, generator)));
    }
    std::vector<playout_result<word_of<differenzler>>> expected(333), found(333);
    playouts<differenzler>({from, 5, 0, expected}, playout_width::one, isa::portable);
    for (const isa on : available_isas())
        for (const auto width : {playout_width::one, playout_width::lanes}) {
            playouts<differenzler>({from, 5, 0, found}, width, on);
            CHECK(found == expected);
        }
}
