// Reads a system file. Strict: a word that is not known, a range that is empty, a group without
// rules is refused with its line.

#include <algorithm>
#include <atomic>
#include <optional>
#include <stdexcept>

#include "games/bridge/bidding_rules.h"

namespace mu::bidding {

namespace {

using words = std::vector<std::string_view>;

constexpr std::size_t most_rules = 2000, most_needs = 16, most_length = 400;

struct bad_line {
    std::string why;
};
[[noreturn]] void refuse(const std::string& why) { throw bad_line{why}; }
std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

words words_of(std::string_view text) {
    words out;
    for (std::size_t at = 0;
         (at = text.find_first_not_of(" \t\r", at)) != std::string_view::npos;) {
        const std::size_t end = std::min(text.find_first_of(" \t\r", at), text.size());
        out.push_back(text.substr(at, end - at));
        at = end;
    }
    return out;
}
std::vector<std::string_view> parts_of(std::string_view text, char separator) {
    std::vector<std::string_view> out;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(separator, at), text.size());
        out.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return out;
}

std::optional<suit_term> suit_named(std::string_view text) {
    constexpr std::string_view names = "SHDCMOmoxyzTUIA";
    if (text == "NT") return term_nt;
    if (text.size() != 1) return std::nullopt;
    const auto at = names.find(text[0]);
    if (at == std::string_view::npos) return std::nullopt;
    return static_cast<suit_term>(at);
}
suit_term suit_of(std::string_view text) {
    const auto found = suit_named(text);
    if (!found || *found == term_nt)
        refuse("expected a suit (S H D C M O m o x y z T U I A), not " + quoted(text));
    return *found;
}

int number_of(std::string_view text) {
    int n = 0;
    if (text.empty() || text.size() > 2) refuse("expected a number up to 40, not " + quoted(text));
    for (const char c : text) {
        if (c < '0' || c > '9') refuse("expected a number, not " + quoted(text));
        n = 10 * n + (c - '0');
    }
    if (n > 40) refuse("expected a number up to 40, not " + quoted(text));
    return n;
}
// "15-17", "12+", "4"
call_range range_of(std::string_view text) {
    call_range out;
    if (text.ends_with('+')) {
        out.low = static_cast<std::int8_t>(number_of(text.substr(0, text.size() - 1)));
    } else {
        const auto dash = text.find('-');
        out.low = static_cast<std::int8_t>(number_of(text.substr(0, dash)));
        out.high = dash == std::string_view::npos
                       ? out.low
                       : static_cast<std::int8_t>(number_of(text.substr(dash + 1)));
    }
    if (out.low > out.high) refuse("the range " + quoted(text) + " is empty");
    return out;
}

call_term call_of(std::string_view text, bool in_pattern) {
    if (text == "P") return {call_kind::pass};
    if (text == "X") return {call_kind::x};
    if (text == "XX") return {call_kind::xx};
    if (in_pattern && text == "*") return {call_kind::any};
    if (in_pattern && text == "!") return {call_kind::not_pass};
    const auto strain = [&](std::string_view of) {
        const auto s = suit_named(of);
        if (!s) refuse("expected a call, not " + quoted(text));
        return *s;
    };
    if (!in_pattern && text.starts_with("++")) return {call_kind::jump, 0, strain(text.substr(2))};
    if (!in_pattern && text.starts_with("+"))
        return {call_kind::cheapest, 0, strain(text.substr(1))};
    if (!in_pattern && text.starts_with("=")) return {call_kind::game, 0, strain(text.substr(1))};
    if (text.size() < 2) refuse("expected a call, not " + quoted(text));
    const std::string_view levels = in_pattern ? "?1234567" : "01234567";
    const auto level = levels.find(text[0]);
    if (level == std::string_view::npos || (!in_pattern && level == 0))
        refuse("expected a call, not " + quoted(text));
    return {call_kind::bid, static_cast<std::uint8_t>(level), strain(text.substr(1))};
}

pattern pattern_of(std::string_view text) {
    pattern out;
    for (const std::string_view call : parts_of(text, '-')) {
        if (call == "...") {
            if (out.any_before || !out.calls.empty()) refuse("'...' stands first");
            out.any_before = true;
        } else {
            out.calls.push_back(call_of(call, true));
        }
    }
    if (out.calls.empty()) refuse("the auction has no call");
    return out;
}

// --- Conditions
// -----------------------------------------------------------------------------------

struct plain_word {
    std::string_view word;
    test what;
    bool has_range;  // or it is just so
};
constexpr std::array about_auction{
    plain_word{"passed", test::passed, false},
    plain_word{"seat", test::seat_no, true},
    plain_word{"vul", test::vulnerable, false},
    plain_word{"theyvul", test::they_vulnerable, false},
    plain_word{"forced", test::forced, false},
    plain_word{"gf", test::game_forced, false},
    plain_word{"contested", test::contested, false},
    plain_word{"ours", test::last_ours, false},
    plain_word{"level", test::level, true},
    plain_word{"opener", test::opener, false},
    plain_word{"responder", test::responder, false},
    plain_word{"defender", test::defender, false},
    plain_word{"bids", test::my_bids, true},
    plain_word{"partnerbids", test::partner_bids, true},
    plain_word{"balancing", test::balancing, false},
    plain_word{"agreed", test::agreed, false},
    plain_word{"doubled", test::doubled, false},
    plain_word{"asked", test::asked, false},
    plain_word{"answered", test::answered, false},
    plain_word{"least", test::partner_least, true},
    plain_word{"most", test::partner_most, true},
    plain_word{"sum", test::sum, true},
    plain_word{"best", test::best, true},
    plain_word{"stoppers", test::stoppers, false},
    plain_word{"unbid", test::unbid, true},
};
struct suit_word {
    std::string_view word;
    test what;
    bool has_range;
    feature a = zero;
};
constexpr std::array about_suits{
    suit_word{"sup", test::number, true, support_of},
    suit_word{"top", test::number, true, top_of},
    suit_word{"honours", test::number, true, honours_of},
    suit_word{"keys", test::number, true, key_cards_of},
    suit_word{"stop", test::number, false, stopper_of},
    suit_word{"queen", test::number, false, queen_of},
    suit_word{"longest", test::number, false, longest_is},
    suit_word{"total", test::total, true},
    suit_word{"reach", test::most, true},
    suit_word{"fit", test::fit, true},
    suit_word{"missing", test::missing, true},
    suit_word{"major", test::is_major, false},
    suit_word{"new", test::is_new, false},
    suit_word{"theirs", test::is_theirs, false},
    suit_word{"promised", test::partner_length, true},
    suit_word{"shown", test::my_length, true},
    suit_word{"room", test::room, true},
};
struct number_word {
    std::string_view word;
    feature a;
    bool has_range;
};
constexpr std::array about_hand{
    number_word{"hcp", high_cards, true},        number_word{"pts", points, true},
    number_word{"losers", losers, true},         number_word{"aces", aces, true},
    number_word{"tricks", playing_tricks, true}, number_word{"balanced", balanced, false},
    number_word{"semi", semi_balanced, false},
};

bool of_auction(const condition& c) { return c.what >= test::is_major; }

void want_words(const words& w, std::size_t n, std::string_view form) {
    if (w.size() != n) refuse("expected " + quoted(form));
}

// A condition that is just so, or of a range; REQUIRES: w begins with the word.
void read_range(condition& out, const words& w, std::size_t at, bool has_range) {
    if (has_range) {
        want_words(w, at + 1, std::string(w[0]) + (at > 1 ? " SUIT" : "") + " RANGE");
        const call_range r = range_of(w[at]);
        out.low = r.low, out.high = r.high;
    } else {
        want_words(w, at, std::string(w[0]) + (at > 1 ? " SUIT" : ""));
        out.low = 1;
        if (out.needs_not && out.what == test::number)
            out.needs_not = false, out.low = out.high = 0;
    }
}

condition condition_of(std::string_view text) {
    words w = words_of(text);
    if (w.empty()) refuse("a condition is missing");
    condition out;
    if (w[0] == "not") {
        out.needs_not = true;
        w.erase(w.begin());
        if (w.empty()) refuse("a condition is missing after 'not'");
    }
    for (const plain_word& k : about_auction)
        if (k.word == w[0]) {
            out.what = k.what;
            read_range(out, w, 1, k.has_range);
            if (!of_auction(out) && out.needs_not) refuse("'not' is for conditions on the auction");
            return out;
        }
    for (const number_word& k : about_hand)
        if (k.word == w[0]) {
            out.a = k.a;
            read_range(out, w, 1, k.has_range);
            if (out.needs_not) refuse("say the range that it has, not the one that it has not");
            return out;
        }
    for (const suit_word& k : about_suits)
        if (k.word == w[0]) {
            if (w.size() < 2) refuse("expected '" + std::string(w[0]) + " SUIT'");
            out.what = k.what, out.a = k.a;
            out.s = suit_of(w[1]);
            read_range(out, w, 2, k.has_range);
            if (!of_auction(out) && out.needs_not)
                refuse("say the range that it has, not the one that it has not");
            return out;
        }
    if (suit_named(w[0]) && w[0] != "NT") {
        if (out.needs_not) refuse("say the length that it has, not the one that it has not");
        out.s = suit_of(w[0]);
        if (w.size() == 2) {
            const call_range r = range_of(w[1]);
            out.a = length_of, out.low = r.low, out.high = r.high;
            return out;
        }
        want_words(w, 3, "SUIT RANGE or SUIT >= SUIT");
        out.what = test::difference, out.t = suit_of(w[2]);
        if (w[1] == "over") {
            out.what = test::is_over;
            return out;
        }
        if (w[1] != ">=" && w[1] != ">") refuse("expected >=, > or over, not " + quoted(w[1]));
        out.low = w[1] == ">" ? 1 : 0;
        return out;
    }
    refuse("unknown condition " + quoted(w[0]));
}

// --- Rules
// ----------------------------------------------------------------------------------------

std::uint8_t flag_named(std::string_view text) {
    if (text == "forcing") return flag_forcing;
    if (text == "gf") return flag_game | flag_forcing;
    if (text == "artificial") return flag_artificial;
    if (text == "leave") return flag_leave;
    if (text == "asks") return flag_asks | flag_artificial | flag_forcing;
    if (text == "takeout") return flag_takeout | flag_forcing;
    refuse("unknown word " + quoted(text) +
           " after ';': forcing, gf, artificial, leave, asks, takeout, shows SUIT, agrees SUIT");
}

void mark(rule& r, suit_term t) {
    if (t < term_none) r.variables |= 1U << t;
    if (t == term_om) r.variables |= 1U << term_m;
    if (t == term_on) r.variables |= 1U << term_n;
}

rule rule_of(std::string_view text, int line) {
    rule out;
    out.line = line;
    if (const auto quote = text.find('"'); quote != std::string_view::npos) {
        const auto end = text.find('"', quote + 1);
        if (end == std::string_view::npos) refuse("the quotation has no end");
        if (!words_of(text.substr(end + 1)).empty()) refuse("nothing stands after the quotation");
        out.name = std::string(text.substr(quote + 1, end - quote - 1));
        text = text.substr(0, quote);
    }
    const auto colon = text.find(':');
    if (colon == std::string_view::npos) refuse("expected a rule: CALL : CONDITIONS");
    const words head = words_of(text.substr(0, colon));
    if (head.size() != 1 && !(head.size() == 3 && head[1] == "at"))
        refuse("expected 'CALL :' or 'CALL at LEVELS :'");
    out.call = call_of(head[0], false);
    if (head.size() == 3) {
        const call_range at = range_of(head[2]);
        out.at_low = at.low, out.at_high = at.high;
    }
    std::string_view rest = text.substr(colon + 1), flags;
    if (const auto semicolon = rest.find(';'); semicolon != std::string_view::npos) {
        flags = rest.substr(semicolon + 1);
        rest = rest.substr(0, semicolon);
        for (const std::string_view part : parts_of(flags, ',')) {
            const words w = words_of(part);
            if (w.size() == 2 && w[0] == "shows")
                out.shows = suit_of(w[1]);
            else if (w.size() == 2 && w[0] == "agrees")
                out.agrees = suit_of(w[1]);
            else if (w.size() == 1)
                out.flags |= flag_named(w[0]);
            else
                refuse("expected words after ';'");
        }
    }
    if (!words_of(rest).empty())
        for (const std::string_view part : parts_of(rest, ','))
            out.needs.push_back(condition_of(part));
    if (out.needs.size() > most_needs) refuse("too many conditions");
    mark(out, out.call.in), mark(out, out.shows), mark(out, out.agrees);
    for (const condition& c : out.needs) mark(out, c.s), mark(out, c.t);
    return out;
}

std::vector<condition> conditions_of(std::string_view text) {
    std::vector<condition> out;
    for (const std::string_view part : parts_of(text, ',')) {
        out.push_back(condition_of(part));
        if (!of_auction(out.back())) refuse("a group asks about the auction, not about the hand");
    }
    return out;
}

void read_header(group& out, std::string_view text) {
    std::string_view patterns = text, only_if;
    if (const auto at = text.find(" if "); at != std::string_view::npos) {
        patterns = text.substr(0, at);
        only_if = text.substr(at + 4);
        out.only_if = conditions_of(only_if);
    }
    const words w = words_of(patterns);
    if (w[0] == "after") {
        if (w.size() < 2) refuse("expected auctions after 'after'");
        for (std::size_t i = 1; i < w.size(); ++i) {
            if (i % 2 == 0 && w[i] != "|")
                refuse("expected '|' between auctions, not " + quoted(w[i]));
            if (i % 2 == 1) out.after.push_back(pattern_of(w[i]));
        }
        if (w.size() % 2 == 1) refuse("an auction is missing after '|'");
    } else if (w.size() != 1) {
        refuse("expected " + quoted(w[0]) + " alone or 'if'");
    }
    out.rescue = w[0] == "rescue";
}

std::string_view without_comment(std::string_view line) {
    bool in_quotes = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '"') in_quotes = !in_quotes;
        if (line[i] == '#' && !in_quotes) return line.substr(0, i);
    }
    return line;
}

void read_line(rule_book& out, std::string_view line, int number, std::size_t& rules) {
    if (line.size() > most_length) refuse("the line is too long");
    for (const char c : line)
        if ((c < ' ' || c > '~') && c != '\t' && c != '\r')
            refuse("only plain characters are read");
    line = without_comment(line);
    const words w = words_of(line);
    if (w.empty()) return;
    if (w[0] == "system") {
        if (!out.name.empty()) refuse("the system has a name already");
        const auto quote = line.find('"'), end = line.rfind('"');
        if (w.size() < 3 || quote == std::string_view::npos || end == quote || w[1][0] == '"')
            refuse("expected system NAME \"TITLE\"");
        out.name = std::string(w[1]);
        out.title = std::string(line.substr(quote + 1, end - quote - 1));
        return;
    }
    if (out.name.empty()) refuse("the first line is: system NAME \"TITLE\"");
    if (w[0] == "after" || w[0] == "always" || w[0] == "rescue") {
        if (!out.groups.empty() && out.groups.back().rules.empty())
            refuse("the group before has no rules");
        group g;
        g.line = number;
        read_header(g, line);
        out.groups.push_back(std::move(g));
        return;
    }
    if (out.groups.empty()) refuse("rules stand below 'after', 'always' or 'rescue'");
    if (w[0] == "continue" || w[0] == "complete") {
        if (w.size() != 1) refuse("expected " + quoted(w[0]) + " alone");
        (w[0] == "continue" ? out.groups.back().goes_on : out.groups.back().complete) = true;
        return;
    }
    if (++rules > most_rules) refuse("too many rules");
    out.groups.back().rules.push_back(rule_of(line, number));
}

}  // namespace

rule_book parse_book(std::string_view text) {
    static std::atomic<std::uint64_t> count = 0;
    rule_book out;
    std::size_t rules = 0;
    int number = 0;
    try {
        for (const std::string_view line : parts_of(text, '\n'))
            read_line(out, line, ++number, rules);
        if (out.name.empty()) refuse("the first line is: system NAME \"TITLE\"");
        if (out.groups.empty() || out.groups.back().rules.empty())
            refuse("the last group has no rules");
    } catch (const bad_line& e) {
        throw std::invalid_argument("line " + std::to_string(number) + ": " + e.why);
    }
    out.id = ++count;
    return out;
}

}  // namespace mu::bidding
