// What a seat knows as an array, without the types of games behind it: for files that need no more.
#pragma once

#include "bind.h"

namespace mu::python {

inline constexpr std::string_view default_layout = "canonical";

nb::object observation(const seat_view& v, std::string_view layout,
                       std::optional<std::int64_t> suit_order);
nb::object information_state_array(const seat_view& v);
void bind_observations(nb::module_& m, nb::class_<game>& of_games, nb::class_<seat_view>& of_views);

}  // namespace mu::python
