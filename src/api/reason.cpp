#include <mu/api/reason.h>
#include <mu/api/typed_view.h>

#include "api/game_model.h"

namespace mu {

std::string detail::view_access::rule_reason(const seat_view& v) {
    return game_access::model(v.game()).rule_reason(v.now(), v.history());
}

std::string rule_reason(const seat_view& v) {
    if (!v.to_act()) throw std::logic_error("the seat is not to act: there is nothing to choose");
    return detail::view_access::rule_reason(v);
}

}  // namespace mu
