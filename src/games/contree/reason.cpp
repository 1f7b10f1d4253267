// Why the rule player of contrée calls what it calls.

#include <cmath>

#include <fmt/format.h>

#include <mu/cards/text.h>
#include <mu/games/contree/bidding.h>
#include <mu/games/contree/reason.h>

namespace mu {

namespace {

using strain = contree_calls::strain;

std::string strain_name(strain s) {
    if (s == strain::no_trump) return "sans atout";
    if (s == strain::all_trump) return "tout atout";
    return suit_name<contree>(contree_calls::trump_of(s));
}

}  // namespace

std::string rule_reason(const view<contree>& v, public_record record) {
    using namespace contree_calls;
    const auto& x = v.seen.extra;
    if (x.stage == contree::phase::play) return {};
    const contree_thought t = contree_think(v, record, contree_fitted);
    const int call = in_one_step(t.chosen - rules<contree>::first_call);
    const std::string ours =
        fmt::format("our side should make {} in {}{}", std::lround(t.ours), strain_name(t.in),
                    t.partner_bid ? ", partner's bid counted" : "");
    const std::string theirs = fmt::format("they should make {}", std::lround(t.theirs));
    if (call == coinche) return fmt::format("{}: too few for their bid, doubled", theirs);
    if (call == surcoinche) return fmt::format("{}: doubled again", ours);
    if (call != pass) return t.theirs < 0 ? ours : fmt::format("{}; {}", ours, theirs);
    if (x.coinche != 0) return "the bid is doubled, and that is enough";
    if (t.theirs >= 0) return fmt::format("{}, and {}: no bid of ours is better", theirs, ours);
    if (x.bid == contree_calls::pass) return fmt::format("{}: too few to open", ours);
    return fmt::format("{}: partner's bid is enough", ours);
}

}  // namespace mu
