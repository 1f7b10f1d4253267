// What the calls of an auction say, for whoever may see them: people, pages, other programs.
//
//     if (const auto said = mu::call_meanings(view))
//         for (const mu::said_call& c : *said) ... c.text ...
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <mu/api/position.h>

namespace mu {

class bidding_system;

struct said_call {
    seat who = seat::north;
    action call = 0;
    std::string text;              // "Stayman, 8+ high-card points, forcing"
    nlohmann::ordered_json facts;  // points, lengths, forcing ... (docs/bidding/bridge.md)
    nlohmann::ordered_json words;  // the text as phrases for a page (docs/web_protocol.md)
};

// Of every call so far, by the system that the rule player bids by. Nothing if the game's calls
// have no meanings that could be told.
std::optional<std::vector<said_call>> call_meanings(const seat_view& v);
// What the observer would say with a call. Nothing as above, or if he is not to call.
// std::invalid_argument, with the legal calls, if this is none of them.
std::optional<said_call> meaning_of_call(const seat_view& v, action call);

// A system to call by, from a file (docs/bidding/bridge.md).
//
//     const mu::call_system weak(mu::game("bridge"), "weak.bid");
//     weak.choose(view);
class call_system {
public:
    // std::invalid_argument says why not: the calls of the game follow no system; the file cannot
    // be read; its line and what is wrong there.
    call_system(const game& g, const std::string& file);

    const std::string& title() const;
    // What the observer calls; everything but calls as the rule player. REQUIRES: v.to_act().
    action choose(const seat_view& v) const;
    // As above, by this system. REQUIRES: v is of the game.
    std::vector<said_call> meanings(const seat_view& v) const;
    std::optional<said_call> meaning(const seat_view& v, action call) const;

private:
    std::shared_ptr<const bidding_system> by_;
};

}  // namespace mu
