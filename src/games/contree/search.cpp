#include <mu/games/contree.h>
#include <mu/games/contree/encoding.h>
#include <mu/games/contree/hidden.h>
#include <mu/games/contree/soft_rules.h>
#include <mu/games/contree/solving.h>
#include <mu/policy/rule.h>

#include "api/search_model.h"

MU_SEARCH(mu::contree)
