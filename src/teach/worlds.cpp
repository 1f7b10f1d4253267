#include "teach/worlds.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "api/table_words.h"

namespace mu::detail {

world_table::world_table(const seat_view& v, const searcher& by, double unit, double errors)
    : view_(v),
      by_(by),
      legal_(v.legal_actions()),
      worlds_(by.judged()),
      unit_(unit),
      errors_(errors) {}

std::size_t world_table::number_of(action a) const {
    return static_cast<std::size_t>(std::ranges::find(legal_, a) - legal_.begin());
}

mean_of world_table::mean(std::span<const double> numbers) const {
    mean_of out{.n = numbers.size()};
    if (numbers.empty()) return out;
    const auto n = static_cast<double>(numbers.size());
    for (const double x : numbers) out.mean += x / n;
    if (numbers.size() < 2) return out;
    double squares = 0;
    for (const double x : numbers) squares += (x - out.mean) * (x - out.mean);
    out.error = errors_ * std::sqrt(squares / n / (n - 1));
    return out;
}

mean_of world_table::value_of(std::size_t a) const {
    std::vector<double> values;
    for (std::size_t i = 0; i < size(); ++i)
        if (!std::isnan(value(i, a))) values.push_back(value(i, a));
    return mean(values);
}

world_table::lead world_table::leads(std::size_t a, std::size_t b) const {
    lead out;
    for (std::size_t i = 0; i < size(); ++i) {
        const double by = value(i, a) - value(i, b);
        if (std::isnan(by)) continue;
        out.worlds.push_back(i);
        out.by.push_back(by);
    }
    return out;
}

namespace {

// So many of so many deals. REQUIRES: neither all nor none.
std::pair<long, long> parts_of(double share) {
    const long tenths = std::lround(10 * share);
    if (tenths == 0) return {1, std::lround(1 / share)};
    if (tenths < 10) return {tenths, 10};
    const long of = std::lround(1 / (1 - share));
    return {of - 1, of};
}

}  // namespace

std::string share_word(double share) {
    if (share >= 1) return "every deal";
    if (share <= 0) return "no deal";
    const auto [n, of] = parts_of(share);
    return fmt::format("{} of {} deals", n, of);
}

nlohmann::ordered_json share_value(double share) {
    if (share >= 1) return phrase_value({"teach_every_deal"});
    if (share <= 0) return phrase_value({"teach_no_deal"});
    const auto [n, of] = parts_of(share);
    return phrase_value({"teach_share", {{"n", n}, {"of", of}}});
}

}  // namespace mu::detail
