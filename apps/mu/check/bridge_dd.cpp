// Reference files of solved bridge positions.

#include <mu/cards/text.h>
#include <mu/games/bridge.h>
#include <mu/games/bridge/dd_table.h>

#include "check/report.h"

namespace mu::cli::bridge_dd_files {
namespace {

// "N:" and the hands of N E S W, suits S.H.D.C.
per_seat<card_mask> read_hands(std::span<const std::string_view> hands) {
    per_seat<card_mask> out{};
    card_mask seen = 0;
    for (std::size_t k = 0; k < 4; ++k) {
        std::string_view text = hands[k];
        if (k == 0) {
            if (!text.starts_with("N:"))
                throw std::invalid_argument("expected a deal that begins with N:");
            text.remove_prefix(2);
        }
        int suits = 0;
        for (const auto ranks : split(text, '.')) {
            if (suits == suit_count) throw std::invalid_argument("a hand has four suits");
            for (const char r : ranks)
                out[k] |= bit(parse_card<bridge>(fmt::format("{}{}", r, "shdc"[suits])));
            ++suits;
        }
        if (suits != suit_count) throw std::invalid_argument("a hand has four suits");
        if (out[k] & seen)
            throw std::invalid_argument("dealt twice: " + mask_str<bridge>(out[k] & seen));
        seen |= out[k];
    }
    for (std::size_t k = 1; k < 4; ++k)
        if (ops::popcount(out[k]) != ops::popcount(out[0]))
            throw std::invalid_argument("the hands should have as many cards each");
    return out;
}

constexpr std::string_view strains = "SHDCN";  // as the files order them

denomination denomination_at(std::size_t strain) {
    return strain == 4 ? denomination::no_trump : static_cast<denomination>(3 - strain);
}

// <N:deal> <20 numbers>: S by N E S W, H ..., D ..., C ..., NT ...
void check_tables(row_reader& rows, report& out) {
    solver<bridge> by;
    while (const auto row = rows.next()) {
        const auto parts = words(row->text);
        if (parts.size() != 24) throw std::invalid_argument("expected: a deal and 20 numbers");
        const auto hands = read_hands(std::span(parts).first(4));
        out.begin_row(row->line);
        const trick_table found = dd_table(by, hands);
        for (std::size_t strain = 0; strain < 5; ++strain)
            for (std::size_t k = 0; k < 4; ++k)
                out.compare(
                    fmt::format("{} by {}", strains[strain], "NESW"[k]),
                    parse_int(parts[4 + 4 * strain + k], "tricks"),
                    std::int64_t{found[k][static_cast<std::size_t>(denomination_at(strain))]});
    }
}

// <id> <cards> <trump> <leader> <tricks of the leader's side> <origin> <N:deal>
void check_endgames(row_reader& rows, report& out) {
    solver<bridge> by;
    while (const auto row = rows.next()) {
        const auto parts = words(row->text);
        if (parts.size() != 10)
            throw std::invalid_argument("expected: id cards trump leader tricks origin deal");
        const std::size_t strain = strains.find(parts[2]);
        if (parts[2].size() != 1 || strain == std::string_view::npos)
            throw std::invalid_argument("expected a trump suit S H D C or N, not '" +
                                        std::string(parts[2]) + "'");
        const seat leader = parse_seat<bridge>(parts[3]);
        const auto hands = read_hands(std::span(parts).subspan(6));
        if (ops::popcount(hands[0]) != parse_int(parts[1], "cards"))
            throw std::invalid_argument("the hands do not have as many cards as the row says");
        out.begin_row(row->line);
        const auto s = open_deal<bridge>({hands[0], hands[1], hands[2], hands[3]},
                                         trump_suit(denomination_at(strain)), leader);
        const int ns = by.value(s).low;
        out.compare("tricks", parse_int(parts[4], "tricks"),
                    std::int64_t{partnership_of(leader) == 0 ? ns : s.tricks_remaining - ns});
    }
}

const check_registration table_files("bridge", "dd_tables", check_tables);
const check_registration endgame_files("bridge", "endgames", check_endgames);

}  // namespace
}  // namespace mu::cli::bridge_dd_files
