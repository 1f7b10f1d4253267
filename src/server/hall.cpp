#include "server/hall.h"

#include <algorithm>
#include <thread>

#include <fmt/format.h>

#include "web/message.h"

namespace mu::detail {

namespace {

constexpr int protocol = 1;
constexpr int pending_each = 32;              // messages of a guest that are not answered yet
constexpr std::size_t waiting_each = 64;      // messages that a table has not come to yet
constexpr std::size_t waiting_all = 20'000;   // of all tables
constexpr std::chrono::seconds patience{30};  // of somebody who asked for a search

struct kind {
    bool slow = false;
    double tokens = 1;  // what a message costs of its sender's allowance
};
const std::map<std::string, kind, std::less<>> of_tables{
    {"see", {}},         {"act", {}},           {"undo", {}},
    {"next", {}},        {"seat", {}},          {"step", {.slow = true}},
    {"hint", {true, 4}}, {"beliefs", {true, 2}}};

unsigned threads(unsigned asked) {
    return asked > 0 ? asked : std::max(1U, std::thread::hardware_concurrency());
}

std::string framed(const json& what, const json& m) {
    json out{{"v", protocol}};
    if (m.is_object() && m.contains("re") && m["re"].is_number_unsigned()) out["re"] = m["re"];
    out.update(what);
    return out.dump(-1, ' ', false, json::error_handler_t::replace);
}

json error(const std::string& code, const std::string& reason) {
    return {{"type", "error"}, {"code", code}, {"reason", reason}};
}

}  // namespace

hall::hall(const server_options& how, table_store& store)
    : how_(how),
      limits_{.tables = 1,
              .message = std::size_t{64} << 20,  // what a table was saved as may be longer
              .most_ms = how.hint_ms,
              .solve_ms = how.solve_ms},
      store_(store),
      tables_(store.tables()),
      quick_(2),
      slow_(threads(how.workers)),
      studies_((threads(how.workers) + 1) / 2) {
    if (!how_.open) return;
    for (const table_key& k : store_.keys_of(""))
        if (k.kind == key_kind::house) house_key_ = k.key;
    if (house_key_.empty()) {
        house_key_ = random_key();
        store_.add({.key = house_key_, .table = "", .kind = key_kind::house});
    }
}

hall::~hall() { stop(); }

void hall::stop() {
    ending_ = true;
    {
        const std::lock_guard lock(turn_);
        for (const auto& [name, r] : rooms_) r->stop = true;
        for (const auto& [who, p] : guests_) *p.gone = true;
    }
    quick_.stop();
    slow_.stop();
    studies_.stop();
}

hall::guest hall::enter(send to) {
    const std::lock_guard lock(turn_);
    person p{.to = std::move(to), .house = !how_.open};
    p.tokens = 3 * how_.messages_per_second;
    guests_.emplace(++last_, std::move(p));
    return last_;
}

void hall::leave(guest who) {
    const std::lock_guard lock(turn_);
    const auto found = guests_.find(who);
    if (found == guests_.end()) return;
    std::vector<std::string> tables;
    for (const auto& [table, at] : found->second.seats) tables.push_back(table);
    letters out;
    for (const auto& table : tables) stand_up(who, table, out);
    *found->second.gone = true;
    guests_.erase(found);
    deliver(out);
}

std::size_t hall::tables_in_memory() {
    const std::lock_guard lock(turn_);
    return rooms_.size();
}

void hall::sweep() {
    const std::lock_guard lock(turn_);
    const auto before = clock::now() - std::chrono::duration_cast<clock::duration>(
                                           std::chrono::duration<double>(how_.forget_seconds));
    std::erase_if(rooms_, [&](const auto& one) {
        const room& r = *one.second;
        return !r.busy && r.waiting.empty() && r.guests.empty() && r.used < before;
    });
}

void hall::deliver(const letters& out) {
    for (const letter& l : out) l.to(l.text);
}

void hall::answer(guest who, std::string text) {
    const std::lock_guard lock(turn_);
    const auto found = guests_.find(who);
    if (found == guests_.end()) return;
    --found->second.pending;
    found->second.to(std::move(text));
}

void hall::handle(guest who, std::string message) {
    const std::lock_guard lock(turn_);
    letters out;
    if (guests_.contains(who)) admitted(who, std::move(message), out);
    deliver(out);
}

// Messages about people and keys are answered here; the rest is queued.
void hall::admitted(guest who, std::string message, letters& out) {
    person& p = guests_.at(who);
    const json m = json::parse(message, nullptr, false);
    const auto type_of = [&]() -> std::string {
        if (!m.is_object() || !m.contains("type") || !m["type"].is_string()) return "";
        return m["type"].get<std::string>();
    };
    const std::string type = type_of();
    const auto reply = [&](const json& what) { out.push_back({p.to, framed(what, m)}); };
    try {
        const auto of_table = of_tables.find(type);
        double cost = of_table == of_tables.end() ? 1 : of_table->second.tokens;
        const bool study = type == "analyse" || type == "read" || type == "teach" || type == "lab";
        if (type == "new" || study) cost = 8;
        if (how_.messages_per_second > 0) {
            const auto now = clock::now();
            const double most = 3 * how_.messages_per_second;
            p.tokens +=
                how_.messages_per_second * std::chrono::duration<double>(now - p.filled).count();
            p.tokens = std::min(p.tokens, most);
            p.filled = now;
            if (p.tokens < cost) throw refusal("limit", "too many messages; wait a moment");
            p.tokens -= cost;
        }
        if (p.pending >= pending_each)
            throw refusal("limit", fmt::format("{} messages are not answered yet", p.pending));
        if (type == "join") {
            reply(on_join(who, m, out));
        } else if (type == "links") {
            reply(on_links(who, m));
        } else if (type == "revoke") {
            reply(on_revoke(who, m, out));
        } else if (type == "close") {
            reply(on_close(who, m, out));
        } else if (type == "new") {
            on_new(who, m);
        } else if (type == "save" || type == "load") {
            throw refusal("forbidden", "this server keeps its tables itself");
        } else if (of_table == of_tables.end()) {
            if (study && !p.house)
                throw refusal("forbidden", "that is for people with the key of the house");
            without_table(who, std::move(message), study);
        } else if (!on_table(who, m, type, std::move(message))) {
            throw refusal("unknown", "no table of that name at which you sit");
        }
    } catch (const refusal& e) {
        reply(error(e.code, e.what()));
    } catch (const std::exception& e) {
        reply(error("failed", e.what()));
    }
}

namespace {

// The version, the question's number and the type of a message for the hall.
message_reader opened(const json& m) {
    message_reader in(m);
    if (!in.has("v") || in.at("v") != protocol)
        throw refusal("version", fmt::format("'v' has to be {}", protocol));
    if (in.has("re")) in.whole("re", 0, 1'000'000'000'000);
    in.text("type");
    return in;
}

}  // namespace

hall::json hall::on_join(guest who, const json& m, letters& out) {
    message_reader in = opened(m);
    const std::string key = in.text("key");
    in.finish();
    std::optional<table_key> k = store_.find(key);
    if (!k) throw refusal("unknown", "this link is not valid; it may have been withdrawn");
    if (k->kind == key_kind::house) {
        guests_.at(who).house = true;
        return {{"type", "joined"}, {"table", nullptr}, {"player", nullptr}, {"host", false}};
    }
    if (k->kind == key_kind::invitation) {
        table_key mine = *k;
        mine.key = random_key();
        mine.kind = key_kind::seat;
        store_.exchange(k->key, mine);
        k = mine;
    }
    const room_ptr r = room_of(k->table);
    if (r->guests.size() >= 64 && !r->guests.contains(who))
        throw refusal("limit", "this table is crowded");
    sit(who, r, {.player = k->player, .host = k->host}, out);
    return {{"type", "joined"},
            {"table", k->table},
            {"player", k->player < 0 ? json() : json(k->player)},
            {"host", k->host},
            {"key", k->key}};
}

hall::place& hall::host_of(person& p, const std::string& table) {
    const auto at = p.seats.find(table);
    if (at == p.seats.end()) throw refusal("unknown", "no table of that name at which you sit");
    if (!at->second.host) throw refusal("forbidden", "only the host of the table may do that");
    return at->second;
}

hall::json hall::links(const std::string& table) {
    json list = json::array();
    for (const table_key& k : store_.keys_of(table)) {
        if (k.host) continue;
        json one{{"player", k.player < 0 ? json() : json(k.player)},
                 {"used", k.kind == key_kind::seat}};
        if (k.kind != key_kind::seat) one["key"] = k.key;
        list.push_back(std::move(one));
    }
    return {{"type", "links"}, {"table", table}, {"links", list}};
}

hall::json hall::on_links(guest who, const json& m) {
    message_reader in = opened(m);
    const std::string table = in.text("table");
    in.finish();
    host_of(guests_.at(who), table);
    return links(table);
}

hall::json hall::on_revoke(guest who, const json& m, letters& out) {
    message_reader in = opened(m);
    const std::string table = in.text("table");
    const int player = static_cast<int>(in.whole("player", -1, 3));
    in.finish();
    if (host_of(guests_.at(who), table).player == player)
        throw refusal("forbidden", "that is your own link");
    const auto keys = store_.keys_of(table);
    const auto of_seat = [&](const table_key& k) { return k.player == player; };
    const auto one = std::ranges::find_if(keys, of_seat);
    if (one == keys.end()) throw refusal("malformed", "nobody can sit there by a link");
    store_.revoke(table, player);
    store_.add({.key = random_key(),
                .table = table,
                .player = player,
                .kind = player < 0 ? key_kind::looks_on : key_kind::invitation});
    std::vector<guest> there;
    for (const auto& [g, as] : room_of(table)->guests)
        if (as.player == player) there.push_back(g);
    for (const guest g : there) {
        out.push_back(
            {guests_.at(g).to, framed({{"type", "withdrawn"}, {"table", table}}, json())});
        stand_up(g, table, out);
    }
    return links(table);
}

hall::json hall::on_close(guest who, const json& m, letters& out) {
    message_reader in = opened(m);
    const std::string table = in.text("table");
    in.finish();
    host_of(guests_.at(who), table);
    store_.remove(table);
    --tables_;
    const room_ptr r = room_of(table);
    r->closed = true;
    r->stop = true;
    const json closed{{"type", "closed"}, {"table", table}};
    tell(*r, closed, who, out);
    for (const auto& [g, as] : r->guests) guests_.at(g).seats.erase(table);
    r->guests.clear();
    rooms_.erase(table);
    return closed;
}

// A table is made by a quick worker: bots may have nets to read.
void hall::on_new(guest who, const json& m) {
    person& p = guests_.at(who);
    if (!p.house)
        throw refusal("forbidden", "tables are begun by people with the key of the house");
    if (tables_ >= how_.tables)
        throw refusal("limit", fmt::format("{} tables are kept, and no more fit", tables_));
    if (m.contains("table")) throw refusal("malformed", "the server names its tables itself");
    ++tables_;
    ++p.pending;
    quick_.add([this, who, m] {
        const auto made = std::make_shared<room>();
        made->name = random_key();
        service_limits limits = limits_;
        limits.stop = &made->stop;
        made->at = std::make_unique<table_service>(limits);
        json asked = m;
        asked["table"] = made->name;
        json view = json::parse(made->at->handle(asked.dump()).front());
        if (view["type"] == "view") try {
                // Everybody who plays gets a key, whoever asked his own.
                const int me = view["player"].is_null() ? -1 : view["player"].get<int>();
                const table_key mine{.key = random_key(),
                                     .table = made->name,
                                     .player = me,
                                     .kind = me < 0 ? key_kind::looks_on : key_kind::seat,
                                     .host = true};
                std::vector<table_key> keys{mine};
                for (int k = 0; k < static_cast<int>(m["seats"].size()); ++k)
                    if (k != me && m["seats"][static_cast<std::size_t>(k)] == "person")
                        keys.push_back({.key = random_key(),
                                        .table = made->name,
                                        .player = k,
                                        .kind = key_kind::invitation});
                keys.push_back(
                    {.key = random_key(), .table = made->name, .kind = key_kind::looks_on});
                made->stored = *made->at->standing(made->name);
                store_.add(made->name, made->stored, keys);
                view["key"] = mine.key;
                const std::lock_guard lock(turn_);
                rooms_.emplace(made->name, made);
                letters out;
                if (guests_.contains(who)) sit(who, made, {.player = me, .host = true}, out);
                deliver(out);
            } catch (const std::exception& e) {
                view = {{"v", protocol}};
                view.update(error("failed", e.what()));
            }
        if (view["type"] != "view") {
            const std::lock_guard lock(turn_);
            --tables_;
        }
        answer(who, framed(view, m));
    });
}

void hall::without_table(guest who, std::string message, bool slow) {
    workers& by = slow ? studies_ : quick_;
    if (by.waiting() >= waiting_all) throw refusal("limit", "the server is busy; try again");
    person& p = guests_.at(who);
    ++p.pending;
    service_limits limits = limits_;
    limits.message = how_.message;
    by.add([this, who, limits, gone = p.gone, since = clock::now(),
            text = std::move(message)]() mutable {
        if (*gone) return;
        if (clock::now() - since > patience)
            return answer(who, framed(error("limit", "the server is too busy; try again"),
                                      json::parse(text, nullptr, false)));
        limits.stop = gone.get();
        answer(who, table_service(limits).handle(text, {.table = ""}).front());
    });
}

// False: he does not sit there.
bool hall::on_table(guest who, const json& m, const std::string& type, std::string message) {
    person& p = guests_.at(who);
    if (!m.contains("table") || !m["table"].is_string()) {
        without_table(who, std::move(message), false);  // says what is missing
        return true;
    }
    const auto at = p.seats.find(m["table"].get<std::string>());
    if (at == p.seats.end()) return false;
    speaker as{.table = at->first, .player = at->second.player};
    if (type == "seat") {
        host_of(p, at->first);
        as = {};
    }
    const room_ptr r = room_of(at->first);
    if (r->waiting.size() >= waiting_each || slow_.waiting() >= waiting_all)
        throw refusal("limit", "this table is busy; try again");
    ++p.pending;
    r->waiting.push_back({.from = who,
                          .type = type,
                          .message = std::move(message),
                          .as = as,
                          .slow = of_tables.find(type)->second.slow});
    r->used = clock::now();
    next(r);
    return true;
}

hall::room_ptr hall::room_of(const std::string& table) {
    room_ptr& r = rooms_[table];
    if (!r) {
        r = std::make_shared<room>();
        r->name = table;
    }
    return r;
}

void hall::sit(guest who, const room_ptr& r, place at, letters& out) {
    guests_.at(who).seats[r->name] = at;
    r->guests[who] = {.table = r->name, .player = at.player};
    r->used = clock::now();
    json here = json::array();
    for (const auto& [g, as] : r->guests)
        if (as.player >= 0) here.push_back(as.player);
    tell(*r, {{"type", "people"}, {"table", r->name}, {"here", here}}, 0, out);
}

void hall::stand_up(guest who, const std::string& table, letters& out) {
    guests_.at(who).seats.erase(table);
    const auto found = rooms_.find(table);
    if (found == rooms_.end()) return;
    room& r = *found->second;
    r.guests.erase(who);
    r.used = clock::now();
    // What he asked for and nobody waits for now. An action counts: he made it.
    const auto dropped =
        std::erase_if(r.waiting, [&](const job& j) { return j.from == who && j.type != "act"; });
    guests_.at(who).pending -= static_cast<int>(dropped);
    if (r.working_for == who) r.stop = true;
    json here = json::array();
    for (const auto& [g, as] : r.guests)
        if (as.player >= 0) here.push_back(as.player);
    tell(r, {{"type", "people"}, {"table", table}, {"here", here}}, who, out);
}

void hall::tell(const room& r, const json& what, guest but, letters& out) const {
    const std::string text = framed(what, json());
    for (const auto& [g, as] : r.guests)
        if (g != but)
            if (const auto p = guests_.find(g); p != guests_.end())
                out.push_back({p->second.to, text});
}

void hall::next(const room_ptr& r) {
    if (r->busy || r->waiting.empty()) return;
    r->busy = true;
    job j = std::move(r->waiting.front());
    r->waiting.pop_front();
    r->working_for = j.type == "hint" ? j.from : 0;
    (j.slow ? slow_ : quick_).add([this, r, j = std::move(j)] { work(r, j); });
}

void hall::load(room& r) {
    const auto saved = store_.saved(r.name);
    if (!saved) throw refusal("unknown", "this table has been closed");
    service_limits limits = limits_;
    limits.stop = &r.stop;
    auto at = std::make_unique<table_service>(limits);
    const std::string answer =
        at->handle(
              fmt::format(R"({{"v":1,"type":"load","table":"{}","saved":{}}})", r.name, *saved))
            .front();
    const auto standing = at->standing(r.name);
    if (!standing) throw refusal("failed", "the table cannot be read: " + answer);
    r.at = std::move(at);
    r.stored = *standing;
}

// The table's answer, when what it changed is stored.
std::string hall::at_table(room& r, const job& j, bool& changed) {
    const auto refused = [&](const std::string& code, const std::string& why) {
        return framed(error(code, why), json::parse(j.message, nullptr, false));
    };
    try {
        if (j.slow && clock::now() - j.since > patience)
            return refused("limit", "the server is too busy; try again");
        if (!r.at) load(r);
        std::string out = r.at->handle(j.message, j.as).front();
        const auto now = r.at->standing(r.name);
        if (!now || *now == r.stored) return out;
        // A decision that was broken off is not one: the table goes on from what is stored.
        if (r.stop) {
            r.at.reset();
            return refused("failed", "the table was interrupted");
        }
        store_.put(r.name, *now);
        r.stored = *now;
        changed = true;
        return out;
    } catch (const refusal& e) {
        return refused(e.code, e.what());
    } catch (const std::exception& e) {
        r.at.reset();  // as it is stored
        return refused("failed", e.what());
    }
}

void hall::work(const room_ptr& r, const job& j) {
    bool changed = false;
    std::string text = at_table(*r, j, changed);
    const std::lock_guard lock(turn_);
    letters out;
    const auto to_asker = [&](guest who, std::string what) {
        const auto p = guests_.find(who);
        if (p == guests_.end()) return;
        --p->second.pending;
        out.push_back({p->second.to, std::move(what)});
    };
    to_asker(j.from, std::move(text));
    if (changed)
        tell(*r,
             {{"type", "changed"},
              {"table", r->name},
              {"deal", r->stored.deal},
              {"at", r->stored.at}},
             j.from, out);
    r->busy = false;
    r->working_for = 0;
    r->used = clock::now();
    if (r->closed) {
        for (const job& left : r->waiting)
            to_asker(left.from, framed(error("unknown", "this table has been closed"),
                                       json::parse(left.message, nullptr, false)));
        r->waiting.clear();
    } else {
        if (!ending_) r->stop = false;
        next(r);
    }
    deliver(out);
}

}  // namespace mu::detail
