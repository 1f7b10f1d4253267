#include "games/whist/table_words.h"

#include <algorithm>

#include <fmt/format.h>

namespace mu::detail {

std::vector<std::string> whist_words::status(const json& t) {
    std::string trump = "Trump " + trump_word(t["trump"], whist::deck);
    if (!text_at(t, "turn_up").empty())
        trump += fmt::format(", {} was turned up", card_word(t["turn_up"], whist::deck));
    return {trump, fmt::format("Tricks: {} (each above six scores)", sides_word(t["tricks_won"]))};
}

std::string whist_words::prompt(const json& t) {
    const bool leads = t["trick"].is_null() || t["trick"]["complete"] == true;
    return leads ? "Lead a card" : "Play a card";
}

std::string whist_words::help(const json&) {
    return "Follow the suit led if you can; otherwise play any card. The highest trump wins the "
           "trick, or the highest card of the suit led.";
}

std::string whist_words::result(const json& t) {
    const int ns = t["tricks_won"][0], ew = t["tricks_won"][1];
    const int points = t["score"][ns > ew ? 0 : 1];
    return fmt::format("{} won {} of 13 tricks: {}", ns > ew ? "North-South" : "East-West",
                       std::max(ns, ew), count_word(points, "point"));
}

}  // namespace mu::detail
