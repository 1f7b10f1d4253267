#include <algorithm>
#include <set>
#include <stdexcept>

#include <fmt/format.h>
#include <sqlite3.h>

#include <mu/arena/store.h>

namespace mu {

namespace {

// Version 2 of the file. Seeds are 64 bits without a sign, which SQLite has not: text.
constexpr const char* schema = R"sql(
CREATE TABLE IF NOT EXISTS agents(
    hash TEXT PRIMARY KEY, text TEXT NOT NULL, toml TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS contests(
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL, rules INTEGER NOT NULL, engine TEXT NOT NULL, unit TEXT NOT NULL,
    agent_a TEXT NOT NULL REFERENCES agents(hash), agent_b TEXT NOT NULL REFERENCES agents(hash),
    seed TEXT NOT NULL,
    UNIQUE(game, rules, engine, unit, agent_a, agent_b, seed));
CREATE TABLE IF NOT EXISTS results(
    contest INTEGER NOT NULL REFERENCES contests(id), deal INTEGER NOT NULL,
    margin REAL NOT NULL, share REAL NOT NULL, imps REAL, open_hands REAL,
    decisions_a INTEGER NOT NULL, decisions_b INTEGER NOT NULL,
    seconds_a REAL NOT NULL, seconds_b REAL NOT NULL,
    forfeits_a INTEGER NOT NULL, forfeits_b INTEGER NOT NULL, notes TEXT NOT NULL,
    PRIMARY KEY(contest, deal)) WITHOUT ROWID;
)sql";
constexpr int schema_version = 2;
constexpr int patience_ms = 60'000;  // for another process that writes

class statement {
public:
    statement(sqlite3* db, const char* sql) : db_(db) {
        if (sqlite3_prepare_v2(db, sql, -1, &s_, nullptr) != SQLITE_OK) fail();
    }
    ~statement() { sqlite3_finalize(s_); }
    statement(const statement&) = delete;
    statement& operator=(const statement&) = delete;

    template <typename... T>
    statement& bind(const T&... values) {
        sqlite3_reset(s_);
        int at = 0;
        (put(++at, values), ...);
        return *this;
    }
    // Whether there is a row.
    bool step() {
        const int rc = sqlite3_step(s_);
        if (rc != SQLITE_ROW && rc != SQLITE_DONE) fail();
        return rc == SQLITE_ROW;
    }
    std::int64_t whole(int column) const { return sqlite3_column_int64(s_, column); }
    double number(int column) const { return sqlite3_column_double(s_, column); }
    bool is_null(int column) const { return sqlite3_column_type(s_, column) == SQLITE_NULL; }
    std::string text(int column) const {
        const unsigned char* t = sqlite3_column_text(s_, column);
        return t == nullptr ? "" : std::string(t, t + sqlite3_column_bytes(s_, column));
    }
    int columns() const { return sqlite3_column_count(s_); }
    std::string name(int column) const { return sqlite3_column_name(s_, column); }

private:
    void put(int at, std::int64_t x) { check(sqlite3_bind_int64(s_, at, x)); }
    void put(int at, int x) { check(sqlite3_bind_int64(s_, at, x)); }
    void put(int at, double x) { check(sqlite3_bind_double(s_, at, x)); }
    void put(int at, const std::string& x) {
        check(sqlite3_bind_text(s_, at, x.c_str(), static_cast<int>(x.size()), SQLITE_TRANSIENT));
    }
    void put(int at, const std::optional<double>& x) {
        check(x ? sqlite3_bind_double(s_, at, *x) : sqlite3_bind_null(s_, at));
    }
    void check(int rc) {
        if (rc != SQLITE_OK) fail();
    }
    [[noreturn]] void fail() const {
        throw std::runtime_error(
            fmt::format("{}: {}", sqlite3_db_filename(db_, "main"), sqlite3_errmsg(db_)));
    }

    sqlite3* db_;
    sqlite3_stmt* s_ = nullptr;
};

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
    "forfeits_a, forfeits_b, notes";

duel_result read_result(const statement& s, int first) {
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
    return r;
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
    ~database() { sqlite3_close(handle); }
};

result_store::result_store(const std::string& path) : db_(std::make_unique<database>()) {
    db_->path = path;
    if (sqlite3_open(path.c_str(), &db_->handle) != SQLITE_OK)
        throw std::runtime_error(
            fmt::format("cannot open the results in {}: {}", path, sqlite3_errmsg(db_->handle)));
    sqlite3_busy_timeout(db_->handle, patience_ms);
    db_->run("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;");
    db_->run("BEGIN IMMEDIATE");
    statement version(db_->handle, "PRAGMA user_version");
    version.bind().step();
    const auto found = version.whole(0);
    version.bind();
    if (found != 0 && found != schema_version) {
        db_->run("ROLLBACK");
        throw std::runtime_error(fmt::format("{} has version {} of the file format; this is for {}",
                                             path, found, schema_version));
    }
    db_->run(schema);
    db_->run(fmt::format("PRAGMA user_version={}; COMMIT", schema_version).c_str());
}

result_store::~result_store() = default;

std::int64_t result_store::open(const contest& c) {
    const bool swapped = is_swapped(c);
    const agent_spec &a = c.agents[swapped ? 1 : 0], &b = c.agents[swapped ? 0 : 1];
    const auto bound = [&](statement& s) -> statement& {
        return s.bind(c.game, c.rules, c.engine, unit_name(c.matches, c.once), a.hash(), b.hash(),
                      std::to_string(c.seed));
    };
    statement find(db_->handle,
                   "SELECT id FROM contests WHERE game=? AND rules=? AND engine=? AND unit=? AND "
                   "agent_a=? AND agent_b=? AND seed=?");
    if (bound(find).step()) return find.whole(0);
    for (const agent_spec* x : {&a, &b})
        statement(db_->handle, "INSERT OR IGNORE INTO agents VALUES(?, ?, ?)")
            .bind(x->hash(), x->text(), x->toml())
            .step();
    // Another process may note it between our look and our note.
    statement note(db_->handle,
                   "INSERT OR IGNORE INTO contests(game, rules, engine, unit, agent_a, agent_b, "
                   "seed) VALUES(?, ?, ?, ?, ?, ?, ?)");
    bound(note).step();
    bound(find).step();
    return find.whole(0);
}

void result_store::add(std::int64_t contest, bool swapped, const duel_result& result) {
    const duel_result r = swapped ? turned(result) : result;
    std::string notes;
    for (const auto& n : r.notes) notes += (notes.empty() ? "" : "\n") + n;
    statement(db_->handle,
              "INSERT INTO results VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO "
              "UPDATE SET open_hands=excluded.open_hands WHERE open_hands IS NULL")
        .bind(contest, static_cast<std::int64_t>(r.deal), r.margin, r.share, r.imps, r.open_hands,
              r.sides[0].decisions, r.sides[1].decisions, r.sides[0].seconds, r.sides[1].seconds,
              r.sides[0].forfeits, r.sides[1].forfeits, notes)
        .step();
}

std::map<std::uint64_t, duel_result> result_store::results(std::int64_t contest,
                                                           bool swapped) const {
    std::map<std::uint64_t, duel_result> out;
    statement s(db_->handle,
                fmt::format("SELECT {} FROM results WHERE contest=? ORDER BY deal", result_columns)
                    .c_str());
    s.bind(contest);
    while (s.step()) {
        const duel_result r = read_result(s, 0);
        out.emplace(r.deal, swapped ? turned(r) : r);
    }
    return out;
}

std::vector<meeting> result_store::meetings(const std::string& game,
                                            const std::string& engine) const {
    statement s(db_->handle,
                fmt::format("SELECT c.game, c.rules, c.engine, c.unit, a.text, b.text, "
                            "c.agent_a, c.agent_b, {} FROM "
                            "results r JOIN contests c ON r.contest=c.id JOIN agents a ON "
                            "c.agent_a=a.hash JOIN agents b ON c.agent_b=b.hash ORDER BY c.game, "
                            "c.rules, c.engine, c.unit, c.agent_a, c.agent_b, c.seed, r.deal",
                            result_columns)
                    .c_str());
    std::vector<meeting> out;
    while (s.step()) {
        meeting m{.game = s.text(0),
                  .engine = s.text(2),
                  .rules = static_cast<int>(s.whole(1)),
                  .matches = s.text(3).starts_with(unit_name(true, false)),
                  .once = s.text(3).ends_with("once"),
                  .agents = {s.text(4), s.text(5)},
                  .hashes = {s.text(6), s.text(7)},
                  .results = {}};
        const bool asked = game.empty() || m.game == game || m.game.starts_with(game + "(");
        if (!asked || (!engine.empty() && m.engine != engine)) continue;
        const auto same = [&](const meeting& o) {
            return o.game == m.game && o.rules == m.rules && o.engine == m.engine &&
                   o.matches == m.matches && o.once == m.once && o.hashes == m.hashes;
        };
        if (out.empty() || !same(out.back())) out.push_back(std::move(m));
        out.back().results.push_back(read_result(s, 8));
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

std::string result_store::csv() const {
    statement s(db_->handle,
                "SELECT c.game, c.rules, c.engine, c.unit, a.text AS agent_a, b.text AS agent_b, "
                "c.agent_a AS hash_a, c.agent_b AS hash_b, c.seed, r.deal, r.margin, r.share, "
                "r.imps, r.open_hands, r.decisions_a, r.decisions_b, r.seconds_a, r.seconds_b, "
                "r.forfeits_a, "
                "r.forfeits_b, r.notes FROM results r JOIN contests c ON r.contest=c.id JOIN "
                "agents a ON c.agent_a=a.hash JOIN agents b ON c.agent_b=b.hash ORDER BY c.id, "
                "r.deal");
    std::string out;
    for (int k = 0; k < s.columns(); ++k) out += (k == 0 ? "" : ",") + s.name(k);
    out += '\n';
    while (s.step()) {
        for (int k = 0; k < s.columns(); ++k) {
            std::string cell = s.text(k);
            if (cell.find_first_of(",\"\n") != std::string::npos) {
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
            .seed = plan.seed};
}

}  // namespace

stored_duel::stored_duel(duel_plan plan, const std::string& engine, result_store& store)
    : plan_(std::move(plan)), store_(store) {
    if (plan_.makers[0] || plan_.makers[1])
        throw std::invalid_argument("a duel can be stored only of agents that have a description");
    const contest c = contest_of(plan_, engine);
    contest_ = store_.open(c);
    swapped_ = result_store::is_swapped(c);
    there_ = store_.results(contest_, swapped_);
}

std::uint64_t stored_duel::known() const {
    const auto from = there_.lower_bound(plan_.first);
    const auto to = there_.lower_bound(plan_.first + plan_.count);
    return static_cast<std::uint64_t>(std::distance(from, to));
}

void stored_duel::run(const std::function<void(const duel_result&)>& played,
                      const std::function<bool(const duel_result&)>& in_order) {
    run_duel(plan_, {.known = [&](std::uint64_t deal) -> std::optional<duel_result> {
                         const auto found = there_.find(deal);
                         if (found == there_.end()) return std::nullopt;
                         return found->second;
                     },
                     .done =
                         [&](const duel_result& r) {
                             store_.add(contest_, swapped_, r);
                             if (played) played(r);
                         },
                     .in_order = in_order});
}

}  // namespace mu
