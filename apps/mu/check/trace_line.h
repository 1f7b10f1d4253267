// Lines of traces, of more than one game.
#pragma once

#include <initializer_list>

#include "check/report.h"

namespace mu::cli {

// A line: a word, then key=value fields in a fixed order.
class trace_line {
public:
    explicit trace_line(const row& from) : number(from.line), fields_(words(from.text)) {}

    int number;
    std::string_view word() const { return fields_[0]; }
    std::size_t field_count() const { return fields_.size() - 1; }
    std::string_view text(std::size_t i) const { return fields_[i + 1]; }

    // REQUIRES by the text: exactly these keys, in this order; those after `needed` may be missing.
    void expect(std::initializer_list<std::string_view> keys, std::size_t needed) const {
        bool good = field_count() >= needed && field_count() <= keys.size();
        for (std::size_t i = 0; good && i < field_count(); ++i)
            good = text(i).starts_with(fmt::format("{}=", keys.begin()[i]));
        if (!good)
            throw std::invalid_argument(
                fmt::format("expected: {} {}=", word(), fmt::join(keys, "= ")));
    }
    void expect(std::initializer_list<std::string_view> keys) const { expect(keys, keys.size()); }
    // The value of field i, after its key.
    std::string value(std::size_t i) const {
        return std::string(text(i).substr(text(i).find('=') + 1));
    }
    // All fields as they are.
    std::string rest() const {
        return fmt::format("{}", fmt::join(fields_.begin() + 1, fields_.end(), " "));
    }

private:
    std::vector<std::string_view> fields_;
};

}  // namespace mu::cli
