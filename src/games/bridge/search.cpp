#include <mu/games/bridge.h>
#include <mu/games/bridge/encoding.h>
#include <mu/games/bridge/hidden.h>
#include <mu/games/bridge/soft_rules.h>
#include <mu/games/bridge/solving.h>
#include <mu/policy/rule.h>

#include "api/search_model.h"

MU_SEARCH(mu::bridge)
