// Why the rule player of differenzler predicts what it predicts.

#include <fmt/format.h>

#include <mu/games/differenzler/reason.h>
#include <mu/games/jass/bidding.h>

namespace mu {

std::string rule_reason(const view<differenzler>& v, public_record) {
    if (!is_predicting(v.seen)) return {};
    return fmt::format("the hand should win {} points", differenzler_guess(v, differenzler_fitted));
}

}  // namespace mu
