// Tables for a page: a JSON message comes in, JSON messages go out (docs/web_protocol.md).
//
//     mu::table_service at;
//     for (const std::string& answer : at.handle(R"({"v": 1, "type": "hello"})")) send(answer);
//
// No threads, no clocks but the searches' own, no input or output: the worker of a page without a
// server calls it, and a server can. What goes out holds nothing that the player it is for may not
// know; a finished deal lies open. Whatever is wrong with a message is answered with an error that
// gives the reason, and the table is as it was.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mu {

namespace detail {
class web_table;
}

struct service_limits {
    std::size_t tables = 64;                     // open at a time
    std::size_t message = std::size_t{1} << 20;  // bytes of a message
    double most_ms = 20000;                      // of a search that is asked for
    std::uint64_t nodes = 400'000'000;           // of a solution that is asked for
    double solve_ms = 1e9;                       // for it
    // Set from another thread, ends a search early: nobody waits for its answer any more.
    const std::atomic<bool>* stop = nullptr;
};

// All that a table is, for whoever keeps it. The deals' actions in order, given to `load`, make the
// same table again.
struct table_standing {
    std::string setup{};    // JSON: game, seats, seed, dealer
    int deal = 0;           // deals begun
    std::size_t at = 0;     // actions made in the last
    std::string actions{};  // of the last deal: a JSON list of texts
    std::string record{};   // of the last deal if it is over
    std::string score{};    // of it: a JSON list

    friend bool operator==(const table_standing&, const table_standing&) = default;
};

// Whom a message comes from. Somebody who sits at a table speaks for himself alone and asks for
// nothing that shows other hands; the host (the page's own worker, the server itself) may do all.
struct speaker {
    std::optional<std::string> table;  // nothing: the host
    int player = -1;                   // -1: looks on
};

class table_service {
public:
    explicit table_service(const service_limits& limits = {});
    ~table_service();
    table_service(const table_service&) = delete;
    table_service& operator=(const table_service&) = delete;

    // The answers to one message. Never throws but std::bad_alloc.
    std::vector<std::string> handle(std::string_view message, const speaker& from = {});

    // The names of nets (api/nets.h) that are not there and that the bots of this message's table,
    // or its answer, would ask: for a page, which fetches and adds them before it hands the message
    // over.
    std::vector<std::string> missing_nets(std::string_view message) const;

    std::size_t tables() const { return tables_.size(); }
    // Hidden cards included. Nothing: no such table.
    std::optional<table_standing> standing(std::string_view table) const;

private:
    service_limits limits_;
    std::map<std::string, std::unique_ptr<detail::web_table>, std::less<>> tables_;
    std::uint64_t named_ = 0;  // tables that were given a name here
};

}  // namespace mu
