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
sentence deed(const seat_view& v, action a) {
    const std::string name = action_name(v, a);
    const auto doing = [&](const std::string& english, const char* key) {
        return sentence(english, key, {{"what", action_value(v, a)}});
    };
    if (is_card(v, a) && v.phase() == deal_phase::exchange)
        return doing("Discarding " + name, "teach_put_away");
    if (!is_card(v, a) || v.phase() != deal_phase::play)
        return doing("Choosing " + name, "teach_choose");
    const auto ranks = v.card_ranks();
    const card_rank& mine = ranks[a];
    const json trick = v.to_json()["trick"];
    if (trick.is_null() || trick["complete"] == true)
        return mine.trump ? doing(fmt::format("Leading a trump ({})", name), "teach_lead_trump")
                          : doing("Leading " + name, "teach_lead");
    const int seats = v.game().info().seats;
    const auto first =
        static_cast<std::size_t>(index(parse_seat(trick["lead"].get<std::string>(), seats)));
    const card led = parse_card(trick["cards"][first].get<std::string>(), v.game().info().deck);
    if (ranks[led].of == mine.of) return doing("Playing " + name, "teach_play");
    return mine.trump ? doing("Trumping with " + name, "teach_trump")
                      : doing("Discarding " + name, "teach_discard");
}

// What most facts compare: how often something holds with one action and with the other.
json shares(const seat_view& v, action worse, double without, action better, double with) {
    return {{"who", winner_value(v)},
            {"a", share_value(without)},
            {"worse", action_value(v, worse)},
            {"b", share_value(with)},
            {"better", action_value(v, better)}};
}

sentence trick_fact(const world_table& t, std::span<const std::size_t> in, action better,
                    action worse) {
    const seat_view& v = t.view();
    if (!plays_card(v, better) || !plays_card(v, worse)) return {};
    const double with = wins_trick(t, in, better), without = wins_trick(t, in, worse);
    if (std::abs(with - without) < 0.25) return {};
    const game_info& info = v.game().info();
    return {fmt::format("{}{} sure of this trick in {} with {}, in {} with {}",
                        with < without ? "although " : "",
                        info.sides < info.seats ? "your side is" : "you are", share_word(without),
                        action_name(v, worse), share_word(with), action_name(v, better)),
            with < without ? "teach_trick_although" : "teach_trick",
            shares(v, worse, without, better, with)};
}

sentence course_fact(const world_table& t, action better, action worse) {
    const seat_view& v = t.view();
    if (v.phase() != deal_phase::auction || is_card(v, better) || is_card(v, worse)) return {};
    const course good = usual_course(t, better), bad = usual_course(t, worse);
    if (good.what.text.empty() || bad.what.text.empty() || good.what.text == bad.what.text)
        return {};
    if (good.share < 0.3 || bad.share < 0.3) return {};
    sentence out = fmt::format("{} leads to {} in {}, {} to {} in {}", action_name(v, worse),
                               bad.what.text, share_word(bad.share), action_name(v, better),
                               good.what.text, share_word(good.share));
    if (good.what.said.empty() || bad.what.said.empty()) return out;
    json values = shares(v, worse, bad.share, better, good.share);
    values["bad"] = phrase_value(bad.what.said.front());
    values["good"] = phrase_value(good.what.said.front());
    out.said = {{"teach_course", values}};
    return out;
}

sentence key_fact_text(const world_table& t, const world_table::lead& ahead,
                       const point_scale& scale) {
    const auto key = what_decides(t, ahead);
    if (!key || key->then < scale.inaccuracy) return {};
    std::string other = "nothing";
    json value = phrase_value({"teach_nothing"});
    if (key->otherwise >= scale.inaccuracy) {
        other = points_text(key->otherwise, scale);
        value = other;
    } else if (key->otherwise <= -scale.inaccuracy) {
        other = "less than nothing";
        value = phrase_value({"teach_less"});
    }
    const std::string then = points_text(key->then, scale);
    return {fmt::format("{} in {}, and then it costs {}, otherwise {}", key->what.text,
                        share_word(key->share), then, other),
            "teach_decides",
            {{"what", phrase_value(key->what.said.front())},
             {"share", share_value(key->share)},
             {"then", then},
             {"other", value}}};
}

sentence won_fact(const world_table& t, std::span<const std::size_t> in, action better,
                  action worse) {
    const double good = comes_out_ahead(t, in, t.number_of(better)),
                 bad = comes_out_ahead(t, in, t.number_of(worse));
    if (good - bad < 0.15) return {};
    const game_info& info = t.view().game().info();
    return {
        fmt::format("{} out ahead in {} with {}, in {} with {}",
                    info.sides < info.seats ? "your side comes" : "you come", share_word(bad),
                    action_name(t.view(), worse), share_word(good), action_name(t.view(), better)),
        "teach_ahead", shares(t.view(), worse, bad, better, good)};
}

sentence frequency_fact(const world_table::lead& ahead) {
    const auto n = static_cast<double>(ahead.by.size());
    const auto more =
        static_cast<double>(std::ranges::count_if(ahead.by, [](double x) { return x > 1e-9; }));
    const auto less =
        static_cast<double>(std::ranges::count_if(ahead.by, [](double x) { return x < -1e-9; }));
    sentence out(fmt::format("it is worse in {}", share_word(more / n)), "teach_worse_in",
                 {{"a", share_value(more / n)}});
    if (less > 0) {
        out.text += fmt::format(" and better in {}", share_word(less / n));
        out.said.push_back({"teach_better_in", {{"a", share_value(less / n)}}});
    }
    return out;
}

std::string list_of(const std::vector<std::string>& names) {
    std::string out;
    for (std::size_t i = 0; i < names.size(); ++i)
        out += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    return out;
}

}  // namespace

sentence why_better(const world_table& t, action better, action worse,
                    const world_table::lead& ahead, const mean_of& lead) {
    const point_scale scale = t.view().game().scale();
    std::vector<sentence> facts;
    const auto add = [&](sentence fact) {
        if (!fact.text.empty() && facts.size() < 2) facts.push_back(std::move(fact));
    };
    add(trick_fact(t, ahead.worlds, better, worse));
    add(course_fact(t, better, worse));
    add(key_fact_text(t, ahead, scale));
    add(won_fact(t, ahead.worlds, better, worse));
    if (facts.empty()) add(frequency_fact(ahead));
    const sentence done = deed(t.view(), worse);
    const std::string points = points_text(lead.mean, scale);
    sentence out(fmt::format("{} costs {} points{} compared with {}: ", done.text, points,
                             t.size() > 1 ? " on average" : "", action_name(t.view(), better)),
                 t.size() > 1 ? "teach_costs_mean" : "teach_costs",
                 {{"what", phrase_value(done.said.front())},
                  {"n", points},
                  {"other", action_value(t.view(), better)}});
    for (std::size_t i = 0; i < facts.size(); ++i) {
        out.text += (i == 0 ? "" : "; ") + facts[i].text;
        out.said.insert(out.said.end(), facts[i].said.begin(), facts[i].said.end());
    }
    out.text += ".";
    return out;
}

sentence why_best(const world_table& t, const advice& a) {
    const seat_view& v = t.view();
    std::vector<std::string> close;
    std::vector<json> named;
    const valued_action* next = nullptr;  // the best of those that are clearly worse
    bool all_equal = true;
    std::size_t tried = 1;
    for (const valued_action& x : a.actions) {
        if (x.what == a.best || x.visits == 0) continue;
        ++tried;
        all_equal = all_equal && x.cost == 0 && x.cost_error == 0;
        if (!x.worse) {
            close.push_back(action_name(v, x.what));
            named.push_back(action_value(v, x.what));
        } else if (next == nullptr || x.value > next->value)
            next = &x;
    }
    if (tried == 1) return {"The only choice that was tried.", "teach_only_tried"};
    if (all_equal)
        return {fmt::format("{} choices are worth the same in every deal that was tried.",
                            tried == 2 ? "Both" : fmt::format("All {}", tried)),
                "teach_all_same",
                {{"n", tried}}};
    sentence out;
    if (!close.empty()) {
        const bool many = close.size() > 4;
        const std::size_t more = close.size();
        if (many) {
            close.resize(3), close.push_back(fmt::format("{} more", more - 3));
            named.resize(3), named.push_back(phrase_value({"teach_more", {{"n", more - 3}}}));
        }
        out.said = {
            {"teach_as_good", {{"list", list_value(named)}, {"best", action_value(v, a.best)}}}};
        if (a.end != search_end::resolved) out.said.push_back({"teach_as_far", {{"n", a.worlds}}});
        out.text = fmt::format("{} {} as good as {}{}.", list_of(close), more == 1 ? "is" : "are",
                               action_name(v, a.best),
                               a.end == search_end::resolved
                                   ? ""
                                   : fmt::format(", as far as {} deals can tell", a.worlds));
    }
    if (next == nullptr) return out;
    const auto ahead = t.leads(t.number_of(a.best), t.number_of(next->what));
    const sentence more = why_better(t, a.best, next->what, ahead, t.mean(ahead.by));
    out.text += (out.text.empty() ? "" : " ") + more.text;
    out.said.insert(out.said.end(), more.said.begin(), more.said.end());
    return out;
}

sentence why_forced(const position& before, action only) {
    const seat_view v = before.view(before.to_act());
    if (!plays_card(v, only)) return {"The only legal choice.", "teach_only_choice"};
    for (card_mask m = v.hand() & ~bit(only); m != 0; m &= m - 1) {
        position trial = before;
        try {
            trial.apply(static_cast<action>(ops::lsb_index(m)));
        } catch (const illegal_action& e) {
            const std::string text = e.what();
            const std::string_view begin = " is not legal: ", end = "; legal: ";
            const std::size_t from = text.find(begin), to = text.find(end);
            if (from == std::string::npos || to == std::string::npos) break;
            const std::string rule = text.substr(from + begin.size(), to - from - begin.size());
            return {"The only legal card: " + rule + ".",
                    "teach_only_card_by",
                    {{"rule", {{"rule", rule}}}}};
        }
    }
    if (ops::popcount(v.hand()) == 1) return {"The last card.", "teach_last_card"};
    return {"The only legal card.", "teach_only_card"};
}

}  // namespace mu::detail
