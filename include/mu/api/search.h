// Search under hidden information, for any game by name: what should this seat do, and what is
// each of its choices worth?
//
//     mu::searcher by(game, {.evidence = {.policy = true}});
//     const mu::search_report r = by.search(view, generator, {.rounds = 20});
//     r.chosen; r.actions;   // every legal action with its value, error and visits
//
// It works from the view alone. What it learns of a deal it keeps from call to call.
#pragma once

#include <memory>
#include <optional>

#include <mu/api/position.h>
#include <mu/search/report.h>
#include <mu/search/settings.h>

namespace mu {

namespace detail {
class search_model;
}

class searcher {
public:
    // std::invalid_argument, which says what is wrong, for settings out of range.
    explicit searcher(mu::game g, const search_settings& how = {});
    searcher(searcher&&) noexcept;
    searcher& operator=(searcher&&) noexcept;
    ~searcher();

    // REQUIRES (std::invalid_argument): a view of a seat that is to act, in this game and in a deal
    // seen from its start; limits that end.
    search_report search(const seat_view& v, rng& generator, const search_limits& limits = {});

private:
    void catch_up(const seat_view& v);

    mu::game game_;
    search_settings how_;
    std::unique_ptr<detail::search_model> model_;
    std::optional<seat_view> last_;  // the model has been shown all of it
};

}  // namespace mu
