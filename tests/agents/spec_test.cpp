#include <filesystem>
#include <fstream>

#include <doctest/doctest.h>

#include <mu/agents/spec.h>

using namespace mu;

TEST_CASE("agents: short forms are read back, defaults left out") {
    for (const char* text :
         {"random", "rule", "blunder", "cheat", "blunder(p=0.25)",
          "blunder(inner=cheat(nodes=5000))", "blunder(p=0.5, inner=blunder(inner=random))"})
        CHECK(agent_spec(text).text() == text);
    CHECK(agent_spec(" blunder( p = 0.1 , inner=rule() )").text() == "blunder");
    CHECK(agent_spec("blunder").number("p") == 0.1);
    CHECK(agent_spec("blunder(inner=cheat)").inner("inner").number("nodes") == 200000);
    CHECK(agent_spec("blunder(p=1e-3)").number("p") == 0.001);
}

TEST_CASE("agents: TOML says the same") {
    const auto spec = agent_spec::from_toml(
        "# weak\nkind = \"blunder\"\np = 0.2\n[inner]\nkind = \"blunder\"\np = 1\n"
        "[inner.inner]\nkind = \"random\"\n");
    CHECK(spec.text() == "blunder(p=0.2, inner=blunder(p=1, inner=random))");
    CHECK(agent_spec::from_toml(spec.toml()) == spec);
    CHECK(agent_spec::from_toml("kind = \"blunder\"\ninner = \"cheat(nodes=7)\"").text() ==
          "blunder(inner=cheat(nodes=7))");
    CHECK(agent_spec("blunder").toml() ==
          "kind = \"blunder\"\np = 0.1\n[inner]\nkind = \"rule\"\n");
}

TEST_CASE("agents: the hash stands for the content") {
    CHECK(agent_spec("blunder").hash() == agent_spec("blunder(p=0.1, inner=rule)").hash());
    CHECK(agent_spec("blunder").hash() != agent_spec("blunder(p=0.11)").hash());
    CHECK(agent_spec("rule").hash() != agent_spec("random").hash());
    CHECK(agent_spec("rule").hash().size() == 16);
}

TEST_CASE("agents: who has a cheat inside is one") {
    CHECK(agent_spec("cheat").cheats());
    CHECK(agent_spec("blunder(inner=blunder(inner=cheat))").cheats());
    CHECK_FALSE(agent_spec("blunder").cheats());
    CHECK_FALSE(agent_spec("rule").cheats());
}

TEST_CASE("agents: what is wrong is refused with the choices") {
    const auto says = [](const char* text, const char* part) {
        CAPTURE(text);
        try {
            agent_spec spec(text);
            FAIL_CHECK("accepted");
        } catch (const std::invalid_argument& e) {
            CAPTURE(e.what());
            CHECK(std::string(e.what()).find(part) != std::string::npos);
        }
    };
    says("clever", "unknown agent 'clever'; kinds: random, rule, blunder, cheat, program");
    says("", "expected the name of an agent");
    says("rule(p=1)", "rule has no parameter 'p': it has none");
    says("blunder(q=1)", "blunder has no parameter 'q'; parameters: p, inner");
    says("blunder(p=2)", "p=2 is not a choice; it is a number from 0 to 1");
    says("blunder(p=nan)", "p=nan is not a choice");
    says("blunder(p=rule)", "p=rule is not a choice");
    says("blunder(p=0.1, p=0.2)", "option p is given twice");
    says("cheat(nodes=1.5)", "nodes=1.5 is not a choice; it is a whole number from 1 to");
    says("blunder(inner=blunder(inner=x))", "unknown agent 'x'");
    says("blunder(inner=rule(", "never closed");
    says("blunder(p=0.1", "expected ',' or ')'");
    says("rule rule", "unexpected text after the agent");

    const auto toml_says = [](const char* text, const char* part) {
        CAPTURE(text);
        try {
            agent_spec::from_toml(text, "bot.toml");
            FAIL_CHECK("accepted");
        } catch (const std::invalid_argument& e) {
            CAPTURE(e.what());
            CHECK(std::string(e.what()).find(part) != std::string::npos);
        }
    };
    toml_says("p = 1", "expected kind = \"...\"; kinds: random, rule, blunder, cheat, program");
    toml_says("kind = \"x\"", "bot.toml, line 1: unknown agent 'x'");
    toml_says("kind = \"rule\"\np = 1", "bot.toml, line 2: rule has no parameter 'p'");
    toml_says("kind = \"blunder\"\np = \"much\"", "p is a number from 0 to 1");
    toml_says("kind = \"blunder\"\ninner = 3", "inner is an agent");
    toml_says("kind = \"blunder\"\n[inner]\nkind = \"rule\"\nz = 3",
              "inner: rule has no parameter 'z'");
    toml_says("kind = ", "bot.toml, line 1, column");
    CHECK_THROWS_WITH_AS(agent_spec::from_argument("/no/such/bot.toml"),
                         "cannot read the agent file /no/such/bot.toml", std::invalid_argument);
}
