// Reads a text field by field, fields being separated by blank_characters, with errors that point
// into the whole text.
#pragma once

#include <string>
#include <string_view>

#include <mu/cards/text.h>

namespace mu::detail {

class field_reader {
public:
    explicit field_reader(std::string_view text) : text_(text) {}

    // The next field, put through `parse`; `what` names it if it is missing.
    template <typename Parse>
    auto read(std::string_view what, Parse&& parse) {
        const std::string_view field = next();
        if (field.empty()) throw parse_error(text_, text_.size(), "missing: " + std::string(what));
        try {
            return parse(field);
        } catch (const parse_error& e) {
            throw parse_error(text_, begin_ + e.offset, e.message);
        }
    }

    // True while another field is left.
    bool more() const {
        return text_.find_first_not_of(blank_characters, end_) != std::string_view::npos;
    }

    // Complains about the field read last.
    [[noreturn]] void fail(const std::string& message) const {
        throw parse_error(text_, begin_, message);
    }

    // REQUIRES by the text: nothing is left.
    void finish() {
        if (more()) {
            next();
            fail("unexpected text at the end");
        }
    }

private:
    std::string_view next() {
        begin_ = std::min(text_.find_first_not_of(blank_characters, end_), text_.size());
        end_ = std::min(text_.find_first_of(blank_characters, begin_), text_.size());
        return text_.substr(begin_, end_ - begin_);
    }

    std::string_view text_;
    std::size_t begin_ = 0, end_ = 0;  // of the field read last
};

}  // namespace mu::detail
