// One table: a match of one game, people and bots in its seats, the deal that is being played.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <mu/agents/table.h>
#include <mu/api/match.h>
#include <mu/api/search.h>
#include <mu/web/table_service.h>

#include "web/message.h"

namespace mu::detail {

struct table_setup {
    std::string game;                  // with its options: "bridge(vul=none)"
    std::vector<std::string> seats{};  // per player: "person", or the level of a bot
    std::uint64_t seed = 0;
    int dealer = 0;
};

class web_table : spectator {
public:
    // std::invalid_argument that says what is wrong.
    web_table(std::string name, const table_setup& setup, const std::atomic<bool>* stop);
    // What save() gave.
    static std::unique_ptr<web_table> load(std::string name, const json& saved,
                                           const std::atomic<bool>* stop);

    bool is_over() const { return at_->is_over(); }
    bool has_people() const;
    bool is_person(int player) const {
        return setup_.seats[static_cast<std::size_t>(player)] == "person";
    }
    int players() const { return static_cast<int>(setup_.seats.size()); }
    const std::string& name() const { return name_; }
    const mu::game& game() const { return game_; }

    // REQUIRES of all: refusal.
    void act(int player, const json& what, std::optional<std::int64_t> at);
    void step(std::optional<std::int64_t> at);  // a bot's action
    void undo(int player);
    void next_deal();
    void set_seat(int player, const std::string& who);

    json view(int player, std::size_t since) const;  // -1: somebody who looks on
    json hint(int player, double ms);
    json net_hint(int player) const;  // what the net of the game says, at once
    json beliefs(int player) const;
    json save() const;
    table_standing standing() const;

private:
    void expect(std::optional<std::int64_t> at) const;
    json setup_json() const;
    json actions_json() const;  // of the last deal
    void deal();
    void made();
    void finish();
    // Nobody plays who could learn anything from seeing all hands.
    bool is_open() const { return is_over() || !has_people(); }
    int seat_of(int player) const;  // -1: sits out, or looks on
    seat_view seen_by(int player) const;
    seat_view to_choose(int player) const;
    void see(const seat_view& all) override;
    json result() const;

    std::string name_;
    table_setup setup_;
    const std::atomic<bool>* stop_;
    mu::game game_;
    match match_;
    std::vector<std::unique_ptr<player>> bots_;  // per player; nullptr for people
    std::vector<int> seating_;                   // the player in each seat of this deal
    std::optional<card_table> at_;
    int deal_ = 0;              // deals begun
    std::vector<int> hand_of_;  // per action: the hand its card came from, or -1
    std::vector<std::pair<std::size_t, json>> tricks_;  // complete: actions made then, the trick
    std::vector<std::size_t> choices_;  // actions made before each choice of a person
    std::vector<json> done_;            // the actions of each deal before the last
    std::vector<json> sheet_;           // a line for each of them
    std::vector<std::string> faults_;
    std::map<int, std::unique_ptr<searcher>> advisers_;  // by seat, of this deal
    std::uint64_t hints_ = 0;
};

}  // namespace mu::detail
