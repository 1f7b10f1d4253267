// The worlds that decisions are made on: they fit what was seen, by inference as often as the
// likelihood of what was done says, and one imagined by another seat fits what that seat has seen.

#include <map>

#include <doctest/doctest.h>

#include <mu/games/contree.h>
#include <mu/games/contree/hidden.h>
#include <mu/games/contree/soft_rules.h>
#include <mu/games/euchre.h>
#include <mu/games/euchre/hidden.h>
#include <mu/games/euchre/soft_rules.h>
#include <mu/games/whist.h>
#include <mu/games/whist/hidden.h>
#include <mu/games/whist/soft_rules.h>
#include <mu/search/evidence.h>

#include "support/counts.h"

using namespace mu;

namespace {

// A deal in which rule makes errors; f(state, worlds of `me`) whenever `me` is to act.
template <variant V, typename F>
void watch(std::uint64_t seed, seat me, const evidence_settings& how, F&& f,
           std::unique_ptr<policy<V>> others = nullptr) {
    rng generator(seed);
    std::array<card_mask, most_places> places{};
    const deal_layout of = V::layout({});
    const auto dealt = std::span(places).first(static_cast<std::size_t>(of.places));
    deal_random(of, generator, dealt);
    game_state<V> s = start_deal(V{}, {}, dealt, seat::west, 0);
    seat_worlds<V> known(how, nullptr, std::move(others));
    known.begin(view_of(s, me));
    rule_policy<V> mixed(0.2);
    std::vector<seen_action> record;
    while (!rules<V>::is_over(s)) {
        const seat who = rules<V>::to_act(s);
        if (who == me) f(std::as_const(s), known, generator);
        const policy_question<V> asked{view_of(s, who), record};
        action a = 0;
        mixed.choose({&asked, 1}, {&a, 1}, generator);
        const bool seen = sees_action(s, a, me);
        record.push_back({who, seen ? std::optional(a) : std::nullopt});
        rules<V>::apply(s, a);
        known.see(view_of(s, me), record.back());
    }
}

template <variant V>
void check_fit(const evidence_settings& how) {
    int checked = 0;
    for (int i = 0; i < test::count(4, 200); ++i)
        watch<V>(70 + static_cast<std::uint64_t>(i), seat::south, how,
                 [&](const game_state<V>& s, seat_worlds<V>& known, rng& generator) {
                     std::vector<game_state<V>> drawn;
                     const double effective = known.draw(6, generator, drawn);
                     CHECK(effective > 0);
                     CHECK(!drawn.empty());
                     for (const game_state<V>& w : drawn) {
                         CHECK(view_of(w, seat::south) == view_of(s, seat::south));
                         ++checked;
                     }
                 });
    CHECK(checked > 20);
}

}  // namespace

TEST_CASE_TEMPLATE("evidence: worlds fit the view, however they are drawn", V, whist, contree,
                   euchre) {
    for (const double soft : {0.0, 0.5, 1.0})
        for (const bool policy : {false, true})
            for (const int memory : {0, 8})
                check_fit<V>({.soft = soft, .policy = policy, .candidates = 3, .memory = memory});
    check_fit<V>({.policy = true, .memory = 8, .smoothing = 0.5, .decay = 0.8});
}

// By soft rules of twice the strength the chance of a card is further from that of facts alone.
TEST_CASE("evidence: soft rules may be made to say more or less") {
    std::vector<std::array<double, 3>> chances;  // by strength 0, 1 and 2
    for (std::size_t k = 0; k < 3; ++k) {
        std::size_t at = 0;
        watch<contree>(72, seat::south, {.soft = static_cast<double>(k)},
                       [&](const game_state<contree>&, seat_worlds<contree>& known, rng&) {
                           const auto& b = known.belief();
                           for (const seat who : {seat::north, seat::east, seat::west})
                               for (card c = 0; c < deck_traits<contree>::cards; ++c, ++at) {
                                   if (k == 0) chances.push_back({});
                                   chances.at(at)[k] = b.prob[b.row(who)][c];
                               }
                       });
    }
    double once = 0, twice = 0;
    int same_way = 0, changed = 0;
    for (const auto& x : chances) {
        once += std::abs(x[1] - x[0]);
        twice += std::abs(x[2] - x[0]);
        if (std::abs(x[1] - x[0]) < 0.01) continue;
        ++changed;
        same_way += (x[1] > x[0]) == (x[2] > x[0]) ? 1 : 0;
    }
    CHECK(changed > 20);
    CHECK(twice > 1.2 * once);
    CHECK(same_way > 0.9 * changed);
}

// With all the smoothing there is, a memory draws what facts alone would.
TEST_CASE("evidence: smoothing and decay reach the memory") {
    double likely = 0, smoothed = 0, forgotten = 0;
    for (std::uint64_t seed = 80; seed < 84; ++seed) {
        const auto sum_of = [&](double smoothing, double decay) {
            double sum = 0;
            watch<contree>(seed, seat::south,
                           {.policy = true,
                            .errors = 0.05,
                            .memory = 60,
                            .smoothing = smoothing,
                            .decay = decay},
                           [&](const auto&, auto& known, rng& generator) {
                               std::vector<game_state<contree>> drawn;
                               known.draw(20, generator, drawn);
                               for (const auto& w : drawn)
                                   sum += std::max(-100.0, known.log_likelihood(world_of(w)));
                           });
            return sum;
        };
        likely += sum_of(0, 1);
        smoothed += sum_of(1, 1);
        forgotten += sum_of(0, 0);
    }
    CHECK(likely > smoothed);
    CHECK(likely != forgotten);
}

// Where the worlds can be listed, the share of each in many draws is that of its likelihood.
TEST_CASE("evidence: worlds are drawn as often as they are likely") {
    int compared = 0;
    for (const int memory : {0, 400}) {
        CAPTURE(memory);
        const evidence_settings how{.policy = true, .candidates = 40, .memory = memory};
        for (std::uint64_t seed = 80; seed < 84; ++seed)
            watch<whist>(seed, seat::south, how, [&](const auto& s, auto& known, rng& generator) {
                const world_set<whist>& worlds = known.belief().worlds();
                if (s.tricks_remaining > 5 || worlds.count() < 4 || worlds.count() > 60) return;
                std::vector<double> chance;
                double sum = 0;
                for (std::uint64_t i = 0; i < worlds.count(); ++i)
                    sum += chance.emplace_back(std::exp(known.log_likelihood(worlds.at(i))));
                std::vector<game_state<whist>> drawn;
                std::vector<double> share(chance.size());
                constexpr int times = 40, each = 50;
                for (int k = 0; k < times; ++k) {
                    known.draw(each, generator, drawn);
                    for (const auto& w : drawn)
                        for (std::uint64_t i = 0; i < worlds.count(); ++i)
                            if (worlds.at(i) == world_of(w)) share[i] += 1.0 / (times * each);
                }
                for (std::size_t i = 0; i < chance.size(); ++i) {
                    CAPTURE(i);
                    const double expected = chance[i] / sum;
                    // A memory has a few hundred worlds, and a share of plain ones.
                    const double most = memory > 0 ? 0.12 : 0.05;
                    CHECK(std::abs(share[i] - expected) < most);
                }
                ++compared;
            });
    }
    CHECK(compared > 5);
}

// A policy that is asked about all decisions in all worlds at once, and counts what it is asked.
template <variant V>
struct counting_policy final : policy<V> {
    explicit counting_policy(double errors) : by(errors) {}
    void choose(std::span<const policy_question<V>> of, std::span<action> out,
                rng& generator) override {
        by.choose(of, out, generator);
    }
    void chances(std::span<const policy_question<V>> of, std::span<const action> done,
                 std::span<double> out) override {
        ++calls;
        questions += of.size();
        by.chances(of, done, out);
    }
    rule_policy<V> by;
    std::size_t calls = 0, questions = 0;
};

TEST_CASE_TEMPLATE("evidence: asked about all worlds at once, a policy says what it says of each",
                   V, whist, contree, euchre) {
    int compared = 0;
    for (const int memory : {0, 10}) {
        const evidence_settings how{.policy = true, .candidates = 4, .memory = memory};
        for (std::uint64_t seed = 60; seed < 63; ++seed) {
            auto made = std::make_unique<counting_policy<V>>(how.errors);
            counting_policy<V>& asked = *made;
            std::vector<std::vector<game_state<V>>> expected;
            watch<V>(seed, seat::south, how,
                     [&](const auto&, seat_worlds<V>& known, rng generator) {
                         known.draw(5, generator, expected.emplace_back());
                     });
            std::size_t at = 0;
            watch<V>(
                seed, seat::south, how,
                [&](const auto&, seat_worlds<V>& known, rng generator) {
                    std::vector<game_state<V>> drawn;
                    asked.calls = asked.questions = 0;
                    known.draw(5, generator, drawn);
                    CHECK(drawn == expected.at(at++));
                    if (memory == 0 && asked.calls == 1 && asked.questions > 20) ++compared;
                },
                std::move(made));
            CHECK(at == expected.size());
        }
    }
    CHECK(compared > 5);
}

TEST_CASE_TEMPLATE("evidence: what another seat imagines fits what it has seen", V, whist,
                   contree) {
    int others = 0, different = 0;
    for (std::uint64_t seed = 90; seed < 94; ++seed)
        watch<V>(seed, seat::south, {},
                 [&](const game_state<V>&, seat_worlds<V>& known, rng& generator) {
                     std::vector<game_state<V>> drawn;
                     known.draw(2, generator, drawn);
                     for (const game_state<V>& w : drawn)
                         for (const seat who : {seat::north, seat::east, seat::west}) {
                             const auto other = known.seen_by(w, who, generator);
                             REQUIRE(other);
                             CHECK(view_of(*other, who) == view_of(w, who));
                             ++others;
                             different += other->hands[seat::south] != w.hands[seat::south] ? 1 : 0;
                         }
                 });
    CHECK(different > others / 2);
}

TEST_CASE("evidence: by calls alone, cards that were played say nothing") {
    // Of the world that is: what it makes likely by calls does not change once cards are played.
    int compared = 0, different = 0;
    for (std::uint64_t seed = 1; seed < 12; ++seed) {
        std::map<int, double> calls, all;
        for (const bool calls_only : {false, true})
            watch<contree>(seed, seat::south, {.policy = true, .calls_only = calls_only},
                           [&](const game_state<contree>& s, seat_worlds<contree>& known, rng&) {
                               if (s.extra.stage != contree::phase::play) return;
                               known.belief();
                               (calls_only ? calls : all)[s.tricks_remaining] =
                                   known.log_likelihood(world_of(s));
                           });
        for (const auto& [tricks, x] : calls) {
            CHECK(x == doctest::Approx(calls.rbegin()->second));
            different += x != doctest::Approx(all.at(tricks)) ? 1 : 0;
            ++compared;
        }
    }
    CHECK(compared > 20);
    CHECK(different > 10);
}
