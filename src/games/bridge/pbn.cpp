// PBN text, read and written.

#include <algorithm>
#include <charconv>

#include <mu/cards/text.h>
#include <mu/games/bridge/pbn.h>

#include "api/source_text.h"
#include "games/bridge/bridge_text.h"
#include "games/bridge/pbn_tags.h"

namespace mu {

namespace {

using detail::is_blank;
using detail::source_text;

constexpr std::array<std::string_view, 6> glyph_names{"!", "?", "!!", "??", "!?", "?!"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name(char c) {
    return is_digit(c) || c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// --- Reading -----------------------------------------------------------------------------------

struct word {
    std::string text;
    text_place where;
    std::size_t offset = 0;
};

// Parses a stream of tags and sections into games.
class pbn_reader {
public:
    explicit pbn_reader(std::string_view text) : in_(text) {}

    std::vector<pbn_game> games() {
        while (skip_blanks()) {
            if (ended_) end_game();
            if (in_.peek() != '[') in_.fail("expected a tag, [Name \"value\"]");
            tag();
        }
        end_game();
        return std::move(games_);
    }

private:
    // Skips blanks and comments; an empty line ends the game. False at the end of the text.
    bool skip_blanks() {
        while (!in_.done()) {
            const char c = in_.peek();
            if (c == '%' && in_.at_line_start()) {
                in_.skip_line();
            } else if (c == ';') {
                while (!in_.done() && in_.peek() != '\n') in_.next();
            } else if (c == '{') {
                comment();
            } else if (!is_blank(c)) {
                return true;
            } else if (in_.at_line_start() && empty_line()) {
                ended_ = true;
                in_.next();
            } else if (is_blank(in_.peek())) {
                in_.next();
            }
        }
        return false;
    }

    void comment() {
        const text_place where = in_.place();
        const std::size_t offset = in_.offset();
        while (!in_.done())
            if (in_.next() == '}') return;
        in_.fail(where, offset, "a comment { is not closed by }");
    }

    // Reads the blanks of a line; true if there was nothing else on it.
    bool empty_line() {
        while (!in_.done() && in_.peek() != '\n' && is_blank(in_.peek())) in_.next();
        return in_.peek() == '\n';
    }

    // "value", with \" and \\ for these two characters.
    std::string quoted() {
        const text_place where = in_.place();
        const std::size_t offset = in_.offset();
        if (!in_.take('"')) in_.fail("expected \"");
        std::string out;
        while (!in_.done() && in_.peek() != '\n') {
            if (in_.take('"')) return out;
            if (in_.take('\\') && in_.peek() != '"' && in_.peek() != '\\') {
                out += '\\';
                continue;
            }
            if (in_.done() || in_.peek() == '\n') break;
            out += in_.next();
        }
        in_.fail(where, offset, "a value is not closed by \" on its line");
    }

    void inner_blanks() {
        while (!in_.done() && is_blank(in_.peek())) in_.next();
    }

    void tag() {
        const text_place where = in_.place();
        const std::size_t offset = in_.offset();
        in_.next();  // [
        inner_blanks();
        std::string name;
        while (!in_.done() && is_name(in_.peek())) name += in_.next();
        if (name.empty()) in_.fail("expected the name of a tag");
        inner_blanks();
        const word value_at{"", in_.place(), in_.offset()};
        pbn_tag t{.name = name, .value = quoted(), .body = {}, .where = value_at.where};
        inner_blanks();
        if (!in_.take(']')) in_.fail("expected ]");

        if (name == "Event" && now_.find("Event") != nullptr) end_game();
        if (name == "Note") return note(t, value_at);
        if (t.value == "#") t.value = inherited(name, value_at);
        if (name == "Auction") return section(t, value_at, now_.auction);
        if (name == "Play") return section(t, value_at, now_.play);
        if (now_.find(name) != nullptr) in_.fail(where, offset, "the tag is given twice: " + name);
        section_ = nullptr;
        body(t);
        now_.tags.push_back(std::move(t));
    }

    std::string inherited(const std::string& name, const word& at) {
        if (!games_.empty()) {
            const pbn_game& last = games_.back();
            if (name == "Auction" && last.auction) return seat_str(last.auction->first);
            if (name == "Play" && last.play) return seat_str(last.play->first);
            if (const std::string* value = last.find(name)) return *value;
        }
        in_.fail(at.where, at.offset, "# repeats a value, but no game before has this tag");
    }

    // [Note "n:text"] belongs to the section before it.
    void note(const pbn_tag& t, const word& at) {
        if (section_ == nullptr)
            in_.fail(at.where, at.offset, "a note stands after an auction or a play");
        int number = 0;
        const char* const end = t.value.data() + t.value.size();
        const auto [after, error] = std::from_chars(t.value.data(), end, number);
        if (error != std::errc() || after == end || *after != ':' || number < 0)
            in_.fail(at.where, at.offset, "expected a note, \"number:text\"");
        section_->notes.emplace_back(number, std::string(after + 1, end));
    }

    // The next word of a section, or nothing if a tag, the end of the game or of the text follows.
    // Sets `new_row` where the word is the first on its line.
    std::optional<word> section_word(bool& new_row) {
        const int line = in_.place().line;
        if (!skip_blanks() || ended_ || in_.peek() == '[') return std::nullopt;
        new_row = in_.place().line != line;
        word out{"", in_.place(), in_.offset()};
        if (in_.peek() == '"') {
            quoted();
            out.text = in_.since(out.offset);
            return out;
        }
        while (!in_.done() && !is_blank(in_.peek()) && in_.peek() != ';' && in_.peek() != '{')
            out.text += in_.next();
        return out;
    }

    // The rows of a section that is kept as it is.
    void body(pbn_tag& t) {
        bool new_row = false;
        while (const auto w = section_word(new_row)) {
            if (new_row || t.body.empty())
                t.body.push_back(w->text);
            else
                t.body.back() += " " + w->text;
        }
    }

    void section(const pbn_tag& t, const word& at, std::optional<pbn_section>& into) {
        const bool is_auction = &into == &now_.auction;
        if (into) in_.fail(at.where, at.offset, std::string("the game has two sections ") + t.name);
        into.emplace();
        into->where = t.where;
        section_ = &*into;
        try {
            into->first = parse_seat<bridge>(t.value);
        } catch (const parse_error&) {
            in_.fail(at.where, at.offset, "expected a seat: N E S W");
        }
        bool new_row = false;
        while (const auto w = section_word(new_row))
            is_auction ? auction_word(*into, *w) : play_word(*into, *w);
    }

    // --- One word of an auction or play, with what is attached to it ---

    [[noreturn]] void fail_at(const word& w, std::string_view message) const {
        in_.fail(w.where, w.offset, message);
    }

    // Splits "1NT!=2=" before the first mark.
    static std::size_t marks_at(std::string_view text) {
        return std::min(text.find_first_of("=$!?^"), text.size());
    }

    void auction_word(pbn_section& into, const word& w) {
        const std::size_t end = marks_at(w.text);
        const std::string name = detail::upper(std::string_view(w.text).substr(0, end));
        if (!name.empty()) {
            if (into.ending != pbn_ending::done) fail_at(w, "the auction has ended before this");
            if (name == "*" || name == "+") {
                into.ending = name == "*" ? pbn_ending::unfinished : pbn_ending::continued;
            } else if (name == "AP") {
                all_pass(into, w.where);
            } else if (name != "-") {
                into.items.push_back(
                    {.what = read_call(name, w), .glyphs = {}, .notes = {}, .where = w.where});
            }
        }
        marks(into, w, end);
    }

    action read_call(const std::string& name, const word& w) const {
        if (name == "PASS" || name == "P") return bridge::pass;
        if (name == "X") return bridge::x;
        if (name == "XX") return bridge::xx;
        if (const auto b = detail::read_bid(name)) return bridge::bid_action(*b);
        fail_at(w, "expected a call: Pass, X, XX, 1C to 7NT, AP, - or *");
    }

    // Passes until the auction is over.
    static void all_pass(pbn_section& into, text_place where) {
        const auto is_pass = [](const pbn_item& i) { return i.what == bridge::pass; };
        const auto last = std::find_if_not(into.items.rbegin(), into.items.rend(), is_pass);
        const auto passes = static_cast<int>(last - into.items.rbegin());
        const int needed = last == into.items.rend() ? 4 : 3;
        for (int k = passes; k < needed; ++k)
            into.items.push_back({.what = bridge::pass, .glyphs = {}, .notes = {}, .where = where});
    }

    void play_word(pbn_section& into, const word& w) {
        const std::size_t end = marks_at(w.text);
        const std::string name = detail::upper(std::string_view(w.text).substr(0, end));
        if (!name.empty()) {
            if (into.ending != pbn_ending::done) fail_at(w, "the play has ended before this");
            if (name == "*" || name == "+")
                into.ending = name == "*" ? pbn_ending::unfinished : pbn_ending::continued;
            else
                into.items.push_back(
                    {.what = read_card(name, w), .glyphs = {}, .notes = {}, .where = w.where});
        }
        marks(into, w, end);
    }

    card read_card(const std::string& name, const word& w) const {
        if (name == "-") return no_card;
        if (const auto c = detail::read_suit_rank(name)) return *c;
        fail_at(w, "expected a card such as SK, or - or *");
    }

    // Glyphs, notes and marks of irregularity after a call or card.
    void marks(pbn_section& into, const word& w, std::size_t at) {
        const std::string_view text = w.text;
        pbn_item ignored;  // what stands before the first call
        pbn_item& item = into.items.empty() ? ignored : into.items.back();
        while (at < text.size()) {
            if (text[at] == '^') {  // and what follows it
                at = std::min(text.find_first_of("=$!?", at), text.size());
            } else if (text[at] == '!' || text[at] == '?') {
                const std::size_t end =
                    std::min({text.find_first_not_of("!?", at), at + 2, text.size()});
                const auto glyph = std::ranges::find(glyph_names, text.substr(at, end - at));
                item.glyphs.push_back(static_cast<int>(glyph - glyph_names.begin()) + 1);
                at = end;
            } else if (text[at] == '$') {
                item.glyphs.push_back(number(w, ++at));
            } else if (text[at] == '=') {
                item.notes.push_back(number(w, ++at));
                if (at == text.size() || text[at] != '=') fail_at(w, "expected a note, =number=");
                ++at;
            } else {
                fail_at(w, "unexpected text after a call or card");
            }
        }
    }

    // A number of at most four digits; `at` moves behind it.
    int number(const word& w, std::size_t& at) const {
        int out = 0;
        const std::size_t from = at;
        while (at < w.text.size() && is_digit(w.text[at]) && at - from < 4)
            out = 10 * out + (w.text[at++] - '0');
        if (at == from) fail_at(w, "expected a number after $ or =");
        return out;
    }

    // Puts the tags in order and takes the game in.
    void end_game() {
        section_ = nullptr;
        ended_ = false;
        if (now_ == pbn_game{}) return;
        std::vector<pbn_tag> ordered;
        for (const std::string_view name : detail::pbn_tags) {
            const auto found = std::ranges::find(now_.tags, name, &pbn_tag::name);
            if (found == now_.tags.end())
                ordered.push_back(
                    {.name = std::string(name), .value = "?", .body = {}, .where = {}});
            else
                ordered.push_back(std::move(*found)), now_.tags.erase(found);
        }
        std::ranges::move(now_.tags, std::back_inserter(ordered));
        now_.tags = std::move(ordered);
        games_.push_back(std::move(now_));
        now_ = pbn_game{};
    }

    source_text in_;
    std::vector<pbn_game> games_;
    pbn_game now_;
    pbn_section* section_ = nullptr;  // that notes belong to
    bool ended_ = false;              // an empty line has passed
};

// --- Writing -----------------------------------------------------------------------------------

std::string escaped(std::string_view value) {
    std::string out;
    for (const char c : value) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out;
}

void write_tag(std::string& out, std::string_view name, std::string_view value) {
    out += fmt::format("[{} \"{}\"]\n", name, escaped(value));
}

std::string call_word(action a) {
    if (a == bridge::pass) return "Pass";
    if (a == bridge::x || a == bridge::xx) return a == bridge::x ? "X" : "XX";
    return detail::bid_text(static_cast<bridge_bid>(a - bridge::first_bid));
}

void write_section(std::string& out, std::string_view name, const pbn_section& section) {
    write_tag(out, name, seat_str<bridge>(section.first));
    for (std::size_t i = 0; i < section.items.size(); ++i) {
        const pbn_item& item = section.items[i];
        const bool is_call = name == "Auction";
        out += is_call                ? call_word(item.what)
               : item.what == no_card ? "-"
                                      : detail::suit_rank_text(item.what);
        for (const int glyph : item.glyphs) out += fmt::format(" ${}", glyph);
        for (const int note : item.notes) out += fmt::format(" ={}=", note);
        out += i % 4 == 3 || i + 1 == section.items.size() ? '\n' : ' ';
    }
    if (section.ending != pbn_ending::done)
        out += section.ending == pbn_ending::unfinished ? "*\n" : "+\n";
    for (const auto& [number, text] : section.notes)
        write_tag(out, "Note", fmt::format("{}:{}", number, text));
}

}  // namespace

const std::string* pbn_game::find(std::string_view name) const {
    const auto found = std::ranges::find(tags, name, &pbn_tag::name);
    return found == tags.end() ? nullptr : &found->value;
}

std::vector<pbn_game> parse_pbn(std::string_view text) { return pbn_reader(text).games(); }

std::string write_pbn(std::span<const pbn_game> games) {
    std::string out = "% PBN 2.1\n% EXPORT\n\n";
    for (const pbn_game& game : games) {
        for (const pbn_tag& t : game.tags) {
            write_tag(out, t.name, t.value);
            for (const std::string& row : t.body)
                out += (row.starts_with('%') ? " " : "") + row + "\n";  // else it is a comment
        }
        if (game.auction) write_section(out, "Auction", *game.auction);
        if (game.play) write_section(out, "Play", *game.play);
        out += "\n";
    }
    return out;
}

}  // namespace mu
