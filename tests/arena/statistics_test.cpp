#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include <mu/arena/statistics.h>
#include <mu/cards/rng.h>

#include "support/counts.h"

using namespace mu;

namespace {

double normal(rng& r) {  // Box and Muller
    const double u = 1 - r.uniform(), v = r.uniform();
    return std::sqrt(-2 * std::log(u)) * std::cos(2 * 3.141592653589793 * v);
}

// Like deals: mostly small, sometimes large, in whole points.
double swing(rng& r) {
    const double x = normal(r);
    return r.below(8) == 0 ? std::round(12 * x) : std::round(2 * x);
}

}  // namespace

TEST_CASE("statistics: Student's t as tables have it") {
    CHECK(student_t(0.975, 1) == doctest::Approx(12.7062).epsilon(1e-5));
    CHECK(student_t(0.975, 2) == doctest::Approx(4.30265).epsilon(1e-5));
    CHECK(student_t(0.975, 10) == doctest::Approx(2.22814).epsilon(1e-5));
    CHECK(student_t(0.95, 30) == doctest::Approx(1.69726).epsilon(1e-5));
    CHECK(student_t(0.975, 1e6) == doctest::Approx(1.95997).epsilon(1e-4));
    CHECK(student_t(0.025, 5) == doctest::Approx(-2.57058).epsilon(1e-5));
}

TEST_CASE("statistics: a mean by hand") {
    const std::vector<double> values{1, 2, 3, 4, 5};
    const estimate e = mean_of(values);
    CHECK(e.count == 5);
    CHECK(e.mean == doctest::Approx(3));
    CHECK(e.error == doctest::Approx(std::sqrt(2.5 / 5)));
    CHECK(e.high - e.mean == doctest::Approx(2.776445 * std::sqrt(0.5)));
    CHECK(e.mean - e.low == doctest::Approx(e.high - e.mean));
    CHECK(std::isinf(mean_of(std::vector<double>{7}).high));
    const estimate same = mean_of(std::vector<double>{2, 2, 2});
    CHECK(same.low == 2);
    CHECK(same.high == 2);
}

TEST_CASE("statistics: 95 % intervals hold the mean 95 times of 100") {
    const int runs = test::count(2000, 50000);
    int in_mean = 0, in_share = 0;
    for (int i = 0; i < runs; ++i) {
        rng r = rng(11).split(static_cast<std::uint64_t>(i));
        std::vector<double> values, wins;
        for (int k = 0; k < 8; ++k) values.push_back(3 + normal(r));
        for (int k = 0; k < 40; ++k) wins.push_back(r.uniform() < 0.9 ? 1 : 0);
        const estimate e = mean_of(values), s = share_of(wins);
        in_mean += e.low <= 3 && 3 <= e.high ? 1 : 0;
        in_share += s.low <= 0.9 && 0.9 <= s.high ? 1 : 0;
    }
    CHECK(in_mean > 0.935 * runs);
    CHECK(in_mean < 0.965 * runs);
    CHECK(in_share > 0.92 * runs);
}

TEST_CASE("statistics: a share that is all or nothing keeps an interval inside 0 and 1") {
    const estimate all = share_of(std::vector<double>(20, 1.0));
    CHECK(all.mean == 1);
    CHECK(all.low == doctest::Approx(0.8389).epsilon(1e-3));
    CHECK(all.high == doctest::Approx(1));
    CHECK(share_of(std::vector<double>{}).low == 0);
}

TEST_CASE("statistics: a control variate of known mean narrows the interval, and honestly") {
    const int runs = test::count(1000, 20000);
    int inside = 0;
    double plain = 0, controlled = 0;
    for (int i = 0; i < runs; ++i) {
        rng r = rng(12).split(static_cast<std::uint64_t>(i));
        std::vector<double> y, x;
        for (int k = 0; k < 50; ++k) {
            x.push_back(5 + normal(r));
            y.push_back(1 + 2 * (x.back() - 5) + normal(r));
        }
        const auto c = mean_with_control(y, x, 5);
        plain += mean_of(y).error;
        controlled += c.result.error;
        inside += c.result.low <= 1 && 1 <= c.result.high ? 1 : 0;
    }
    CHECK(controlled < 0.5 * plain);  // 1 / sqrt(5) of it
    CHECK(inside > 0.93 * runs);
    CHECK(inside < 0.97 * runs);
    const std::vector<double> y{1, 2, 4}, x{0, 1, 2};
    CHECK(mean_with_control(y, x, 1).slope == doctest::Approx(1.5));
    CHECK(mean_with_control(y, x, 2).result.mean == doctest::Approx(7.0 / 3 + 1.5));
    CHECK(mean_with_control(y, x, std::nullopt).result.mean == doctest::Approx(7.0 / 3));
    CHECK(mean_with_control(y, std::vector<double>{1, 1, 1}, 1).slope == 0);
    CHECK_THROWS_WITH(mean_with_control(y, std::vector<double>{1}, 1), "3 values but 1 covariates");
}

TEST_CASE("statistics: the sequential test errs about as often as it may") {
    const int runs = test::count(1000, 20000);
    for (const double truth : {0.0, 1.0}) {
        int wrong = 0, open = 0;
        double deals = 0;
        for (int i = 0; i < runs; ++i) {
            rng r = rng(13).split(static_cast<std::uint64_t>(i));
            sprt test({.low = 0, .high = 1, .alpha = 0.05, .beta = 0.05});
            while (test.verdict() == sprt_verdict::undecided && test.count() < 20000)
                test.add(truth + swing(r));
            open += test.verdict() == sprt_verdict::undecided ? 1 : 0;
            wrong +=
                test.verdict() == (truth == 0 ? sprt_verdict::high : sprt_verdict::low) ? 1 : 0;
            deals += static_cast<double>(test.count());
        }
        CAPTURE(truth);
        CAPTURE(deals / runs);
        CHECK(open == 0);
        CHECK(wrong < 0.07 * runs);
        CHECK(wrong > 0.01 * runs);  // or it waits far longer than it has to
        // A fixed sample with these errors takes (2 * 1.645 * 4.6)^2 = 230 deals.
        CHECK(deals / runs < 200);
    }
    CHECK_THROWS_AS(sprt({.low = 1, .high = 1}), std::invalid_argument);
    CHECK_THROWS_AS(sprt({.alpha = 0}), std::invalid_argument);
}

TEST_CASE("statistics: ratings of two players are the logit of their score") {
    const auto r = bradley_terry({{0, 7500}, {2500, 0}});
    CHECK(r[0].value - r[1].value == doctest::Approx(400 * std::log10(3.0)).epsilon(1e-3));
    CHECK(r[0].value + r[1].value == doctest::Approx(0));
    // The error of the difference is 1 / sqrt(n p q), of each against the average half of it.
    const double half = 1.96 / std::sqrt(10000 * 0.75 * 0.25) / 2 * 400 / std::log(10.0);
    CHECK(r[0].high - r[0].value == doctest::Approx(half).epsilon(1e-2));
}

TEST_CASE("statistics: ratings come back from simulated results, and unbeaten players have one") {
    const std::vector<double> truth{150, 50, -20, -180};
    std::vector<std::vector<double>> score(4, std::vector<double>(4, 0));
    rng r(14);
    for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = 0; j < i; ++j)
            for (int k = 0; k < 4000; ++k)
                ++(r.uniform() < 1 / (1 + std::pow(10, (truth[j] - truth[i]) / 400)) ? score[i][j]
                                                                                     : score[j][i]);
    const auto found = bradley_terry(score);
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK(found[i].value == doctest::Approx(truth[i]).epsilon(0.01).scale(400));
        CHECK(found[i].low < found[i].value);
        CHECK(found[i].high - found[i].low < 30);
    }
    const auto unbeaten = bradley_terry({{0, 10, 0}, {0, 0, 0}, {0, 0, 0}});
    CHECK(unbeaten[0].value > 200);
    CHECK(unbeaten[0].value < 2000);
    CHECK(unbeaten[2].value > unbeaten[1].value);  // met nobody: in between
    CHECK(unbeaten[2].value < unbeaten[0].value);
    CHECK_THROWS_AS(bradley_terry({{0, 1}}), std::invalid_argument);
}
