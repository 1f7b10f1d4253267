// `mu games`: what can be played, and with which options.

#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <mu/api/game.h>

#include "commands.h"

namespace mu::cli {
namespace {

using json = nlohmann::ordered_json;

// "turn_up* s h d c", the star at the default.
std::string choices_text(const option_info& option) {
    std::string out;
    for (const std::string& choice : option.choices)
        out += (out.empty() ? "" : " ") + choice + (choice == option.preset ? "*" : "");
    return out;
}

std::string table_row(const game_info& info) {
    const std::string start = fmt::format("{:<10}{:<18}{:>5}{:>7}  ", info.name, info.title,
                                          info.seats, info.deck.card_count());
    std::string out;
    for (const option_info& o : info.options)
        out += (out.empty() ? start : std::string(start.size(), ' ')) +
               fmt::format("{:<9} {}\n", o.key, choices_text(o));
    return out.empty() ? start + "-\n" : out;
}

std::string details(const game& g) {
    const game_info& info = g.info();
    std::string out =
        fmt::format("{} ({}, rules version {})\n", info.title, info.name, info.version);
    out += fmt::format("  seats     {}\n", info.seats);
    out += fmt::format("  deck      {} cards: ranks {} (low to high), suits {}{}\n",
                       info.deck.card_count(), info.deck.ranks, info.deck.suits,
                       info.deck.joker ? ", and a joker" : "");
    out += fmt::format("  deals     {}\n", to_string(g.deal_count()));
    out += fmt::format("  options   {}\n", info.options.empty() ? "none" : "* is the default");
    for (const option_info& o : info.options)
        out += fmt::format("    {:<10}{}\n{:14}{}\n", o.key, choices_text(o), "", o.help);
    if (!info.options.empty())
        out += fmt::format("\nName a game with options like this: \"{}({}={})\"\n", info.name,
                           info.options.front().key, info.options.front().choices.back());
    return out;
}

struct request {
    std::string name;
    bool as_json = false;
};

void run(const request& r) {
    if (!r.name.empty()) {
        const game g(r.name);
        fmt::print("{}", r.as_json ? to_json(g.info()).dump(2) + "\n" : details(g));
        return;
    }
    if (r.as_json) {
        json all = json::array();
        for (const game_info& info : games()) all.push_back(to_json(info));
        fmt::print("{}\n", all.dump(2));
        return;
    }
    fmt::print("{:<10}{:<18}{:>5}{:>7}  {}\n", "game", "title", "seats", "cards",
               "options (* is the default)");
    for (const game_info& info : games()) fmt::print("{}", table_row(info));
}

}  // namespace

void add_games(command_spec& app) {
    command_spec command = app.add_subcommand("games", "list the games and their options");
    const auto r = std::make_shared<request>();
    command.add_option("GAME", r->name, "one game, in detail");
    command.add_flag("--json", r->as_json, "as JSON");
    command.callback([r] { run(*r); });
}

}  // namespace mu::cli
