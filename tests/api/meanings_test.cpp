// What calls mean, by name.

#include <filesystem>
#include <fstream>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <mu/agents/player.h>
#include <mu/api/meanings.h>

#include "support/counts.h"
#include "support/other_worlds.h"

using namespace mu;

TEST_CASE("meanings: every call of an auction has one, whoever looks") {
    const position p = replay(
        "bridge/1 | N none AQ3.KJ4.KQ52.J93 T876.Q85.T976.84 KJ942.A973.84.75 5.T62.AJ3.AKQT62"
        " | 1NT P 2H P");
    const auto said = call_meanings(p.public_view());
    REQUIRE(said);
    REQUIRE(said->size() == 4);
    CHECK((*said)[0].who == seat::north);
    CHECK((*said)[0].text == "15-17 high-card points, balanced");
    CHECK((*said)[0].facts["high_cards"] == nlohmann::ordered_json{15, 17});
    CHECK((*said)[2].text == "transfer to spades, 5+ spades, forcing");
    CHECK((*said)[2].facts["shows"] == "spades");
    CHECK((*said)[2].facts["forcing"] == "one round");
    const auto mine = call_meanings(p.view(seat::west));
    REQUIRE(mine);
    CHECK(mine->size() == 4);

    const seat_view north = p.view(seat::north);
    const auto next = meaning_of_call(north, north.rule_choice());
    REQUIRE(next);
    CHECK(next->text == "completes the transfer, 2+ spades");
    CHECK(!meaning_of_call(p.view(seat::west), north.rule_choice()));  // not his turn
}

TEST_CASE("meanings: nothing where calls have none") {
    rng generator(1);
    const position p = game("whist").deal(generator);
    CHECK(!call_meanings(p.public_view()));
    CHECK(!meaning_of_call(p.view(p.to_act()), p.legal_actions().front()));
}

namespace {

// A file that is gone when the test is over.
struct system_file {
    std::string name = (std::filesystem::temp_directory_path() /
                        ("mu_system_" + std::to_string(::getpid()) + ".bid"))
                           .string();
    explicit system_file(std::string_view text) { std::ofstream(name) << text; }
    ~system_file() { std::filesystem::remove(name); }
    system_file(const system_file&) = delete;
    system_file& operator=(const system_file&) = delete;
};

constexpr std::string_view weak_notrump =
    "system weak \"Weak notrump\"\n"
    "always if level 0\n  1NT : hcp 12-14, balanced\n  1C : hcp 15+\n  P :\n"
    "always\n  P :\n";

}  // namespace

TEST_CASE("calls: key cards that partner's strength allows, suits that nobody has bid") {
    const auto called = [](const std::string& hands, const std::string& calls) {
        const position p = replay("bridge/1 | N none " + hands + " | " + calls);
        return p.action_text(p.view(p.to_act()).rule_choice());
    };
    const std::string three_keys =
        "AKQ965.A3.KQ4.K5 T3.Q9742.J3.J974 J842.KJ8.A765.Q2 7.T65.T982.AT863";
    CHECK(called(three_keys, "1S P 3S P 4NT P 5D P") == "6S");  // one: one is missing
    CHECK(called(three_keys, "1S P 3S P 4NT P 5C P") == "5S");  // none
    const std::string two_keys =
        "AKQ965.K3.KQ4.K5 T3.Q9742.J3.J974 J842.AJ8.A765.Q2 7.T65.T982.AT863";
    CHECK(called(two_keys, "1S P 3S P 4NT P 5C P") == "6S");  // three, for he has ten points
    CHECK(called(two_keys, "1S P 2S P 4NT P 5C P") == "5S");  // too weak for three
    // Short in clubs, which he has bid himself: a double for the others all the same.
    CHECK(called("A2.AK54.AK543.32 T3.Q972.J82.J974 J984.J8.Q76.QT86 KQ765.T63.T9.AK5",
                 "1C P P 1S") == "X");
}

TEST_CASE("meanings: a call that is not legal is refused with the choices") {
    rng generator(1);
    const position p = game("bridge").deal(generator);
    const seat_view v = p.view(p.to_act());
    for (const action a : {action{0}, action{51}, bridge::x, action{255}}) {
        CAPTURE(int{a});
        CHECK_THROWS_WITH_AS(meaning_of_call(v, a),
                             doctest::Contains("is not a legal call; legal: P 1C 1D"),
                             std::invalid_argument);
    }
}

TEST_CASE("systems: another one calls and explains in its own way") {
    const system_file file(weak_notrump);
    const game g("bridge");
    const call_system weak(g, file.name);
    CHECK(weak.title() == "Weak notrump");
    position p = replay(
        "bridge/1 | N none AQ3.KJ4.K852.J93 T876.Q85.T976.84 KJ942.A973.Q4.75 5.T62.AJ3.AKQT62 | ");
    CHECK(p.action_text(weak.choose(p.view(seat::north))) == "1NT");
    CHECK(p.action_text(p.view(seat::north).rule_choice()) != "1NT");
    const auto next = weak.meaning(p.view(seat::north), p.parse_action("1NT"));
    REQUIRE(next);
    CHECK(next->text == "12-14 high-card points, balanced");
    p.apply("1NT");
    REQUIRE(weak.meanings(p.public_view()).size() == 1);
    CHECK(weak.meanings(p.public_view())[0].text == "12-14 high-card points, balanced");
    CHECK(call_meanings(p.public_view())->at(0).text == "15-17 high-card points, balanced");
    for (int k = 0; k < 3; ++k) p.apply("P");
    const seat_view leads = p.view(seat::east);  // cards as the rule player
    CHECK(weak.choose(leads) == leads.rule_choice());
}

TEST_CASE("systems: what is no system is refused, and games without") {
    CHECK_THROWS_WITH_AS(call_system(game("contree"), "weak.bid"),
                         "the calls of contree follow no system that could be read from weak.bid; "
                         "those of bridge do",
                         std::invalid_argument);
    CHECK_THROWS_WITH_AS(call_system(game("bridge"), "/no/such.bid"),
                         "/no/such.bid: cannot be read: No such file or directory",
                         std::invalid_argument);
    const system_file file("system s \"t\"\nalways\n  1C : zeal 3+\n");
    CHECK_THROWS_WITH_AS(call_system(game("bridge"), file.name),
                         (file.name + ": line 3: unknown condition 'zeal'").c_str(),
                         std::invalid_argument);
}

TEST_CASE("systems: rule(system=FILE) stays legal and does not look at hidden cards") {
    const system_file file(weak_notrump);
    const agent_spec spec("rule(system=\"" + file.name + "\")");
    CHECK(agent_spec("rule(system=" + file.name + ")") == spec);
    CHECK(agent_spec::from_toml(spec.toml()) == spec);
    CHECK(spec.files() == std::vector{file.name});
    CHECK(agent_spec("rule").toml() == "kind = \"rule\"\n");
    CHECK_THROWS_AS(make_player(spec, game("whist")), std::invalid_argument);
    for (const test::set_up& t : test::tables()) {
        if (!t.spec.starts_with("bridge")) continue;
        const game g(t.spec);
        const auto who = make_player(spec, g);
        int compared = 0, differs = 0;
        for (int i = 0; i < test::count(200, 20000); ++i) {
            rng r = rng(41).split(static_cast<std::uint64_t>(i));
            auto [number, dealer, p] = test::random_deal(t, g, r);
            while (!p.is_over() && p.history().size() < 24) {
                const action a = ask(*who, p, r);
                REQUIRE(p.legal().contains(a));
                differs += a != p.view(p.to_act()).rule_choice() ? 1 : 0;
                if (const auto other = test::other_world(t, p, number, dealer, r)) {
                    ++compared;
                    REQUIRE(ask(*who, *other, r) == a);
                }
                p.apply(r.below(3) == 0 ? p.legal().draw(r) : a);
            }
        }
        CHECK(compared > 100);
        CHECK(differs > 100);
    }
    const std::string before = spec.hash();
    std::ofstream(file.name) << weak_notrump << "\n";
    CHECK(spec.hash() != before);
}
