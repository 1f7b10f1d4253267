#include "games/snapszer/table_words.h"

#include <fmt/format.h>

namespace mu::detail {

using json = nlohmann::ordered_json;

namespace {

// The deck with the nines reads the cards of the smaller one too.
constexpr const deck_info& deck = snapszer_game<24>::deck;

}  // namespace

std::vector<std::string> snapszer_words::status(const json& t) {
    std::string stock;
    const int left = t["stock"];
    if (t["closed_by"].is_string())
        stock = fmt::format("stock closed by {}", seat_word(t["closed_by"]));
    else if (left == 0)
        stock = "stock empty";
    else
        stock = fmt::format("{} in the stock, {} face up", left, card_word(t["face_up"], deck));
    return {
        fmt::format("Trump {}   {}   {}", trump_word(t["trump"], deck), stock,
                    t["must_follow"] == true ? "suit must be followed" : "any card may be played"),
        fmt::format("Points: seat 0 {}, seat 1 {} (66 wins)   Tricks: {} and {}",
                    t["points"][0].get<int>(), t["points"][1].get<int>(),
                    t["tricks_won"][0].get<int>(), t["tricks_won"][1].get<int>())};
}

std::string snapszer_words::prompt(const json& t) {
    const bool leads = t["trick"].is_null() || t["trick"]["complete"] == true;
    return leads ? "Lead a card" : "Play a card";
}

std::string snapszer_words::help(const json& t) {
    std::string out =
        t["must_follow"] == true
            ? "Follow suit, with a higher card if you can; without the suit play a trump. "
            : "Any card may be played while the stock is open; the winner of the trick draws "
              "first. ";
    return out +
           "Before you lead: exchange takes the face-up card for the lowest trump, close closes "
           "the stock, marryH (B, L, A) declares king and queen of that suit, 20 points or 40 in "
           "trumps.";
}

std::string snapszer_words::result(const json& t) {
    if (!t.contains("result")) return "";
    const json& r = t["result"];
    const auto reason = r["reason"].get<std::string>();
    const std::string why = reason == "at_least_33"     ? "the loser has 33 points or more"
                            : reason == "under_33"      ? "the loser has fewer than 33 points"
                            : reason == "trickless"     ? "the loser has no trick"
                            : reason == "closer_failed" ? "the closer failed"
                                                        : "the claim was wrong";
    return fmt::format("{} wins {} ({}); points {} and {}", seat_word(r["winner"]),
                       count_word(r["game_points"], "game point"), why, t["points"][0].get<int>(),
                       t["points"][1].get<int>());
}

}  // namespace mu::detail
