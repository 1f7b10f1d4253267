#include "web/lesson.h"

#include <fmt/format.h>

namespace mu::detail {

json lesson(const std::string& record, std::size_t at, const teach_settings& how) {
    position p = replay(record);
    const std::size_t all = p.history().size();
    if (at >= all)
        throw refusal("malformed", fmt::format("{} actions were made in this deal: 'at' has to be "
                                               "below that",
                                               all));
    const action played = p.history()[at];
    while (p.history().size() > at) p.undo();
    json out = to_json(p, teacher(p.game(), how).judge(p, played));
    const point_scale scale = p.game().scale();
    out["scale"] = {
        {"inaccuracy", scale.inaccuracy}, {"mistake", scale.mistake}, {"blunder", scale.blunder}};
    return out;
}

}  // namespace mu::detail
