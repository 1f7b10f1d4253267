// The contracts that a deal of bridge can be played in.
#pragma once

#include <mu/games/bridge/par.h>
#include <mu/games/bridge/solving.h>

#include "api/contracts.h"
#include "games/bridge/bridge_text.h"

namespace mu::detail {

template <>
struct contracts<bridge> : declarer_contracts<bridge> {
    static contract_bids bids() {
        contract_bids out{.calls = {"1C", "1D", "1H", "1S", "1NT"}, .pass = "P"};
        for (int level = 1; level <= 7; ++level)
            out.levels.push_back({std::to_string(level), level + 6});
        return out;
    }
    static std::string summary(const game_state<bridge>& s,
                               const std::vector<contract_value>& entries) {
        trick_table table{};
        for (const auto& e : entries) {
            const auto who = std::string_view("NESW").find(e.who);
            const auto strain = e.contract == "NT" ? 4 : std::string_view("CDHS").find(e.contract);
            table[who][strain] = static_cast<std::uint8_t>(e.value.low);
        }
        const int par = par_score(table, s.dealer, s.extra.vul);
        const par_contract at = contract_at_par(table, s.extra.vul, par);
        if (at.bid == no_bridge_bid) return "par 0: passed out";
        return fmt::format("par {}{} by {}: {:+} for N/S", bid_text(at.bid), at.doubled ? "X" : "",
                           at.side == 0 ? "N/S" : "E/W", par);
    }
};

}  // namespace mu::detail
