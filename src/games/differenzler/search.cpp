#include <mu/games/differenzler.h>
#include <mu/games/differenzler/encoding.h>
#include <mu/games/differenzler/hidden.h>
#include <mu/games/differenzler/soft_rules.h>
#include <mu/policy/rule.h>

#include "api/search_model.h"

MU_SEARCH(mu::differenzler)
