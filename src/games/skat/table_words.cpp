#include "games/skat/table_words.h"

#include <fmt/format.h>

namespace mu::detail {

using json = nlohmann::ordered_json;

namespace {

// "♥ hearts, hand, schneider announced".
std::string contract_word(const json& t) {
    const json& contract = t["contract"];
    const auto game = contract["game"].get<std::string>();
    std::string out = t["trump"] == "n" ? game : trump_word(t["trump"], skat::deck);
    const auto announced = contract["announced"].get<std::string>();
    if (announced == "ouvert") out += " ouvert";
    if (contract["hand"] == true) out += ", hand";
    if (announced == "schneider" || announced == "schwarz") out += ", " + announced + " announced";
    if (contract["contra"] == 1) out += ", contra";
    if (contract["contra"] == 2) out += ", contra and re";
    return out;
}

std::string cards_word(const json& cards) {
    std::string out;
    for (const auto& c : cards) out += (out.empty() ? "" : " ") + card_word(c, skat::deck);
    return out;
}

std::string bidding_word(const json& t) {
    if (t["bid"].is_null()) return "Bidding: nobody has said a value";
    if (t["answering"] == true)
        return fmt::format("Bidding: {} is asked to hold {}", seat_word(t["to_act"]),
                           t["bid"].get<int>());
    return fmt::format("Bidding: {}", t["bid"].get<int>());
}

}  // namespace

std::vector<std::string> skat_words::status(const json& t) {
    if (t["soloist"].is_null()) {
        const std::string first = t["phase"] == "over" ? "Passed in" : bidding_word(t);
        return {first, "Values: suits 9 to 12, grand 24, times matadors + 1 ...; null 23 35 46 59"};
    }
    const auto who = seat_word(t["soloist"]);
    const int bid = t["bid"].get<int>();
    std::string second;
    if (!t["skat"].empty()) second = "Skat " + cards_word(t["skat"]);
    if (t["contract"].is_null()) return {fmt::format("{} plays, having bid {}", who, bid), second};
    const std::string first = fmt::format("{} by {}, who bid {}", contract_word(t), who, bid);
    if (t["contract"]["game"] == "null") return {first, second};
    const json& points = t["points"];
    return {first, fmt::format("Points in tricks: soloist {}, defenders {}{}{}",
                               points["soloist"].get<int>(), points["defenders"].get<int>(),
                               second.empty() ? "" : "   ", second)};
}

std::string skat_words::prompt(const json& t) {
    const auto phase = text_at(t, "phase");
    if (phase == "bidding")
        return t["answering"] == true ? fmt::format("Hold {}, or pass", t["bid"].get<int>())
                                      : "Say a value, or pass";
    if (phase == "skat") return "Pick up the skat, or play hand";
    if (phase == "discard")
        return t["skat"].empty() ? "Lay away two cards, on one line" : "Lay away the second card";
    if (phase == "declare") return "Declare your game";
    if (phase == "contra") return t["seat"] == t["soloist"] ? "Re, or no" : "Contra, or no";
    const bool leads = t["trick"].is_null() || t["trick"]["complete"] == true;
    return leads ? "Lead a card" : "Play a card";
}

// A list of 63 values helps nobody, nor one of twelve cards of which two are laid away.
bool skat_words::list_choices(const json& t) {
    if (t["phase"] == "discard") return !t["skat"].empty();
    return t["phase"] != "bidding";
}

std::string skat_words::help(const json& t) {
    const auto phase = text_at(t, "phase");
    if (phase == "bidding")
        return t["answering"] == true
                   ? "\"hold\" (or \"yes\") says that you would play for this value too; \"pass\" "
                     "leaves the bidding."
                   : "Say a value higher than the last one, for instance 18, 20, 22, 23, 24, or "
                     "pass. The value of your game must reach it in the end.";
    if (phase == "skat")
        return "pick_up takes the two cards of the skat, of which you then lay two away. hand "
               "plays "
               "without looking at them: one level more, and announcements are possible.";
    if (phase == "discard")
        return "You hold twelve cards. Lay two away, in any order: \"DT H7\". Their points are "
               "yours.";
    if (phase == "declare")
        return "Name a suit, grand (only the jacks are trumps) or null (take no trick). In a hand "
               "game schneider (90 points), schwarz (all tricks) or ouvert (all tricks, with open "
               "cards) may be announced: \"hearts schneider\". After picking up: null ouvert only.";
    if (phase == "contra") return "contra doubles the score of the game, re doubles it again.";
    if (t["contract"].is_object() && t["contract"]["game"] == "null")
        return "Follow suit. A suit ranks A K Q J 10 9 8 7, and there are no trumps. The game ends "
               "with the first trick of the soloist.";
    return "Follow suit; jacks are trumps and belong to no other suit. Without the suit any card "
           "may be played. Jacks rank clubs, spades, hearts, diamonds, then the trump suit; a suit "
           "ranks A 10 K Q 9 8 7. The soloist needs 61 points.";
}

std::string skat_words::result(const json& t) {
    if (t["soloist"].is_null() || t["settlement"].is_null()) return "Passed in";
    const json& end = t["settlement"];
    const std::size_t soloist = t["soloist"].get<std::string>()[0] - '0';
    std::string how;
    if (end.contains("points")) how = fmt::format(" with {} points", end["points"].get<int>());
    if (end["overbid"] == true) how += ", overbid";
    return fmt::format("{} by {} {}{}: value {}, {} for {}", contract_word(t),
                       seat_word(t["soloist"]), end["won"] == true ? "won" : "lost", how,
                       end["value"].get<int>(), signed_word(t["score"][soloist].get<int>()),
                       seat_word(t["soloist"]));
}

}  // namespace mu::detail
