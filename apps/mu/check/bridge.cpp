// Reference files for bridge.

#include <mu/cards/text.h>
#include <mu/games/bridge.h>
#include <mu/games/bridge/lin.h>
#include <mu/games/bridge/pbn.h>

#include "check/report.h"

namespace mu::cli::bridge_files {
namespace {

using state = game_state<bridge>;
using fields = std::vector<std::string_view>;

// "P", "X", "XX", "1C" .. "7NT", as the files name calls.
std::string call_name(action a) {
    static const position any = game("bridge").deal(deal_number{0});
    return any.action_text(a);
}

[[noreturn]] void bad_row(const std::string& expected) {
    throw std::invalid_argument("expected: " + expected);
}

// The words of a row that has so many of them, the first being its letter.
fields row_of(const std::string& text, std::string_view letter, std::size_t count,
              const std::string& form) {
    const fields out = words(text);
    if (out.empty() || out[0] != letter || out.size() != count) bad_row(form);
    return out;
}

// The names files use, exactly: a seat is a capital letter.
seat read_seat(std::string_view text) {
    if (text.size() != 1 || std::string_view("NESW").find(text) == std::string_view::npos)
        bad_row("a seat, N E S or W, not '" + std::string(text) + "'");
    return parse_seat<bridge>(text);
}

int read_number(std::string_view text, std::string_view what, int least, int most) {
    const auto n = parse_int(text, what);
    if (n < least || n > most) bad_row(fmt::format("{} from {} to {}", what, least, most));
    return static_cast<int>(n);
}

vulnerability read_vulnerability(std::string_view text,
                                 const std::array<std::string_view, 4>& names) {
    for (std::size_t v = 0; v < names.size(); ++v)
        if (text == names[v]) return static_cast<vulnerability>(v);
    bad_row("who is vulnerable, not '" + std::string(text) + "'");
}

action read_call(std::string_view text) {
    for (int a = bridge::pass; a < bridge::first_claim; ++a)
        if (text == call_name(static_cast<action>(a))) return static_cast<action>(a);
    bad_row("a call, not '" + std::string(text) + "'");
}

doubling read_stake(std::string_view text) {
    if (text == "-") return doubling::none;
    if (text == "X") return doubling::doubled;
    if (text == "XX") return doubling::redoubled;
    bad_row("- X or XX, not '" + std::string(text) + "'");
}

denomination read_denomination(std::string_view text) {
    constexpr std::array<std::string_view, 5> names{"C", "D", "H", "S", "NT"};
    for (std::size_t d = 0; d < names.size(); ++d)
        if (text == names[d]) return static_cast<denomination>(d);
    bad_row("a denomination, C D H S or NT, not '" + std::string(text) + "'");
}

// --- traces: whole deals -----------------------------------------------------------------------

// Cards by suit s h d c, high to low, as the files list them.
std::string card_list(card_mask m) {
    std::string out;
    for (const suit s : all_suits)
        for (card_mask in_suit = ops::cards_in_suit<bridge>(m, s); in_suit != 0;) {
            const card c = ops::msb_index(in_suit);
            in_suit ^= bit(c);
            out += (out.empty() ? "" : " ") + card_str<bridge>(c);
        }
    return out;
}

// G <id> <dealer> <vul>, then four rows H <seat> <13 cards>.
state read_start(row_reader& rows, const row& first) {
    const fields head = row_of(first.text, "G", 4, "G id dealer vulnerable");
    const seat dealer = read_seat(head[2]);
    const vulnerability vul = read_vulnerability(head[3], {"-", "NS", "EW", "both"});
    per_seat<card_mask> hands{};
    card_mask seen = 0;
    for (int k = 0; k < 4; ++k) {
        const auto row = rows.next();
        if (!row) bad_row("H seat cards");
        const fields hand = row_of(row->text, "H", 15, "H seat and 13 cards");
        if (index(read_seat(hand[1])) != k) bad_row("the hands of N E S W in this order");
        for (std::size_t i = 2; i < hand.size(); ++i) {
            const card c = parse_card<bridge>(hand[i]);
            if (seen & bit(c)) bad_row("every card once, not " + card_str<bridge>(c) + " twice");
            seen |= bit(c);
            hands[k] |= bit(c);
        }
    }
    return bridge_start(hands, dealer, vul);
}

// C <seat> <call>. False if the call is not legal: the rest of the deal makes no sense then.
bool check_call(const row& row, state& s, report& out) {
    const fields f = row_of(row.text, "C", 3, "C seat call");
    const action a = read_call(f[2]);
    out.compare("who calls", std::string(f[1]), seat_str<bridge>(rules<bridge>::to_act(s)));
    const bool legal = rules<bridge>::legal_actions(s).contains(a);
    out.compare(fmt::format("{} is legal", f[2]), true, legal);
    if (legal) rules<bridge>::apply(s, a);
    return legal;
}

// P <seat> <who decides> <card> : <legal cards>
bool check_play(const row& row, state& s, report& out) {
    const auto parts = split(row.text, ':');
    if (parts.size() != 2) bad_row("P seat decider card : legal cards");
    const std::string played_by(parts[0]);  // the fields point into it
    const fields f = row_of(played_by, "P", 4, "P seat decider card : legal cards");
    const card c = parse_card<bridge>(f[3]);
    const action_set legal = rules<bridge>::legal_actions(s);
    out.compare("who plays", std::string(f[1]), seat_str<bridge>(s.current_player));
    out.compare("who decides", std::string(f[2]), seat_str<bridge>(rules<bridge>::to_act(s)));
    out.compare("legal cards", std::string(parts[1]),
                legal.first == 0 ? card_list(legal.mask) : "a call");
    const bool played = legal.contains(c);
    out.compare(fmt::format("{} is legal", f[3]), true, played);
    if (played) rules<bridge>::apply(s, c);
    return played;
}

void check_traces(row_reader& rows, report& out) {
    while (const auto first = rows.next()) {
        out.begin_row(first->line);
        state s = read_start(rows, *first);
        bool sound = true;
        auto row = rows.next();
        for (; row && (row->text.starts_with("C ") || row->text.starts_with("P "));
             row = rows.next())
            if (sound) {
                if (rules<bridge>::is_over(s)) bad_row("S score: the deal is over");
                sound = row->text[0] == 'C' ? check_call(*row, s, out) : check_play(*row, s, out);
            }
        if (!row) bad_row("S score");
        const fields end = row_of(row->text, "S", 2, "S score");
        out.compare("the deal is over", true, rules<bridge>::is_over(s));
        const bool over = rules<bridge>::is_over(s);
        out.compare("score of NS", parse_int(end[1], "the score"),
                    std::int64_t{over ? score(s, bridge::options{})[0] : 0});
    }
}

// --- auctions ----------------------------------------------------------------------------------

// C <seat> <call> <legal mask> <number of legal calls>
bool check_counted_call(const row& row, state& s, report& out) {
    const fields f = row_of(row.text, "C", 5, "C seat call mask count");
    if (s.extra.now != bridge::phase::auction) bad_row("F: the auction is over");
    const std::uint64_t legal = rules<bridge>::legal_calls(s);
    out.compare("who calls", std::string(f[1]), seat_str<bridge>(s.current_player));
    out.compare("legal calls", std::string(f[3]), fmt::format("{:010x}", legal));
    out.compare("number of legal calls", parse_int(f[4], "the number of calls"),
                std::int64_t{ops::popcount(legal)});
    const action a = read_call(f[2]);
    const bool is_legal = rules<bridge>::legal_actions(s).contains(a);
    out.compare(fmt::format("{} is legal", f[2]), true, is_legal);
    if (is_legal) rules<bridge>::apply(s, a);
    return is_legal;
}

// F <bid> <-|X|XX> <declarer> <dummy> <opening leader>      or      F PASSOUT
void check_contract(const row& row, const state& s, report& out) {
    const fields f = words(row.text);
    if (f.empty() || f[0] != "F" || (f.size() != 6 && !(f.size() == 2 && f[1] == "PASSOUT")))
        bad_row("F bid stake declarer dummy leader, or F PASSOUT");
    std::string found = "unfinished";
    if (s.extra.now == bridge::phase::passed_out) found = "PASSOUT";
    if (s.extra.now == bridge::phase::play) {
        constexpr std::array<std::string_view, 3> stakes{"-", "X", "XX"};
        found = fmt::format("{} {} {} {} {}", call_name(bridge::bid_action(s.extra.last_bid)),
                            stakes[static_cast<std::size_t>(s.extra.stake)],
                            seat_str<bridge>(s.extra.declarer), seat_str<bridge>(dummy_of(s)),
                            seat_str<bridge>(s.current_player));
    }
    out.compare("contract", fmt::format("{}", fmt::join(f.begin() + 1, f.end(), " ")), found);
}

void check_auctions(row_reader& rows, report& out) {
    const bridge::options options;
    std::array<card_mask, 4> any_deal{};
    unrank_deal(bridge::layout(options), 0, any_deal);
    while (const auto first = rows.next()) {
        out.begin_row(first->line);
        const fields head = row_of(first->text, "A", 3, "A id dealer");
        state s = start_deal(bridge{}, options, any_deal, read_seat(head[2]), 0);
        bool sound = true;
        auto row = rows.next();
        for (; row && row->text.starts_with("C "); row = rows.next())
            if (sound) sound = check_counted_call(*row, s, out);
        if (!row) bad_row("F ...");
        check_contract(*row, s, out);
    }
}

// --- scores ------------------------------------------------------------------------------------

void check_scores(row_reader& rows, report& out) {
    constexpr int most = 100000;
    while (const auto row = rows.next()) {
        const fields f = words(row->text);
        out.begin_row(row->line);
        if (f[0] == "S" && f.size() == 7) {
            const int level = read_number(f[1], "a level", 1, 7);
            const bool vul = read_number(f[4], "vulnerable", 0, 1) == 1;
            const int tricks = read_number(f[5], "tricks", 0, 13);
            out.compare(
                "score", parse_int(f[6], "the score"),
                std::int64_t{duplicate_score(make_bridge_bid(level, read_denomination(f[2])),
                                             read_stake(f[3]), vul, tricks)});
        } else if (f[0] == "I" && f.size() == 4) {
            const int least = read_number(f[1], "a difference", 0, most);
            const bool open = f[2] == "-" || f[2] == "inf";
            const int greatest = open ? most : read_number(f[2], "a difference", least, most);
            const auto points = parse_int(f[3], "IMPs");
            out.compare("IMPs for the least", points, std::int64_t{imps(least)});
            out.compare("IMPs for the greatest", points, std::int64_t{imps(greatest)});
            if (least > 0)
                out.compare("IMPs below the least", points - 1, std::int64_t{imps(least - 10)});
            if (points < imps(most))
                out.compare("IMPs above the greatest", points + 1,
                            std::int64_t{imps(greatest + 10)});
        } else if (f[0] == "D" && f.size() == 3) {
            out.compare("IMPs", parse_int(f[2], "IMPs"),
                        std::int64_t{imps(read_number(f[1], "a difference", -most, most))});
        } else if (f[0] == "V" && f.size() == 4) {
            constexpr std::array<std::string_view, 4> names{"None", "NS", "EW", "Both"};
            const int board = read_number(f[1], "a board", 1, most);
            out.compare("dealer", std::string(f[2]), seat_str<bridge>(board_dealer(board)));
            out.compare("vulnerable", std::string(f[3]),
                        std::string(names[board_vulnerability(board)]));
        } else {
            bad_row(
                "S level strain stake vul tricks score, I least greatest imps, D difference "
                "imps, or V board dealer vulnerable");
        }
    }
}

// --- par ---------------------------------------------------------------------------------------

// <id> <dealer> <vul> | <N: C D H S NT> | <E> | <S> | <W> | <par>
void check_par(row_reader& rows, report& out) {
    while (const auto row = rows.next()) {
        const auto parts = split(row->text, '|');
        if (parts.size() != 6) bad_row("id dealer vul | N | E | S | W | par");
        const fields head = words(parts[0]);
        if (head.size() != 3) bad_row("id dealer vul");
        trick_table tricks{};
        for (std::size_t k = 0; k < 4; ++k) {
            const fields row_tricks = words(parts[k + 1]);
            if (row_tricks.size() != denomination_count) bad_row("tricks in C D H S NT");
            for (std::size_t d = 0; d < denomination_count; ++d)
                tricks[k][d] =
                    static_cast<std::uint8_t>(read_number(row_tricks[d], "tricks", 0, 13));
        }
        out.begin_row(row->line);
        out.compare(
            "par", parse_int(parts[5], "par"),
            std::int64_t{par_score(tricks, read_seat(head[1]),
                                   read_vulnerability(head[2], {"None", "NS", "EW", "Both"}))});
    }
}

// --- files of boards ---------------------------------------------------------------------------

std::string whole_text(row_reader& rows) {
    std::string out;
    while (const auto line = rows.next_line()) out += line->text + "\n";
    return out;
}

// Plays a board; a board that cannot be played is a difference, not the end of the file.
std::optional<position> play_board(const bridge_board& board, report& out) {
    try {
        position p = to_position(board);
        out.compare("the deal is over", true, p.is_over());
        return p;
    } catch (const std::invalid_argument& e) {
        out.compare("the board", std::string("can be played"), std::string(e.what()));
        return std::nullopt;
    }
}

// "NS 420" and "EW -420" are the same.
std::string ns_score(const std::string& text) {
    const fields f = words(text);
    if (f.size() != 2 || (f[0] != "NS" && f[0] != "EW")) return text;
    const auto points = parse_int(f[1], "the score");
    return fmt::format("NS {}", f[0] == "NS" ? points : -points);
}

void check_pbn_game(const pbn_game& stated, report& out) {
    const bridge_board board = to_board(stated);
    if (!play_board(board, out)) return;
    const pbn_game found = to_pbn(board);
    for (const char* name : {"Dealer", "Vulnerable", "Declarer", "Contract", "Result", "Score"}) {
        const std::string* value = stated.find(name);
        if (value == nullptr || *value == "?") continue;
        const std::string* ours = found.find(name);
        out.compare(name, std::string_view(name) == "Score" ? ns_score(*value) : *value,
                    ours == nullptr ? "" : *ours);
    }
    if (stated.auction) out.compare("auction", true, stated.auction->items == found.auction->items);
    out.compare("there is a play", stated.play.has_value(), found.play.has_value());
    if (stated.play && found.play) {
        out.compare("opening leader", seat_str<bridge>(stated.play->first),
                    seat_str<bridge>(found.play->first));
        out.compare("cards in their columns", true, stated.play->items == found.play->items);
    }
    out.compare("our own PBN reads back to the board", true,
                to_board(parse_pbn(write_pbn(std::span(&found, 1))).at(0)) == board);
}

void check_pbn(row_reader& rows, report& out) {
    const std::string text = whole_text(rows);
    const auto games = parse_pbn(text);
    for (const pbn_game& g : games) {
        int line = 0;
        for (const pbn_tag& t : g.tags)
            if (t.where.line != 0 && (line == 0 || t.where.line < line)) line = t.where.line;
        out.begin_row(line);
        check_pbn_game(g, out);
        const auto again = parse_pbn(write_pbn(std::span(&g, 1)));
        out.compare("written and read again", true, again.size() == 1 && again[0] == g);
    }
}

void check_lin(row_reader& rows, report& out) {
    const std::string text = whole_text(rows);
    for (const lin_board& b : parse_lin(text).boards) {
        out.begin_row(b.where.line);
        const lin_file alone{.header = {}, .boards = {b}};
        out.compare("written and read again", true, parse_lin(write_lin(alone)) == alone);
        if (!b.id.empty() && !b.title.empty()) out.compare("title", to_lin(b.board).title, b.title);
        const auto p = play_board(b.board, out);
        if (!p) continue;
        const bridge_board found = to_board(*p);
        if (b.board.tricks && found.tricks)
            out.compare("declarer's tricks", *b.board.tricks, *found.tricks);
        out.compare("dealer", seat_str<bridge>(*b.board.dealer), seat_str<bridge>(*found.dealer));
        out.compare("hands", true, found.hands == b.board.hands);
        out.compare("cards", true, found.cards == b.board.cards);
        out.compare("calls", b.board.calls.size(), found.calls.size());
    }
}

const check_registration trace_files("bridge", "traces", check_traces);
const check_registration auction_files("bridge", "auctions", check_auctions);
const check_registration score_files("bridge", "scores", check_scores);
const check_registration par_files("bridge", "par", check_par);
const check_registration pbn_files("bridge", "samples.pbn", check_pbn);
const check_registration lin_files("bridge", "samples.lin", check_lin);

}  // namespace
}  // namespace mu::cli::bridge_files
