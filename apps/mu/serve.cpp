// `mu serve`: tables for people in a browser.

#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

#include <mu/server/server.h>

#include "commands.h"

namespace mu::cli {

namespace {

struct serve_request {
    std::string interface, data;
    unsigned port = 8086, workers = 0;
    double messages = server_options().messages_per_second;
    bool open = false, browser = false;
};

// Where programs keep what is theirs (XDG base directories).
std::string usual_file() {
    const char* data = std::getenv("XDG_DATA_HOME");
    const char* home = std::getenv("HOME");
    std::filesystem::path at = data != nullptr && *data != '\0' ? std::filesystem::path(data)
                               : home != nullptr ? std::filesystem::path(home) / ".local" / "share"
                                                 : std::filesystem::path(".");
    return (at / "mu" / "tables.db").string();
}

void serve(const serve_request& r) {
    server_options how{.interface = r.interface,
                       .port = static_cast<std::uint16_t>(r.port),
                       .database = r.data.empty() ? usual_file() : r.data,
                       .open = r.open,
                       .workers = r.workers,
                       .messages_per_second = r.messages};
    if (how.interface.empty()) how.interface = r.open ? "0.0.0.0" : "127.0.0.1";
    const auto folder = std::filesystem::path(how.database).parent_path();
    if (!folder.empty()) std::filesystem::create_directories(folder);
    server at(how);
    fmt::print("{}\n", at.address());
    if (!has_page())
        fmt::print("This mu was built without its page: install npm and run `make play`.\n");
    if (r.open)
        fmt::print(
            "Reachable from the network. Whoever has this address can begin tables; seats "
            "have links of their own.\n");
    fmt::print("Tables are kept in {}. Ctrl-C ends the server.\n", how.database);
    std::fflush(stdout);
    // Where there is a screen and somebody to look at it.
    if (r.browser &&
        (std::getenv("DISPLAY") != nullptr || std::getenv("WAYLAND_DISPLAY") != nullptr))
        if (std::system(fmt::format("xdg-open '{}' >/dev/null 2>&1 &", at.address()).c_str()) != 0)
            fmt::print("No browser could be opened: type the address into one.\n");
    at.run_until_signal();
}

}  // namespace

void add_serve(command_spec& app) {
    command_spec command =
        app.add_subcommand("serve", "card tables in the browser, for one person or several");
    command.footer("docs/server.md says what is kept and who may do what.");
    const auto r = std::make_shared<serve_request>();
    command.add_option("--port", r->port, "port to listen on; 0: any that is free")
        .show_default()
        .between(0U, 65535U);
    command.add_option("--interface", r->interface,
                       "address to listen on (default: 127.0.0.1, with --open 0.0.0.0)");
    command.add_flag("--open", r->open,
                     "let the network in; tables are begun with a key that is printed");
    command.add_option("--data", r->data,
                       "file for the tables (default: ~/.local/share/mu/tables.db)");
    command
        .add_option("--workers", r->workers,
                    "threads for bots and analyses (default: as many as the machine has)")
        .between(1U, 1024U);
    command
        .add_option("--messages", r->messages,
                    "messages a second that a connection may send; 0: any number")
        .show_default()
        .between(0.0, 1e6);
    command.add_flag("--browser", r->browser, "open a browser where there is one");
    command.callback([r] { serve(*r); });
}

}  // namespace mu::cli
