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

std::string small_number(int n) {
    constexpr std::array words{"no", "one", "two", "three", "four", "five", "six"};
    return static_cast<std::size_t>(n) < words.size() ? words[static_cast<std::size_t>(n)]
                                                      : std::to_string(n);
}

}  // namespace

std::vector<std::string> bridge_words::status(const json& t) {
    if (!t.contains("contract")) {
        std::string bid = "No bid yet";
        if (t["bid"].is_string())
            bid = fmt::format("{} by {}", contract_word(t["bid"].get<std::string>()),
                              seat_word(t["bidder"]));
        if (t["phase"] == "passed_out") bid = "Passed out";
        return {fmt::format("Auction: {}", bid), vulnerable_word(t)};
    }
    const auto contract = t["contract"].get<std::string>();
    const std::size_t side = side_index(t["declarer"]);
    const int needed = contract[0] - '0' + 6;
    const int won = t["tricks_won"][side], lost = t["tricks_won"][1 - side];
    return {fmt::format("Contract {} by {}, dummy {}   {}", contract_word(contract),
                        seat_word(t["declarer"]), seat_word(t["dummy"]), vulnerable_word(t)),
            fmt::format("Tricks: {} has {} of the {} needed, the defenders {} of {}",
                        seat_word(t["declarer"]), won, needed, lost, 14 - needed)};
}

std::string bridge_words::prompt(const json& t) {
    if (t["phase"] == "auction") return "Your call";
    if (t["phase"] == "claim") return "How many of the tricks left do you claim";
    if (t["phase"] == "answer")
        return fmt::format("{} claims {}: accept or reject", seat_word(t["claim"]["by"]),
                           count_word(t["claim"]["tricks"], "trick"));
    if (my_turn(t) && t["turn"] != t["seat"])
        return fmt::format("Play from {} ({})",
                           t["turn"] == t["dummy"] ? "dummy" : "partner's hand",
                           seat_word(t["turn"]));
    const bool leads = t["trick"].is_null() || t["trick"]["complete"] == true;
    return leads ? "Lead a card" : "Play a card";
}

std::string bridge_words::help(const json& t) {
    if (t["phase"] == "auction")
        return "Bid higher than the last bid (1C to 7NT), pass (P), double (X) what the opponents "
               "bid, or redouble (XX). Three passes after a bid end the auction: its last bid is "
               "the contract, six tricks more than the number bid.";
    if (t["phase"] == "answer") return "accept ends the deal as claimed, reject plays on.";
    if (t["phase"] == "claim") return "Say a number of tricks: claim0, claim1, ...";
    return "Follow the suit led if you can; otherwise play any card. The declarer also plays "
           "dummy's cards, which lie open.";
}

std::string bridge_words::result(const json& t) {
    if (t["phase"] == "passed_out" || !t.contains("contract")) return "Passed out: no score";
    const auto contract = t["contract"].get<std::string>();
    const std::size_t side = side_index(t["declarer"]);
    const int over = t["tricks_won"][side].get<int>() - (contract[0] - '0' + 6);
    std::string how = "made exactly";
    if (over > 0)
        how = fmt::format("made with {} overtrick{}", small_number(over), over == 1 ? "" : "s");
    if (over < 0) how = fmt::format("went down {}", small_number(-over));
    return fmt::format("{} by {} {}: {} for {}", contract_word(contract), seat_word(t["declarer"]),
                       how, signed_word(t["score"][side]), side_word(t["declarer"]));
}

}  // namespace mu::detail
