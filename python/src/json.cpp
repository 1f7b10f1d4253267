// JSON as text, for Python's own parser.
#include <nlohmann/json.hpp>

#include <mu/teach/teacher.h>

#include "bind.h"

namespace mu::python {

std::string json_text(const game& g) { return g.to_json().dump(); }
std::string json_text(const position& p) { return p.to_json().dump(); }
std::string json_text(const seat_view& v) { return v.to_json().dump(); }
std::string json_text(const position& p, const review& r) { return to_json(p, r).dump(); }
std::string json_text(const seat_view& v, const advice& a) { return to_json(v, a).dump(); }

}  // namespace mu::python
