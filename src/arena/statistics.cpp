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

// --- Stopping early
// --------------------------------------------------------------------------------

sprt::sprt(const sprt_plan& plan)
    : plan_(plan),
      lower_(std::log(plan.beta / (1 - plan.alpha))),
      upper_(std::log((1 - plan.beta) / plan.alpha)) {
    if (!(plan.low < plan.high))
        throw std::invalid_argument(fmt::format(
            "a sequential test asks whether the mean is {} or {}: the first must be lower",
            plan.low, plan.high));
    const auto is_chance = [](double p) { return p > 0 && p < 0.5; };
    if (!is_chance(plan.alpha) || !is_chance(plan.beta))
        throw std::invalid_argument(fmt::format(
            "alpha {} and beta {} are chances of error: between 0 and 0.5", plan.alpha, plan.beta));
}

double sprt::log_ratio() const {
    if (count_ < 2 || squares_ <= 0) return 0;
    const auto n = static_cast<double>(count_);
    const double variance = squares_ / (n - 1);
    return n * (plan_.high - plan_.low) * (mean_ - (plan_.low + plan_.high) / 2) / variance;
}

sprt_verdict sprt::add(double difference) {
    ++count_;
    const double away = difference - mean_;
    mean_ += away / static_cast<double>(count_);
    squares_ += away * (difference - mean_);
    if (verdict_ != sprt_verdict::undecided || count_ < plan_.least) return verdict_;
    const double ratio = log_ratio();
    if (ratio <= lower_) verdict_ = sprt_verdict::low;
    if (ratio >= upper_) verdict_ = sprt_verdict::high;
    return verdict_;
}

// --- Ratings
// ---------------------------------------------------------------------------------------

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

std::vector<rating> bradley_terry(const std::vector<std::vector<double>>& score) {
    const std::size_t n = score.size();
    for (const auto& row : score)
        if (row.size() != n) throw std::invalid_argument("the matrix of results is not square");
    constexpr double prior = 1.0 / 16;  // 1 / variance, in natural units: a standard deviation of 4
    constexpr double scale = 400 / std::numbers::ln10;
    std::vector<double> r(n, 0);
    matrix covariance;
    for (int step = 0; step < 100; ++step) {
        std::vector<double> slope(n);
        matrix curve(n, std::vector<double>(n, 0));
        for (std::size_t i = 0; i < n; ++i) {
            slope[i] = -prior * r[i];
            curve[i][i] += prior;
            for (std::size_t j = 0; j < n; ++j) {
                if (j == i) continue;
                const double p = 1 / (1 + std::exp(r[j] - r[i]));
                const double games = score[i][j] + score[j][i];
                slope[i] += score[i][j] - games * p;
                curve[i][i] += games * p * (1 - p);
                curve[i][j] -= games * p * (1 - p);
            }
        }
        covariance = inverse(curve);
        double largest = 0;
        std::vector<double> move(n, 0);
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) move[i] += covariance[i][j] * slope[j];
            largest = std::max(largest, std::abs(move[i]));
        }
        // Far from the top Newton's step can be too long.
        const double length = largest > 1 ? 1 / largest : 1;
        for (std::size_t i = 0; i < n; ++i) r[i] += length * move[i];
        if (largest < 1e-10) break;
    }
    // Only differences mean anything: the error is that of a rating against the average of all.
    std::vector<double> row(n, 0);
    double all = 0, centre = 0;
    for (std::size_t i = 0; i < n; ++i) {
        centre += r[i] / static_cast<double>(n);
        for (std::size_t j = 0; j < n; ++j) row[i] += covariance[i][j], all += covariance[i][j];
    }
    std::vector<rating> out;
    const auto size = static_cast<double>(n);
    for (std::size_t i = 0; i < n; ++i) {
        const double variance = covariance[i][i] - 2 * row[i] / size + all / (size * size);
        const double half = normal_95 * std::sqrt(std::max(0.0, variance)) * scale;
        const double value = (r[i] - centre) * scale;
        out.push_back({value, value - half, value + half});
    }
    return out;
}

}  // namespace mu
