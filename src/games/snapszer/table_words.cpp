#include "games/snapszer/table_words.h"

#include <fmt/format.h>

namespace mu::detail {

using json = nlohmann::ordered_json;

namespace {

// The deck with the nines reads the cards of the smaller one too.
constexpr const deck_info& deck = snapszer_game<24>::deck;

phrase both_phrase(std::string key, const json& numbers) {
    return {std::move(key),
            {{"a", seat_value("0")}, {"x", numbers[0]}, {"b", seat_value("1")}, {"y", numbers[1]}}};
}

}  // namespace

lines snapszer_words::status(const json& t) {
    std::string stock;
    phrase of_stock;
    const int left = t["stock"];
    if (t["closed_by"].is_string()) {
        stock = fmt::format("stock closed by {}", seat_word(t["closed_by"]));
        of_stock = {"snapszer_closed_by", {{"who", seat_value(t["closed_by"])}}};
    } else if (left == 0) {
        stock = "stock empty";
        of_stock = {"snapszer_no_stock"};
    } else {
        stock = fmt::format("{} in the stock, {} face up", left, card_word(t["face_up"], deck));
        of_stock = {"snapszer_stock", {{"n", left}, {"card", card_value(t["face_up"])}}};
    }
    const bool follow = t["must_follow"] == true;
    return {
        {fmt::format("Trump {}   {}   {}", trump_word(t["trump"], deck), stock,
                     follow ? "suit must be followed" : "any card may be played"),
         {{"trump_is", {{"suit", suit_value(t["trump"])}}},
          of_stock,
          {follow ? "snapszer_follow" : "snapszer_any"}}},
        {fmt::format("Points: seat 0 {}, seat 1 {} (66 wins)   Tricks: {} and {}",
                     t["points"][0].get<int>(), t["points"][1].get<int>(),
                     t["tricks_won"][0].get<int>(), t["tricks_won"][1].get<int>()),
         {both_phrase("points_sides", t["points"]), both_phrase("tricks_sides", t["tricks_won"])}}};
}

sentence snapszer_words::prompt(const json& t) { return card_prompt(t); }

sentence snapszer_words::help(const json& t) {
    const bool follow = t["must_follow"] == true;
    std::string out =
        follow ? "Follow suit, with a higher card if you can; without the suit play a trump. "
               : "Any card may be played while the stock is open; the winner of the trick draws "
                 "first. ";
    return {out +
                "Before you lead: exchange takes the face-up card for the lowest trump, close "
                "closes the stock, marryH (B, L, A) declares king and queen of that suit, 20 "
                "points or 40 in trumps.",
            {{follow ? "snapszer_help_follow" : "snapszer_help_any"}, {"snapszer_help_lead"}}};
}

sentence snapszer_words::result(const json& t) {
    if (!t.contains("result")) return "";
    const json& r = t["result"];
    const auto reason = r["reason"].get<std::string>();
    const std::string why = reason == "at_least_33"     ? "the loser has 33 points or more"
                            : reason == "under_33"      ? "the loser has fewer than 33 points"
                            : reason == "trickless"     ? "the loser has no trick"
                            : reason == "closer_failed" ? "the closer failed"
                                                        : "the claim was wrong";
    return {fmt::format("{} wins {} ({}); points {} and {}", seat_word(r["winner"]),
                        count_word(r["game_points"], "game point"), why, t["points"][0].get<int>(),
                        t["points"][1].get<int>()),
            {{"snapszer_wins", {{"who", seat_value(r["winner"])}, {"n", r["game_points"]}}},
             {"snapszer_" + reason},
             both_phrase("points_sides", t["points"])}};
}

json snapszer_words::sheet(const json& t) {
    if (!t.contains("result")) return json::object();
    return {{"by", seat_number(t["result"]["winner"])},
            {"reason", t["result"]["reason"]},
            {"points", t["points"]}};
}

}  // namespace mu::detail
