#include "support/command.h"

#include <cstdlib>
#include <fstream>
#include <sstream>

#include <sys/wait.h>
#include <unistd.h>

namespace mu::test {

namespace {

namespace fs = std::filesystem;

// By process, for files of tests run side by side.
struct work_folder {
    fs::path path = fs::path(MU_TEST_WORK) / std::to_string(::getpid());
    work_folder() { fs::create_directories(path); }
    ~work_folder() {
        std::error_code ignored;
        fs::remove_all(path, ignored);
    }
    work_folder(const work_folder&) = delete;
    work_folder& operator=(const work_folder&) = delete;
};

}  // namespace

fs::path work(const std::string& name) {
    static const work_folder folder;
    const fs::path path = folder.path / name;
    fs::create_directories(path.parent_path());
    return path;
}

std::string read_all(const fs::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

void write(const fs::path& file, const std::string& text) { std::ofstream(file) << text; }

outcome mu_run(const std::string& arguments, const std::string& input) {
    const fs::path in = work("in"), out = work("out"), err = work("err");
    write(in, input);
    const bool redirects = arguments.find('<') != std::string::npos;
    const std::string command = "\"" MU_COMMAND "\" " + arguments +
                                (redirects ? "" : " <\"" + in.string() + "\"") + " >\"" +
                                out.string() + "\" 2>\"" + err.string() + "\"";
    const int status = std::system(command.c_str());  // NOLINT(bugprone-command-processor)
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_all(out), read_all(err)};
}

}  // namespace mu::test
