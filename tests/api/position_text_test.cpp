// Position text with one field changed: it is refused, or everything works on what it says.

#include <cctype>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <mu/api/position.h>
#include <mu/cards/text.h>

#include "support/counts.h"
#include "support/refusal.h"

namespace {

using namespace mu;
using test::refusal;

struct field {
    std::string name, value;
};
struct fields {
    std::string header;  // up to the @
    std::vector<field> list;

    std::string text() const {
        std::string out = header;
        for (const field& f : list) out += " " + f.name + "=" + f.value;
        return out;
    }
};

fields split(const std::string& text) {
    fields out;
    std::size_t at = text.find('@') + 1;
    out.header = text.substr(0, at);
    while (at < text.size()) {
        const std::size_t end = std::min(text.find(' ', ++at), text.size());
        const std::string part = text.substr(at, end - at);
        const std::size_t equals = part.find('=');
        out.list.push_back({part.substr(0, equals), part.substr(equals + 1)});
        at = end;
    }
    return out;
}

// Other values in place of this one: numbers at and beyond every limit, other suits, seats and
// cards, lists with one part changed, and cards moved, lost or doubled.
std::vector<std::string> others(const std::string& value, const deck_info& deck) {
    std::vector<std::string> out;
    const auto is_number = [](const std::string& s) {
        return !s.empty() && s.find_first_not_of("-0123456789") == std::string::npos && s != "-";
    };
    const std::size_t colon = value.find(':');
    const std::size_t first = colon == std::string::npos ? 0 : colon + 1;
    if (colon != std::string::npos)
        for (const char* leader : {"N", "E", "S", "W", "0", "1", "2"})
            out.push_back(leader + value.substr(colon));
    std::vector<std::string> parts;
    for (std::size_t at = first; at <= value.size();) {
        const std::size_t end = std::min(value.find(',', at), value.size());
        parts.push_back(value.substr(at, end - at));
        at = end + 1;
    }
    const auto with = [&](std::size_t k, const std::string& part) {
        std::string text = value.substr(0, first);
        for (std::size_t i = 0; i < parts.size(); ++i)
            text += (i == 0 ? "" : ",") + (i == k ? part : parts[i]);
        out.push_back(text);
    };
    for (std::size_t k = 0; k < parts.size(); ++k) {
        const std::string& part = parts[k];
        if (is_number(part)) {
            for (const int n : {-2, -1, 0,  1,  2,   3,   4,   5,   7,   9,   13, 16,
                                31, 35, 54, 64, 128, 157, 200, 250, 254, 255, 256})
                with(k, std::to_string(n));
            with(k, std::to_string(std::stoll(part) + 1));
            with(k, std::to_string(std::stoll(part) - 1));
        } else if (part.find('.') != std::string::npos) {  // a hand
            for (std::size_t i = 0; i < part.size(); ++i)
                if (std::isalnum(static_cast<unsigned char>(part[i])) != 0)
                    with(k, part.substr(0, i) + part.substr(i + 1));
            for (const char rank : deck.ranks) with(k, rank + part);
            with(k, "-.-.-.-");
            for (std::size_t j = 0; j < parts.size(); ++j)
                if (j != k) with(k, parts[j]);
        } else {  // a card, a suit or a seat
            for (const char suit : deck.suits) with(k, std::string(1, suit));
            for (const char* other : {"n", "-", "N", "E", "S", "W"}) with(k, other);
            for (int c = 0; c < deck.card_count(); c += 7)
                with(k, card_str(static_cast<card>(c), deck));
            for (std::size_t j = 0; j < parts.size(); ++j)
                if (j != k) with(k, parts[j]);
        }
    }
    return out;
}

// All that can be asked of a position; anything thrown is a failure.
void ask_everything(const position& p) {
    const auto legal = p.legal_actions();
    if (legal.empty() != p.is_over()) throw std::logic_error("legal actions do not fit the end");
    p.to_json();
    p.text();
    for (int k = 0; k < p.game().info().seats; ++k) {
        const seat_view v = p.view(static_cast<seat>(k));
        v.to_json();
        v.text();
        if (v.to_act()) {
            const action chosen = v.rule_choice();
            if (std::ranges::find(legal, chosen) == legal.end())
                throw std::logic_error("the rule player breaks the rules");
        }
    }
    if (p.score().size() != static_cast<std::size_t>(p.game().info().seats))
        throw std::logic_error("a score for each seat");
}
void work_everywhere(const position& start, rng& generator) {
    ask_everything(start);
    const position again = parse_position(start.state_text());
    if (again.state_text() != start.state_text() || again.to_json() != start.to_json())
        throw std::logic_error("it does not read back");
    for (const action a : start.legal_actions()) {
        position next = start;
        next.apply(a);
        ask_everything(next);
    }
    position p = start;
    for (int steps = 0; !p.is_over(); ++steps) {
        if (steps == 200) throw std::logic_error("it never ends");
        const auto legal = p.legal_actions();
        p.apply(legal[generator.below(legal.size())]);
    }
    ask_everything(p);
}

struct outcome {
    int refused = 0, accepted = 0;
};

// Every other value of every field in some positions of a game.
void change_fields(const std::string& spec, std::uint64_t seed, outcome& out) {
    rng generator(seed);
    const game g(spec);
    position p = g.deal(
        generator, static_cast<seat>(generator.below(static_cast<std::uint64_t>(g.info().seats))));
    std::vector<std::string> texts{p.state_text()};
    while (!p.is_over()) {
        const auto legal = p.legal_actions();
        p.apply(legal[generator.below(legal.size())]);
        texts.push_back(p.state_text());
    }
    // The start, the end, and some in between; values of one position in another, too. A deal may
    // be over after one action.
    for (const std::size_t at :
         {std::size_t{generator.below(std::min<std::size_t>(4, texts.size()))},
          std::size_t{generator.below(texts.size())}, texts.size() - 1 - generator.below(2)}) {
        const fields good = split(texts[at]);
        const fields later = split(texts[generator.below(texts.size())]);
        for (std::size_t k = 0; k < good.list.size(); ++k) {
            auto values = others(good.list[k].value, g.info().deck);
            values.push_back(later.list[k].value);
            for (const std::string& value : values) {
                if (value == good.list[k].value) continue;
                fields changed = good;
                changed.list[k].value = value;
                const std::string text = changed.text();
                CAPTURE(text);
                try {
                    const position q = parse_position(text);
                    ++out.accepted;
                    try {
                        work_everywhere(q, generator);
                    } catch (const std::exception& e) {
                        FAIL_CHECK("accepted, but: " << e.what());
                    }
                } catch (const std::invalid_argument&) {
                    ++out.refused;
                }
            }
        }
    }
}

// A position with one field changed.
std::string edited(const position& p, const std::string& name, const std::string& value) {
    fields f = split(p.state_text());
    const auto at = std::ranges::find(f.list, name, &field::name);
    REQUIRE(at != f.list.end());
    at->value = value;
    return f.text();
}
std::string why(const std::string& text) {
    return refusal<std::invalid_argument>([&] { parse_position(text); });
}

}  // namespace

TEST_CASE("position text with a changed field is refused, or everything works") {
    for (const game_info& info : games()) {
        CAPTURE(info.name);
        outcome seen;
        std::vector<std::string> specs{info.name};
        // A spec for the last choice of each option, where it stands alone.
        for (const option_info& o : info.options) try {
                specs.push_back(
                    game(info.name + "(" + o.key + "=" + o.choices.back() + ")").spec());
            } catch (const std::invalid_argument&) {
            }
        const int rounds = test::count(1, 4);
        for (int i = 0; i < rounds; ++i)
            for (std::size_t k = 0; k < specs.size(); ++k)
                if (i > 0 || k % 7 == 0)
                    change_fields(specs[k], static_cast<std::uint64_t>(100 * i) + k, seen);
        CHECK(seen.refused > 100);
        CHECK(seen.accepted > 0);
    }
}

TEST_CASE("position text with a changed field: a deal that is over after one action") {
    outcome seen;
    change_fields("snapszer(claim=compulsory)", 209, seen);
    CHECK(seen.refused > 0);
}

TEST_CASE("position text: a card cannot lie twice in a trick") {
    position p =
        game("whist(trump=h)")
            .deal("N h A532.AK2.9876.32 K764.QJT.AKQ.987 QJT.9876.5432.AK 98.543.JT.QJT654");
    p.apply("Qh");
    CHECK(test::has(why(edited(p, "trick", "E:Qh,Qh,-,-")), "twice in the trick: Qh"));
}

TEST_CASE("whist: position text keeps to the options and to thirteen tricks") {
    const std::string cards = "A532.AK2.9876.32 K764.QJT.AKQ.987 QJT.9876.5432.AK 98.543.JT.QJT654";
    const position given = game("whist(trump=h)").deal("N h " + cards);
    CHECK(test::has(why(edited(given, "trump", "s")), "trump=h"));
    CHECK(test::has(why(edited(given, "turn_up", "Ah")), "no card is turned up"));
    CHECK(test::has(why(edited(given, "won", "200,77")), "13 tricks"));
    CHECK(test::has(why(edited(given, "won", "1,0")), "13 tricks"));
    CHECK(test::has(why(edited(given, "to_act", "N")), "E leads to the first trick"));
    const position turned = game("whist").deal("N Ah " + cards);
    CHECK(test::has(why(edited(turned, "turn_up", "-")), "turned-up card is missing"));
    CHECK(test::has(why(edited(turned, "turn_up", "Qh")), "does not hold the turned-up card"));
    CHECK(test::has(why(edited(turned, "turn_up", "As")), "not of the trump suit"));
}

TEST_CASE("bridge: position text says whose turn it is to call") {
    position p = game("bridge").deal(deal_number{1});
    CHECK(test::has(why(edited(p, "turn", "S")), "S is not the seat to call"));
    p.apply("1H");
    for (const char* turn : {"N", "S", "W"})
        CHECK(test::has(why(edited(p, "turn", turn)), "not the seat to call"));
    p.apply("X");
    for (const char* turn : {"E", "W"})
        CHECK(test::has(why(edited(p, "turn", turn)), "not the seat to call"));
    p.apply("XX");
    for (const char* turn : {"N", "S"})
        CHECK(test::has(why(edited(p, "turn", turn)), "not the seat to call"));
    p = game("bridge").deal(deal_number{1});
    for (int k = 0; k < 4; ++k) p.apply("P");
    CHECK(test::has(why(edited(p, "turn", "E")), "after four passes"));
}

TEST_CASE("contree: three may have passed where nobody has bid") {
    position p = game("contree").deal(deal_number{1});
    for (int k = 0; k < 3; ++k) p.apply("pass");
    CHECK(parse_position(p.state_text()).legal_actions() == p.legal_actions());
    p = game("contree").deal(deal_number{1});
    p.apply("80s");
    for (int k = 0; k < 2; ++k) p.apply("pass");
    CHECK(test::has(why(edited(p, "passes", "3")), "too many passes in a row"));
}

TEST_CASE("ulti: position text names a phase that there is") {
    const position p = game("ulti").deal(deal_number{1});
    CHECK(test::has(why(edited(p, "phase", "7")), "phase"));
}

TEST_CASE("ulti: position text has no kontra before the auction is over") {
    position p = game("ulti").deal("0 -.J987.QJ7.KQ7 ATKQ7.AT.98.J98 J98.KQ.ATK.AT");
    for (const char* a : {"L8", "L9", "P_passz"}) p.apply(a);
    for (const char* name : {"kontra", "answer"})
        CHECK(test::has(why(edited(p, name, "1,0,0")), "kontra is said after the auction"));
}

TEST_CASE("ulti: position text without a bid has no tricks") {
    const position p = game("ulti").deal("0 -.J987.QJ7.KQ7 ATKQ7.AT.98.J98 J98.KQ.ATK.AT");
    fields f = split(p.state_text());
    for (field& x : f.list) {
        if (x.name == "left") x.value = "9";
        if (x.name == "hands") x.value = "-.J987.QJ7.KQ,ATKQ7.AT.98.J9,J98.KQ.ATK.A";
        if (x.name == "played") x.value = "-.-.-.T87";
        if (x.name == "trick") x.value = "1:A8,AT,A7";
        if (x.name == "won") x.value = "0,0,1";
        if (x.name == "tens") x.value = "0,0,1";
        if (x.name == "to_act") x.value = "2";
    }
    CHECK(test::has(why(f.text()), "cards are played after the auction"));
}
