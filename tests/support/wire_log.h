// Messages of a deal searched for cards that their reader could not know when they were sent.
#pragma once

#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <mu/api/position.h>
#include <mu/cards/text.h>

namespace mu::test {

// Every string in a message, its parts between blanks too: cards stand in lists and in sentences.
inline void collect_words(const nlohmann::ordered_json& j, std::set<std::string>& out) {
    if (j.is_structured()) {
        for (const auto& [key, value] : j.items()) collect_words(value, out);
        return;
    }
    if (!j.is_string()) return;
    std::string word;
    for (const char c : j.get<std::string>() + " ") {
        const bool part = (std::isalnum(static_cast<unsigned char>(c)) != 0);
        if (part) word += c;
        if (!part && !word.empty()) {
            out.insert(word);
            word.clear();
        }
    }
}

// What a view may name besides the reader's own cards: cards that lie open are told by his view, so
// whatever is in nobody's sight must not be among its words. The deal is known in full from its
// record. A message that is no view (a refusal, a notice) is judged by the view before it;
// a refusal may repeat the card that was asked for, which stands in `asked` then.
// REQUIRES: the first message is a view.
inline void check_wire_log(const std::vector<nlohmann::ordered_json>& sent,
                           const std::string& record) {
    const position p = replay(record);
    const deck_info& deck = p.game().info().deck;
    std::set<std::string> allowed;
    for (const nlohmann::ordered_json& m : sent) {
        const bool is_view = m["type"] == "view";
        if (is_view && m["view"]["over"].get<bool>()) break;
        if (is_view) {
            position then = p;
            while (then.history().size() > m["at"].get<std::size_t>()) then.undo();
            allowed.clear();
            const auto& seat = m["seat"];
            collect_words((seat.is_null() ? then.public_view()
                                          : then.view(static_cast<mu::seat>(seat.get<int>())))
                              .to_json(),
                          allowed);
            CHECK(!m.contains("open"));
            CHECK(!m.contains("result"));
            CHECK(m["ranks"].size() == static_cast<std::size_t>(deck.card_count()));
        }
        // `ranks` lists the whole deck for sorting; help and prompt give examples.
        nlohmann::ordered_json rest = m;
        for (const char* key : {"ranks", "help", "prompt"}) rest.erase(key);
        std::set<std::string> said;
        collect_words(rest, said);
        for (int c = 0; c < deck.card_count(); ++c) {
            const std::string name = card_str(static_cast<card>(c), deck);
            if (!allowed.contains(name) && m.value("asked", "") != name)
                CHECK_MESSAGE(!said.contains(name), name);
        }
    }
}

}  // namespace mu::test
