// Every game, and options that bring other phases, actions and decks.
#pragma once

#include <string>
#include <vector>

namespace mu::test {

inline std::vector<std::string> game_specs() {
    return {"whist",
            "bridge",
            "bridge(claims=on)",
            "jass",
            "jass(slalom=on, gusti=on, push_back=on)",
            "differenzler",
            "contree",
            "contree(contracts=all, coinche=out_of_turn)",
            "euchre",
            "euchre(joker=on, defend_alone=always)",
            "euchre(alone_with_call=on, stick_dealer=off, no_trump=on)",
            "ulti",
            "ulti(profile=repo)",
            "ulti(bids=54, marriages=voluntary, give_up=half)",
            "snapszer",
            "snapszer(deck=24, claim=compulsory, close_before_draw=on, exchange_by=either)",
            "skat",
            "skat(declare_reach=on, null_below_bid=lost, contra=on, early_end=announced)"};
}

}  // namespace mu::test
