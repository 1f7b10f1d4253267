#include "progress.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

namespace mu::cli {

namespace {

std::string duration_text(double seconds) {
    const auto s = static_cast<std::uint64_t>(std::llround(seconds));
    return s < 3600 ? fmt::format("{}:{:02}", s / 60, s % 60)
                    : fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
}

}  // namespace

std::string progress_text(std::uint64_t done_before, std::uint64_t done, std::uint64_t all,
                          double seconds, const std::string& unit) {
    constexpr std::uint64_t width = 20;
    const std::uint64_t filled = all == 0 ? width : std::min(done, all) * width / all;
    std::string out = fmt::format("[{}{}] {} of {} {}", std::string(filled, '#'),
                                  std::string(width - filled, '.'), done, all, unit);
    if (all > 0) out += fmt::format(", {} %", 100 * std::min(done, all) / all);
    if (done > done_before && seconds > 0) {
        const double rate = static_cast<double>(done - done_before) / seconds;
        out += fmt::format(", {:.{}f}/s", rate, rate < 10 ? 2 : 0);
        if (done < all)
            out += fmt::format(", {} left", duration_text(static_cast<double>(all - done) / rate));
    }
    return out;
}

progress_bar::progress_bar(std::string unit) : unit_(std::move(unit)), watched_(isatty(2) != 0) {}

progress_bar::~progress_bar() { wipe(); }

void progress_bar::wipe() noexcept {
    // Not by fmt, which may throw.
    if (width_ > 0) std::fprintf(stderr, "\r%*s\r", static_cast<int>(width_), "");
    width_ = 0;
}

void progress_bar::show(std::uint64_t done, std::uint64_t all) {
    if (!watched_) return;
    const auto now = clock::now();
    if (!begun_) {
        begun_ = true;
        done_before_ = done;
        begin_ = now;
    } else if (now - shown_ < std::chrono::milliseconds(200)) {
        return;
    }
    shown_ = now;
    const double seconds = std::chrono::duration<double>(now - begin_).count();
    const std::string text = progress_text(done_before_, done, all, seconds, unit_);
    fmt::print(stderr, "\r{:<{}}", text, width_);
    width_ = text.size();
}

}  // namespace mu::cli
