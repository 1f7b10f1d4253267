#include "pool/commit.h"

#include <mu_commit.h>  // written by cmake/commit.cmake at every build

namespace mu {

std::string build_commit() { return MU_COMMIT; }

}  // namespace mu
