#include <mu/games/snapszer.h>
#include <mu/games/snapszer/encoding.h>
#include <mu/games/snapszer/hidden.h>
#include <mu/games/snapszer/soft_rules.h>
#include <mu/games/snapszer/solving.h>
#include <mu/policy/rule.h>

#include "api/search_model.h"

MU_SEARCH(mu::snapszer)
MU_SEARCH(mu::snapszer_24)
