// The statistics of paired comparisons. Pure functions: numbers in, numbers out.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace mu {

// The quantile of Student's t distribution. REQUIRES: 0 < p < 1, freedom >= 1.
double student_t(double p, double freedom);

// A mean with its standard error and 95 % interval. With fewer than two values nothing is known of
// the error: the interval is infinite.
struct estimate {
    std::int64_t count = 0;
    double mean = 0;
    double error = 0;
    double low = 0, high = 0;
};

// Interval by Student's t.
estimate mean_of(std::span<const double> values);

// A share of successes, each value between 0 and 1 (a tie is 0.5). Interval by Wilson's formula,
// which stays within 0 and 1 also where all or none succeed.
estimate share_of(std::span<const double> values);

// The mean of `values` with the part explained by a covariate taken out: values and covariates are
// paired, the slope is fitted by least squares, and the covariate's mean is known, or, if not, left
// to cancel out (then only the error of the residuals is reported, about the same mean).
// REQUIRES: as many covariates as values.
struct controlled_estimate {
    estimate result;
    double slope = 0;
    double explained = 0;  // part of the variance that the covariate explains, 0 to 1
};
controlled_estimate mean_with_control(std::span<const double> values,
                                      std::span<const double> covariates,
                                      std::optional<double> known_mean);

// --- Stopping early
// --------------------------------------------------------------------------------

// A sequential probability ratio test on the mean of paired differences d: H0 mean = low against
// H1 mean = high. The differences of duplicate deals are independent, and their sum is near normal;
// the likelihood ratio is that of two normal distributions with the sample's own variance
// (a generalised SPRT), n (high - low) (mean - (low + high) / 2) / variance, and A. Wald's bounds
// stop it. If a hypothesis holds exactly, the chance to accept the other is about alpha (H0 true)
// or beta (H1 true).
struct sprt_plan {
    double low = 0;   // H0
    double high = 1;  // H1. REQUIRES: low < high
    double alpha = 0.05;
    double beta = 0.05;
    std::int64_t least = 30;  // deals before it may stop: the variance must be known by then
};
enum class sprt_verdict : std::uint8_t { undecided, low, high };

class sprt {
public:
    // std::invalid_argument if the plan makes no sense.
    explicit sprt(const sprt_plan& plan);
    // Takes the next difference. Once it has decided it stays so.
    sprt_verdict add(double difference);
    sprt_verdict verdict() const { return verdict_; }
    std::int64_t count() const { return count_; }
    double log_ratio() const;
    double lower_bound() const { return lower_; }
    double upper_bound() const { return upper_; }

private:
    sprt_plan plan_;
    double lower_, upper_;
    std::int64_t count_ = 0;
    double mean_ = 0, squares_ = 0;  // Welford
    sprt_verdict verdict_ = sprt_verdict::undecided;
};

// --- Ratings
// ---------------------------------------------------------------------------------------

// Bradley-Terry: player i beats j with chance 1 / (1 + 10^((r_j - r_i) / 400)). The ratings that
// make the results most likely, with a weak normal prior around 0 (so that who won all or none, or
// met nobody, has a rating too); intervals from the curvature there. Ratings sum to 0.
struct rating {
    double value = 0;
    double low = 0, high = 0;  // 95 %
};
// score[i][j]: what i won against j, a tie counting half to both. REQUIRES: a square matrix.
std::vector<rating> bradley_terry(const std::vector<std::vector<double>>& score);

}  // namespace mu
