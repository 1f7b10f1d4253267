// A meaning as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <mu/games/bridge/bidding.h>

namespace mu {

nlohmann::ordered_json meaning_json(const call_meaning& m);

}  // namespace mu
