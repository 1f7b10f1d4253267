#include <algorithm>

#include <mu/cards/error.h>
#include <mu/cards/printable.h>

namespace mu {
namespace {

// Characters shown on either side of the culprit.
constexpr std::size_t window = 36;

// Length in bytes of the well-formed UTF-8 character at the front of `text`, or 0 (RFC 3629).
// REQUIRES: text is not empty.
std::size_t utf8_length(std::string_view text) {
    const auto byte = [&](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
    };
    const auto between = [&](std::size_t i, unsigned low, unsigned high) {
        return byte(i) >= low && byte(i) <= high;
    };
    const auto tail = [&](std::size_t i) { return between(i, 0x80, 0xBF); };
    const unsigned lead = byte(0);
    if (lead < 0x80) return 1;
    if (lead >= 0xC2 && lead <= 0xDF) return tail(1) ? 2 : 0;
    if (lead >= 0xE0 && lead <= 0xEF) {
        // The second byte excludes overlong forms (E0) and surrogates (ED).
        const bool second = between(1, lead == 0xE0 ? 0xA0 : 0x80, lead == 0xED ? 0x9F : 0xBF);
        return second && tail(2) ? 3 : 0;
    }
    if (lead >= 0xF0 && lead <= 0xF4) {
        const bool second = between(1, lead == 0xF0 ? 0x90 : 0x80, lead == 0xF4 ? 0x8F : 0xBF);
        return second && tail(2) && tail(3) ? 4 : 0;
    }
    return 0;
}

// The text without its first character. A byte that is not UTF-8 counts as a character.
// REQUIRES: text is not empty.
std::string_view after_first(std::string_view text) {
    return text.substr(std::max<std::size_t>(utf8_length(text), 1));
}

// Number of characters that start before `byte`.
std::size_t characters_before(std::string_view text, std::size_t byte) {
    const std::size_t behind = text.size() - std::min(byte, text.size());
    std::size_t characters = 0;
    for (; text.size() > behind; text = after_first(text)) ++characters;
    return characters;
}

// The first character of `text` as the picture shows it. REQUIRES: text is not empty.
std::string as_drawn(std::string_view text) {
    const std::size_t length = utf8_length(text);
    const auto first = static_cast<unsigned char>(text.front());
    if (length == 0 || text.starts_with("\xEF\xBB\xBF")) return "?";  // the latter has no width
    if (first == '\t' || first == '\n') return " ";
    // U+2400 to U+2421 are pictures of the control characters.
    if (first == 0x7F) return "\xE2\x90\xA1";
    if (first < 0x20) return {'\xE2', '\x90', static_cast<char>(0x80 + first)};
    return std::string(text.substr(0, length));
}

std::string picture(std::string_view input, std::size_t byte, std::string_view complaint) {
    const std::size_t at = characters_before(input, byte);
    const std::size_t from = at > window ? at - window : 0;
    std::string line = from > 0 ? "..." : "";
    const std::size_t indent = line.size() + (at - from);
    std::string_view rest = input;
    for (std::size_t i = 0; i <= at + window && !rest.empty(); ++i, rest = after_first(rest))
        if (i >= from) line += as_drawn(rest);
    if (!rest.empty()) line += "...";
    return std::string(complaint) + "\n  " + line + "\n  " + std::string(indent, ' ') + '^';
}

// \x and two digits.
std::string escaped(unsigned char byte) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    return {'\\', 'x', digits[byte / 16], digits[byte % 16]};
}

}  // namespace

std::string printable(std::string_view text, std::size_t most) {
    std::string out;
    for (std::size_t i = 0; !text.empty(); ++i, text = after_first(text)) {
        if (i == most) return out + "...";
        const std::size_t length = utf8_length(text);
        const auto first = static_cast<unsigned char>(text.front());
        // U+0080 to U+009F are controls as well.
        const bool control =
            first < 0x20 || first == 0x7F ||
            (length == 2 && first == 0xC2 && static_cast<unsigned char>(text[1]) < 0xA0);
        if (length > 0 && !control)
            out += text.substr(0, length);
        else
            for (const char c : text.substr(0, std::max<std::size_t>(length, 1)))
                out += escaped(static_cast<unsigned char>(c));
    }
    return out;
}

parse_error::parse_error(std::string_view input, std::size_t byte, std::string_view complaint)
    : std::invalid_argument(picture(input, byte, complaint)),
      text(input),
      message(complaint),
      offset(byte),
      position(characters_before(input, byte)) {}

}  // namespace mu
