// Exact solving, for games by name: what is a position worth with all hands open?
//
//     const mu::solution s = mu::replay("whist/1 | ...").solve({});
//     s.value.low of s.unit for s.side, s.moves after each legal move, s.line of best play
//
// Values are final: what the deal will come to, with what has been won already.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include <mu/api/position.h>
#include <mu/solve/limits.h>

namespace mu {

namespace detail {
class contract_model;
class open_model;
}  // namespace detail

// No cards are being played: there are contracts to solve, but no cards.
struct not_in_play : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

struct solution {
    struct move {
        action what = 0;
        value_range value{};
    };
    std::string unit;            // what values count: "tricks"
    std::string side;            // whose they are: "N+S"
    bool more_is_better = true;  // for the seat to act: false if it plays against that side
    value_range value{};
    std::vector<move> moves;   // ascending; calls made between cards (a kontra) are left out
    std::vector<action> line;  // as far as the budget lets it be known
    std::uint64_t nodes = 0;   // cards played in the searches
    bool complete = true;      // the budget lasted
};

// Many positions of one game, by one solver that keeps its memory, and within a deal what it has
// learned. Belongs to one thread.
//
//     mu::open_solver by(game);
//     for (const mu::position& world : worlds) mean += by.solve(world).value.low;
class open_solver {
public:
    // std::invalid_argument if the game has no solver.
    explicit open_solver(const game& of, const solve_switches& use = {});
    open_solver(open_solver&&) noexcept;
    open_solver& operator=(open_solver&&) noexcept;
    ~open_solver();

    // As position::solve(); of `how` all but the switches. REQUIRES: a position of the same game
    // (std::invalid_argument).
    solution solve(const position& p, const solve_options& how = {});

private:
    game game_;
    std::unique_ptr<detail::open_model> model_;
};

// A contract that could be played with the cards as they are dealt, and what it comes to.
struct contract_value {
    std::string contract;  // "NT", "h"
    std::string who;       // who declares, or leads
    value_range value{};
};

struct contract_table {
    std::string unit;
    std::string side;    // whose values
    std::string who_is;  // what contract_value::who says: "declarer", "leader"; may be empty
    std::vector<contract_value> entries;
    std::string summary;  // one more line, such as bridge's par; may be empty
    std::uint64_t nodes = 0;
    bool complete = true;
};

// An entry that tables of a game can have.
struct contract_column {
    std::string contract;
    std::string who;     // empty where it follows from the deal
    bool always = true;  // false: some deals cannot be played in it
};

// What a bid promises, and how contracts are reached: for tables of how often they are made.
struct contract_bids {
    struct level {
        std::string name;
        int need = 0;  // in the unit of values
    };
    std::vector<level> levels{};  // from the lowest
    // Each names a contract at the lowest level; everybody else says `pass`. Empty where contracts
    // are not reached so.
    std::vector<std::string> calls{};
    std::string pass{};
};

// The contracts of many deals of one game, by one solver that is kept from deal to deal.
// Belongs to one thread.
//
//     mu::contract_solver by(mu::game("contree"));
//     for (...) by.values(g.deal(generator), values);  // one for each of by.columns()
class contract_solver {
public:
    // std::invalid_argument if the game has no solver.
    explicit contract_solver(const game& of, const solve_options& how = {});
    contract_solver(contract_solver&&) noexcept;
    contract_solver& operator=(contract_solver&&) noexcept;
    ~contract_solver();

    const std::vector<contract_column>& columns() const;
    std::string unit() const;           // what values count
    std::string side() const;           // whose they are
    const contract_bids& bids() const;  // empty where the game says nothing
    // As position::solve_contracts(). REQUIRES: a position of the same game
    // (std::invalid_argument).
    contract_table solve(const position& deal);
    // The exact value of every column, or no_value. REQUIRES the same, one place for each column,
    // and a budget that lasts (std::runtime_error).
    void values(const position& deal, std::span<int> out);

    static constexpr int no_value = std::numeric_limits<int>::min();

private:
    game game_;
    std::unique_ptr<detail::contract_model> model_;
};

nlohmann::ordered_json to_json(const position& p, const solution& s);
nlohmann::ordered_json to_json(const contract_table& t);

}  // namespace mu
