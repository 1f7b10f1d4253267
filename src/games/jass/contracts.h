// The contracts that a deal of jass can be played in.
#pragma once

#include <mu/games/jass/solving.h>

#include "api/contracts.h"

namespace mu::detail {

// The points of N+S in the six contracts and those that the options add; forehand leads.
template <>
struct contracts<jass> {
    static constexpr std::string_view side = "N+S";
    static constexpr std::string_view who_is = "leader";

    static std::vector<contract_question<jass>> questions(const game_state<jass>& s,
                                                          const jass::options& o) {
        std::vector<contract_question<jass>> out;
        const seat leader = seat_after<jass>(s.dealer);
        const auto add = [&](std::string name, jass::contract chosen) {
            auto state = open_deal<jass>(all_hands(s), trump_of_contract(chosen), leader);
            state.extra.house = s.extra.house;
            state.extra.chosen = chosen;
            out.push_back({std::move(name), std::string(1, "0123"[index(leader)]), state});
        };
        for (int c = 0; c < 6; ++c)
            add(std::string(1, "SHDCOU"[c]), static_cast<jass::contract>(c));
        if (o.house.slalom) {
            add("slalom_O", jass::contract::slalom_obenabe);
            add("slalom_U", jass::contract::slalom_undenufe);
        }
        if (o.house.gusti) add("gusti", jass::contract::gusti);
        if (o.house.mary) add("mary", jass::contract::mary);
        return out;
    }
};

}  // namespace mu::detail
