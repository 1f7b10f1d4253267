// Whether counts look like draws from a uniform distribution.
#pragma once

#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>

namespace mu::test {

// How far counts are from even.
inline double chi_square_of(std::span<const std::int64_t> counts) {
    const double total = static_cast<double>(std::accumulate(counts.begin(), counts.end(), 0LL));
    const double expected = total / static_cast<double>(counts.size());
    double chi_square = 0;
    for (const auto count : counts) {
        const double difference = static_cast<double>(count) - expected;
        chi_square += difference * difference / expected;
    }
    return chi_square;
}

// Chi-square test with probability below 1e-9 of rejecting uniform counts. The bound is that of B.
// Laurent and P. Massart (Annals of Statistics 28, 2000): with d degrees of freedom a chi-square
// variable exceeds d + 2 sqrt(d x) + 2 x with probability at most exp(-x).
inline bool looks_uniform(std::span<const std::int64_t> counts) {
    const double freedom = static_cast<double>(counts.size()) - 1;
    const double x = 21;  // exp(-21) < 1e-9
    return chi_square_of(counts) <= freedom + 2 * std::sqrt(freedom * x) + 2 * x;
}

}  // namespace mu::test
