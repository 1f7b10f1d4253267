// The teacher: what a decision was worth, and why, for any game.
//
//     mu::teacher by(game);
//     const mu::advice a = by.advise(view);             // what this seat should do now
//     const mu::review r = mu::review_deal(mu::replay(record));
//     r.decisions[7].cost, .grade, .reason               // what was done, and what it cost
//
// Advice comes from a view alone: worlds that fit it are drawn, and every action is judged in all
// of them (search/pimc.h). Cards are solved there (`isdd` with soft rules); after calls, discards
// and announcements the deals are played on by rules of thumb (`sim`). A review adds what the real
// cards would have said. Values are points of the deal: a side's own where the others lose what it
// wins (point_scale), otherwise its lead over them.
//
// With worlds and without a clock the answer is the same for any number of threads.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include <mu/api/search.h>

namespace mu {

struct teach_settings {
    std::uint64_t worlds = 40;  // for each card, four times as many for each call; 0: by the clock
    double ms = 0;              // for each decision; 0: no clock
    // Cards in hand from which on the worlds are solved; before that rules of thumb play on.
    int solve_cards = judge_settings::game_decides;
    std::uint64_t seed = 1;
    unsigned threads = 1;              // 0: as many as the machine has
    std::uint64_t nodes = 20'000'000;  // of the solution with open hands of a decision; 0: none
    std::optional<seat> only{};        // review the decisions of this seat alone
    const std::atomic<bool>* stop = nullptr;
};

// A legal action as it looks to the seat that decides.
struct valued_action {
    action what = 0;
    double value = 0, error = 0;   // mean over the worlds, and its standard error
    double cost = 0;               // by how much the preferred action is better, in the same worlds
    double cost_error = 0;         // standard error of that
    bool worse = false;            // and that is beyond the noise
    std::uint64_t visits = 0;      // worlds in which it was judged
    std::optional<double> open{};  // its value with all hands open; in a review alone
};

struct advice {
    action best = 0;                     // what the engine prefers
    std::vector<valued_action> actions;  // every legal one, the best first
    std::uint64_t worlds = 0;
    search_end end = search_end::rounds;
    std::string reason;  // a sentence or two for people: why the best is best
    std::string words;   // the same as phrases for a page, JSON (docs/web_protocol.md)

    const valued_action& of(action a) const;  // REQUIRES: it is legal
};

enum class grade : std::uint8_t {
    forced,      // there was no choice
    good,        // nothing else is better, or not beyond the noise
    inaccuracy,  // these by what was lost: point_scale
    mistake,
    blunder
};
std::string_view name_of(grade g);

struct decision {
    std::size_t number = 0;  // actions before it
    seat who = seat::north;
    deal_phase phase = deal_phase::play;
    action played = 0;
    advice seen{};               // on the information of that seat; one action if it was forced
    double cost = 0, error = 0;  // lost on that information; 0 where it is within the noise
    mu::grade grade = grade::good;
    std::optional<double> open_cost{};  // lost with all hands open
    std::optional<action> open_best{};
    std::string reason{}, words{};  // as in advice
};

// What a seat's decisions cost.
struct seat_sum {
    int choices = 0;  // decisions between two actions or more
    int inaccuracies = 0, mistakes = 0, blunders = 0;
    double cost = 0, error = 0;  // of those
    double open_cost = 0;        // of all whose cost is known
};

struct review {
    std::vector<decision> decisions;
    std::vector<seat_sum> seats;
    bool complete = true;  // false: it was stopped
};

// Belongs to one thread.
class teacher {
public:
    // std::invalid_argument for settings out of range, or neither worlds nor a clock.
    explicit teacher(mu::game g, const teach_settings& how = {});

    // What the observer should do. `number` decides the random numbers. REQUIRES
    // (std::invalid_argument): a seat that is to act, in a deal seen from its start.
    advice advise(const seat_view& v, std::uint64_t number = 0) const;
    // The same for an action that somebody decided on. REQUIRES: it is legal (illegal_action).
    decision judge(const position& before, action played);

private:
    mu::game game_;
    teach_settings how_;
    open_judge open_;
};

// Every decision of a deal, finished or not. `seen` is called in their order. REQUIRES
// (std::invalid_argument): a deal with its history.
review review_deal(const position& deal, const teach_settings& how = {},
                   const std::function<void(const decision&)>& seen = {});

// "0.42", "16": as many digits as matter in a game of this scale.
std::string points_text(double points, const point_scale& scale);

nlohmann::ordered_json to_json(const seat_view& v, const advice& a);
nlohmann::ordered_json to_json(const position& deal, const decision& d);
nlohmann::ordered_json to_json(const position& deal, const review& r);

}  // namespace mu
