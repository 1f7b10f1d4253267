// What of the suite knows games by name alone. JSON takes seconds to compile, so it is here and not
// in the header.
#include "support/suite.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <mu/api/match.h>
#include <mu/api/position.h>
#include <mu/cards/text.h>

namespace mu::test {

void check_texts(const std::vector<std::string>& specs, int count) {
    for (int i = 0; i < count; ++i) {
        rng generator = rng(3).split(static_cast<std::uint64_t>(i));
        const game g(specs[static_cast<std::size_t>(i) % specs.size()]);
        CAPTURE(g.spec());
        const seat dealer =
            static_cast<seat>(generator.below(static_cast<unsigned>(g.info().seats)));
        position p = g.deal(generator, dealer, static_cast<int>(generator.below(16)));
        const std::uint64_t stop = generator.below(80);
        for (std::uint64_t k = 0; k < stop && !p.is_over(); ++k) {
            const auto legal = p.legal_actions();
            const action a = legal[generator.below(legal.size())];
            REQUIRE(p.parse_action(p.action_text(a)) == a);
            const position before = p;
            p.apply(a);
            if (k % 8 == 0) {
                position back = p;
                back.undo();
                REQUIRE(back == before);
            }
        }
        const std::string record = p.record();
        CAPTURE(record);
        REQUIRE(replay(record) == p);
        REQUIRE(replay(record).record() == record);
        REQUIRE(replay_json(nlohmann::ordered_json::parse(p.record_json().dump())) == p);
        const std::string state = p.state_text();
        const position set_up = parse_position(state);
        REQUIRE(set_up.state_text() == state);
        REQUIRE(set_up.to_json() == p.to_json());
        REQUIRE(set_up.legal_actions() == p.legal_actions());
        for (int k = 0; k < g.info().seats; ++k) {
            const auto view = p.view(static_cast<seat>(k));
            REQUIRE(view.to_json()["seat"] == seat_str(static_cast<seat>(k), g.info().seats));
            REQUIRE(view == replay(record).view(static_cast<seat>(k)));
        }
    }
}

void check_matches(const std::vector<std::string>& specs, int count) {
    for (int i = 0; i < count; ++i) {
        rng generator = rng(4).split(static_cast<std::uint64_t>(i));
        match m{game(specs[static_cast<std::size_t>(i) % specs.size()])};
        CAPTURE(m.game().spec());
        while (!m.is_over()) {
            REQUIRE(m.deals_played() < 3000);
            position p = m.next_deal(generator);
            while (!p.is_over()) {
                const auto legal = p.legal_actions();
                p.apply(legal[generator.below(legal.size())]);
            }
            m.add(p);
            REQUIRE(m.totals().size() == static_cast<std::size_t>(m.players()));
        }
        REQUIRE(m.winner() >= 0);
        REQUIRE_THROWS(m.next_deal(generator));
    }
}

}  // namespace mu::test
