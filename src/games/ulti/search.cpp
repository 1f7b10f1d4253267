#include <mu/games/ulti.h>
#include <mu/games/ulti/encoding.h>
#include <mu/games/ulti/hidden.h>
#include <mu/games/ulti/soft_rules.h>
#include <mu/games/ulti/solving.h>
#include <mu/policy/rule.h>

#include "api/search_model.h"

MU_SEARCH(mu::ulti)
