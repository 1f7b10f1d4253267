// Reading files of many lines: where we are, and errors that name line and column.
#pragma once

#include <string>
#include <string_view>

#include <fmt/format.h>

#include <mu/cards/text.h>
#include <mu/games/bridge/board.h>

namespace mu::detail {

inline std::string located(text_place at, std::string_view message) {
    if (at.line == 0) return std::string(message);
    return fmt::format("line {}, column {}: {}", at.line, at.column, message);
}

// For errors of meaning, found when the text is no longer at hand.
[[noreturn]] inline void refuse_at(text_place at, std::string_view message) {
    throw std::invalid_argument(located(at, message));
}

class source_text {
public:
    // A byte order mark is passed over.
    explicit source_text(std::string_view text)
        : text_(text), at_(bom_size(text)), line_start_(at_) {}

    bool done() const { return at_ == text_.size(); }
    char peek() const { return done() ? '\0' : text_[at_]; }
    char next() {
        const char c = text_[at_++];
        if (c == '\n') {
            ++line_;
            line_start_ = at_;
        }
        return c;
    }
    bool take(char c) {
        if (done() || text_[at_] != c) return false;
        next();
        return true;
    }
    bool at_line_start() const { return at_ == line_start_; }
    void skip_line() {
        while (!done() && next() != '\n') {
        }
    }

    text_place place() const { return {line_, static_cast<int>(at_ - line_start_) + 1}; }

    [[noreturn]] void fail(std::string_view message) const { fail(place(), at_, message); }
    // About something that began earlier.
    [[noreturn]] void fail(text_place where, std::size_t offset, std::string_view message) const {
        throw parse_error(text_, offset, located(where, message));
    }
    std::size_t offset() const { return at_; }
    std::string_view since(std::size_t offset) const { return text_.substr(offset, at_ - offset); }

private:
    std::string_view text_;
    std::size_t at_ = 0;
    int line_ = 1;
    std::size_t line_start_ = 0;
};

inline bool is_blank(char c) { return blank_characters.find(c) != std::string_view::npos; }

}  // namespace mu::detail
