#include "server/table_store.h"

#include <array>
#include <ctime>
#include <stdexcept>

#include <fmt/format.h>
#include <sys/random.h>

#include "sqlite/statement.h"

namespace mu::detail {

namespace {

constexpr const char* schema = R"sql(
CREATE TABLE tables(
    name TEXT PRIMARY KEY, setup TEXT NOT NULL, made INTEGER NOT NULL, used INTEGER NOT NULL);
CREATE TABLE deals(
    name TEXT NOT NULL REFERENCES tables(name) ON DELETE CASCADE, deal INTEGER NOT NULL,
    actions TEXT NOT NULL, record TEXT NOT NULL, score TEXT NOT NULL,
    PRIMARY KEY(name, deal)) WITHOUT ROWID;
CREATE TABLE keys(
    key TEXT PRIMARY KEY, name TEXT NOT NULL, player INTEGER NOT NULL, kind INTEGER NOT NULL,
    host INTEGER NOT NULL);
CREATE INDEX keys_of ON keys(name);
)sql";
constexpr std::int64_t application_id = 0x6D755461;  // "muTa"
constexpr std::int64_t schema_version = 1;

table_key read_key(const statement& s) {
    return {.key = s.text(0),
            .table = s.text(1),
            .player = static_cast<int>(s.whole(2)),
            .kind = static_cast<key_kind>(s.whole(3)),
            .host = s.whole(4) != 0};
}

}  // namespace

std::string random_key() {
    std::array<unsigned char, 16> bytes{};
    if (getentropy(bytes.data(), bytes.size()) != 0)
        throw std::runtime_error("the system gives no random numbers");
    std::string out;
    for (const unsigned char b : bytes) out += fmt::format("{:02x}", b);
    return out;
}

struct table_store::database {
    explicit database(const std::string& path) {
        if (sqlite3_open(path.empty() ? ":memory:" : path.c_str(), &db) != SQLITE_OK) {
            const std::string why = sqlite3_errmsg(db);
            sqlite3_close(db);
            throw std::runtime_error(fmt::format("cannot open the tables in {}: {}", path, why));
        }
        try {
            prepare(path);
        } catch (...) {
            sqlite3_close(db);
            throw;
        }
    }
    ~database() { sqlite3_close_v2(db); }
    database(const database&) = delete;
    database& operator=(const database&) = delete;

    void prepare(const std::string& path) const {
        // Another server would not see what this one holds in memory.
        run("PRAGMA locking_mode = EXCLUSIVE");
        run("PRAGMA journal_mode = WAL");
        run("PRAGMA synchronous = NORMAL");
        run("PRAGMA foreign_keys = ON");
        statement id(db, "PRAGMA application_id");
        id.step();
        statement count(db, "SELECT count(*) FROM sqlite_master");
        count.step();
        if (id.whole(0) == 0 && count.whole(0) == 0) {
            run("BEGIN IMMEDIATE");
            run(schema);
            run(fmt::format("PRAGMA application_id = {}", application_id));
            run(fmt::format("PRAGMA user_version = {}", schema_version));
            run("COMMIT");
            return;
        }
        statement version(db, "PRAGMA user_version");
        version.step();
        if (id.whole(0) != application_id || version.whole(0) != schema_version)
            throw std::runtime_error(
                fmt::format("{} is a database of something else, or of another mu", path));
    }
    void run(const std::string& sql) const {
        char* why = nullptr;
        if (sqlite3_exec(db, sql.c_str(), nullptr, nullptr, &why) == SQLITE_OK) return;
        const std::string text = why == nullptr ? "unknown" : why;
        sqlite3_free(why);
        throw std::runtime_error("the tables' database: " + text);
    }
    // A transaction: all of it or nothing.
    template <typename F>
    void change(F&& what) const {
        run("BEGIN IMMEDIATE");
        try {
            what();
            run("COMMIT");
        } catch (...) {
            sqlite3_exec(db, "ROLLBACK", nullptr, nullptr, nullptr);
            throw;
        }
    }
    void add_key(const table_key& k) const {
        statement(db, "INSERT INTO keys VALUES(?, ?, ?, ?, ?)")
            .bind(k.key, k.table, k.player, static_cast<int>(k.kind), k.host ? 1 : 0)
            .step();
    }
    void put_deal(const std::string& table, const table_standing& now) const {
        statement(db, "INSERT OR REPLACE INTO deals VALUES(?, ?, ?, ?, ?)")
            .bind(table, now.deal, now.actions, now.record, now.score)
            .step();
    }

    sqlite3* db = nullptr;
};

table_store::table_store(const std::string& path) : db_(std::make_unique<database>(path)) {}
table_store::~table_store() = default;

void table_store::add(const std::string& table, const table_standing& now,
                      const std::vector<table_key>& keys) {
    const std::lock_guard lock(turn_);
    const std::int64_t time = std::time(nullptr);
    db_->change([&] {
        statement(db_->db, "INSERT INTO tables VALUES(?, ?, ?, ?)")
            .bind(table, now.setup, time, time)
            .step();
        db_->put_deal(table, now);
        for (const table_key& k : keys) db_->add_key(k);
    });
}

void table_store::put(const std::string& table, const table_standing& now) {
    const std::lock_guard lock(turn_);
    db_->change([&] {
        statement(db_->db, "UPDATE tables SET setup = ?, used = ? WHERE name = ?")
            .bind(now.setup, std::int64_t{std::time(nullptr)}, table)
            .step();
        db_->put_deal(table, now);
    });
}

void table_store::remove(const std::string& table) {
    const std::lock_guard lock(turn_);
    db_->change([&] {
        statement(db_->db, "DELETE FROM tables WHERE name = ?").bind(table).step();
        statement(db_->db, "DELETE FROM keys WHERE name = ?").bind(table).step();
    });
}

std::optional<std::string> table_store::saved(const std::string& table) {
    const std::lock_guard lock(turn_);
    statement of(db_->db, "SELECT setup FROM tables WHERE name = ?");
    if (!of.bind(table).step()) return std::nullopt;
    std::string out = of.text(0);
    out.back() = ',';  // the setup is an object: its last brace comes after the deals
    out += "\"deals\":[";
    statement deals(db_->db, "SELECT actions FROM deals WHERE name = ? ORDER BY deal");
    deals.bind(table);
    for (bool first = true; deals.step(); first = false) out += (first ? "" : ",") + deals.text(0);
    return out + "]}";
}

std::size_t table_store::tables() {
    const std::lock_guard lock(turn_);
    statement count(db_->db, "SELECT count(*) FROM tables");
    count.step();
    return static_cast<std::size_t>(count.whole(0));
}

std::optional<table_key> table_store::find(const std::string& key) {
    const std::lock_guard lock(turn_);
    statement of(db_->db, "SELECT * FROM keys WHERE key = ?");
    if (!of.bind(key).step()) return std::nullopt;
    return read_key(of);
}

std::vector<table_key> table_store::keys_of(const std::string& table) {
    const std::lock_guard lock(turn_);
    statement of(db_->db, "SELECT * FROM keys WHERE name = ? ORDER BY player, kind");
    of.bind(table);
    std::vector<table_key> out;
    while (of.step()) out.push_back(read_key(of));
    return out;
}

void table_store::add(const table_key& key) {
    const std::lock_guard lock(turn_);
    db_->add_key(key);
}

void table_store::exchange(const std::string& invitation, const table_key& with) {
    const std::lock_guard lock(turn_);
    db_->change([&] {
        statement(db_->db, "DELETE FROM keys WHERE key = ?").bind(invitation).step();
        db_->add_key(with);
    });
}

void table_store::revoke(const std::string& table, int player) {
    const std::lock_guard lock(turn_);
    statement(db_->db, "DELETE FROM keys WHERE name = ? AND player = ?").bind(table, player).step();
}

}  // namespace mu::detail
