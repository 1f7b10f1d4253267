// The text that names a game and its options.
//
//     spec     whist            whist(trump=h, honours=on)
//     header   whist/1          whist/1 trump=h honours=on       the first field of a record
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mu::detail {

class game_model;

struct spec_option {
    std::string key, value;
    std::size_t key_at = 0, value_at = 0;  // offsets in the source, for error messages
};

struct spec_text {
    std::string source;
    std::string name;
    std::size_t name_at = 0;
    int version = 0;  // headers only
    std::size_t version_at = 0;
    std::vector<spec_option> options;
};

// How an error names the thing that is described, and whether a value may be a number, a text in
// double quotes, or another spec: blunder(p=0.1, inner=program(command="python3 bot.py")).
struct spec_style {
    std::string_view what = "game";
    bool nested = false;
};

spec_text parse_spec(std::string_view text, spec_style style = {});
spec_text parse_header(std::string_view text);
std::shared_ptr<const game_model> make_model(const spec_text& spec);

}  // namespace mu::detail
