// Placements with unequal chances: a weight for each card in each place.
//
// A placement's weight is the product of its cards' weights, and it is drawn with a probability in
// proportion to that. Cards with weights of their own are no longer interchangeable, so the
// programme runs card by card over the room that is left: f(i, room) is the total weight of all
// ways to place card i and those after it. Weights are floating-point numbers; what is exact is the
// method, not the last bit.
#pragma once

#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include <mu/belief/worlds.h>

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
    // The probability of card c in place p: out[p][c].
    void card_chances(weights& out) const;
    // The sum over all cards of -log(chance of card c in truth[c], its place), and its derivative
    // by the logarithm of every weight: slope[p][c].
    double true_places_loss(std::span<const std::uint8_t, most_cards> truth, weights& slope) const;

private:
    double& f(std::size_t i, std::size_t slot) { return f_[i * slots_ + slot]; }
    double f(std::size_t i, std::size_t slot) const { return f_[i * slots_ + slot]; }

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

// The number of equally weighted draws that would say as much as these.
inline double effective_sample_size(std::span<const double> weights) {
    double sum = 0, squares = 0;
    for (const double w : weights) {
        sum += w;
        squares += w * w;
    }
    return squares > 0 ? sum * sum / squares : 0;
}

// Worlds with weights, as importance sampling gives them: averages over the worlds by weight stand
// for averages over the distribution that the weights describe.
template <variant V>
struct weighted_worlds {
    std::vector<world<V>> worlds;
    std::vector<double> weights;  // their sum is 1, unless all are 0

    double effective() const { return effective_sample_size(weights); }
};

// n worlds drawn from a set, each weighted by `weight(world)`.
template <variant V, typename Weight>
weighted_worlds<V> weighted_draws(const world_set<V>& from, int n, rng& generator,
                                  Weight&& weight) {
    weighted_worlds<V> out;
    double sum = 0;
    for (int i = 0; i < n; ++i) {
        out.worlds.push_back(from.draw(generator));
        out.weights.push_back(weight(out.worlds.back()));
        sum += out.weights.back();
    }
    for (double& w : out.weights) w = sum > 0 ? w / sum : 0;
    return out;
}

// The worlds of a set, drawn in proportion to product weights. Facts that tie cards together are
// met as world_set<V> meets them: a case is drawn by its weight, and a world that fails them, or
// belongs to an earlier case, is thrown away.
template <variant V>
class weighted_world_set {
public:
    // Weights by place, as in world<V>, and card.
    using weights = std::array<std::array<double, most_cards>, place_count>;

    // REQUIRES: `of` stays as it is; weights are finite and not below zero. False if no world has a
    // weight above zero.
    bool prepare(const world_set<V>& of, const weights& w) {
        of_ = &of;
        const hidden_places<V>& places = of.places();
        weighted_placement_set::weights mine{};
        for (int p = 0; p < places.problem.places; ++p) mine[p] = w[places.place[p]];
        whole_.prepare(places.problem, mine);
        if (whole_.empty()) return false;
        cases_ = 0;
        double most = -std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; of.is_joint() && i < of.cases(); ++i) {
            if (cases_ == list_.size()) list_.emplace_back();
            weighted_case& c = list_[cases_];
            placement_problem problem;
            c.number = i;
            c.known = of.case_problem(i, problem);
            c.placements.prepare(problem, mine);
            if (c.placements.empty()) continue;
            c.log_weight = c.placements.log_total();
            for (int p = 0; p < places.problem.places; ++p) {
                const int at = places.place[p];
                ops::for_each(c.known[at] & ~places.known[at],
                              [&](card held) { c.log_weight += std::log(w[at][held]); });
            }
            if (c.log_weight == -std::numeric_limits<double>::infinity()) continue;
            most = std::max(most, c.log_weight);
            ++cases_;
        }
        total_ = 0;
        for (std::size_t i = 0; i < cases_; ++i)
            list_[i].end = total_ += std::exp(list_[i].log_weight - most);
        return !of.is_joint() || cases_ > 0;
    }

    // Throws std::runtime_error if joint facts let no world pass in 2^24 tries.
    world<V> draw(rng& generator) const {
        if (cases_ == 0) return with(of_->places().known, whole_.draw(generator));
        for (int tries = 0; tries < 1 << 24; ++tries) {
            const double at = generator.uniform() * total_;
            std::size_t i = 0;
            while (i + 1 < cases_ && at >= list_[i].end) ++i;
            const weighted_case& c = list_[i];
            const world<V> w = with(c.known, c.placements.draw(generator));
            if (of_->is_first(c.number, w) && of_->fits(w)) return w;
        }
        throw std::runtime_error("beliefs: what was announced fits no world that could be found");
    }

    // Chances of each card in each place, before joint facts.
    void card_chances(weights& out) const {
        const hidden_places<V>& places = of_->places();
        weighted_placement_set::weights mine{};
        whole_.card_chances(mine);
        for (auto& row : out) row.fill(0);
        for (int p = 0; p < places.problem.places; ++p) out[places.place[p]] = mine[p];
        for (int p = 0; p < place_count; ++p)
            if (world<V>::has(p)) ops::for_each(places.known[p], [&](card c) { out[p][c] = 1; });
    }

private:
    struct weighted_case {
        std::size_t number = 0;  // in the set
        world<V> known{};
        weighted_placement_set placements;
        double log_weight = 0, end = 0;
    };

    world<V> with(world<V> w, const placement& put) const {
        const hidden_places<V>& places = of_->places();
        for (int p = 0; p < places.problem.places; ++p) w[places.place[p]] |= put[p];
        return w;
    }

    const world_set<V>* of_ = nullptr;
    weighted_placement_set whole_;
    std::vector<weighted_case> list_;  // the first cases_ are in use
    std::size_t cases_ = 0;
    double total_ = 0;
};

}  // namespace mu
