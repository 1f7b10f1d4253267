#include "check/report.h"

#include <charconv>
#include <stdexcept>

#include <mu/cards/text.h>

namespace mu::cli {
namespace {

constexpr std::size_t most_shown = 5;

}  // namespace

std::optional<row> row_reader::next_line() {
    row out;
    if (!std::getline(in_, out.text)) return std::nullopt;
    if (out.text.ends_with('\r')) out.text.pop_back();
    if (line_ == 0) out.text.erase(0, bom_size(out.text));
    out.line = ++line_;
    return out;
}

std::optional<row> row_reader::next() {
    if (rows_left_ == 0) return std::nullopt;
    while (auto out = next_line()) {
        const std::string_view text = trimmed(out->text);
        if (text.empty() || text.starts_with('#')) continue;
        --rows_left_;
        return out;
    }
    return std::nullopt;
}

void report::begin_row(int line) {
    ++rows_;
    line_ = line;
    row_failed_ = false;
}

void report::note(std::string_view what, const std::string& expected, const std::string& found) {
    ++differences_;
    if (!std::exchange(row_failed_, true)) ++failed_rows_;
    if (shown_.size() < most_shown)
        shown_.push_back(
            fmt::format("line {}: {}\n  expected {}\n  found    {}", line_, what, expected, found));
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> out;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(separator, at), text.size());
        out.push_back(trimmed(text.substr(at, end - at)));
        at = end + 1;
    }
    return out;
}

std::vector<std::string_view> words(std::string_view text) {
    std::vector<std::string_view> out;
    for (std::size_t at = 0;
         (at = text.find_first_not_of(blank_characters, at)) != std::string_view::npos;) {
        const std::size_t end = std::min(text.find_first_of(blank_characters, at), text.size());
        out.push_back(text.substr(at, end - at));
        at = end;
    }
    return out;
}

std::int64_t parse_int(std::string_view text, std::string_view what) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size())
        throw std::invalid_argument(
            fmt::format("{} should be a whole number, not '{}'", what, text));
    return value;
}

std::map<check_key, checker>& checkers() {
    static std::map<check_key, checker> all;
    return all;
}

}  // namespace mu::cli
