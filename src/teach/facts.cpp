#include "teach/facts.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <mu/cards/text.h>

namespace mu::detail {

namespace {

// How clearly two parts of the worlds must differ: there are a hundred ways to part them, and one
// of them looks good by chance.
constexpr double least_clarity = 4;
constexpr std::size_t least_part = 4;  // worlds on either side
constexpr int key_cards = 3;           // of a suit: the best that are unseen

// A way to part the worlds: bit i is set if it holds in world i of the list.
struct part {
    sentence what;
    std::vector<bool> holds;
};

std::vector<std::vector<card_mask>> hands_of(const world_table& t,
                                             std::span<const std::size_t> in) {
    const int seats = t.view().game().info().seats;
    std::vector<std::vector<card_mask>> out;
    for (const std::size_t i : in) {
        auto& hands = out.emplace_back();
        for (int k = 0; k < seats; ++k)
            hands.push_back(t.world(i).view(static_cast<seat>(k)).hand());
    }
    return out;
}

// The cards that count to each suit now.
std::array<card_mask, suit_count> suits_now(const seat_view& v) {
    std::array<card_mask, suit_count> out{};
    const auto ranks = v.card_ranks();
    for (std::size_t c = 0; c < ranks.size(); ++c)
        if (ranks[c].of != suit::none)
            out[static_cast<std::size_t>(ranks[c].of)] |= bit(static_cast<card>(c));
    return out;
}

// The best unseen cards of each suit: those that somebody can hold in one world or another.
card_mask key_cards_of(const seat_view& v, const std::vector<std::vector<card_mask>>& hands) {
    card_mask unseen = 0;
    for (const auto& h : hands)
        for (std::size_t k = 0; k < h.size(); ++k)
            if (k != static_cast<std::size_t>(index(v.observer()))) unseen |= h[k];
    const auto ranks = v.card_ranks();
    card_mask out = 0;
    ops::for_each(unseen, [&](card c) {
        int above = 0;
        ops::for_each(unseen, [&](card d) {
            if (ranks[d].of == ranks[c].of && ranks[d].above < ranks[c].above) ++above;
        });
        if (above < key_cards) out |= bit(c);
    });
    return out;
}

std::vector<part> ways_to_part(const world_table& t, std::span<const std::size_t> in) {
    const seat_view& v = t.view();
    const deck_info& deck = v.game().info().deck;
    const auto hands = hands_of(t, in);
    const auto suits = suits_now(v);
    const card_mask keys = key_cards_of(v, hands);
    std::vector<part> out;
    const auto add = [&](auto&& holds, auto&& what) {
        part p;
        for (const auto& h : hands) p.holds.push_back(holds(h));
        const auto n = static_cast<std::size_t>(std::ranges::count(p.holds, true));
        if (n < least_part || p.holds.size() - n < least_part) return;
        p.what = what();
        out.push_back(std::move(p));
    };
    for (int k = 0; k < v.game().info().seats; ++k) {
        if (k == index(v.observer())) continue;
        const auto who = static_cast<std::size_t>(k);
        const std::string name = seat_name(v, static_cast<seat>(k));
        const nlohmann::ordered_json at_seat{{"seat", k}};
        ops::for_each(keys, [&](card c) {
            add([&](const auto& h) { return (h[who] & bit(c)) != 0; },
                [&] {
                    return sentence(name + " holds " + action_name(v, c), "teach_holds",
                                    {{"who", at_seat}, {"card", action_value(v, c)}});
                });
        });
        for (const suit s : all_suits)
            add([&](const auto& h) { return (h[who] & suits[static_cast<std::size_t>(s)]) == 0; },
                [&] {
                    return sentence(name + " has no " + suit_symbol(s, deck), "teach_void",
                                    {{"who", at_seat}, {"suit", suit_value(suit_str(s, deck))}});
                });
    }
    return out;
}

}  // namespace

double wins_trick(const world_table& t, std::span<const std::size_t> in, action a) {
    if (in.empty()) return 0;
    std::size_t won = 0;
    for (const std::size_t i : in)
        if (t.by().wins_trick(t.world(i), a)) ++won;
    return static_cast<double>(won) / static_cast<double>(in.size());
}

std::optional<key_fact> what_decides(const world_table& t, const world_table::lead& ahead) {
    std::optional<key_fact> out;
    double best = 0;
    for (const part& p : ways_to_part(t, ahead.worlds)) {
        std::vector<double> with, without;
        for (std::size_t i = 0; i < p.holds.size(); ++i)
            (p.holds[i] ? with : without).push_back(ahead.by[i]);
        const mean_of a = t.mean(with), b = t.mean(without);
        const double between = a.mean - b.mean;
        if (between <= 0) continue;
        const double noise = std::sqrt(a.error * a.error + b.error * b.error);
        if (between < least_clarity * noise) continue;
        const double share = static_cast<double>(with.size()) / static_cast<double>(p.holds.size());
        const double explains = share * (1 - share) * between * between;
        if (explains <= best) continue;
        best = explains;
        out = {p.what, share, a.mean, b.mean};
    }
    return out;
}

double comes_out_ahead(const world_table& t, std::span<const std::size_t> in, std::size_t a) {
    if (in.empty()) return 0;
    const auto n = std::ranges::count_if(in, [&](std::size_t i) { return t.value(i, a) > 0; });
    return static_cast<double>(n) / static_cast<double>(in.size());
}

course usual_course(const world_table& t, action call) {
    struct end {
        std::size_t n = 0, world = 0;  // how often, and where first
    };
    std::map<std::string, end> ends;
    for (std::size_t i = 0; i < t.size(); ++i) {
        const position end = t.by().after_calls(t.world(i), call);
        const auto status = end.public_view().status();
        if (status.empty()) return {};
        // What the game says first, without what it adds.
        std::string text = status.front();
        for (const std::string_view more : {"   ", ": ", " ("})
            text = text.substr(0, text.find(more));
        if (const std::size_t by = text.find(" by "); by < text.find(", "))
            text = text.substr(0, text.find(", "));
        if (!text.empty()) text[0] = static_cast<char>(std::tolower(text[0]));
        if (ends[text].n++ == 0) ends[text].world = i;
    }
    course out;
    std::size_t world = 0;
    for (const auto& [text, e] : ends) {
        const double share = static_cast<double>(e.n) / static_cast<double>(t.size());
        if (share <= out.share) continue;
        out = {text, share};
        world = e.world;
    }
    if (out.share == 0) return out;
    // The first phrase says the contract.
    const auto status = t.by().after_calls(t.world(world), call).public_view().phrases()["status"];
    if (!status.empty() && !status[0].empty()) {
        const auto& first = status[0][0];
        out.what.said = {{first["key"], first.value("values", nlohmann::ordered_json::object())}};
    }
    return out;
}

std::string seat_name(const seat_view& v, seat s) {
    const game_info& info = v.game().info();
    const bool with_me =
        s != v.observer() && index(s) % info.sides == index(v.observer()) % info.sides;
    return with_me ? "partner" : seat_word(seat_str(s, info.seats));
}

nlohmann::ordered_json action_value(const seat_view& v, action a) {
    const std::string text = v.action_text(a);
    return a < v.game().info().deck.card_count() ? card_value(text) : call_value(text);
}
nlohmann::ordered_json winner_value(const seat_view& v) {
    const game_info& info = v.game().info();
    const auto me = static_cast<std::size_t>(index(v.observer()));
    if (info.sides < info.seats) return side_value(me % static_cast<std::size_t>(info.sides));
    return {{"seat", me}};
}

std::string action_name(const seat_view& v, action a) {
    const deck_info& deck = v.game().info().deck;
    const std::string text = v.action_text(a);
    return a < deck.card_count() ? card_word(text, deck) : "'" + text + "'";
}

}  // namespace mu::detail
