#include "games/ulti/table_words.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace mu::detail {

using json = nlohmann::ordered_json;

namespace {

std::string kontra_word(const json& contract) {
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
    }
    return out;
}

bool is_playing(const json& t) { return t["phase"] == "play" || t["phase"] == "kontra"; }

}  // namespace

std::vector<std::string> ulti_words::status(const json& t) {
    const json& contract = t["contract"];
    std::string first = "No bid yet";
    if (!contract.is_null()) {
        first = fmt::format("{} {} by {}, worth {}", is_playing(t) ? "Contract" : "Bid",
                            contract["bid"].get<std::string>(), seat_word(t["soloist"]),
                            contract["value"].get<int>());
        if (is_playing(t) || t["phase"] == "over")
            first += "   Trump " + trump_word(t["trump"], ulti::deck);
        first += kontra_word(contract);
    }
    std::string second;
    if (is_playing(t) || t["phase"] == "over") {
        second = "Points:";
        for (std::size_t k = 0; k < 3; ++k)
            second +=
                fmt::format("{} seat {} {}", k == 0 ? "" : "  ", k, t["points"][k].get<int>());
    } else {
        second = "P_ red (hearts trump), T_ open; passz, 40-100, ulti, betli, durchmars";
    }
    if (const json& mine = t["laid_away"]; !mine.empty() && t["phase"] != "over") {
        std::string cards;
        for (const auto& c : mine) cards += " " + card_word(c, ulti::deck);
        if (is_playing(t)) second += "   You laid away" + cards;
    }
    return {first, second};
}

std::string ulti_words::prompt(const json& t) {
    if (t["phase"] == "lay_away")
        return t["laid_away"].empty() ? "Lay away two cards, on one line"
                                      : "Lay away the second card";
    if (t["phase"] == "bid") return "Your bid";
    if (t["phase"] == "answer")
        return t["seat"] == t["soloist"] ? "Stand, or pick up" : "Pass, or pick up the talon";
    if (t["phase"] == "name_trump") return "Name trumps";
    if (t["phase"] == "kontra") return "Kontra, or done";
    const bool leads = t["trick"].is_null() || t["trick"]["complete"] == true;
    return leads ? "Lead a card" : "Play a card";
}

// The rules know a lower card and a higher one, and numbers would show that; players do not.
bool ulti_words::list_choices(const json& t) {
    return t["phase"] != "lay_away" || !t["laid_away"].empty();
}

std::string ulti_words::help(const json& t) {
    if (t["phase"] == "lay_away")
        return "You hold twelve cards. Lay two away, in any order: \"L7 A9\". They count for the "
               "defenders.";
    if (t["phase"] == "bid")
        return "Bid higher than the last bid. P_ is red: hearts are trumps and all counts double; "
               "T_ is played with open hands; nt_ without trumps. passz plays for more than half "
               "of "
               "the points; 40-100 and 20-100 for 100 with that marriage; ulti wins the last trick "
               "with the seven of trumps; betli no trick; durchmars every trick.";
    if (t["phase"] == "answer")
        return "pass leaves the bid standing; pick_up takes the two cards that were laid away, to "
               "lay two away again and bid higher. The holder of the bid says stand when all have "
               "passed.";
    if (t["phase"] == "name_trump") return "Name bells, leaves or acorns as trumps.";
    if (t["phase"] == "kontra") return "Double a part of the contract, or say done.";
    return "Follow suit, and beat the best card of the suit led if you can; without the suit you "
           "must trump, and overtrump if you can. With trumps a suit ranks A 10 K Q J 9 8 7, "
           "without A K Q J 10 9 8 7. A kontra is said before one's first card.";
}

std::string ulti_words::result(const json& t) {
    const json& contract = t["contract"];
    const json& paid = t["settlement"];
    if (contract.is_null() || paid.is_null()) return "";
    std::string units;
    for (const auto& unit : paid["units"])
        units += fmt::format("{}{} {}", units.empty() ? "" : ", ", unit["unit"].get<std::string>(),
                             unit["made"] == true ? "made" : "lost");
    const std::size_t soloist = t["soloist"].get<std::string>()[0] - '0';
    return fmt::format("{} by {}: {}. {} for {}", contract["bid"].get<std::string>(),
                       seat_word(t["soloist"]), units, signed_word(t["score"][soloist].get<int>()),
                       seat_word(t["soloist"]));
}

}  // namespace mu::detail
