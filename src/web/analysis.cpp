#include "web/analysis.h"

#include <mu/api/read_positions.h>
#include <mu/api/solve.h>
#include <mu/cards/text.h>

namespace mu::detail {

namespace {

position from_text(const std::string& text) {
    return text.find(" @ ") != std::string::npos ? parse_position(text) : replay(text);
}

json range(const value_range& v) { return v.exact() ? json(v.low) : json::array({v.low, v.high}); }

// The seat whose card action i was: whoever the trick says, since a dummy's cards are played by
// another.
json history_json(const position& p) {
    json out = json::array();
    const auto& info = p.game().info();
    position before = p;
    while (!before.history().empty()) before.undo();
    for (std::size_t i = 0; i < p.history().size(); ++i) {
        const action a = p.history()[i];
        json one{{"seat", index(p.actor(i))}, {"action", p.action_text(a)}, {"from", nullptr}};
        before.apply(a);
        if (a < info.deck.card_count()) {
            one["from"] = index(p.actor(i));
            const json trick = before.public_view().to_json()["trick"];
            if (!trick.is_null())
                for (std::size_t k = 0; k < trick["cards"].size(); ++k)
                    if (trick["cards"][k] == one["action"]) one["from"] = k;
        }
        out.push_back(std::move(one));
    }
    return out;
}

}  // namespace

json read_deals(const std::string& text) {
    json out = json::array();
    for (const named_position& n : read_positions(text)) {
        const bool has_history = !n.from.history().empty();
        std::string record;
        try {
            record = n.from.record();
        } catch (const std::logic_error&) {  // it was set up, not dealt
            record = n.from.state_text();
        }
        out.push_back({{"name", n.name},
                       {"game", n.from.game().info().name},
                       {"title", n.from.game().info().title},
                       {"record", record},
                       {"actions", has_history ? n.from.history().size() : 0}});
    }
    return out;
}

json analyse(const std::string& record, std::size_t at, const analysis_wishes& wishes,
             const solve_budget& budget) {
    position p = from_text(record);
    const json history = history_json(p);
    while (p.history().size() > at) p.undo();
    const auto& info = p.game().info();
    json out{{"game", p.game().spec()},
             {"name", info.name},
             {"title", info.title},
             {"seats", info.seats},
             {"sides", info.sides},
             {"at", p.history().size()},
             {"history", history},
             {"position", p.to_json()},
             {"to_act", p.is_over() ? json() : json(index(p.to_act()))}};
    json& ranks = out["ranks"] = json::object();
    const auto of = p.public_view().card_ranks();
    for (std::size_t c = 0; c < of.size(); ++c)
        ranks[card_str(static_cast<card>(c), info.deck)] = {
            {"suit", of[c].of == suit::none ? "" : suit_str(of[c].of, info.deck)},
            {"above", of[c].above},
            {"trump", of[c].trump}};
    json& legal = out["legal"] = json::array();
    for (const action a : p.legal_actions())
        legal.push_back(
            {{"id", a}, {"text", p.action_text(a)}, {"card", a < info.deck.card_count()}});
    if (p.is_over()) {
        out["result"] = {{"text", p.result()}, {"words", p.phrases()}, {"score", p.score()}};
        return out;
    }
    solve_options how;
    how.line = wishes.line;
    how.budget = budget;
    try {
        const solution s = p.solve(how);
        json moves = json::array();
        for (const auto& m : s.moves)
            moves.push_back(
                {{"id", m.what}, {"text", p.action_text(m.what)}, {"value", range(m.value)}});
        out["solution"] = {
            {"unit", s.unit},          {"side", s.side}, {"more_is_better", s.more_is_better},
            {"value", range(s.value)}, {"moves", moves}, {"nodes", s.nodes},
            {"complete", s.complete}};
        if (wishes.line) {
            json& line = out["solution"]["line"] = json::array();
            for (const action a : s.line) line.push_back(p.action_text(a));
        }
    } catch (const std::invalid_argument& e) {
        out["no_solution"] = e.what();  // no cards are being played, or the game has no solver
    }
    if (wishes.contracts) {
        try {
            out["contracts"] = to_json(p.solve_contracts(how));
        } catch (const std::invalid_argument& e) {
            out["no_contracts"] = e.what();
        }
    }
    return out;
}

}  // namespace mu::detail
