// A plain client for tests of a server and for its bench: blocking sockets, HTTP as text, WebSocket
// messages as strings.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mu::test {

class web_socket_client {
public:
    // Connects to 127.0.0.1. std::runtime_error if that fails.
    explicit web_socket_client(std::uint16_t port);
    ~web_socket_client();
    web_socket_client(web_socket_client&& other) noexcept;
    web_socket_client& operator=(web_socket_client&&) = delete;

    // Bytes as they are; what comes back until the other side ends or nothing comes for a while.
    void write(std::string_view bytes);
    std::string read_all(int patience_ms = 2000);
    // The head of one answer and as much as its Content-Length says.
    std::string read_reply();

    // False: refused.
    bool upgrade(std::string_view more_headers = "", std::string_view host = "");
    void send(std::string_view message, int opcode = 1);
    // The next message; nothing: the connection is closed, or nobody has said anything for so long.
    std::optional<std::string> receive(int patience_ms = 60'000);
    int handle() const { return socket_; }

private:
    bool fill(int patience_ms);  // more bytes into the buffer

    int socket_ = -1;
    std::uint16_t port_;
    std::string buffer_;
};

// A whole request and the whole answer.
std::string http(std::uint16_t port, std::string_view request);
std::string get(std::uint16_t port, std::string_view path, std::string_view host = "localhost");

}  // namespace mu::test
