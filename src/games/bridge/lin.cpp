#include <algorithm>
#include <array>

#include <mu/cards/text.h>
#include <mu/games/bridge/lin.h>

#include "api/source_text.h"
#include "games/bridge/bridge_text.h"

namespace mu {

namespace {

using detail::is_blank;
using detail::source_text;
using detail::upper;

// Seats in LIN's order, and where md counts them from 1.
constexpr std::array lin_seats{seat::south, seat::west, seat::north, seat::east};
constexpr std::array<std::string_view, 5> match_commands{"vg", "rs", "pw", "mp", "bn"};
constexpr std::string_view suit_letters = "SHDC";

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return out;
}

std::vector<std::string_view> parts(std::string_view text, char separator) {
    std::vector<std::string_view> out;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(separator, at), text.size());
        out.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return out;
}

// A whole number of at most six digits, or 0.
int small_number(std::string_view text) {
    int out = 0;
    if (text.empty() || text.size() > 6) return 0;
    for (const char c : text) {
        if (c < '0' || c > '9') return 0;
        out = 10 * out + (c - '0');
    }
    return out;
}

// "Board 7", or else "o7" and "c7".
int board_number(const lin_board& b) {
    constexpr std::string_view title = "Board ";
    if (b.title.starts_with(title))
        if (const int n = small_number(std::string_view(b.title).substr(title.size()))) return n;
    return b.id.empty() ? 0 : small_number(std::string_view(b.id).substr(1));
}

// --- Reading -----------------------------------------------------------------------------------

class lin_reader {
public:
    explicit lin_reader(std::string_view text) : in_(text) {}

    lin_file file() {
        while (true) {
            const std::string name = lower(trimmed(until_bar()));
            if (in_.done() && !barred_) {
                if (!name.empty()) in_.fail("the last command has no value: expected |value|");
                break;
            }
            where_ = in_.place();
            offset_ = in_.offset();
            std::string value(until_bar());
            if (!barred_) in_.fail("expected | after a value");
            std::erase_if(value, [](char c) { return c == '\n' || c == '\r'; });
            command(name, value);
        }
        end_board();
        return std::move(file_);
    }

private:
    // The text up to the next |, which is passed; barred_ says whether there was one.
    std::string_view until_bar() {
        const std::size_t from = in_.offset();
        barred_ = false;
        while (!in_.done() && in_.peek() != '|') in_.next();
        const std::string_view text = in_.since(from);
        barred_ = in_.take('|');
        return text;
    }

    [[noreturn]] void fail(std::string_view message) const { in_.fail(where_, offset_, message); }

    void command(const std::string& name, const std::string& value) {
        bridge_board& b = now_.board;
        if (name == "qx") {
            if (is_board()) end_board();
            now_.id = trimmed(value);
        } else if (name == "pn") {
            if (has_deal_ && has_names_) end_board();
            names(value);
        } else if (name == "md") {
            if (has_deal_) end_board();
            deal(value);
        } else if (name == "ah") {
            now_.title = trimmed(value);
        } else if (name == "sv") {
            b.vul = vulnerable(std::string(trimmed(value)));
        } else if (name == "mb") {
            b.calls.push_back(call(value));
        } else if (name == "an") {
            if (!b.calls.empty()) b.calls.back().explanation = trimmed(value);
        } else if (name == "pc") {
            b.cards.push_back({.what = played(std::string(trimmed(value))), .where = where_});
        } else if (name == "mc") {
            const std::string tricks(trimmed(value));
            const int n = small_number(tricks);
            if (tricks != std::to_string(n) || n > 13) fail("expected declarer's tricks, 0 to 13");
            b.tricks = n;
            b.tricks_at = where_;
        } else if (std::ranges::find(match_commands, name) != match_commands.end()) {
            file_.header.push_back({name, value});
        }
    }

    bool is_board() const {
        const bridge_board& b = now_.board;
        return has_deal_ || !b.calls.empty() || !b.cards.empty() || b.tricks;
    }

    void end_board() {
        if (is_board()) {
            now_.board.number = board_number(now_);
            file_.boards.push_back(std::move(now_));
        }
        now_ = lin_board{};
        has_deal_ = has_names_ = false;
    }

    // Four names, or eight for a match: those in the closed room are the last four.
    void names(const std::string& value) {
        has_names_ = true;
        const auto list = parts(value, ',');
        const std::size_t from = list.size() == 8 && now_.id.starts_with('c') ? 4 : 0;
        for (std::size_t k = 0; k < 4; ++k)
            now_.board.players[lin_seats[k]] =
                from + k < list.size() ? std::string(trimmed(list[from + k])) : std::string();
    }

    // "3S6H23TQKD9QC268TA,SKAH...,...,": the dealer, then the hands.
    void deal(const std::string& value) {
        has_deal_ = true;
        now_.where = where_;
        const std::string text = upper(trimmed(value));
        bridge_board& b = now_.board;
        if (text.empty()) fail("expected a deal: the dealer 1 to 4, then hands");
        if (text[0] < '0' || text[0] > '4') fail("expected the dealer: 1 S, 2 W, 3 N, 4 E, 0 none");
        if (text[0] != '0') b.dealer = lin_seats[static_cast<std::size_t>(text[0] - '1')];
        const auto hands = parts(std::string_view(text).substr(1), ',');
        if (hands.size() > 4) fail("a deal has four hands");
        card_mask seen = 0;
        for (std::size_t k = 0; k < hands.size(); ++k) {
            b.hands[lin_seats[k]] = hand(hands[k], seen);
            seen |= b.hands[lin_seats[k]];
        }
        if (ops::popcount(seen) == 39 && b.hands[seat::east] == 0)
            b.hands[seat::east] = deck_traits<bridge>::all_cards & ~seen;
    }

    card_mask hand(std::string_view text, card_mask seen) const {
        card_mask out = 0;
        std::optional<suit> now;
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (is_blank(text[i])) continue;
            if (const std::size_t s = suit_letters.find(text[i]); s != std::string_view::npos) {
                now = static_cast<suit>(s);
                continue;
            }
            const bool ten = text.substr(i).starts_with("10");
            if (ten) ++i;
            const std::size_t rank = bridge::deck.ranks.find(ten ? 'T' : text[i]);
            if (!now || rank == std::string_view::npos)
                fail("expected a hand such as SAKH5D32CT: suits and their ranks");
            const card c = make_card<bridge>(*now, static_cast<int>(rank));
            if ((out | seen) & bit(c)) fail("dealt twice: " + card_str<bridge>(c));
            out |= bit(c);
        }
        if (ops::popcount(out) > 13) fail("a hand has 13 cards at most");
        return out;
    }

    std::optional<std::uint8_t> vulnerable(const std::string& value) const {
        if (value.empty()) return std::nullopt;
        const std::string name = lower(value);
        if (name == "o" || name == "0") return vul_none;
        if (name == "n") return vul_ns;
        if (name == "e") return vul_ew;
        if (name == "b") return vul_both;
        fail("expected who is vulnerable: o n e b");
    }

    board_call call(const std::string& value) const {
        std::string name = upper(trimmed(value));
        const bool alert = std::erase(name, '!') > 0;
        board_call out{.alert = alert, .explanation = {}, .where = where_};
        if (name == "P" || name == "PASS")
            out.call = bridge::pass;
        else if (name == "D" || name == "X" || name == "DBL")
            out.call = bridge::x;
        else if (name == "R" || name == "XX" || name == "RDBL")
            out.call = bridge::xx;
        else if (const auto b = detail::read_bid(name))
            out.call = bridge::bid_action(*b);
        else
            fail("expected a call: p d r or 1C to 7N");
        return out;
    }

    card played(const std::string& value) const {
        if (const auto c = detail::read_suit_rank(upper(value))) return *c;
        fail("expected a card such as SA");
    }

    source_text in_;
    lin_file file_;
    lin_board now_;
    bool has_deal_ = false, has_names_ = false;  // md and pn were given
    bool barred_ = false;
    text_place where_;  // of the value of the command in hand
    std::size_t offset_ = 0;
};

// --- Writing -----------------------------------------------------------------------------------

std::string hand_text(card_mask hand) {
    if (hand == 0) return "";
    std::string out;
    for (const suit s : all_suits) {
        out += suit_letters[static_cast<std::size_t>(s)];
        ops::for_each(ops::cards_in_suit<bridge>(hand, s), [&](card c) {
            out += bridge::deck.ranks[static_cast<std::size_t>(rank_of<bridge>(c))];
        });
    }
    return out;
}

std::string lin_deal(const bridge_board& b) {
    const auto dealer =
        b.dealer ? std::ranges::find(lin_seats, *b.dealer) - lin_seats.begin() + 1 : 0;
    std::string out = std::to_string(dealer);
    card_mask others = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        others |= b.hands[lin_seats[k]];
        out += hand_text(b.hands[lin_seats[k]]) + ",";
    }
    const bool rest = (others | b.hands[seat::east]) == deck_traits<bridge>::all_cards &&
                      ops::popcount(others) == 39;
    return out + (rest ? "" : hand_text(b.hands[seat::east]));
}

std::string call_text(action a) {
    if (a == bridge::pass) return "p";
    if (a == bridge::x) return "d";
    if (a == bridge::xx) return "r";
    return detail::bid_text(static_cast<bridge_bid>(a - bridge::first_bid)).substr(0, 2);
}

void write(std::string& out, std::string_view name, std::string_view value) {
    out += fmt::format("{}|{}|", name, value);
}

void write_board(std::string& out, const lin_board& lin) {
    constexpr std::string_view vul_letters = "oneb";
    const bridge_board& b = lin.board;
    if (!lin.id.empty()) write(out, "qx", lin.id);
    std::string names;
    for (const seat s : lin_seats) names += (s == seat::south ? "" : ",") + b.players[s];
    write(out, "pn", names);
    write(out, "st", "");
    write(out, "md", lin_deal(b));
    write(out, "rh", "");
    if (!lin.title.empty()) write(out, "ah", lin.title);
    if (b.vul) write(out, "sv", vul_letters.substr(*b.vul & vul_both, 1));
    for (const board_call& c : b.calls) {
        write(out, "mb", call_text(c.call) + (c.alert ? "!" : ""));
        if (!c.explanation.empty()) write(out, "an", c.explanation);
    }
    write(out, "pg", "");
    for (std::size_t i = 0; i < b.cards.size(); ++i) {
        write(out, "pc", detail::suit_rank_text(b.cards[i].what));
        if (i % 4 == 3 || i + 1 == b.cards.size()) write(out, "pg", "");
    }
    if (b.tricks) {
        write(out, "mc", std::to_string(*b.tricks));
        write(out, "pg", "");
    }
    out += '\n';
}

}  // namespace

lin_file parse_lin(std::string_view text) { return lin_reader(text).file(); }

std::string write_lin(const lin_file& file) {
    std::string out;
    for (const lin_command& c : file.header) write(out, c.name, c.value);
    if (!out.empty()) out += "pg||\n";
    for (const lin_board& b : file.boards) write_board(out, b);
    return out;
}

lin_board to_lin(const bridge_board& board) {
    lin_board out{.id = {}, .title = {}, .board = board, .where = {}};
    const auto clean = [](std::string& text, std::string_view bad) {
        for (char& c : text)
            if (bad.find(c) != std::string_view::npos) c = ' ';
    };
    for (std::string& name : out.board.players) clean(name, "|,\r\n");
    for (board_call& c : out.board.calls) clean(c.explanation, "|\r\n");
    if (board.cards.size() == 52) out.board.tricks.reset();  // there is nothing to claim
    if (board.number > 0) {
        out.id = "o" + std::to_string(board.number);
        out.title = "Board " + std::to_string(board.number);
    }
    return out;
}

}  // namespace mu
