// Tables for people, over HTTP and WebSocket: the page at /, messages at /ws (docs/web_protocol.md,
// docs/server.md).
//
//     mu::server at({.database = "tables.db"});
//     std::printf("%s\n", at.address().c_str());
//     at.run();  // until stop()
//
// Every action is in the database before it is answered, so tables are where they were after a
// restart, however the process ended. Whoever asks sees his own view.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace mu {

struct server_options {
    std::string interface = "127.0.0.1";  // to listen on
    std::uint16_t port = 0;               // 0: any that is free
    std::string database{};               // a file; empty: nothing is kept
    bool open = false;                    // strangers can reach it: tables are begun with a key
    unsigned workers = 0;                 // threads for bots and analyses; 0: as the machine has

    std::size_t connections = 4096;
    std::size_t connections_each = 64;  // from one address; the machine's own are not counted
    std::size_t tables = 100'000;       // kept
    std::size_t message = 256 << 10;    // bytes
    std::size_t unread = 4 << 20;       // bytes waiting for a slow reader before it is dropped
    double messages_per_second = 40;  // of a connection, after a burst of three times that; 0: any
    double header_seconds = 10;       // for a whole request
    double idle_seconds = 120;        // without a sign of life
    double forget_seconds = 300;      // an empty table leaves memory, and is loaded again
    double hint_ms = 2000;            // the longest that may be asked for
    double solve_ms = 5000;
};

class server {
public:
    // std::runtime_error if the address cannot be listened on or the database not be opened.
    explicit server(const server_options& how);
    ~server();
    server(const server&) = delete;
    server& operator=(const server&) = delete;

    std::uint16_t port() const;
    // What to type into a browser. On an open server it holds the key with which tables are begun.
    std::string address() const;
    void run();   // serves until stop()
    void stop();  // from any thread, or a signal handler's
    // Serves until the process is asked to end (SIGINT, SIGTERM).
    void run_until_signal();

private:
    class impl;
    std::unique_ptr<impl> impl_;
};

// Whether the page is part of this build.
bool has_page();

}  // namespace mu
