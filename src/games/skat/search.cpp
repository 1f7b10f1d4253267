#include <mu/games/skat.h>
#include <mu/games/skat/encoding.h>
#include <mu/games/skat/hidden.h>
#include <mu/games/skat/soft_rules.h>
#include <mu/games/skat/solving.h>
#include <mu/policy/rule.h>

#include "api/search_model.h"

MU_SEARCH(mu::skat)
