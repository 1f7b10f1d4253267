#include "teach/reason.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <mu/cards/text.h>

#include "teach/facts.h"

namespace mu::detail {

namespace {

using json = nlohmann::ordered_json;

bool is_card(const seat_view& v, action a) { return a < v.game().info().deck.card_count(); }
bool plays_card(const seat_view& v, action a) {
    return is_card(v, a) && v.phase() == deal_phase::play;
}

// "Leading a trump (7♠)", "Discarding 3♦", "Choosing 1NT".
std::string deed(const seat_view& v, action a) {
    const std::string name = action_name(v, a);
    if (!is_card(v, a)) return "Choosing " + name;
    if (v.phase() == deal_phase::exchange) return "Discarding " + name;
    if (v.phase() != deal_phase::play) return "Choosing " + name;
    const auto ranks = v.card_ranks();
    const card_rank& mine = ranks[a];
    const json trick = v.to_json()["trick"];
    if (trick.is_null() || trick["complete"] == true)
        return mine.trump ? fmt::format("Leading a trump ({})", name) : "Leading " + name;
    const int seats = v.game().info().seats;
    const auto first =
        static_cast<std::size_t>(index(parse_seat(trick["lead"].get<std::string>(), seats)));
    const card led = parse_card(trick["cards"][first].get<std::string>(), v.game().info().deck);
    if (ranks[led].of == mine.of) return "Playing " + name;
    return mine.trump ? "Trumping with " + name : "Discarding " + name;
}

std::string trick_fact(const world_table& t, std::span<const std::size_t> in, action better,
                       action worse) {
    const seat_view& v = t.view();
    if (!plays_card(v, better) || !plays_card(v, worse)) return "";
    const double with = wins_trick(t, in, better), without = wins_trick(t, in, worse);
    if (std::abs(with - without) < 0.25) return "";
    const game_info& info = v.game().info();
    return fmt::format("{}{} sure of this trick in {} with {}, in {} with {}",
                       with < without ? "although " : "",
                       info.sides < info.seats ? "your side is" : "you are", share_word(without),
                       action_name(v, worse), share_word(with), action_name(v, better));
}

std::string course_fact(const world_table& t, action better, action worse) {
    const seat_view& v = t.view();
    if (v.phase() != deal_phase::auction || is_card(v, better) || is_card(v, worse)) return "";
    const course good = usual_course(t, better), bad = usual_course(t, worse);
    if (good.text.empty() || bad.text.empty() || good.text == bad.text) return "";
    if (good.share < 0.3 || bad.share < 0.3) return "";
    return fmt::format("{} leads to {} in {}, {} to {} in {}", action_name(v, worse), bad.text,
                       share_word(bad.share), action_name(v, better), good.text,
                       share_word(good.share));
}

std::string key_fact_text(const world_table& t, const world_table::lead& ahead,
                          const point_scale& scale) {
    const auto key = what_decides(t, ahead);
    if (!key || key->then < scale.inaccuracy) return "";
    std::string other = "nothing";
    if (key->otherwise >= scale.inaccuracy)
        other = points_text(key->otherwise, scale);
    else if (key->otherwise <= -scale.inaccuracy)
        other = "less than nothing";
    return fmt::format("{} in {}, and then it costs {}, otherwise {}", key->what,
                       share_word(key->share), points_text(key->then, scale), other);
}

std::string won_fact(const world_table& t, std::span<const std::size_t> in, action better,
                     action worse) {
    const double good = comes_out_ahead(t, in, t.number_of(better)),
                 bad = comes_out_ahead(t, in, t.number_of(worse));
    if (good - bad < 0.15) return "";
    const game_info& info = t.view().game().info();
    return fmt::format("{} out ahead in {} with {}, in {} with {}",
                       info.sides < info.seats ? "your side comes" : "you come", share_word(bad),
                       action_name(t.view(), worse), share_word(good),
                       action_name(t.view(), better));
}

std::string frequency_fact(const world_table::lead& ahead) {
    const auto n = static_cast<double>(ahead.by.size());
    const auto more =
        static_cast<double>(std::ranges::count_if(ahead.by, [](double x) { return x > 1e-9; }));
    const auto less =
        static_cast<double>(std::ranges::count_if(ahead.by, [](double x) { return x < -1e-9; }));
    std::string out = fmt::format("it is worse in {}", share_word(more / n));
    if (less > 0) out += fmt::format(" and better in {}", share_word(less / n));
    return out;
}

std::string list_of(const std::vector<std::string>& names) {
    std::string out;
    for (std::size_t i = 0; i < names.size(); ++i)
        out += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    return out;
}

}  // namespace

std::string why_better(const world_table& t, action better, action worse,
                       const world_table::lead& ahead, const mean_of& lead) {
    const point_scale scale = t.view().game().scale();
    std::vector<std::string> facts;
    const auto add = [&](const std::string& fact) {
        if (!fact.empty() && facts.size() < 2) facts.push_back(fact);
    };
    add(trick_fact(t, ahead.worlds, better, worse));
    add(course_fact(t, better, worse));
    add(key_fact_text(t, ahead, scale));
    add(won_fact(t, ahead.worlds, better, worse));
    if (facts.empty()) add(frequency_fact(ahead));
    std::string out = fmt::format("{} costs {} points{} compared with {}: ", deed(t.view(), worse),
                                  points_text(lead.mean, scale), t.size() > 1 ? " on average" : "",
                                  action_name(t.view(), better));
    for (std::size_t i = 0; i < facts.size(); ++i) out += (i == 0 ? "" : "; ") + facts[i];
    return out + ".";
}

std::string why_best(const world_table& t, const advice& a) {
    const seat_view& v = t.view();
    std::vector<std::string> close;
    const valued_action* next = nullptr;  // the best of those that are clearly worse
    bool all_equal = true;
    std::size_t tried = 1;
    for (const valued_action& x : a.actions) {
        if (x.what == a.best || x.visits == 0) continue;
        ++tried;
        all_equal = all_equal && x.cost == 0 && x.cost_error == 0;
        if (!x.worse)
            close.push_back(action_name(v, x.what));
        else if (next == nullptr || x.value > next->value)
            next = &x;
    }
    if (tried == 1) return "The only choice that was tried.";
    if (all_equal)
        return fmt::format("{} choices are worth the same in every deal that was tried.",
                           tried == 2 ? "Both" : fmt::format("All {}", tried));
    std::string out;
    if (!close.empty()) {
        const bool many = close.size() > 4;
        const std::size_t more = close.size();
        if (many) close.resize(3), close.push_back(fmt::format("{} more", more - 3));
        out = fmt::format("{} {} as good as {}{}.", list_of(close), more == 1 ? "is" : "are",
                          action_name(v, a.best),
                          a.end == search_end::resolved
                              ? ""
                              : fmt::format(", as far as {} deals can tell", a.worlds));
    }
    if (next == nullptr) return out;
    const auto ahead = t.leads(t.number_of(a.best), t.number_of(next->what));
    return out + (out.empty() ? "" : " ") +
           why_better(t, a.best, next->what, ahead, t.mean(ahead.by));
}

std::string why_forced(const position& before, action only) {
    const seat_view v = before.view(before.to_act());
    if (!plays_card(v, only)) return "The only legal choice.";
    for (card_mask m = v.hand() & ~bit(only); m != 0; m &= m - 1) {
        position trial = before;
        try {
            trial.apply(static_cast<action>(ops::lsb_index(m)));
        } catch (const illegal_action& e) {
            const std::string text = e.what();
            const std::string_view begin = " is not legal: ", end = "; legal: ";
            const std::size_t from = text.find(begin), to = text.find(end);
            if (from == std::string::npos || to == std::string::npos) break;
            return "The only legal card: " +
                   text.substr(from + begin.size(), to - from - begin.size()) + ".";
        }
    }
    return ops::popcount(v.hand()) == 1 ? "The last card." : "The only legal card.";
}

}  // namespace mu::detail
