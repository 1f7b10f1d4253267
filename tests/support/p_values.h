// P-values of the chi-square and the Kolmogorov test.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "support/chi_square.h"

namespace mu::test {

// Q(a, x), the upper incomplete gamma function over Gamma(a): below a + 1 by its series, above by
// its continued fraction (Lentz).
inline double upper_gamma(double a, double x) {
    if (x <= 0) return 1;
    const double front = std::exp(-x + a * std::log(x) - std::lgamma(a));
    if (x < a + 1) {
        double term = 1 / a, sum = term;
        for (double n = a + 1; term > sum * 1e-15; ++n) sum += term *= x / n;
        return 1 - sum * front;
    }
    constexpr double tiny = 1e-300;
    double b = x + 1 - a, c = 1 / tiny, d = 1 / b, h = d;
    for (int i = 1; i < 100000; ++i) {
        const double an = -i * (i - a);
        b += 2;
        d = 1 / (std::abs(an * d + b) < tiny ? tiny : an * d + b);
        c = std::abs(b + an / c) < tiny ? tiny : b + an / c;
        h *= d * c;
        if (std::abs(d * c - 1) < 1e-14) break;
    }
    return front * h;
}

// The probability of counts at least as uneven, if all are equally likely.
inline double p_uniform(std::span<const std::int64_t> counts) {
    return upper_gamma((static_cast<double>(counts.size()) - 1) / 2, chi_square_of(counts) / 2);
}

// The same if each has a share in proportion to its weight. Those expected fewer than five times
// are taken together.
inline double p_weighted(std::span<const std::int64_t> counts, std::span<const double> weights) {
    double draws = 0, total = 0, statistic = 0, few = 0, few_expected = 0;
    int parts = 0;
    for (const auto n : counts) draws += static_cast<double>(n);
    for (const double w : weights) total += w;
    const auto add = [&](double n, double expected) {
        statistic += (n - expected) * (n - expected) / expected;
        ++parts;
    };
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const double expected = draws * weights[i] / total;
        if (expected >= 5) {
            add(static_cast<double>(counts[i]), expected);
        } else {
            few += static_cast<double>(counts[i]);
            few_expected += expected;
        }
    }
    if (few_expected > 0) add(few, few_expected);
    return parts < 2 ? 1 : upper_gamma((parts - 1) / 2.0, statistic / 2);
}

// The probability that values drawn uniformly from 0 to 1 lie at least as far from even: the
// limiting distribution with Stephens's correction for few values.
inline double p_kolmogorov(std::vector<double> values) {
    std::ranges::sort(values);
    const double n = static_cast<double>(values.size());
    double distance = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        distance = std::max(distance, values[i] - static_cast<double>(i) / n);
        distance = std::max(distance, static_cast<double>(i + 1) / n - values[i]);
    }
    const double t = distance * (std::sqrt(n) + 0.12 + 0.11 / std::sqrt(n));
    double sum = 0;
    for (int k = 1; k <= 100; ++k) sum += (k % 2 == 1 ? 2 : -2) * std::exp(-2.0 * k * k * t * t);
    return t < 0.2 ? 1 : std::clamp(sum, 0.0, 1.0);
}

}  // namespace mu::test
