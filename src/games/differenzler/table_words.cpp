#include "games/differenzler/table_words.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include <fmt/format.h>

namespace mu::detail {

using json = nlohmann::ordered_json;

namespace {

constexpr std::array seats{"N", "E", "S", "W"};

std::size_t seat_of(const json& seat) {
    return static_cast<std::size_t>(std::ranges::find(seats, seat.get<std::string>()) -
                                    seats.begin());
}

// "87", or "hidden", or "-" if it has not been made.
std::string prediction_word(const json& p) {
    return p.is_null() ? "-" : p.is_number() ? std::to_string(p.get<int>()) : "hidden";
}

}  // namespace

lines differenzler_words::status(const json& t) {
    std::string first = "Trump " + trump_word(t["trump"], differenzler::deck);
    std::vector<phrase> said{{"trump_is", {{"suit", suit_value(t["trump"])}}}};
    if (t["seat"].is_string()) {
        const std::size_t me = seat_of(t["seat"]);
        const json& mine = t["predictions"][me];
        if (mine.is_number()) {
            const int due = mine.get<int>() - t["points"][me].get<int>();
            first += fmt::format(
                "   You predicted {} and have {}: {}", mine.get<int>(), t["points"][me].get<int>(),
                due >= 0 ? fmt::format("{} to come", due) : fmt::format("{} too many", -due));
            said.push_back({"differenzler_yours", {{"said", mine}, {"won", t["points"][me]}}});
            said.push_back({due >= 0 ? "differenzler_to_come" : "differenzler_too_many",
                            {{"n", std::abs(due)}}});
        } else if (t["phase"] == "predict") {
            first += "   Everybody predicts his own points, 157 in all";
            said.push_back({"differenzler_everybody"});
        }
    }
    std::string second = "Points:";
    std::vector<json> each;
    for (std::size_t k = 0; k < seats.size(); ++k) {
        second += fmt::format(
            "{} {} {}{}", k == 0 ? "" : "  ", seat_word(seats[k]), t["points"][k].get<int>(),
            t["predictions"][k].is_number() ? " of " + prediction_word(t["predictions"][k]) : "");
        const bool known = t["predictions"][k].is_number();
        json values{{"who", seat_value(seats[k])}, {"n", t["points"][k]}};
        if (known) values["all"] = t["predictions"][k];
        each.push_back(phrase_value({known ? "seat_n_of" : "seat_n", values}));
    }
    return {{first, said}, {second, "points_list", {{"list", list_value(each)}}}};
}

sentence differenzler_words::prompt(const json& t) {
    if (t["phase"] == "predict")
        return {t["tens"].is_number()
                    ? fmt::format("Your prediction is {} and", t["tens"].get<int>())
                    : "Predict your points, 0 to 157",
                "predict"};
    return card_prompt(t);
}

bool differenzler_words::list_choices(const json& t) {
    return t["phase"] != "predict" || t["tens"].is_number();
}

sentence differenzler_words::help(const json& t) {
    if (t["phase"] == "predict")
        return {
            "Type one number: how many of the 157 points you will win. What you are off by "
            "counts against you. Trump J 20, 9 14; ace 11, ten 10, king 4, queen 3, jack 2, "
            "last trick 5.",
            "differenzler_help_predict"};
    return {
        "Follow the suit led or play a trump; the jack of trumps (puur) never has to be "
        "played. Trumps rank J 9 A K Q 10 8 7 6. Try to win as many points as you predicted.",
        "differenzler_help_play"};
}

sentence differenzler_words::result(const json& t) {
    std::string out = "Predicted and won:";
    std::vector<json> each;
    for (std::size_t k = 0; k < seats.size(); ++k) {
        const int off = std::abs(t["predictions"][k].get<int>() - t["points"][k].get<int>());
        out += fmt::format("{} {} {}/{} (off by {})", k == 0 ? "" : ",", seats[k],
                           prediction_word(t["predictions"][k]), t["points"][k].get<int>(), off);
        each.push_back(phrase_value({"differenzler_off",
                                     {{"who", seat_value(seats[k])},
                                      {"said", t["predictions"][k]},
                                      {"won", t["points"][k]},
                                      {"n", off}}}));
    }
    return {out, "differenzler_result", {{"list", list_value(each)}}};
}

json differenzler_words::sheet(const json& t) {
    return {{"trump", t["trump"]}, {"said", t["predictions"]}, {"points", t["points"]}};
}

std::string differenzler_words::mark(const json& t, std::string_view card) {
    const std::string trump = text_at(t, "trump");
    if (trump.size() != 1 || card.back() != trump[0]) return "";
    return card[0] == 'J' ? "puur" : card[0] == '9' ? "nell" : "";
}

}  // namespace mu::detail
