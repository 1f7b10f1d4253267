// A player that is another program, spoken to in lines of JSON: docs/protocol.md.

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <mu/cards/text.h>

#include "agents/kinds.h"

extern char** environ;  // NOLINT(readability-redundant-declaration)

namespace mu::detail {

namespace {

using json = nlohmann::ordered_json;
using steady = std::chrono::steady_clock;

constexpr int protocol_version = 1;
constexpr std::size_t longest_line = 1 << 20;
constexpr auto patience_at_end = std::chrono::milliseconds(500);  // for a program told to leave

// A running program, its input and output joined to one end of a socket pair. (Writing to a pipe
// nobody reads would raise a signal; a socket can be asked not to.)
class process {
public:
    explicit process(const std::string& command) : command_(command) {
        std::array<int, 2> ends{};
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) fail("socket");
        posix_spawn_file_actions_t files;
        posix_spawn_file_actions_init(&files);
        posix_spawn_file_actions_adddup2(&files, ends[1], STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&files, ends[1], STDOUT_FILENO);
        posix_spawnattr_t how;
        posix_spawnattr_init(&how);
        posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP);  // so that it ends with its children
        posix_spawnattr_setpgroup(&how, 0);
        std::string shell = "sh", flag = "-c", line = command;
        std::array<char*, 4> arguments{shell.data(), flag.data(), line.data(), nullptr};
        const int rc = ::posix_spawn(&pid_, "/bin/sh", &files, &how, arguments.data(), environ);
        posix_spawnattr_destroy(&how);
        posix_spawn_file_actions_destroy(&files);
        ::close(ends[1]);
        socket_ = ends[0];
        if (rc != 0) {
            ::close(socket_);
            errno = rc;
            fail("cannot be started");
        }
    }

    ~process() {
        ::close(socket_);  // it reads the end of its input
        const auto until = steady::now() + (broken_ ? steady::duration(0) : patience_at_end);
        while (::waitpid(pid_, nullptr, WNOHANG) == 0) {
            if (steady::now() >= until) {
                ::kill(-pid_, SIGKILL);
                ::waitpid(pid_, nullptr, 0);
                break;
            }
            ::poll(nullptr, 0, 5);
        }
    }
    process(const process&) = delete;
    process& operator=(const process&) = delete;

    void send(const json& message) {
        const std::string line = message.dump() + "\n";
        for (std::size_t at = 0; at < line.size();) {
            const auto n = ::send(socket_, line.data() + at, line.size() - at, MSG_NOSIGNAL);
            if (n < 0 && errno == EINTR) continue;
            if (n < 0) fail("has ended");
            at += static_cast<std::size_t>(n);
        }
    }

    std::string receive(double seconds) {
        const auto began = steady::now();
        while (true) {
            if (const auto end = waiting_.find('\n'); end != std::string::npos) {
                std::string line = waiting_.substr(0, end);
                waiting_.erase(0, end + 1);
                return line;
            }
            if (waiting_.size() > longest_line) fail("writes a line without end");
            const std::chrono::duration<double> spent = steady::now() - began;
            const double left = seconds - spent.count();
            if (left <= 0) fail(fmt::format("has not answered within {} s", seconds));
            pollfd at{socket_, POLLIN, 0};
            const int ms = left > 1e6 ? -1 : static_cast<int>(left * 1000) + 1;
            if (::poll(&at, 1, ms) <= 0) continue;
            std::array<char, 4096> some{};
            const auto n = ::recv(socket_, some.data(), some.size(), 0);
            if (n < 0 && errno == EINTR) continue;
            if (n <= 0) fail("has ended");
            waiting_.append(some.data(), static_cast<std::size_t>(n));
        }
    }

    [[noreturn]] void fail(const std::string& what) {
        broken_ = true;
        throw std::runtime_error(fmt::format("the program '{}' {}", command_, what));
    }

private:
    std::string command_;
    pid_t pid_ = -1;
    int socket_ = -1;
    std::string waiting_;
    bool broken_ = false;
};

// After an error the program is ended, and started anew for the next deal.
class program_player final : public player {
public:
    program_player(std::string command, double seconds)
        : command_(std::move(command)), seconds_(seconds) {}

    void begin_deal(const game& g, seat me) override {
        guarded([&] {
            if (!program_) program_.emplace(command_);
            program_->send({{"type", "begin"},
                            {"protocol", protocol_version},
                            {"game", g.spec()},
                            {"rules", g.info().version},
                            {"seat", seat_str(me, g.info().seats)}});
        });
    }

    action choose(const request& r) override {
        return guarded([&] {
            if (!program_) throw std::runtime_error("the deal has not begun");
            const json view = r.view.to_json();
            const double allowed = std::min(r.seconds, seconds_);
            program_->send({{"type", "act"},
                            {"view", view},
                            {"seconds", allowed},
                            {"random", r.generator.next() >> 11}});  // exact in every JSON reader
            const std::string line = program_->receive(allowed);
            const json answer = json::parse(line, nullptr, false);
            if (!answer.is_object() || !answer.contains("action") || !answer["action"].is_string())
                program_->fail(fmt::format(R"(answered {}; expected {{"action": "..."}})",
                                           line.substr(0, 200)));
            // The view lists the legal actions in the same order.
            const auto legal = view["legal"].get<std::vector<std::string>>();
            const auto chosen = answer["action"].get<std::string>();
            for (std::size_t i = 0; i < legal.size(); ++i)
                if (legal[i] == chosen) return r.view.legal_actions()[i];
            program_->fail(fmt::format("chose {}, which is not legal; legal: {}", chosen,
                                       fmt::join(legal, " ")));
        });
    }

    void end_deal(const seat_view& last, std::span<const int> score) override {
        guarded([&] {
            if (program_)
                program_->send({{"type", "end"},
                                {"view", last.to_json()},
                                {"score", std::vector<int>(score.begin(), score.end())}});
        });
    }

private:
    template <typename F>
    auto guarded(F&& what) -> decltype(what()) {
        try {
            return what();
        } catch (...) {
            program_.reset();
            throw;
        }
    }

    std::string command_;
    double seconds_;
    std::optional<process> program_;
};

}  // namespace

std::unique_ptr<player> make_program(const agent_spec& spec, const game&) {
    if (spec.command("command").empty())
        throw std::invalid_argument(
            "an agent of the kind program needs a command, such as "
            "program(command=\"python3 bot.py\")");
    return std::make_unique<program_player>(spec.command("command"), spec.number("seconds"));
}

}  // namespace mu::detail
