// The network side of the server, and the only file that includes Boost: one thread, a coroutine
// for each connection.

#include <deque>
#include <map>
#include <stdexcept>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include <mu/server/server.h>

#include "server/hall.h"
#include "server/page.h"

namespace mu {

namespace {

namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
namespace net = boost::asio;
using tcp = net::ip::tcp;

// An error is a value: a connection that ends is nothing exceptional.
constexpr auto awaited = net::as_tuple(net::use_awaitable);

constexpr std::uint32_t header_bytes = 8192;
constexpr std::uint64_t body_bytes = 1024;  // nothing here takes a body

std::chrono::steady_clock::duration seconds(double s) {
    return std::chrono::duration_cast<std::chrono::steady_clock::duration>(
        std::chrono::duration<double>(s));
}

// Somebody's WebSocket. All of it happens on the network's thread.
class connection : public std::enable_shared_from_this<connection> {
public:
    connection(beast::tcp_stream&& stream, std::size_t unread)
        : socket(std::move(stream)), unread_(unread) {}

    // Messages are written one after the other.
    void push(std::string text) {
        if (gone_) return;
        bytes_ += text.size();
        if (bytes_ > unread_) return hang_up();
        out_.push_back(std::move(text));
        if (out_.size() == 1) write();
    }
    void hang_up() {
        gone_ = true;
        beast::error_code ignored;
        // NOLINTNEXTLINE(bugprone-unused-return-value): it is the error code again.
        beast::get_lowest_layer(socket).socket().close(ignored);
    }

    websocket::stream<beast::tcp_stream> socket;

private:
    void write() {
        socket.async_write(net::buffer(out_.front()),
                           [self = shared_from_this()](beast::error_code failed, std::size_t) {
                               self->written(failed);
                           });
    }
    void written(beast::error_code failed) {
        bytes_ -= out_.front().size();
        out_.pop_front();
        if (failed) return hang_up();
        if (!out_.empty()) write();
    }

    std::deque<std::string> out_;
    std::size_t bytes_ = 0, unread_;
    bool gone_ = false;
};

std::string_view host_of(std::string_view address) {
    if (address.starts_with('[')) return address.substr(0, address.find(']') + 1);
    return address.substr(0, address.find(':'));
}

std::string_view view(beast::string_view s) { return {s.data(), s.size()}; }

}  // namespace

class server::impl {
public:
    explicit impl(const server_options& how)
        : how_(how), store_(how.database), hall_(how, store_), acceptor_(io_) {
        beast::error_code failed;
        const auto interface = net::ip::make_address(how_.interface, failed);
        if (failed)
            throw std::runtime_error(
                fmt::format("'{}' is no address of an interface, such as "
                            "127.0.0.1 or 0.0.0.0",
                            how_.interface));
        try {
            const tcp::endpoint at(interface, how_.port);
            acceptor_.open(at.protocol());
            acceptor_.set_option(net::socket_base::reuse_address(true));
            acceptor_.bind(at);
            acceptor_.listen(1024);
        } catch (const std::exception&) {
            throw std::runtime_error(
                fmt::format("cannot listen on {} port {}: the port may be in use (--port 0 takes "
                            "any that is free)",
                            how_.interface, how_.port));
        }
        net::co_spawn(io_, listen(), net::detached);
        net::co_spawn(io_, sweep(), net::detached);
    }

    std::uint16_t port() const { return acceptor_.local_endpoint().port(); }

    std::string address() const {
        std::string host = how_.interface;
        if (host == "0.0.0.0" || host == "::") {
            std::array<char, 256> name{};
            host = gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "localhost";
        } else if (host.find(':') != std::string::npos) {
            host = "[" + host + "]";
        }
        return fmt::format("http://{}:{}/{}", host, port(),
                           how_.open ? "#house=" + hall_.house_key() : "");
    }

    void run() {
        io_.run();
        hall_.stop();
    }
    void stop() { io_.stop(); }
    void run_until_signal() {
        net::signal_set signals(io_, SIGINT, SIGTERM);
        signals.async_wait([this](beast::error_code, int) { io_.stop(); });
        run();
    }

private:
    net::awaitable<void> sweep() {
        net::steady_timer timer(io_);
        while (true) {
            timer.expires_after(seconds(std::min(30.0, how_.forget_seconds)));
            co_await timer.async_wait(awaited);
            hall_.sweep();
        }
    }

    net::awaitable<void> listen() {
        net::steady_timer timer(io_);
        while (true) {
            auto [failed, socket] = co_await acceptor_.async_accept(awaited);
            if (failed) {  // no file handles left: later, perhaps
                timer.expires_after(std::chrono::milliseconds(50));
                co_await timer.async_wait(awaited);
                continue;
            }
            beast::error_code unknown;
            const auto from = socket.remote_endpoint(unknown);
            if (unknown || open_ >= how_.connections) continue;
            const bool own = from.address().is_loopback();
            const std::string whose = own ? "" : from.address().to_string();
            if (!own && by_address_[whose] >= how_.connections_each) continue;
            ++open_;
            if (!own) ++by_address_[whose];
            // NOLINTNEXTLINE(bugprone-unused-return-value): it is the error code again.
            socket.set_option(tcp::no_delay(true), unknown);
            net::co_spawn(io_, serve(std::move(socket)), [this, whose](const std::exception_ptr&) {
                --open_;
                if (!whose.empty() && --by_address_[whose] == 0) by_address_.erase(whose);
            });
        }
    }

    // A page on another site must not speak for whoever looks at it, neither by its own name nor by
    // a name that it lets point to this machine.
    bool is_for_us(const http::request<http::string_body>& asked) const {
        const std::string_view host = view(asked[http::field::host]);
        if (how_.open) return !host.empty();
        const std::string_view name = host_of(host);
        return name == "localhost" || name == "127.0.0.1" || name == "[::1]" ||
               name == how_.interface;
    }
    static bool is_own_origin(const http::request<http::string_body>& asked) {
        const auto origin = asked.find(http::field::origin);
        if (origin == asked.end()) return true;  // not a browser
        const std::string host(view(asked[http::field::host]));
        const std::string_view from = view(origin->value());
        return from == "http://" + host || from == "https://" + host;
    }

    net::awaitable<void> serve(tcp::socket socket) {
        beast::tcp_stream stream(std::move(socket));
        beast::flat_buffer buffer(header_bytes + 2 * body_bytes);
        while (true) {
            http::request_parser<http::string_body> parser;
            parser.header_limit(header_bytes);
            parser.body_limit(body_bytes);
            stream.expires_after(seconds(how_.header_seconds));
            const auto [failed, n] = co_await http::async_read(stream, buffer, parser, awaited);
            if (failed) {
                if (failed.category() ==
                        http::make_error_code(http::error::bad_method).category() &&
                    failed != http::error::end_of_stream && failed != http::error::partial_message)
                    co_await write(stream, {.status = 400, .body = "That is not HTTP.\n"}, 11,
                                   false, false);
                break;
            }
            const auto asked = parser.release();
            const unsigned version = asked.version();
            const bool head = asked.method() == http::verb::head;
            page_reply reply{.status = 403, .body = "This server answers to its own name.\n"};
            bool keep = asked.keep_alive();
            if (is_for_us(asked)) {
                if (websocket::is_upgrade(asked) && asked.target() == "/ws") {
                    if (is_own_origin(asked)) {
                        stream.expires_never();
                        co_await talk(std::move(stream), asked);
                        co_return;
                    }
                    reply.body = "Pages of other sites do not speak here.\n";
                } else {
                    reply = detail::reply_to(view(asked.method_string()), view(asked.target()));
                }
            }
            if (reply.status != 200) keep = keep && reply.status == 404;
            stream.expires_after(seconds(30));
            if (!co_await write(stream, reply, version, head, keep) || !keep) break;
        }
        beast::error_code ignored;
        // NOLINTNEXTLINE(bugprone-unused-return-value): it is the error code again.
        stream.socket().shutdown(tcp::socket::shutdown_send, ignored);
    }

    using page_reply = detail::page_reply;
    static net::awaitable<bool> write(beast::tcp_stream& stream, page_reply reply, unsigned version,
                                      bool head, bool keep) {
        http::response<http::string_body> out(static_cast<http::status>(reply.status), version);
        out.set(http::field::content_type,
                beast::string_view(reply.type.data(), reply.type.size()));
        if (reply.compressed) out.set(http::field::content_encoding, "gzip");
        out.set(http::field::cache_control,
                reply.lasting ? "public, max-age=31536000, immutable" : "no-cache");
        out.set("Content-Security-Policy",
                "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
                "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
                "frame-ancestors 'none'");
        out.set("X-Content-Type-Options", "nosniff");
        out.set("Referrer-Policy", "no-referrer");
        out.set("Cross-Origin-Opener-Policy", "same-origin");
        out.set("Cross-Origin-Resource-Policy", "same-origin");
        out.keep_alive(keep);
        if (!head) out.body() = reply.body;
        out.prepare_payload();
        if (head) out.content_length(reply.body.size());
        http::response_serializer<http::string_body> serial(out);
        serial.split(head);
        const auto [failed, n] = head ? co_await http::async_write_header(stream, serial, awaited)
                                      : co_await http::async_write(stream, serial, awaited);
        co_return !failed;
    }

    net::awaitable<void> talk(beast::tcp_stream stream, http::request<http::string_body> asked) {
        const auto with = std::make_shared<connection>(std::move(stream), how_.unread);
        auto& socket = with->socket;
        auto timeout = websocket::stream_base::timeout::suggested(beast::role_type::server);
        timeout.handshake_timeout = seconds(how_.header_seconds);
        timeout.idle_timeout = seconds(how_.idle_seconds);
        timeout.keep_alive_pings = true;
        socket.set_option(timeout);
        socket.read_message_max(how_.message);
        if (const auto [failed] = co_await socket.async_accept(asked, awaited); failed) co_return;
        socket.text(true);
        const auto guest = hall_.enter([this, weak = std::weak_ptr(with)](std::string text) {
            net::post(io_, [weak, text = std::move(text)]() mutable {
                if (const auto to = weak.lock()) to->push(std::move(text));
            });
        });
        beast::flat_buffer buffer;
        while (true) {
            const auto [failed, n] = co_await socket.async_read(buffer, awaited);
            if (failed || !socket.got_text()) break;
            hall_.handle(guest, beast::buffers_to_string(buffer.data()));
            buffer.consume(buffer.size());
        }
        hall_.leave(guest);
        with->hang_up();
    }

    server_options how_;
    net::io_context io_{1};
    detail::table_store store_;
    detail::hall hall_;  // its workers end before what they post to
    tcp::acceptor acceptor_;
    std::size_t open_ = 0;
    std::map<std::string, std::size_t> by_address_;
};

server::server(const server_options& how) : impl_(std::make_unique<impl>(how)) {}
server::~server() = default;
std::uint16_t server::port() const { return impl_->port(); }
std::string server::address() const { return impl_->address(); }
void server::run() { impl_->run(); }
void server::stop() { impl_->stop(); }
void server::run_until_signal() { impl_->run_until_signal(); }

}  // namespace mu
