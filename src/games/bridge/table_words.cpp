#include "games/bridge/table_words.h"

#include <array>
#include <cstdlib>

#include <fmt/format.h>

namespace mu::detail {

using json = nlohmann::ordered_json;

namespace {

// "4♥ doubled" of "4HX".
std::string contract_word(const std::string& contract) {
    std::string out(1, contract[0]);
    std::size_t at = 2;
    switch (contract[1]) {
        case 'C':
            out += "♣";
            break;
        case 'D':
            out += "♦";
            break;
        case 'H':
            out += "♥";
            break;
        case 'S':
            out += "♠";
            break;
        default:
            out += "NT";
            at = 3;
    }
    const std::string stake = contract.substr(at);
    return out + (stake == "X" ? " doubled" : stake == "XX" ? " redoubled" : "");
}

std::string vulnerable_word(const json& t) {
    const auto vul = t["vulnerable"].get<std::string>();
    return vul == "none" ? "Nobody vulnerable"
           : vul == "ns" ? "North-South vulnerable"
           : vul == "ew" ? "East-West vulnerable"
                         : "Both sides vulnerable";
}
phrase vulnerable_phrase(const json& t) {
    const auto vul = t["vulnerable"].get<std::string>();
    if (vul == "none") return {"vul_none"};
    if (vul == "both") return {"vul_both"};
    return {"vul_side", {{"side", side_value(vul == "ns" ? 0 : 1)}}};
}

phrase contract_phrase(const json& t) {
    return {"contract_is",
            {{"contract", call_value(t["contract"])}, {"who", seat_value(t["declarer"])}}};
}

std::string small_number(int n) {
    constexpr std::array words{"no", "one", "two", "three", "four", "five", "six"};
    return static_cast<std::size_t>(n) < words.size() ? words[static_cast<std::size_t>(n)]
                                                      : std::to_string(n);
}

}  // namespace

lines bridge_words::status(const json& t) {
    if (!t.contains("contract")) {
        std::string bid = "No bid yet";
        if (t["bid"].is_string())
            bid = fmt::format("{} by {}", contract_word(t["bid"].get<std::string>()),
                              seat_word(t["bidder"]));
        if (t["phase"] == "passed_out") bid = "Passed out";
        phrase said{"no_bid_yet"};
        if (t["phase"] == "passed_out") said = {"passed_out"};
        if (t["bid"].is_string())
            said = {"bid_is", {{"bid", call_value(t["bid"])}, {"who", seat_value(t["bidder"])}}};
        return {{fmt::format("Auction: {}", bid), {said}},
                {vulnerable_word(t), {vulnerable_phrase(t)}}};
    }
    const auto contract = t["contract"].get<std::string>();
    const std::size_t side = side_index(t["declarer"]);
    const int needed = contract[0] - '0' + 6;
    const int won = t["tricks_won"][side], lost = t["tricks_won"][1 - side];
    return {{fmt::format("Contract {} by {}, dummy {}   {}", contract_word(contract),
                         seat_word(t["declarer"]), seat_word(t["dummy"]), vulnerable_word(t)),
             {contract_phrase(t),
              {"dummy_is", {{"who", seat_value(t["dummy"])}}},
              vulnerable_phrase(t)}},
            {fmt::format("Tricks: {} has {} of the {} needed, the defenders {} of {}",
                         seat_word(t["declarer"]), won, needed, lost, 14 - needed),
             "bridge_tricks",
             {{"who", seat_value(t["declarer"])},
              {"won", won},
              {"needed", needed},
              {"lost", lost},
              {"down", 14 - needed}}}};
}

sentence bridge_words::prompt(const json& t) {
    if (t["phase"] == "auction") return {"Your call", "your_call"};
    if (t["phase"] == "claim")
        return {"How many of the tricks left do you claim", "bridge_claim_how_many"};
    if (t["phase"] == "answer")
        return {fmt::format("{} claims {}: accept or reject", seat_word(t["claim"]["by"]),
                            count_word(t["claim"]["tricks"], "trick")),
                "bridge_claimed",
                {{"who", seat_value(t["claim"]["by"])}, {"n", t["claim"]["tricks"]}}};
    if (my_turn(t) && t["turn"] != t["seat"]) {
        const bool dummy = t["turn"] == t["dummy"];
        return {fmt::format("Play from {} ({})", dummy ? "dummy" : "partner's hand",
                            seat_word(t["turn"])),
                dummy ? "dummy_turn" : "partner_turn"};
    }
    return card_prompt(t);
}

sentence bridge_words::help(const json& t) {
    if (t["phase"] == "auction")
        return {
            "Bid higher than the last bid (1C to 7NT), pass (P), double (X) what the opponents "
            "bid, or redouble (XX). Three passes after a bid end the auction: its last bid is "
            "the contract, six tricks more than the number bid.",
            "bridge_help_auction"};
    if (t["phase"] == "answer")
        return {"accept ends the deal as claimed, reject plays on.", "bridge_help_answer"};
    if (t["phase"] == "claim")
        return {"Say a number of tricks: claim0, claim1, ...", "bridge_help_claim"};
    return {
        "Follow the suit led if you can; otherwise play any card. The declarer also plays "
        "dummy's cards, which lie open.",
        "bridge_help_play"};
}

sentence bridge_words::result(const json& t) {
    if (t["phase"] == "passed_out" || !t.contains("contract"))
        return {"Passed out: no score", "passed_out_score"};
    const auto contract = t["contract"].get<std::string>();
    const std::size_t side = side_index(t["declarer"]);
    const int over = t["tricks_won"][side].get<int>() - (contract[0] - '0' + 6);
    std::string how = "made exactly";
    if (over > 0)
        how = fmt::format("made with {} overtrick{}", small_number(over), over == 1 ? "" : "s");
    if (over < 0) how = fmt::format("went down {}", small_number(-over));
    return {fmt::format("{} by {} {}: {} for {}", contract_word(contract), seat_word(t["declarer"]),
                        how, signed_word(t["score"][side]), side_word(t["declarer"])),
            {{over == 0  ? "bridge_made"
              : over > 0 ? "bridge_over"
                         : "bridge_down",
              {{"contract", call_value(t["contract"])},
               {"who", seat_value(t["declarer"])},
               {"n", std::abs(over)}}},
             {"score_is", {{"who", side_value(side)}, {"n", signed_value(t["score"][side])}}}}};
}

// A line of the sheet: what was played by whom, and how many tricks more or fewer were won.
json bridge_words::sheet(const json& t) {
    if (t["phase"] == "passed_out" || !t.contains("contract")) return json::object();
    const auto contract = t["contract"].get<std::string>();
    const std::size_t side = side_index(t["declarer"]);
    json out{{"contract", contract},
             {"by", seat_number(t["declarer"])},
             {"over", t["tricks_won"][side].get<int>() - (contract[0] - '0' + 6)},
             {"vulnerable", t["vulnerable"]}};
    if (t.contains("rubber")) out["rubber"] = t["rubber"];
    return out;
}

}  // namespace mu::detail
