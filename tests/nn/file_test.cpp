// Files of nets are read whole or refused with a reason.

#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include <doctest/doctest.h>

#include <mu/agents/player.h>
#include <mu/api/nets.h>

#include "support/counts.h"
#include "support/nets.h"

using namespace mu;
using test::net_bytes, test::net_folder, test::random_belief_net, test::random_net,
    test::random_nets;

namespace {

const bit_layout& layout_called(std::string_view variant) {
    return *std::ranges::find(bit_layouts(), variant, &bit_layout::variant);
}

// What reading it complains of, without the name of the file; empty if it reads.
template <typename Net = game_net>
std::string complaint(const net_folder& in, const std::string& bytes) {
    const std::string file = in.put("a.munet", bytes);
    try {
        Net::read(file);
    } catch (const std::invalid_argument& e) {
        const std::string what = e.what();
        CHECK(what.starts_with(file + ": "));
        return what.substr(file.size() + 2);
    }
    return "";
}

}  // namespace

TEST_CASE("net files: every layout of bits has its variant's name") {
    std::set<std::string_view> names;
    for (const bit_layout& l : bit_layouts()) names.insert(l.variant);
    CHECK(names.size() == bit_layouts().size());
    CHECK(layout_of(game("contree")).variant == "contree");
    CHECK(layout_of(game("euchre(joker=on)")).variant == "euchre_25");
    CHECK(layout_of(game("snapszer(deck=24)")).variant == "snapszer_24");
}

TEST_CASE("net files: what was written is read") {
    const net_folder in;
    for (const bit_layout& l : bit_layouts()) {
        const net_bytes of = random_net(l, 5, 3, 3);
        const game_net read = game_net::read(in.put("a.munet", of.file()));
        CHECK(read.layout().variant == l.variant);
        CHECK(read.weights().shape() == test::shape_for(l, 5, 3));
        CHECK(nlohmann::json::parse(read.header()) == nlohmann::json(of.header));

        const net_bytes beliefs = random_belief_net(l, 5, 3, 3);
        const belief_net places = belief_net::read(in.put("a.munet", beliefs.file()));
        CHECK(places.layout().variant == l.variant);
        CHECK(places.weights().shape() == test::shape_for(l, 5, 3, net_head::places));
    }
}

TEST_CASE("net files: where an unseen card may lie") {
    const std::map<std::string_view, int> places{
        {"whist", 3}, {"bridge", 3},   {"jass", 3},        {"differenzler", 3},
        {"skat", 3},  {"contree", 3},  {"euchre", 5},      {"euchre_25", 5},
        {"ulti", 3},  {"snapszer", 2}, {"snapszer_24", 2},
    };
    for (const bit_layout& l : bit_layouts()) {
        CAPTURE(l.variant);
        CHECK(l.places == places.at(l.variant));
    }
    CHECK(layout_called("euchre").cards == 24);
}

TEST_CASE("net files: a byte that is changed and an end that is missing are noticed") {
    const net_folder in;
    const std::string good = random_net(layout_called("snapszer"), 1, 1, 4).file();
    REQUIRE(complaint(in, good).empty());
    for (std::size_t at = 0; at < good.size(); ++at) {
        std::string bad = good;
        bad[at] = static_cast<char>(bad[at] ^ (1 << (at % 8)));
        if (complaint(in, bad).empty()) FAIL("byte " << at << " was changed");
        if (complaint(in, good.substr(0, at)).empty()) FAIL("cut off after " << at << " bytes");
    }
    // The checksum of a file with its checksum is zero.
    CHECK(complaint(in, good + std::string(8, '\0')).starts_with("its weights take "));
    CHECK(complaint(in, good + "x").starts_with("is cut off or damaged"));
}

TEST_CASE("net files: what does not fit this build is refused, with what was expected") {
    const net_folder in;
    const bit_layout& l = layout_called("contree");
    const net_bytes good = random_net(l, 4, 2, 5);
    const auto with = [&](const char* key, const nlohmann::ordered_json& value) {
        net_bytes bad = good;
        bad.header[key] = value;
        return complaint(in, bad.file());
    };
    const auto expects = [](const std::string& what, const auto& is, const auto& should) {
        return "it was made for " + what + " " + std::to_string(is) + ", and this mu has " +
               std::to_string(should);
    };
    CHECK(complaint(in, good.file()).empty());
    CHECK(with("layout_version", l.version + 1) ==
          expects("layout_version", l.version + 1, l.version));
    CHECK(with("inputs", l.inputs - 1) == expects("inputs", l.inputs - 1, l.inputs));
    CHECK(with("actions", l.actions + 2) == expects("actions", l.actions + 2, l.actions));
    CHECK(with("scale", l.scale + 1).starts_with("it was made for scale 201"));
    CHECK(with("layout", "play411") == "it was made for layout play411, and this mu has canonical");
    CHECK(
        with("variant", "tarock").starts_with("a net for the unknown game 'tarock'; games: whist"));
    CHECK(with("variant", "whist").starts_with("it was made for "));
    CHECK(with("variant", 7) == "'variant' of its header is no text");
    CHECK(with("heads", {"values", "chances"}).starts_with("its heads are "));
    CHECK(with("hidden", 5).starts_with("its weights take "));
    CHECK(with("hidden", 0) == "2 hidden layers of 0 units are no net");
    CHECK(with("layers", -1).starts_with("'layers' of its header is no whole number"));
    CHECK(with("layers", 1.5).starts_with("'layers' of its header is no whole number"));
    CHECK(with("layers", 1e9).starts_with("'layers' of its header is no whole number"));

    net_bytes bad = good;
    bad.header.erase("scale");
    CHECK(complaint(in, bad.file()) == "its header has no 'scale'");
    bad.header = nlohmann::ordered_json::array();
    CHECK(complaint(in, bad.file()) == "its header is no JSON object");
    bad = good;
    bad.halves.resize(bad.halves.size() + 4);
    CHECK(complaint(in, bad.file()).starts_with("its weights take "));
    bad.halves.resize(bad.halves.size() - 8);
    CHECK(complaint(in, bad.file()).starts_with("its weights take "));
    for (const int half : {0x7C00, 0xFC00, 0x7E01}) {
        bad = good;
        bad.halves[100] = static_cast<std::uint16_t>(half);
        CHECK(complaint(in, bad.file()) == "weight 100 is not a finite number");
    }
    bad = good;
    while (bad.halves.size() % 4 != 0) bad.halves.push_back(1);
    if (bad.halves.size() != good.halves.size())
        CHECK(complaint(in, bad.file()) == "what fills its last word is not zero");

    std::string bytes = good.file();
    bytes[7] = 2;
    CHECK(complaint(in, bytes) == "is a net of format 2, and this mu reads format 1");
    CHECK(complaint(in, "PK\3\4").starts_with("is no net"));
    CHECK(complaint(in, "").starts_with("is no net"));
    CHECK_THROWS_WITH_AS(game_net::read(in.path()),
                         (in.path() + ": is a folder, not a net").c_str(), std::invalid_argument);
    CHECK_THROWS_AS(game_net::read(in.path() + "/none.munet"), std::invalid_argument);
}

TEST_CASE("net files: values are not taken for places, nor places for values") {
    const net_folder in;
    const bit_layout& l = layout_called("contree");
    const net_bytes good = random_belief_net(l, 4, 2, 5);
    const auto with = [&](const char* key, const nlohmann::ordered_json& value) {
        net_bytes bad = good;
        bad.header[key] = value;
        return complaint<belief_net>(in, bad.file());
    };
    CHECK(complaint<belief_net>(in, good.file()).empty());
    CHECK(complaint(in, good.file()) == R"(its heads are ["places"], not ["values"])");
    CHECK(complaint<belief_net>(in, random_net(l, 4, 2, 5).file()) ==
          R"(its heads are ["values"], not ["places"])");
    CHECK(with("outputs", 95) == "it was made for outputs 95, and this mu has 96");
    CHECK(with("heads", {"places", "values"}).starts_with("its heads are "));
    CHECK(with("layout_version", l.version + 1).starts_with("it was made for layout_version "));
    CHECK(with("inputs", l.inputs + 1).starts_with("it was made for inputs "));
    CHECK(with("variant", "whist").starts_with("it was made for "));
    CHECK(with("hidden", 5).starts_with("its weights take "));
    net_bytes bad = good;
    bad.header.erase("outputs");
    CHECK(complaint<belief_net>(in, bad.file()) == "its header has no 'outputs'");
    const std::string bytes = good.file();
    for (std::size_t at = 0; at < bytes.size(); at += 7) {
        std::string changed = bytes;
        changed[at] = static_cast<char>(changed[at] ^ (1 << (at % 8)));
        if (complaint<belief_net>(in, changed).empty()) FAIL("byte " << at << " was changed");
    }
}

TEST_CASE("net files: found where MU_NETS says, and for the game that they are of") {
    const game contree("contree");
    const random_nets nets;
    CHECK(find_net(contree) == nets.file("contree"));
    CHECK(find_net(game("euchre(joker=on)")) == nets.file("euchre_25"));
    CHECK(game_net::of(contree).file() == nets.file("contree"));
    CHECK(find_net(contree, net_head::places) == nets.file("beliefs/contree"));
    CHECK(belief_net::of(contree).file() == nets.file("beliefs/contree"));
    // The same file under either head: read as what it is asked for.
    CHECK_THROWS_AS(belief_net::of(contree, nets.file("contree")), std::invalid_argument);
    CHECK_THROWS_AS(game_net::of(contree, nets.file("beliefs/contree")), std::invalid_argument);
    CHECK_THROWS_WITH(
        belief_net::of(contree, nets.file("beliefs/jass")),
        (nets.file("beliefs/jass") + ": a net for jass, and this is contree: contree").c_str());
    CHECK_THROWS_WITH(
        game_net::of(contree, nets.file("whist")),
        (nets.file("whist") + ": a net for whist, and this is contree: contree").c_str());
    const auto folders = net_folders();
    CHECK(folders.size() >= 3);
    CHECK(nets.file("whist").starts_with(folders[0]));

    const net_folder empty;
    ::setenv("MU_NETS", empty.path().c_str(), 1);
    CHECK(net_folders()[0] == empty.path());
    if (!shipped_net(contree)) {
        try {
            find_net(contree);
            FAIL("found");
        } catch (const std::invalid_argument& e) {
            for (const std::string& f : net_folders())
                CHECK(std::string(e.what()).find(f) != std::string::npos);
        }
    }
}

TEST_CASE("net files: a net that is given as bytes comes before those of folders") {
    const random_nets nets;
    const game g("whist");
    const bit_layout& l = layout_called("whist");
    const std::string bytes = random_net(l, 9, 2, 77).file();
    const std::string places = random_belief_net(l, 9, 2, 77).file();
    const game_net alone = game_net::read(bytes, "mine");
    CHECK(alone.file() == "mine");
    CHECK(net_name(g) == "whist.munet");

    // What is refused changes nothing.
    CHECK_THROWS_WITH_AS(add_net("contree.munet", bytes),
                         "contree.munet: a net for whist, whose name is whist.munet",
                         std::invalid_argument);
    CHECK_THROWS_WITH_AS(add_net("beliefs/whist.munet", bytes),
                         R"(beliefs/whist.munet: its heads are ["values"], not ["places"])",
                         std::invalid_argument);
    for (const std::size_t end : {std::size_t{0}, std::size_t{20}, bytes.size() - 8})
        CHECK_THROWS_AS(add_net("whist.munet", bytes.substr(0, end)), std::invalid_argument);
    CHECK_THROWS_WITH_AS(game_net::read("PK\3\4", "mine"),
                         "mine: is no net: it does not begin with 'mu-net'", std::invalid_argument);
    CHECK(find_net(g) == nets.file("whist"));
    const std::string of_folder = agent_spec("net").hash("whist");

    add_net("whist.munet", bytes);
    add_net("beliefs/whist.munet", places);
    CHECK(find_net(g) == "given:whist.munet");
    CHECK(find_net(g, net_head::places) == "given:beliefs/whist.munet");
    CHECK(find_net(game("contree")) == nets.file("contree"));
    CHECK(net_checksum("given:whist.munet") == net_checksum(net_folder().put("x", bytes)));
    CHECK(agent_spec("net").hash("whist") != of_folder);
    CHECK(belief_net::of(g).weights().shape().hidden == 9);
    rng r(5);
    position p = g.deal(r);
    const auto player = make_player(agent_spec("net"), g);
    while (!p.is_over()) {
        const seat_view v = p.view(p.to_act());
        const action a = ask(*player, p, r);
        CHECK(a == alone.choose(v));
        CHECK(game_net::of(g).values(v).front().value == alone.values(v).front().value);
        p.apply(a);
    }
    remove_net("whist.munet");
    remove_net("beliefs/whist.munet");
    CHECK(find_net(g) == nets.file("whist"));
}

TEST_CASE("net files: whether a net was trained by the rules of a game") {
    const random_nets nets;
    for (const char* spec :
         {"whist", "whist(game=long, rubber=on)", "contree(target=1000, gathered_deal=on)",
          "bridge(vul=none, boards=4)", "ulti(players=4)", "snapszer(deck=24, sevens=3)"}) {
        CAPTURE(spec);
        CHECK(net_fits(game(spec)));
        CHECK(net_fits(game(spec), net_head::places));
    }
    for (const char* spec :
         {"whist(trump=none)", "contree(contracts=all)", "contree(count=bid_only)",
          "bridge(scoring=rubber)", "euchre(no_trump=on)", "snapszer(deck=24, claim=compulsory)",
          "ulti(profile=repo)"}) {
        CAPTURE(spec);
        CHECK(!net_fits(game(spec)));
    }
    // A net says by what it was trained.
    net_bytes other = random_net(layout_called("whist"), 4, 1, 1);
    other.header["game"] = "whist(trump=none)";
    add_net("whist.munet", other.file());
    CHECK(net_fits(game("whist(trump=none)")));
    CHECK(!net_fits(game("whist")));
    other.header["game"] = "whist(trump=leaves)";
    add_net("whist.munet", other.file());
    CHECK_THROWS_WITH(net_fits(game("whist")), doctest::Contains("given:whist.munet: "));
    remove_net("whist.munet");
}

TEST_CASE("net files: a file that changes is read again") {
    const net_folder in;
    const game g("whist");
    const bit_layout& l = layout_called("whist");
    const std::string file = in.put("a.munet", random_net(l, 4, 1, 1).file());
    const game_net one = game_net::of(g, file), same = game_net::of(g, file);
    CHECK(&one.weights() == &same.weights());
    in.put("a.munet", random_net(l, 5, 1, 1).file());
    CHECK(game_net::of(g, file).weights().shape().hidden == 5);
    CHECK(one.weights().shape().hidden == 4);
}

namespace {

template <typename Net>
void check_references(const std::string& folder, bool say = false) {
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() != ".bin") continue;
        ++files;
        CAPTURE(entry.path().string());
        std::ifstream in(entry.path(), std::ios::binary);
        std::uint32_t magic = 0, count = 0, words = 0, actions = 0;
        const auto read = [&](void* to, std::size_t n) {
            return bool(in.read(static_cast<char*>(to), static_cast<std::streamsize>(n)));
        };
        REQUIRE((read(&magic, 4) && read(&count, 4) && read(&words, 4) && read(&actions, 4)));
        REQUIRE(magic == 0x316E6E6D);  // "mnn1"
        REQUIRE(count > 0);
        auto file = entry.path();
        file.replace_extension(".munet");
        if (!std::filesystem::exists(file)) file = MU_TEST_DATA "/../../nets" / file.filename();
        const Net by = Net::read(file.string());
        REQUIRE(words == by.weights().shape().words());
        REQUIRE(actions == static_cast<std::uint32_t>(by.weights().shape().actions));
        double worst = 0;
        for (std::uint32_t k = 0; k < count; ++k) {
            std::vector<std::uint64_t> bits(words);
            std::vector<float> should(actions), is(actions);
            REQUIRE((read(bits.data(), 8 * bits.size()) && read(should.data(), 4 * should.size())));
            by.weights().values(bits, is);
            for (std::size_t a = 0; a < is.size(); ++a)
                worst = std::max(worst, std::abs(double{is[a]} - double{should[a]}));
        }
        CHECK(in.peek() == std::char_traits<char>::eof());
        CHECK(worst < 1e-3);
        if (say)
            MESSAGE(entry.path().filename().string(), ": ", count,
                    " positions, largest difference ", worst);
    }
    CHECK(files > 0);
}

}  // namespace

// <variant>.munet and .bin, written by tests/nn/make_reference.py: what another program makes of
// such a net. Where there is a .bin alone, the net is that of nets/: python -m learn.record 16
// tests/data/nn/shipped wrote those, and has to again when a net is replaced. MU_NN_REFERENCES
// names a folder of more.
TEST_CASE("net files: values are those of the reference") {
    check_references<game_net>(MU_TEST_DATA "/nn");
    check_references<belief_net>(MU_TEST_DATA "/nn/beliefs");
    check_references<game_net>(MU_TEST_DATA "/nn/shipped");
    if (const char* more = std::getenv("MU_NN_REFERENCES"); more != nullptr && *more != '\0')
        check_references<game_net>(more, true);
}
