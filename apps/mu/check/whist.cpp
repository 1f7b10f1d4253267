// Reference files for whist.

#include <mu/cards/text.h>
#include <mu/games/perft.h>
#include <mu/games/whist.h>
#include <mu/solve/dds.h>

#include "check/report.h"

namespace mu::cli::whist_files {
namespace {

using state = game_state<whist>;

// Tricks of a side with all hands visible.
int best_tricks(const state& s, int side) {
    const int ns = dds_tricks<whist, partition_search_policy<whist>>(s);
    return side == 0 ? ns : s.tricks_remaining - ns;
}

// perft_counts with a memory: what can follow depends on the cards left and on who leads alone, so
// every start of a trick is counted once. A long row has hundreds of millions of lines, but some
// ten thousand such starts.
class line_counter {
public:
    using counts = std::vector<std::uint64_t>;

    // REQUIRES: s is at the start of a trick.
    const counts& from(const state& s) {
        const auto [entry, is_new] = known_.try_emplace({s.hands, s.current_player});
        if (is_new) {
            entry->second.resize(4 * static_cast<std::size_t>(s.tricks_remaining));
            play_trick(s, 0, entry->second);
        }
        return entry->second;
    }

private:
    void play_trick(const state& s, std::size_t depth, counts& out) {
        card_mask moves = rules<whist>::legal_moves(s);
        out[depth] += static_cast<std::uint64_t>(ops::popcount(moves));
        for (; moves != 0; moves &= moves - 1) {
            state next = s;
            rules<whist>::play_card(next, ops::lsb_index(moves));
            if (depth < 3) {
                play_trick(next, depth + 1, out);
            } else if (next.tricks_remaining > 0) {
                const counts& rest = from(next);
                for (std::size_t d = 0; d < rest.size(); ++d) out[d + 4] += rest[d];
            }
        }
    }

    std::map<std::pair<per_seat<card_mask>, seat>, counts> known_;
};

// Rows with more lines than this are counted with the memory only.
constexpr std::uint64_t most_plain_lines = 100'000;

// <id> <trump> <leader> <cards> | <hand> x 4 | DD <n> | <perft(1)> <perft(2)> ...
void check_perft(row_reader& rows, report& out) {
    while (const auto row = rows.next()) {
        const auto parts = split(row->text, '|');
        if (parts.size() != 7)
            throw std::invalid_argument(
                "expected 7 parts separated by |: head, 4 hands, DD, counts");
        const auto head = words(parts[0]);
        if (head.size() != 4) throw std::invalid_argument("expected: id trump leader cards");
        const suit trump = parse_suit<whist>(head[1]);
        const seat leader = parse_seat<whist>(head[2]);
        const auto cards = parse_int(head[3], "cards");

        per_seat<card_mask> hands{};
        card_mask seen = 0;
        for (std::size_t k = 0; k < 4; ++k) {
            hands[k] = parse_cards<whist>(parts[k + 1]);
            if (ops::popcount(hands[k]) != cards)
                throw std::invalid_argument(fmt::format("hand {} should have {} cards", k, cards));
            if (hands[k] & seen)
                throw std::invalid_argument("dealt twice: " + mask_str<whist>(hands[k] & seen));
            seen |= hands[k];
        }
        const auto dd = words(parts[5]);
        if (dd.size() != 2 || dd[0] != "DD") throw std::invalid_argument("expected: DD tricks");
        const auto counts = words(parts[6]);
        if (cards < 1 || counts.size() != static_cast<std::size_t>(4 * cards))
            throw std::invalid_argument(fmt::format("expected {} counts, one per card", 4 * cards));

        out.begin_row(row->line);
        const state start = whist_start(hands, trump, seat_after<whist>(leader, 3));
        std::vector<std::uint64_t> claimed;
        for (const auto count : counts)
            claimed.push_back(static_cast<std::uint64_t>(parse_int(count, "a count")));
        const auto compare = [&](std::string_view how, const std::vector<std::uint64_t>& found) {
            for (std::size_t d = 0; d < claimed.size(); ++d)
                out.compare(fmt::format("perft({}){}", d + 1, how), claimed[d], found[d]);
        };
        line_counter lines;
        const auto& found = lines.from(start);
        compare("", found);
        if (found.back() <= most_plain_lines) {
            std::vector<std::uint64_t> plain(counts.size());
            perft_counts<whist>(start, plain);
            compare(", card by card", plain);
        }
        out.compare("DD", parse_int(dd[1], "DD"),
                    std::int64_t{best_tricks(start, partnership_of(leader))});
    }
}

const check_registration perft_files("whist", "perft", check_perft);

}  // namespace
}  // namespace mu::cli::whist_files
