// What the calls of an auction say, for whoever may see them: people, pages, other programs.
//
//     if (const auto said = mu::call_meanings(view))
//         for (const mu::said_call& c : *said) ... c.text ...
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <mu/api/position.h>

namespace mu {

struct said_call {
    seat who = seat::north;
    action call = 0;
    std::string text;              // "Stayman, 8+ high-card points, forcing"
    nlohmann::ordered_json facts;  // points, lengths, forcing ... (docs/bidding/bridge.md)
};

// Of every call so far, by the system that the rule player bids by. Nothing if the game's calls
// have no meanings that could be told.
std::optional<std::vector<said_call>> call_meanings(const seat_view& v);
// What the observer would say with a call. Nothing as above, or if there is no auction any more.
std::optional<said_call> meaning_of_call(const seat_view& v, action call);

}  // namespace mu
