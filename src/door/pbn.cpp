#include <algorithm>
#include <charconv>

#include <mu/cards/text.h>
#include <mu/door/pbn.h>

#include "door/bridge_replay.h"
#include "door/bridge_text.h"
#include "door/source_text.h"

namespace mu {

namespace {

using detail::is_blank;
using detail::refuse_at;
using detail::source_text;

constexpr std::array<std::string_view, 15> mandatory_tags{
    "Event",  "Site",       "Date", "Board",   "West",     "North",    "East",  "South",
    "Dealer", "Vulnerable", "Deal", "Scoring", "Declarer", "Contract", "Result"};

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
        for (const std::string_view name : mandatory_tags) {
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

// --- Meaning -----------------------------------------------------------------------------------

bool is_unknown(std::string_view value) { return value.empty() || value == "?"; }

const pbn_tag* known_tag(const pbn_game& game, std::string_view name) {
    const auto found = std::ranges::find(game.tags, name, &pbn_tag::name);
    return found == game.tags.end() || is_unknown(found->value) ? nullptr : &*found;
}

// A place inside the value of a tag.
text_place inside(const pbn_tag& t, std::size_t offset) {
    if (t.where.line == 0) return t.where;
    return {t.where.line, t.where.column + 1 + static_cast<int>(offset)};
}

seat read_seat(const pbn_tag& t, std::string_view value, std::size_t offset) {
    constexpr std::string_view letters = "NESW";
    const std::size_t at = value.size() == 1 ? letters.find(value[0]) : std::string_view::npos;
    if (at == std::string_view::npos) refuse_at(inside(t, offset), "expected a seat: N E S W");
    return static_cast<seat>(at);
}

vulnerability read_vulnerability(const pbn_tag& t) {
    constexpr std::array<std::pair<std::string_view, vulnerability>, 7> names{{{"None", vul_none},
                                                                               {"Love", vul_none},
                                                                               {"-", vul_none},
                                                                               {"NS", vul_ns},
                                                                               {"EW", vul_ew},
                                                                               {"All", vul_both},
                                                                               {"Both", vul_both}}};
    for (const auto& [name, vul] : names)
        if (t.value == name) return vul;
    refuse_at(inside(t, 0), "expected None, NS, EW or All");
}

// Spades, hearts, diamonds and clubs with dots between; "-" is an unknown hand.
card_mask read_hand(const pbn_tag& t, std::string_view text, std::size_t offset, card_mask seen) {
    if (text == "-") return 0;
    card_mask hand = 0;
    int suit_at = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '.') {
            if (++suit_at == suit_count) refuse_at(inside(t, offset + i), "a hand has four suits");
            continue;
        }
        const std::size_t rank = bridge::deck.ranks.find(detail::upper(text[i]));
        if (rank == std::string_view::npos)
            refuse_at(inside(t, offset + i), "expected a rank (A K Q J T 9 to 2) or a dot");
        const card c = make_card<bridge>(static_cast<suit>(suit_at), static_cast<int>(rank));
        if ((hand | seen) & bit(c))
            refuse_at(inside(t, offset + i), "dealt twice: " + card_str<bridge>(c));
        hand |= bit(c);
    }
    if (suit_at != suit_count - 1) refuse_at(inside(t, offset), "a hand has four suits");
    if (ops::popcount(hand) > 13) refuse_at(inside(t, offset), "a hand has 13 cards at most");
    return hand;
}

per_seat<card_mask> read_deal(const pbn_tag& t) {
    const std::string_view text = t.value;
    if (text.size() < 2 || text[1] != ':') refuse_at(inside(t, 0), "expected first:hands");
    seat who = read_seat(t, text.substr(0, 1), 0);
    per_seat<card_mask> hands{};
    card_mask seen = 0;
    std::size_t at = 2;
    for (int k = 0; k < 4; ++k, who = next_seat(who)) {
        at = std::min(text.find_first_not_of(' ', at), text.size());
        const std::size_t end = std::min(text.find(' ', at), text.size());
        if (at == end) refuse_at(inside(t, at), "expected four hands");
        hands[who] = read_hand(t, text.substr(at, end - at), at, seen);
        seen |= hands[who];
        at = end;
    }
    if (text.find_first_not_of(' ', at) != std::string_view::npos)
        refuse_at(inside(t, at), "unexpected text after four hands");
    return hands;
}

int read_tricks(const pbn_tag& t, std::string_view text, std::size_t offset) {
    int tricks = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), tricks);
    if (error != std::errc() || end != text.data() + text.size() || tricks < 0 || tricks > 13)
        refuse_at(inside(t, offset), "expected a number of tricks, 0 to 13");
    return tricks;
}

// Declarer's tricks: a number, or "NS 9" and "EW 7" with the side named. ^ marks a correction.
int read_result(const pbn_game& game, const pbn_tag& t) {
    const std::size_t from = t.value.starts_with('^') ? 1 : 0;
    const std::string_view text = std::string_view(t.value).substr(from);
    if (!text.starts_with("NS ") && !text.starts_with("EW ")) return read_tricks(t, text, from);
    const pbn_tag* declarer = known_tag(game, "Declarer");
    if (declarer == nullptr) refuse_at(inside(t, 0), "a side's tricks need a declarer");
    const std::size_t mark = declarer->value.starts_with('^') ? 1 : 0;
    const seat who = read_seat(*declarer, std::string_view(declarer->value).substr(mark), mark);
    const int tricks = read_tricks(t, text.substr(3), from + 3);
    const bool theirs = (text[0] == 'N') == (partnership_of(who) == 0);
    return theirs ? tricks : 13 - tricks;
}

// The trump suit, from the auction or else from the contract; nothing if neither says.
std::optional<suit> trump_of_game(const pbn_game& game) {
    std::optional<bridge_bid> contract;
    if (game.auction)
        for (const pbn_item& item : game.auction->items)
            if (item.what >= bridge::first_bid)
                contract = static_cast<bridge_bid>(item.what - bridge::first_bid);
    if (!contract)
        if (const pbn_tag* t = known_tag(game, "Contract"))
            contract = detail::read_bid(
                std::string_view(t->value).substr(0, t->value.find_last_not_of("Xx") + 1));
    if (!contract) return std::nullopt;
    return trump_suit(bridge_denomination(*contract));
}

// A row holds the cards of a trick by seat; in playing order it starts at the leader, the winner of
// the row before.
std::vector<board_card> in_playing_order(const pbn_section& play, std::optional<suit> trump) {
    std::vector<board_card> out;
    std::size_t leader = 0;
    for (std::size_t row = 0; row < play.items.size(); row += 4) {
        card_mask trick = 0;
        for (std::size_t k = 0; k < 4; ++k) {
            const std::size_t at = row + (leader + k) % 4;
            if (at >= play.items.size() || play.items[at].what == no_card) return out;
            out.push_back({.what = play.items[at].what, .where = play.items[at].where});
            trick |= bit(play.items[at].what);
        }
        if (!trump) return out;
        const suit led = suit_of<bridge>(play.items[row + leader].what);
        const card winner = ops::lsb_index(trick_winner<bridge>(trick, led, *trump));
        for (std::size_t k = 0; k < 4; ++k)
            if (play.items[row + k].what == winner) leader = k;
    }
    return out;
}

std::vector<board_call> calls_of(const pbn_section& auction) {
    std::vector<board_call> out;
    for (const pbn_item& item : auction.items) {
        board_call call{.call = item.what, .explanation = {}, .where = item.where};
        for (const int number : item.notes)
            for (const auto& [note, text] : auction.notes)
                if (note == number)
                    call.explanation += (call.explanation.empty() ? "" : "; ") + text;
        out.push_back(std::move(call));
    }
    return out;
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

bridge_board to_board(const pbn_game& game) {
    bridge_board board;
    if (const pbn_tag* t = known_tag(game, "Board")) {
        const char* const end = t->value.data() + t->value.size();
        const auto [after, error] = std::from_chars(t->value.data(), end, board.number);
        if (error != std::errc() || after != end || board.number < 0) board.number = 0;
    }
    constexpr std::array<std::string_view, 4> seat_tags{"North", "East", "South", "West"};
    for (std::size_t k = 0; k < 4; ++k)
        if (const pbn_tag* t = known_tag(game, seat_tags[k])) board.players[k] = t->value;
    if (const pbn_tag* t = known_tag(game, "Dealer")) board.dealer = read_seat(*t, t->value, 0);
    if (const pbn_tag* t = known_tag(game, "Vulnerable")) board.vul = read_vulnerability(*t);
    if (const pbn_tag* t = known_tag(game, "Deal")) board.hands = read_deal(*t);
    if (const pbn_tag* t = known_tag(game, "Result")) board.tricks = read_result(game, *t);
    if (game.auction) {
        if (!board.dealer) board.dealer = game.auction->first;
        if (*board.dealer != game.auction->first)
            refuse_at(game.auction->where, "the auction does not begin with the dealer");
        board.calls = calls_of(*game.auction);
    }
    if (game.play) board.cards = in_playing_order(*game.play, trump_of_game(game));
    return board;
}

// --- From a board ------------------------------------------------------------------------------

namespace {

std::string deal_value(const bridge_board& board) {
    std::string out;
    seat who = *board.dealer;
    for (int k = 0; k < 4; ++k, who = next_seat(who)) {
        std::string hand = hand_str<bridge>(board.hands[who]);
        std::erase(hand, '-');
        out += (k == 0 ? seat_str<bridge>(who) + ":" : " ") + hand;
    }
    return out;
}

pbn_section auction_of(const bridge_board& board) {
    pbn_section out{.first = *board.dealer, .items = {}, .notes = {}, .where = {}};
    for (const board_call& c : board.calls) {
        pbn_item item{.what = c.call, .glyphs = {}, .notes = {}, .where = {}};
        if (!c.explanation.empty()) {
            const int number = static_cast<int>(out.notes.size()) + 1;
            item.notes.push_back(number);
            out.notes.emplace_back(number, c.explanation);
        }
        out.items.push_back(std::move(item));
    }
    return out;
}

// The cards in columns, played from `s` on.
pbn_section play_of(game_state<bridge> s, const bridge_board& board) {
    const seat first = s.current_player;
    pbn_section out{.first = first, .items = {}, .notes = {}, .where = {}};
    for (std::size_t i = 0; i < board.cards.size(); ++i) {
        if (i % 4 == 0) out.items.resize(i + 4);
        const auto column = static_cast<std::size_t>((index(s.current_player) - index(first)) & 3);
        out.items[i / 4 * 4 + column].what = board.cards[i].what;
        rules<bridge>::apply(s, board.cards[i].what);
    }
    if (board.cards.size() < 52) out.ending = pbn_ending::unfinished;
    return out;
}

}  // namespace

pbn_game to_pbn(const bridge_board& board) {
    const position p = to_position(board);
    const game_state<bridge> end = detail::replay_bridge(p);
    const bool bidding = end.extra.now == bridge::phase::auction;
    const bool passed_out = end.extra.now == bridge::phase::passed_out;
    const auto known = [](const std::string& text) { return text.empty() ? "?" : text; };
    constexpr std::array<std::string_view, 4> vul_values{"None", "NS", "EW", "All"};

    pbn_game out;
    for (const std::string_view name : mandatory_tags) {
        pbn_tag t{.name = std::string(name), .value = "?", .body = {}, .where = {}};
        if (name == "Board" && board.number > 0) t.value = std::to_string(board.number);
        if (name == "North") t.value = known(board.players[0]);
        if (name == "East") t.value = known(board.players[1]);
        if (name == "South") t.value = known(board.players[2]);
        if (name == "West") t.value = known(board.players[3]);
        if (name == "Dealer") t.value = seat_str<bridge>(*board.dealer);
        if (name == "Vulnerable") t.value = vul_values[*board.vul];
        if (name == "Deal") t.value = deal_value(board);
        if (passed_out && (name == "Declarer" || name == "Result")) t.value = "";
        if (passed_out && name == "Contract") t.value = "Pass";
        if (!bidding && !passed_out) {
            if (name == "Declarer") t.value = seat_str<bridge>(end.extra.declarer);
            if (name == "Contract")
                t.value = detail::bid_text(end.extra.last_bid) +
                          std::string(detail::stake_text(end.extra.stake));
            if (name == "Result" && p.is_over()) t.value = std::to_string(declarer_tricks(end));
        }
        out.tags.push_back(std::move(t));
    }
    if (p.is_over())
        out.tags.push_back({.name = "Score",
                            .value = fmt::format("NS {}", p.score()[0]),
                            .body = {},
                            .where = {}});
    out.auction = auction_of(board);
    if (bidding && !board.calls.empty()) out.auction->ending = pbn_ending::unfinished;
    if (!bidding && !passed_out) {
        bridge_board unplayed = board;
        unplayed.cards.clear();
        unplayed.tricks.reset();
        out.play = play_of(detail::replay_bridge(to_position(unplayed)), board);
    }
    return out;
}

}  // namespace mu
