// A player that is another program, spoken to in lines of JSON: docs/protocol.md.

#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <mu/agents/cheat.h>
#include <mu/cards/printable.h>
#include <mu/cards/text.h>

#include "agents/kinds.h"
#include "agents/process.h"

namespace mu::detail {

namespace {

using json = nlohmann::ordered_json;

// After an error the program is ended, told nothing more of the deal, and started again for the
// next one.
class program_player final : public player {
public:
    program_player(std::string command, double seconds, int protocol)
        : command_(std::move(command)), seconds_(seconds), protocol_(protocol) {}

    void begin_deal(const game& g, seat me) override {
        guarded([&] {
            if (!program_) program_.emplace(command_);
            started_ = false;
            tell({{"type", "begin"},
                  {"protocol", protocol_},
                  {"game", g.spec()},
                  {"rules", g.info().version},
                  {"seat", seat_str(me, g.info().seats)}});
        });
    }

    // From protocol 2 on: how the deal starts, then every action of anybody.
    void see(const seat_view& v) override {
        if (protocol_ < 2 || !program_) return;
        guarded([&] {
            json view = v.to_json();
            json message{{"type", started_ ? "action" : "start"}};
            if (started_) message.update(view["history"].back());  // seat and action
            message["view"] = std::move(view);
            started_ = true;
            tell(message);
        });
    }

    action choose(const request& r) override { return choose(r, nullptr); }
    // A cheat is also handed the record of the deal, hidden cards and all.
    action choose(const request& r, const position* all_hands) {
        return guarded([&] {
            if (!program_) throw std::runtime_error("the deal has not begun");
            const json view = r.view.to_json();
            const double allowed = std::min(r.seconds, seconds_);
            json message{{"type", "act"},
                         {"view", view},
                         {"seconds", allowed},
                         // Exact in every JSON reader.
                         {"random", r.generator.next() >> 11}};
            if (all_hands != nullptr) message["record"] = all_hands->record();
            const std::string line = program_->ask(message.dump(), allowed);
            const json answer = json::parse(line, nullptr, false);
            if (!answer.is_object() || !answer.contains("action") || !answer["action"].is_string())
                program_->fail(fmt::format(R"(answered {}; expected {{"action": "..."}})",
                                           printable(line, 60)));
            // The view lists the legal actions in the same order.
            const auto legal = view["legal"].get<std::vector<std::string>>();
            const auto chosen = answer["action"].get<std::string>();
            for (std::size_t i = 0; i < legal.size(); ++i)
                if (legal[i] == chosen) return r.view.legal_actions()[i];
            program_->fail(fmt::format("chose {}, which is not legal; legal: {}",
                                       printable(chosen, 20), fmt::join(legal, " ")));
        });
    }

    void end_deal(const seat_view& last, std::span<const int> score) override {
        if (!program_) return;
        guarded([&] {
            tell({{"type", "end"},
                  {"view", last.to_json()},
                  {"score", std::vector<int>(score.begin(), score.end())}});
        });
    }

private:
    void tell(const json& message) { program_->post(message.dump(), seconds_); }

    template <typename F>
    auto guarded(F&& what) -> decltype(what()) {
        try {
            return what();
        } catch (...) {
            program_.reset();
            throw;
        }
    }

    std::string command_;
    double seconds_;
    int protocol_;
    bool started_ = false;  // `start` has been sent
    std::optional<process> program_;
};

class cheating_program final : public cheating_player {
public:
    explicit cheating_program(std::unique_ptr<program_player> as) : as_(std::move(as)) {}
    void begin_deal(const game& g, seat me) override { as_->begin_deal(g, me); }
    void see(const seat_view& v) override { as_->see(v); }
    action choose_with_all_hands(const position& p, const request& r) override {
        return as_->choose(r, &p);
    }
    void end_deal(const seat_view& last, std::span<const int> score) override {
        as_->end_deal(last, score);
    }

private:
    std::unique_ptr<program_player> as_;
};

std::unique_ptr<program_player> started_by(const agent_spec& spec) {
    if (spec.command("command").empty())
        throw std::invalid_argument(
            fmt::format("an agent of the kind {0} needs a command, such as "
                        "{0}(command=\"python3 bot.py\")",
                        spec.kind().name));
    return std::make_unique<program_player>(spec.command("command"), spec.number("seconds"),
                                            static_cast<int>(spec.number("protocol")));
}

}  // namespace

std::unique_ptr<player> make_program(const agent_spec& spec, const game&) {
    return started_by(spec);
}
std::unique_ptr<player> make_cheating_program(const agent_spec& spec, const game&) {
    return std::make_unique<cheating_program>(started_by(spec));
}

}  // namespace mu::detail
