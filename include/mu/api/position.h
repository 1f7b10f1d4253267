// One deal of some game, from the deal to the score: state, history, record, and what each seat
// sees.
//
// Everything costs what the last action costs: a position keeps the states before each action, so
// taking back is dropping one, and for each seat that is looked at a log of what it has seen, to
// which an action adds one entry. A position belongs to one thread; copies are independent.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include <nlohmann/json_fwd.hpp>

#include <mu/api/game.h>
#include <mu/games/action.h>
#include <mu/solve/limits.h>

namespace mu {

struct solution;
struct contract_table;

struct solve_options {
    bool moves = true;      // the value of every legal move too
    bool line = true;       // and a line of best play
    solve_budget budget{};  // for each of these three questions
    solve_switches use{};
    // Values may be ranges up to twice as wide as this, in what they count: the exact value lies
    // inside, and fewer nodes are needed. A line of play needs exact values and is left out then.
    int tolerance = 0;
};

namespace detail {
// Any game's state, view or match: all are trivially copyable and fit here.
struct alignas(8) plain_bytes {
    std::array<std::byte, 256> bytes{};
};
class seat_log;
struct view_access;
struct state_access;
}  // namespace detail

// A name for all that a seat has seen of a deal, in order: equal for positions that the seat cannot
// tell apart, different otherwise (up to a collision of 128-bit hashes). The same on every machine.
struct info_key {
    std::uint64_t high = 0, low = 0;
    friend bool operator==(const info_key&, const info_key&) = default;
    friend auto operator<=>(const info_key&, const info_key&) = default;
};

// How a card ranks now, for whoever sorts a hand.
struct card_rank {
    suit of = suit::none;  // the suit it counts to; none: a joker without trumps
    int above = 0;         // stronger cards of that suit
    bool trump = false;
    std::string mark;  // what players call it besides its name: "right bower"
};

// What one seat may know of a position, or what everybody may know. Holds no hidden card.
class seat_view {
public:
    // Whose view it is; nobody's if it is a spectator's.
    seat observer() const { return observer_; }
    bool is_public() const;
    const mu::game& game() const { return game_; }

    bool to_act() const { return legal().mask != 0; }
    action_set legal() const;                   // empty if the observer is not to act
    std::vector<action> legal_actions() const;  // the same as a list, ascending
    public_record history() const;              // what the observer saw happen

    std::string action_text(action a) const;           // std::invalid_argument if there is none
    action parse_action(std::string_view text) const;  // parse_error if it names no action

    // For somebody who reads. Empty if the game has no words for it.
    std::vector<std::string> status() const;    // where the deal stands, at most two lines
    std::string prompt() const;                 // what is asked of the observer now
    std::string help() const;                   // what he may do now, in sentences
    bool lists_choices() const;                 // his choices are worth a list, with numbers
    std::vector<card_rank> card_ranks() const;  // of every card of the deck
    // `status`, `prompt` and `help` as phrases that a page words in any language: lists of `key`,
    // `values` (docs/web_protocol.md).
    nlohmann::ordered_json phrases() const;

    // See info_key.
    info_key key() const;

    card_mask hand() const;    // the observer's own cards; empty if it is a spectator's
    deal_phase phase() const;  // which part of the deal it is
    // What the rule player would do. REQUIRES: to_act() (std::logic_error).
    action rule_choice() const;
    std::string text() const;  // a few lines
    nlohmann::ordered_json to_json() const;

    bool operator==(const seat_view& other) const;

private:
    friend class position;
    friend class beliefs;
    friend class searcher;
    friend struct detail::view_access;
    explicit seat_view(mu::game g) : game_(std::move(g)) {}
    const std::byte* now() const;

    mu::game game_;
    std::shared_ptr<const detail::seat_log> log_;
    std::size_t actions_ = 0;  // seen of the log
    seat observer_ = seat::north;
};

class position {
public:
    const mu::game& game() const { return game_; }

    bool is_over() const;
    seat to_act() const;       // who decides now. REQUIRES: not over (std::logic_error)
    action_set legal() const;  // empty if and only if over
    std::vector<action> legal_actions() const;  // the same as a list, ascending
    // One flag for each of game().action_count() actions. REQUIRES: out has that many
    // (std::invalid_argument).
    void legal_mask(std::span<std::uint8_t> out) const;

    // An illegal action throws illegal_action, which names the rule and the legal choices; nothing
    // changes then.
    void apply(action a);
    void apply(std::string_view action_text);
    void undo();  // REQUIRES: history is not empty (std::logic_error)
    std::span<const action> history() const { return history_; }
    seat actor(std::size_t i) const;  // who made action i. REQUIRES: i < history().size()

    // The number of legal sequences of 1, 2, ... plies actions from here; 0 beyond the end of the
    // deal. REQUIRES: plies >= 1 (std::invalid_argument).
    std::vector<std::uint64_t> perft(int plies) const;

    // What this position is worth with all hands open, and what the contracts are that the deal
    // could be played in; their results are in api/solve.h. REQUIRES (std::invalid_argument that
    // says what is missing): cards are being played; no card has been played yet.
    solution solve(const solve_options& how = {}) const;
    contract_table solve_contracts(const solve_options& how = {}) const;

    // Points of each seat; all zero until the deal is over.
    std::vector<int> score() const;
    // How the deal ended, in words: "4H by South made: +420". Empty before, or if the game has no
    // words for it.
    std::string result() const;
    // The same as phrases that a page words in any language; empty until the deal is over.
    nlohmann::ordered_json phrases() const;
    // What players write down of the finished deal besides its points, as the game has it.
    nlohmann::ordered_json sheet() const;

    std::string action_text(action a) const;
    // The canonical text or one of the words that people use in this phase of the game: "2h",
    // "double", "order up". A word that fits several actions, and none of them or more than one is
    // legal, is a parse_error that lists them, as is a text that names no action.
    action parse_action(std::string_view text) const;
    // The same for a text that may stand for several actions, to be applied one after the other:
    // a prediction of "47" where tens and units are two actions, "105h", two cards laid away.
    std::vector<action> parse_actions(std::string_view text) const;

    seat_view view(seat s) const;
    seat_view public_view() const;  // a spectator's: what everybody may know
    // Brings a view of this position up to date after actions (or undo); cheaper than a new one.
    // REQUIRES: it came from this position or from one with the same history so far.
    void update(seat_view& v) const;

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
    friend class beliefs;
    friend class open_solver;
    friend class open_judge;
    friend class searcher;
    friend class contract_solver;
    friend struct detail::state_access;
    friend position parse_position(std::string_view text);
    position(mu::game g, const detail::plain_bytes& start) : game_(std::move(g)), now_(start) {}

    detail::plain_bytes start() const;
    std::span<const std::byte> state_before(std::size_t i) const;
    void log_up_to_now(std::size_t watcher) const;

    mu::game game_;
    detail::plain_bytes now_;
    std::vector<std::byte> states_;  // before each action
    std::vector<action> history_;
    struct seen {
        std::shared_ptr<detail::seat_log> log;
        std::size_t views = 0;  // of the log that are of this very history
    };
    // What each seat, and last a spectator, has seen; made when it is first asked for.
    mutable std::array<seen, 5> seen_;
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

template <>
struct std::hash<mu::info_key> {
    std::size_t operator()(const mu::info_key& k) const noexcept { return k.low; }
};
