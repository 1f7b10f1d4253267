// The examples of README.md are compiled and run: the first as an outside project, the second
// here.

#include <fstream>
#include <sstream>

#include <doctest/doctest.h>

#include "readme/rollout.h"

namespace {

std::string read(const std::string& path) {
    std::ifstream file(std::string(MU_SOURCE_DIR) + "/" + path);
    std::stringstream text;
    text << file.rdbuf();
    REQUIRE_MESSAGE(!text.str().empty(), "cannot read " << path);
    return text.str();
}

}  // namespace

TEST_CASE("README.md shows the examples as they are compiled") {
    const std::string readme = read("README.md");
    for (const char* path : {"tests/outside/mu/main.cpp", "tests/readme/rollout.h"}) {
        CAPTURE(path);
        CHECK(readme.find("```cpp\n" + read(path) + "```") != std::string::npos);
    }
}

TEST_CASE("the example of README.md plays a deal out") {
    mu::rng rng(1);
    for (int i = 0; i < 100; ++i) {
        const int tricks = tricks_of_north_south(rng);
        CHECK(tricks >= 0);
        CHECK(tricks <= 13);
    }
}
