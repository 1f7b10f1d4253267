// How beliefs are judged: small examples worked out by hand.

#include <doctest/doctest.h>

#include <mu/belief/quality.h>
#include <mu/games/whist/hidden.h>

using namespace mu;

TEST_CASE("evaluation: two cards by hand") {
    belief_tally t;
    t.add_card(std::array{0.5, 0.25, 0.25}, 0);
    t.add_card(std::array{0.1, 0.0, 0.9}, 2);
    CHECK(t.mean_loss() == doctest::Approx((std::log(2) - std::log(0.9)) / 2));
    CHECK(t.mean_brier() == doctest::Approx((0.25 + 0.0625 + 0.0625 + 0.01 + 0.01) / 2));
    CHECK(t.false_exclusions == 0);
    CHECK(t.calibration[10].count == 1);
    CHECK(t.calibration[10].hits == 1);
    CHECK(t.calibration[5].count == 2);
    CHECK(t.calibration[5].hits == 0);
    CHECK(t.calibration[18].count == 1);
    t.add_card(std::array{1.0, 0.0, 0.0}, 1);
    CHECK(t.false_exclusions == 1);

    belief_tally twice = t;
    twice.add(t);
    CHECK(twice.cards == 6);
    CHECK(twice.mean_loss() == doctest::Approx(t.mean_loss()));
    CHECK(calibration_svg(t, "a < b").find("a &lt; b") != std::string::npos);
}

TEST_CASE("evaluation: one weight on one card, by hand") {
    rng generator(9);
    const auto s = random_first_lead(whist{}, generator);
    belief_state<whist> belief;
    belief.init(view_of<whist>(s, seat::north));
    const auto truth = truth_of<whist>(belief, world_of<whist>(s));
    CHECK(ops::popcount(truth.cards) == 39);
    belief_tally uniform, hard, soft;
    tally_uniform<whist>(truth, uniform);
    tally_belief<whist>(belief, truth, hard);
    CHECK(uniform.mean_loss() == doctest::Approx(std::log(3)));
    CHECK(hard.mean_loss() == doctest::Approx(std::log(3)));
    CHECK(hard.mean_effective() == doctest::Approx(1));
    CHECK(hard.mean_score() == doctest::Approx(0));
    // East has the card, and is given four times the weight: 4/6 in place of 1/3.
    const card c = ops::lsb_index(s.hands[seat::east]);
    belief.weigh(belief.row(seat::east), c, 4);
    belief.renormalize();
    tally_belief<whist>(belief, truth, soft);
    CHECK(belief.prob[0][c] == doctest::Approx(2.0 / 3));
    CHECK(soft.mean_score() == doctest::Approx(std::log(2)));
    // Weights 4, 1, 1: (sum)^2 / (3 * squares).
    CHECK(soft.mean_effective() == doctest::Approx(36.0 / 54));
    CHECK(soft.mean_loss() < hard.mean_loss());
}
