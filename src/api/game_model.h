// Behind the API: the interface through which game, position and match talk to a variant.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <typeinfo>
#include <utility>

#include <nlohmann/json.hpp>

#include <mu/api/beliefs.h>
#include <mu/api/match.h>
#include <mu/api/position.h>
#include <mu/api/search.h>
#include <mu/api/solve.h>

#include "api/plain.h"
#include "api/table_words.h"

namespace mu::detail {

using settings = std::vector<std::pair<std::string, std::string>>;  // option key, value

// The value of an option. REQUIRES: the key is there.
inline const std::string& setting(const settings& values, std::string_view key) {
    return std::ranges::find(values, key, &settings::value_type::first)->second;
}

// What one seat believes.
class belief_model {
public:
    belief_model() = default;
    belief_model(const belief_model&) = delete;
    belief_model& operator=(const belief_model&) = delete;
    virtual ~belief_model() = default;

    virtual void see(const std::byte* next_view, const seen_action& what) = 0;
    virtual std::uint64_t count() = 0;
    virtual bool is_exact() = 0;
    virtual std::vector<std::string> places() const = 0;
    virtual std::vector<std::vector<double>> chances() = 0;
    virtual plain_bytes draw(rng& generator) = 0;
    virtual std::vector<plain_bytes> draw(std::size_t n, rng& generator) = 0;
};

// Positions of one game, by one solver.
class open_model {
public:
    open_model() = default;
    open_model(const open_model&) = delete;
    open_model& operator=(const open_model&) = delete;
    virtual ~open_model() = default;
    virtual solution solve(const plain_bytes& state, const solve_options& how) = 0;
};

// The contracts of deals of one game, by one solver.
class contract_model {
public:
    contract_model() = default;
    contract_model(const contract_model&) = delete;
    contract_model& operator=(const contract_model&) = delete;
    virtual ~contract_model() = default;

    const std::vector<contract_column>& columns() const { return columns_; }
    const contract_bids& bids() const { return bids_; }
    virtual std::string_view unit() const = 0;
    virtual std::string_view side() const = 0;
    virtual contract_table solve(const plain_bytes& state) = 0;

protected:
    std::vector<contract_column> columns_;
    contract_bids bids_;
};

// One seat's search through one deal.
class search_model {
public:
    search_model() = default;
    search_model(const search_model&) = delete;
    search_model& operator=(const search_model&) = delete;
    virtual ~search_model() = default;

    virtual void begin(const std::byte* first_view) = 0;
    virtual void see(const std::byte* next_view, const seen_action& what) = 0;
    // REQUIRES: `now` is the last view that was shown, and its observer is to act.
    virtual search_report search(const std::byte* now, public_record record, rng& generator,
                                 const search_limits& limits) = 0;
    // Of the last search, if its settings say that worlds are kept.
    struct judged {
        plain_bytes world;
        std::vector<double> values;
    };
    virtual std::vector<judged> kept() const = 0;
    // What every legal action is worth to the seat to act with all hands open, ascending by action;
    // empty if the game has no solver.
    virtual open_values judge(const plain_bytes& state, public_record record, seat me,
                              std::chrono::steady_clock::time_point deadline) = 0;
    // See search/outlook.h. REQUIRES: card `a` is legal in `state`.
    virtual bool wins_trick(const plain_bytes& state, action a, seat me) const = 0;
    virtual plain_bytes after_calls(const plain_bytes& state, public_record record,
                                    action a) const = 0;
};
// Compiled in the game's folder (search_model.h).
template <typename V>
std::unique_ptr<search_model> make_search(const typename V::options& o, const search_settings& how);

class game_model {
public:
    game_model(const game_info& info, settings values) : info_(info), values_(std::move(values)) {}
    virtual ~game_model() = default;
    game_model(const game_model&) = delete;
    game_model& operator=(const game_model&) = delete;

    const game_info& info() const { return info_; }
    virtual const std::type_info& variant() const = 0;  // of its states and views
    virtual const void* options() const = 0;            // V::options
    const settings& values() const { return values_; }  // all options, in the order of info()
    int action_count() const {                          // ids of actions are below it
        std::call_once(counted_, [&] { actions_ = last_action(); });
        return actions_;
    }

    virtual deal_layout layout() const = 0;
    // Whose hand each place is if north deals. The hands come first, one place each.
    virtual std::vector<std::optional<seat>> place_owners() const = 0;
    virtual plain_bytes start(std::span<const card_mask> places, seat dealer, int round) const = 0;
    virtual plain_bytes parse_deal(std::string_view text) const = 0;
    virtual std::string deal_text(const plain_bytes& start) const = 0;

    virtual std::size_t state_size() const = 0;
    virtual std::size_t view_size() const = 0;
    virtual bool is_over(const plain_bytes& state) const = 0;
    virtual seat to_act(const plain_bytes& state) const = 0;
    virtual action_set legal(const plain_bytes& state) const = 0;
    virtual void apply(plain_bytes& state, action a) const = 0;
    virtual std::vector<int> score(const plain_bytes& state) const = 0;
    virtual std::optional<int> duplicate_swing(int points) const = 0;
    virtual point_scale scale() const = 0;
    virtual std::string explain(const plain_bytes& state, action a) const = 0;
    virtual bool same_state(const plain_bytes& a, const plain_bytes& b) const = 0;
    // Adds to counts[d] the number of legal sequences of d + 1 actions. REQUIRES: counts is not
    // empty.
    virtual void perft(const plain_bytes& state, std::span<std::uint64_t> counts) const = 0;

    virtual std::unique_ptr<open_model> open_hands(const solve_switches& use) const = 0;
    virtual std::unique_ptr<contract_model> solve_contracts(const solve_options& how) const = 0;

    virtual std::unique_ptr<belief_model> beliefs(
        const std::byte* first_view, evidence by,
        const std::shared_ptr<const net>& of_cards) const = 0;
    virtual action rule_choice(const std::byte* view, public_record record) const = 0;
    virtual std::string rule_reason(const std::byte* view, public_record record) const = 0;
    virtual std::unique_ptr<search_model> search(const search_settings& how) const = 0;
    virtual card_mask hand(const std::byte* view) const = 0;
    virtual deal_phase phase(const std::byte* view) const = 0;

    virtual std::string action_text(action a) const = 0;
    // What a text stands for in a state, or in what a seat sees of it.
    virtual action parse_action(const plain_bytes& state, std::string_view text) const = 0;
    virtual action parse_seen_action(const std::byte* view, std::string_view text) const = 0;
    virtual std::vector<action> parse_actions(const plain_bytes& state,
                                              std::string_view text) const = 0;
    virtual word_hooks words() const = 0;
    virtual std::vector<card_rank> card_ranks(const std::byte* view) const = 0;

    // Views are handed about where they lie, in a log: `into` has view_size() bytes.
    virtual void view(const std::byte* state, seat s, std::byte* into) const = 0;
    virtual action_set view_legal(const std::byte* view) const = 0;
    virtual bool same_view(const std::byte* a, const std::byte* b) const = 0;
    virtual nlohmann::ordered_json view_json(const std::byte* view) const = 0;
    // All of a view, field by field, and back: for another process.
    virtual std::string view_text(const std::byte* view) const = 0;
    virtual void parse_view(std::string_view text, std::byte* into) const = 0;
    // The key of all that was seen, after an action and the view that followed it.
    virtual info_key next_key(info_key before, const seen_action& seen,
                              const std::byte* view) const = 0;
    virtual info_key first_key(const std::byte* view) const = 0;
    virtual nlohmann::ordered_json state_json(const plain_bytes& state) const = 0;

    // The action made in a state, as the observer saw it.
    virtual seen_action seen(const std::byte* before, action a, seat observer) const = 0;
    virtual std::string state_text(const plain_bytes& state) const = 0;
    virtual plain_bytes parse_state(std::string_view text) const = 0;

    virtual seat deal_dealer(const plain_bytes& start) const = 0;
    // Deals the cards of a finished deal again without shuffling; false if the game shuffles.
    virtual bool gather(const plain_bytes& start, std::span<const action> history, rng& generator,
                        std::span<card_mask> places) const = 0;
    virtual plain_bytes match_start() const = 0;
    virtual int match_round(const plain_bytes& score, int deals) const = 0;
    virtual int match_players() const = 0;  // the seats, or one more
    // `seating`: the player in each seat.
    virtual void match_add(plain_bytes& score, const plain_bytes& state,
                           std::span<const int> seating) const = 0;
    virtual std::vector<int> match_totals(const plain_bytes& score) const = 0;
    virtual int match_winner(const plain_bytes& score) const = 0;
    virtual int match_target() const = 0;  // points that win a match; 0: another rule ends it
    virtual nlohmann::ordered_json match_facts(const plain_bytes& score) const = 0;
    virtual std::string match_text(const plain_bytes& score) const = 0;

private:
    int last_action() const;

    const game_info& info_;
    settings values_;
    mutable std::once_flag counted_;
    mutable int actions_ = 0;
};

inline std::vector<action> action_list(const action_set& set) {
    std::vector<action> out;
    for (std::uint64_t m = set.mask; m != 0; m &= m - 1)
        out.push_back(static_cast<action>(set.first + ops::lsb_index(m)));
    return out;
}

struct game_access {
    static const game_model& model(const game& g) { return *g.model_; }
};

// A game as the registry knows it.
struct game_kind {
    game_info info;
    std::function<std::shared_ptr<const game_model>(settings)> make;
};

template <typename V>
const game_kind& kind_of();

// A game besides those of games/registry.h, such as a contributor's own. REQUIRES: before games()
// is first asked for; returns true.
bool add_game(const game_kind& kind);

}  // namespace mu::detail
