// `mu play` in skat, as a user meets it.

#include <doctest/doctest.h>

#include "support/command.h"

using namespace mu;
using test::contains, test::mu_run;

TEST_CASE("play: jacks that belong to no suit are shown with theirs") {
    const auto said = mu_run("play skat --seed 2 --dealer 2", "quit\n");
    CHECK(said.status == 0);
    CHECK(contains(said.out, "     ♠J ♥J ♦J\n"));
}

TEST_CASE("play: a hint counts the calls that were not tried") {
    const auto said = mu_run("play skat --seed 2 --dealer 2", "hint\nquit\n");
    CHECK(contains(said.out, " were not tried\n"));
    CHECK(contains(said.out, "\n    18 "));
    CHECK(!contains(said.out, "\n    20 "));
}
