#include <mu/games/jass.h>
#include <mu/games/jass/encoding.h>
#include <mu/games/jass/hidden.h>
#include <mu/games/jass/soft_rules.h>
#include <mu/games/jass/solving.h>
#include <mu/policy/rule.h>

#include "api/search_model.h"

MU_SEARCH(mu::jass)
