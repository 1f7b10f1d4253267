// Dependencies between the layers of include/mu point one way: a header includes its own layer
// and the layers below it. A layer is a folder, or a header that stands directly in include/mu.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <string>

#include <doctest/doctest.h>

namespace {

namespace fs = std::filesystem;

// Each layer, and the layers it may include besides itself.
const std::map<std::string, std::set<std::string>> allowed = [] {
    std::map<std::string, std::set<std::string>> out{{"arch", {}}, {"parallel", {}}};
    const auto add = [&](const std::string& layer, const std::set<std::string>& on) {
        std::set<std::string> below = on;
        for (const auto& l : on) below.insert(out.at(l).begin(), out.at(l).end());
        out[layer] = below;
    };
    add("cards", {"arch"});
    add("play", {"cards"});
    add("solve", {"play"});
    add("games", {"play"});
    add("engine", {"games", "solve", "parallel"});
    add("belief", {"games"});
    add("policy", {"games"});
    add("encode", {"games"});
    add("nn", {"encode", "engine"});
    add("search", {"belief", "engine", "policy", "nn"});
    add("api", {"search"});
    add("teach", {"api"});
    add("agents", {"api"});
    add("pool", {"agents"});
    add("arena", {"agents"});
    add("web", {"agents", "teach"});
    add("server", {"web"});
    return out;
}();

// What a game says of itself stands in its folder; what of that is no rule belongs to the layer
// that asks for it (games/facets.h).
const std::map<std::string, std::string> facets{
    {"solving.h", "engine"},  {"hidden.h", "belief"},    {"soft_rules.h", "belief"},
    {"rule.h", "policy"},     {"open_game.h", "engine"}, {"best_contract.h", "engine"},
    {"dd_table.h", "engine"}, {"solver.h", "engine"},    {"board.h", "api"},
    {"pbn.h", "api"},         {"lin.h", "api"},          {"encoding.h", "encode"},
    {"layouts.h", "encode"}};

// "cards/deck.h" -> "cards", "arch.h" -> "arch", "games/whist/hidden.h" -> "belief".
std::string layer_of(const std::string& path) {
    if (path == "games/all.h") return "search";  // every facet of every game
    if (path == "mu.h") return "arena";          // all that a newcomer needs
    const std::string folder = path.substr(0, path.find_first_of("/."));
    if (folder == "games" && path.find("/search/") != std::string::npos) return "engine";
    const auto facet = facets.find(path.substr(path.find_last_of('/') + 1));
    const bool of_a_game = folder == "games" && std::ranges::count(path, '/') == 2;
    return of_a_game && facet != facets.end() ? facet->second : folder;
}

// What is wrong with `line` of the header `path` (relative to include/mu), if anything.
std::optional<std::string> complaint(const std::string& path, const std::string& line) {
    std::string text = line;
    std::erase_if(text, [](char c) { return c == ' ' || c == '\t'; });
    const std::string where = "include/mu/" + path + ": " + line;
    if (text.starts_with("#include\"")) return where + " (write <mu/...>, so that the layer shows)";
    const std::string ours = "#include<mu/";
    if (!text.starts_with(ours)) return std::nullopt;

    const std::string from = layer_of(path);
    const std::string to = layer_of(text.substr(ours.size(), text.find('>') - ours.size()));
    if (from == to) return std::nullopt;
    const auto below = allowed.find(from);
    if (below == allowed.end()) return where + " (no such layer: " + from + ")";
    if (!below->second.contains(to)) return where + " (" + from + " may not include " + to + ")";
    return std::nullopt;
}

}  // namespace

TEST_CASE("layers: the table has no cycle") {
    // Whatever a layer may include, its lower layers' permissions are among its own.
    for (const auto& [layer, below] : allowed) {
        CAPTURE(layer);
        CHECK(!below.contains(layer));
        for (const auto& lower : below) {
            REQUIRE(allowed.contains(lower));
            CHECK(std::ranges::includes(below, allowed.at(lower)));
        }
    }
}

TEST_CASE("layers: every include in include/mu points to its own layer or a lower one") {
    const fs::path root = fs::path(MU_SOURCE_DIR) / "include" / "mu";
    int headers = 0;
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
        if (!entry.is_regular_file()) continue;
        ++headers;
        const std::string path = entry.path().lexically_relative(root).generic_string();
        if (!allowed.contains(layer_of(path))) FAIL_CHECK("include/mu/" << path << ": no layer");
        std::ifstream file(entry.path());
        for (std::string line; std::getline(file, line);) {
            if (const auto wrong = complaint(path, line)) FAIL_CHECK(*wrong);
        }
    }
    CHECK(headers > 0);
}

TEST_CASE("layers: the check finds an offender") {
    CHECK(complaint("cards/deck.h", "#include <mu/games/whist.h>"));
    CHECK(complaint("solve/solver.h", "#include <mu/belief/view.h>  // why not"));
    CHECK(complaint("nn/network.h", "  #  include <mu/search/mcts.h>"));
    CHECK(complaint("arch.h", "#include <mu/cards/card.h>"));
    CHECK(complaint("api/position.h", "#include <mu/agents/player.h>"));
    CHECK(complaint("games/whist.h", "#include <mu/games/whist/hidden.h>"));
    CHECK(complaint("games/whist/solving.h", "#include <mu/belief/worlds.h>"));
    CHECK(complaint("cards/deck.h", "#include \"../games/whist.h\""));
    CHECK(complaint("elsewhere/x.h", "#include <mu/arch.h>"));

    CHECK_FALSE(complaint("games/whist.h", "#include <mu/play/trick.h>"));
    CHECK_FALSE(complaint("search/is_dd.h", "#include <mu/solve/solver.h>"));
    CHECK_FALSE(complaint("cards/card.h", "#include <mu/arch.h>"));
    CHECK_FALSE(complaint("games/whist/hidden.h", "#include <mu/belief/hidden.h>"));
    CHECK_FALSE(complaint("api/game.h", "#include <nlohmann/json_fwd.hpp>"));
    CHECK_FALSE(complaint("cards/card.h", "// #include <mu/games/whist.h> is for games"));
}
