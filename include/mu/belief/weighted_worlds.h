// Worlds with unequal chances: by product weights, or by any weight of a whole world.
#pragma once

#include <limits>

#include <mu/belief/weighted.h>
#include <mu/belief/worlds.h>

namespace mu {

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

// The worlds of a set, drawn in proportion to product weights (and to world_set::weight()). Facts
// that tie cards together are met as world_set<V> meets them: a case is drawn by its weight, and a
// world that fails them, or belongs to an earlier case, is thrown away.
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

    // Throws no_world_found if joint facts let none pass in time.
    world<V> draw(rng& generator, const draw_budget& budget = {}) const {
        if (cases_ == 0) return with(of_->places().known, whole_.draw(generator));
        return detail::draw_within(budget, [&]() -> std::optional<world<V>> {
            const double at = generator.uniform() * total_;
            std::size_t i = 0;
            while (i + 1 < cases_ && at >= list_[i].end) ++i;
            const weighted_case& c = list_[i];
            const world<V> w = with(c.known, c.placements.draw(generator));
            const bool good = of_->is_first(c.number, w) && of_->accepts(w, generator);
            return good ? std::optional(w) : std::nullopt;
        });
    }
    // Worlds for one decision; fills all of `out` and returns its size, as world_set<V> does. One
    // is drawn from each of so many strata of equal weight, unless facts tie cards together.
    std::size_t draw(std::span<world<V>> out, rng& generator,
                     const draw_budget& budget = {}) const {
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = cases_ > 0 ? draw(generator, budget)
                                : with(of_->places().known, whole_.draw(generator, i, out.size()));
        return out.size();
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
