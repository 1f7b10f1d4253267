// How alpha-mu searches.
#pragma once

namespace mu {

struct alpha_mu_settings {
    int depth = 2;       // decisions of ours before worlds are solved with open hands
    int most_cards = 9;  // with more in hand worlds are searched as in pimc.h
    bool alone = true;   // so too where a partner decides for himself
};

}  // namespace mu
