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
// the error: the interval is infinite. The interval is for a number of values that was fixed before
// they were seen; for all else there is at_any_time().
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

// --- Stopping early ------------------------------------------------------------------------------

// The same estimate with a 95 % interval that may be looked at as often as one likes: the chance
// that it ever leaves out the true mean, at any number of values from the first few dozen on, is
// about 5 %. So it holds wherever a test has stopped. It is narrowest, 1.55 times a fixed one, near
// `tuned_for` values, which must not depend on them; docs/arena.md derives it.
estimate at_any_time(const estimate& fixed, double tuned_for = 500);
// The same for a share of successes: for values between 0 and 1, of whatever distribution.
estimate share_at_any_time(std::span<const double> values, double tuned_for = 500);

// A sequential probability ratio test on the mean of paired differences d: H0 mean = low against
// H1 mean = high. The differences of duplicate deals are independent, and their sum is near normal;
// the likelihood ratio is that of two normal distributions with the sample's own variance
// (a generalised SPRT), n (high - low) (mean - (low + high) / 2) / variance, and A. Wald's bounds
// stop it. If a hypothesis holds exactly, the chance to accept the other is about alpha (H0 true)
// or beta (H1 true).
struct sprt_plan {
    double low = 0;   // H0
    double high = 1;  // H1. REQUIRES: low < high, both finite
    double alpha = 0.05;
    double beta = 0.05;
    std::int64_t least = 30;  // deals before it may stop: the variance must be known by then
};
enum class sprt_verdict : std::uint8_t { undecided, low, high };

class sprt {
public:
    // std::invalid_argument if the plan makes no sense.
    explicit sprt(const sprt_plan& plan);
    // Takes the next difference, with a covariate of mean 0 if there is one: what that explains is
    // taken out, as mean_with_control() does. Once it has decided it stays so.
    sprt_verdict add(double difference, double covariate = 0);
    sprt_verdict verdict() const { return verdict_; }
    std::int64_t count() const { return count_; }
    double log_ratio() const;
    double lower_bound() const { return lower_; }
    double upper_bound() const { return upper_; }

private:
    sprt_plan plan_;
    double lower_, upper_;
    std::int64_t count_ = 0;
    double mean_ = 0, mean_covariate_ = 0;
    double yy_ = 0, xy_ = 0, xx_ = 0;  // sums of products about the means (Welford)
    sprt_verdict verdict_ = sprt_verdict::undecided;
};

// --- Ratings -------------------------------------------------------------------------------------

// One result of two players.
struct paired_score {
    std::size_t first = 0, second = 0;  // players by number. REQUIRES: different
    double share = 0.5;                 // of the first: 1, 0, or 0.5 for a tie
    std::uint64_t deal = 0;             // results of one deal depend on each other
};

// Bradley-Terry: player i beats j with chance 1 / (1 + 10^((r_j - r_i) / 400)); a tie is half a
// win. The ratings that fit the results best, with half a win and half a loss added to every pair
// that has met and a weak normal prior around 0 (so that who won all or none, or met nobody, has a
// rating too). Ratings sum to 0. Intervals come from how much the deals differ among each other,
// not from the model: results of one deal may depend on each other in any way, and ties count as
// what they are.
struct rating {
    double value = 0;
    double low = 0, high = 0;  // 95 %
};
// std::invalid_argument if a result names a player that is not there, or one twice.
std::vector<rating> bradley_terry(std::size_t players, std::span<const paired_score> results);

}  // namespace mu
