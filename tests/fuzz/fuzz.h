// What the fuzzers share. A parser may refuse its input, in the one way that is documented;
// whatever it accepts has to work. So only the parsing itself stands inside `accepted`: an
// exception of anything after it ends the program, and that is a finding.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include <mu/api/position.h>
#include <mu/cards/error.h>

namespace mu::fuzz {

inline void expect(bool good) {
    if (!good) std::abort();
}

// What `parse` makes of `text`, or nothing if it refuses it. A parse_error has to point into the
// text.
template <typename Parse>
auto accepted(std::string_view text, Parse&& parse) -> std::optional<decltype(parse(text))> {
    try {
        return parse(text);
    } catch (const parse_error& e) {
        // Some parsers look at a copy in lower case; places in it are the same.
        expect(e.text.size() == text.size() && e.offset <= text.size() && e.position <= e.offset);
    } catch (const std::invalid_argument&) {
    }
    return std::nullopt;
}

// Every game, as it is and with each choice of each option alone.
inline const std::vector<game>& all_games() {
    static const std::vector<game> all = [] {
        std::vector<game> out;
        for (const game_info& info : games()) {
            out.emplace_back(info.name);
            for (const option_info& o : info.options)
                for (const std::string& choice : o.choices)
                    if (choice != o.preset)
                        if (auto g = accepted(info.name + "(" + o.key + "=" + choice + ")",
                                              [](std::string_view t) { return game(t); }))
                            out.push_back(*g);
        }
        return out;
    }();
    return all;
}

// The game that the first two bytes choose; they are taken away.
inline const game& take_game(std::string_view& text) {
    std::size_t chosen = 0;
    for (int k = 0; k < 2 && !text.empty(); ++k, text.remove_prefix(1))
        chosen = chosen << 8 | static_cast<unsigned char>(text[0]);
    return all_games()[chosen % all_games().size()];
}

// All that can be asked of a position.
inline void check_position(const position& p) {
    p.to_json().dump();
    p.text();
    for (int k = 0; k < p.game().info().seats; ++k) {
        const seat_view v = p.view(static_cast<seat>(k));
        v.to_json().dump();
        v.text();
    }
    const position again = parse_position(p.state_text());
    expect(again.to_json() == p.to_json() && again.state_text() == p.state_text());
    const auto legal = p.legal_actions();
    expect(legal.empty() == p.is_over());
    for (const action a : legal) {
        expect(p.parse_action(p.action_text(a)) == a);
        position next = p;
        next.apply(a);
    }
    position play = p;
    for (int k = 0; k < 400 && !play.is_over(); ++k) play.apply(play.legal_actions().back());
    expect(play.is_over());
    play.score();
    play.to_json();
}

// And of one that began with a deal.
inline void check_dealt(const position& p) {
    check_position(p);
    expect(replay(p.record()) == p);
    expect(replay_json(p.record_json()) == p);
    expect(p.game().deal(p.deal_text()).deal_text() == p.deal_text());
}

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};  // NOLINT: chars are bytes
}

}  // namespace mu::fuzz

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer's name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
