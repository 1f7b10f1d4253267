#include "games/ulti/table_words.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace mu::detail {

using json = nlohmann::ordered_json;

namespace {

std::string kontra_word(const json& contract, std::vector<phrase>& said) {
    constexpr std::array names{"", "kontra", "rekontra", "szubkontra", "hirskontra", "mordkontra"};
    std::string out;
    for (const auto& unit : contract["units"]) {
        int level = 0;
        const json& k = unit["kontra"];
        if (k.is_object())
            for (const auto& [seat, of] : k.items()) level = std::max(level, of.get<int>());
        else
            level = k.get<int>();
        if (level == 0) continue;
        const auto at = std::min(static_cast<std::size_t>(level), names.size() - 1);
        out += fmt::format("{}{} {}", out.empty() ? "   " : ", ", names[at],
                           unit["unit"].get<std::string>());
        said.push_back({"ulti_doubled",
                        {{"kontra", call_value(names[at])}, {"unit", call_value(unit["unit"])}}});
    }
    return out;
}

bool is_playing(const json& t) { return t["phase"] == "play" || t["phase"] == "kontra"; }

json contract_values(const json& t) {
    return {{"contract", call_value(t["contract"]["bid"])}, {"who", seat_value(t["soloist"])}};
}

}  // namespace

lines ulti_words::status(const json& t) {
    const json& contract = t["contract"];
    std::string first = "No bid yet";
    std::vector<phrase> said{{"no_bid_yet"}};
    if (!contract.is_null()) {
        first = fmt::format("{} {} by {}, worth {}", is_playing(t) ? "Contract" : "Bid",
                            contract["bid"].get<std::string>(), seat_word(t["soloist"]),
                            contract["value"].get<int>());
        said = {
            {"bid_is", {{"bid", call_value(contract["bid"])}, {"who", seat_value(t["soloist"])}}},
            {"ulti_worth", {{"n", contract["value"]}}}};
        if (is_playing(t)) said[0] = {"contract_is", contract_values(t)};
        if (is_playing(t) || t["phase"] == "over") {
            first += "   Trump " + trump_word(t["trump"], ulti::deck);
            said.push_back({"trump_is", {{"suit", suit_value(t["trump"])}}});
        }
        first += kontra_word(contract, said);
    }
    std::string second;
    std::vector<phrase> more;
    if (is_playing(t) || t["phase"] == "over") {
        second = "Points:";
        std::vector<json> each;
        for (std::size_t k = 0; k < 3; ++k) {
            second +=
                fmt::format("{} seat {} {}", k == 0 ? "" : "  ", k, t["points"][k].get<int>());
            each.push_back(phrase_value(
                {"seat_n", {{"who", seat_value(std::to_string(k))}, {"n", t["points"][k]}}}));
        }
        more.push_back({"points_list", {{"list", list_value(each)}}});
    } else {
        second = "P_ red (hearts trump), T_ open; passz, 40-100, ulti, betli, durchmars";
        more.push_back({"ulti_bids"});
    }
    if (const json& mine = t["laid_away"]; !mine.empty() && t["phase"] != "over") {
        std::string cards;
        for (const auto& c : mine) cards += " " + card_word(c, ulti::deck);
        if (is_playing(t)) {
            second += "   You laid away" + cards;
            more.push_back({"ulti_laid_away", {{"cards", cards_value(mine)}}});
        }
    }
    return {{first, said}, {second, more}};
}

sentence ulti_words::prompt(const json& t) {
    if (t["phase"] == "lay_away")
        return t["laid_away"].empty()
                   ? sentence("Lay away two cards, on one line", "choose_discard", {{"n", 2}})
                   : sentence("Lay away the second card", "choose_discard", {{"n", 1}});
    if (t["phase"] == "bid") return {"Your bid", "your_call"};
    if (t["phase"] == "answer")
        return t["seat"] == t["soloist"] ? sentence("Stand, or pick up", "ulti_stand")
                                         : sentence("Pass, or pick up the talon", "ulti_answer");
    if (t["phase"] == "name_trump") return {"Name trumps", "ulti_name_trump"};
    if (t["phase"] == "kontra") return {"Kontra, or done", "ulti_kontra"};
    return card_prompt(t);
}

// The rules know a lower card and a higher one, and numbers would show that; players do not.
bool ulti_words::list_choices(const json& t) {
    return t["phase"] != "lay_away" || !t["laid_away"].empty();
}

sentence ulti_words::help(const json& t) {
    if (t["phase"] == "lay_away")
        return {
            "You hold twelve cards. Lay two away, in any order: \"L7 A9\". They count for the "
            "defenders.",
            "ulti_help_lay_away"};
    if (t["phase"] == "bid")
        return {
            "Bid higher than the last bid. P_ is red: hearts are trumps and all counts double; "
            "T_ is played with open hands; nt_ without trumps. passz plays for more than half "
            "of the points; 40-100 and 20-100 for 100 with that marriage; ulti wins the last trick "
            "with the seven of trumps; betli no trick; durchmars every trick.",
            "ulti_help_bid"};
    if (t["phase"] == "answer")
        return {
            "pass leaves the bid standing; pick_up takes the two cards that were laid away, to "
            "lay two away again and bid higher. The holder of the bid says stand when all have "
            "passed.",
            "ulti_help_answer"};
    if (t["phase"] == "name_trump")
        return {"Name bells, leaves or acorns as trumps.", "ulti_help_trump"};
    if (t["phase"] == "kontra")
        return {"Double a part of the contract, or say done.", "ulti_help_kontra"};
    return {
        "Follow suit, and beat the best card of the suit led if you can; without the suit you "
        "must trump, and overtrump if you can. With trumps a suit ranks A 10 K Q J 9 8 7, "
        "without A K Q J 10 9 8 7. A kontra is said before one's first card.",
        "ulti_help_play"};
}

sentence ulti_words::result(const json& t) {
    const json& contract = t["contract"];
    const json& paid = t["settlement"];
    if (contract.is_null() || paid.is_null()) return "";
    std::string units;
    std::vector<json> each;
    for (const auto& unit : paid["units"]) {
        const bool made = unit["made"] == true;
        units += fmt::format("{}{} {}", units.empty() ? "" : ", ", unit["unit"].get<std::string>(),
                             made ? "made" : "lost");
        each.push_back(
            phrase_value({made ? "ulti_made" : "ulti_lost", {{"unit", call_value(unit["unit"])}}}));
    }
    const std::size_t soloist = t["soloist"].get<std::string>()[0] - '0';
    const int score = t["score"][soloist];
    return {
        fmt::format("{} by {}: {}. {} for {}", contract["bid"].get<std::string>(),
                    seat_word(t["soloist"]), units, signed_word(score), seat_word(t["soloist"])),
        {{"ulti_result",
          {{"contract", call_value(contract["bid"])},
           {"who", seat_value(t["soloist"])},
           {"units", list_value(each)}}},
         {"score_is", {{"who", seat_value(t["soloist"])}, {"n", signed_value(score)}}}}};
}

json ulti_words::sheet(const json& t) {
    const json& paid = t["settlement"];
    if (t["contract"].is_null() || paid.is_null()) return json::object();
    bool made = true;  // all that was announced
    for (const auto& unit : paid["units"]) made = made && unit["made"] == true;
    return {{"contract", t["contract"]["bid"]}, {"by", seat_number(t["soloist"])}, {"made", made}};
}

}  // namespace mu::detail
