// Fitting soft factors: the loss and its slope, planted factors found again, the minimiser.

#include <doctest/doctest.h>

#include <mu/belief/fit.h>

#include "support/counts.h"

namespace {

using namespace mu;

// Cards placed by chance under planted factors.
std::vector<fit_sample> planted(std::span<const double> theta, int count, rng& generator) {
    std::vector<fit_sample> out;
    for (int i = 0; i < count; ++i) {
        fit_sample s;
        s.problem.places = 3;
        s.problem.cards = 0xFFF;
        for (int p = 0; p < 3; ++p) {
            s.problem.room[p] = 4;
            s.problem.allowed[p] = 0xFFF & ~bit(static_cast<card>(p));
        }
        weighted_placement_set::weights w{};
        for (int p = 0; p < 3; ++p)
            for (int c = 0; c < 12; ++c) {
                double log_weight = 0;
                for (std::size_t k = 0; k < theta.size(); ++k)
                    if (generator.below(4) == 0) {
                        const auto power = static_cast<float>(1 + generator.below(2));
                        s.marks.push_back({static_cast<std::uint8_t>(p), static_cast<card>(c),
                                           static_cast<std::uint16_t>(k), power});
                        log_weight += theta[k] * power;
                    }
                w[p][c] = std::exp(log_weight);
            }
        weighted_placement_set set;
        set.prepare(s.problem, w);
        const placement put = set.draw(generator);
        for (int p = 0; p < 3; ++p)
            ops::for_each(put[p], [&](card c) { s.truth[c] = static_cast<std::uint8_t>(p); });
        out.push_back(std::move(s));
    }
    return out;
}

}  // namespace

TEST_CASE("fitting: the slope is that of the loss") {
    rng generator(6);
    const std::array theta{0.4, -0.7, 0.1};
    const auto samples = planted(theta, 20, generator);
    std::array at{0.2, -0.1, 0.3};
    const fit_value here = soft_loss(samples, at);
    CHECK(here.cards == 240);
    for (std::size_t k = 0; k < at.size(); ++k) {
        constexpr double step = 1e-5;
        auto up = at, down = at;
        up[k] += step;
        down[k] -= step;
        const double slope =
            (soft_loss(samples, up).loss - soft_loss(samples, down).loss) / (2 * step);
        CHECK(here.slope[k] == doctest::Approx(slope).epsilon(1e-6));
    }
    // The loss is that of the chances.
    weighted_placement_set set;
    weighted_placement_set::weights w{}, chances{};
    for (auto& row : w) row.fill(1);
    double loss = 0;
    for (const auto& s : samples) {
        set.prepare(s.problem, w);
        set.card_chances(chances);
        ops::for_each(s.problem.cards, [&](card c) { loss -= std::log(chances[s.truth[c]][c]); });
    }
    CHECK(soft_loss(samples, std::array{0.0, 0.0, 0.0}).loss == doctest::Approx(loss));
}

TEST_CASE("fitting: planted factors are found, by any number of threads") {
    rng generator(7);
    const std::array theta{std::log(0.3), std::log(1.8), 0.0};
    const auto samples = planted(theta, test::count(1500, 20000), generator);
    fit_plan plan;
    plan.ridge = 0;
    const minimum found = fit_soft_factors(samples, theta.size(), plan);
    for (std::size_t k = 0; k < theta.size(); ++k)
        CHECK(std::abs(found.at[k] - theta[k]) < test::count(100, 30) / 1000.0);
    plan.threads = 3;
    const minimum by_three = fit_soft_factors(samples, theta.size(), plan);
    CHECK(by_three.at == found.at);
}

TEST_CASE("fitting: a valley that turns") {
    const auto valley = [](std::span<const double> x, std::span<double> slope) {
        const double a = 1 - x[0], b = x[1] - x[0] * x[0];
        slope[0] = -2 * a - 400 * x[0] * b;
        slope[1] = 200 * b;
        return a * a + 100 * b * b;
    };
    const minimum found = minimise(valley, {-1.2, 1}, 500, 1e-9);
    CHECK(found.at[0] == doctest::Approx(1));
    CHECK(found.at[1] == doctest::Approx(1));
}
