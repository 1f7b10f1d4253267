// Any lines as messages of a page or of somebody at a table, one after the other: each has one
// answer, a refused one says why and changes no table, and a table that is saved is the same when
// it is loaded. The first byte says who speaks. Numbers that only say how long to work are made
// small.
#include <algorithm>
#include <atomic>
#include <set>

#include <mu/web/table_service.h>

#include "fuzz/fuzz.h"

using namespace mu;
using nlohmann::ordered_json;

namespace {

const std::atomic<bool> stopped = true;
const service_limits limits{
    .tables = 3, .message = 1 << 15, .most_ms = 1, .nodes = 200, .stop = &stopped};
constexpr std::size_t most_messages = 24;

std::string with_less_work(std::string_view line) {
    ordered_json m = ordered_json::parse(line, nullptr, false);
    if (!m.is_object()) return std::string(line);
    for (const auto& [key, most] :
         {std::pair{"worlds", 1}, {"played", 1}, {"solved", 1}, {"ms", 1}})
        if (m.contains(key) && m[key].is_number_unsigned() &&
            m[key].get<std::uint64_t>() > static_cast<std::uint64_t>(most))
            m[key] = most;
    if (m.contains("type") && (m["type"] == "teach" || m["type"] == "hint") && !m.contains("ms"))
        m["ms"] = 1;
    return m.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

class visit {
public:
    // The tables of the service, as somebody who counts every one that was named.
    void say(const std::string& message, const speaker& from) {
        const auto before = standings();
        const auto answers = at_.handle(message, from);
        fuzz::expect(answers.size() == 1);
        const ordered_json answer = ordered_json::parse(answers.front());
        fuzz::expect(answer.is_object() && answer["v"] == 1 && answer["type"].is_string());
        if (answer["type"] == "error") {
            static const std::set<std::string> codes{"forbidden", "illegal", "limit", "malformed",
                                                     "over",      "stale",   "turn",  "undo",
                                                     "unknown",   "version"};
            fuzz::expect(codes.contains(answer["code"].get<std::string>()));
            fuzz::expect(!answer["reason"].get<std::string>().empty());
            fuzz::expect(standings() == before);
        } else if (answer.contains("table")) {
            names_.insert(answer["table"].get<std::string>());
        }
        fuzz::expect(at_.tables() <= limits.tables);
    }
    void check_saved() {
        for (const auto& [name, standing] : standings()) {
            const ordered_json save{{"v", 1}, {"type", "save"}, {"table", name}};
            const ordered_json saved = ordered_json::parse(at_.handle(save.dump()).front());
            fuzz::expect(saved["type"] == "saved");
            table_service other(limits);
            const ordered_json load{
                {"v", 1}, {"type", "load"}, {"table", name}, {"saved", saved["saved"]}};
            other.handle(load.dump());
            fuzz::expect(other.standing(name) == standing);
        }
    }

private:
    std::vector<std::pair<std::string, table_standing>> standings() const {
        std::vector<std::pair<std::string, table_standing>> out;
        for (const std::string& name : names_)
            if (auto s = at_.standing(name)) out.emplace_back(name, std::move(*s));
        fuzz::expect(out.size() == at_.tables());
        return out;
    }

    table_service at_{limits};
    std::set<std::string> names_;
};

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    std::string_view rest = fuzz::text_of(data + 1, size - 1);
    visit v;
    for (std::size_t n = 0; n < most_messages && !rest.empty(); ++n) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        const std::string message = with_less_work(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
        // The host; or, of every second message, a player or somebody who looks on.
        const int who = data[0] % 6 - 1;
        const bool guest = who < 4 && n % 2 == 1;
        v.say(message, guest ? speaker{.table = "t1", .player = who} : speaker{});
    }
    v.check_saved();
    return 0;
}
