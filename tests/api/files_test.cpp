// Output files: what stands under a name is replaced whole, or left as it was.

#include <fstream>

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <mu/api/files.h>

#include "pool/support.h"

using namespace mu;
using test::read_all;
using test::write_all;

namespace {

namespace fs = std::filesystem;

void put(const fs::path& file, const std::string& text) {
    replace_file(file, [&](std::ostream& out) { out << text; });
}

std::size_t entries(const fs::path& folder) {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

mode_t mode_of(const fs::path& file) {
    struct stat s{};
    REQUIRE(::stat(file.c_str(), &s) == 0);
    return s.st_mode & 07777U;
}

}  // namespace

TEST_CASE("files: a file is replaced, and nothing beside it is touched") {
    const test::folder folder;
    const fs::path file = folder / "x.svg";
    write_all(folder / "x.svg.new", "mine");
    put(file, "one");
    CHECK(read_all(file) == "one");
    put(file, "two");
    CHECK(read_all(file) == "two");
    CHECK(read_all(folder / "x.svg.new") == "mine");
    const auto failing = [](std::ostream& out) {
        out << "half";
        throw std::runtime_error("no more");
    };
    CHECK_THROWS_WITH_AS(replace_file(file, failing), "no more", std::runtime_error);
    CHECK(read_all(file) == "two");
    CHECK(entries(folder / ".") == 2);
    CHECK_THROWS_WITH_AS(
        put(folder / "no" / "such", ""),
        ((folder / "no" / "such").string() + ": cannot be written: No such file or directory")
            .c_str(),
        std::invalid_argument);
    CHECK_THROWS_AS(put(folder / ".", ""), std::invalid_argument);
    // A name of the greatest length leaves no room for a longer one.
    put(folder / std::string(255, 'x'), "long");
    CHECK(read_all(folder / std::string(255, 'x')) == "long");
}

TEST_CASE("files: permissions are kept, a new file has the usual ones") {
    const test::folder folder;
    const mode_t mask = ::umask(022);
    put(folder / "new", "text");
    CHECK(mode_of(folder / "new") == 0644);
    for (const unsigned mode : {0600U, 0640U, 0755U}) {
        fs::permissions(folder / "new", static_cast<fs::perms>(mode));
        put(folder / "new", "again");
        CHECK(mode_of(folder / "new") == mode);
    }
    ::umask(mask);
}

TEST_CASE("files: links are followed") {
    const test::folder folder;
    fs::create_directory(folder / "below");
    write_all(folder / "below/target", "old");
    fs::create_symlink("below/target", folder / "link");
    fs::create_symlink("link", folder / "second");
    put(folder / "second", "new");
    CHECK(fs::is_symlink(folder / "second"));
    CHECK(fs::is_symlink(folder / "link"));
    CHECK(read_all(folder / "below/target") == "new");

    fs::create_symlink("below/later", folder / "dangling");
    put(folder / "dangling", "made");
    CHECK(fs::is_symlink(folder / "dangling"));
    CHECK(read_all(folder / "below/later") == "made");

    fs::create_symlink("b", folder / "a");
    fs::create_symlink("a", folder / "b");
    CHECK_THROWS_AS(put(folder / "a", ""), std::invalid_argument);
    CHECK(fs::is_symlink(folder / "a"));
}

TEST_CASE("files: what is not a regular file is written to") {
    const test::folder folder;
    const fs::path pipe = folder / "pipe";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    const int in = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
    REQUIRE(in >= 0);
    put(pipe, "through");
    std::string got(16, '\0');
    got.resize(static_cast<std::size_t>(std::max<ssize_t>(0, ::read(in, got.data(), got.size()))));
    CHECK(got == "through");
    CHECK(fs::is_fifo(pipe));

    // The name of an open pipe below /proc is a link to nothing.
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    put("/proc/self/fd/" + std::to_string(ends[1]), "again");
    std::string more(16, '\0');
    more.resize(
        static_cast<std::size_t>(std::max<ssize_t>(0, ::read(ends[0], more.data(), more.size()))));
    CHECK(more == "again");
    for (const int end : {in, ends[0], ends[1]}) ::close(end);

    fs::create_symlink("/dev/null", folder / "null");
    put(folder / "null", "gone");
    CHECK(fs::is_symlink(folder / "null"));
    CHECK(fs::is_character_file("/dev/null"));
    if (fs::exists("/dev/full")) CHECK_THROWS_AS(put("/dev/full", "x"), std::runtime_error);
}

TEST_CASE("files: an output that is the input is refused, by whatever name") {
    const test::folder folder;
    write_all(folder / "a", "a");
    write_all(folder / "b", "a");
    fs::create_symlink("a", folder / "link");
    fs::create_hard_link(folder / "a", folder / "hard");
    refuse_same_file(folder / "a", folder / "b");
    refuse_same_file(folder / "a", folder / "none");
    for (const char* name : {"a", "./a", "link", "hard"})
        CHECK_THROWS_AS(refuse_same_file(folder / "a", folder / name), std::invalid_argument);
}
