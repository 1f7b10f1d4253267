#include <mu_commit.h>  // written by cmake/commit.cmake at every build

#include <mu/api/build.h>

namespace mu {

std::string build_commit() { return MU_COMMIT; }

}  // namespace mu
