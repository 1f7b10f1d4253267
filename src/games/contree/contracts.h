// The contracts that a deal of contrée can be played in.
#pragma once

#include <mu/games/contree/solving.h>

#include "api/contracts.h"

namespace mu::detail {

// The points of N+S for every trump suit; who leads is settled by the dealer.
template <>
struct contracts<contree> {
    static constexpr std::string_view side = "N+S";
    static constexpr std::string_view who_is = "leader";

    static contract_bids bids() {
        contract_bids out{.calls = {"80s", "80h", "80d", "80c"}, .pass = "pass"};
        for (int points = 80; points <= 160; points += 10)
            out.levels.push_back({std::to_string(points), points});
        return out;
    }

    static std::vector<contract_question<contree>> questions(const game_state<contree>& s,
                                                             const contree::options& o) {
        std::vector<contract_question<contree>> out;
        const seat leader = seat_after<contree>(s.dealer);
        const auto add = [&](std::string name, contree::order strain) {
            auto state = open_deal<contree>(all_hands(s), contree::trump_of(strain), leader);
            state.extra.house = s.extra.house;
            if (contree::trump_of(strain) == suit::none)
                state.extra.bid =
                    static_cast<std::uint8_t>(contree_calls::bid_in_two_steps(0, strain));
            out.push_back({std::move(name), std::string(1, "NESW"[index(leader)]), state});
        };
        for (const suit trump : all_suits)
            add(std::string(1, "shdc"[index(trump)]), contree::trump_order(trump));
        if (o.house.all_contracts) {
            add("nt", contree::order::no_trump);
            add("at", contree::order::all_trump);
        }
        return out;
    }
};

}  // namespace mu::detail
