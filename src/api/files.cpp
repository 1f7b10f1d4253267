#include <fstream>
#include <stdexcept>

#include <fmt/format.h>

#include <mu/api/files.h>

namespace mu {

void replace_file(const std::filesystem::path& file,
                  const std::function<void(std::ostream&)>& write) {
    const auto beside = std::filesystem::path(file) += ".new";
    try {
        std::ofstream out(beside, std::ios::binary);
        if (!out) throw std::invalid_argument(fmt::format("{}: cannot be written", file.string()));
        write(out);
        out.close();
        if (!out) throw std::runtime_error(fmt::format("{}: cannot be written", file.string()));
        std::filesystem::rename(beside, file);
    } catch (...) {
        std::error_code ignored;
        std::filesystem::remove(beside, ignored);
        throw;
    }
}

}  // namespace mu
