// Reference files of solved ulti positions.

#include <mu/cards/text.h>
#include <mu/games/ulti/solving.h>

#include "check/card_values.h"

namespace mu::cli::ulti_solver_files {
namespace {

using state = game_state<ulti>;
using aim = solving<ulti>::aim;

// What the files call a contract: a bid with trumps, the same in red, and what is played for.
struct contract_row {
    std::string_view name;
    std::uint8_t bid, red_bid;
    aim what;
};
constexpr std::array<contract_row, 6> contract_rows{{
    {"parti", 0, 1, aim::parti},
    {"40-100", 2, 8, aim::parti},
    {"ulti", 3, 10, aim::ulti},
    {"betli", 4, 4, aim::betli},
    {"durchmars", 6, 6, aim::durchmars},
    {"durchmars-trump", 5, 16, aim::durchmars},
}};
const contract_row& contract_named(std::string_view name) {
    std::string all;
    for (const auto& row : contract_rows) {
        if (row.name == name) return row;
        all += fmt::format(" {}", row.name);
    }
    throw std::invalid_argument(
        fmt::format("expected a contract of{}, not '{}'", all, std::string(name)));
}

std::array<int, 3> three_numbers(std::string_view text, std::string_view what) {
    const auto parts = split(text, ',');
    if (parts.size() != 3)
        throw std::invalid_argument(fmt::format("expected three numbers: {}", std::string(what)));
    std::array<int, 3> out{};
    for (std::size_t k = 0; k < 3; ++k) out[k] = static_cast<int>(parse_int(parts[k], what));
    return out;
}

struct position_row {
    state at;
    aim what;
};

// <id> <contract> <trump> <soloist> <leader> <tricks> | <hands> | <trick> | <points> | <tricks won>
position_row read_position(const std::vector<std::string_view>& parts) {
    const auto head = words(parts[0]);
    if (head.size() != 6)
        throw std::invalid_argument("expected: id contract trump soloist leader tricks");
    const contract_row& contract = contract_named(head[1]);
    state s;
    s.trump = head[2] == "-" ? suit::none : parse_suit<ulti>(head[2]);
    s.bid = s.trump == ulti::red ? contract.red_bid : contract.bid;
    if (contract_of(s).trump != (s.trump != suit::none))
        throw std::invalid_argument("a contract and a trump that do not go together");
    s.soloist = parse_seat<ulti>(head[3]);
    s.phase = ulti_phase::play;
    s.current_player = parse_seat<ulti>(head[4]);
    const auto tricks = parse_int(head[5], "tricks");
    if (tricks < 1 || tricks > 10) throw std::invalid_argument("expected 1 to 10 tricks");
    s.tricks_remaining = static_cast<std::uint8_t>(tricks);

    card_mask seen = 0;
    const auto deal = [&](seat who, card c) {
        if (seen & bit(c)) throw std::invalid_argument("dealt twice: " + card_str<ulti>(c));
        seen |= bit(c);
        s.hands[who] |= static_cast<std::uint32_t>(bit(c));
    };
    for (std::size_t k = 0; k < 3; ++k)
        for (const auto c : words(parts[1 + k]))
            if (c != "-") deal(static_cast<seat>(k), parse_card<ulti>(c));
    std::vector<card> table;
    seat who = s.current_player;
    for (const auto entry : words(parts[4])) {
        if (entry == "-") continue;
        if (entry.size() < 3 || entry[1] != ':' || parse_seat<ulti>(entry.substr(0, 1)) != who)
            throw std::invalid_argument("expected the trick in playing order, as seat:card");
        table.push_back(parse_card<ulti>(entry.substr(2)));
        deal(who, table.back());
        who = seat_after<ulti>(who);
    }
    for (std::size_t k = 0; k < 3; ++k)
        if (ops::popcount(s.hands[static_cast<seat>(k)]) != tricks)
            throw std::invalid_argument("the hands do not have as many cards as tricks are left");

    // Marriages are among the points of the rows; those told on the way count no more.
    const auto won = three_numbers(parts[6], "tricks won");
    for (std::size_t k = 0; k < 3; ++k)
        s.tricks_won[static_cast<seat>(k)] = static_cast<std::uint8_t>(won[k]);
    s.rules.marriages = ulti_marriages::before_lead;
    for (const card c : table) {
        if (!(rules<ulti>::legal_moves(s) & bit(c)))
            throw std::invalid_argument(card_str<ulti>(c) + " was not legal");
        rules<ulti>::play_card(s, c);
    }
    return {s, contract.what};
}

// ... | <seat to move> <value> | <card>=<value> ...
void check_positions(row_reader& rows, report& out) {
    solver<ulti> by;
    while (const auto row = rows.next()) {
        const auto parts = split(row->text, '|');
        if (parts.size() != 9) throw std::invalid_argument("expected nine parts between |");
        const auto [s, what] = read_position(parts);
        const auto result = words(parts[7]);
        if (result.size() != 2) throw std::invalid_argument("expected: seat to move, value");
        const bool counts = what == aim::parti || what == aim::ulti;
        const int before =
            counts ? three_numbers(parts[5], "points")[static_cast<std::size_t>(s.soloist)] : 0;
        out.begin_row(row->line);
        out.compare("seat to move", parse_int(result[0], "a seat"),
                    std::int64_t{index(s.current_player)});
        out.compare("value", parse_int(result[1], "a value"),
                    std::int64_t{by.value(s, {.what = what}).low + before});
        auto cards = by.moves(s, {.what = what});
        for (auto& c : cards) {
            c.value.low += before;
            c.value.high += before;
        }
        compare_cards<ulti>(out, parts[8], ' ', cards);
    }
}

const check_registration position_files("ulti", "solver", check_positions);
const check_registration deep_files("ulti", "solver_deep", check_positions);

}  // namespace
}  // namespace mu::cli::ulti_solver_files
