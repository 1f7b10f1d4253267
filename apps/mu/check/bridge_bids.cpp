// Bidding situations with a near-unanimous answer: how often the rule player gives it, and beside
// it the one who simulates.

#include <algorithm>

#include <mu/agents/player.h>

#include "bridge_situation.h"
#include "check/report.h"

namespace mu::cli::bridge_bids_files {
namespace {

// A natural system leaves room for a few other opinions.
constexpr double share_to_agree = 0.95;
constexpr std::string_view other_bidder = "sim(worlds=8)";

// <id> <auction, calls joined by '-', or start> <hand> <accepted calls, '/' between> <why>
void check_bids(row_reader& rows, report& out) {
    out.passes_at(share_to_agree);
    const auto by_rule = make_player(agent_spec("rule"), game("bridge"));
    const auto by_simulation = make_player(agent_spec(other_bidder), game("bridge"));
    int simulated = 0;
    while (const auto row = rows.next()) {
        const auto f = words(row->text);
        if (f.size() < 4) throw std::invalid_argument("expected: id auction hand calls why");
        const position p = bridge_situation(f[1], f[2]);
        rng generator(static_cast<std::uint64_t>(row->line));
        const auto accepted = split(f[3], '/');
        const auto agrees = [&](const std::string& call) {
            return std::ranges::find(accepted, call) != accepted.end();
        };
        out.begin_row(row->line);
        const std::string call = p.action_text(ask(*by_rule, p, generator));
        out.compare(fmt::format("{} with {}", f[1], f[2]), std::string(f[3]),
                    agrees(call) ? std::string(f[3]) : call);
        simulated += agrees(p.action_text(ask(*by_simulation, p, generator))) ? 1 : 0;
    }
    out.remark(fmt::format("{}: {} of {} agree", other_bidder, simulated, out.rows()));
}

const check_registration bid_files("bridge", "bids", check_bids);

}  // namespace
}  // namespace mu::cli::bridge_bids_files
