// Sentences for people, from facts: in English, and as phrases for a page.
#pragma once

#include <mu/teach/teacher.h>

#include "api/table_words.h"
#include "teach/worlds.h"

namespace mu::detail {

// Why `better` is better than `worse`. `lead`: of the first over the second.
sentence why_better(const world_table& t, action better, action worse,
                    const world_table::lead& ahead, const mean_of& lead);
// Why nothing is to choose between them, or what makes the best one best.
sentence why_best(const world_table& t, const advice& a);
// The rule that leaves one action.
sentence why_forced(const position& before, action only);

}  // namespace mu::detail
