// Everybody's tables: who sits where, whose message goes to which table, and what is stored.
//
// A guest is a connection. His messages come in by handle(), answers and notices go out by the
// function that he brought; it is called from any thread, and must not wait or call back. A table
// does one thing at a time, in the order of the messages; tables do not wait for each other: what
// is quick (an action, a view) has threads of its own beside those for bots, hints and analyses.
//
// Nothing here knows the network or the rules.
#pragma once

#include <atomic>
#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include <nlohmann/json_fwd.hpp>

#include <mu/server/server.h>
#include <mu/web/table_service.h>

#include "server/table_store.h"
#include "server/workers.h"

namespace mu::detail {

class hall {
public:
    using guest = std::uint64_t;
    using send = std::function<void(std::string)>;

    hall(const server_options& how, table_store& store);
    ~hall();
    hall(const hall&) = delete;
    hall& operator=(const hall&) = delete;

    guest enter(send to);
    void leave(guest who);
    void handle(guest who, std::string message);
    // Tables that nobody has sat at for a while leave memory.
    void sweep();
    // Where tables are begun with a key: the key.
    const std::string& house_key() const { return house_key_; }
    std::size_t tables_in_memory();
    void stop();

private:
    using clock = std::chrono::steady_clock;
    using json = nlohmann::ordered_json;

    struct job {
        guest from = 0;
        std::string type{}, message{};
        speaker as{};
        bool slow = false;
        clock::time_point since = clock::now();
    };
    struct room {
        std::string name;
        std::unique_ptr<table_service> at;  // not loaded: nullptr
        table_standing stored;
        std::deque<job> waiting;
        bool busy = false, closed = false;
        guest working_for = 0;          // whose hint is being computed
        std::atomic<bool> stop{false};  // nobody waits for what is being done
        std::map<guest, speaker> guests;
        clock::time_point used = clock::now();
    };
    using room_ptr = std::shared_ptr<room>;
    struct place {
        int player = -1;
        bool host = false;
    };
    struct person {
        send to{};
        bool house = false;                    // may begin tables
        std::map<std::string, place> seats{};  // by table
        double tokens = 0;                     // messages that may come at once
        clock::time_point filled = clock::now();
        int pending = 0;  // messages not yet answered
        // Read by what is being computed for him away from any table.
        std::shared_ptr<std::atomic<bool>> gone = std::make_shared<std::atomic<bool>>(false);
    };

    // All of these: with the lock held, under which letters are sent too, so that everybody gets
    // them in the order of what happened.
    struct letter {
        send to;
        std::string text;
    };
    using letters = std::vector<letter>;
    void admitted(guest who, std::string message, letters& out);
    json on_join(guest who, const json& m, letters& out);
    json on_links(guest who, const json& m);
    json on_revoke(guest who, const json& m, letters& out);
    json on_close(guest who, const json& m, letters& out);
    void on_new(guest who, const json& m);
    bool on_table(guest who, const json& m, const std::string& type, std::string message);
    void without_table(guest who, std::string message, bool slow);
    place& host_of(person& p, const std::string& table);
    json links(const std::string& table);
    room_ptr room_of(const std::string& table);
    void sit(guest who, const room_ptr& r, place at, letters& out);
    void stand_up(guest who, const std::string& table, letters& out);
    void tell(const room& r, const json& what, guest but, letters& out) const;
    void next(const room_ptr& r);

    // Without the lock.
    void work(const room_ptr& r, const job& j);
    std::string at_table(room& r, const job& j, bool& changed);
    void load(room& r);
    void answer(guest who, std::string text);
    static void deliver(const letters& out);

    server_options how_;
    service_limits limits_;
    table_store& store_;
    std::string house_key_;
    std::mutex turn_;
    std::unordered_map<guest, person> guests_;
    std::unordered_map<std::string, room_ptr> rooms_;
    guest last_ = 0;
    std::size_t tables_ = 0;  // in the store
    std::atomic<bool> ending_{false};
    // Actions and views; bots and hints; analyses, lessons and the lab, which no bot waits for.
    workers quick_, slow_, studies_;
};

}  // namespace mu::detail
