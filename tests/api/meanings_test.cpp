// What calls mean, by name.

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <mu/api/meanings.h>

using namespace mu;

TEST_CASE("meanings: every call of an auction has one, whoever looks") {
    const position p = replay(
        "bridge/1 | N none AQ3.KJ4.KQ52.J93 T876.Q85.T976.84 KJ942.A973.84.75 5.T62.AJ3.AKQT62"
        " | 1NT P 2H P");
    const auto said = call_meanings(p.public_view());
    REQUIRE(said);
    REQUIRE(said->size() == 4);
    CHECK((*said)[0].who == seat::north);
    CHECK((*said)[0].text == "15-17 high-card points, balanced");
    CHECK((*said)[0].facts["high_cards"] == nlohmann::ordered_json{15, 17});
    CHECK((*said)[2].text == "transfer to spades, 5+ spades, forcing");
    CHECK((*said)[2].facts["shows"] == "spades");
    CHECK((*said)[2].facts["forcing"] == "one round");
    const auto mine = call_meanings(p.view(seat::west));
    REQUIRE(mine);
    CHECK(mine->size() == 4);

    const seat_view north = p.view(seat::north);
    const auto next = meaning_of_call(north, north.rule_choice());
    REQUIRE(next);
    CHECK(next->text == "completes the transfer, 2+ spades");
    CHECK(!meaning_of_call(p.view(seat::west), north.rule_choice()));  // not his turn
}

TEST_CASE("meanings: nothing where calls have none") {
    rng generator(1);
    const position p = game("whist").deal(generator);
    CHECK(!call_meanings(p.public_view()));
    CHECK(!meaning_of_call(p.view(p.to_act()), p.legal_actions().front()));
}
