// How beliefs are judged: small examples worked out by hand.

#include <doctest/doctest.h>

#include <mu/api/calibration.h>
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
    // Distances by bin: 0.5 and 1 hit, 0.25 twice, 0.1, 0.9 and 1 hit; five forecasts.
    CHECK(t.calibration_error() == doctest::Approx((0.5 + 0.5 + 0.1 + 0.1) / 5));
    t.add_card(std::array{1.0, 0.0, 0.0}, 1);
    CHECK(t.false_exclusions == 1);

    belief_tally twice = t;
    twice.add(t);
    CHECK(twice.cards == 6);
    CHECK(twice.mean_loss() == doctest::Approx(t.mean_loss()));
    CHECK(twice.calibration_error() == doctest::Approx(t.calibration_error()));
    CHECK(twice.calibration[5].count == 4);
}

TEST_CASE("evaluation: the picture has axes, baselines and a legend") {
    belief_tally good, bad;
    for (int k = 0; k < 100; ++k) {
        good.add_card(std::array{0.7, 0.3}, k % 10 < 7 ? 0 : 1);
        bad.add_card(std::array{0.5, 0.5}, k % 10 < 7 ? 0 : 1);
    }
    const std::array<calibration_series, 2> both{{{"uniform", bad}, {"soft", good}}};
    const std::string svg = calibration_svg(both, "a < b");
    for (const char* part :
         {"a &lt; b", "predicted probability", "observed frequency", "perfect calibration",
          "uniform: log loss 0.6931", "soft: log loss 0.6109, calibration error 0.0000"}) {
        CAPTURE(part);
        CHECK(svg.find(part) != std::string::npos);
    }
    const auto marks = [](const std::string& text, const std::string& sign) {
        std::size_t n = 0;
        for (std::size_t at = 0; (at = text.find(sign, at)) != std::string::npos; ++at) ++n;
        return n;
    };
    CHECK(marks(svg, "class=\"mark\" cx=") == 3);  // two bins, and one in the legend
    CHECK(marks(calibration_svg(std::span(both).first(1), ""), "class=\"mark\" cx=") == 2);
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
