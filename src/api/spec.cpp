#include "api/spec.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include <mu/cards/text.h>

namespace mu::detail {

namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

class scanner {
public:
    explicit scanner(std::string_view text, bool nested = false) : text_(text), nested_(nested) {}

    void blanks() { at_ = std::min(text_.find_first_not_of(blank_characters, at_), text_.size()); }
    bool done() {
        blanks();
        return at_ == text_.size();
    }
    // Passes the character if it comes next, after blanks.
    bool take(char c) {
        blanks();
        if (at_ == text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    std::string word(std::string_view what, std::size_t& at) {
        blanks();
        at = at_;
        while (at_ < text_.size() && is_word(text_[at_])) ++at_;
        if (at_ == at) fail("expected " + std::string(what));
        return std::string(text_.substr(at, at_ - at));
    }
    [[noreturn]] void fail(std::string_view message) const {
        throw parse_error(text_, at_, message);
    }

    spec_option option(const std::vector<spec_option>& before) {
        spec_option o;
        o.key = word("an option", o.key_at);
        if (!take('=')) fail("expected '=' and a value for " + o.key);
        o.value = value("a value for " + o.key, o.value_at);
        if (std::ranges::find(before, o.key, &spec_option::key) != before.end())
            throw parse_error(text_, o.key_at, "option " + o.key + " is given twice");
        return o;
    }

private:
    std::string value(const std::string& what, std::size_t& at) {
        if (!nested_) return word(what, at);
        blanks();
        at = at_;
        if (at_ < text_.size() && text_[at_] == '"') {
            quotes();
            return std::string(text_.substr(at, at_ - at));
        }
        for (; at_ < text_.size(); ++at_) {
            const char c = text_[at_];
            if (c == '(')
                brackets();
            else if (!is_word(c) && std::string_view(".-+/").find(c) == std::string_view::npos)
                break;
            if (at_ == text_.size()) break;
        }
        if (at_ == at) fail("expected " + what);
        return std::string(text_.substr(at, at_ - at));
    }
    // Past a text in double quotes.
    void quotes() {
        const std::size_t end = text_.find('"', at_ + 1);
        if (end == std::string_view::npos) fail("this '\"' is never closed");
        at_ = end + 1;
    }
    // From an opening bracket to the one that closes it; what is inside is read later.
    void brackets() {
        const std::size_t opened = at_;
        for (int depth = 0; at_ < text_.size(); ++at_) {
            if (text_[at_] == '"') {
                quotes();
                if (at_ == text_.size()) break;
            }
            if (text_[at_] == '(') ++depth;
            if (text_[at_] == ')' && --depth == 0) return;
        }
        throw parse_error(text_, opened, "this '(' is never closed");
    }

    std::string_view text_;
    bool nested_;
    std::size_t at_ = 0;
};

}  // namespace

spec_text parse_spec(std::string_view text, spec_style style) {
    scanner in(text, style.nested);
    const std::string what(style.what);
    spec_text out;
    out.source = text;
    out.name =
        in.word((what == "agent" ? "the name of an " : "the name of a ") + what, out.name_at);
    if (in.take('(') && !in.take(')')) {
        do out.options.push_back(in.option(out.options));
        while (in.take(','));
        if (!in.take(')')) in.fail("expected ',' or ')'");
    }
    if (!in.done()) in.fail("unexpected text after the " + what);
    return out;
}

spec_text parse_header(std::string_view text) {
    scanner in(text);
    spec_text out;
    out.source = text;
    out.name = in.word("the name of a game", out.name_at);
    if (!in.take('/')) in.fail("expected '/' and the version of the rules");
    const std::string digits = in.word("the version of the rules", out.version_at);
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), out.version);
    if (error != std::errc() || end != digits.data() + digits.size())
        throw parse_error(text, out.version_at, "the version is a number");
    while (!in.done()) out.options.push_back(in.option(out.options));
    return out;
}

}  // namespace mu::detail
