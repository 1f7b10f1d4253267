// Bridge's meanings through the run-time API.

#include <nlohmann/json.hpp>

#include <mu/api/meanings.h>
#include <mu/api/typed_view.h>
#include <mu/games/bridge.h>

#include "games/bridge/meaning_json.h"

namespace mu {

namespace {

said_call said(seat who, action call, const call_meaning& m) {
    return {who, call, meaning_text(m), meaning_json(m)};
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
    const auto typed = typed_view<bridge>(v);
    if (!typed) return std::nullopt;
    const bridge_auction a = auction_of(typed->seen, v.history());
    const auto meanings = natural_system().meanings(a);
    std::vector<said_call> out;
    for (std::size_t i = 0; i < meanings.size(); ++i)
        out.push_back(
            said(seat_after<bridge>(a.dealer, static_cast<int>(i & 3)), a.calls[i], meanings[i]));
    return out;
}

std::optional<said_call> meaning_of_call(const seat_view& v, action call) {
    const auto typed = typed_view<bridge>(v);
    if (!typed || !v.to_act() || typed->seen.extra.now != bridge::phase::auction)
        return std::nullopt;
    return said(v.observer(), call,
                natural_system().meaning(auction_of(typed->seen, v.history()), call));
}

}  // namespace mu
