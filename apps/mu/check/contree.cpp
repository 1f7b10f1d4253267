// Reference files for contrée.

#include <stdexcept>

#include <mu/cards/text.h>
#include <mu/games/contree.h>
#include <mu/games/perft.h>

#include "check/report.h"

namespace mu::cli::contree_files {
namespace {

using state = game_state<contree>;
using fields = std::vector<std::string_view>;

// A number in a range.
int parse_in(std::string_view text, std::string_view what, int low, int high) {
    const auto n = parse_int(text, what);
    if (n < low || n > high)
        throw std::invalid_argument(fmt::format("{} is {} to {}, not {}", what, low, high, n));
    return static_cast<int>(n);
}

seat parse_place(std::string_view text, std::string_view what) {
    return static_cast<seat>(parse_in(text, what, 0, 3));
}

// Four hands of one size, no card twice.
per_seat<card_mask> parse_hands(const fields& row, std::size_t first, int cards, report& out) {
    per_seat<card_mask> hands{};
    card_mask seen = 0;
    for (std::size_t k = 0; k < 4; ++k) {
        hands[k] = parse_hand<contree>(row[first + k]);
        if (ops::popcount(hands[k]) != cards)
            throw std::invalid_argument(fmt::format("hand {} should have {} cards", k, cards));
        if (hands[k] & seen)
            throw std::invalid_argument("dealt twice: " + mask_str<contree>(hands[k] & seen));
        seen |= hands[k];
        out.compare(fmt::format("hand {}", k), row[first + k], hand_str<contree>(hands[k]));
    }
    return hands;
}

// Whole deals, one item per line:
//
//     G <id> <dealer> <hand N> <hand E> <hand S> <hand W>
//     B <seat> <call> <legal calls, 11 hexadecimal digits>
//     C <value> <trump> <team> <coinche> <leader>           absent if the deal is void
//     P <seat> <card> : <legal cards>
//     W <trick> <winner> <points>                           after every fourth P
//     R made|failed|void <points> <tricks> <belote> <score>     each for N+S and E+W
class trace_checker {
public:
    trace_checker(row_reader& rows, report& out) : rows_(rows), out_(out) { advance(); }

    // An action that is not legal is a difference; the rest of that deal cannot be followed.
    void run() {
        while (row_) {
            if (check_deal()) continue;
            do advance();
            while (row_ && words(row_->text).front() != "G");
        }
    }

private:
    using team = std::size_t;

    void advance() { row_ = rows_.next(); }

    // The current row. REQUIRES by the file: it is of this kind and has so many fields, the kind
    // being the first.
    fields expect(std::string_view kind, std::size_t least, std::size_t most) {
        if (!row_) throw std::invalid_argument("the file ends inside a deal");
        fields row = words(row_->text);
        if (row.front() != kind)
            throw std::invalid_argument(
                fmt::format("expected a row {}, not '{}'", kind, row.front()));
        if (row.size() < least || row.size() > most)
            throw std::invalid_argument(
                fmt::format("a row {} does not have {} fields", kind, row.size()));
        out_.begin_row(row_->line);
        return row;
    }

    bool check_deal() {
        const fields deal = expect("G", 7, 7);
        parse_int(deal[1], "the id");
        const seat dealer = parse_place(deal[2], "the dealer");
        s_ = contree_start(parse_hands(deal, 3, 8, out_), {}, dealer);
        advance();
        while (s_.extra.stage == contree::phase::auction)
            if (!check_call()) return false;
        if (s_.extra.stage == contree::phase::play) {
            check_contract();
            while (!rules<contree>::is_over(s_))
                if (!check_card()) return false;
        }
        check_result();
        return true;
    }

    bool check_call() {
        const fields row = expect("B", 4, 4);
        const auto legal = rules<contree>::legal_calls(s_);
        const int call = parse_in(row[2], "a call", 0, contree_calls::count - 1);
        compare_seat("seat to call", row[1], s_.current_player);
        out_.compare("legal calls", row[3], fmt::format("{:011x}", legal));
        if (!(legal & contree_calls::bit(call))) {
            out_.compare(fmt::format("call {} is legal", call), true, false);
            return false;
        }
        rules<contree>::make_call(s_, call);
        advance();
        return true;
    }

    void check_contract() {
        const fields row = expect("C", 6, 6);
        compare("value", row[1], contree_value(s_.extra.bid, {}));
        out_.compare("trump", row[2], suit_str<contree>(s_.trump));
        compare("team", row[3], partnership_of(s_.extra.bidder));
        compare("coinche", row[4], s_.extra.coinche);
        compare_seat("leader", row[5], s_.current_player);
        advance();
    }

    bool check_card() {
        const fields row = expect("P", 5, 12);
        if (row[3] != ":") throw std::invalid_argument("expected ':' before the legal cards");
        const card_mask legal = rules<contree>::legal_moves(s_);
        const card c = parse_card<contree>(row[2]);
        compare_seat("seat to play", row[1], s_.current_player);
        out_.compare("card", row[2], card_str<contree>(c));
        out_.compare("legal cards", fmt::format("{}", fmt::join(row.begin() + 4, row.end(), " ")),
                     mask_str<contree>(legal));
        if (!(legal & bit(c))) {
            out_.compare(card_str<contree>(c) + " is legal", true, false);
            return false;
        }
        const auto before = s_.extra.points;
        rules<contree>::play_card(s_, c);
        advance();
        if (s_.trick.num_played == 4) check_trick(before);
        return true;
    }

    void check_trick(const std::array<std::uint8_t, 2>& before) {
        const fields row = expect("W", 4, 4);
        const auto& now = s_.extra.points;
        compare("trick", row[1], 8 - s_.tricks_remaining);
        compare_seat("winner", row[2], s_.trick.current_winner);
        compare("points", row[3], now[0] + now[1] - before[0] - before[1]);
        advance();
    }

    void check_result() {
        const fields row = expect("R", 10, 10);
        const bool is_void = s_.extra.stage == contree::phase::passed_out;
        const contree_outcome r = is_void ? contree_outcome{} : contree_result(s_, {});
        const auto points = score(s_, {});
        out_.compare("result", row[1], is_void ? "void" : contree_made(r) ? "made" : "failed");
        for (team t = 0; t < 2; ++t) {
            compare(fmt::format("card points of team {}", t), row[2 + t], r.points[t]);
            compare(fmt::format("tricks of team {}", t), row[4 + t], r.tricks[t]);
            compare(fmt::format("belote of team {}", t), row[6 + t], r.belote[t]);
            compare(fmt::format("score of team {}", t), row[8 + t], points[t]);
        }
        advance();
    }

    void compare(std::string_view what, std::string_view expected, int found) {
        out_.compare(what, parse_int(expected, what), std::int64_t{found});
    }
    void compare_seat(std::string_view what, std::string_view expected, seat found) {
        out_.compare(what, index(parse_place(expected, what)), index(found));
    }

    row_reader& rows_;
    report& out_;
    std::optional<row> row_;
    state s_;
};

void check_traces(row_reader& rows, report& out) { trace_checker(rows, out).run(); }

// <id> <trump> <leader> <cards> <hand> x 4 <perft(1)> ... <perft(4 * cards)>
void check_perft(row_reader& rows, report& out) {
    while (const auto row = rows.next()) {
        const fields field = words(row->text);
        if (field.size() < 8)
            throw std::invalid_argument("expected: id trump leader cards, 4 hands, counts");
        parse_int(field[0], "the id");
        const suit trump = parse_suit<contree>(field[1]);
        if (trump == suit::none) throw std::invalid_argument("contrée has a trump suit");
        const seat leader = parse_place(field[2], "the leader");
        const int cards = parse_in(field[3], "cards", 1, 8);
        std::vector<std::uint64_t> counts(4 * static_cast<std::size_t>(cards));
        if (field.size() != 8 + counts.size())
            throw std::invalid_argument(
                fmt::format("expected {} counts, one per card", counts.size()));
        out.begin_row(row->line);
        const auto hands = parse_hands(field, 4, cards, out);
        const state start = contree_start_play(hands, {}, seat_after<contree>(leader, 3),
                                               contree_calls::bid(0, trump), leader);
        perft_counts<contree>(start, counts);
        for (std::size_t d = 0; d < counts.size(); ++d)
            out.compare(fmt::format("perft({})", d + 1), parse_int(field[8 + d], "a count"),
                        static_cast<std::int64_t>(counts[d]));
    }
}

// <id> <team> <value> <coinche> <points> x 2 <tricks> x 2 <belote> x 2 <score> x 2
void check_scores(row_reader& rows, report& out) {
    while (const auto row = rows.next()) {
        const fields field = words(row->text);
        if (field.size() != 12) throw std::invalid_argument("expected 12 numbers");
        parse_int(field[0], "the id");
        contree_outcome r{.taker = parse_in(field[1], "the team", 0, 1),
                          .value = parse_in(field[2], "the value", 80, 250),
                          .coinche = parse_in(field[3], "coinche", 0, 2)};
        r.capot = r.value == 250;
        if (!r.capot && (r.value > 160 || r.value % 10 != 0))
            throw std::invalid_argument(fmt::format("no bid has the value {}", r.value));
        for (std::size_t t = 0; t < 2; ++t) {
            r.points[t] = parse_in(field[4 + t], "card points", 0, 252);
            r.tricks[t] = parse_in(field[6 + t], "tricks", 0, 8);
            r.belote[t] = parse_in(field[8 + t], "belote", 0, 20);
            if (r.belote[t] % 20 != 0) throw std::invalid_argument("belote is 0 or 20");
        }
        out.begin_row(row->line);
        const bool all_eight = r.tricks[0] == 8 || r.tricks[1] == 8;
        out.compare("card points in all", r.points[0] + r.points[1], all_eight ? 252 : 162);
        out.compare("tricks in all", r.tricks[0] + r.tricks[1], 8);
        out.compare("one belote at most", r.belote[0] + r.belote[1] <= 20, true);
        const auto found = contree_score(r, {});
        for (std::size_t t = 0; t < 2; ++t)
            out.compare(fmt::format("score of team {}", t), parse_int(field[10 + t], "a score"),
                        std::int64_t{found[t]});
    }
}

const check_registration trace_files("contree", "traces", check_traces);
const check_registration perft_files("contree", "perft", check_perft);
const check_registration score_files("contree", "scores", check_scores);

}  // namespace
}  // namespace mu::cli::contree_files
