// Reference files for euchre.

#include <algorithm>

#include <mu/cards/text.h>
#include <mu/games/euchre.h>

#include "check/report.h"

namespace mu::cli::euchre_files {
namespace {

using table = rules<euchre>;

// The files list words first, then cards by suit c d h s: our suits backwards.
constexpr std::array file_suits{suit::clubs, suit::diamonds, suit::hearts, suit::spades};

constexpr std::array<std::pair<std::string_view, action>, 7> file_words{
    {{"pass", euchre::pass},
     {"c", euchre::call(suit::clubs)},
     {"d", euchre::call(suit::diamonds)},
     {"h", euchre::call(suit::hearts)},
     {"s", euchre::call(suit::spades)},
     {"alone", euchre::alone},
     {"with", euchre::with_partner}}};

std::string legal_text(const action_set& legal) {
    std::vector<std::string> out;
    action_set left = legal;
    for (const auto& [text, id] : file_words) {
        if (!legal.contains(id)) continue;
        out.emplace_back(text);
        left.mask &= ~bit(id);
    }
    for (const suit s : file_suits)
        ops::for_each(left.mask & suit_masks<euchre>[s],
                      [&](card c) { out.push_back(card_str<euchre>(c)); });
    left.mask &= ~deck_traits<euchre>::all_cards;
    if (left.mask != 0) out.push_back(fmt::format("and actions {:#x}", left.mask));
    return fmt::format("{}", fmt::join(out, " "));
}

action parse_action(std::string_view text) {
    const auto word = std::ranges::find(file_words, text, [](const auto& w) { return w.first; });
    return word != file_words.end() ? word->second : parse_card<euchre>(text);
}

// N words, the first of them the name of the line.
std::vector<std::string_view> fields(const row& line, std::string_view name, std::size_t count) {
    auto out = words(line.text);
    if (out.empty() || out[0] != name || out.size() != count)
        throw std::invalid_argument(fmt::format("expected a line {} of {} words", name, count));
    return out;
}

bool parse_flag(std::string_view text, std::string_view what) {
    if (text != "0" && text != "1")
        throw std::invalid_argument(fmt::format("{} should be 0 or 1, not '{}'", what, text));
    return text == "1";
}

row must_have(std::optional<row> line, std::string_view what) {
    if (!line) throw std::invalid_argument(fmt::format("the file ends before {}", what));
    return *std::move(line);
}

struct trace {
    euchre::options options;
    game_state<euchre> state;
};

// G <id> <dealer> <stick the dealer> <lone defender allowed> <upcard>
// H <seat> <5 cards>                                          for each seat
trace read_deal(const row& first, row_reader& rows) {
    const auto head = fields(first, "G", 6);
    parse_int(head[1], "the id");
    const seat dealer = parse_seat<euchre>(head[2]);
    trace out;
    out.options.house.stick_dealer = parse_flag(head[3], "stick the dealer");
    out.options.house.discard_upcard = false;
    if (parse_flag(head[4], "lone defender"))
        out.options.house.defend_alone = euchre::lone_defence::always;

    std::array<card_mask, 6> places{};  // as euchre::layout has them, from the dealer's left
    places[4] = bit(parse_card<euchre>(head[5]));
    card_mask seen = places[4];
    for (int k = 0; k < 4; ++k) {
        const row line = must_have(rows.next(), "the hands");
        const auto hand = fields(line, "H", 7);
        if (parse_int(hand[1], "the seat") != k)
            throw std::invalid_argument(fmt::format("expected the hand of seat {}", k));
        for (std::size_t i = 2; i < hand.size(); ++i) {
            const card_mask c = bit(parse_card<euchre>(hand[i]));
            if (c & seen) throw std::invalid_argument(fmt::format("dealt twice: {}", hand[i]));
            places[(k - index(dealer) + 3) % 4] |= c;
            seen |= c;
        }
    }
    places[5] = deck_traits<euchre>::all_cards & ~seen;
    out.state = start_deal(euchre{}, out.options, places, dealer, 0);
    return out;
}

// A <seat> <action> : <legal actions before it>. False if the action cannot be made.
bool check_action(const row& line, game_state<euchre>& s, report& out) {
    const auto parts = split(line.text, ':');
    if (parts.size() != 2) throw std::invalid_argument("expected: A seat action : legal actions");
    const auto head = words(parts[0]);
    if (head.size() != 3) throw std::invalid_argument("expected: A seat action : legal actions");
    const std::int64_t who = parse_int(head[1], "the seat");
    const action made = parse_action(head[2]);
    const action_set legal = table::legal_actions(s);
    out.compare("legal actions", fmt::format("{}", fmt::join(words(parts[1]), " ")),
                legal_text(legal));
    out.compare("over", false, table::is_over(s));
    out.compare("seat", who, std::int64_t{index(table::to_act(s))});
    out.compare(fmt::format("{} is legal", head[2]), true, legal.contains(made));
    if (!legal.contains(made)) return false;
    table::apply(s, made);
    return true;
}

// R <points of seats 0..3>
void check_result(const row& line, const trace& t, report& out) {
    const auto points = fields(line, "R", 5);
    out.compare("over", true, table::is_over(t.state));
    const std::array<int, 4> found =
        table::is_over(t.state) ? score(t.state, t.options) : std::array<int, 4>{};
    for (std::size_t k = 0; k < found.size(); ++k)
        out.compare(fmt::format("points of seat {}", k), parse_int(points[k + 1], "points"),
                    std::int64_t{found[k]});
}

void check_traces(row_reader& rows, report& out) {
    while (const auto first = rows.next()) {
        trace t = read_deal(*first, rows);
        bool follows = true, ends = false;
        while (!ends) {
            const row line = must_have(rows.next(), "the result of a deal");
            const bool acts = line.text.starts_with("A ");
            ends = line.text.starts_with("R ");
            if (!acts && !ends) throw std::invalid_argument("expected a line A or R");
            out.begin_row(line.line);
            out.compare("the deal can be followed", true, follows);
            if (!follows) continue;
            if (acts)
                follows = check_action(line, t.state, out);
            else
                check_result(line, t, out);
        }
    }
}

const check_registration trace_files("euchre", "traces", check_traces);

}  // namespace
}  // namespace mu::cli::euchre_files
