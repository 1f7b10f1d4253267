// `mu play`: a table in the terminal. The player's own seat is played from the keyboard, the others
// by agents.
//
// The screen is drawn from the seat's view alone, and which actions are legal, what they are called
// and what there is to say of the deal comes from the API: there are no rules here.
//
// Where more take part in a match than sit in a deal, "player" is somebody in the match and "seat"
// a place in the deal; otherwise the two are the same.

#include <algorithm>
#include <iostream>
#include <sstream>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <mu/agents/levels.h>
#include <mu/agents/table.h>
#include <mu/api/match.h>
#include <mu/api/reason.h>
#include <mu/cards/text.h>

#include "choice.h"
#include "commands.h"
#include "lesson.h"
#include "table.h"

namespace mu::cli {
namespace {

struct play_request {
    std::string spec;
    std::string seat;
    std::string dealer = "0";
    std::string against = "rule";
    std::string level;
    std::vector<std::string> players;  // "N=rule"
    std::optional<std::uint64_t> seed;
    std::optional<int> deals;
    bool watch = false, hint = false;
};

// Enough for a hint that does not keep anybody waiting.
constexpr std::uint64_t hint_worlds = 20;

constexpr std::string_view commands_text =
    "    hint     the best choices, what they are worth, and why\n"
    "    calls    everything that was said in this deal\n"
    "    undo     take back your last choice in this deal\n"
    "    record   print the record of the last finished deal\n"
    "    quit     leave the table\n";

std::string trimmed(const std::string& text) {
    constexpr std::string_view blanks = " \t\r";
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string::npos) return "";
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

// In quotation marks if a shell would not take it as it is.
std::string quoted(const std::string& text) {
    return text.find_first_of(" ()\"'=,*$") == std::string::npos ? text : "'" + text + "'";
}

void say(const std::vector<std::string>& lines, std::string_view indent = "") {
    for (const auto& line : lines) fmt::print("{}{}\n", line.empty() ? "" : indent, line);
}

// A message of one line is folded at the edge of the screen; in one with a picture (of where the
// culprit stands) lines that do not fit are cut.
void say_indented(const std::string& text) {
    if (text.find('\n') == std::string::npos) return say(fold(text));
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);)
        fmt::print("  {}\n",
                   columns(line) + 2 > screen_width ? fold(line).front().substr(2) : line);
}

class session : spectator {
public:
    explicit session(const play_request& r)
        : asked_(r),
          game_(r.spec),
          players_(match(game_).players()),
          me_(r.watch ? -1
                      : index(r.seat.empty() ? static_cast<seat>(std::min(2, players_ - 1))
                                             : parse_seat(r.seat, players_))),
          seed_(seed_or_random(r.seed)),
          first_dealer_(parse_seat(r.dealer, players_)),
          match_(game_, first_dealer_),
          pen_(wants_colour()),
          draw_(game_.info(), pen_) {
        const agent_spec preset =
            r.level.empty() ? agent_spec::from_argument(r.against) : agent_of_level(r.level, game_);
        specs_.assign(static_cast<std::size_t>(players_), preset);
        for (const std::string& text : r.players) {
            const std::size_t at = text.find('=');
            if (at == std::string::npos)
                throw std::invalid_argument("--player " + text + ": expected SEAT=AGENT, N=rule");
            const int k = index(parse_seat(text.substr(0, at), players_));
            if (k == me_)
                throw std::invalid_argument("--player " + text +
                                            ": that is your own seat (--seat, or --watch)");
            specs_[static_cast<std::size_t>(k)] = agent_spec::from_argument(text.substr(at + 1));
        }
        for (int k = 0; k < players_; ++k)
            others_.push_back(k == me_ ? nullptr
                                       : make_player(specs_[static_cast<std::size_t>(k)], game_));
    }

    void run() {
        if (!interactive_) {
            fmt::print("{} with seed {}\n", game_.info().title, seed_);
            say(fold(who_plays(), ""));
        }
        while (asked_.deals ? deal_ < *asked_.deals : !match_.is_over()) {
            if (match_.is_over()) match_ = match(game_, match_.dealer());
            const match before = match_;
            const rng of_deal = rng(seed_).split(static_cast<std::uint64_t>(deal_));
            position p = match_.next_deal(seed_, static_cast<std::uint64_t>(deal_));
            ++deal_;
            take_seats();
            play_deal(std::move(p), of_deal);
            if (is_asked_after_deal() && again()) {
                match_ = before;
                --deal_;
            }
        }
        say_repeat();
    }

private:
    bool some_sit_out() const { return players_ > game_.info().seats; }
    bool looks_on() const { return me_ < 0 || out_; }

    // "North rule, East rule, South you, West rule".
    std::string who_plays() const {
        std::string out = "At the table: ";
        for (int k = 0; k < players_; ++k) {
            std::string name = k == me_ ? "you" : specs_[static_cast<std::size_t>(k)].text();
            if (columns(name) > 30) name = name.substr(0, name.find('(')) + "(...)";
            out += fmt::format("{}{} {}", k == 0 ? "" : ", ",
                               some_sit_out() ? fmt::format("player {}", k)
                                              : draw_.seat_name(static_cast<seat>(k)),
                               name);
        }
        return out;
    }

    // Where the players sit in the next deal. Who sits out sees what all see.
    void take_seats() {
        seating_ = match_.seating();
        const auto mine = std::ranges::find(seating_, me_);
        out_ = me_ >= 0 && mine == seating_.end();
        seat_ = static_cast<seat>(mine == seating_.end() ? 0 : mine - seating_.begin());
        dealer_ = match_.dealer();
        if (interactive_ || !looks_on()) return;
        fmt::print("\n");
        say(fold(heading(), ""));
    }

    void play_deal(position p, const rng& stream) {
        tricks_.clear();
        choices_made_.clear();
        std::vector<player*> who;
        for (const int k : seating_) who.push_back(others_[static_cast<std::size_t>(k)].get());
        table_options how{.stream = stream, .totals = match_.seat_totals()};
        how.on_fault = [this](seat s, const std::exception& e) {
            say(fold(fmt::format("{} fails ({}) and plays at random from now on.",
                                 draw_.seat_name(s), e.what())));
        };
        card_table at(std::move(p), who, std::move(how));
        table_ = &at;
        at.add(*this);
        while (!at.is_over()) {
            at.play();
            if (!at.is_over()) choose();
        }
        finish_deal();
        table_ = nullptr;
    }

    // --- What happens at the table. ---

    void see(const seat_view& all) override {
        const seen_action last = all.history().back();
        if (told_in_lines() && last.what && *last.what >= game_.info().deck.card_count() &&
            (looks_on() || last.who != seat_))
            fmt::print("{}: {}\n", draw_.seat_name(last.who), all.action_text(*last.what));
        const json view = all.to_json();
        const json& trick = view["trick"];
        if (trick.is_null() || !trick["complete"].get<bool>() ||
            (!tricks_.empty() && tricks_.back().second == trick))
            return;
        tricks_.emplace_back(all.history().size(), trick);
        const std::string winner = draw_.seat_name(trick["winner"].get<std::string>());
        if (told_in_lines()) {
            fmt::print("Trick {:>2}   {}   {} wins\n", tricks_.size(), draw_.trick_line(trick),
                       winner);
        } else if (!view["over"].get<bool>()) {
            draw(true);
            fmt::print("{} wins the trick. ", pen_.bold(winner));
            pause();
        }
    }

    // The player acts or takes back.
    void choose() {
        draw(false);
        const seat_view mine = my_view();
        std::string what = mine.prompt();
        if (what.empty()) what = "Your choice";
        if (asked_.hint) hint(mine);
        while (true) {
            const std::string text = ask(pen_.bold(what) + " (? for help): ");
            if (text.empty()) continue;
            if (text == "?" || text == "help") {
                help(mine);
                continue;
            }
            if (text == "hint") {
                hint(mine);
                continue;
            }
            if (is_command(text)) continue;
            if (text == "undo") {
                if (undo()) return;
                fmt::print("  You have not chosen anything in this deal yet.\n");
                continue;
            }
            try {
                const std::vector<action> chosen = read_choices(table_->now(), mine, text);
                position trial = table_->now();  // all of them or none
                for (const action a : chosen) trial.apply(a);
                const std::size_t before = table_->now().history().size();
                for (const action a : chosen) table_->apply(a);
                choices_made_.push_back(before);
                return;
            } catch (const std::invalid_argument& e) {
                say_indented(e.what());
            }
        }
    }

    void hint(const seat_view& mine) const {
        const teacher by(game_, {.worlds = hint_worlds, .seed = seed_});
        say(advice_lines(mine, by.advise(mine, mine.history().size()), draw_), "  ");
        if (const std::string why = rule_reason(mine); !why.empty())
            fmt::print("  By rules of thumb {}: {}\n", mine.action_text(mine.rule_choice()), why);
    }

    bool undo() {
        if (choices_made_.empty()) return false;
        const std::size_t to = choices_made_.back();
        choices_made_.pop_back();
        table_->take_back(table_->now().history().size() - to);
        std::erase_if(tricks_, [&](const auto& t) { return t.first > to; });
        return true;
    }

    void finish_deal() {
        const position& p = table_->now();
        match_.add(p);
        record_ = p.record();
        draw_.sort_by(p.public_view().card_ranks());
        fmt::print("{}{}\n\n", interactive_ && drawing_terminal() ? "\x1b[2J\x1b[H" : "\n",
                   pen_.bold(fmt::format("Deal {} is over", deal_)));
        say(draw_.diagram(game_.deal(p.deal_text()).to_json()));
        std::vector<json> tricks;
        for (const auto& [at, trick] : tricks_) tricks.push_back(trick);
        if (!tricks.empty()) {
            fmt::print("\n");
            say(draw_.play(tricks));
        }
        fmt::print("\n");
        if (const std::string words = p.result(); !words.empty())
            for (const auto& line : fold(words)) fmt::print("{}\n", pen_.bold(line));
        fmt::print("  Points   {}\n  Match    {}\n", draw_.per_side(p.score()), match_.text());
        if (!interactive_) fmt::print("  Record   {}\n", record_);
    }

    // --- The screen. ---

    // No table is drawn: nobody is there to look at it, or he sits out.
    bool told_in_lines() const { return !interactive_ || out_; }

    seat_view my_view() const {
        return looks_on() ? table_->now().public_view() : table_->now().view(seat_);
    }

    std::string heading() const {
        const std::string title = fmt::format("{}   Deal {}", game_.info().title, deal_);
        if (some_sit_out())
            return fmt::format("{}   Dealer player {}, sitting out   In the seats players {}",
                               title, index(dealer_), fmt::join(seating_, " "));
        return fmt::format("{}   Dealer {}   Seed {}", title, draw_.seat_name(dealer_), seed_);
    }

    std::vector<call> calls(const seat_view& seen) const {
        std::vector<call> out;
        for (const auto& [who, what] : seen.history())
            if (what && *what >= game_.info().deck.card_count())
                out.push_back({who, seen.action_text(*what)});
        return out;
    }

    // Calls are all that has happened or is to come: the screen shows them, not an empty table.
    static bool is_auction(const json& view, const std::vector<call>& said,
                           const choice_list& choices) {
        return view["trick"].is_null() &&
               (said.size() > 1 || (choices.cards == 0 && !choices.all.empty()));
    }

    void draw(bool trick_complete) {
        const seat_view seen = my_view();
        const json view = seen.to_json();
        const choice_list choices = choices_of(seen);
        draw_.sort_by(seen.card_ranks());
        fmt::print("{}", interactive_ && drawing_terminal() ? "\x1b[2J\x1b[H" : "\n");
        const auto head = fold(heading(), "");
        for (const auto& line : head) fmt::print("{}\n", pen_.bold(line));
        for (const auto& line : fold(match_.text(), "")) fmt::print("{}\n", pen_.dim(line));
        if (choices_made_.empty())
            for (const auto& line : fold(who_plays(), "")) fmt::print("{}\n", pen_.dim(line));
        auto status = draw_.status(seen);
        if (status.size() > 2) status.resize(2);
        for (const auto& line : status) say(fold(line, ""));
        fmt::print("\n");

        const std::vector<call> said = calls(seen);
        if (is_auction(view, said, choices)) {
            say(draw_.grid(said), "  ");
        } else {
            const std::size_t before = trick_complete ? 2 : 1;  // the last trick but the one drawn
            const json last =
                tricks_.size() < before ? json() : tricks_[tricks_.size() - before].second;
            say(draw_.middle(view, last, trick_complete, choices.all));
        }
        if (view["seat"].is_string()) {
            fmt::print("\n");
            say(choices.cards > 0 && choices.numbered > 0 ? draw_.hand(view["hand"], choices.all)
                                                          : draw_.hand(view["hand"]),
                "  ");
        }
        std::vector<std::string> others;
        if (seen.lists_choices())
            for (std::size_t i = choices.cards; i < choices.all.size(); ++i)
                others.push_back(seen.action_text(choices.all[i]));
        if (!others.empty()) fmt::print("\n");
        say(draw_.box(others, choices.cards + 1), "  ");
        fmt::print("\n");
    }

    void help(const seat_view& mine) const {
        for (const auto& line : mine.status()) say(fold(line));
        say(fold(mine.help()));
        const choice_list choices = choices_of(mine);
        std::string how;
        if (choices.cards > 0 && choices.numbered > 0)
            how = "Type a card (as on the screen, or as " + mine.action_text(choices.all.front()) +
                  "), a rank that only one choice has, or the number beside a card. Cards without "
                  "a number are not legal now.";
        else if (choices.cards > 0)
            how =
                "Type cards as on the screen, or as " + mine.action_text(choices.all.front()) + ".";
        else if (choices.numbered > 0)
            how = "Type one of the words on the screen, or its number.";
        else if (mine.lists_choices())
            how = "Type one of the words on the screen.";
        say(fold(how));
        fmt::print("{}", commands_text);
    }

    // --- The keyboard. ---

    // A line of input. At its end the player has left.
    std::string ask(const std::string& prompt) {
        fmt::print("{}", prompt);
        std::fflush(stdout);
        std::string line;
        const bool got = static_cast<bool>(std::getline(std::cin, line));
        if (!interactive_ || !got)  // no echo of the typed line end
            fmt::print("{}\n", columns(line) > 20 ? std::string(fold(line, "", 20).front()) : line);
        if (!got) leave();
        return trimmed(line);
    }

    void pause() {
        while (true) {
            const std::string text = ask(pen_.dim("Press Enter to continue. "));
            if (text.empty()) return;
            if (!is_command(text))
                say(fold("Press Enter to continue; calls, record and quit work here too."));
        }
    }

    // Somebody reads what is printed after a deal, or types.
    bool is_asked_after_deal() const { return interactive_ || !looks_on(); }

    // Whether the deal is to be played again.
    bool again() {
        const bool last = asked_.deals ? deal_ >= *asked_.deals : match_.is_over();
        const std::string what = fmt::format("Enter: {}, again: replay this deal, quit: leave",
                                             last ? "finish" : "next deal");
        while (true) {
            const std::string text = ask(pen_.bold(what) + " > ");
            if (text.empty()) return false;
            if (text == "again") return true;
            if (!is_command(text))
                say(fold(fmt::format(
                    "\"{}\" is none of these. {}, record: print the record of the deal.", text,
                    what)));
        }
    }

    // What may be said at any time.
    bool is_command(const std::string& text) {
        if (text == "quit" || text == "exit")
            leave();
        else if (text == "record")
            say_record();
        else if (text == "calls" && table_ != nullptr)
            say(draw_.grid(calls(my_view())), "  ");
        else
            return false;
        return true;
    }

    void say_record() const {
        if (record_.empty())
            fmt::print("  A record shows all hands: wait for the end of the first deal.\n");
        else
            fmt::print("{}\n", record_);
    }

    [[noreturn]] void leave() const {
        if (match_.deals_played() > 0) fmt::print("Match    {}\n", match_.text());
        say_repeat();
        throw exit_with(0);
    }

    void say_repeat() const {
        std::vector<std::string> words{"mu play " + quoted(game_.spec()),
                                       fmt::format("--seed {}", seed_),
                                       "--dealer " + seat_str(first_dealer_, players_)};
        if (me_ < 0)
            words.emplace_back("--watch");
        else
            words.push_back("--seat " + seat_str(static_cast<seat>(me_), players_));
        words.push_back(asked_.level.empty() ? "--against " + quoted(asked_.against)
                                             : "--level " + asked_.level);
        if (asked_.hint) words.emplace_back("--hint");
        for (const auto& text : asked_.players) words.push_back("--player " + quoted(text));
        if (asked_.deals) words.push_back(fmt::format("--deals {}", *asked_.deals));
        std::string line = "Same cards again:";
        for (const auto& word : words) {
            if (columns(line) + 3 + columns(word) > screen_width) {
                fmt::print("{} \\\n", line);
                line = "   ";
            }
            line += " " + word;
        }
        fmt::print("{}\n", line);
    }

    play_request asked_;
    mu::game game_;
    int players_;  // in the match
    int me_;       // which of them; -1 who only watches
    std::uint64_t seed_;
    seat first_dealer_;
    match match_;
    pen pen_;
    table_drawing draw_;
    std::vector<agent_spec> specs_;                // of each player
    std::vector<std::unique_ptr<player>> others_;  // none where I play
    bool interactive_ = interactive();

    int deal_ = 0;                                      // from 1
    seat seat_ = seat::north;                           // mine in this deal
    seat dealer_ = seat::north;                         // of this deal: a player
    bool out_ = false;                                  // I sit out
    std::vector<int> seating_;                          // the player in each seat
    card_table* table_ = nullptr;                       // while a deal is played
    std::vector<std::size_t> choices_made_;             // actions made before each choice of mine
    std::vector<std::pair<std::size_t, json>> tricks_;  // actions made at its end, trick
    std::string record_;                                // of the last finished deal
};

}  // namespace

void add_play(command_spec& app) {
    command_spec command = app.add_subcommand("play", "play a game in the terminal");
    command.footer(
        "At the table, ? explains what may be done. The deals are those of `mu deal` with the "
        "same\n"
        "seed and dealer. Agents are described as in `mu arena` (rule, random, ...).");
    const auto r = std::make_shared<play_request>();
    command.add_option("GAME", r->spec, "a game, with options: \"whist(trump=h)\"").required();
    command.add_option("--seat", r->seat,
                       "your seat at the table: N E S W or 0 1 2 3 (default: S)");
    const auto against =
        command.add_option("--against", r->against, "the agent in all other seats").show_default();
    command
        .add_option(
            "--level", r->level,
            "how well the others play: " + fmt::format("{}", fmt::join(level_names(), ", ")))
        .excludes(against);
    command
        .add_option("--player", r->players,
                    "the agent in one seat: N=random, 1=rule; may be given for each")
        .type_name("SEAT=AGENT")
        .one_value_each();
    command.add_option("--dealer", r->dealer, "who deals first (default: 0)");
    command.add_option("--seed", r->seed, "random seed (deals and players; default: a new one)")
        .whole_number();
    command.add_option("--deals", r->deals, "number of deals (default: until the match is won)")
        .whole_number(1);
    command.add_flag("--hint", r->hint,
                     "at each of your turns the best choices, what they are worth, and why");
    command.add_flag("--watch", r->watch, "look on: agents play in every seat");
    command.callback([r] { session(*r).run(); });
}

}  // namespace mu::cli
