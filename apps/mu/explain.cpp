// `mu explain`: what the calls of an auction mean, and what a hand would call next.

#include <algorithm>
#include <cctype>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <mu/api/read_positions.h>
#include <mu/api/typed_view.h>
#include <mu/cards/text.h>
#include <mu/games/bridge.h>
#include <mu/games/bridge/bidding.h>

#include "bridge_situation.h"
#include "commands.h"

namespace mu::cli {
namespace {

using json = nlohmann::ordered_json;

struct request {
    std::string auction, hand, system, dealer = "N", vul = "none";
    bool as_json = false;
};

bidding_system system_of(const request& r) {
    if (r.system.empty()) return natural_system();
    const std::string text = read_text(r.system);
    try {
        return bidding_system::parse(text);
    } catch (const std::invalid_argument& e) {
        throw std::invalid_argument(fmt::format("{}: {}", r.system, e.what()));
    }
}

position position_of(const request& r) {
    if (r.auction.find('|') != std::string::npos) return replay(r.auction);
    constexpr std::string_view any_hand = "AKQJT98765432...";
    std::string vul = r.vul;  // NS or ns
    std::ranges::transform(vul, vul.begin(), [](unsigned char c) { return std::tolower(c); });
    return bridge_situation(r.auction, r.hand.empty() ? any_hand : r.hand, r.dealer, vul);
}

void run(const request& r) {
    const position p = position_of(r);
    const bidding_system by = system_of(r);
    const seat_view seen = p.public_view();
    const auto typed = typed_view<bridge>(seen);
    if (!typed)
        throw std::invalid_argument("the calls of " + p.game().info().name +
                                    " have no meanings that could be told; those of bridge have");
    const card_mask hand = r.hand.empty() ? 0 : parse_hand<bridge>(r.hand);
    if (!r.hand.empty() && ops::popcount(hand) != 13)
        throw std::invalid_argument("expected: a hand of 13 cards by suits, not '" + r.hand + "'");
    if (!r.hand.empty() && typed->seen.extra.now != bridge::phase::auction)
        throw std::invalid_argument("the auction is over: --hand has nothing to call");
    const bridge_auction a = auction_of(typed->seen, seen.history());
    const auto meanings = by.meanings(a);
    json out;
    out["system"] = by.title();
    out["calls"] = json::array();
    const auto add = [&](seat who, action call, const call_meaning& m) {
        json row;
        row["seat"] = seat_str<bridge>(who);
        row["call"] = p.action_text(call);
        row["meaning"] = meaning_text(m);
        row["line"] = m.line;
        if (!r.as_json)
            fmt::print("{}  {:3}  {}\n", row["seat"].get<std::string>(),
                       row["call"].get<std::string>(), row["meaning"].get<std::string>());
        return row;
    };
    if (!r.as_json) fmt::print("{}\n", by.title());
    for (std::size_t i = 0; i < meanings.size(); ++i)
        out["calls"].push_back(
            add(seat_after<bridge>(a.dealer, static_cast<int>(i & 3)), a.calls[i], meanings[i]));
    if (!r.hand.empty()) {
        const auto next = by.choose(a, hand);
        if (!r.as_json) fmt::print("{} would call:\n", r.hand);
        out["next"] = add(p.to_act(), next.call, by.meaning(a, next.call));
        out["next"]["rule"] = next.line;
        if (!r.as_json && next.line > 0) fmt::print("by line {} of the system\n", next.line);
    }
    if (r.as_json) fmt::print("{}\n", out.dump(2));
}

}  // namespace

void add_explain(command_spec& app) {
    command_spec command = app.add_subcommand("explain", "what the calls of an auction mean");
    command.footer(
        "mu explain 1NT-P-2H-P-2S\n"
        "mu explain 1NT-P --hand KJ843.85.A63.842      what that hand would call next\n"
        "mu explain 'bridge/1 | N none ... | 1NT P 2H' the auction of a record\n"
        "Calls are joined by '-'; 'start' stands for no call yet.");
    const auto r = std::make_shared<request>();
    command.add_option("AUCTION", r->auction, "calls from the dealer on, or a record").required();
    command.add_option("--hand", r->hand, "of the next to call: spades.hearts.diamonds.clubs");
    command.add_option("--system", r->system, "a system file (default: the natural one)");
    command.add_option("--dealer", r->dealer, "N E S W (default: N)");
    command.add_option("--vul", r->vul, "none NS EW both (default: none)");
    command.add_flag("--json", r->as_json, "JSON");
    command.callback([r] { run(*r); });
}

}  // namespace mu::cli
