#include <algorithm>
#include <cmath>

#include <mu/belief/fit.h>
#include <mu/parallel.h>

namespace mu {

namespace {

fit_value loss_of(std::span<const fit_sample> samples, std::span<const double> theta) {
    fit_value out{.loss = 0, .cards = 0, .slope = std::vector<double>(theta.size(), 0)};
    weighted_placement_set set;
    weighted_placement_set::weights weight{}, slope{};
    for (const fit_sample& s : samples) {
        for (int p = 0; p < s.problem.places; ++p)
            ops::for_each(s.problem.cards, [&](card c) { weight[p][c] = 0; });
        for (const fit_mark& m : s.marks) weight[m.place][m.c] += theta[m.rule] * m.power;
        for (int p = 0; p < s.problem.places; ++p)
            ops::for_each(s.problem.cards, [&](card c) { weight[p][c] = std::exp(weight[p][c]); });
        set.prepare(s.problem, weight);
        out.loss += set.true_places_loss(s.truth, slope);
        out.cards += ops::popcount(s.problem.cards);
        for (const fit_mark& m : s.marks) out.slope[m.rule] += m.power * slope[m.place][m.c];
    }
    return out;
}

double dot(std::span<const double> a, std::span<const double> b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
}

}  // namespace

fit_value soft_loss(std::span<const fit_sample> samples, std::span<const double> theta,
                    unsigned threads) {
    constexpr std::size_t chunk = 256;  // summed in order, whoever did which
    fit_value out{.loss = 0, .cards = 0, .slope = std::vector<double>(theta.size(), 0)};
    work_in_order(
        {.count = (samples.size() + chunk - 1) / chunk, .threads = threads},
        [&] {
            return [&](std::uint64_t i) {
                const std::size_t from = static_cast<std::size_t>(i) * chunk;
                return loss_of(samples.subspan(from, std::min(chunk, samples.size() - from)),
                               theta);
            };
        },
        [](const fit_value&) {},
        [&](const fit_value& part) {
            out.loss += part.loss;
            out.cards += part.cards;
            for (std::size_t k = 0; k < theta.size(); ++k) out.slope[k] += part.slope[k];
            return true;
        });
    return out;
}

// Broyden, Fletcher, Goldfarb and Shanno: the inverse of the second derivatives is estimated from
// the steps; a step that does not lower the value enough is halved (Armijo).
minimum minimise(const smooth_function& at, std::vector<double> from, int most_steps,
                 double least_slope) {
    const std::size_t n = from.size();
    std::vector<double> slope(n), next(n), next_slope(n), direction(n), moved(n), change(n), hy(n);
    std::vector<std::vector<double>> inverse(n, std::vector<double>(n, 0));
    for (std::size_t i = 0; i < n; ++i) inverse[i][i] = 1;
    minimum out{.at = std::move(from), .value = 0, .steps = 0};
    out.value = at(out.at, slope);
    bool scaled = false;
    while (out.steps < most_steps) {
        const auto steepest = [&] {
            double most = 0;
            for (const double g : slope) most = std::max(most, std::abs(g));
            return most;
        };
        if (steepest() <= least_slope) break;
        for (std::size_t i = 0; i < n; ++i) direction[i] = -dot(inverse[i], slope);
        double fall = dot(direction, slope);
        if (fall >= 0) {  // the estimate is worn out: begin again
            for (std::size_t i = 0; i < n; ++i) {
                std::ranges::fill(inverse[i], 0);
                inverse[i][i] = 1;
                direction[i] = -slope[i];
            }
            fall = dot(direction, slope);
        }
        double length = 0;
        for (const double d : direction) length = std::max(length, std::abs(d));
        double step = std::min(1.0, 1.0 / length), value = 0;
        bool lower = false;
        for (int tries = 0; tries < 40 && !lower; ++tries) {
            for (std::size_t i = 0; i < n; ++i) next[i] = out.at[i] + step * direction[i];
            value = at(next, next_slope);
            lower = value <= out.value + 1e-4 * step * fall;
            if (!lower) step /= 2;
        }
        if (!lower) break;
        for (std::size_t i = 0; i < n; ++i) {
            moved[i] = next[i] - out.at[i];
            change[i] = next_slope[i] - slope[i];
        }
        if (const double sy = dot(moved, change); sy > 1e-14) {
            if (!scaled)
                for (std::size_t i = 0; i < n; ++i) inverse[i][i] = sy / dot(change, change);
            scaled = true;
            for (std::size_t i = 0; i < n; ++i) hy[i] = dot(inverse[i], change);
            const double times = (1 + dot(change, hy) / sy) / sy;
            for (std::size_t i = 0; i < n; ++i)
                for (std::size_t k = 0; k < n; ++k)
                    inverse[i][k] +=
                        times * moved[i] * moved[k] - (hy[i] * moved[k] + moved[i] * hy[k]) / sy;
        }
        out.at = next;
        out.value = value;
        slope = next_slope;
        ++out.steps;
    }
    return out;
}

minimum fit_soft_factors(std::span<const fit_sample> samples, std::size_t rules,
                         const fit_plan& plan) {
    int calls = 0;
    const auto at = [&](std::span<const double> theta, std::span<double> slope) {
        const fit_value v = soft_loss(samples, theta, plan.threads);
        double mean = v.cards > 0 ? v.loss / v.cards : 0;
        if (plan.step) plan.step(++calls, mean);
        for (std::size_t i = 0; i < rules; ++i) {
            const double mean_slope = v.cards > 0 ? v.slope[i] / v.cards : 0;
            slope[i] = i < plan.free_rules ? mean_slope + plan.ridge * theta[i] : 0;
            mean += plan.ridge / 2 * theta[i] * theta[i];
        }
        return mean;
    };
    return minimise(at, std::vector<double>(rules, 0), plan.most_steps, 1e-5);
}

}  // namespace mu
