// Reference files of solved euchre positions.

#include <mu/cards/text.h>
#include <mu/games/euchre/solving.h>

#include "check/card_values.h"

namespace mu::cli::euchre_dd_files {
namespace {

using state = game_state<euchre>;
using fields = std::vector<std::string_view>;

// Cards joined without blanks; "-" is none.
std::vector<card> read_cards(std::string_view text) {
    std::vector<card> out;
    if (text == "-") return out;
    if (text.size() % 2 != 0)
        throw std::invalid_argument("expected cards of two letters, not '" + std::string(text) +
                                    "'");
    for (; !text.empty(); text.remove_prefix(2))
        out.push_back(parse_card<euchre>(text.substr(0, 2)));
    return out;
}

// A position in the card play: trump, maker, who sits out, the trick so far, the hands.
struct position_row {
    std::string_view trump, maker, flags, leader, table;
    std::array<std::string_view, 4> hands;
};

state read_position(const position_row& r) {
    const seat maker = parse_seat<euchre>(r.maker), leader = parse_seat<euchre>(r.leader);
    if (r.flags.size() != 2) throw std::invalid_argument("expected two flags, such as A- or -3");
    std::array<card_mask, 4> hands{};
    card_mask seen = 0;
    const auto deal = [&](std::size_t k, card c) {
        if (seen & bit(c)) throw std::invalid_argument("dealt twice: " + card_str<euchre>(c));
        seen |= bit(c);
        hands[k] |= bit(c);
    };
    for (std::size_t k = 0; k < 4; ++k)
        for (const card c : read_cards(r.hands[k])) deal(k, c);
    unsigned active = 0b1111;
    if (r.flags[0] == 'A') active &= ~(1U << index(partner_of(maker)));
    if (r.flags[1] != '-')
        active &= ~(1U << index(partner_of(parse_seat<euchre>(r.flags.substr(1)))));
    const auto table = read_cards(r.table);
    seat who = leader;
    const auto skip = [&] {
        while (((active >> index(who)) & 1) == 0) who = seat_after<euchre>(who);
    };
    skip();
    for (const card c : table) {
        deal(static_cast<std::size_t>(index(who)), c);
        who = seat_after<euchre>(who);
        skip();
    }
    state s = open_deal<euchre>(hands, parse_suit<euchre>(r.trump), leader);
    s.extra.maker = maker;
    s.extra.active = static_cast<std::uint8_t>(active);
    s.tricks_remaining =
        static_cast<std::uint8_t>(ops::popcount(hands[static_cast<std::size_t>(index(leader))]));
    for (const card c : table) {
        if (!(trick_play<euchre>::legal_moves(s) & bit(c)))
            throw std::invalid_argument(card_str<euchre>(c) + " was not legal");
        trick_play<euchre>::play_card(s, c);
    }
    return s;
}

void compare_values(report& out, solver<euchre>& by, const state& s, std::string_view tricks,
                    std::string_view cards) {
    out.compare("tricks", parse_int(tricks, "tricks"), std::int64_t{by.value(s).low});
    compare_cards<euchre>(out, cards, ',', by.moves(s));
}

// Columns as the header of the file names them.
void check_deals(row_reader& rows, report& out) {
    solver<euchre> by;
    while (const auto row = rows.next()) {
        const fields f = words(row->text);
        if (f.size() != 16) throw std::invalid_argument("expected 16 columns");
        const state s = read_position({f[4], f[5], f[7], f[6], "-", {f[9], f[10], f[11], f[12]}});
        out.begin_row(row->line);
        compare_values(out, by, s, f[13], f[15]);
        // What the makers score for that many tricks.
        state over = s;
        const auto makers = static_cast<std::size_t>(partnership_of(s.extra.maker));
        over.tricks_won[makers] = static_cast<std::uint8_t>(by.value(s).low);
        over.tricks_won[1 - makers] = static_cast<std::uint8_t>(5 - over.tricks_won[makers]);
        over.tricks_remaining = 0;
        const auto points = score(over, euchre::options{});
        out.compare("points", parse_int(f[14], "points"),
                    std::int64_t{points[static_cast<std::size_t>(index(s.extra.maker))]});
    }
}

void check_positions(row_reader& rows, report& out) {
    solver<euchre> by;
    while (const auto row = rows.next()) {
        const fields f = words(row->text);
        if (f.size() != 14) throw std::invalid_argument("expected 14 columns");
        const state s = read_position({f[1], f[2], f[3], f[4], f[5], {f[8], f[9], f[10], f[11]}});
        out.begin_row(row->line);
        out.compare("seat to play", parse_int(f[6], "a seat"),
                    std::int64_t{index(s.current_player)});
        compare_values(out, by, s, f[12], f[13]);
    }
}

const check_registration deal_files("euchre", "dd", check_deals);
const check_registration position_files("euchre", "dd_mid", check_positions);

}  // namespace
}  // namespace mu::cli::euchre_dd_files
