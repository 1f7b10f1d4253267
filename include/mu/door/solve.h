// Exact solving at the door: what is a position worth with all hands open?
//
//     const mu::solution s = mu::replay("whist/1 | ...").solve({});
//     s.value.low of s.unit for s.side, s.moves after each legal move, s.line of best play
//
// Values are final: what the deal will come to, with what has been won already.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include <mu/door/position.h>
#include <mu/solve/limits.h>

namespace mu {

struct solve_options {
    bool moves = true;      // the value of every legal move too
    bool line = true;       // and a line of best play
    solve_budget budget{};  // for each of these three questions
    solve_switches use{};
};

struct solution {
    struct move {
        action what = 0;
        value_range value{};
    };
    std::string unit;  // what values count: "tricks"
    std::string side;  // whose they are: "N+S"
    value_range value{};
    std::vector<move> moves;   // ascending
    std::vector<action> line;  // as far as the budget lets it be known
    std::uint64_t nodes = 0;   // cards played in the searches
    bool complete = true;      // the budget lasted
};

// A contract that could be played with the cards as they are dealt, and what it comes to.
struct contract_value {
    std::string contract;  // "NT", "h"
    std::string who;       // who declares, or leads
    value_range value{};
};

struct contract_table {
    std::string unit;
    std::string side;  // whose values
    std::vector<contract_value> entries;
    std::string summary;  // one more line, such as bridge's par; may be empty
    std::uint64_t nodes = 0;
    bool complete = true;
};

nlohmann::ordered_json to_json(const position& p, const solution& s);
nlohmann::ordered_json to_json(const contract_table& t);

}  // namespace mu
