// Reading a reference file row by row, and telling how it compares with what we compute.
//
// A checker is a function for one kind of file of one game. It reads rows, recomputes what they
// claim and hands both to the report; whatever it throws is reported as an unreadable row.
//
//     void check_perft(row_reader& rows, report& out) {
//         while (const auto row = rows.next()) {
//             out.begin_row(row->line);
//             out.compare("perft(1)", claimed(*row), computed(*row));
//         }
//     }
//     const check_registration perft("whist", "perft", check_perft);
//
// The kind is the file's name up to its number; an ending other than .txt belongs to it:
// jass/traces_200.txt is {jass, traces}, bridge/samples.pbn is {bridge, samples.pbn}.
#pragma once

#include <istream>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mu::cli {

struct row {
    int line = 0;  // in the file, from 1
    std::string text;
};

class row_reader {
public:
    explicit row_reader(std::istream& in, int most_rows = std::numeric_limits<int>::max())
        : in_(in), rows_left_(most_rows) {}

    // The next row that is neither blank nor a comment (#).
    std::optional<row> next();
    // The next line, whatever it is, without its line end.
    std::optional<row> next_line();
    int line() const { return line_; }  // of the line read last

private:
    std::istream& in_;
    int rows_left_;
    int line_ = 0;
};

class report {
public:
    void begin_row(int line);

    template <typename Expected, typename Found>
    void compare(std::string_view what, const Expected& expected, const Found& found) {
        ++values_;
        if (expected == found) return;
        note(what, fmt::format("{}", expected), fmt::format("{}", found));
    }

    // A kind that is a matter of opinion passes as a whole if this share of its rows agrees.
    void passes_at(double share) { share_ = share; }
    bool passes() const { return rows_ - failed_rows_ >= share_ * rows_; }
    // A line to print with the result.
    void remark(std::string line) { remarks_.push_back(std::move(line)); }
    const std::vector<std::string>& remarks() const { return remarks_; }

    int rows() const { return rows_; }
    int failed_rows() const { return failed_rows_; }
    int values() const { return values_; }
    int differences() const { return differences_; }
    const std::vector<std::string>& first_differences() const { return shown_; }

private:
    void note(std::string_view what, const std::string& expected, const std::string& found);

    int rows_ = 0, failed_rows_ = 0;
    int values_ = 0, differences_ = 0;
    int line_ = 0;
    bool row_failed_ = false;
    double share_ = 1;
    std::vector<std::string> shown_, remarks_;
};

// Fields of a row: the text between separators, without blanks around it.
std::vector<std::string_view> split(std::string_view text, char separator);
std::vector<std::string_view> words(std::string_view text);
// A whole number, or std::invalid_argument that names what it should have been.
std::int64_t parse_int(std::string_view text, std::string_view what);

using check_key = std::pair<std::string, std::string>;  // game, kind
using checker = void (*)(row_reader&, report&);

std::map<check_key, checker>& checkers();

struct check_registration {
    check_registration(std::string game, std::string kind, checker function) {
        checkers().emplace(check_key(std::move(game), std::move(kind)), function);
    }
};

}  // namespace mu::cli
