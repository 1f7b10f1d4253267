#include "games/whist/table_words.h"

#include <algorithm>

#include <fmt/format.h>

namespace mu::detail {

using json = nlohmann::ordered_json;

lines whist_words::status(const json& t) {
    std::string trump = "Trump " + trump_word(t["trump"], whist::deck);
    if (!text_at(t, "turn_up").empty())
        trump += fmt::format(", {} was turned up", card_word(t["turn_up"], whist::deck));
    std::vector<phrase> said{{"trump_is", {{"suit", suit_value(t["trump"])}}}};
    if (!text_at(t, "turn_up").empty())
        said.push_back({"turned_up", {{"card", card_value(t["turn_up"])}}});
    return {{trump, said},
            {fmt::format("Tricks: {} (each above six scores)", sides_word(t["tricks_won"])),
             {sides_phrase("tricks_sides", t["tricks_won"]), {"whist_scores"}}}};
}

sentence whist_words::prompt(const json& t) { return card_prompt(t); }

sentence whist_words::help(const json&) {
    return {
        "Follow the suit led if you can; otherwise play any card. The highest trump wins the "
        "trick, or the highest card of the suit led.",
        "whist_help"};
}

sentence whist_words::result(const json& t) {
    const int ns = t["tricks_won"][0], ew = t["tricks_won"][1];
    const int points = t["score"][ns > ew ? 0 : 1];
    return {fmt::format("{} won {} of 13 tricks: {}", ns > ew ? "North-South" : "East-West",
                        std::max(ns, ew), count_word(points, "point")),
            {{"whist_won", {{"side", side_value(ns > ew ? 0 : 1)}, {"n", std::max(ns, ew)}}},
             {"points_n", {{"n", points}}}}};
}

json whist_words::sheet(const json& t) {
    return {{"trump", t["trump"]}, {"tricks", t["tricks_won"]}};
}

}  // namespace mu::detail
