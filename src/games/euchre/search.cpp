#include <mu/games/euchre.h>
#include <mu/games/euchre/encoding.h>
#include <mu/games/euchre/hidden.h>
#include <mu/games/euchre/soft_rules.h>
#include <mu/games/euchre/solving.h>
#include <mu/policy/rule.h>

#include "api/search_model.h"

MU_SEARCH(mu::euchre)
MU_SEARCH(mu::euchre_25)
