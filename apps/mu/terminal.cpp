#include "terminal.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <sstream>
#include <utility>

#include <unistd.h>

#include <mu/cards/text.h>

namespace mu::cli {
namespace {

bool is_set(const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0';
}

// The four colours of bridge books and of german-suited packs, readable on dark and on light.
constexpr std::array<std::pair<std::string_view, std::string_view>, suit_count> french_inks{
    {{"♠", "94"}, {"♥", "91"}, {"♦", "38;5;208"}, {"♣", "32"}}};
constexpr std::array<std::string_view, suit_count> hungarian_inks{"91", "33", "32", "38;5;208"};

// suit::none for the joker.
mu::suit suit_of(mu::card c, const deck_info& deck) {
    return static_cast<mu::suit>(c / deck.rank_count());
}

}  // namespace

bool drawing_terminal() {
    const char* term = std::getenv("TERM");
    return isatty(STDOUT_FILENO) != 0 && term != nullptr && std::string_view(term) != "dumb";
}

bool interactive() { return isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0; }

bool wants_colour() { return drawing_terminal() && !is_set("NO_COLOR"); }

int columns(std::string_view text) {
    int width = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if (byte == 0x1B) {
            i = std::min(text.find('m', i), text.size());
        } else if (byte >= 0xF0) {
            width += 2;  // beyond the basic plane: a picture
        } else if (byte < 0x80 || byte >= 0xC0) {
            width += 1;  // the bytes between continue a character
        }
    }
    return width;
}

std::string pad(std::string_view text, int width) {
    const int missing = width - columns(text);
    return std::string(text) + std::string(static_cast<std::size_t>(std::max(missing, 0)), ' ');
}

std::string centre(std::string_view text, int width) {
    const int left = std::max(width - columns(text), 0) / 2;
    return pad(std::string(static_cast<std::size_t>(left), ' ') + std::string(text), width);
}

std::vector<std::string> fold(std::string_view text, std::string_view indent, int width) {
    if (columns(indent) + columns(text) <= width && !text.empty())
        return {std::string(indent) + std::string(text)};
    std::vector<std::string> out;
    std::string line;
    const auto flush = [&] {
        if (!line.empty()) out.push_back(std::string(indent) + line);
        line.clear();
    };
    const int room = width - columns(indent);
    std::istringstream in{std::string(text)};
    for (std::string word; in >> word;) {
        while (columns(word) > room) {  // no word: something that somebody pasted
            flush();
            std::size_t cut = std::min(word.size(), static_cast<std::size_t>(room));
            while (cut > 1 && (static_cast<unsigned char>(word[cut]) & 0xC0) == 0x80) --cut;
            line = word.substr(0, cut);
            flush();
            word.erase(0, cut);
        }
        if (!line.empty() && columns(line) + 1 + columns(word) > room) flush();
        line += (line.empty() ? "" : " ") + word;
    }
    flush();
    return out;
}

std::string rank_text(mu::card c, const deck_info& deck) {
    if (deck.is_joker(c)) return "Joker";
    const char letter = deck.ranks[static_cast<std::size_t>(c % deck.rank_count())];
    return letter == 'T' ? "10" : std::string(1, letter);
}

std::string pen::styled(std::string_view code, std::string_view text) const {
    if (!colour_) return std::string(text);
    return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
}

std::string pen::in_suit(mu::suit s, const deck_info& deck, std::string_view text) const {
    if (s == mu::suit::none) return std::string(text);
    std::string_view ink = hungarian_inks[static_cast<std::size_t>(s)];
    if (deck.style != card_style::hungarian)
        for (const auto& [symbol, of] : french_inks)
            if (symbol == suit_symbol(s, deck)) ink = of;
    return styled(ink, text);
}

std::string pen::card(mu::card c, const deck_info& deck) const {
    const mu::suit s = suit_of(c, deck);
    const std::string rank = rank_text(c, deck);
    if (s == mu::suit::none) return rank;
    const std::string symbol = suit_symbol(s, deck);
    return in_suit(s, deck, deck.rank_first() ? rank + symbol : symbol + rank);
}

std::string pen::rank(mu::card c, const deck_info& deck) const {
    return in_suit(suit_of(c, deck), deck, rank_text(c, deck));
}

std::string pen::suit(mu::suit s, const deck_info& deck) const {
    return in_suit(s, deck, suit_symbol(s, deck));
}

}  // namespace mu::cli
