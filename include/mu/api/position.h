// One deal of some game, from the deal to the score: state, history, record, and what each seat
// sees.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include <nlohmann/json_fwd.hpp>

#include <mu/api/game.h>
#include <mu/games/action.h>

namespace mu {

struct solution;
struct contract_table;
struct solve_options;

namespace detail {
// Any game's state or view: all are trivially copyable and fit here.
struct alignas(8) plain_bytes {
    std::array<std::byte, 256> bytes{};
};
struct view_access;
}  // namespace detail

// What one seat may know of a position. Holds no hidden card.
class seat_view {
public:
    seat observer() const { return observer_; }
    bool to_act() const { return !legal_.empty(); }
    const std::vector<action>& legal_actions() const { return legal_; }
    const std::vector<seen_action>& history() const { return history_; }  // the public record
    // What the rule player would do. REQUIRES: to_act() (std::logic_error).
    action rule_choice() const;
    std::string text() const;  // a few lines
    nlohmann::ordered_json to_json() const;

    bool operator==(const seat_view& other) const;

private:
    friend class position;
    friend struct detail::view_access;
    std::shared_ptr<const detail::game_model> model_;
    detail::plain_bytes view_;
    seat observer_ = seat::north;
    std::vector<action> legal_;
    std::vector<seen_action> history_;
};

class position {
public:
    const mu::game& game() const { return game_; }

    bool is_over() const;
    seat to_act() const;  // who decides now. REQUIRES: not over (std::logic_error)
    std::vector<action> legal_actions() const;  // ascending; empty if and only if over

    // An illegal action throws illegal_action, which names the rule and the legal choices; nothing
    // changes then.
    void apply(action a);
    void apply(std::string_view action_text);
    void undo();  // REQUIRES: history is not empty (std::logic_error)
    std::span<const action> history() const { return history_; }

    // The number of legal sequences of 1, 2, ... plies actions from here; 0 beyond the end of the
    // deal. REQUIRES: plies >= 1 (std::invalid_argument).
    std::vector<std::uint64_t> perft(int plies) const;

    // What this position is worth with all hands open, and what the contracts are that the deal
    // could be played in: see api/solve.h. REQUIRES (std::invalid_argument that says what is
    // missing): cards are being played; no card has been played yet.
    solution solve(const solve_options& how) const;
    contract_table solve_contracts(const solve_options& how) const;

    // Points of each seat; all zero until the deal is over.
    std::vector<int> score() const;

    std::string action_text(action a) const;
    action parse_action(std::string_view text) const;  // parse_error if it names no action

    seat_view view(seat s) const;
    std::string text() const;  // all hands: for analysis
    nlohmann::ordered_json to_json() const;

    std::string deal_text() const;  // what game::deal(text) reads
    // One line that replays to this position: "whist/1 honours=on | N 3h AT62... | Ah 2h".
    std::string record() const;
    nlohmann::ordered_json record_json() const;
    // The state alone, without how it came about: "whist/1 @ dealer=N to_act=E ...". What FEN is to
    // chess; parse_position() reads it.
    std::string state_text() const;

    bool operator==(const position& other) const;

private:
    friend class mu::game;
    friend class match;
    friend class contract_solver;
    friend position parse_position(std::string_view text);
    position(mu::game g, const detail::plain_bytes& start)
        : game_(std::move(g)), start_(start), now_(start) {}

    mu::game game_;
    detail::plain_bytes start_, now_;
    std::vector<action> history_;
    bool dealt_ = true;  // it began with a deal, not with state text
};

// The position a record leads to. Everything is re-derived and checked: a malformed record is a
// parse_error that points at the culprit, an illegal action an illegal_action that names its
// number.
position replay(std::string_view record);
position replay_json(const nlohmann::ordered_json& record);
// A position from state_text(); its history is empty, and it is where its own record begins, so
// deal_text() and record() are not for it (std::logic_error).
position parse_position(std::string_view text);

}  // namespace mu
