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

json declared_value(const json& t) {
    const json& contract = t["contract"];
    const auto announced = contract["announced"].get<std::string>();
    std::vector<json> parts{call_value(contract["game"])};
    if (contract["hand"] == true) parts.push_back(phrase_value({"hand_game"}));
    if (announced != "nothing") parts.push_back(phrase_value({announced}));
    if (contract["contra"] == 1) parts.push_back(phrase_value({"kontra"}));
    if (contract["contra"] == 2) parts.push_back(phrase_value({"re"}));
    return list_value(parts);
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

phrase bidding_phrase(const json& t) {
    if (t["bid"].is_null()) return {"skat_no_value"};
    if (t["answering"] == true)
        return {"skat_asked", {{"who", seat_value(t["to_act"])}, {"n", t["bid"]}}};
    return {"skat_said", {{"n", t["bid"]}}};
}

}  // namespace

lines skat_words::status(const json& t) {
    if (t["soloist"].is_null()) {
        const bool over = t["phase"] == "over";
        return {{over ? "Passed in" : bidding_word(t),
                 {over ? phrase{"passed_in"} : bidding_phrase(t)}},
                {"Values: suits 9 to 12, grand 24, times matadors + 1 ...; null 23 35 46 59",
                 "skat_values"}};
    }
    const auto who = seat_word(t["soloist"]);
    const int bid = t["bid"].get<int>();
    sentence second;
    if (!t["skat"].empty())
        second = {"Skat " + cards_word(t["skat"]), "skat_is", {{"cards", cards_value(t["skat"])}}};
    if (t["contract"].is_null())
        return {{fmt::format("{} plays, having bid {}", who, bid),
                 "skat_plays",
                 {{"who", seat_value(t["soloist"])}, {"n", bid}}},
                second};
    const sentence first{
        fmt::format("{} by {}, who bid {}", contract_word(t), who, bid),
        {{"contract_is", {{"contract", declared_value(t)}, {"who", seat_value(t["soloist"])}}},
         {"skat_had_bid", {{"n", bid}}}}};
    if (t["contract"]["game"] == "null") return {first, second};
    const json& points = t["points"];
    sentence both{
        fmt::format("Points in tricks: soloist {}, defenders {}{}{}", points["soloist"].get<int>(),
                    points["defenders"].get<int>(), second.text.empty() ? "" : "   ", second.text),
        "skat_points",
        {{"a", points["soloist"]}, {"b", points["defenders"]}}};
    both.said.insert(both.said.end(), second.said.begin(), second.said.end());
    return {first, both};
}

sentence skat_words::prompt(const json& t) {
    const auto phase = text_at(t, "phase");
    if (phase == "bidding")
        return t["answering"] == true
                   ? sentence(fmt::format("Hold {}, or pass", t["bid"].get<int>()), "skat_hold",
                              {{"n", t["bid"]}})
                   : sentence("Say a value, or pass", "skat_say");
    if (phase == "skat") return {"Pick up the skat, or play hand", "skat_pick_up"};
    if (phase == "discard")
        return t["skat"].empty()
                   ? sentence("Lay away two cards, on one line", "choose_discard", {{"n", 2}})
                   : sentence("Lay away the second card", "choose_discard", {{"n", 1}});
    if (phase == "declare") return {"Declare your game", "skat_declare"};
    if (phase == "contra")
        return t["seat"] == t["soloist"] ? sentence("Re, or no", "skat_re")
                                         : sentence("Contra, or no", "skat_contra");
    return card_prompt(t);
}

// A list of 63 values helps nobody, nor one of twelve cards of which two are laid away.
bool skat_words::list_choices(const json& t) {
    if (t["phase"] == "discard") return !t["skat"].empty();
    return t["phase"] != "bidding";
}

sentence skat_words::help(const json& t) {
    const auto phase = text_at(t, "phase");
    if (phase == "bidding")
        return t["answering"] == true
                   ? sentence(
                         "\"hold\" (or \"yes\") says that you would play for this value too; "
                         "\"pass\" leaves the bidding.",
                         "skat_help_hold")
                   : sentence(
                         "Say a value higher than the last one, for instance 18, 20, 22, 23, "
                         "24, or pass. The value of your game must reach it in the end.",
                         "skat_help_say");
    if (phase == "skat")
        return {
            "pick_up takes the two cards of the skat, of which you then lay two away. hand "
            "plays without looking at them: one level more, and announcements are possible.",
            "skat_help_skat"};
    if (phase == "discard")
        return {
            "You hold twelve cards. Lay two away, in any order: \"DT H7\". Their points are "
            "yours.",
            "skat_help_discard"};
    if (phase == "declare")
        return {
            "Name a suit, grand (only the jacks are trumps) or null (take no trick). In a hand "
            "game schneider (90 points), schwarz (all tricks) or ouvert (all tricks, with open "
            "cards) may be announced: \"hearts schneider\". After picking up: null ouvert only.",
            "skat_help_declare"};
    if (phase == "contra")
        return {"contra doubles the score of the game, re doubles it again.", "skat_help_contra"};
    if (t["contract"].is_object() && t["contract"]["game"] == "null")
        return {
            "Follow suit. A suit ranks A K Q J 10 9 8 7, and there are no trumps. The game "
            "ends with the first trick of the soloist.",
            "skat_help_null"};
    return {
        "Follow suit; jacks are trumps and belong to no other suit. Without the suit any card "
        "may be played. Jacks rank clubs, spades, hearts, diamonds, then the trump suit; a "
        "suit ranks A 10 K Q 9 8 7. The soloist needs 61 points.",
        "skat_help_play"};
}

sentence skat_words::result(const json& t) {
    if (t["soloist"].is_null() || t["settlement"].is_null()) return {"Passed in", "passed_in"};
    const json& end = t["settlement"];
    const std::size_t soloist = t["soloist"].get<std::string>()[0] - '0';
    const json who = seat_value(t["soloist"]);
    const int score = t["score"][soloist];
    std::string how;
    std::vector<phrase> said{{end["won"] == true ? "skat_won" : "skat_lost",
                              {{"contract", declared_value(t)}, {"who", who}}}};
    if (end.contains("points")) {
        how = fmt::format(" with {} points", end["points"].get<int>());
        said.push_back({"points_n", {{"n", end["points"]}}});
    }
    if (end["overbid"] == true) {
        how += ", overbid";
        said.push_back({"skat_overbid"});
    }
    said.push_back({"skat_value", {{"n", end["value"]}}});
    said.push_back({"score_is", {{"who", who}, {"n", signed_value(score)}}});
    return {fmt::format("{} by {} {}{}: value {}, {} for {}", contract_word(t),
                        seat_word(t["soloist"]), end["won"] == true ? "won" : "lost", how,
                        end["value"].get<int>(), signed_word(score), seat_word(t["soloist"])),
            said};
}

// A line of the list: who played what, and whether it was won. Its value is the deal's score.
json skat_words::sheet(const json& t) {
    if (t["soloist"].is_null() || t["settlement"].is_null()) return json::object();
    const json& contract = t["contract"];
    return {{"contract", contract["game"]},       {"hand", contract["hand"]},
            {"announced", contract["announced"]}, {"by", seat_number(t["soloist"])},
            {"won", t["settlement"]["won"]},      {"value", t["settlement"]["value"]}};
}

}  // namespace mu::detail
