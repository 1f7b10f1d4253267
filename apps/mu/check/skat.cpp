// Reference files for skat: traces, scores and counts of lines of play.

#include "check/skat.h"

#include <algorithm>

#include <mu/cards/text.h>
#include <mu/games/perft.h>
#include <mu/games/skat.h>

#include "check/trace_line.h"

namespace mu::cli::skat_files {
namespace {

using state = game_state<skat>;
using fields = std::vector<std::string_view>;

std::string declaration_text(action a) {
    const skat_game g = rules<skat>::declared_by(a);
    std::string out = g.kind == skat_kind::grand  ? "G"
                      : g.kind == skat_kind::null ? "N"
                                                  : suit_str<skat>(g.trump);
    if (g.announced != skat_announced::nothing)
        out += "-szo"[static_cast<std::size_t>(g.announced)];
    return out;
}

// --- Traces ------------------------------------------------------------------------------------

// Follows a file line by line. Every line is compared as it comes; what it says is then done, so
// that an illegal card or call cannot be followed and ends the file.
class trace {
public:
    explicit trace(report& out) : out_(out) {}

    void read(const row& from) {
        const trace_line l(from);
        out_.begin_row(l.number);
        const std::string_view word = l.word();
        using step = void (trace::*)(const trace_line&);
        constexpr std::pair<std::string_view, step> steps[]{
            {"GAME", &trace::game},         {"DEAL", &trace::deal},
            {"CALL", &trace::call},         {"HOLD", &trace::call},
            {"PASS", &trace::pass},         {"AUCTION", &trace::auction},
            {"PICKUP", &trace::take},       {"HAND", &trace::take},
            {"DISCARD", &trace::discard},   {"DECLARE", &trace::declare},
            {"CONTRACT", &trace::contract}, {"HANDS", &trace::hands},
            {"PLAY", &trace::play},         {"POINTS", &trace::points},
            {"VALUE", &trace::value},       {"RESULT", &trace::result},
            {"IDS", &trace::ids},           {"END", &trace::end}};
        const auto* found =
            std::ranges::find(steps, word, [](const auto& entry) { return entry.first; });
        if (found == std::end(steps))
            throw std::invalid_argument(fmt::format("unknown line {}", word));
        (this->*found->second)(l);
    }
    // REQUIRES by the text: the last game has its END.
    void finish() const {
        if (begun_) throw std::invalid_argument("the last game is not finished");
    }

private:
    void apply(action a, std::string_view what) {
        if (!rules<skat>::legal_actions(s_).contains(a))
            throw std::invalid_argument(fmt::format("{} is not legal here", what));
        rules<skat>::apply(s_, a);
        ids_.push_back(a);
    }
    void compare_player(const trace_line& l, std::size_t field) {
        out_.compare("p", l.value(field), std::to_string(index(s_.current_player)));
    }
    void need(const trace_line& l, bool here) const {
        if (!here) throw std::invalid_argument(fmt::format("{} does not belong here", l.word()));
    }
    void need(const trace_line& l, skat_phase phase) const { need(l, begun_ && s_.phase == phase); }

    void game(const trace_line& l) {
        need(l, !begun_);
        out_.compare("id", l.rest(), std::to_string(games_++));
        begun_ = true;
    }

    void deal(const trace_line& l) {
        l.expect({"dealer", "deck", "h0", "h1", "h2", "skat"});
        need(l, begun_);
        const std::vector<card> deck = packed_list(l.value(1));
        if (deck.size() != 32) throw std::invalid_argument("a deck has 32 cards");
        const auto places = skat_places(std::span<const card, 32>(deck.data(), 32));
        s_ = start_deal(skat{}, {}, places, parse_seat<skat>(l.value(0)), 0);
        ids_.clear();
        for (std::size_t k = 0; k < 3; ++k)
            out_.compare(fmt::format("h{}", k), l.value(2 + k), packed(s_.hands[k]));
        out_.compare("skat", l.value(5), packed(skat_cards(s_)));
    }

    // What may be said: "18..264,pass", "hold,pass", "18,pass".
    std::string legal_calls() const {
        const action_set legal = rules<skat>::legal_actions(s_);
        if (s_.answering) return "hold,pass";
        std::vector<int> values;
        for (const action a : {legal.nth(0), legal.nth(legal.count() - 2)})
            values.push_back(skat_value(static_cast<std::uint8_t>(a - skat_action::bid)));
        if (legal.count() == 1) return "pass";
        if (legal.count() == 2) return fmt::format("{},pass", values[0]);
        bool whole = true;
        for (int i = 0; i + 1 < legal.count(); ++i)
            whole = whole && legal.nth(i) == legal.nth(0) + i;
        return whole ? fmt::format("{}..{},pass", values[0], values[1]) : "gaps";
    }
    void call(const trace_line& l) {
        need(l, skat_phase::bidding);
        l.expect({"p", "value", "legal"});
        compare_player(l, 0);
        out_.compare("legal", l.value(2), legal_calls());
        out_.compare("said", l.word() == "HOLD", s_.answering != 0);
        const auto value = parse_int(l.value(1), "a value");
        const auto at = std::ranges::find(skat_values, value) - skat_values.begin();
        if (at == skat_value_count) throw std::invalid_argument("there is no such value");
        apply(static_cast<action>(skat_action::bid + at), l.value(1));
    }
    void pass(const trace_line& l) {
        need(l, skat_phase::bidding);
        l.expect({"p", "legal"});
        compare_player(l, 0);
        out_.compare("legal", l.value(1), legal_calls());
        apply(skat_action::pass, "pass");
    }
    void auction(const trace_line& l) {
        const bool passed_in = s_.phase == skat_phase::over;
        need(l, begun_ && (passed_in || s_.phase == skat_phase::skat));
        out_.compare("AUCTION", l.rest(),
                     passed_in
                         ? "soloist=none bid=0"
                         : fmt::format("soloist={} bid={}", index(s_.soloist), skat_value(s_.bid)));
    }

    void take(const trace_line& l) {
        need(l, skat_phase::skat);
        l.expect({"p", "legal"});
        compare_player(l, 0);
        const action_set legal = rules<skat>::legal_actions(s_);
        const bool both = legal.count() == 2 && legal.contains(skat_action::pick_up);
        out_.compare("legal", l.value(1), both ? "pickup,hand" : "other");
        apply(l.word() == "HAND" ? skat_action::hand : skat_action::pick_up, l.word());
    }
    void discard(const trace_line& l) {
        need(l, skat_phase::discard);
        l.expect({"p", "cards", "from"});
        compare_player(l, 0);
        out_.compare("from", l.value(2), packed(s_.hands[s_.current_player]));
        for (const card c : packed_list(l.value(1))) apply(c, card_str<skat>(c));
    }
    void declare(const trace_line& l) {
        need(l, skat_phase::declare);
        l.expect({"p", "decl", "legal"});
        compare_player(l, 0);
        const action_set legal = rules<skat>::legal_actions(s_);
        std::vector<std::string> names;
        action chosen = 0;
        for (int i = 0; i < legal.count(); ++i) {
            names.push_back(declaration_text(legal.nth(i)));
            if (names.back() == l.value(1)) chosen = legal.nth(i);
        }
        out_.compare("legal", l.value(2), fmt::format("{}", fmt::join(names, ",")));
        apply(chosen, l.value(1));
    }
    void contract(const trace_line& l) {
        need(l, skat_phase::play);
        const skat_game g = game_of(s_);
        skat_game plain = g;
        plain.announced = skat_announced::nothing;
        out_.compare("CONTRACT", l.rest(),
                     fmt::format("game={} hand={} ann={} soloist={} bid={} leader={}",
                                 declaration_text(rules<skat>::declaring(plain)), g.hand ? 1 : 0,
                                 "-szo"[static_cast<std::size_t>(g.announced)], index(s_.soloist),
                                 skat_value(s_.bid), index(s_.current_player)));
    }
    void hands(const trace_line& l) {
        need(l, skat_phase::play);
        l.expect({"h0", "h1", "h2", "skat"});
        for (std::size_t k = 0; k < 3; ++k)
            out_.compare(fmt::format("h{}", k), l.value(k), packed(s_.hands[k]));
        out_.compare("skat", l.value(3), packed(skat_cards(s_)));
    }

    void play(const trace_line& l) {
        need(l, skat_phase::play);
        l.expect({"t", "p", "card", "legal", "win"}, 4);
        out_.compare("t", l.value(0), std::to_string(11 - s_.tricks_remaining));
        compare_player(l, 1);
        out_.compare("legal", l.value(3), packed(rules<skat>::legal_actions(s_).mask));
        apply(parse_card<skat>(l.value(2)), l.value(2));
        const bool complete = rules<skat>::leading(s_);
        out_.compare("win", l.field_count() == 5 ? l.value(4) : "-",
                     complete ? std::to_string(index(s_.trick.current_winner)) : "-");
    }

    void points(const trace_line& l) {
        need(l, begun_ && rules<skat>::is_over(s_) && is_declared(s_));
        l.expect({"soloist", "defenders", "skat", "tricks", "tricks_played"});
        const bool null = s_.kind == skat_kind::null;
        const int all = skat_points(s_);
        const auto number = [&](int n) { return null ? std::string("-") : std::to_string(n); };
        out_.compare("soloist", l.value(0), number(all));
        out_.compare("defenders", l.value(1), number(120 - all));
        out_.compare("skat", l.value(2), number(all - s_.points));
        out_.compare("tricks", l.value(3), fmt::format("{}", fmt::join(s_.tricks_won, ",")));
        out_.compare("tricks_played", l.value(4), std::to_string(10 - s_.tricks_remaining));
    }
    void value(const trace_line& l) {
        need(l, begun_ && rules<skat>::is_over(s_) && is_declared(s_));
        const skat_worth w = worth_of_deal(s_, {});
        const bool null = s_.kind == skat_kind::null;
        const int matadors = outcome_of(s_).matadors;
        out_.compare("VALUE", l.rest(),
                     fmt::format("matadors={} levels={} value={} overbid={} won={} charged={}",
                                 null ? "-" : fmt::format("{:+}", matadors),
                                 null ? "-" : std::to_string(w.level), w.value, w.overbid ? 1 : 0,
                                 w.won ? 1 : 0, w.charged));
    }
    void result(const trace_line& l) {
        need(l, begun_ && rules<skat>::is_over(s_));
        l.expect({"score", "seeger"});
        const auto list = [](const std::array<int, 3>& numbers) {
            return fmt::format("{}", fmt::join(numbers, ","));
        };
        out_.compare("score", l.value(0), list(score(s_, {})));
        out_.compare("seeger", l.value(1),
                     list(score(s_, {.settlement = skat_settlement::seeger})));
    }
    void ids(const trace_line& l) {
        need(l, begun_ && rules<skat>::is_over(s_));
        out_.compare("IDS", l.rest(), fmt::format("{}", fmt::join(ids_, ",")));
    }
    void end(const trace_line& l) {
        need(l, begun_ && rules<skat>::is_over(s_));
        begun_ = false;
    }

    report& out_;
    state s_{};
    std::vector<int> ids_;
    int games_ = 0;
    bool begun_ = false;
};

void check_traces(row_reader& rows, report& out) {
    trace t(out);
    while (const auto row = rows.next()) t.read(*row);
    t.finish();
}

// --- Scores ------------------------------------------------------------------------------------

// Columns as the header of the file names them.
void check_scores(row_reader& rows, report& out) {
    while (const auto row = rows.next()) {
        const fields f = words(row->text);
        if (f.size() != 16) throw std::invalid_argument("expected 16 columns");
        out.begin_row(row->line);
        const auto number = [&](std::size_t column) {
            return static_cast<int>(parse_int(f[column - 1], "a number"));
        };
        skat_game g = parse_skat_game(f[1]);
        g.hand = number(3) == 1;
        const auto announced = std::string_view("-szo").find(f[3]);
        if (f[3].size() != 1 || announced == std::string_view::npos)
            throw std::invalid_argument("expected an announcement: - s z o");
        g.announced = static_cast<skat_announced>(announced);
        const skat_worth w = skat_worth_of(
            g, {.matadors = number(5), .bid = number(6), .points = number(7), .tricks = number(8)});
        out.compare("won", number(9), w.won ? 1 : 0);
        out.compare("level", number(10), w.level);
        out.compare("value", number(11), w.value);
        out.compare("overbid", number(12), w.overbid ? 1 : 0);
        out.compare("charged", number(13), w.charged);
        out.compare("score", number(14), w.score);
        const skat_payment seeger = skat_settle(skat_settlement::seeger, w.won, w.score);
        out.compare("seeger", number(15), seeger.soloist);
        out.compare("defender", number(16), seeger.defender);
    }
}

// --- Perft -------------------------------------------------------------------------------------

// id game soloist leader cards h0 h1 h2 count ...
void check_perft(row_reader& rows, report& out) {
    while (const auto row = rows.next()) {
        const fields f = words(row->text);
        if (f.size() < 9) throw std::invalid_argument("expected a deal and counts");
        out.begin_row(row->line);
        per_seat<card_mask, 3> hands{};
        for (std::size_t k = 0; k < 3; ++k) hands[k] = parse_packed(f[5 + k]);
        state s = skat_first_lead(hands, 0, parse_seat<skat>(f[2]), parse_seat<skat>(f[3]),
                                  parse_skat_game(f[1]));
        s.tricks_remaining = static_cast<std::uint8_t>(parse_int(f[4], "cards per hand"));
        std::vector<std::uint64_t> counts(f.size() - 8);
        perft_counts(s, std::span(counts));
        for (std::size_t i = 0; i < counts.size(); ++i)
            out.compare(fmt::format("perft({})", i + 1), parse_int(f[8 + i], "a count"),
                        static_cast<std::int64_t>(counts[i]));
    }
}

const check_registration traces("skat", "traces", check_traces);
const check_registration scores("skat", "scores", check_scores);
const check_registration perft("skat", "perft", check_perft);

}  // namespace
}  // namespace mu::cli::skat_files
