// Reference files for snapszer.

#include <algorithm>

#include <mu/cards/text.h>
#include <mu/games/snapszer.h>

#include "check/report.h"

namespace mu::cli::snapszer_files {
namespace {

using state = game_state<snapszer>;
using game_rules = rules<snapszer>;

constexpr snapszer::options published{};
constexpr snapszer::options repo{.closer_wins_at_end = true};

// The names of these files; the lists of legal actions begin with those that are not cards.
constexpr std::array<std::string_view, 6> action_names{"exchange", "close",  "marryH",
                                                       "marryB",   "marryL", "marryA"};
constexpr std::array<std::string_view, 4> reason_names{"at_least_33", "under_33", "schwarz",
                                                       "takaras_failed"};

std::string action_text(action a) {
    return a < snapszer::exchange ? card_str<snapszer>(a)
                                  : std::string(action_names.at(a - snapszer::exchange));
}

card read_card(std::string_view text) {
    if (text.size() != 2) throw std::invalid_argument("not a card: " + std::string(text));
    return parse_card<snapszer>(text);
}

action read_action(std::string_view text) {
    const auto name = std::ranges::find(action_names, text);
    if (name == action_names.end()) return read_card(text);
    return static_cast<action>(snapszer::exchange + (name - action_names.begin()));
}

// Two characters a card and nothing between them; "-" is no card.
std::vector<card> read_cards(std::string_view text) {
    std::vector<card> out;
    if (text == "-") return out;
    for (std::size_t at = 0; at < text.size(); at += 2) {
        out.push_back(read_card(text.substr(at, 2)));
        if (std::ranges::count(out, out.back()) > 1)
            throw std::invalid_argument("twice: " + std::string(text.substr(at, 2)));
    }
    return out;
}

card_mask mask_of(const std::vector<card>& cards) {
    card_mask out = 0;
    for (const card c : cards) out |= bit(c);
    return out;
}

// "key=value" fields of a row, in a fixed order.
class field_list {
public:
    field_list(const row& from, std::string_view name) : left_(words(from.text)) {
        if (left_.empty() || left_.front() != name)
            throw std::invalid_argument("expected " + std::string(name));
        left_.erase(left_.begin());
    }
    bool has(std::string_view key) const {
        return !left_.empty() && left_.front().starts_with(std::string(key) + "=");
    }
    std::string_view take(std::string_view key) {
        if (!has(key)) throw std::invalid_argument("expected " + std::string(key) + "=");
        const std::string_view value = left_.front().substr(key.size() + 1);
        left_.erase(left_.begin());
        return value;
    }
    std::int64_t number(std::string_view key) { return parse_int(take(key), key); }
    std::string_view word() {
        if (left_.empty()) throw std::invalid_argument("expected another field");
        const std::string_view value = left_.front();
        left_.erase(left_.begin());
        return value;
    }
    void finish() const {
        if (!left_.empty())
            throw std::invalid_argument("unexpected: " + std::string(left_.front()));
    }

private:
    std::vector<std::string_view> left_;
};

std::string pair_text(const std::array<std::uint8_t, 2>& list) {
    return fmt::format("{},{}", list[0], list[1]);
}

row next_row(row_reader& rows, report& out) {
    const auto found = rows.next();
    if (!found) throw std::invalid_argument("the file ends inside a game");
    out.begin_row(found->line);
    return *found;
}

// DEAL leader= h0= h1= trump= stock=
state read_deal(const row& from) {
    field_list in(from, "DEAL");
    const seat leader = parse_seat<snapszer>(in.take("leader"));
    std::array<card_mask, 12> places{};  // as snapszer::layout has them
    for (int k = 0; k < 2; ++k)
        places[k == index(leader) ? 0 : 1] = mask_of(read_cards(in.take(k == 0 ? "h0" : "h1")));
    places[2] = bit(read_card(in.take("trump")));
    const auto stock = read_cards(in.take("stock"));
    in.finish();
    if (stock.size() != 9) throw std::invalid_argument("the stock has nine cards face down");
    for (std::size_t k = 0; k < stock.size(); ++k) places[3 + k] = bit(stock[k]);
    number_of_deal(snapszer::layout({}), places);  // complains about cards missing or dealt twice
    return start_deal(snapszer{}, published, places, seat_after<snapszer>(leader), 0);
}

// ACT p= a= legal=, and what the action brought about.
void check_action(const row& from, state& s, report& out) {
    field_list in(from, "ACT");
    if (game_rules::is_over(s)) throw std::invalid_argument("the deal is over");
    out.compare("p", in.number("p"), std::int64_t{index(game_rules::to_act(s))});
    const action a = read_action(in.take("a"));
    action_set listed;
    for (const auto text : split(in.take("legal"), ',')) {
        const card_mask one = bit(read_action(text));
        if (listed.mask & one) throw std::invalid_argument("listed twice: " + std::string(text));
        listed.mask |= one;
    }
    const action_set legal = game_rules::legal_actions(s);
    const auto names = [](const action_set& set) {
        std::string text;
        ops::for_each(set.mask,
                      [&](card b) { text += (text.empty() ? "" : ",") + action_text(b); });
        return text;
    };
    out.compare("legal", names(listed), names(legal));
    if (!legal.contains(a)) throw std::invalid_argument(action_text(a) + " is not legal");

    const state before = s;
    game_rules::apply(s, a);
    if (a == snapszer::exchange) {
        out.compare("got", in.take("got"), card_str<snapszer>(s.taken));
    } else if (a >= snapszer::marry) {
        const int who = index(before.current_player);
        out.compare("pts", in.number("pts"), std::int64_t{s.points[who] - before.points[who]});
    } else if (a < snapszer::exchange && game_rules::leading(s)) {
        out.compare("win", in.number("win"), std::int64_t{index(s.trick.current_winner)});
        out.compare("score", in.take("score"), pair_text(s.points));
        out.compare("stock_left", in.number("stock_left"), std::int64_t{s.stock_left});
        for (int k = 0; k < 2; ++k) {
            const card_mask hand = mask_of(read_cards(in.take(k == 0 ? "h0" : "h1")));
            out.compare(fmt::format("h{}", k), mask_str<snapszer>(hand),
                        mask_str<snapszer>(s.hands[k]));
        }
    }
    in.finish();
}

// RESULT winner= game_points= reason= score= tricks= closed= last_trick_winner=
void check_result(const row& from, const state& s, const std::string& closed, report& out) {
    field_list in(from, "RESULT");
    const snapszer_result r = snapszer_score(s, repo);
    out.compare("winner", in.number("winner"), std::int64_t{r.winner});
    out.compare("game_points", in.number("game_points"), std::int64_t{r.game_points});
    out.compare("reason", in.take("reason"), reason_names.at(static_cast<std::size_t>(r.reason)));
    out.compare("score", in.take("score"), pair_text(s.points));
    out.compare("tricks", in.take("tricks"), pair_text(s.tricks_won));
    out.compare("closed", in.take("closed"), closed);
    out.compare("last_trick_winner", in.number("last_trick_winner"),
                std::int64_t{index(s.trick.current_winner)});
    in.finish();
}

void check_default_result(const row& from, const state& s, report& out) {
    field_list in(from, "RESULT_DEFAULT");
    const snapszer_result r = snapszer_score(s, published);
    out.compare("winner", in.number("winner"), std::int64_t{r.winner});
    out.compare("game_points", in.number("game_points"), std::int64_t{r.game_points});
    in.finish();
}

// GAME id, DEAL, ACT ..., RESULT, RESULT_DEFAULT, END
void check_traces(row_reader& rows, report& out) {
    while (const auto first = rows.next()) {
        out.begin_row(first->line);
        field_list game(*first, "GAME");
        parse_int(game.word(), "the number of the game");
        game.finish();

        state s = read_deal(next_row(rows, out));
        std::string closed = "-";  // who closed, and how the deal stood then
        row now = next_row(rows, out);
        for (; words(now.text).front() == "ACT"; now = next_row(rows, out)) {
            const bool open = s.closer < 0;
            check_action(now, s, out);
            if (open && s.closer >= 0)
                closed = fmt::format("{}:score={}:tricks={}", s.closer, pair_text(s.points),
                                     pair_text(s.tricks_won));
        }
        out.compare("the deal is over", true, game_rules::is_over(s));
        check_result(now, s, closed, out);
        check_default_result(next_row(rows, out), s, out);
        field_list(next_row(rows, out), "END").finish();
    }
}

const check_registration trace_files("snapszer", "traces", check_traces);

}  // namespace
}  // namespace mu::cli::snapszer_files
