// Text on a terminal: colours where they are wanted, and how wide a text is on the screen.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <mu/cards/deck.h>

namespace mu::cli {

// No line is wider than this.
inline constexpr int screen_width = 80;

// Stdout is a terminal that knows ANSI sequences.
bool drawing_terminal();
// Both ends are a terminal: somebody sits there.
bool interactive();
// A drawing terminal, and NO_COLOR is not set (no-color.org).
bool wants_colour();

// Columns that a text takes: escape sequences none, pictures (🔔) two, all else one.
int columns(std::string_view text);
std::string pad(std::string_view text, int width);     // blanks on the right
std::string centre(std::string_view text, int width);  // blanks on both sides

// Words in lines of at most `width` columns, each begun with `indent`; a text that fits in one is
// left as it is.
std::vector<std::string> fold(std::string_view text, std::string_view indent = "  ",
                              int width = screen_width);

// "A", "K", "10", "Joker".
std::string rank_text(mu::card c, const deck_info& deck);

// Writes cards and emphasis, in colour or not.
class pen {
public:
    explicit pen(bool colour) : colour_(colour) {}

    bool colour() const { return colour_; }
    std::string bold(std::string_view text) const { return styled("1", text); }
    std::string dim(std::string_view text) const { return styled("2", text); }

    // "K♥" or in hungarian decks "♥K"; the ten is written 10.
    std::string card(mu::card c, const deck_info& deck) const;
    std::string rank(mu::card c, const deck_info& deck) const;  // without the symbol
    std::string suit(mu::suit s, const deck_info& deck) const;  // the symbol
    // Text in the colour of a suit.
    std::string in_suit(mu::suit s, const deck_info& deck, std::string_view text) const;

private:
    std::string styled(std::string_view code, std::string_view text) const;
    bool colour_;
};

}  // namespace mu::cli
