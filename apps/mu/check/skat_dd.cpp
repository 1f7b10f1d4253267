// Reference files of solved skat positions.

#include <mu/games/skat/solving.h>

#include "check/card_values.h"
#include "check/skat.h"

namespace mu::cli::skat_dd_files {
namespace {

using state = game_state<skat>;
using fields = std::vector<std::string_view>;

std::pair<int, int> parse_two(std::string_view text, std::string_view what) {
    const fields both = split(text, ',');
    if (both.size() != 2) throw std::invalid_argument(fmt::format("expected two {}", what));
    return {static_cast<int>(parse_int(both[0], what)), static_cast<int>(parse_int(both[1], what))};
}

// A position inside the play: what has been played is all that lies nowhere else. Which cards went
// to whom does not matter for what is still to be won.
state read_position(const fields& f) {
    const skat_game g = parse_skat_game(f[1]);
    const seat soloist = parse_seat<skat>(f[2]), leader = parse_seat<skat>(f[3]);
    const std::vector<card> table = packed_list(f[4]);
    per_seat<card_mask, 3> hands{};
    for (std::size_t k = 0; k < 3; ++k) hands[k] = parse_packed(f[8 + k]);
    const card_mask laid = parse_packed(f[11]);
    card_mask seen = laid;
    const auto once = [&](card_mask cards) {
        if (seen & cards) throw std::invalid_argument("twice: " + packed(seen & cards));
        seen |= cards;
    };
    for (const card_mask hand : hands) once(hand);
    seat who = leader;
    for (const card c : table) {
        once(bit(c));
        hands[who] |= bit(c);
        who = seat_after<skat>(who);
    }
    state s = skat_first_lead(hands, laid, soloist, leader, g);
    s.played = static_cast<std::uint32_t>(deck_traits<skat>::all_cards & ~seen);
    s.tricks_remaining = static_cast<std::uint8_t>(ops::popcount(hands[leader]));
    const auto [his, theirs] = parse_two(f[7], "numbers of tricks");
    s.tricks_won[soloist] = static_cast<std::uint8_t>(his);
    s.tricks_won[seat_after<skat>(soloist)] = static_cast<std::uint8_t>(theirs);
    if (g.kind != skat_kind::null) {
        const int points = parse_two(f[6], "numbers of points").first;
        s.points = static_cast<std::uint8_t>(points - card_points<skat>(laid, order_now(s)));
    }
    for (const card c : table) {
        if (!(rules<skat>::legal_moves(s) & bit(c)))
            throw std::invalid_argument(card_str<skat>(c) + " was not legal");
        rules<skat>::play_card(s, c);
    }
    return s;
}

value_range shown(value_range v) {
    return {solving<skat>::shown(v.low), solving<skat>::shown(v.high)};
}

// Columns as the header of the file names them.
void check_positions(row_reader& rows, report& out) {
    solver<skat> by;
    while (const auto row = rows.next()) {
        const fields f = words(row->text);
        if (f.size() != 14) throw std::invalid_argument("expected 14 columns");
        const state s = read_position(f);
        out.begin_row(row->line);
        out.compare("seat to play", parse_int(f[5], "a seat"),
                    std::int64_t{index(s.current_player)});
        out.compare("value", parse_int(f[12], "a value"), std::int64_t{shown(by.value(s)).low});
        auto moves = by.moves(s);
        for (move_value& m : moves) m.value = shown(m.value);
        compare_cards<skat>(out, f[13], ',', moves);
    }
}

const check_registration positions("skat", "dd_mid", check_positions);

}  // namespace
}  // namespace mu::cli::skat_dd_files
