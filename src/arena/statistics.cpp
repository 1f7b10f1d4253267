#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

#include <fmt/format.h>

#include <mu/arena/statistics.h>

namespace mu {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double normal_95 = 1.959963984540054;

// The regularised incomplete beta function by its continued fraction, evaluated with Lentz's
// method.
double incomplete_beta(double a, double b, double x) {
    if (x <= 0) return 0;
    if (x >= 1) return 1;
    if (x > (a + 1) / (a + b + 2)) return 1 - incomplete_beta(b, a, 1 - x);
    const double front = std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) +
                                  a * std::log(x) + b * std::log1p(-x)) /
                         a;
    constexpr double tiny = 1e-300;
    double f = 1, c = 1, d = 0;
    for (int i = 0; i <= 500; ++i) {
        const int m = i / 2;
        double term = 1;
        if (i > 0 && i % 2 == 0)
            term = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        else if (i > 0)
            term = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        d = 1 + term * d;
        d = 1 / (std::abs(d) < tiny ? tiny : d);
        c = 1 + term / c;
        if (std::abs(c) < tiny) c = tiny;
        f *= c * d;
        if (std::abs(c * d - 1) < 1e-14) break;
    }
    return front * (f - 1);
}

// P(T <= t).
double student_cdf(double t, double freedom) {
    const double tail = 0.5 * incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t));
    return t >= 0 ? 1 - tail : tail;
}

estimate interval(std::int64_t count, double mean, double error, double freedom) {
    if (freedom < 1) return {count, mean, infinity, -infinity, infinity};
    const double half = error == 0 ? 0 : student_t(0.975, freedom) * error;
    return {count, mean, error, mean - half, mean + half};
}

double average(std::span<const double> values) {
    double sum = 0;
    for (const double x : values) sum += x;
    return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

}  // namespace

double student_t(double p, double freedom) {
    if (p < 0.5) return -student_t(1 - p, freedom);
    double low = 0, high = 1;
    while (student_cdf(high, freedom) < p && high < 1e12) high *= 2;
    for (int i = 0; i < 200 && high - low > 1e-12 * high; ++i) {
        const double middle = (low + high) / 2;
        (student_cdf(middle, freedom) < p ? low : high) = middle;
    }
    return (low + high) / 2;
}

estimate mean_of(std::span<const double> values) {
    const auto count = static_cast<std::int64_t>(values.size());
    const auto n = static_cast<double>(count);
    const double mean = average(values);
    double squares = 0;
    for (const double x : values) squares += (x - mean) * (x - mean);
    return interval(count, mean, n < 2 ? infinity : std::sqrt(squares / (n - 1) / n), n - 1);
}

estimate share_of(std::span<const double> values) {
    const auto count = static_cast<std::int64_t>(values.size());
    if (count == 0) return {0, 0.5, infinity, 0, 1};
    const auto n = static_cast<double>(count);
    const double p = average(values);
    constexpr double z = normal_95;
    const double centre = (p + z * z / (2 * n)) / (1 + z * z / n);
    const double half = z / (1 + z * z / n) * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    return {count, p, std::sqrt(p * (1 - p) / n), std::max(0.0, centre - half),
            std::min(1.0, centre + half)};
}

controlled_estimate mean_with_control(std::span<const double> values,
                                      std::span<const double> covariates,
                                      std::optional<double> known_mean) {
    if (values.size() != covariates.size())
        throw std::invalid_argument(
            fmt::format("{} values but {} covariates", values.size(), covariates.size()));
    const auto count = static_cast<std::int64_t>(values.size());
    const auto n = static_cast<double>(count);
    const double y = average(values), x = average(covariates);
    double xx = 0, xy = 0, yy = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double dx = covariates[i] - x, dy = values[i] - y;
        xx += dx * dx, xy += dx * dy, yy += dy * dy;
    }
    if (count < 3 || xx <= 0) return {mean_of(values), 0, 0};
    controlled_estimate out;
    out.slope = xy / xx;
    out.explained = yy > 0 ? std::min(1.0, xy * xy / (xx * yy)) : 0;
    if (!known_mean) return {mean_of(values), out.slope, out.explained};
    // The regression line at the known mean, with the error that a fitted line has there.
    const double mean = y - out.slope * (x - *known_mean);
    const double residual = std::max(0.0, yy - out.slope * xy) / (n - 2);
    const double away = x - *known_mean;
    out.result = interval(count, mean, std::sqrt(residual * (1 / n + away * away / xx)), n - 2);
    return out;
}

// --- Stopping early ------------------------------------------------------------------------------

namespace {

// Half of the interval, in standard errors of n values. For S, the sum of n standard normal values,
// and a weight drawn from a normal distribution of variance v, the mean of exp(weight S - n
// weight^2 / 2) is (1 + n v)^(-1/2) exp(v S^2 / (2 (1 + n v))): a martingale that begins at 1, so
// by Ville's inequality it ever reaches 1 / error with at most that chance.
double any_time_quantile(double n, double tuned_for) {
    constexpr double error = 0.05;
    const double twice = -2 * std::log(error);
    const double nv = n * (twice + std::log1p(twice)) / tuned_for;
    return std::sqrt(2 * (nv + 1) / nv * std::log(std::sqrt(nv + 1) / error));
}

}  // namespace

estimate at_any_time(const estimate& fixed, double tuned_for) {
    if (fixed.count < 2) return fixed;
    const auto n = static_cast<double>(fixed.count);
    // The variance is the sample's: as much wider as Student's t is than the normal distribution.
    const double unsure = student_t(0.975, n - 1) / normal_95;
    const double half =
        fixed.error == 0 ? 0 : unsure * any_time_quantile(n, tuned_for) * fixed.error;
    return {fixed.count, fixed.mean, fixed.error, fixed.mean - half, fixed.mean + half};
}

estimate share_at_any_time(std::span<const double> values, double tuned_for) {
    estimate out = share_of(values);
    if (values.empty()) return out;
    const auto n = static_cast<double>(out.count);
    // Values between 0 and 1 have tails no heavier than a normal distribution of deviation 1/2.
    const double half = any_time_quantile(n, tuned_for) * 0.5 / std::sqrt(n);
    out.low = std::max(0.0, out.mean - half);
    out.high = std::min(1.0, out.mean + half);
    return out;
}

sprt::sprt(const sprt_plan& plan)
    : plan_(plan),
      lower_(std::log(plan.beta / (1 - plan.alpha))),
      upper_(std::log((1 - plan.beta) / plan.alpha)) {
    if (!std::isfinite(plan.low) || !std::isfinite(plan.high) || !(plan.low < plan.high))
        throw std::invalid_argument(fmt::format(
            "a sequential test asks whether the mean is {} or {}: two numbers, the lower one first",
            plan.low, plan.high));
    const auto is_chance = [](double p) { return p > 0 && p < 0.5; };
    if (!is_chance(plan.alpha) || !is_chance(plan.beta))
        throw std::invalid_argument(
            fmt::format("alpha {} and beta {} are probabilities of error: between 0 and 0.5",
                        plan.alpha, plan.beta));
}

double sprt::log_ratio() const {
    const auto n = static_cast<double>(count_);
    const bool controlled = count_ > 2 && xx_ > 0;
    const double slope = controlled ? xy_ / xx_ : 0;
    const double residual = yy_ - slope * xy_;
    if (count_ < 2 || residual <= 0) return 0;
    // Of the regression line where the covariate is 0, and the variance of that.
    const double mean = mean_ - slope * mean_covariate_;
    const double away = controlled ? mean_covariate_ * mean_covariate_ / xx_ : 0;
    const double variance = residual / (n - (controlled ? 2 : 1)) * (1 / n + away);
    return (plan_.high - plan_.low) * (mean - (plan_.low + plan_.high) / 2) / variance;
}

sprt_verdict sprt::add(double difference, double covariate) {
    ++count_;
    const auto n = static_cast<double>(count_);
    const double dy = difference - mean_, dx = covariate - mean_covariate_;
    mean_ += dy / n;
    mean_covariate_ += dx / n;
    yy_ += dy * (difference - mean_);
    xy_ += dx * (difference - mean_);
    xx_ += dx * (covariate - mean_covariate_);
    if (verdict_ != sprt_verdict::undecided || count_ < plan_.least) return verdict_;
    const double ratio = log_ratio();
    if (ratio <= lower_) verdict_ = sprt_verdict::low;
    if (ratio >= upper_) verdict_ = sprt_verdict::high;
    return verdict_;
}

// --- Ratings -------------------------------------------------------------------------------------

namespace {

using matrix = std::vector<std::vector<double>>;

// The inverse of a symmetric positive definite matrix, by Gauss and Jordan; such a matrix needs no
// pivoting.
matrix inverse(matrix m) {
    const std::size_t n = m.size();
    matrix out(n, std::vector<double>(n, 0));
    for (std::size_t i = 0; i < n; ++i) out[i][i] = 1;
    for (std::size_t i = 0; i < n; ++i) {
        const double pivot = m[i][i];
        for (std::size_t k = 0; k < n; ++k) m[i][k] /= pivot, out[i][k] /= pivot;
        for (std::size_t j = 0; j < n; ++j) {
            const double factor = m[j][i];
            if (j == i || factor == 0) continue;
            for (std::size_t k = 0; k < n; ++k)
                m[j][k] -= factor * m[i][k], out[j][k] -= factor * out[i][k];
        }
    }
    return out;
}

}  // namespace

std::vector<rating> bradley_terry(std::size_t players, std::span<const paired_score> results) {
    const std::size_t n = players;
    matrix score(n, std::vector<double>(n, 0));
    for (const paired_score& r : results) {
        if (r.first >= n || r.second >= n || r.first == r.second)
            throw std::invalid_argument(
                fmt::format("a result of players {} and {}; there are {}, and it takes two",
                            r.first, r.second, n));
        score[r.first][r.second] += r.share;
        score[r.second][r.first] += 1 - r.share;
    }
    constexpr double prior = 1.0 / 16;  // 1 / variance, in natural units: a standard deviation of 4
    constexpr double added = 0.5;       // wins and losses of every pair that has met
    constexpr double scale = 400 / std::numbers::ln10;
    matrix has_met(n, std::vector<double>(n, 0));
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
            has_met[i][j] = score[i][j] + score[j][i] > 0 ? added : 0;
    std::vector<double> r(n, 0);
    const auto chance = [&](std::size_t i, std::size_t j) {
        return 1 / (1 + std::exp(r[j] - r[i]));
    };
    matrix inverse_curve;
    for (int step = 0; step < 100; ++step) {
        std::vector<double> slope(n);
        matrix curve(n, std::vector<double>(n, 0));
        for (std::size_t i = 0; i < n; ++i) {
            slope[i] = -prior * r[i];
            curve[i][i] += prior;
            for (std::size_t j = 0; j < n; ++j) {
                if (j == i) continue;
                const double p = chance(i, j);
                const double games = score[i][j] + score[j][i] + 2 * has_met[i][j];
                slope[i] += score[i][j] + has_met[i][j] - games * p;
                curve[i][i] += games * p * (1 - p);
                curve[i][j] -= games * p * (1 - p);
            }
        }
        inverse_curve = inverse(curve);
        double largest = 0;
        std::vector<double> move(n, 0);
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) move[i] += inverse_curve[i][j] * slope[j];
            largest = std::max(largest, std::abs(move[i]));
        }
        // Far from the top Newton's step can be too long.
        const double length = largest > 1 ? 1 / largest : 1;
        for (std::size_t i = 0; i < n; ++i) r[i] += length * move[i];
        if (largest < 1e-10) break;
    }

    // How the slope varies from deal to deal, each deal being one draw, whatever it has in it.
    matrix spread(n, std::vector<double>(n, 0));
    std::vector<paired_score> sorted(results.begin(), results.end());
    std::ranges::sort(sorted, {}, &paired_score::deal);
    std::vector<double> pull(n, 0);
    double deals = 0;
    const auto close_deal = [&] {
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j) spread[i][j] += pull[i] * pull[j];
        std::ranges::fill(pull, 0);
        ++deals;
    };
    for (std::size_t k = 0; k < sorted.size(); ++k) {
        const paired_score& s = sorted[k];
        const double away = s.share - chance(s.first, s.second);
        pull[s.first] += away;
        pull[s.second] -= away;
        if (k + 1 == sorted.size() || sorted[k + 1].deal != s.deal) close_deal();
    }
    const double freedom = std::max(deals - 1, 1.0);
    for (auto& row : spread)
        for (double& x : row) x *= deals / freedom;
    // What was added to the results, and the prior.
    for (std::size_t i = 0; i < n; ++i) {
        spread[i][i] += prior;
        for (std::size_t j = 0; j < n; ++j) {
            if (j == i) continue;
            const double p = chance(i, j), lost = has_met[i][j] * has_met[i][j];
            spread[i][i] += lost * (p * p + (1 - p) * (1 - p));
            spread[i][j] -= lost * (p * p + (1 - p) * (1 - p));
        }
    }
    // The ratings' covariance is inverse * spread * inverse. Only differences mean anything: row i
    // of `centred` gives a rating against the average of all.
    matrix centred = inverse_curve;
    double centre = 0;
    for (std::size_t j = 0; j < n; ++j) {
        double mean = 0;
        for (std::size_t i = 0; i < n; ++i) mean += inverse_curve[i][j] / static_cast<double>(n);
        for (std::size_t i = 0; i < n; ++i) centred[i][j] -= mean;
        centre += r[j] / static_cast<double>(n);
    }
    const double quantile = student_t(0.975, freedom);
    std::vector<rating> out;
    for (std::size_t i = 0; i < n; ++i) {
        double variance = 0;
        for (std::size_t j = 0; j < n; ++j)
            for (std::size_t k = 0; k < n; ++k)
                variance += centred[i][j] * spread[j][k] * centred[i][k];
        const double half = quantile * std::sqrt(std::max(0.0, variance)) * scale;
        const double value = (r[i] - centre) * scale;
        out.push_back({value, value - half, value + half});
    }
    return out;
}

}  // namespace mu
