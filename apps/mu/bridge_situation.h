// A deal of bridge in which somebody has to call.
#pragma once

#include <string>
#include <string_view>

#include <mu/api/position.h>

namespace mu::cli {

// The calls are joined by '-' ("start": none), and the hand is that of the seat that is next, by
// suits: AK4.J85..QT98763. The others hold what is left. std::invalid_argument names what is wrong.
position bridge_situation(std::string_view auction, std::string_view hand,
                          const std::string& dealer = "N", const std::string& vul = "none");

}  // namespace mu::cli
