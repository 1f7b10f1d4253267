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

#include "table.h"

namespace mu::cli {
namespace {

// Cards of the rank that `text` is, one per suit; none if it is not a rank. Only a rank makes a
// card with every suit.
std::vector<action> cards_of_rank(std::string_view text, const deck_info& deck) {
    std::vector<action> out;
    for (const char s : deck.suits) {
        const bool rank_first = deck.rank_first();
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
std::optional<action> parsed(const seat_view& view, std::string_view text) {
    try {
        return view.parse_action(text);
    } catch (const parse_error&) {
        return std::nullopt;
    }
}

std::string names(const seat_view& view, const std::vector<action>& actions) {
    std::vector<std::string> out;
    for (const action a : actions) out.push_back(view.action_text(a));
    return fmt::format("{}", fmt::join(out, " "));
}

// One action.
action read_choice(const seat_view& view, std::string_view text) {
    const deck_info& deck = view.game().info().deck;
    const choice_list choices = choices_of(view);
    const std::vector<action> ranked = cards_of_rank(text, deck);
    std::vector<action> legal;
    std::ranges::copy_if(ranked, std::back_inserter(legal), [&](action a) {
        return std::ranges::find(choices.all, a) != choices.all.end();
    });

    const bool hash = text.starts_with('#');
    if (const auto number = parse_number(text.substr(hash ? 1 : 0)); number || hash) {
        const std::size_t most = hash ? choices.all.size() : choices.numbered;
        if (number && *number >= 1 && *number <= most) {
            const action chosen = choices.all[*number - 1];
            if (hash || legal.empty() || legal == std::vector{chosen}) return chosen;
            throw std::invalid_argument(fmt::format(
                "{0} may be number {0}, which is {1}, or {2}: type #{0} or the whole card", *number,
                view.action_text(chosen), names(view, legal)));
        }
        if (ranked.empty() && (hash || choices.numbered > 0)) {
            if (const auto bid = parsed(view, text); bid && !hash) return *bid;  // may be a number
            throw std::invalid_argument(
                fmt::format("there is no choice {}: they go from 1 to {}", text, most));
        }
    }
    if (ranked.empty() || choices.cards == 0) return view.parse_action(text);
    if (legal.size() == 1) return legal.front();
    if (legal.size() > 1)
        throw std::invalid_argument("several choices have that rank: " + names(view, legal));
    // Not legal, but which rule forbids it can only be said of a card that is held.
    const auto seen = view.to_json();
    for (const auto& card : seen["hand"])
        if (const action a = parse_card(card.get<std::string>(), deck);
            std::ranges::find(ranked, a) != ranked.end())
            return a;
    throw std::invalid_argument("you hold no card of that rank");
}

}  // namespace

choice_list choices_of(const seat_view& view) {
    choice_list out{.all = view.legal_actions()};
    const std::vector<card_rank> ranks = view.card_ranks();
    std::ranges::sort(out.all, {}, [&](action a) {
        const bool is_card = a < ranks.size();
        return std::tuple(is_card ? index(ranks[a].of) : suit_count + 1,
                          is_card ? ranks[a].above : int{a});
    });
    out.cards = static_cast<std::size_t>(
        std::ranges::count_if(out.all, [&](action a) { return a < ranks.size(); }));
    const bool few = out.all.size() - out.cards < table_drawing::box_from;
    out.numbered = !view.lists_choices() ? 0 : few ? out.all.size() : out.cards;
    return out;
}

std::vector<action> read_choices(const position& p, const seat_view& view, std::string_view text) {
    const choice_list choices = choices_of(view);
    const bool words_only = choices.cards == 0 && choices.numbered == 0;
    if (words_only && !text.starts_with('#')) return p.parse_actions(text);
    try {
        auto found = p.parse_actions(text);
        return found.size() > 1 ? found : std::vector{read_choice(view, text)};
    } catch (const parse_error&) {
        return {read_choice(view, text)};  // a number or a rank; otherwise it says what is wrong
    }
}

}  // namespace mu::cli
