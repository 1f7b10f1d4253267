// Why the rule player of snapszer does what it does besides cards.

#include <cmath>

#include <fmt/format.h>

#include <mu/games/snapszer/bidding.h>
#include <mu/games/snapszer/reason.h>

namespace mu {

namespace {

template <int Cards>
std::string reason(const view<snapszer_game<Cards>>& v, public_record record) {
    using V = snapszer_game<Cards>;
    const action a = rule_choice(v, record);
    if (a == V::claim) return "66 points are made";
    if (a == V::exchange) return "the face-up trump is better than the lowest";
    if (a == V::draw) return "there is too little to close with";
    if (a >= V::marry && a < V::claim)
        return fmt::format("a marriage counts {}",
                           V::marriage_points(static_cast<suit>(a - V::marry), v.seen.trump));
    if (!v.legal.contains(V::close)) return {};
    const snapszer_thought t = snapszer_think(v, snapszer_fitted);
    return fmt::format("closed, the hand should come to {} points; {} are wanted to close",
                       std::lround(t.points), std::lround(t.enough));
}

}  // namespace

std::string rule_reason(const view<snapszer>& v, public_record record) { return reason(v, record); }
std::string rule_reason(const view<snapszer_24>& v, public_record record) {
    return reason(v, record);
}

}  // namespace mu
