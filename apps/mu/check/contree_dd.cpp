// Reference files of solved contrée deals and positions.

#include <mu/cards/text.h>
#include <mu/games/contree/solving.h>

#include "check/card_values.h"

namespace mu::cli::contree_dd_files {
namespace {

using state = game_state<contree>;
using fields = std::vector<std::string_view>;

std::array<card_mask, 4> read_hands(const fields& f, std::size_t first) {
    std::array<card_mask, 4> out{};
    card_mask seen = 0;
    for (std::size_t k = 0; k < 4; ++k) {
        out[k] = parse_hand<contree>(f[first + k]);
        if (out[k] & seen)
            throw std::invalid_argument("dealt twice: " + mask_str<contree>(out[k] & seen));
        seen |= out[k];
    }
    return out;
}

// Two numbers, of N+S and E+W.
std::array<int, 2> read_pair(std::string_view text, std::string_view what) {
    const auto both = split(text, ',');
    if (both.size() != 2)
        throw std::invalid_argument(fmt::format("expected {} of both teams", what));
    return {static_cast<int>(parse_int(both[0], what)), static_cast<int>(parse_int(both[1], what))};
}

// The card points of N+S at the end, as the files count them.
value_range shown(const value_range& v) {
    return {solving<contree>::shown(v.low), solving<contree>::shown(v.high)};
}

void compare_values(report& out, solver<contree>& by, const state& s, std::string_view value,
                    std::string_view cards) {
    out.compare("value", parse_int(value, "the value"), std::int64_t{shown(by.value(s)).low});
    auto moves = by.moves(s);
    for (auto& m : moves) m.value = shown(m.value);
    compare_cards<contree>(out, cards, ',', moves);
}

// <id> <first player> <trump> <hands N E S W> <value> <card>=<value>,...
void check_deals(row_reader& rows, report& out) {
    solver<contree> by;
    while (const auto row = rows.next()) {
        const fields f = words(row->text);
        if (f.size() != 9) throw std::invalid_argument("expected 9 columns");
        const state s = open_deal<contree>(read_hands(f, 3), parse_suit<contree>(f[2]),
                                           parse_seat<contree>(f[1]));
        out.begin_row(row->line);
        compare_values(out, by, s, f[7], f[8]);
    }
}

// <id> <trump> <leader> <table> <to play> <points> <tricks> <hands N E S W> <value> <cards>
void check_positions(row_reader& rows, report& out) {
    solver<contree> by;
    while (const auto row = rows.next()) {
        const fields f = words(row->text);
        if (f.size() != 13) throw std::invalid_argument("expected 13 columns");
        auto hands = read_hands(f, 7);
        const seat leader = parse_seat<contree>(f[2]);
        std::vector<card> table;
        for (std::string_view text = f[3] == "-" ? "" : f[3]; !text.empty(); text.remove_prefix(2))
            table.push_back(parse_card<contree>(text.substr(0, 2)));
        seat who = leader;
        for (const card c : table) {
            hands[static_cast<std::size_t>(index(who))] |= bit(c);
            who = seat_after<contree>(who);
        }
        state s = open_deal<contree>(hands, parse_suit<contree>(f[1]), leader);
        const auto points = read_pair(f[5], "points"), tricks = read_pair(f[6], "tricks");
        for (std::size_t k = 0; k < 2; ++k) {
            s.extra.points[k] = static_cast<std::uint8_t>(points[k]);
            s.tricks_won[k] = static_cast<std::uint8_t>(tricks[k]);
        }
        for (const card c : table) {
            if (!(trick_play<contree>::legal_moves(s) & bit(c)))
                throw std::invalid_argument(card_str<contree>(c) + " was not legal");
            trick_play<contree>::play_card(s, c);
        }
        out.begin_row(row->line);
        out.compare("seat to play", parse_int(f[4], "a seat"),
                    std::int64_t{index(s.current_player)});
        compare_values(out, by, s, f[11], f[12]);
    }
}

const check_registration deal_files("contree", "dd", check_deals);
const check_registration position_files("contree", "dd_mid", check_positions);

}  // namespace
}  // namespace mu::cli::contree_dd_files
