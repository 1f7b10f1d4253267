#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>

#include <fmt/format.h>

#include <mu/api/read_positions.h>
#include <mu/cards/text.h>
#include <mu/games/bridge/lin.h>
#include <mu/games/bridge/pbn.h>

namespace mu {

namespace {

// "N:AKQ2.. ..."
bool is_pbn_deal(std::string_view line) {
    return line.size() > 1 && std::string_view("NESW").find(line[0]) != std::string_view::npos &&
           line[1] == ':';
}

position read_pbn_deal(std::string_view line) {
    const auto tag = [](std::string_view name, std::string_view value) {
        return pbn_tag{
            .name = std::string(name), .value = std::string(value), .body = {}, .where = {}};
    };
    pbn_game g;
    g.tags = {tag("Dealer", line.substr(0, 1)), tag("Vulnerable", "None"), tag("Deal", line)};
    return to_position(to_board(g));
}

position read_line(std::string_view line) {
    if (is_pbn_deal(line)) return read_pbn_deal(line);
    return line.find('|') != std::string_view::npos ? replay(line) : parse_position(line);
}

std::vector<named_position> read_lines(std::string_view text) {
    std::vector<named_position> out;
    int number = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = trimmed(text.substr(at, end - at));
        at = end + 1;
        ++number;
        if (line.empty() || line.starts_with('#')) continue;
        try {
            out.push_back({fmt::format("line {}", number), read_line(line)});
        } catch (const std::exception& e) {
            throw std::invalid_argument(fmt::format("line {}: {}", number, e.what()));
        }
    }
    return out;
}

// Errors name the board: not all of them have a place in the file.
void add_board(std::vector<named_position>& to, const std::string& name,
               const bridge_board& board) {
    try {
        to.push_back({name, to_position(board), true});
    } catch (const std::invalid_argument& e) {
        throw std::invalid_argument(fmt::format("{}: {}", name, e.what()));
    }
}

bool looks_like_lin(std::string_view text) {
    for (const std::string_view mark : {"qx|", "pn|", "md|", "vg|", "rs|", "st|"})
        if (text.starts_with(mark)) return true;
    return false;
}

}  // namespace

std::vector<named_position> read_positions(std::string_view text) {
    std::vector<named_position> out;
    const std::string_view content = trimmed(text.substr(bom_size(text)));
    if (content.starts_with('[') || content.starts_with('%')) {
        for (const pbn_game& g : parse_pbn(text)) {
            const bridge_board board = to_board(g);
            add_board(out, fmt::format("board {}", board.number), board);
        }
    } else if (looks_like_lin(content)) {
        for (const lin_board& b : parse_lin(text).boards)
            add_board(out, b.title.empty() ? b.id : b.title, b.board);
    } else {
        out = read_lines(text.substr(bom_size(text)));
    }
    if (out.empty())
        throw std::invalid_argument(
            content.empty() ? "no position: the text is empty"
                            : "no position in this text: expected records or positions, one a "
                              "line, PBN or LIN");
    return out;
}

std::string read_text(const std::filesystem::path& file) {
    std::ostringstream out;
    if (file == "-") {
        out << std::cin.rdbuf();
        return out.str();
    }
    std::error_code failed;
    if (std::filesystem::is_directory(file, failed))
        throw std::invalid_argument(fmt::format("{} is a folder, not a file", file.string()));
    errno = 0;
    std::ifstream in(file, std::ios::binary);
    if (!in)
        throw std::invalid_argument(
            fmt::format("{}: cannot be read: {}", file.string(), std::strerror(errno)));
    out << in.rdbuf();
    return out.str();
}

}  // namespace mu
