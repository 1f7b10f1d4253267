// The server over real sockets: what it serves, whom it lets speak, what it keeps.

#include <csignal>
#include <filesystem>
#include <thread>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <mu/api/match.h>
#include <mu/server/server.h>

#include "support/counts.h"
#include "support/web_client.h"
#include "support/wire_log.h"

using namespace mu;
using json = nlohmann::ordered_json;
using mu::test::get;
using mu::test::http;

namespace {

class running {
public:
    explicit running(const server_options& how = {}) : at_(how), thread_([this] { at_.run(); }) {}
    ~running() {
        at_.stop();
        thread_.join();
    }
    std::uint16_t port() const { return at_.port(); }
    std::string address() const { return at_.address(); }

private:
    server at_;
    std::thread thread_;
};

// Somebody with a WebSocket. Every message that reached him is in `log`.
class guest {
public:
    explicit guest(std::uint16_t port) : socket_(port) { REQUIRE(socket_.upgrade()); }

    json ask(const std::string& type, json rest = json::object()) {
        const int re = ++asked_;
        json m{{"v", 1}, {"re", re}, {"type", type}};
        m.update(rest);
        socket_.send(m.dump());
        while (true) {
            json answer = next();
            if (answer.value("re", 0) == re) return answer;
        }
    }
    json next() {
        const auto text = socket_.receive();
        REQUIRE(text);
        log.push_back(json::parse(*text));
        return log.back();
    }
    json wait_for(const std::string& type) {
        while (true)
            if (json m = next(); m["type"] == type) return m;
    }
    test::web_socket_client& socket() { return socket_; }

    std::vector<json> log;

private:
    test::web_socket_client socket_;
    int asked_ = 0;
};

json seats_for(const std::string& game, const std::vector<int>& people) {
    json seats = json::array();
    for (int k = 0; k < match(mu::game(game)).players(); ++k)
        seats.push_back(std::ranges::count(people, k) > 0 ? "person" : "casual");
    return seats;
}

// The view after the table has gone on by one action, ours being the first that is legal.
json go_on(guest& who, const json& view) {
    json where{{"table", view["table"]}, {"since", view["at"]}, {"at", view["at"]}};
    if (!view["waits"].get<bool>()) return who.ask("step", where);
    where["action"] = view["legal"][0]["id"];
    return who.ask("act", where);
}

std::string in_work_folder(const std::string& name) {
    const auto folder = std::filesystem::temp_directory_path() /
                        ("mu_server_test_" + std::to_string(getpid()) + "_" + name);
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    return (folder / "tables.db").string();
}

}  // namespace

TEST_CASE("HTTP: files of the page and nothing else") {
    const running at({.header_seconds = 1});
    const auto status = [](const std::string& reply) { return reply.substr(0, 12); };
    const std::string first = get(at.port(), "/");
    CHECK(status(first) == "HTTP/1.1 200");
    CHECK(first.find("Content-Security-Policy: default-src 'none'") != std::string::npos);
    CHECK(first.find("X-Content-Type-Options: nosniff") != std::string::npos);
    CHECK(get(at.port(), "/health").ends_with("\r\n\r\nok\n"));
    CHECK(status(get(at.port(), "/index.php")) == "HTTP/1.1 404");
    CHECK(status(get(at.port(), "/../../../etc/passwd")) == "HTTP/1.1 404");
    CHECK(status(get(at.port(), "/%2e%2e/%2e%2e/etc/passwd")) == "HTTP/1.1 404");
    CHECK(status(get(at.port(), "/assets/")) == "HTTP/1.1 404");
    CHECK(status(get(at.port(), "/ws")) == "HTTP/1.1 404");
    // By another name, as a page elsewhere could make it point here.
    CHECK(status(get(at.port(), "/", "mu.example.org")) == "HTTP/1.1 403");
    CHECK(status(http(at.port(), "GET / HTTP/1.1\r\n\r\n")) == "HTTP/1.1 403");
    CHECK(status(
              http(at.port(), "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n")) ==
          "HTTP/1.1 405");
    CHECK(status(http(at.port(), "\x01\x02 nonsense\r\n\r\n")) == "HTTP/1.1 400");
    CHECK(status(http(at.port(), "GET / HTTP/1.1\r\nHost: localhost\r\nX: " +
                                     std::string(20'000, 'x') + "\r\n\r\n")) == "HTTP/1.1 400");
    CHECK(status(http(at.port(),
                      "PUT / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999999\r\n\r\n")) ==
          "HTTP/1.1 400");
    // Two questions on one connection, and HEAD without a body.
    test::web_socket_client twice(at.port());
    twice.write("HEAD /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
    CHECK(twice.read_all(300).ends_with("\r\n\r\n"));
    twice.write("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
    CHECK(twice.read_reply().ends_with("ok\n"));
    // Whoever never finishes a question is not waited for.
    test::web_socket_client slow(at.port());
    slow.write("GET / HTTP/1.1\r\nHo");
    CHECK(get(at.port(), "/health").ends_with("ok\n"));
    CHECK(slow.read_all(10'000).empty());
}

TEST_CASE("WebSocket: who may speak, and what is wrong with a message") {
    const running at({.message = 4096});
    const std::string own = "Origin: http://127.0.0.1:" + std::to_string(at.port()) + "\r\n";
    CHECK(test::web_socket_client(at.port()).upgrade(own));
    CHECK(!test::web_socket_client(at.port()).upgrade("Origin: http://mu.example.org\r\n"));
    CHECK(!test::web_socket_client(at.port()).upgrade("Origin: null\r\n"));
    CHECK(!test::web_socket_client(at.port()).upgrade("", "mu.example.org"));

    guest who(at.port());
    const auto code = [&](const std::string& text) {
        who.socket().send(text);
        const json answer = who.next();
        CHECK(answer["type"] == "error");
        CHECK(!answer["reason"].get<std::string>().empty());
        return answer["code"].get<std::string>();
    };
    CHECK(code("") == "malformed");
    CHECK(code("{") == "malformed");
    CHECK(code("[1]") == "malformed");
    CHECK(code(R"({"v":1})") == "malformed");
    CHECK(code(R"({"v":1,"type":"dance"})") == "unknown");
    CHECK(code(R"({"v":2,"type":"join","key":"x"})") == "version");
    CHECK(code(R"({"v":1,"type":"join"})") == "malformed");
    CHECK(code(R"({"v":1,"type":"join","key":"x"})") == "unknown");
    CHECK(code(R"({"v":1,"type":"join","key":"x","more":1})") == "malformed");
    CHECK(code(R"({"v":1,"type":"see"})") == "malformed");
    CHECK(code(R"({"v":1,"type":"see","table":"nowhere"})") == "unknown");
    CHECK(code(R"({"v":1,"type":"see","table":7})") == "malformed");
    CHECK(code(R"({"v":1,"type":"save","table":"x"})") == "forbidden");
    CHECK(code(R"({"v":1,"type":"load","saved":{}})") == "forbidden");
    CHECK(code(R"({"v":1,"type":"close","table":"x"})") == "unknown");
    CHECK(code(R"({"v":1,"type":"links","table":"x"})") == "unknown");
    CHECK(code(R"({"v":1,"type":"new","game":"chess","seats":[],"seed":1})") == "malformed");
    CHECK(code(R"({"v":1,"type":"new","game":"whist","seats":5,"seed":1})") == "malformed");
    CHECK(code(R"({"v":1,"type":"new","table":"x","game":"whist","seats":[],"seed":1})") ==
          "malformed");
    CHECK(who.ask("hello")["games"].size() == games().size());

    who.socket().send(std::string(5000, ' '));  // too long
    CHECK(!who.socket().receive());
    guest other(at.port());
    other.socket().send("bytes", 2);
    CHECK(!other.socket().receive());
    CHECK(get(at.port(), "/health").ends_with("ok\n"));
}

TEST_CASE("a connection that says too much is told to wait") {
    const running at({.messages_per_second = 5});
    guest who(at.port());
    int refused = 0;
    for (int k = 0; k < 40; ++k) refused += who.ask("hello")["type"] == "error" ? 1 : 0;
    CHECK(refused > 5);
    CHECK(refused < 40);
}

TEST_CASE("two people at a table: links, turns, notices") {
    const running at;
    guest south(at.port()), east(at.port()), third(at.port());
    json mine = south.ask(
        "new",
        {{"game", "euchre"}, {"seats", seats_for("euchre", {1, 2})}, {"seed", 7}, {"player", 2}});
    REQUIRE(mine["type"] == "view");
    const json table{{"table", mine["table"]}};
    const json links = south.ask("links", table)["links"];
    REQUIRE(links.size() == 2);  // looks on, East
    CHECK(links[0]["player"].is_null());
    CHECK(links[1]["player"] == 1);
    const std::string key = links[1]["key"];

    // A table is not there for whoever has no key to it.
    CHECK(third.ask("see", table)["code"] == "unknown");
    const json joined = east.ask("join", {{"key", key}});
    CHECK(joined["player"] == 1);
    CHECK(joined["host"] == false);
    CHECK(joined["key"] != key);
    CHECK(third.ask("join", {{"key", key}})["code"] == "unknown");  // it works once
    CHECK(south.wait_for("people")["here"].size() == 2);
    CHECK(south.ask("links", table)["links"][1]["used"] == true);

    json hers = east.ask("see", table);
    CHECK(hers["seat"] == 1);
    CHECK(hers["view"]["hand"] != mine["view"]["hand"]);
    CHECK(east.ask("see", {{"table", mine["table"]}, {"player", 2}})["code"] == "forbidden");
    CHECK(east.ask("links", table)["code"] == "forbidden");
    CHECK(east.ask("close", table)["code"] == "forbidden");
    CHECK(east.ask("seat", {{"table", mine["table"]}, {"player", 0}, {"who", "club"}})["code"] ==
          "forbidden");
    CHECK(third.ask("join", {{"key", links[0]["key"]}})["player"].is_null());
    CHECK(third.ask("see", table)["view"]["hand"].empty());
    CHECK(third.ask("step", table)["code"] == "forbidden");

    // A whole deal, each from his own side.
    while (!mine.contains("result")) {
        const bool her_turn = mine["waits"].get<bool>() && mine["to_act"] == 1;
        json& now = her_turn ? hers : mine;
        guest& who = her_turn ? east : south;
        if (her_turn) {
            CHECK(south.ask("act", {{"table", mine["table"]}, {"action", 0}})["code"] == "turn");
            hers = east.ask("see", table);
        }
        now = go_on(who, now);
        REQUIRE(now["type"] == "view");
        // The other is told that something has happened, not what.
        const json notice = (her_turn ? south : east).wait_for("changed");
        CHECK(notice["at"] == now["at"]);
        if (her_turn) mine = south.ask("see", table);
    }
    hers = east.ask("see", table);
    CHECK(hers["result"]["record"] == mine["result"]["record"]);
    test::check_wire_log({south.log.begin(), south.log.end()}, mine["result"]["record"]);

    // Withdrawn: the seat is free for another.
    const json again = south.ask("revoke", {{"table", mine["table"]}, {"player", 1}})["links"];
    CHECK(east.wait_for("withdrawn")["table"] == mine["table"]);
    CHECK(east.ask("see", table)["code"] == "unknown");
    CHECK(east.ask("join", {{"key", joined["key"]}})["code"] == "unknown");
    CHECK(third.ask("join", {{"key", again[1]["key"]}})["player"] == 1);
    CHECK(south.ask("revoke", {{"table", mine["table"]}, {"player", 2}})["code"] == "forbidden");
    CHECK(south.ask("close", table)["type"] == "closed");
    CHECK(third.wait_for("closed")["table"] == mine["table"]);
    CHECK(third.ask("see", table)["code"] == "unknown");
}

TEST_CASE("sixty-four may be at a table, the next one finds it crowded") {
    const running at;
    guest south(at.port());
    const json mine = south.ask(
        "new",
        {{"game", "euchre"}, {"seats", seats_for("euchre", {2})}, {"seed", 7}, {"player", 2}});
    REQUIRE(mine["type"] == "view");
    const json key = south.ask("links", {{"table", mine["table"]}})["links"][0]["key"];  // looks on
    std::vector<std::unique_ptr<guest>> others;
    for (int i = 1; i < 64; ++i) {
        others.push_back(std::make_unique<guest>(at.port()));
        REQUIRE(others.back()->ask("join", {{"key", key}})["type"] == "joined");
    }
    guest next(at.port());
    const json refused = next.ask("join", {{"key", key}});
    CHECK(refused["code"] == "limit");
    CHECK(others[0]->ask("join", {{"key", key}})["type"] == "joined");  // is there already
    others.pop_back();
    // Whoever leaves makes room, as soon as the server has noticed.
    bool room = false;
    for (int tries = 0; tries < 2000 && !room; ++tries) {
        room = next.ask("join", {{"key", key}})["type"] == "joined";
        if (!room) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    CHECK(room);
}

TEST_CASE("an open server lets tables begin with its key alone") {
    const std::string file = in_work_folder("open");
    std::string key;
    const json wanted{
        {"game", "snapszer"}, {"seats", seats_for("snapszer", {1})}, {"seed", 1}, {"player", 1}};
    for (int twice = 0; twice < 2; ++twice) {  // the key stays the same
        const running at({.database = file, .open = true});
        const std::string address = at.address();
        const std::string now = address.substr(address.find("#house=") + 7);
        CHECK(now.size() == 32);
        if (twice == 1) CHECK(now == key);
        key = now;
        guest who(at.port());
        CHECK(who.ask("new", wanted)["code"] == "forbidden");
        CHECK(who.ask("read", {{"text", "x"}})["code"] == "forbidden");
        CHECK(who.ask("join", {{"key", key}})["type"] == "joined");
        CHECK(who.ask("new", wanted)["type"] == "view");
    }
}

TEST_CASE("wire log: no message of a running deal names a hidden card") {
    const int deals = test::count(2, 200);
    const running at({.messages_per_second = 0});
    for (const game_info& info : games()) {
        CAPTURE(info.name);
        const int me = std::min(2, match(mu::game(info.name)).players() - 1);
        for (int n = 0; n < deals; ++n) {
            guest who(at.port());
            json view = who.ask("new", {{"game", info.name},
                                        {"seats", seats_for(info.name, {me})},
                                        {"seed", n},
                                        {"player", me}});
            REQUIRE(view["type"] == "view");
            while (!view.contains("result")) {
                who.ask("act", {{"table", view["table"]}, {"action", 3}, {"at", 1000}});
                view = go_on(who, view);
                REQUIRE(view["type"] == "view");
            }
            test::check_wire_log(who.log, view["result"]["record"]);
        }
    }
}

TEST_CASE("killed at any moment, a server goes on with every table as its people saw it") {
    const std::string file = in_work_folder("killed");
    std::vector<std::pair<std::string, json>> seen;  // key and last view
    int sockets[2];
    for (int round = 0; round < 3; ++round) {
        REQUIRE(pipe(sockets) == 0);
        const pid_t child = fork();
        if (child == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);  // not left behind by a test that fails
            server at({.database = file, .workers = 1, .messages_per_second = 0});
            const std::uint16_t port = at.port();
            if (write(sockets[1], &port, sizeof port) != sizeof port) _exit(1);
            at.run();
            _exit(0);
        }
        std::uint16_t port = 0;
        REQUIRE(read(sockets[0], &port, sizeof port) == sizeof port);
        {
            guest who(port);
            for (auto& [key, before] : seen) {
                const json joined = who.ask("join", {{"key", key}});
                REQUIRE(joined["type"] == "joined");
                CHECK(joined["host"] == true);
                json now = who.ask("see", {{"table", joined["table"]}});
                for (const char* k : {"re", "events", "since", "key"}) {
                    now.erase(k);
                    before.erase(k);
                }
                CHECK(now == before);
            }
            for (const game_info& info : games()) {
                const int me = std::min(2, match(mu::game(info.name)).players() - 1);
                json view = who.ask("new", {{"game", info.name},
                                            {"seats", seats_for(info.name, {me})},
                                            {"seed", round},
                                            {"player", me}});
                REQUIRE(view["type"] == "view");
                const std::string key = view["key"];
                for (int k = 0; k < 5 + 7 * round && !view.contains("result"); ++k)
                    view = go_on(who, view);
                seen.emplace_back(key, view);
            }
        }
        kill(child, SIGKILL);
        waitpid(child, nullptr, 0);
        close(sockets[0]);
        close(sockets[1]);
    }
}

TEST_CASE("one table's long thought does not hold up another") {
    const running at({.workers = 2, .messages_per_second = 0});
    guest slow(at.port()), quick(at.port());
    const auto begin = [](guest& who) {
        return who.ask(
            "new",
            {{"game", "bridge"}, {"seats", seats_for("bridge", {2})}, {"seed", 3}, {"player", 2}});
    };
    json one = begin(slow), other = begin(quick);
    while (!one["waits"].get<bool>()) one = go_on(slow, one);
    slow.socket().send(
        json{{"v", 1}, {"re", 999}, {"type", "hint"}, {"table", one["table"]}, {"ms", 2000}}
            .dump());
    // Many answers for the other table before the one hint.
    for (int k = 0; k < 8; ++k) {
        other = go_on(quick, other);
        REQUIRE(other["type"] == "view");
    }
    CHECK(slow.wait_for("values")["re"] == 999);
}

TEST_CASE("bots do not wait for what is being analysed") {
    using clock = std::chrono::steady_clock;
    const running at({.workers = 1, .messages_per_second = 0});
    guest student(at.port()), player(at.port());
    json view = player.ask(
        "new",
        {{"game", "bridge"}, {"seats", seats_for("bridge", {2})}, {"seed", 3}, {"player", 2}});
    // As many as may be unanswered, all of them longer than a bot's call by rules of thumb.
    rng r(4);
    const std::string deal = game("bridge").deal(r).record();
    constexpr int studies = 24;
    for (int k = 0; k < studies; ++k)
        student.socket().send(json{
            {"v", 1}, {"re", 100 + k}, {"type", "analyse"}, {"record", deal}, {"contracts", true}}
                                  .dump());
    clock::time_point analysed;
    std::thread reading([&] {
        for (int k = 0; k < studies; ++k) student.wait_for("analysis");
        analysed = clock::now();
    });
    for (int k = 0; k < 8; ++k) view = go_on(player, view);
    const auto played = clock::now();
    reading.join();
    CHECK(view["type"] == "view");
    CHECK(played < analysed);
}
