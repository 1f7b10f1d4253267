// Nets in files, and the folders that they are looked for in.

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <sstream>
#include <stdexcept>

#include <mu/api/nets.h>

#include "api/net_storage.h"

namespace mu {

namespace fs = std::filesystem;

namespace detail {

std::string net_bytes(const std::string& file) {
    std::error_code failed;
    if (fs::is_directory(file, failed))
        throw std::invalid_argument(file + ": is a folder, not a net");
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    if (!in) throw std::invalid_argument(file + ": the net cannot be read");
    text << in.rdbuf();
    return std::move(text).str();
}

std::string last_word_of_net(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    std::array<char, 8> last{};
    if (!in.seekg(-8, std::ios::end) || !in.read(last.data(), last.size()))
        throw std::invalid_argument(file + ": the net cannot be read");
    return {last.begin(), last.end()};
}

std::optional<file_stamp> stamp_of(const std::string& file) {
    std::error_code failed;
    const auto changed = fs::last_write_time(file, failed);
    if (failed) return std::nullopt;
    return file_stamp{changed.time_since_epoch().count(), fs::file_size(file, failed)};
}

std::optional<std::string> net_in_folders(const std::string& name) {
    for (const std::string& folder : net_folders()) {
        const fs::path file = fs::path(folder) / name;
        std::error_code failed;
        if (fs::is_regular_file(file, failed)) return file.string();
    }
    return std::nullopt;
}

}  // namespace detail

namespace {

struct folder_list {
    std::mutex lock;
    std::vector<std::string> names;
};

folder_list& added_folders() {
    static folder_list all;
    return all;
}

}  // namespace

void add_net_folder(const std::string& folder) {
    folder_list& added = added_folders();
    const std::scoped_lock hold(added.lock);
    if (std::ranges::find(added.names, folder) == added.names.end()) added.names.push_back(folder);
}

std::vector<std::string> net_folders() {
    std::vector<std::string> out;
    if (const char* given = std::getenv("MU_NETS"); given != nullptr && *given != 0)
        out.emplace_back(given);
    {
        folder_list& added = added_folders();
        const std::scoped_lock hold(added.lock);
        out.insert(out.end(), added.names.begin(), added.names.end());
    }
    std::error_code failed;
    const fs::path program = fs::read_symlink("/proc/self/exe", failed);
    if (!failed)
        out.push_back((program.parent_path().parent_path() / MU_NETS_BELOW_PREFIX).string());
    for (const char* built_for : {MU_NETS_INSTALLED, MU_NETS_SOURCE})
        if (std::ranges::find(out, built_for) == out.end()) out.emplace_back(built_for);
    return out;
}

}  // namespace mu
