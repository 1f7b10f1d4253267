// The contracts that a deal of bridge can be played in.
#pragma once

#include <mu/games/bridge/par.h>
#include <mu/games/bridge/solving.h>

#include "api/contracts.h"

namespace mu::detail {

template <>
struct contracts<bridge> : declarer_contracts<bridge> {
    static std::string summary(const game_state<bridge>& s,
                               const std::vector<contract_value>& entries) {
        trick_table table{};
        for (const auto& e : entries) {
            const auto who = std::string_view("NESW").find(e.who);
            const auto strain = e.contract == "NT" ? 4 : std::string_view("CDHS").find(e.contract);
            table[who][strain] = static_cast<std::uint8_t>(e.value.low);
        }
        const int par = par_score(table, s.dealer, s.extra.vul);
        return fmt::format("par {} for N+S", par);
    }
};

}  // namespace mu::detail
