// The worlds of one decision, and what every action is worth in each of them.
#pragma once

#include <span>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include <mu/api/search.h>

namespace mu::detail {

// A mean over worlds and its standard error.
struct mean_of {
    double mean = 0, error = 0;
    std::size_t n = 0;
};

class world_table {
public:
    // `unit` times a value of the search is a value as people are told it; `errors` times a
    // standard error allows for worlds that count less than others.
    // REQUIRES: `by` has just searched this view.
    world_table(const seat_view& v, const searcher& by, double unit, double errors);

    const seat_view& view() const { return view_; }
    const searcher& by() const { return by_; }
    std::span<const action> legal() const { return legal_; }
    std::size_t size() const { return worlds_.size(); }
    const position& world(std::size_t i) const { return worlds_[i].world; }
    // Of action number a in world i; NaN where it was not judged.
    double value(std::size_t i, std::size_t a) const { return unit_ * worlds_[i].values[a]; }
    std::size_t number_of(action a) const;  // REQUIRES: it is legal

    mean_of value_of(std::size_t a) const;
    // By how much action a is better than b in each world that both were judged in, and on average.
    struct lead {
        std::vector<std::size_t> worlds;
        std::vector<double> by;
    };
    lead leads(std::size_t a, std::size_t b) const;
    mean_of mean(std::span<const double> numbers) const;

private:
    const seat_view& view_;
    const searcher& by_;
    std::vector<action> legal_;
    std::vector<judged_world> worlds_;
    double unit_, errors_;
};

// The part of worlds in which something holds, as people say it: "7 of 10 deals".
std::string share_word(double share);
nlohmann::ordered_json share_value(double share);  // the same in a phrase

}  // namespace mu::detail
