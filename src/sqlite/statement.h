// A prepared statement of SQLite: errors are exceptions, memory is freed.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

#include <fmt/format.h>
#include <sqlite3.h>

namespace mu::detail {

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

}  // namespace mu::detail
