// Games by name, at run time. Command line, server, arena and Python come in through here; inside,
// everything is templates.
//
//     mu::game whist("whist(trump=h, honours=on)");
//     mu::rng rng(42);
//     mu::position p = whist.deal(rng);
//     while (!p.is_over()) p.apply(p.legal_actions().front());
//     std::puts(p.record().c_str());
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include <mu/cards/deal.h>
#include <mu/cards/deck.h>
#include <mu/cards/error.h>
#include <mu/games/action.h>

namespace mu {

struct option_info {
    std::string key;
    std::vector<std::string> choices;
    std::string preset;  // the default, one of the choices
    std::string help;
};

struct game_info {
    std::string name;   // "whist"
    std::string title;  // "Whist"
    int version = 0;    // of the rules and action ids; records carry it
    int seats = 0;
    int sides = 0;  // that score apart: seat k belongs to side k % sides
    deck_info deck;
    std::vector<option_info> options;
};

// All games, in the order of games/registry.h.
const std::vector<game_info>& games();
nlohmann::ordered_json to_json(const game_info& info);

// What differences of points mean in a game, for whoever judges decisions: from which size on one
// is an inaccuracy, a mistake, a blunder.
struct point_scale {
    // What a side wins the others lose: its own points say all. Otherwise they are compared with
    // those of the others.
    bool zero_sum = false;
    double inaccuracy = 1, mistake = 2, blunder = 4;
};

namespace detail {
class game_model;
struct game_access;
}  // namespace detail
class position;

// A game with its options settled. Cheap to copy; never changes.
class game {
public:
    // "whist", or with options "whist(trump=h, honours=on)". Unknown names, keys and values, and
    // options that contradict each other, are refused with the list of valid ones
    // (std::invalid_argument; parse_error where the text itself is malformed).
    explicit game(std::string_view spec);

    const game_info& info() const;
    // Canonical text: the name and the options that differ from the default.
    std::string spec() const;
    // The settled value of an option.
    std::string option(std::string_view key) const;
    // Ids of actions are 0 .. action_count() - 1, cards first.
    int action_count() const;
    std::string action_text(action a) const;  // std::invalid_argument if there is none
    // Name, version, seats, deck, options with their choices and settled values.
    nlohmann::ordered_json to_json() const;

    // The number of different deals, and one of them: by number, at random, or from text as
    // position::deal_text() writes it. `round` counts the deals of a match, for rules that change
    // from deal to deal.
    deal_number deal_count() const;
    position deal(deal_number n, seat dealer = seat::north, int round = 0) const;
    position deal(rng& generator, seat dealer = seat::north, int round = 0) const;
    position deal(std::string_view text) const;
    // The same from the cards of each place, as the layout has them.
    position deal(std::span<const card_mask> places, seat dealer = seat::north,
                  int round = 0) const;
    deal_layout layout() const;
    // Whose hand each place is if north deals: "E", or 1 at smaller tables. Other places are "up"
    // for a card turned up, "kitty", or "stock1", "stock2" ... in the order of drawing.
    std::vector<std::string> place_names() const;

    // What a difference of points between two tables that play the same deal is worth on the scale
    // of duplicate play, such as IMPs in bridge; nothing where the game has no such scale.
    std::optional<int> duplicate_swing(int points) const;

    point_scale scale() const;

    friend bool operator==(const game& a, const game& b) { return a.spec() == b.spec(); }

private:
    friend class position;
    friend class seat_view;
    friend class match;
    friend class beliefs;
    friend class open_solver;
    friend class searcher;
    friend class open_judge;
    friend class contract_solver;
    friend struct detail::game_access;
    friend position parse_position(std::string_view text);
    std::shared_ptr<const detail::game_model> model_;
};

}  // namespace mu
