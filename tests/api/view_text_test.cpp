// A view as text and back: the same in every game, at every moment, for every observer.

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <mu/api/position.h>
#include <mu/api/view_text.h>

#include "support/counts.h"
#include "support/game_specs.h"
#include "support/refusal.h"

using namespace mu;

namespace {

void check_view(const seat_view& v) {
    const std::string text = view_text(v);
    const seat_view again = parse_view(text);
    CHECK(again == v);
    CHECK(again.key() == v.key());
    CHECK(again.to_json() == v.to_json());
    CHECK(view_text(again) == text);
}

}  // namespace

TEST_CASE("a view is read back as it was written") {
    const int deals = test::count(2, 40);
    for (const std::string& spec : test::game_specs()) {
        CAPTURE(spec);
        const game g(spec);
        rng generator(11);
        for (int deal = 0; deal < deals; ++deal) {
            position p = g.deal(generator);
            while (true) {
                if (p.is_over() || generator.below(6) == 0) {
                    for (int k = 0; k < g.info().seats; ++k)
                        check_view(p.view(static_cast<seat>(k)));
                    check_view(p.public_view());
                }
                if (p.is_over()) break;
                p.apply(p.legal().draw(generator));
            }
        }
    }
}

TEST_CASE("text that is no view is refused") {
    position p = game("euchre").deal("N Ac KJ.KT9.-.- -.-.AKQ.KQ AQ.J.T.T T.AQ.J.J");
    p.apply("pass");
    const std::string text = view_text(p.view(seat::east));
    const auto why = [](const std::string& of) {
        return test::refusal<std::invalid_argument>([&] { parse_view(of); });
    };
    CHECK(test::has(why(""), "lines are missing"));
    std::string other = text;
    CHECK(test::has(why(other.replace(0, 8, "euchre 99")), "is not version"));
    other = text;
    CHECK(test::has(why(other.replace(text.find("\n1\n"), 3, "\n7\n")), "no seat 7"));
    other = text;
    const char last = text.back() == '0' ? '1' : '0';
    CHECK(test::has(why(other.replace(text.size() - 1, 1, 1, last)), "changed"));
    CHECK(why(text + "\n") != "");
}
