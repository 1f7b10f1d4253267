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

lines jass_words::status(const json& t) {
    const int pushes = t["pushes"];
    if (t["contract"].is_null())
        return {
            {fmt::format("{} {}", seat_word(t["to_act"]),
                         pushes > 0 ? "must name the contract: it was pushed to him"
                                    : "names the contract or pushes"),
             pushes > 0 ? "jass_must_name" : "jass_names",
             {{"who", seat_value(t["to_act"])}}},
            {"♠ ♥ ♦ ♣ trump   O = obenabe (top down)   U = undenufe (bottom up)", "jass_choices"}};
    std::string first = "Contract " + contract_word(t["contract"].get<std::string>());
    std::vector<phrase> said{{"contract_of", {{"contract", call_value(t["contract"])}}}};
    if (!text_at(t, "mode").empty() && t["contract"].get<std::string>().size() > 1) {
        const bool down = t["mode"] == "O";
        first += down ? ", now top down" : ", now bottom up";
        said.push_back({"jass_now", {{"mode", call_value(t["mode"])}}});
    }
    if (const int times = t["multiplier"]; times > 1) {
        first += fmt::format("   counts x{}", times);
        said.push_back({"counts_times", {{"n", times}}});
    }
    return {{first, said},
            {fmt::format("Points: {}   Tricks: {}", sides_word(t["points"]),
                         sides_word(t["tricks_won"])),
             {sides_phrase("points_sides", t["points"]),
              sides_phrase("tricks_sides", t["tricks_won"])}}};
}

sentence jass_words::prompt(const json& t) {
    if (t["phase"] == "contract") return {"Name the contract", "jass_name"};
    return card_prompt(t);
}

sentence jass_words::help(const json& t) {
    if (t["phase"] == "contract")
        return {
            "S H D C makes that suit trump; O is obenabe (top down: aces high, no trump), U "
            "undenufe (bottom up: sixes high, no trump); push leaves the choice to your "
            "partner.",
            "jass_help_contract"};
    return {
        "Follow the suit led or play a trump, though not a lower one than lies there; the jack "
        "of trumps (puur) never has to be played. Trumps rank J 9 A K Q 10 8 7 6. Aces count "
        "11, tens 10, the trump jack 20, the trump nine 14, the last trick 5: 157 in all.",
        "jass_help_play"};
}

sentence jass_words::result(const json& t) {
    return {fmt::format("{}: {} card points; scored {}", contract_word(text_at(t, "contract")),
                        sides_word(t["points"]), sides_word(t["score"])),
            {{"contract_of", {{"contract", call_value(t["contract"])}}},
             sides_phrase("card_points_sides", t["points"]),
             sides_phrase("scored_sides", t["score"])}};
}

// Card points as they were won, Weis and Stöck on their own; what they count is multiplier times
// as much.
json jass_words::sheet(const json& t) {
    json out{{"contract", t["contract"]}, {"points", t["points"]}, {"times", t["multiplier"]}};
    for (const char* who : {"stoeck", "weis_winner"})
        if (t.contains(who) && t[who].is_string()) out[who] = side_index(t[who]);
    if (t.contains("weis_points")) out["weis_points"] = t["weis_points"];
    return out;
}

std::string jass_words::mark(const json& t, std::string_view card) {
    const std::string trump = text_at(t, "trump");
    if (trump.size() != 1 || card.back() != trump[0]) return "";
    return card[0] == 'J' ? "puur" : card[0] == '9' ? "nell" : "";
}

}  // namespace mu::detail
