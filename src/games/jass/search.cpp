#include <mu/games/jass.h>
#include <mu/games/jass/hidden.h>
#include <mu/games/jass/rule.h>
#include <mu/games/jass/soft_rules.h>
#include <mu/games/jass/solving.h>

#include "api/search_model.h"

MU_SEARCH(mu::jass)
