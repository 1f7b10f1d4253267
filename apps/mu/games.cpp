// `mu games`: what can be played, and with which options.

#include <sstream>
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

// Words of `text` in lines of at most `width`, the later ones after `indent` blanks.
std::string folded(const std::string& text, std::size_t indent, std::size_t width) {
    std::istringstream words(text);
    std::string out, line;
    for (std::string word; words >> word;) {
        if (!line.empty() && indent + line.size() + 1 + word.size() > width) {
            out += line + "\n" + std::string(indent, ' ');
            line.clear();
        }
        line += (line.empty() ? "" : " ") + word;
    }
    return out + line + "\n";
}

// A line about the game, then one for each option.
std::string table_row(const game_info& info) {
    constexpr std::size_t screen = 80, key_width = 20;
    std::string out = fmt::format("{:<14}{:<28}{:>5}{:>7}\n", info.name, info.title, info.seats,
                                  info.deck.card_count());
    for (const option_info& o : info.options)
        out += fmt::format("    {:<{}}", o.key, key_width) +
               folded(choices_text(o), 4 + key_width, screen);
    return out;
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
        out += fmt::format("    {:<20}", o.key) + folded(choices_text(o), 24, 80) +
               std::string(24, ' ') + folded(o.help, 24, 80);
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
    fmt::print("{:<14}{:<28}{:>5}{:>7}   options (* default)\n", "game", "title", "seats", "cards");
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
