// One decision of a deal, judged: see mu/teach/teacher.h.
#pragma once

#include <mu/teach/teacher.h>

#include "web/message.h"

namespace mu::detail {

// What was done after `at` actions of a record, with the scale of the game.
json lesson(const std::string& record, std::size_t at, const teach_settings& how);

}  // namespace mu::detail
