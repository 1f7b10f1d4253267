// Placements with unequal chances: a weight for each card in each place.
//
// A placement's weight is the product of its cards' weights, and it is drawn with a probability in
// proportion to that. Cards with weights of their own are no longer interchangeable, so the
// programme runs card by card over the room that is left: f(i, room) is the total weight of all
// ways to place card i and those after it. Weights are floating-point numbers; what is exact is the
// method, not the last bit.
#pragma once

#include <cmath>
#include <span>
#include <vector>

#include <mu/belief/placement.h>

namespace mu {

class weighted_placement_set {
public:
    using weights = std::array<std::array<double, most_cards>, most_hidden_places>;

    // REQUIRES: weights are finite and not below zero.
    void prepare(const placement_problem& of, const weights& w);

    bool empty() const { return total_ <= 0; }
    // The logarithm of the weight of all placements together. REQUIRES: !empty().
    double log_total() const { return std::log(total_) + log_scale_; }

    // REQUIRES: !empty(), here and below.
    placement draw(rng& generator) const;
    // One of stratum i of n: the placements in the order of the cards' places, cut into n parts of
    // equal weight. REQUIRES: i < n.
    placement draw(rng& generator, std::size_t i, std::size_t n) const;
    // The probability of card c in place p: out[p][c].
    void card_chances(weights& out) const;
    // The sum over all cards of -log(chance of card c in truth[c], its place), and its derivative
    // by the logarithm of every weight: slope[p][c].
    double true_places_loss(std::span<const std::uint8_t, most_cards> truth, weights& slope) const;

private:
    double& f(std::size_t i, std::size_t slot) { return f_[i * slots_ + slot]; }
    double f(std::size_t i, std::size_t slot) const { return f_[i * slots_ + slot]; }
    template <typename Uniform>
    placement place_all(Uniform&& uniform) const;

    int places_ = 0;
    std::size_t cards_ = 0, slots_ = 0, first_ = 0;
    double total_ = 0, log_scale_ = 0;
    std::array<card, most_cards> card_{};
    std::array<std::array<double, most_hidden_places>, most_cards> weight_{};  // by card, scaled
    std::array<std::size_t, most_hidden_places> stride_{};
    std::vector<std::uint8_t> open_;  // bit p: place p has room in this slot, the widest left out
    std::vector<std::uint8_t> used_;  // cards that go to the other places than the widest
    int widest_ = 0, widest_room_ = 0;
    std::vector<double> f_;
};

}  // namespace mu
