// Reference files of solved jass endings.

#include <mu/cards/text.h>
#include <mu/games/jass/solving.h>

#include "check/card_values.h"

namespace mu::cli::jass_dd_files {
namespace {

using state = game_state<jass>;

// <id> <contract> <leader> <cards> | <hand> x 4 | <value> <total> | <card>=<value> ...
// Values are points of the leader's team from here on, without a bonus for all tricks.
template <bool SeedOrder>
void check_endings(row_reader& rows, report& out) {
    solver<jass> by;
    constexpr solving<jass>::goal no_match{.match = false};
    jass::options options;
    options.house.seed_order = SeedOrder;
    while (const auto row = rows.next()) {
        const auto parts = split(row->text, '|');
        if (parts.size() != 7)
            throw std::invalid_argument(
                "expected 7 parts separated by |: head, 4 hands, values, cards");
        const auto head = words(parts[0]), values = words(parts[5]);
        if (head.size() != 4 || values.size() != 2)
            throw std::invalid_argument("expected: id contract leader cards | ... | value total");
        const std::size_t contract = std::string_view("SHDCOU").find(head[1]);
        if (head[1].size() != 1 || contract == std::string_view::npos)
            throw std::invalid_argument("expected a contract, one of S H D C O U");
        const seat leader = parse_seat<jass>(head[2]);
        per_seat<card_mask> hands{};
        card_mask seen = 0;
        for (std::size_t k = 0; k < 4; ++k) {
            hands[k] = parse_cards<jass>(parts[k + 1]);
            if (hands[k] & seen)
                throw std::invalid_argument("dealt twice: " + mask_str<jass>(hands[k] & seen));
            seen |= hands[k];
        }
        state s = jass_start(hands, leader, options);
        rules<jass>::choose(s, jass::call(static_cast<jass::contract>(contract)));

        out.begin_row(row->line);
        const auto total = parse_int(values[1], "the total");
        out.compare("total", total,
                    std::int64_t{card_points<jass>(seen, trick_play<jass>::order(s)) + 5});
        // From the difference between N+S and E+W to the points of the leader's team.
        const auto of_leader = [&](int v) {
            return (static_cast<int>(total) + (partnership_of(leader) == 0 ? v : -v)) / 2;
        };
        out.compare("value", parse_int(values[0], "the value"),
                    std::int64_t{of_leader(by.value(s, no_match).low)});
        auto moves = by.moves(s, no_match);
        for (auto& m : moves) {
            m.value = {of_leader(m.value.low), of_leader(m.value.high)};
            if (m.value.low > m.value.high) std::swap(m.value.low, m.value.high);
        }
        compare_cards<jass>(out, parts[6], ' ', moves);
    }
}

const check_registration ending_files("jass", "dd", check_endings<false>);
const check_registration seed_ending_files("jass", "dd_seedorder", check_endings<true>);

}  // namespace
}  // namespace mu::cli::jass_dd_files
