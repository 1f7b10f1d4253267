#include <algorithm>

#include <fmt/format.h>

#include <mu/agents/levels.h>
#include <mu/api/build.h>
#include <mu/api/nets.h>
#include <mu/web/table_service.h>

#include "web/analysis.h"
#include "web/lab.h"
#include "web/lesson.h"
#include "web/web_table.h"

namespace mu {

using detail::json;
using detail::message_reader;
using detail::refusal;
using detail::web_table;

namespace {

constexpr int protocol = 1;
// A whole deal is looked at one decision after the other: none may take long.
constexpr std::uint64_t nodes_of_a_lesson = 5'000'000;

json hello() {
    json out{{"type", "hello"}, {"build", build_commit()}, {"levels", level_names()}};
    json& list = out["games"] = json::array();
    for (const game_info& info : games()) {
        json one = to_json(info);
        one["players"] = match(game(info.name)).players();
        list.push_back(std::move(one));
    }
    return out;
}

// Cards of the message's sender are between the lines of an error only if he holds them himself.
json error(const std::string& code, const std::string& reason) {
    return {{"type", "error"}, {"code", code}, {"reason", reason}};
}

}  // namespace

table_service::table_service(const service_limits& limits) : limits_(limits) {}
table_service::~table_service() = default;

namespace {

class one_message {
public:
    using table_map = std::map<std::string, std::unique_ptr<web_table>, std::less<>>;

    one_message(const json& m, const speaker& from, const service_limits& limits, table_map& tables,
                std::uint64_t& named)
        : in_(m), from_(from), limits_(limits), tables_(tables), named_(named) {}

    json answer() {
        if (!in_.has("v") || !in_.at("v").is_number_integer() || in_.at("v") != protocol)
            throw refusal("version", fmt::format("'v' has to be {}", protocol));
        if (in_.has("re")) in_.whole("re", 0, 1'000'000'000'000);
        const std::string type = in_.text("type");
        static const std::map<std::string, json (one_message::*)(), std::less<>> kinds{
            {"hello", &one_message::on_hello},     {"new", &one_message::on_new},
            {"load", &one_message::on_load},       {"save", &one_message::on_save},
            {"close", &one_message::on_close},     {"see", &one_message::on_see},
            {"act", &one_message::on_act},         {"step", &one_message::on_step},
            {"undo", &one_message::on_undo},       {"next", &one_message::on_next},
            {"seat", &one_message::on_seat},       {"hint", &one_message::on_hint},
            {"beliefs", &one_message::on_beliefs}, {"read", &one_message::on_read},
            {"analyse", &one_message::on_analyse}, {"teach", &one_message::on_teach},
            {"lab", &one_message::on_lab}};
        const auto found = kinds.find(type);
        if (found == kinds.end()) {
            std::string known;
            for (const auto& [name, f] : kinds) known += (known.empty() ? "" : ", ") + name;
            throw refusal("unknown", "no message of type '" + type + "'; types: " + known);
        }
        return (this->*found->second)();
    }

private:
    bool is_host() const { return !from_.table; }
    void host_only() const {
        if (!is_host()) throw refusal("forbidden", "only the host of the table may do that");
    }

    web_table& table() {
        const std::string name = in_.text("table");
        const auto found = tables_.find(name);
        if (found == tables_.end() || (from_.table && *from_.table != name))
            throw refusal("unknown", "no table '" + name + "'");
        return *found->second;
    }
    // Who speaks: himself, or for the host anybody.
    int player(const web_table& t) {
        int who = from_.player;
        if (who >= t.players())
            throw refusal("forbidden", fmt::format("{} players sit at this table", t.players()));
        if (in_.has("player")) {
            who = static_cast<int>(in_.whole("player", -1, t.players() - 1));
            // Where nobody plays, everybody may ask for everybody.
            if (!is_host() && who != from_.player && t.has_people())
                throw refusal("forbidden", "that is another player's seat");
        }
        may_see(t, who);
        return who;
    }
    // Not even the host looks into a bot's cards while people play.
    static void may_see(const web_table& t, int who) {
        if (who >= 0 && !t.is_person(who) && t.has_people() && !t.is_over())
            throw refusal("forbidden", "a bot's hand is nobody's to see");
    }
    std::size_t since() {
        return in_.has("since") ? static_cast<std::size_t>(in_.whole("since", 0, 1'000'000)) : 0;
    }
    // The number of actions that the message is meant for.
    std::optional<std::int64_t> expected() {
        if (!in_.has("at")) return std::nullopt;
        return in_.whole("at", 0, 1'000'000);
    }
    json seen(const web_table& t, int who, std::size_t since) {
        json out{{"type", "view"}};
        out.update(t.view(who, since));
        return out;
    }

    json on_hello() {
        in_.finish();
        return hello();
    }
    std::string new_name() {
        if (tables_.size() >= limits_.tables)
            throw refusal("limit",
                          fmt::format("{} tables are open, and no more fit", tables_.size()));
        std::string name = in_.text("table", "");
        if (name.empty()) return "t" + std::to_string(++named_);
        if (name.size() > 64) message_reader::wrong("table", "a name of at most 64 bytes");
        if (tables_.contains(name)) throw refusal("malformed", "there is a table '" + name + "'");
        return name;
    }
    json on_new() {
        host_only();
        detail::table_setup setup{.game = in_.text("game")};
        for (const json& who : in_.list("seats", 4)) {
            if (!who.is_string()) message_reader::wrong("seats", "a list of texts");
            setup.seats.push_back(who.get<std::string>());
        }
        setup.seed = static_cast<std::uint64_t>(in_.whole("seed", 0, (std::int64_t{1} << 53) - 1));
        if (in_.has("dealer")) setup.dealer = static_cast<int>(in_.whole("dealer", 0, 3));
        const std::string name = new_name();
        const int who = in_.has("player") ? static_cast<int>(in_.whole("player", -1, 3)) : -1;
        in_.finish();
        return keep(name, std::make_unique<web_table>(name, setup, limits_.stop), who);
    }
    json on_load() {
        host_only();
        const std::string name = new_name();
        const json& saved = in_.at("saved");
        if (!saved.is_object()) message_reader::wrong("saved", "what `save` gave");
        const int who = in_.has("player") ? static_cast<int>(in_.whole("player", -1, 3)) : -1;
        in_.finish();
        return keep(name, web_table::load(name, saved, limits_.stop), who);
    }
    // A new table, and what this player sees of it first.
    json keep(const std::string& name, std::unique_ptr<web_table> t, int who) {
        if (who >= t->players())
            message_reader::wrong("player", fmt::format("at most {}", t->players() - 1));
        may_see(*t, who);
        json out = seen(*t, who, 0);
        tables_.emplace(name, std::move(t));
        return out;
    }
    json on_save() {
        host_only();
        const web_table& t = table();
        in_.finish();
        return {{"type", "saved"}, {"table", t.name()}, {"saved", t.save()}};
    }
    json on_close() {
        host_only();
        const std::string name = table().name();
        in_.finish();
        tables_.erase(name);
        return {{"type", "closed"}, {"table", name}};
    }
    json on_see() {
        const web_table& t = table();
        const int who = player(t);
        const std::size_t from = since();
        in_.finish();
        return seen(t, who, from);
    }
    json on_act() {
        web_table& t = table();
        const int who = player(t);
        const json what = in_.at("action");
        const auto at = expected();
        const std::size_t from = since();
        in_.finish();
        t.act(who, what, at);
        return seen(t, who, from);
    }
    json on_step() {
        web_table& t = table();
        const int who = player(t);
        if (!is_host() && from_.player < 0 && t.has_people())
            throw refusal("forbidden", "whoever looks on does not set the pace");
        const auto at = expected();
        const std::size_t from = since();
        in_.finish();
        t.step(at);
        return seen(t, who, from);
    }
    json on_undo() {
        web_table& t = table();
        const int who = player(t);
        in_.finish();
        t.undo(who);
        return seen(t, who, 0);
    }
    json on_next() {
        web_table& t = table();
        const int who = player(t);
        if (!is_host() && from_.player < 0 && t.has_people())
            throw refusal("forbidden", "whoever looks on does not deal");
        in_.finish();
        t.next_deal();
        return seen(t, who, 0);
    }
    json on_seat() {
        host_only();
        web_table& t = table();
        const auto who = static_cast<int>(in_.whole("player", 0, t.players() - 1));
        const std::string level = in_.text("who");
        in_.finish();
        t.set_seat(who, level);
        return seen(t, -1, 0);
    }
    double milliseconds() {
        const auto most = static_cast<std::int64_t>(limits_.most_ms);
        return in_.has("ms") ? static_cast<double>(in_.whole("ms", 1, most)) : 300;
    }
    json on_hint() {
        web_table& t = table();
        const int who = player(t);
        const std::string by = in_.text("by", "search");
        if (by != "search" && by != "net") message_reader::wrong("by", "search or net");
        const double ms = by == "search" ? milliseconds() : 0;
        in_.finish();
        json out{{"type", "values"}};
        out.update(by == "search" ? t.hint(who, ms) : t.net_hint(who));
        return out;
    }
    json on_beliefs() {
        const web_table& t = table();
        const int who = player(t);
        in_.finish();
        json out{{"type", "beliefs"}};
        out.update(t.beliefs(who));
        return out;
    }
    json on_read() {
        const std::string text = in_.text("text");
        in_.finish();
        return {{"type", "deals"}, {"deals", detail::read_deals(text)}};
    }
    json on_analyse() {
        const std::string record = in_.text("record");
        const auto at = in_.has("at") ? static_cast<std::size_t>(in_.whole("at", 0, 1'000'000))
                                      : std::size_t{1'000'000};
        const detail::analysis_wishes wishes{.contracts = in_.flag("contracts", false),
                                             .line = in_.flag("line", false)};
        in_.finish();
        json out{{"type", "analysis"}};
        out.update(detail::analyse(record, at, wishes, budget()));
        return out;
    }

    solve_budget budget() const {
        solve_budget out{.nodes = limits_.nodes, .stop = limits_.stop};
        if (limits_.solve_ms < 1e9)
            out.deadline = std::chrono::steady_clock::now() +
                           std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                               std::chrono::duration<double, std::milli>(limits_.solve_ms));
        return out;
    }

    json on_teach() {
        const std::string record = in_.text("record");
        const auto at = static_cast<std::size_t>(in_.whole("at", 0, 1'000'000));
        teach_settings how{.worlds = 0, .nodes = std::min(limits_.nodes, nodes_of_a_lesson)};
        if (in_.has("worlds"))
            how.worlds = static_cast<std::uint64_t>(in_.whole("worlds", 1, 1000));
        if (how.worlds == 0 || in_.has("ms")) how.ms = milliseconds();
        in_.finish();
        json out{{"type", "lesson"}};
        out.update(detail::lesson(record, at, how));
        return out;
    }

    json on_lab() {
        detail::lab_question q;
        q.game = in_.text("game");
        q.hand = in_.text("hand");
        q.dealer = static_cast<int>(in_.has("dealer") ? in_.whole("dealer", 0, 3) : 0);
        q.up = in_.text("up", "");
        if (in_.has("calls"))
            for (const json& call : in_.list("calls", 200)) {
                if (!call.is_string()) message_reader::wrong("calls", "a list of texts");
                q.calls.push_back(call.get<std::string>());
            }
        const auto number = [&](const char* key, std::int64_t most) {
            return static_cast<std::uint64_t>(in_.has(key) ? in_.whole(key, 0, most) : 0);
        };
        q.from = number("from", 1'000'000'000);
        q.worlds = number("worlds", 64);
        q.played = number("played", 64);
        q.solved = number("solved", 16);
        in_.finish();
        q.budget = budget();
        json out{{"type", "lab"}};
        out.update(detail::lab(q));
        return out;
    }

    message_reader in_;
    const speaker& from_;
    const service_limits& limits_;
    table_map& tables_;
    std::uint64_t& named_;
};

// A JSON text, or why it is none.
json parsed(std::string_view message, std::size_t most) {
    if (message.size() > most)
        throw refusal("limit", fmt::format("a message has at most {} bytes", most));
    json m;
    try {
        m = json::parse(message);
    } catch (const json::exception&) {
        throw refusal("malformed", "the message is not JSON");
    }
    if (!m.is_object()) throw refusal("malformed", "the message is no JSON object");
    return m;
}

}  // namespace

std::optional<table_standing> table_service::standing(std::string_view table) const {
    const auto found = tables_.find(table);
    if (found == tables_.end()) return std::nullopt;
    return found->second->standing();
}

std::vector<std::string> table_service::missing_nets(std::string_view message) const {
    std::vector<std::string> out;
    const auto add = [&](std::string name) {
        if (std::ranges::find(out, name) == out.end()) out.push_back(std::move(name));
    };
    try {
        const json m = parsed(message, limits_.message);
        const std::string type = m.at("type");
        if (type == "new" || type == "load") {
            const json& setup = type == "new" ? m : m.at("saved");
            const game g(setup.at("game").get<std::string>());
            for (const std::string level : setup.at("seats"))
                if (level != "person")
                    for (std::string& name : mu::missing_nets(level, g)) add(std::move(name));
        } else if (type == "seat" || type == "hint") {
            const game& g = tables_.at(m.at("table").get<std::string>())->game();
            if (type == "seat")
                out = mu::missing_nets(m.at("who").get<std::string>(), g);
            else if (m.value("by", "") == "net" && !shipped_net(g))
                add(net_name(g));
        }
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception&) {  // handle() will say what is wrong
        return {};
    }
    return out;
}

std::vector<std::string> table_service::handle(std::string_view message, const speaker& from) {
    json out;
    json re;
    try {
        const json m = parsed(message, limits_.message);
        if (m.contains("re") && m["re"].is_number_unsigned()) re = m["re"];
        out = one_message(m, from, limits_, tables_, named_).answer();
    } catch (const refusal& e) {
        out = error(e.code, e.what());
    } catch (const illegal_action& e) {
        out = error("illegal", e.what());
    } catch (const parse_error& e) {
        out = error("malformed", e.message);
    } catch (const std::invalid_argument& e) {
        out = error("malformed", e.what());
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& e) {
        out = error("failed", e.what());
    }
    json framed{{"v", protocol}};
    if (!re.is_null()) framed["re"] = re;
    framed.update(out);
    return {framed.dump(-1, ' ', false, json::error_handler_t::replace)};
}

}  // namespace mu
