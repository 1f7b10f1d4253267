#include "support/web_client.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace mu::test {

web_socket_client::web_socket_client(std::uint16_t port)
    : socket_(::socket(AF_INET, SOCK_STREAM, 0)), port_(port) {
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(port);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket_, reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0)
        throw std::runtime_error("cannot connect");
    const int on = 1;
    ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

web_socket_client::~web_socket_client() {
    if (socket_ >= 0) ::close(socket_);
}

web_socket_client::web_socket_client(web_socket_client&& other) noexcept
    : socket_(std::exchange(other.socket_, -1)),
      port_(other.port_),
      buffer_(std::move(other.buffer_)) {}

void web_socket_client::write(std::string_view bytes) {
    while (!bytes.empty()) {
        const auto n = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (n <= 0) return;  // the other side has hung up: read what it said
        bytes.remove_prefix(static_cast<std::size_t>(n));
    }
}

bool web_socket_client::fill(int patience_ms) {
    pollfd on{.fd = socket_, .events = POLLIN, .revents = 0};
    if (::poll(&on, 1, patience_ms) <= 0) return false;
    char bytes[65536];
    const auto n = ::recv(socket_, bytes, sizeof bytes, 0);
    if (n <= 0) return false;
    buffer_.append(bytes, static_cast<std::size_t>(n));
    return true;
}

std::string web_socket_client::read_all(int patience_ms) {
    while (fill(patience_ms)) {
    }
    return std::exchange(buffer_, {});
}

std::string web_socket_client::read_reply() {
    std::size_t end = std::string::npos;
    while ((end = buffer_.find("\r\n\r\n")) == std::string::npos)
        if (!fill(20'000)) return std::exchange(buffer_, {});
    end += 4;
    std::size_t body = 0;
    if (const auto at = buffer_.find("Content-Length: "); at < end)
        body = std::stoul(buffer_.substr(at + 16));
    while (buffer_.size() < end + body && fill(20'000)) {
    }
    std::string out = buffer_.substr(0, end + body);
    buffer_.erase(0, end + body);
    return out;
}

bool web_socket_client::upgrade(std::string_view more_headers, std::string_view host) {
    const std::string name =
        host.empty() ? "127.0.0.1:" + std::to_string(port_) : std::string(host);
    write("GET /ws HTTP/1.1\r\nHost: " + name +
          "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
          std::string(more_headers) + "\r\n");
    std::size_t end = std::string::npos;
    while ((end = buffer_.find("\r\n\r\n")) == std::string::npos)
        if (!fill(20'000)) return false;
    const bool done = buffer_.starts_with("HTTP/1.1 101");
    buffer_.erase(0, end + 4);
    return done;
}

void web_socket_client::send(std::string_view message, int opcode) {
    std::string frame(1, static_cast<char>(0x80 | opcode));
    const std::size_t n = message.size();
    const auto push = [&](std::size_t value, int bytes) {
        for (int k = bytes - 1; k >= 0; --k) frame += static_cast<char>(value >> (8 * k));
    };
    if (n < 126) {
        frame += static_cast<char>(0x80 | n);
    } else if (n < 65536) {
        frame += static_cast<char>(0x80 | 126);
        push(n, 2);
    } else {
        frame += static_cast<char>(0x80 | 127);
        push(n, 8);
    }
    frame.append(4, '\0');  // a mask that changes nothing
    write(frame.append(message));
}

std::optional<std::string> web_socket_client::receive(int patience_ms) {
    std::string message;
    while (true) {
        const auto need = [&](std::size_t bytes) {
            while (buffer_.size() < bytes)
                if (!fill(patience_ms)) return false;
            return true;
        };
        const auto byte = [&](std::size_t at) {
            return static_cast<std::size_t>(static_cast<unsigned char>(buffer_[at]));
        };
        if (!need(2)) return std::nullopt;
        const std::size_t opcode = byte(0) & 15;
        std::size_t size = byte(1) & 127, head = 2;
        if (size >= 126) {
            const std::size_t bytes = size == 126 ? 2 : 8;
            if (!need(head + bytes)) return std::nullopt;
            size = 0;
            for (std::size_t k = 0; k < bytes; ++k) size = size << 8 | byte(head + k);
            head += bytes;
        }
        if (!need(head + size)) return std::nullopt;
        const std::string body = buffer_.substr(head, size);
        const bool last = (byte(0) & 0x80) != 0;
        buffer_.erase(0, head + size);
        if (opcode == 8) return std::nullopt;
        if (opcode == 9) send(body, 10);  // a ping
        if (opcode > 2) continue;
        message += body;
        if (last) return message;
    }
}

std::string http(std::uint16_t port, std::string_view request) {
    web_socket_client to(port);
    to.write(request);
    return to.read_reply();
}

std::string get(std::uint16_t port, std::string_view path, std::string_view host) {
    return http(port, "GET " + std::string(path) + " HTTP/1.1\r\nHost: " + std::string(host) +
                          "\r\nConnection: close\r\n\r\n");
}

}  // namespace mu::test
