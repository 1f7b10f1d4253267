// Tables kept in an SQLite file, with the keys that open their seats and the results of their
// deals.
//
// One process writes; its threads take turns. Each change is a transaction of its own in a
// write-ahead log: what was stored is there after the process has been killed.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <mu/web/table_service.h>

namespace mu::detail {

// What a key is for. An invitation becomes a seat's key when it is used, and is void then.
enum class key_kind : std::uint8_t { invitation, seat, looks_on, house };

struct table_key {
    std::string key{};
    std::string table{};  // of the house: empty
    int player = -1;      // whose seat; -1 looks on
    key_kind kind = key_kind::seat;
    bool host = false;  // may invite, exchange bots and close the table
};

class table_store {
public:
    // An empty path: in memory. std::runtime_error that names the file.
    explicit table_store(const std::string& path);
    ~table_store();
    table_store(const table_store&) = delete;
    table_store& operator=(const table_store&) = delete;

    // A table with its keys, or neither.
    void add(const std::string& table, const table_standing& now,
             const std::vector<table_key>& keys);
    // The last deal as it is now; a finished one with its result.
    void put(const std::string& table, const table_standing& now);
    void remove(const std::string& table);
    // As `load` of the protocol takes it.
    std::optional<std::string> saved(const std::string& table);
    std::size_t tables();

    std::optional<table_key> find(const std::string& key);
    std::vector<table_key> keys_of(const std::string& table);
    void add(const table_key& key);
    // The invitation's place is taken: its key is void, `with` is the key from now on.
    void exchange(const std::string& invitation, const table_key& with);
    // All keys to a seat.
    void revoke(const std::string& table, int player);

private:
    struct database;
    std::mutex turn_;
    std::unique_ptr<database> db_;
};

// 128 random bits that can stand in an address.
std::string random_key();

}  // namespace mu::detail
