#include "games/contree/table_words.h"

#include <fmt/format.h>

#include <mu/cards/text.h>

namespace mu::detail {

using json = nlohmann::ordered_json;

namespace {

// "90♥" of "90h", "capot in ♥" of "capot-h".
std::string bid_word(const std::string& bid) {
    if (bid.ends_with("nt")) return bid.substr(0, bid.size() - 2) + " no trump";
    if (bid.ends_with("at")) return bid.substr(0, bid.size() - 2) + " all trump";
    const std::string_view letters = "shdc";
    const auto at = letters.find(bid.back());
    if (at == std::string_view::npos || bid == "capot") return bid;
    const bool capot = bid.starts_with("capot");
    return (capot ? std::string("capot in ") : bid.substr(0, bid.size() - 1)) +
           suit_symbol(static_cast<suit>(at), contree::deck);
}

std::string contract_word(const json& contract) {
    std::string out =
        bid_word(contract["bid"].get<std::string>()) + " by " + seat_word(contract["bidder"]);
    if (contract["coinche"] == "coinche") out += ", coinched";
    if (contract["coinche"] == "surcoinche") out += ", surcoinched";
    return out;
}

// Coinched or surcoinched.
void add_stake(const json& contract, std::vector<phrase>& said) {
    if (contract["coinche"] == "coinche") said.push_back({"coinched"});
    if (contract["coinche"] == "surcoinche") said.push_back({"surcoinched"});
}
json contract_values(const json& contract) {
    return {{"contract", call_value(contract["bid"])}, {"who", seat_value(contract["bidder"])}};
}

}  // namespace

lines contree_words::status(const json& t) {
    const json& contract = t["contract"];
    if (t["phase"] != "play") {
        std::vector<phrase> said{{"no_bid_yet"}};
        if (!contract.is_null()) {
            said = {
                {"bid_is",
                 {{"bid", call_value(contract["bid"])}, {"who", seat_value(contract["bidder"])}}}};
            add_stake(contract, said);
        }
        return {{fmt::format("Auction: {}",
                             contract.is_null() ? "no bid yet" : contract_word(contract)),
                 said},
                {"Bids go from 80 to 160 points and capot (all tricks)", "contree_bids"}};
    }
    const std::size_t side = side_index(contract["bidder"]);
    std::string first =
        fmt::format("Contract {}: {} need {} points", contract_word(contract),
                    side == 0 ? "North-South" : "East-West", contract["value"].get<int>());
    std::vector<phrase> said{{"contract_is", contract_values(contract)}};
    add_stake(contract, said);
    said.push_back({"contree_needs", {{"side", side_value(side)}, {"n", contract["value"]}}});
    if (t["belote"].is_string()) {
        first += fmt::format("   Belote: {}", seat_word(t["belote"]));
        said.push_back({"belote_is", {{"who", seat_value(t["belote"])}}});
    }
    return {{first, said},
            {fmt::format("Points: {}   Tricks: {}", sides_word(t["points"]),
                         sides_word(t["tricks_won"])),
             {sides_phrase("points_sides", t["points"]),
              sides_phrase("tricks_sides", t["tricks_won"])}}};
}

sentence contree_words::prompt(const json& t) {
    if (t["phase"] == "strain") return {"In which suit", "contree_which_suit"};
    if (t["phase"] == "interjection") return {"Coinche at once, or pass", "contree_at_once"};
    if (t["phase"] == "auction") return {"Your call", "your_call"};
    return card_prompt(t);
}

sentence contree_words::help(const json& t) {
    if (t["phase"] == "strain") return {"Name the suit of your bid: s h d c.", "contree_help_suit"};
    if (t["phase"] != "play")
        return {
            "Bid points and a suit higher than the last bid (80s, 110h, capot-d), pass, "
            "coinche (double) what the opponents bid, or surcoinche what they coinched. Three "
            "passes end the auction.",
            "contree_help_auction"};
    return {
        "Follow the suit led; if you cannot, you must trump unless your partner is winning the "
        "trick, and overtrump if you can. Trumps rank J 9 A 10 K Q 8 7 (J 20 points, 9 14), "
        "other suits A 10 K Q J 9 8 7. The last trick counts 10: 162 in all.",
        "contree_help_play"};
}

sentence contree_words::result(const json& t) {
    const json& contract = t["contract"];
    if (contract.is_null()) return {"Passed out: no score", "passed_out_score"};
    const std::size_t side = side_index(contract["bidder"]);
    const int own = t["score"][side], other = t["score"][1 - side];
    std::vector<phrase> said{
        {own > other ? "contree_made" : "contree_failed", contract_values(contract)}};
    add_stake(contract, said);
    said.push_back(sides_phrase("scored_sides", t["score"]));
    return {fmt::format("{} {}: scored {}", contract_word(contract),
                        own > other ? "made" : "failed", sides_word(t["score"])),
            said};
}

json contree_words::sheet(const json& t) {
    const json& contract = t["contract"];
    if (contract.is_null()) return json::object();
    const std::size_t side = side_index(contract["bidder"]);
    return {{"contract", contract["bid"]},
            {"by", seat_number(contract["bidder"])},
            {"coinche", contract["coinche"]},
            {"made", t["score"][side] > t["score"][1 - side]},
            {"points", t["points"]},
            {"belote", t["belote"].is_null() ? json() : json(seat_number(t["belote"]))}};
}

}  // namespace mu::detail
