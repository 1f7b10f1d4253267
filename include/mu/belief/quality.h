// How good beliefs were, once it is known where the cards lay.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include <mu/belief/belief_state.h>

namespace mu {

// Sums over views. Chances are those of one card in each place.
struct belief_tally {
    static constexpr std::size_t bins = 20;
    struct bin {
        double count = 0;    // pairs of card and place with a chance in this range
        double chances = 0;  // their sum
        double hits = 0;     // how many of the cards were there
    };

    double views = 0;
    double cards = 0;
    double log_loss = 0;    // -log(chance of the true place)
    double brier = 0;       // squares of chance less truth, over all places
    double effective = 0;   // effective sample size of uniform worlds, as a part of their number
    double true_score = 0;  // log(chance of the true world times the number of worlds)
    std::uint64_t false_exclusions = 0;  // the true place had no chance
    std::array<bin, bins> calibration{};

    // One card: its chances by place, and the place where it lay. What was excluded falsely counts
    // as a chance of 1e-9.
    void add_card(std::span<const double> chances, std::size_t truth);
    void add_view(double effective_part, double score);
    void add(const belief_tally& other);

    double mean_loss() const { return cards > 0 ? log_loss / cards : 0; }
    double mean_brier() const { return cards > 0 ? brier / cards : 0; }
    double mean_effective() const { return views > 0 ? effective / views : 0; }
    double mean_score() const { return views > 0 ? true_score / views : 0; }
    // The mean distance between chance and truth, bin by bin.
    double calibration_error() const;
};

// What the observer knew of places at one moment and where the cards lay then.
template <variant V>
struct hidden_truth {
    static constexpr int rows = belief_state<V>::rows;
    card_mask cards = 0;  // not seen by the observer
    std::array<int, rows> room{};
    std::array<std::uint8_t, deck_traits<V>::cards> row{};  // of each of the cards
};

template <variant V>
hidden_truth<V> truth_of(const belief_state<V>& belief, const world<V>& truth) {
    const hidden_places<V>& places = belief.worlds().places();
    const view<V>& v = belief.facts().now();
    hidden_truth<V> out;
    out.cards = places.problem.cards;
    for (int r = 0; r < out.rows; ++r) {
        const int at = belief.place(r), p = places.find(at);
        out.room[static_cast<std::size_t>(r)] = p < 0 ? 0 : places.problem.room[p];
        // Cards that hard facts put in a hand were hidden too.
        if (at >= V::seats) continue;
        const card_mask found = places.known.hands[at] & ~card_mask{v.seen.hands[at]};
        out.cards |= found;
        out.room[static_cast<std::size_t>(r)] += ops::popcount(found);
    }
    ops::for_each(out.cards, [&](card c) {
        for (int r = 0; r < out.rows; ++r)
            if ((truth[belief.place(r)] & bit(c)) != 0) out.row[c] = static_cast<std::uint8_t>(r);
    });
    return out;
}

// The loss of knowing nothing but how many cards lie where.
template <variant V>
void tally_uniform(const hidden_truth<V>& truth, belief_tally& to) {
    std::array<double, hidden_truth<V>::rows> chances{};
    const int all = ops::popcount(truth.cards);
    for (std::size_t r = 0; r < chances.size(); ++r)
        chances[r] = static_cast<double>(truth.room[r]) / all;
    ops::for_each(truth.cards, [&](card c) { to.add_card(chances, truth.row[c]); });
    to.add_view(1, 0);
}

// The loss of a belief. Where it stands on draws (facts that tie cards together, and too many
// worlds to list them) chances are mixed with even ones as if they were one draw more, so that a
// place that no draw hit is not taken to be excluded; effective sample size and true-world score
// are those before such facts.
template <variant V>
void tally_belief(const belief_state<V>& belief, const hidden_truth<V>& truth, belief_tally& to) {
    constexpr double draws = belief_state<V>::draws;
    constexpr std::size_t rows = hidden_truth<V>::rows;
    const world_set<V>& worlds = belief.worlds();
    const bool drawn = worlds.is_joint() && !worlds.is_exact();
    ops::for_each(truth.cards, [&](card c) {
        std::array<double, rows> chances{};
        double possible = 0;
        for (std::size_t r = 0; r < rows; ++r)
            possible += (belief.possible[r] >> c & 1) != 0 ? 1 : 0;
        for (std::size_t r = 0; r < rows; ++r) {
            chances[r] = belief.prob[r][c];
            if (drawn && (belief.possible[r] >> c & 1) != 0)
                chances[r] = (draws * chances[r] + 1 / possible) / (draws + 1);
        }
        to.add_card(chances, truth.row[c]);
    });

    const hidden_places<V>& places = worlds.places();
    weighted_placement_set::weights one{}, weight{}, square{};
    double score = 0;
    ops::for_each(places.problem.cards, [&](card c) {
        for (int p = 0; p < places.problem.places; ++p) {
            const double w = belief.weight(belief.row_of_place(places.place[p]), c);
            one[p][c] = 1;
            weight[p][c] = w;
            square[p][c] = w * w;
        }
        score += std::log(belief.weight(truth.row[c], c));
    });
    weighted_placement_set set;
    const auto log_total = [&](const weighted_placement_set::weights& w) {
        set.prepare(places.problem, w);
        return set.log_total();
    };
    const double all = log_total(one), sum = log_total(weight), squares = log_total(square);
    to.add_view(std::exp(2 * sum - squares - all), score - sum + all);
}

}  // namespace mu
