// Which search, and how it goes about it: one description for every game.
#pragma once

#include <mu/search/alpha_mu_settings.h>
#include <mu/search/evidence_settings.h>
#include <mu/search/ismcts_settings.h>
#include <mu/search/judge_settings.h>

namespace mu {

enum class search_method : std::uint8_t {
    worlds,    // pimc.h
    tree,      // ismcts.h
    alpha_mu,  // alpha_mu.h
};

struct search_settings {
    search_method method = search_method::worlds;
    evidence_settings evidence{};
    judge_settings judge{};
    ismcts_settings tree{};
    alpha_mu_settings alpha_mu{};
    std::uint64_t least = 12;  // worlds before an action that is clearly behind is left out
    double behind = 3;         // standard errors that it must be behind by
    std::uint64_t alike = 96;  // worlds in which all that is left was worth the same, to stop there
    // What rules of thumb (or judge.by_net) would do is done unless something else is better by so
    // many standard errors of the difference. The best of many guesses looks better than it is.
    double caution = 0;
    bool keep = false;  // the judged worlds are kept for whoever explains (pimc::kept())
};

}  // namespace mu
