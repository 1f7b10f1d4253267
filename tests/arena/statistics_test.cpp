#include <array>
#include <cmath>
#include <limits>
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

namespace {

// Runs a sequential test on swings about `truth`; what the values were is left in `values`.
sprt_verdict run_sprt(const sprt_plan& plan, double truth, rng r, std::vector<double>& values) {
    sprt test(plan);
    values.clear();
    while (test.verdict() == sprt_verdict::undecided && test.count() < 20000) {
        values.push_back(truth + swing(r));
        test.add(values.back());
    }
    return test.verdict();
}

// At most this many of `runs`, if each has a chance of p: 3 standard errors more than expected.
double at_most(double p, int runs) { return p * runs + 3 * std::sqrt(p * (1 - p) * runs); }

}  // namespace

TEST_CASE("statistics: the sequential test errs no more often than it may, at any effect size") {
    const int runs = test::count(400, 20000);
    // A deviation of a swing is 4.6: effects of 0.1 to 0.7 of it.
    for (const auto& [low, high] : {std::pair{0.0, 0.5}, {0.0, 1.0}, {-1.0, 1.0}, {0.0, 3.0}}) {
        CAPTURE(low);
        CAPTURE(high);
        for (const bool first : {true, false}) {
            int wrong = 0, open = 0;
            double deals = 0;
            std::vector<double> values;
            for (int i = 0; i < runs; ++i) {
                const auto verdict = run_sprt({.low = low, .high = high}, first ? low : high,
                                              rng(13).split(static_cast<std::uint64_t>(i)), values);
                open += verdict == sprt_verdict::undecided ? 1 : 0;
                wrong += verdict == (first ? sprt_verdict::high : sprt_verdict::low) ? 1 : 0;
                deals += static_cast<double>(values.size());
            }
            CAPTURE(wrong);
            CAPTURE(deals / runs);
            CHECK(open == 0);
            CHECK(wrong <= at_most(0.05, runs));
            // A fixed sample with these errors takes (2 * 1.645 * 4.6 / (high - low))^2 deals, and
            // the test no fewer than 30.
            const double fixed = std::pow(2 * 1.645 * 4.6 / (high - low), 2);
            CHECK(deals / runs < std::max(0.7 * fixed, 45.0));
            if (fixed > 200) CHECK(wrong > 0.01 * runs);  // or it waits far longer than it has to
        }
    }
    constexpr double infinity = std::numeric_limits<double>::infinity();
    for (const sprt_plan& nonsense : {sprt_plan{.low = 1, .high = 1},
                                      {.alpha = 0},
                                      {.beta = std::nan("")},
                                      {.high = infinity},
                                      {.low = -infinity},
                                      {.low = std::nan("")}})
        CHECK_THROWS_AS(sprt{nonsense}, std::invalid_argument);
}

TEST_CASE("statistics: after an early stop the interval still holds the truth") {
    const int runs = test::count(300, 10000);
    int fixed_outside = 0;
    for (const double truth : {0.0, 0.25, 0.5}) {
        CAPTURE(truth);
        int outside = 0;
        std::vector<double> values;
        for (int i = 0; i < runs; ++i) {
            run_sprt({.low = 0, .high = 0.5}, truth, rng(16).split(static_cast<std::uint64_t>(i)),
                     values);
            const estimate fixed = mean_of(values), any = at_any_time(fixed);
            CHECK(any.mean == fixed.mean);
            outside += any.low <= truth && truth <= any.high ? 0 : 1;
            fixed_outside += fixed.low <= truth && truth <= fixed.high ? 0 : 1;
        }
        CHECK(outside <= at_most(0.05, runs));
    }
    CHECK(fixed_outside > 0.06 * 3 * runs);  // so the usual interval will not do
    // Stopping when the interval looks best is the worst one can do to it.
    const int looks = test::count(100, 2000);
    int ever = 0;
    for (int i = 0; i < looks; ++i) {
        rng r = rng(17).split(static_cast<std::uint64_t>(i));
        double sum = 0, squares = 0;
        bool left_out = false;
        for (int n = 1; n <= 1000 && !left_out; ++n) {
            const double x = swing(r);
            sum += x, squares += x * x;
            if (n < 30 || n % 5 != 0) continue;
            const double mean = sum / n, variance = (squares - n * mean * mean) / (n - 1);
            const estimate e = at_any_time({n, mean, std::sqrt(variance / n), 0, 0});
            left_out = e.low > 0 || e.high < 0;
        }
        ever += left_out ? 1 : 0;
    }
    CHECK(ever <= at_most(0.05, looks));
    // By hand: n v = 7.93 for 500 values, so 3.03 standard errors.
    const estimate e = at_any_time({500, 1, 0.1, 0, 0});
    CHECK(e.high - 1 == doctest::Approx(0.1 * 3.034).epsilon(2e-3));
    CHECK(1 - e.low == doctest::Approx(e.high - 1));
    CHECK(std::isinf(at_any_time(mean_of(std::vector<double>{7})).high));
    const estimate share = share_at_any_time(std::vector<double>(500, 1.0));
    CHECK(share.high == 1);
    CHECK(share.low == doctest::Approx(1 - 3.03 * 0.5 / std::sqrt(500)).epsilon(1e-3));
}

TEST_CASE("statistics: the sequential test uses a control variate") {
    const int runs = test::count(200, 5000);
    for (const double truth : {0.0, 1.0}) {
        double plain = 0, controlled = 0;
        int wrong = 0;
        for (int i = 0; i < runs; ++i) {
            for (const bool control : {false, true}) {
                rng r = rng(18).split(static_cast<std::uint64_t>(i));
                sprt test({.low = 0, .high = 1});
                while (test.verdict() == sprt_verdict::undecided) {
                    const double cards = 4 * normal(r);
                    test.add(truth + cards + 2 * normal(r), control ? cards : 0);
                }
                (control ? controlled : plain) += static_cast<double>(test.count());
                if (control)
                    wrong += test.verdict() == (truth == 0 ? sprt_verdict::high : sprt_verdict::low)
                                 ? 1
                                 : 0;
            }
        }
        CHECK(wrong <= at_most(0.05, runs));
        CHECK(controlled < 0.6 * plain);  // four fifths of the variance are explained
    }
}

TEST_CASE("statistics: ratings of two players are the logit of their score") {
    std::vector<paired_score> results;
    for (std::uint64_t k = 0; k < 10000; ++k) results.push_back({0, 1, k % 4 == 0 ? 0.0 : 1.0, k});
    const auto r = bradley_terry(2, results);
    CHECK(r[0].value - r[1].value == doctest::Approx(400 * std::log10(3.0)).epsilon(1e-3));
    CHECK(r[0].value + r[1].value == doctest::Approx(0));
    // The error of the difference is 1 / sqrt(n p q), of each against the average half of it.
    const double half = 1.96 / std::sqrt(10000 * 0.75 * 0.25) / 2 * 400 / std::log(10.0);
    CHECK(r[0].high - r[0].value == doctest::Approx(half).epsilon(1e-2));
    // Ties carry no doubt: the same score of ties and wins has half the variance.
    for (auto& s : results) s.share = s.deal % 2 == 0 ? 0.5 : 1;
    const auto tied = bradley_terry(2, results);
    CHECK(tied[0].value == doctest::Approx(r[0].value));
    CHECK(tied[0].high - tied[0].value == doctest::Approx(half / std::sqrt(3)).epsilon(1e-2));
    // The same results, but a hundred to a deal: a hundred times fewer draws.
    for (auto& s : results) s.share = s.deal / 100 % 4 == 0 ? 0 : 1, s.deal /= 100;
    const auto few = bradley_terry(2, results);
    CHECK(few[0].value == doctest::Approx(r[0].value));
    CHECK(few[0].high - few[0].value == doctest::Approx(10 * half).epsilon(5e-2));
}

namespace {

// Four players in the same deals, every pair once a deal: what a player makes of a deal counts
// against all others, and who is hardly better has a tie.
std::vector<paired_score> league(rng& r, int deals) {
    constexpr std::array<double, 4> strength{0.6, 0.2, -0.1, -0.7};
    std::vector<paired_score> out;
    for (int d = 0; d < deals; ++d) {
        std::array<double, 4> luck{};
        for (double& x : luck) x = normal(r);
        for (std::size_t i = 0; i < 4; ++i)
            for (std::size_t j = 0; j < i; ++j) {
                const double margin =
                    strength[i] - strength[j] + luck[i] - luck[j] + 0.5 * normal(r);
                out.push_back({i, j,
                               std::abs(margin) < 1 ? 0.5
                               : margin > 0         ? 1.0
                                                    : 0.0,
                               static_cast<std::uint64_t>(d)});
            }
    }
    return out;
}

}  // namespace

TEST_CASE("statistics: 95 % intervals of ratings hold the truth, with ties and shared deals") {
    rng many(99);
    const auto truth = bradley_terry(4, league(many, test::count(20000, 200000)));
    const int runs = test::count(250, 4000);
    int inside = 0;
    for (int i = 0; i < runs; ++i) {
        rng r = rng(15).split(static_cast<std::uint64_t>(i));
        const auto found = bradley_terry(4, league(r, 60));
        for (std::size_t k = 0; k < 4; ++k)
            inside += found[k].low <= truth[k].value && truth[k].value <= found[k].high ? 1 : 0;
    }
    CAPTURE(inside);
    // The four of a run are not independent: as many errors as there are runs.
    CHECK(inside > 4 * (0.95 * runs - 3 * std::sqrt(0.95 * 0.05 * runs)));
    CHECK(inside < 4 * (0.95 * runs + 3 * std::sqrt(0.95 * 0.05 * runs)));
}

TEST_CASE("statistics: intervals of ratings are those of a bootstrap over deals") {
    rng r(19);
    constexpr int deals = 150;
    const auto results = league(r, deals);
    const auto found = bradley_terry(4, results);
    const int draws = test::count(200, 4000);
    std::array<double, 4> sum{}, squares{};
    for (int b = 0; b < draws; ++b) {
        std::vector<paired_score> drawn;
        for (std::uint64_t d = 0; d < deals; ++d) {
            const auto from = static_cast<std::ptrdiff_t>(6 * r.below(deals));  // six to a deal
            for (auto it = results.begin() + from; it != results.begin() + from + 6; ++it)
                drawn.push_back({it->first, it->second, it->share, d});
        }
        const auto again = bradley_terry(4, drawn);
        for (std::size_t k = 0; k < 4; ++k)
            sum[k] += again[k].value, squares[k] += again[k].value * again[k].value;
    }
    for (std::size_t k = 0; k < 4; ++k) {
        const double mean = sum[k] / draws, deviation = std::sqrt(squares[k] / draws - mean * mean);
        CHECK((found[k].high - found[k].low) / 2 ==
              doctest::Approx(1.96 * deviation).epsilon(test::count(200, 50) / 1000.0));
    }
}

TEST_CASE("statistics: who won all or none, or met nobody, has a rating too") {
    std::vector<paired_score> results;
    for (std::uint64_t k = 0; k < 10; ++k) results.push_back({0, 1, 1, k});
    const auto r = bradley_terry(3, results);
    CHECK(r[0].value > 200);
    CHECK(r[0].value < 2000);
    CHECK(r[0].high - r[0].low > 100);
    CHECK(r[2].value > r[1].value);  // met nobody: in between
    CHECK(r[2].value < r[0].value);
    CHECK(r[2].high - r[2].low > r[0].high - r[0].low);
    CHECK(bradley_terry(0, {}).empty());
    CHECK_THROWS_AS(bradley_terry(2, std::vector<paired_score>{{0, 2, 1, 0}}),
                    std::invalid_argument);
    CHECK_THROWS_AS(bradley_terry(2, std::vector<paired_score>{{1, 1, 1, 0}}),
                    std::invalid_argument);
}
