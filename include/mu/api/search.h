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

// A world that was searched, and what each legal action (ascending) was worth in it; NaN where the
// action had been left out before.
struct judged_world {
    position world;
    std::vector<double> values;
};

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

    // The worlds of the last search, if the settings say that they are kept.
    std::vector<judged_world> judged() const;
    // In a world of the last search, all hands seen: whether the observer's side wins the trick
    // with this card, however the others play; and where the deal stands when the first card is to
    // be played if the observer does this and rules of thumb go on.
    bool wins_trick(const position& world, action a) const;
    position after_calls(const position& world, action a) const;

private:
    void catch_up(const seat_view& v);

    mu::game game_;
    search_settings how_;
    std::unique_ptr<detail::search_model> model_;
    std::optional<seat_view> last_;  // the model has been shown all of it
};

// What each legal action is worth to the seat to act with all hands open, in the points of a
// search. Cards are solved; after a call the deal is played on by rules of thumb until the cards
// can be.
struct open_values {
    std::vector<double> values;  // ascending by action; empty without a solver or without time
    bool exact = true;           // the nodes lasted
};
// REQUIRES: not over (std::logic_error).
class open_judge {
public:
    // Of `how` the limit of nodes, for each question.
    explicit open_judge(mu::game g, const judge_settings& how = {});
    open_judge(open_judge&&) noexcept;
    open_judge& operator=(open_judge&&) noexcept;
    ~open_judge();

    open_values judge(const position& p, std::chrono::steady_clock::time_point deadline =
                                             std::chrono::steady_clock::time_point::max());

private:
    mu::game game_;
    std::unique_ptr<detail::search_model> model_;
};

}  // namespace mu
