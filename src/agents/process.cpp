#include "agents/process.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#include <mu/agents/player.h>
#include <mu/cards/printable.h>

namespace mu::detail {

namespace {

using steady = std::chrono::steady_clock;

constexpr std::size_t longest_line = 1 << 20;
constexpr std::size_t most_unsent = 1 << 20;  // bytes kept for a program that is behind
constexpr int patience_at_end_ms = 500;       // for a program told to leave

// Seconds from now on.
class countdown {
public:
    explicit countdown(double seconds) : seconds_(seconds) {}
    double left() const {
        const std::chrono::duration<double> spent = steady::now() - began_;
        return seconds_ - spent.count();
    }

private:
    double seconds_;
    steady::time_point began_ = steady::now();
};

// --- What runs after a fork: calls that are safe there, no memory taken, nothing thrown. ---------

void close_from(int first) {
#if defined(__linux__) && defined(SYS_close_range)
    if (::syscall(SYS_close_range, first, ~0U, 0) == 0) return;
#endif
    const long most = ::sysconf(_SC_OPEN_MAX);
    for (int fd = first; fd < (most > 0 ? most : 1024); ++fd) ::close(fd);
}

[[noreturn]] void run_program(int socket, const char* command) {
#ifdef __linux__
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // should somebody kill the keeper
#endif
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    for (const int s : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGCHLD}) ::signal(s, SIG_DFL);
    ::dup2(socket, STDIN_FILENO);
    ::dup2(socket, STDOUT_FILENO);
    close_from(3);
    ::execl("/bin/sh", "sh", "-c", command, static_cast<char*>(nullptr));
    ::_exit(126);
}

// Starts the program, reports how it ended, and ends its whole group, itself included, as soon as
// the other end of `control` is closed: by us, or by the kernel when we are no more.
[[noreturn]] void keep(int control, int socket, const char* command) {
    constexpr int here = 3;
    sigset_t child, before;
    ::sigemptyset(&child);
    ::sigaddset(&child, SIGCHLD);
    ::sigprocmask(SIG_BLOCK, &child, &before);
    ::sigdelset(&before, SIGCHLD);
    ::signal(SIGCHLD, [](int) {});
    const pid_t program = ::fork();
    if (program == 0) run_program(socket, command);
    const int refused = program < 0 ? -errno : 0;
    ::dup2(control, here);
    close_from(here + 1);
    for (int fd = 0; fd < here; ++fd) ::close(fd);
    if (refused != 0) ::send(here, &refused, sizeof refused, MSG_NOSIGNAL);
    while (true) {
        pollfd at{here, POLLIN, 0};
        // A child that ends interrupts this, and only this.
        ::ppoll(&at, 1, nullptr, &before);
        int status = 0;
        while (const pid_t ended = ::waitpid(-1, &status, WNOHANG)) {
            if (ended < 0) break;
            if (ended == program) ::send(here, &status, sizeof status, MSG_NOSIGNAL);
        }
        if (at.revents != 0) ::kill(0, SIGKILL);
    }
}

}  // namespace

process::process(std::string command) : command_(std::move(command)) {
    const auto refuse = [&](const char* what) {
        const int why = errno;
        for (const int fd : {socket_, control_})
            if (fd >= 0) ::close(fd);
        throw start_failure(fmt::format("the program '{}' cannot be started: {}: {}",
                                        printable(command_, 60), what, std::strerror(why)));
    };
    std::array<int, 2> speech{}, control{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, speech.data()) != 0) refuse("socket");
    socket_ = speech[0];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, control.data()) != 0) {
        ::close(speech[1]);
        refuse("socket");
    }
    control_ = control[0];
    keeper_ = ::fork();
    if (keeper_ == 0) {
        ::setpgid(0, 0);
        keep(control[1], speech[1], command_.c_str());
    }
    const int why = errno;
    ::close(speech[1]);
    ::close(control[1]);
    errno = why;
    if (keeper_ < 0) refuse("process");
    ::setpgid(keeper_, keeper_);  // whoever comes first
}

process::~process() {
    if (!broken_) {
        try {
            write_some();  // what it has not been told yet, if it is there to listen
        } catch (const std::exception&) {
            broken_ = true;
        }
    }
    ::close(socket_);
    if (!broken_) {
        pollfd at{control_, POLLIN, 0};
        const countdown patience(patience_at_end_ms / 1000.0);
        while (::poll(&at, 1, patience_at_end_ms) < 0 && errno == EINTR && patience.left() > 0) {
        }
    }
    ::close(control_);
    ::kill(-keeper_, SIGKILL);
    while (::waitpid(keeper_, nullptr, 0) < 0 && errno == EINTR) {
    }
}

void process::post(std::string_view line, double seconds) {
    unsent_ += line;
    unsent_ += '\n';
    write_some();
    for (const countdown patience(seconds); unsent_.size() > most_unsent; write_some()) {
        if (patience.left() <= 0) fail("does not read what it is told");
        wait(patience.left());
    }
}

std::string process::ask(std::string_view line, double seconds) {
    const countdown patience(seconds);
    unsent_ += line;
    unsent_ += '\n';
    while (true) {
        write_some();
        if (const auto end = unread_.find('\n'); end != std::string::npos) {
            std::string answer = unread_.substr(0, end);
            unread_.erase(0, end + 1);
            return answer;
        }
        if (patience.left() <= 0) fail(fmt::format("has not answered within {} s", seconds));
        wait(patience.left());
    }
}

void process::write_some() {
    std::size_t sent = 0;
    while (sent < unsent_.size()) {
        const auto n = ::send(socket_, unsent_.data() + sent, unsent_.size() - sent,
                              MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0 && (errno == EAGAIN)) break;
        if (n < 0) fail_ended();
        sent += static_cast<std::size_t>(n);
    }
    unsent_.erase(0, sent);
}

void process::read_some() {
    std::array<char, 4096> some{};
    const auto n = ::recv(socket_, some.data(), some.size(), MSG_DONTWAIT);
    if (n < 0 && (errno == EINTR || errno == EAGAIN)) return;
    if (n <= 0) fail_ended();
    heard_ = true;
    unread_.append(some.data(), static_cast<std::size_t>(n));
    if (unread_.size() > longest_line) fail("writes without end");
}

void process::wait(double seconds) {
    // To the keeper nobody listens here: it reports when the program has ended, and then so has the
    // conversation, unless a child of the program goes on with it.
    pollfd at{socket_, static_cast<short>(unsent_.empty() ? POLLIN : POLLIN | POLLOUT), 0};
    const int ms = seconds > 1e6 ? -1 : static_cast<int>(seconds * 1000) + 1;
    if (::poll(&at, 1, ms) > 0 && (at.revents & (POLLIN | POLLHUP | POLLERR)) != 0) read_some();
}

void process::fail(const std::string& what) {
    broken_ = true;
    throw std::runtime_error(fmt::format("the program '{}' {}", printable(command_, 60), what));
}

void process::fail_ended() {
    broken_ = true;
    pollfd at{control_, POLLIN, 0};
    int status = 0;
    // The status follows at once, unless it has closed its output and lives on.
    if (::poll(&at, 1, patience_at_end_ms) <= 0 ||
        ::recv(control_, &status, sizeof status, MSG_DONTWAIT) != sizeof status)
        fail("has closed its output");
    if (status < 0)
        throw start_failure(fmt::format("the program '{}' cannot be started: {}",
                                        printable(command_, 60), std::strerror(-status)));
    if (WIFSIGNALED(status)) fail(fmt::format("has ended by signal {}", WTERMSIG(status)));
    const int code = WEXITSTATUS(status);
    // What the shell returns for a command it cannot find or run.
    if (!heard_ && (code == 126 || code == 127))
        throw start_failure(
            fmt::format("the program '{}' cannot be started: it is not {} (status {})",
                        printable(command_, 60), code == 127 ? "found" : "executable", code));
    fail(fmt::format("has ended with status {}", code));
}

}  // namespace mu::detail
