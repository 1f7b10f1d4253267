// Any bytes as a bidding system: refused with a line and a reason, or a system by which everybody
// can bid a deal, with a meaning for every call.
#include <mu/games/bridge.h>
#include <mu/games/bridge/bidding.h>

#include "fuzz/fuzz.h"

using namespace mu;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto system = fuzz::accepted(fuzz::text_of(data, size), bidding_system::parse);
    if (!system) return 0;
    std::array<card_mask, 4> places{};
    unrank_deal(bridge::layout({}), deal_number{123456789} * 987654321, places);
    auto s = bridge_start({places[0], places[1], places[2], places[3]}, seat::north, vul_none);
    bridge_auction a;
    while (s.extra.now == bridge::phase::auction) {
        const card_mask hand = s.hands[s.current_player];
        const action call = system->call(a, hand);
        fuzz::expect(rules<bridge>::legal_actions(s).contains(call));
        fuzz::expect(!meaning_text(system->meaning(a, call)).empty());
        a.calls.push_back(call);
        rules<bridge>::apply(s, call);
    }
    fuzz::expect(system->meanings(a).size() == a.calls.size());
    return 0;
}
