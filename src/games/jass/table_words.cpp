#include "games/jass/table_words.h"

#include <fmt/format.h>

namespace mu::detail {

using json = nlohmann::ordered_json;

namespace {

std::string contract_word(const std::string& contract) {
    if (contract == "O") return "obenabe (top down: aces high, no trump)";
    if (contract == "U") return "undenufe (bottom up: sixes high, no trump)";
    if (contract == "slalom_O") return "slalom, from the top first";
    if (contract == "slalom_U") return "slalom, from the bottom first";
    if (contract == "gusti") return "gusti: first top down, then bottom up";
    if (contract == "mary") return "mary: first bottom up, then top down";
    return "trump " + trump_word(contract, jass::deck);
}

}  // namespace

std::vector<std::string> jass_words::status(const json& t) {
    const int pushes = t["pushes"];
    if (t["contract"].is_null())
        return {fmt::format("{} {}", seat_word(t["to_act"]),
                            pushes > 0 ? "must name the contract: it was pushed to him"
                                       : "names the contract or pushes"),
                "♠ ♥ ♦ ♣ trump   O = obenabe (top down)   U = undenufe (bottom up)"};
    std::string first = "Contract " + contract_word(t["contract"].get<std::string>());
    if (!text_at(t, "mode").empty() && t["contract"].get<std::string>().size() > 1)
        first += t["mode"] == "O" ? ", now top down" : ", now bottom up";
    if (const int times = t["multiplier"]; times > 1) first += fmt::format("   counts x{}", times);
    return {first, fmt::format("Points: {}   Tricks: {}", sides_word(t["points"]),
                               sides_word(t["tricks_won"]))};
}

std::string jass_words::prompt(const json& t) {
    if (t["phase"] == "contract") return "Name the contract";
    const bool leads = t["trick"].is_null() || t["trick"]["complete"] == true;
    return leads ? "Lead a card" : "Play a card";
}

std::string jass_words::help(const json& t) {
    if (t["phase"] == "contract")
        return "S H D C makes that suit trump; O is obenabe (top down: aces high, no trump), U "
               "undenufe (bottom up: sixes high, no trump); push leaves the choice to your "
               "partner.";
    return "Follow the suit led or play a trump, though not a lower one than lies there; the jack "
           "of trumps (puur) never has to be played. Trumps rank J 9 A K Q 10 8 7 6. Aces count "
           "11, tens 10, the trump jack 20, the trump nine 14, the last trick 5: 157 in all.";
}

std::string jass_words::result(const json& t) {
    return fmt::format("{}: {} card points; scored {}", contract_word(text_at(t, "contract")),
                       sides_word(t["points"]), sides_word(t["score"]));
}

std::string jass_words::mark(const json& t, std::string_view card) {
    const std::string trump = text_at(t, "trump");
    if (trump.size() != 1 || card.back() != trump[0]) return "";
    return card[0] == 'J' ? "puur" : card[0] == '9' ? "nell" : "";
}

}  // namespace mu::detail
