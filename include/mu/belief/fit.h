// Fitting the factors of soft rules to games that were played.
//
// The logarithm of a card's weight in a place is the sum of the logarithms of the factors that
// rules put on it, each as often as it did. So a set of rules has one number per rule, theta, and
// the loss is a smooth function of them: the mean over hidden cards of -log(chance of the place
// where the card lay). Its derivatives are exact (weighted_placement_set::true_places_loss()), and
// it is minimised by BFGS, a quasi-Newton method.
#pragma once

#include <functional>
#include <limits>

#include <mu/belief/weighted.h>

namespace mu {

// A rule's factor, to this power, lies on a card in a place.
struct fit_mark {
    std::uint8_t place = 0;  // of the problem
    card c = no_card;
    std::uint16_t rule = 0;
    float power = 1;
};

// One view: what was to be placed, where it lay, and what rules said.
struct fit_sample {
    placement_problem problem{};
    std::array<std::uint8_t, most_cards> truth{};  // place of each card of the problem
    std::vector<fit_mark> marks;
};

struct fit_value {
    double loss = 0;            // summed over cards
    double cards = 0;           // how many
    std::vector<double> slope;  // of the loss, by theta
};

// The loss of some views under log factors theta. Threads do not change it.
fit_value soft_loss(std::span<const fit_sample> samples, std::span<const double> theta,
                    unsigned threads = 1);

// Finds where a smooth function is least. `at` gives the value at a point and fills in the
// derivatives.
struct minimum {
    std::vector<double> at;
    double value = 0;
    int steps = 0;
};
using smooth_function = std::function<double(std::span<const double>, std::span<double>)>;
minimum minimise(const smooth_function& at, std::vector<double> from, int most_steps = 100,
                 double least_slope = 1e-5);

// The log factors that fit best. `ridge` * theta^2 / 2 is added to the mean loss: a rule that
// hardly ever applied stays near 1. `step` is told of each step's mean loss.
struct fit_plan {
    unsigned threads = 1;
    double ridge = 1e-4;
    int most_steps = 60;
    std::size_t free_rules = std::numeric_limits<std::size_t>::max();  // the others stay at 1
    std::function<void(int, double)> step;
};
minimum fit_soft_factors(std::span<const fit_sample> samples, std::size_t rules,
                         const fit_plan& plan);

}  // namespace mu
