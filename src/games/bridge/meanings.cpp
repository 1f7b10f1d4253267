// Bridge's meanings through the run-time API.

#include <nlohmann/json.hpp>

#include <mu/api/meanings.h>
#include <mu/api/read_positions.h>
#include <mu/api/typed_view.h>
#include <mu/cards/text.h>
#include <mu/games/bridge.h>

#include "api/table_words.h"
#include "games/bridge/meaning_json.h"
#include "games/bridge/meaning_parts.h"

namespace mu {

namespace {

// "15-17", "12+", "4"; what begins at nothing is a phrase.
nlohmann::ordered_json range_value(const call_range& r, int top) {
    if (r.low == r.high) return std::to_string(r.low);
    if (r.high >= top) return std::to_string(r.low) + "+";
    if (r.low <= 0) return detail::phrase_value({"meaning_up_to", {{"n", r.high}}});
    return std::to_string(r.low) + "-" + std::to_string(r.high);
}

// What meaning_text() says.
std::vector<detail::phrase> meaning_phrases(const call_meaning& m) {
    constexpr std::array keys{"meaning_name",    "meaning_high_cards",  "meaning_points",
                              "meaning_support", "meaning_balanced",    "meaning_length",
                              "meaning_forcing", "meaning_game_forcing"};
    std::vector<detail::phrase> out;
    if (!m.in_system) out.push_back({"meaning_not_in_system"});
    for (const meaning_part& p : meaning_parts(m)) {
        detail::phrase one{keys[static_cast<std::size_t>(p.what)]};
        if (p.what == meaning_fact::name) one.values = {{"name", {{"name", std::string(m.name)}}}};
        if (p.range != call_range{})
            one.values["range"] = range_value(
                p.range, p.what == meaning_fact::length ? most_meant_cards : most_meant_points);
        if (p.of != suit::none) one.values["suit"] = detail::suit_value(suit_str<bridge>(p.of));
        out.push_back(std::move(one));
    }
    if (out.empty()) out.push_back({"meaning_nothing"});
    return out;
}

said_call said(seat who, action call, const call_meaning& m) {
    return {who, call, meaning_text(m), meaning_json(m), detail::phrases_json(meaning_phrases(m))};
}

// REQUIRES: the view is of bridge.
std::vector<said_call> said_so_far(const bidding_system& by, const seat_view& v) {
    const bridge_auction a = auction_of(typed_view<bridge>(v)->seen, v.history());
    const auto meanings = by.meanings(a);
    std::vector<said_call> out;
    for (std::size_t i = 0; i < meanings.size(); ++i)
        out.push_back(
            said(seat_after<bridge>(a.dealer, static_cast<int>(i & 3)), a.calls[i], meanings[i]));
    return out;
}

std::optional<said_call> would_say(const bidding_system& by, const seat_view& v, action call) {
    const auto typed = typed_view<bridge>(v);
    if (!typed || !v.to_act() || typed->seen.extra.now != bridge::phase::auction)
        return std::nullopt;
    if (!v.legal().contains(call)) {
        std::string legal;
        for (const action a : v.legal_actions()) legal += " " + v.action_text(a);
        throw std::invalid_argument("action " + std::to_string(call) +
                                    " is not a legal call; legal:" + legal);
    }
    return said(v.observer(), call, by.meaning(auction_of(typed->seen, v.history()), call));
}

}  // namespace

nlohmann::ordered_json meaning_json(const call_meaning& m) {
    nlohmann::ordered_json out;
    const auto range = [](const call_range& r) { return nlohmann::ordered_json{r.low, r.high}; };
    constexpr std::array suits{"spades", "hearts", "diamonds", "clubs"};
    const auto suit_or_null = [&](suit s) {
        return s == suit::none ? nlohmann::ordered_json()
                               : nlohmann::ordered_json(suits[static_cast<std::size_t>(s)]);
    };
    out["in_system"] = m.in_system;
    out["name"] = std::string(m.name);
    out["high_cards"] = range(m.high_cards);
    out["points"] = range(m.points);
    out["support"] = range(m.support);
    for (std::size_t s = 0; s < suit_count; ++s) out["length"][suits[s]] = range(m.length[s]);
    out["balanced"] = m.balanced;
    out["forcing"] = m.force == call_force::game        ? "game"
                     : m.force == call_force::one_round ? "one round"
                                                        : "no";
    out["artificial"] = m.artificial;
    out["shows"] = suit_or_null(m.shows);
    out["agrees"] = suit_or_null(m.agrees);
    out["line"] = m.line;
    return out;
}

std::optional<std::vector<said_call>> call_meanings(const seat_view& v) {
    if (!typed_view<bridge>(v)) return std::nullopt;
    return said_so_far(natural_system(), v);
}

std::optional<said_call> meaning_of_call(const seat_view& v, action call) {
    return would_say(natural_system(), v, call);
}

call_system::call_system(const game& g, const std::string& file) {
    if (g.info().name != "bridge")
        throw std::invalid_argument("the calls of " + g.info().name +
                                    " follow no system that could be read from " + file +
                                    "; those of bridge do");
    const std::string text = read_text(file);
    try {
        by_ = std::make_shared<bidding_system>(bidding_system::parse(text));
    } catch (const std::invalid_argument& e) {
        throw std::invalid_argument(file + ": " + e.what());
    }
}

const std::string& call_system::title() const { return by_->title(); }

action call_system::choose(const seat_view& v) const {
    const auto typed = typed_view<bridge>(v);
    if (typed->seen.extra.now != bridge::phase::auction) return v.rule_choice();
    const action call =
        by_->call(auction_of(typed->seen, v.history()), typed->seen.hands[typed->observer]);
    return v.legal().contains(call) ? call : bridge::pass;  // a state without its history
}

std::vector<said_call> call_system::meanings(const seat_view& v) const {
    return said_so_far(*by_, v);
}
std::optional<said_call> call_system::meaning(const seat_view& v, action call) const {
    return would_say(*by_, v, call);
}

}  // namespace mu
