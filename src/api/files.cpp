#include <atomic>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <mu/api/files.h>

namespace mu {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void refuse(const fs::path& file, int error) {
    throw std::invalid_argument(
        fmt::format("{}: cannot be written: {}", file.string(), std::strerror(error)));
}

void write_to(const fs::path& path, const fs::path& name,
              const std::function<void(std::ostream&)>& write) {
    errno = 0;
    std::ofstream out(path, std::ios::binary);
    if (!out) refuse(name, errno);
    write(out);
    out.close();
    if (!out) throw std::runtime_error(fmt::format("{}: cannot be written", name.string()));
}

// Makes a new file in this folder.
fs::path new_file_in(const fs::path& folder, const fs::path& name) {
    static std::atomic<unsigned> number = 0;
    while (true) {
        const fs::path path = folder / fmt::format(".mu-{}-{}.tmp", ::getpid(), number++);
        const int made = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (made >= 0) {
            ::close(made);
            return path;
        }
        if (errno != EEXIST) refuse(name, errno);
    }
}

// The owner is kept where we may; without him the bits that lend his rights are not.
void take_permissions(const fs::path& path, const struct stat& from) {
    const bool same_owner = ::chown(path.c_str(), from.st_uid, from.st_gid) == 0;
    ::chmod(path.c_str(), from.st_mode & (same_owner ? 07777U : 0777U));
}

}  // namespace

fs::path follow_links(const fs::path& file) {
    constexpr int most_links = 40;  // as Linux has it
    fs::path at = file;
    std::error_code failed;
    for (int k = 0; fs::is_symlink(fs::symlink_status(at, failed)); ++k) {
        if (k == most_links) refuse(file, ELOOP);
        const fs::path to = fs::read_symlink(at);
        at = to.is_absolute() ? to : at.parent_path() / to;
    }
    return at;
}

void replace_file(const fs::path& file, const std::function<void(std::ostream&)>& write) {
    struct stat was{};
    const bool exists = ::stat(file.c_str(), &was) == 0;
    const fs::path target = follow_links(file);
    // Links below /proc look as if they named a file, and name a pipe or one that was removed.
    std::error_code failed;
    if (exists && (!S_ISREG(was.st_mode) || !fs::equivalent(file, target, failed)))
        return write_to(file, file, write);
    if (exists && ::access(target.c_str(), W_OK) != 0) refuse(file, errno);

    const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
    const fs::path beside = new_file_in(folder, file);
    try {
        write_to(beside, file, write);
        if (exists) take_permissions(beside, was);
        fs::rename(beside, target);
    } catch (...) {
        fs::remove(beside, failed);
        throw;
    }
}

void refuse_same_file(const fs::path& input, const fs::path& output) {
    std::error_code failed;
    if (fs::equivalent(input, output, failed) && !failed)
        throw std::invalid_argument(fmt::format("{} is the same file as {}: choose another output",
                                                output.string(), input.string()));
}

}  // namespace mu
