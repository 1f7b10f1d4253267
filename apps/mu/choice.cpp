#include "choice.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <mu/cards/text.h>

namespace mu::cli {
namespace {

// Cards of the rank that `text` is, one per suit; none if it is not a rank. Only a rank makes a
// card with every suit.
std::vector<action> cards_of_rank(std::string_view text, const deck_info& deck) {
    std::vector<action> out;
    for (const char s : deck.suits) {
        const bool rank_first = deck.style == card_style::french;
        const std::string card = rank_first ? std::string(text) + s : s + std::string(text);
        try {
            out.push_back(parse_card(card, deck));
        } catch (const parse_error&) {
            return {};
        }
    }
    return out;
}

std::optional<std::size_t> parse_number(std::string_view text) {
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

// What the game takes the text for, if anything.
std::optional<action> parsed(const position& p, std::string_view text) {
    try {
        return p.parse_action(text);
    } catch (const parse_error&) {
        return std::nullopt;
    }
}

std::string names(const position& p, const std::vector<action>& actions) {
    std::vector<std::string> out;
    for (const action a : actions) out.push_back(p.action_text(a));
    return fmt::format("{}", fmt::join(out, " "));
}

}  // namespace

std::vector<action> numbered_choices(const seat_view& view, const deck_info& deck) {
    std::vector<action> out = view.legal_actions();
    std::ranges::sort(out, {}, [&](action a) {
        const bool is_card = a < deck.card_count();
        const int group = is_card ? a / deck.rank_count() : suit_count;
        return std::tuple(group, is_card ? -a : a);
    });
    return out;
}

action read_choice(const position& p, const seat_view& view, std::string_view text) {
    const deck_info& deck = p.game().info().deck;
    const std::vector<action> choices = numbered_choices(view, deck);
    const std::vector<action> ranked = cards_of_rank(text, deck);
    const auto among_choices = [&](action a) {
        return std::ranges::find(choices, a) != choices.end();
    };
    std::vector<action> legal;
    std::ranges::copy_if(ranked, std::back_inserter(legal), among_choices);

    const bool hash = text.starts_with('#');
    if (const auto number = parse_number(text.substr(hash ? 1 : 0)); number || hash) {
        if (number && *number >= 1 && *number <= choices.size()) {
            const action chosen = choices[*number - 1];
            if (hash || legal.empty() || legal == std::vector{chosen}) return chosen;
            throw std::invalid_argument(fmt::format(
                "{0} may be number {0}, which is {1}, or {2}: type #{0} or the whole card", *number,
                p.action_text(chosen), names(p, legal)));
        }
        if (ranked.empty()) {
            if (const auto bid = parsed(p, text); bid && !hash) return *bid;  // may be a number
            throw std::invalid_argument(
                fmt::format("there is no choice {}: they go from 1 to {}", text, choices.size()));
        }
    }
    if (ranked.empty()) return p.parse_action(text);
    if (legal.size() == 1) return legal.front();
    if (legal.size() > 1)
        throw std::invalid_argument("several choices have that rank: " + names(p, legal));
    // Not legal, but which rule forbids it can only be said of a card that is held.
    std::vector<action> held;
    const auto seen = view.to_json();
    for (const auto& card : seen["hand"])
        if (const action a = parse_card(card.get<std::string>(), deck);
            std::ranges::find(ranked, a) != ranked.end())
            held.push_back(a);
    if (held.empty()) throw std::invalid_argument("you hold no card of that rank");
    return held.front();
}

}  // namespace mu::cli
