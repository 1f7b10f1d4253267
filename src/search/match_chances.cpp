#include <algorithm>
#include <stdexcept>

#include <mu/search/match_chances.h>

namespace mu {

namespace {

constexpr int most_cells = 100;

// Of a match that is over.
double won(int mine, int theirs) { return mine > theirs ? 1 : mine < theirs ? 0 : 0.5; }

}  // namespace

match_chances::match_chances(int target, std::span<const std::array<int, 2>> deals)
    : target_(target), step_((target + most_cells - 1) / most_cells) {
    if (target <= 0) throw std::invalid_argument("a match needs a target above 0");
    cells_ = (target + step_ - 1) / step_;
    const auto steps = [&](int points) { return (std::max(points, 0) + step_ / 2) / step_; };
    // How often a deal brings so many steps to the sides, seen from either.
    struct entry {
        int mine, theirs;
        double share;
    };
    std::vector<entry> brings;
    double all = 0;
    const auto add = [&](int mine, int theirs) {
        if (mine == 0 && theirs == 0) return;  // as if it had not been played
        all += 1;
        const auto at = std::ranges::find_if(
            brings, [&](const entry& e) { return e.mine == mine && e.theirs == theirs; });
        if (at != brings.end())
            at->share += 1;
        else
            brings.push_back({mine, theirs, 1});
    };
    for (const auto& [a, b] : deals) {
        add(steps(a), steps(b));
        add(steps(b), steps(a));
    }
    if (all == 0) throw std::invalid_argument("no deal brings anybody a point");
    for (entry& e : brings) e.share /= all;
    const auto n = static_cast<std::size_t>(cells_);
    table_.assign(n * n, 0);
    for (int a = cells_ - 1; a >= 0; --a)
        for (int b = cells_ - 1; b >= 0; --b) {
            double sum = 0;
            for (const entry& e : brings) sum += e.share * cell(a + e.mine, b + e.theirs);
            table_[static_cast<std::size_t>(a) * n + static_cast<std::size_t>(b)] =
                static_cast<float>(sum);
        }
}

double match_chances::cell(int mine, int theirs) const {
    if (mine >= cells_ || theirs >= cells_) return won(mine, theirs);
    return table_[static_cast<std::size_t>(mine) * static_cast<std::size_t>(cells_) +
                  static_cast<std::size_t>(theirs)];
}

double match_chances::chance(int mine, int theirs) const {
    if (mine >= target_ || theirs >= target_) return won(mine, theirs);
    // Between four entries.
    const auto split = [&](int points) {
        const int p = std::max(points, 0);
        return std::pair(p / step_, static_cast<double>(p % step_) / step_);
    };
    const auto [i, u] = split(mine);
    const auto [j, v] = split(theirs);
    return (1 - u) * ((1 - v) * cell(i, j) + v * cell(i, j + 1)) +
           u * ((1 - v) * cell(i + 1, j) + v * cell(i + 1, j + 1));
}

}  // namespace mu
