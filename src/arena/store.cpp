#include <algorithm>
#include <bit>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>
#include <stdexcept>

#include <fmt/format.h>
#include <sqlite3.h>

#include <mu/arena/store.h>
#include <mu/cards/printable.h>

#include "sqlite/statement.h"

namespace mu {

using detail::statement;

namespace {

// Seeds are 64 bits without a sign, which SQLite has not: text. `sum` is the checksum of a row.
constexpr const char* schema = R"sql(
CREATE TABLE agents(
    hash TEXT PRIMARY KEY, text TEXT NOT NULL, toml TEXT NOT NULL, sum INTEGER NOT NULL);
CREATE TABLE contests(
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL, rules INTEGER NOT NULL, engine TEXT NOT NULL, unit TEXT NOT NULL,
    agent_a TEXT NOT NULL REFERENCES agents(hash), agent_b TEXT NOT NULL REFERENCES agents(hash),
    seconds TEXT NOT NULL, seed TEXT NOT NULL, sequential INTEGER NOT NULL, sum INTEGER NOT NULL,
    UNIQUE(game, rules, engine, unit, agent_a, agent_b, seconds, seed));
CREATE TABLE results(
    contest INTEGER NOT NULL REFERENCES contests(id), deal INTEGER NOT NULL,
    margin REAL NOT NULL, share REAL NOT NULL, imps REAL, open_hands REAL,
    decisions_a INTEGER NOT NULL, decisions_b INTEGER NOT NULL,
    seconds_a REAL NOT NULL, seconds_b REAL NOT NULL,
    forfeits_a INTEGER NOT NULL, forfeits_b INTEGER NOT NULL, notes TEXT NOT NULL,
    sum INTEGER NOT NULL,
    PRIMARY KEY(contest, deal)) WITHOUT ROWID;
)sql";
constexpr std::uint32_t application_id = 0x6D754172;  // "muAr"
constexpr std::uint32_t schema_version = 4;
constexpr int patience_ms = 60'000;  // for another process that writes

// The checksum of a row: FNV-1a over what it holds, so that a flipped bit is noticed.
class checksum {
public:
    checksum& add(std::string_view text) {
        add(std::uint64_t{text.size()});
        for (const char c : text) byte(static_cast<unsigned char>(c));
        return *this;
    }
    checksum& add(std::uint64_t x) {
        for (int k = 0; k < 8; ++k) byte(static_cast<unsigned char>(x >> (8 * k)));
        return *this;
    }
    checksum& add(std::int64_t x) { return add(static_cast<std::uint64_t>(x)); }
    checksum& add(int x) { return add(std::int64_t{x}); }
    checksum& add(double x) { return add(std::bit_cast<std::uint64_t>(x + 0.0)); }  // -0 as 0
    checksum& add(const std::optional<double>& x) { return x ? add(1).add(*x) : add(0); }
    std::int64_t value() const { return static_cast<std::int64_t>(sum_); }

private:
    void byte(unsigned char c) { sum_ = (sum_ ^ c) * 0x100000001B3; }
    std::uint64_t sum_ = 0xCBF29CE484222325;
};

std::string joined(const std::vector<std::string>& notes) {
    std::string out;
    for (const auto& n : notes) out += (out.empty() ? "" : "\n") + n;
    return out;
}

std::int64_t checksum_of(std::int64_t contest, const duel_result& r) {
    checksum sum;
    sum.add(contest).add(r.deal).add(r.margin).add(r.share).add(r.imps).add(r.open_hands);
    for (const duel_side& side : r.sides)
        sum.add(side.decisions).add(side.seconds).add(side.forfeits);
    return sum.add(joined(r.notes)).value();
}

// Of a contest as it is stored.
std::int64_t checksum_of(const std::string& game, std::int64_t rules, const std::string& engine,
                         const std::string& unit, const std::string& a, const std::string& b,
                         const std::string& seconds, const std::string& seed,
                         std::int64_t sequential) {
    return checksum()
        .add(game)
        .add(rules)
        .add(engine)
        .add(unit)
        .add(a)
        .add(b)
        .add(seconds)
        .add(seed)
        .add(sequential)
        .value();
}

// A row of `contests`, and whether it fits its checksum.
constexpr const char* contest_columns =
    "game, rules, engine, unit, agent_a, agent_b, seconds, seed, sequential, sum";
std::int64_t checksum_of_contest(const statement& s, std::int64_t sequential) {
    return checksum_of(s.text(0), s.whole(1), s.text(2), s.text(3), s.text(4), s.text(5), s.text(6),
                       s.text(7), sequential);
}
void check_contest(const statement& s, std::int64_t id, const std::string& path) {
    if (checksum_of_contest(s, s.whole(8)) != s.whole(9))
        throw std::runtime_error(fmt::format(
            "{} is damaged: the row of contest {} does not fit its checksum", path, id));
}

std::string limit_text(double seconds) {
    return std::isinf(seconds) ? "none" : fmt::format("{}", seconds);
}
double limit_of(const std::string& text) {
    return text == "none" ? std::numeric_limits<double>::infinity() : std::stod(text);
}

bool is_asked_for(const std::string& game, const std::string& engine, const std::string& row_game,
                  const std::string& row_engine) {
    return (game.empty() || row_game == game || row_game.starts_with(game + "(")) &&
           (engine.empty() || row_engine == engine);
}

std::string unit_name(bool matches, bool once) {
    return std::string(matches ? "match" : "deal") + (once ? " once" : "");
}

// As the other agent sees it.
duel_result turned(duel_result r) {
    r.margin = -r.margin;
    r.share = 1 - r.share;
    if (r.imps) r.imps = -*r.imps;
    if (r.open_hands) r.open_hands = -*r.open_hands;
    std::swap(r.sides[0], r.sides[1]);
    return r;
}

constexpr const char* result_columns =
    "deal, margin, share, imps, open_hands, decisions_a, decisions_b, seconds_a, seconds_b, "
    "forfeits_a, forfeits_b, notes, r.sum, contest";

// REQUIRES: result_columns from column `first` on, of a table or name r.
duel_result read_result(const statement& s, int first, const std::string& path) {
    duel_result r;
    r.deal = static_cast<std::uint64_t>(s.whole(first));
    r.margin = s.number(first + 1);
    r.share = s.number(first + 2);
    if (!s.is_null(first + 3)) r.imps = s.number(first + 3);
    if (!s.is_null(first + 4)) r.open_hands = s.number(first + 4);
    for (int k = 0; k < 2; ++k) {
        auto& side = r.sides[static_cast<std::size_t>(k)];
        side.decisions = s.whole(first + 5 + k);
        side.seconds = s.number(first + 7 + k);
        side.forfeits = static_cast<int>(s.whole(first + 9 + k));
    }
    if (const std::string notes = s.text(first + 11); !notes.empty()) r.notes.push_back(notes);
    const std::int64_t contest = s.whole(first + 13);
    if (checksum_of(contest, r) != s.whole(first + 12))
        throw std::runtime_error(
            fmt::format("{} is damaged: the row of contest {}, deal {}, does not fit its checksum",
                        path, contest, r.deal));
    return r;
}

// What a file says of itself, read without SQLite, which might change it or files beside it.
enum class file_kind : std::uint8_t { none, empty, store };

file_kind look_at(const std::string& path) {
    std::error_code failed;
    const auto status = std::filesystem::status(path, failed);
    if (status.type() == std::filesystem::file_type::not_found) return file_kind::none;
    if (status.type() != std::filesystem::file_type::regular)
        throw std::runtime_error(fmt::format("{} is no results database: not a file", path));
    std::array<char, 100> head{};
    std::ifstream in(path, std::ios::binary);
    if (!in) throw std::runtime_error(fmt::format("cannot open the results in {}", path));
    in.read(head.data(), head.size());
    if (in.gcount() == 0) return file_kind::empty;
    const auto number = [&](std::size_t at) {
        std::uint32_t x = 0;
        for (std::size_t k = 0; k < 4; ++k) x = x << 8 | static_cast<unsigned char>(head[at + k]);
        return x;
    };
    // The header of an SQLite file: https://www.sqlite.org/fileformat.html, section 1.3.
    constexpr std::size_t version_at = 60, id_at = 68;
    using namespace std::string_view_literals;
    if (in.gcount() < 100 || std::string_view(head.data(), 16) != "SQLite format 3\0"sv)
        throw std::runtime_error(fmt::format("{} is no results database", path));
    if (number(id_at) != application_id)
        throw std::runtime_error(fmt::format(
            "{} is an SQLite database of something else, or results of an older mu", path));
    if (number(version_at) != schema_version)
        throw std::runtime_error(fmt::format(
            "{} has version {} of the file format, of {} mu; this one is for version {}: choose "
            "another --store, or read it with that mu",
            path, number(version_at), number(version_at) < schema_version ? "an older" : "a newer",
            schema_version));
    return file_kind::store;
}

}  // namespace

struct result_store::database {
    std::string path;
    sqlite3* handle = nullptr;

    void run(const char* sql) const {
        char* message = nullptr;
        if (sqlite3_exec(handle, sql, nullptr, nullptr, &message) == SQLITE_OK) return;
        const std::string why = message != nullptr ? message : sqlite3_errmsg(handle);
        sqlite3_free(message);
        throw std::runtime_error(fmt::format("{}: {}", path, why));
    }
    void open(const std::string& name, int flags) {
        sqlite3_close(handle);
        handle = nullptr;
        if (sqlite3_open_v2(name.c_str(), &handle, flags, nullptr) != SQLITE_OK)
            throw std::runtime_error(
                fmt::format("cannot open the results in {}: {}", path, sqlite3_errmsg(handle)));
        sqlite3_busy_timeout(handle, patience_ms);
    }
    void open_to_read() {
        open(path, SQLITE_OPEN_READONLY);
        // Where nothing may be written not even readers can have the usual files beside it. If no
        // writer has left one there, nothing is missing without them.
        if (sqlite3_exec(handle, "SELECT 1 FROM contests", nullptr, nullptr, nullptr) !=
                SQLITE_OK &&
            !std::filesystem::exists(path + "-wal"))
            open(as_immutable(), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
    }
    void open_to_write() {
        open(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
        // The header is written before the log begins, so that it can be looked at in the file.
        run("BEGIN IMMEDIATE");
        statement tables(handle, "SELECT count(*) FROM sqlite_master");
        tables.bind().step();
        const bool is_new = tables.whole(0) == 0;
        tables.bind();
        if (is_new) {
            run(schema);
            run(fmt::format("PRAGMA application_id={}; PRAGMA user_version={}", application_id,
                            schema_version)
                    .c_str());
        }
        run("COMMIT");
        run("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;");
    }
    std::string as_immutable() const {
        std::string out = "file:";
        for (const char c : path)
            out += c == '%' || c == '?' || c == '#'
                       ? fmt::format("%{:02X}", static_cast<unsigned char>(c))
                       : std::string(1, c);
        return out + "?immutable=1";
    }
    ~database() { sqlite3_close(handle); }
};

result_store::result_store(const std::string& path, access how)
    : db_(std::make_unique<database>()) {
    if (path.empty()) throw std::invalid_argument("a results database needs a file name");
    db_->path = path;
    const file_kind kind = look_at(path);
    if (how == access::read) {
        if (kind == file_kind::none)
            throw std::runtime_error(fmt::format("no results in {}: there is no such file", path));
        if (kind == file_kind::empty)
            throw std::runtime_error(fmt::format("no results in {}: the file is empty", path));
        db_->open_to_read();
    } else {
        db_->open_to_write();
    }
    statement check(db_->handle, "PRAGMA quick_check(1)");
    if (!check.bind().step() || check.text(0) != "ok")
        throw std::runtime_error(fmt::format("{} is damaged: {}", path, check.text(0)));
}

result_store::~result_store() = default;

std::int64_t result_store::open(const contest& c) {
    const bool swapped = is_swapped(c);
    const agent_spec &a = c.agents[swapped ? 1 : 0], &b = c.agents[swapped ? 0 : 1];
    const std::string unit = unit_name(c.matches, c.once), limit = limit_text(c.seconds),
                      seed = std::to_string(c.seed);
    const std::array<std::string, 2> hashes{a.hash(c.game), b.hash(c.game)};
    statement find(db_->handle,
                   "SELECT id FROM contests WHERE game=? AND rules=? AND engine=? AND unit=? AND "
                   "agent_a=? AND agent_b=? AND seconds=? AND seed=?");
    const auto found = [&] {
        return find.bind(c.game, c.rules, c.engine, unit, hashes[0], hashes[1], limit, seed).step();
    };
    if (found()) return find.whole(0);
    for (const agent_spec* x : {&a, &b}) {
        const std::string hash = x->hash(c.game), text = x->text(), toml = x->toml();
        statement(db_->handle, "INSERT OR IGNORE INTO agents VALUES(?, ?, ?, ?)")
            .bind(hash, text, toml, checksum().add(hash).add(text).add(toml).value())
            .step();
    }
    // Another process may note it between our look and our note.
    statement(db_->handle,
              "INSERT OR IGNORE INTO contests(game, rules, engine, unit, agent_a, agent_b, "
              "seconds, seed, sequential, sum) VALUES(?, ?, ?, ?, ?, ?, ?, ?, 0, ?)")
        .bind(c.game, c.rules, c.engine, unit, hashes[0], hashes[1], limit, seed,
              checksum_of(c.game, c.rules, c.engine, unit, hashes[0], hashes[1], limit, seed, 0))
        .step();
    found();
    return find.whole(0);
}

void result_store::note_sequential(std::int64_t contest) {
    const std::int64_t sum = [&] {
        statement row(db_->handle,
                      fmt::format("SELECT {} FROM contests WHERE id=?", contest_columns).c_str());
        row.bind(contest).step();
        check_contest(row, contest, db_->path);
        return checksum_of_contest(row, 1);
    }();
    statement(db_->handle, "UPDATE contests SET sequential=1, sum=? WHERE id=? AND sequential=0")
        .bind(sum, contest)
        .step();
}

void result_store::add(std::int64_t contest, bool swapped, const duel_result& result) {
    duel_result r = swapped ? turned(result) : result;
    const auto insert = [&](const char* or_what) {
        statement(db_->handle,
                  fmt::format("INSERT OR {} INTO results VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
                              "?, ?, ?)",
                              or_what)
                      .c_str())
            .bind(contest, static_cast<std::int64_t>(r.deal), r.margin, r.share, r.imps,
                  r.open_hands, r.sides[0].decisions, r.sides[1].decisions, r.sides[0].seconds,
                  r.sides[1].seconds, r.sides[0].forfeits, r.sides[1].forfeits, joined(r.notes),
                  checksum_of(contest, r))
            .step();
    };
    insert("IGNORE");
    if (sqlite3_changes(db_->handle) > 0 || !r.open_hands) return;
    // It is there: only what open hands say is added. Nobody changes a row otherwise.
    statement s(db_->handle,
                fmt::format("SELECT {} FROM results r WHERE contest=? AND deal=? AND open_hands IS "
                            "NULL",
                            result_columns)
                    .c_str());
    if (!s.bind(contest, static_cast<std::int64_t>(r.deal)).step()) return;
    const auto open_hands = r.open_hands;
    r = read_result(s, 0, db_->path);
    r.open_hands = open_hands;
    s.bind();
    insert("REPLACE");
}

std::map<std::uint64_t, duel_result> result_store::results(std::int64_t contest,
                                                           bool swapped) const {
    std::map<std::uint64_t, duel_result> out;
    statement s(
        db_->handle,
        fmt::format("SELECT {}, c.seed FROM results r JOIN contests c ON contest=c.id WHERE "
                    "contest=? ORDER BY deal",
                    result_columns)
            .c_str());
    s.bind(contest);
    while (s.step()) {
        duel_result r = read_result(s, 0, db_->path);
        r.seed = std::stoull(s.text(14));
        out.emplace(r.deal, swapped ? turned(r) : r);
    }
    return out;
}

void result_store::check_contests() const {
    statement agents(db_->handle, "SELECT hash, text, toml, sum FROM agents");
    while (agents.step())
        if (checksum().add(agents.text(0)).add(agents.text(1)).add(agents.text(2)).value() !=
            agents.whole(3))
            throw std::runtime_error(
                fmt::format("{} is damaged: the row of agent {} does not fit its checksum",
                            db_->path, printable(agents.text(0), 20)));
    statement s(db_->handle, fmt::format("SELECT {}, id FROM contests", contest_columns).c_str());
    while (s.step()) check_contest(s, s.whole(10), db_->path);
}

std::vector<meeting> result_store::meetings(const std::string& game,
                                            const std::string& engine) const {
    check_contests();
    statement s(db_->handle,
                fmt::format("SELECT c.game, c.rules, c.engine, c.unit, c.seconds, a.text, b.text, "
                            "c.agent_a, c.agent_b, c.seed, c.sequential, {} FROM "
                            "results r JOIN contests c ON r.contest=c.id JOIN agents a ON "
                            "c.agent_a=a.hash JOIN agents b ON c.agent_b=b.hash ORDER BY c.game, "
                            "c.rules, c.engine, c.unit, c.seconds, c.agent_a, c.agent_b, c.seed, "
                            "r.deal",
                            result_columns)
                    .c_str());
    std::vector<meeting> out;
    while (s.step()) {
        meeting m{.game = s.text(0),
                  .engine = s.text(2),
                  .rules = static_cast<int>(s.whole(1)),
                  .matches = s.text(3).starts_with(unit_name(true, false)),
                  .once = s.text(3).ends_with("once"),
                  .seconds = limit_of(s.text(4)),
                  .agents = {s.text(5), s.text(6)},
                  .hashes = {s.text(7), s.text(8)},
                  .results = {}};
        if (!is_asked_for(game, engine, m.game, m.engine)) continue;
        const auto same = [&](const meeting& o) {
            return o.game == m.game && o.rules == m.rules && o.engine == m.engine &&
                   o.matches == m.matches && o.once == m.once && o.seconds == m.seconds &&
                   o.hashes == m.hashes;
        };
        if (out.empty() || !same(out.back())) out.push_back(std::move(m));
        out.back().sequential = out.back().sequential || s.whole(10) != 0;
        out.back().results.push_back(read_result(s, 11, db_->path));
        out.back().results.back().seed = std::stoull(s.text(9));
    }
    // A program that has changed keeps its command: then the hash tells the two apart.
    std::map<std::string, std::set<std::string>> versions;
    for (const meeting& m : out)
        for (std::size_t k = 0; k < 2; ++k) versions[m.agents[k]].insert(m.hashes[k]);
    for (meeting& m : out)
        for (std::size_t k = 0; k < 2; ++k)
            if (versions[m.agents[k]].size() > 1) m.agents[k] += " #" + m.hashes[k].substr(0, 8);
    return out;
}

std::string result_store::csv(const std::string& game, const std::string& engine) const {
    check_contests();
    statement s(
        db_->handle,
        fmt::format("SELECT c.game, c.rules, c.engine, c.unit, a.text AS agent_a, b.text AS "
                    "agent_b, c.agent_a AS hash_a, c.agent_b AS hash_b, c.seconds AS time_limit, "
                    "c.seed, {} FROM results r JOIN contests c ON r.contest=c.id JOIN agents a ON "
                    "c.agent_a=a.hash JOIN agents b ON c.agent_b=b.hash ORDER BY c.id, r.deal",
                    result_columns)
            .c_str());
    constexpr int first = 10;             // of the result's own columns
    const int columns = s.columns() - 2;  // without checksum and contest
    std::string out;
    for (int k = 0; k < columns; ++k) out += (k == 0 ? "" : ",") + s.name(k);
    out += '\n';
    while (s.step()) {
        if (!is_asked_for(game, engine, s.text(0), s.text(2))) continue;
        read_result(s, first, db_->path);  // the checksum
        for (int k = 0; k < columns; ++k) {
            std::string cell = s.text(k);
            if (cell.find_first_of(",\"\n\r") != std::string::npos) {
                std::string quoted = "\"";
                for (const char c : cell)
                    quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
                cell = quoted + "\"";
            }
            out += (k == 0 ? "" : ",") + cell;
        }
        out += '\n';
    }
    return out;
}

// --- Duels -------------------------------------------------------------------------------------

namespace {

contest contest_of(const duel_plan& plan, const std::string& engine) {
    return {.game = plan.of.spec(),
            .rules = plan.of.info().version,
            .engine = engine,
            .matches = plan.matches,
            .once = plan.once,
            .agents = plan.agents,
            .seed = plan.seed,
            .seconds = plan.seconds};
}

}  // namespace

stored_duel::stored_duel(duel_plan plan, const std::string& engine, result_store& store, ending by)
    : plan_(std::move(plan)), store_(store), ending_(by) {
    check_plan(plan_);
    if (plan_.makers[0] || plan_.makers[1])
        throw std::invalid_argument("a duel can be stored only of agents that have a description");
    if (!plan_.from.empty())
        throw std::invalid_argument("a duel can be stored only of deals that follow from a seed");
    const contest c = contest_of(plan_, engine);
    contest_ = store_.open(c);
    swapped_ = result_store::is_swapped(c);
    there_ = store_.results(contest_, swapped_);
    if (by == ending::sequential) store_.note_sequential(contest_);
}

std::uint64_t stored_duel::known() const {
    const auto from = there_.lower_bound(plan_.first);
    const auto to = there_.lower_bound(plan_.first + plan_.count);
    return static_cast<std::uint64_t>(std::distance(from, to));
}

void stored_duel::run(const std::function<void(const duel_result&)>& played,
                      const std::function<bool(const duel_result&)>& in_order) {
    const auto known = [&](std::uint64_t deal) -> std::optional<duel_result> {
        const auto found = there_.find(deal);
        if (found == there_.end()) return std::nullopt;
        return found->second;
    };
    const bool sequential = ending_ == ending::sequential;
    run_duel(plan_, {.known = known,
                     .done =
                         [&](const duel_result& r) {
                             if (!sequential) store_.add(contest_, swapped_, r);
                             if (played) played(r);
                         },
                     .in_order =
                         [&](const duel_result& r) {
                             if (sequential) {
                                 const auto before = known(r.deal);
                                 if (!before || before->open_hands != r.open_hands)
                                     store_.add(contest_, swapped_, r);
                             }
                             return !in_order || in_order(r);
                         }});
}

}  // namespace mu
