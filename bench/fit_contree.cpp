// Fits what a hand of contrée is worth (games/contree/hand_value.h) to deals played by the rule
// player: least squares on the points of the side that bid, its belote included.
//
//     bench_fit_contree [deals] [seed]
//
// "taker": the hand that bids, its partner's unknown. "partner", "defender": hands opposite and
// against a bidder who expects 75 points or more with his best suit; his own weights are fitted
// beside theirs, so theirs are what they add.

#include <cmath>
#include <cstdlib>
#include <vector>

#include <fmt/format.h>

#include <mu/games/contree/hand_value.h>
#include <mu/policy/rule.h>

namespace {

using namespace mu;

// Least squares by normal equations, with a little ridge.
class least_squares {
public:
    explicit least_squares(std::size_t n) : n_(n), a_(n * (n + 1)) {}
    void add(const std::vector<double>& x, double y) {
        for (std::size_t i = 0; i < n_; ++i) {
            if (x[i] == 0) continue;
            for (std::size_t j = 0; j < n_; ++j) a_[i * (n_ + 1) + j] += x[i] * x[j];
            a_[i * (n_ + 1) + n_] += x[i] * y;
        }
        squares_ += y * y, sum_ += y, ++count_;
    }
    std::vector<double> solve() const {
        std::vector<double> a = a_;
        const std::size_t row = n_ + 1;
        for (std::size_t i = 0; i < n_; ++i) a[i * row + i] += 1e-3;
        for (std::size_t i = 0; i < n_; ++i)
            for (std::size_t k = 0; k < n_; ++k) {
                if (k == i) continue;
                const double f = a[k * row + i] / a[i * row + i];
                for (std::size_t j = i; j < row; ++j) a[k * row + j] -= f * a[i * row + j];
            }
        std::vector<double> x(n_);
        for (std::size_t i = 0; i < n_; ++i) x[i] = a[i * row + n_] / a[i * row + i];
        return x;
    }
    // Standard deviation of what is left.
    double left(const std::vector<double>& x) const {
        double explained = 0;
        for (std::size_t i = 0; i < n_; ++i) explained += x[i] * a_[i * (n_ + 1) + n_];
        return std::sqrt((squares_ - explained) / static_cast<double>(count_));
    }
    double spread() const {
        const auto n = static_cast<double>(count_);
        return std::sqrt(squares_ / n - sum_ / n * sum_ / n);
    }
    long count() const { return count_; }

private:
    std::size_t n_;
    std::vector<double> a_;
    double squares_ = 0, sum_ = 0;
    long count_ = 0;
};

struct played {
    int points = 0;  // of the bidder's side, belote included
    bool capot = false;
};

played play_by_rule(const per_seat<card_mask>& hands, seat dealer, contree::order o, seat bidder) {
    game_state<contree> s =
        contree_start_play(hands, {}, dealer, contree_calls::bid_in_two_steps(0, o), bidder);
    std::vector<seen_action> record;
    while (!rules<contree>::is_over(s)) {
        const seat who = rules<contree>::to_act(s);
        const action a = choose_by_rule(view_of(s, who), record);
        record.push_back({who, a});
        rules<contree>::apply(s, a);
    }
    const contree_outcome r = contree_result(s, {});
    const auto side = static_cast<std::size_t>(partnership_of(bidder));
    return {r.points[side] + r.belote[side], r.tricks[side] == 8};
}

void print(const char* what, const least_squares& f, const std::vector<double>& x) {
    fmt::print("{}: {} deals, sd {:.1f}, left {:.1f}\n   ", what, f.count(), f.spread(), f.left(x));
    for (const double w : x) fmt::print(" {:.1f},", w);
    fmt::print("\n");
}

contree_weights weights(const std::vector<double>& x, std::size_t from = 0) {
    contree_weights w{};
    for (std::size_t i = 0; i < w.size(); ++i) w[i] = static_cast<float>(x[from + i]);
    return w;
}

template <typename F>
void for_each_deal(int deals, std::uint64_t seed, F&& f) {
    for (int i = 0; i < deals; ++i) {
        rng r = rng(seed).split(static_cast<std::uint64_t>(i));
        per_seat<card_mask> hands{};
        deal_random(layout({8, 8, 8, 8}), r, hands);
        f(hands, static_cast<seat>(r.below(4)), r);
    }
}

std::vector<double> doubles(const contree_counts& c) { return {c.n.begin(), c.n.end()}; }

// The bidder's strains of one kind: suits, or one without a trump suit.
using strains = std::vector<contree::order>;

void fit(const char* name, const strains& of, int deals, std::uint64_t seed) {
    constexpr std::size_t n = contree_counts::size;
    // Hands that might bid: first all that have three trumps, then those that look good.
    contree_weights taker{};
    std::vector<double> x;
    for (int round = 0; round < 2; ++round) {
        least_squares f(n);
        for_each_deal(deals, seed, [&](const per_seat<card_mask>& hands, seat dealer, rng&) {
            for (int k = 0; k < 4; ++k) {
                const auto who = static_cast<seat>(k);
                const bool leads = next_seat(dealer) == who;
                contree::order best = of[0];
                double most = -1e9;
                for (const contree::order o : of) {
                    const contree_counts c = contree_count(hands[who], o, leads);
                    const double v =
                        round == 0 ? c.n[contree_counts::trumps] : contree_sum(c, taker);
                    if (v > most) most = v, best = o;
                }
                if (of.size() > 1 && most < (round == 0 ? 3 : 60)) continue;
                if (of.size() == 1 && round > 0 && most < 60) continue;
                f.add(doubles(contree_count(hands[who], best, leads)),
                      play_by_rule(hands, dealer, best, who).points);
            }
        });
        x = f.solve();
        taker = weights(x);
        if (round == 1) print(fmt::format("{} taker", name).c_str(), f, x);
    }
    least_squares partner(n + 1), defender(n + 1);
    std::array<std::array<double, 3>, 40> by_value{};
    for_each_deal(deals, seed + 1, [&](const per_seat<card_mask>& hands, seat dealer, rng&) {
        for (int k = 0; k < 4; ++k) {
            const auto who = static_cast<seat>(k);
            contree::order best = of[0];
            double most = -1e9;
            for (const contree::order o : of) {
                const double v =
                    contree_sum(contree_count(hands[who], o, next_seat(dealer) == who), taker);
                if (v > most) most = v, best = o;
            }
            if (most < 75) continue;
            const played r = play_by_rule(hands, dealer, best, who);
            auto& row = by_value[static_cast<std::size_t>(std::min(39.0, most / 5))];
            row[0] += 1, row[1] += r.points, row[2] += r.capot;
            for (int j = 1; j < 4; ++j) {
                const seat other = seat_after<contree>(who, j);
                auto y = doubles(contree_count(hands[other], best, next_seat(dealer) == other));
                y.push_back(most);
                (j == 2 ? partner : defender).add(y, r.points);
            }
        }
    });
    print(fmt::format("{} partner", name).c_str(), partner, partner.solve());
    print(fmt::format("{} defender", name).c_str(), defender, defender.solve());
    for (std::size_t i = 0; i < by_value.size(); ++i)
        if (const auto& r = by_value[i]; r[0] > 0)
            fmt::print("    {:>3}: {:>6} deals, {:.1f} points, capot {:.3f}\n", 5 * i, r[0],
                       r[1] / r[0], r[2] / r[0]);
}

}  // namespace

int main(int argc, char** argv) {
    const int deals = argc > 1 ? std::atoi(argv[1]) : 20'000;
    const std::uint64_t seed = argc > 2 ? static_cast<std::uint64_t>(std::atoll(argv[2])) : 1;
    using o = contree::order;
    fit("trumps", {o::spades, o::hearts, o::diamonds, o::clubs}, deals, seed);
    fit("sans atout", {o::no_trump}, deals, seed);
    fit("tout atout", {o::all_trump}, deals, seed);
}
