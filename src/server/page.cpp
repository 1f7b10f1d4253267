#include "server/page.h"

#include <algorithm>

#include <mu/server/server.h>

namespace mu {

bool has_page() { return !detail::page_files().empty(); }

namespace detail {

namespace {

constexpr std::string_view no_page =
    "This mu was built without its page.\n\n"
    "Install npm (on Debian: apt-get install npm) and run `make play`.\n"
    "The tables themselves are here, for programs: docs/web_protocol.md.\n";

}  // namespace

// Nothing is looked up in a file system: an address is one of the files' paths or is not there.
page_reply reply_to(std::string_view method, std::string_view target) {
    if (method != "GET" && method != "HEAD")
        return {.status = 405, .body = "Only GET and HEAD are understood here.\n"};
    const std::string_view path = target.substr(0, target.find_first_of("?#"));
    if (path == "/health") return {.body = "ok\n"};
    const std::string_view wanted = path == "/" ? "/index.html" : path;
    const auto files = page_files();
    const auto found = std::ranges::find(files, wanted, &page_file::path);
    if (found == files.end()) {
        if (files.empty() && path == "/") return {.body = no_page};
        return {.status = 404, .body = "There is nothing at this address.\n"};
    }
    return {
        .type = found->type, .body = found->body, .compressed = true, .lasting = found->lasting};
}

}  // namespace detail
}  // namespace mu
