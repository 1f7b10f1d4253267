#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <doctest/doctest.h>
#include <unistd.h>

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

TEST_CASE("agents: what a bot believes is handed to its parts") {
    const agent_spec both("bot(play=isdd(worlds=9, soft=1), bid=sim(soft=1, infer=0))");
    CHECK(agent_spec("bot(belief=(soft=1), play=isdd(worlds=9), bid=sim(infer=0))") == both);
    CHECK(agent_spec::from_toml("kind = \"bot\"\n[belief]\nsoft = 1\n[play]\nkind = \"isdd\"\n"
                                "worlds = 9\n[bid]\nkind = \"sim\"\ninfer = 0\n") == both);
    CHECK(agent_spec::from_toml(both.toml()) == both);
    CHECK(agent_spec(both.text()).hash() == both.hash());
    // What is not said stays as it is, and who draws no worlds is left alone.
    const agent_spec one("bot(bid=rule, belief=(belief=\"places.munet\", memory=50))");
    CHECK(one.text() == "bot(play=isdd(belief=\"places.munet\", memory=50), bid=rule)");
    CHECK(one.files() == std::vector<std::string>{"places.munet"});
    CHECK(agent_spec("bot(belief=(errors=0.5))").inner("bid").number("infer") == 1);
    // An agent inside an agent too; what that has by default is not what it was given.
    const agent_spec inside("bot(play=hybrid, bid=blunder(inner=sim), belief=(soft=0, infer=2))");
    CHECK(inside.inner("play").inner("play").number("soft") == 0);
    CHECK(inside.inner("play").inner("play").number("infer") == 2);
    CHECK(inside.inner("bid").inner("inner").number("infer") == 2);
    CHECK(agent_spec("bot(belief=())") == agent_spec("bot"));
}

TEST_CASE("agents: the hash stands for the content") {
    CHECK(agent_spec("blunder").hash() == agent_spec("blunder(p=0.1, inner=rule)").hash());
    CHECK(agent_spec("blunder").hash() != agent_spec("blunder(p=0.11)").hash());
    CHECK(agent_spec("rule").hash() != agent_spec("random").hash());
    CHECK(agent_spec("rule").hash().size() == 16);
}

TEST_CASE("agents: nesting has a limit, which the error names") {
    const auto nested = [](int blunders) {  // and the rule inside
        std::string out;
        for (int k = 0; k < blunders; ++k) out += "blunder(p=0.5, inner=";
        return out + "random" + std::string(static_cast<std::size_t>(blunders), ')');
    };
    const agent_spec deep(nested(deepest_agent - 1));
    CHECK(deep.text() == nested(deepest_agent - 1));
    CHECK(agent_spec::from_toml(deep.toml()) == deep);
    CHECK(agent_spec(deep.text()).hash() == deep.hash());
    const std::string limit = "agents are nested more than 16 deep";
    for (const int levels : {deepest_agent, 100, 20000}) {
        CAPTURE(levels);
        try {
            agent_spec refused(nested(levels));
            FAIL_CHECK("accepted");
        } catch (const parse_error& e) {
            CHECK(e.message == limit);
        }
    }
    // What a kind has inside by default counts too.
    const std::string tail(deepest_agent - 1, ')');
    std::string by_default;
    for (int k = 0; k < deepest_agent - 1; ++k) by_default += "blunder(inner=";
    CHECK_THROWS_AS(agent_spec(by_default + "blunder" + tail), parse_error);
    CHECK_NOTHROW(agent_spec(by_default + "rule" + tail));

    std::string toml = "kind = \"blunder\"\n", path = "inner";
    for (int k = 1; k < 40; ++k, path += ".inner") toml += "[" + path + "]\nkind = \"blunder\"\n";
    try {
        agent_spec::from_toml(toml, "deep.toml");
        FAIL_CHECK("accepted");
    } catch (const std::invalid_argument& e) {
        CAPTURE(e.what());
        CHECK(std::string(e.what()).find("deep.toml, line 31: inner: " + limit) !=
              std::string::npos);
    }
}

TEST_CASE("agents: the files of a command are found, wherever it names them") {
    namespace fs = std::filesystem;
    const fs::path folder = fs::temp_directory_path() / ("mu_files_" + std::to_string(::getpid()));
    fs::create_directories(folder / "sub" / "with blank");
    const auto write = [&](const fs::path& file, const char* text) {
        std::ofstream(folder / file) << text;
        return folder / file;
    };
    const fs::path bot = write("sub/bot.py", "1"), other = write("sub/with blank/bot.py", "1"),
                   script = write("mu_test_bot", "#!/bin/sh\n"), net = write("net.bin", "1");
    fs::permissions(script, fs::perms::owner_all);
    const std::string in = folder.string(), path = std::getenv("PATH");
    ::setenv("PATH", (in + ":" + path).c_str(), 1);
    const auto files = [](const std::string& command) {
        return agent_spec("program(command=\"" + command + "\")").files();
    };
    using list = std::vector<std::string>;
    CHECK(files("cat " + bot.string()) == list{bot.string()});
    CHECK(files("cat '" + other.string() + "'") == list{other.string()});
    CHECK(files("cd " + in + "/sub && cat bot.py") == list{bot.string()});
    CHECK(files("(cd '" + in + "'; cd 'sub/with blank'; exec cat bot.py)") == list{other.string()});
    CHECK(files("X=1 mu_test_bot --net=" + net.string() + " 2>/dev/null") ==
          list{script.string(), net.string()});
    CHECK(files("cat<" + net.string() + "|mu_test_bot") == list{net.string(), script.string()});
    CHECK(files("sed -n p").empty());  // compiled

    const agent_spec named("blunder(inner=program(command=\"cd " + in +
                           "/sub && python3 bot.py\"))");
    CHECK(named.commands_without_files().empty());
    const std::string before = named.hash();
    write("sub/bot.py", "2");
    CHECK(named.hash() != before);
    CHECK(agent_spec("blunder(inner=program(command=\"cat mu_none\"))").commands_without_files() ==
          list{"cat mu_none"});
    CHECK(agent_spec("rule").commands_without_files().empty());
    ::setenv("PATH", path.c_str(), 1);
    fs::remove_all(folder);
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
    says("clever",
         "unknown agent 'clever'; kinds: random, rule, blunder, bot, isdd, sim, ismcts, alphamu, "
         "net, hybrid, cheat, program, cheating_program");
    says("", "expected the name of an agent");
    says("rule(p=1)", "rule has no parameter 'p'; parameters: system");
    says("blunder(q=1)", "blunder has no parameter 'q'; parameters: p, inner");
    says("blunder(p=2)", "p=2 is not a choice; it is a number from 0 to 1");
    says("blunder(p=nan)", "p=nan is not a choice");
    says("blunder(p=rule)", "p=rule is not a choice");
    says("blunder(p=0.1, p=0.2)", "option p is given twice");
    says("cheat(nodes=1.5)", "nodes=1.5 is not a choice; it is a whole number from 1 to");
    says("program(seconds=0)", "seconds=0 is not a choice; it is a number from 0.001 to");
    says("blunder(inner=blunder(inner=x))", "unknown agent 'x'");
    says("blunder(inner=rule(", "never closed");
    says("blunder(p=0.1", "expected ',' or ')'");
    says("rule rule", "unexpected text after the agent");
    says("bot(play=isdd(soft=0), belief=(soft=1))",
         "soft is set in belief and in play; set it in one of them");
    says("bot(bid=blunder(inner=sim(infer=1)), belief=(infer=1))",
         "infer is set in belief and in inner; set it in one of them");
    says("bot(belief=(worlds=5))",
         "belief has no parameter 'worlds'; parameters: soft, belief, infer, infer_by, spread, "
         "errors, candidates, memory, smoothing, decay");
    says("bot(belief=(soft=30))", "soft=30 is not a choice");
    says("bot(belief=(soft=1, soft=1))", "option soft is given twice");
    says("bot(belief=soft)", "belief is a list in brackets, such as belief=(soft=1)");
    says("bot(play=rule, bid=net, belief=(soft=1))",
         "soft is of no use: no agent inside draws worlds");
    try {
        agent_spec refused("bot(bid=rule, belief=(infer=1, sure=1))");
        FAIL_CHECK("accepted");
    } catch (const parse_error& e) {
        CHECK(e.offset == std::string_view("bot(bid=rule, belief=(infer=1, ").size());
    }

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
    toml_says("kind = \"rule\"\n[!x]", "bot.toml, line 2: expected the name of a table after [");
    toml_says("kind = \"rule\"\n  [[ ", "bot.toml, line 2: expected the name of a table after [");
    toml_says("\u03FFalone", "bot.toml, line 1: only plain ASCII may stand outside of quotes");
    toml_says("kind = \"rule\"  # für alle\n\u03FF = 1", "line 2: only plain ASCII");
    CHECK(agent_spec::from_toml("kind = \"program\"  # für alle\ncommand = \"./größe\"")
              .command("command") == "./größe");
    toml_says("p = 1", "expected kind = \"...\"; kinds: random, rule, blunder, bot, isdd, sim, ");
    toml_says("kind = \"x\"", "bot.toml, line 1: unknown agent 'x'");
    toml_says("kind = \"rule\"\np = 1", "bot.toml, line 2: rule has no parameter 'p'");
    toml_says("kind = \"blunder\"\np = \"much\"", "p is a number from 0 to 1");
    toml_says("kind = \"blunder\"\n\np = 2",
              "bot.toml, line 3: p=2 is not a choice; it is a number from 0 to 1");
    toml_says("kind = \"blunder\"\n[inner]\nkind = \"cheat\"\nnodes = 1.5",
              "bot.toml, line 4: inner: nodes=1.5 is not a choice");
    toml_says("kind = \"blunder\"\ninner = \"cheat(nodes=0)\"",
              "bot.toml, line 2: nodes=0 is not a choice");
    toml_says("kind = \"program\"\ncommand = \"x\"\nprotocol = 3",
              "bot.toml, line 3: protocol=3 is not a choice; it is a whole number from 1 to 2");
    toml_says("kind = \"blunder\"\ninner = 3", "inner is an agent");
    toml_says("kind = \"blunder\"\n[inner]\nkind = \"rule\"\nz = 3",
              "inner: rule has no parameter 'z'");
    toml_says("kind = \"bot\"\n[belief]\n\nclever = 1",
              "bot.toml, line 4: belief has no parameter 'clever'; parameters: soft");
    toml_says("kind = \"bot\"\n[play]\nkind = \"isdd\"\nsoft = 1\n[belief]\nsoft = 1",
              "bot.toml, line 6: soft is set in belief and in play; set it in one of them");
    toml_says("kind = \"bot\"\nbelief = \"soft=1\"", "bot.toml, line 2: belief is a table");
    toml_says("kind = ", "bot.toml, line 1, column");
    CHECK_THROWS_WITH_AS(agent_spec::from_argument("/no/such/bot.toml"),
                         "cannot read the agent file /no/such/bot.toml", std::invalid_argument);
}

TEST_CASE("agents: a command is text") {
    CHECK_THROWS_WITH_AS(agent_spec("program(command=\"a\xFF\")"),
                         doctest::Contains("bytes that are not UTF-8: a\\xFF"),
                         std::invalid_argument);
    CHECK_THROWS_AS(agent_spec("program(command=\"a\x01\")"), std::invalid_argument);
    const agent_spec accented("program(command=\"./caf\xC3\xA9\")");
    CHECK(agent_spec::from_toml(accented.toml()) == accented);
}
