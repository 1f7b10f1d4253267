#include <mu/games/euchre.h>
#include <mu/games/euchre/hidden.h>
#include <mu/games/euchre/rule.h>
#include <mu/games/euchre/soft_rules.h>
#include <mu/games/euchre/solving.h>

#include "api/search_model.h"

MU_SEARCH(mu::euchre)
MU_SEARCH(mu::euchre_25)
