// Which mu this is.
#pragma once

#include <string>

namespace mu {

// "0.1.0 b73cee3df0a1"; with "+" and 8 digits that stand for the differences where the sources
// differ from that commit; the version alone where there is no git. What we write into files says
// so.
std::string build_commit();

}  // namespace mu
