#include <charconv>

#include <fmt/format.h>

#include <mu/api/typed_view.h>
#include <mu/api/view_text.h>

#include "api/game_model.h"
#include "api/seat_log.h"

namespace mu {

namespace {

[[noreturn]] void refuse(const std::string& why) {
    throw std::invalid_argument("not the text of a view: " + why);
}

// The next line, taken off `rest`.
std::string_view take_line(std::string_view& rest) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return line;
}

int number_in(std::string_view text) {
    int n = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (error != std::errc() || end != text.data() + text.size())
        refuse(fmt::format("'{}' is no number", text));
    return n;
}

seat seat_in(std::string_view text, const game& g) {
    const int k = number_in(text);
    if (k < 0 || k >= g.info().seats) refuse(fmt::format("there is no seat {}", k));
    return static_cast<seat>(k);
}

seen_action action_in(std::string_view line, const game& g) {
    const std::size_t space = line.find(' ');
    if (space == std::string_view::npos) refuse("an action lacks its seat");
    seen_action out{.who = seat_in(line.substr(0, space), g), .what = std::nullopt};
    const std::string_view what = line.substr(space + 1);
    if (what == "?") return out;
    const int a = number_in(what);
    if (a < 0 || a >= g.action_count()) refuse(fmt::format("there is no action {}", a));
    out.what = static_cast<action>(a);
    return out;
}

std::string head_of(const game& g) { return fmt::format("{} {}", g.spec(), g.info().version); }
std::string last_of(const info_key& k) { return fmt::format("{:016x}{:016x}", k.high, k.low); }

}  // namespace

std::string detail::view_access::text(const seat_view& v) {
    const game_model& model = game_access::model(v.game());
    std::string out = fmt::format("{}\n{}\n{}\n", head_of(v.game()),
                                  v.is_public() ? "-" : std::to_string(index(v.observer())),
                                  model.view_text(v.log_->view(0)));
    const public_record seen = v.history();
    for (std::size_t i = 0; i < seen.size(); ++i)
        out += fmt::format("{} {}\n{}\n", index(seen[i].who),
                           seen[i].what ? std::to_string(*seen[i].what) : "?",
                           model.view_text(v.log_->view(i + 1)));
    return out + last_of(v.key());
}

seat_view detail::view_access::parse(std::string_view whole) {
    std::vector<std::string_view> lines;
    for (std::string_view rest = whole; !rest.empty();) lines.push_back(take_line(rest));
    if (lines.size() < 4 || lines.size() % 2 != 0) refuse("lines are missing");
    const game g(lines[0].substr(0, lines[0].rfind(' ')));
    if (head_of(g) != lines[0])
        refuse(fmt::format("'{}' is not version {} of {}", lines[0], g.info().version, g.spec()));
    const game_model& model = game_access::model(g);

    const std::size_t actions = lines.size() / 2 - 2;
    auto log = std::make_shared<seat_log>(model.view_size(), actions);
    seat_view out(g);
    out.observer_ = lines[1] == "-" ? nobody : seat_in(lines[1], g);
    for (std::size_t n = 0; n <= actions; ++n) {
        log->claim(n);
        if (n > 0) log->set_action(n - 1, action_in(lines[2 * n + 1], g));
        model.parse_view(lines[2 * n + 2], log->place(n));
    }
    out.log_ = std::move(log);
    out.actions_ = actions;
    // The key stands for every field of every view, so this one is as it was written.
    if (text(out) != whole) refuse("it has been changed, or is of another version");
    return out;
}

std::string view_text(const seat_view& v) { return detail::view_access::text(v); }
seat_view parse_view(std::string_view text) { return detail::view_access::parse(text); }

}  // namespace mu
