#include "records.h"

#include <fmt/format.h>

#include <mu/api/read_positions.h>

namespace mu::cli {

std::string source_text(const std::string& source) {
    std::error_code failed;
    const bool is_file = source == "-" || std::filesystem::exists(source, failed);
    return is_file || source.find(' ') == std::string::npos ? read_text(source) : source;
}

std::vector<position> records_of(const game& of, const std::string& file) {
    std::vector<position> out;
    try {
        for (const auto& [name, from, is_board] : read_positions(read_text(file))) {
            if (!(from.game() == of))
                throw std::invalid_argument(fmt::format("{}: a deal of {}, not of {}", name,
                                                        from.game().spec(), of.spec()));
            from.deal_text();  // refuses a position that does not begin with its deal
            out.push_back(from);
        }
    } catch (const std::logic_error& e) {
        throw std::invalid_argument(fmt::format("{}: {}", file, e.what()));
    }
    return out;
}

}  // namespace mu::cli
