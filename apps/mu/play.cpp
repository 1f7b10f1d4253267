// `mu play`: a table in the terminal, against players who play any legal card.
//
// The screen is drawn from the JSON of one seat's view, and which actions are legal comes from the
// API: there are no rules here.
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

#include <mu/api/match.h>
#include <mu/cards/text.h>

#include "choice.h"
#include "commands.h"
#include "table.h"

namespace mu::cli {
namespace {

struct request {
    std::string spec;
    std::string seat;
    std::string dealer = "0";
    std::optional<std::uint64_t> seed;
    std::optional<int> deals;
    bool watch = false;
};

constexpr std::string_view help_text =
    "  Type a card (As, 10d, \u2665K), a rank that only one choice has (K), or the number\n"
    "  beside a card. Cards without a number are not legal now.\n"
    "    undo     take back your last choice in this deal\n"
    "    record   print the record of the last finished deal\n"
    "    quit     leave the table\n";

std::string trimmed(const std::string& text) {
    constexpr std::string_view blanks = " \t\r";
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string::npos) return "";
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

class session {
public:
    explicit session(const request& r)
        : game_(r.spec),
          players_(match(game_).players()),
          me_(index(r.seat.empty() ? static_cast<seat>(std::min(2, players_ - 1))
                                   : parse_seat(r.seat, players_))),
          seed_(seed_or_random(r.seed)),
          deals_(r.deals),
          watch_(r.watch),
          match_(game_, parse_seat(r.dealer, players_)),
          pen_(wants_colour()),
          draw_(game_.info(), pen_, some_sit_out() ? "seat" : "player") {}

    void run() {
        if (!interactive_) fmt::print("{} with seed {}\n", game_.info().title, seed_);
        while (deals_ ? deal_ < *deals_ : !match_.is_over()) {
            if (match_.is_over()) match_ = match(game_, match_.dealer());
            generator_ = rng(seed_).split(static_cast<std::uint64_t>(deal_));
            rng dealing = generator_;
            position p = match_.next_deal(dealing);
            ++deal_;
            take_seats();
            play_deal(p);
        }
        say_repeat();
    }

private:
    bool some_sit_out() const { return players_ > game_.info().seats; }

    // Where the players sit in the next deal. Who sits out sees what all see.
    void take_seats() {
        const std::vector<int> seating = match_.seating();
        const auto mine = std::ranges::find(seating, me_);
        out_ = mine == seating.end();
        seat_ = static_cast<seat>(out_ ? 0 : mine - seating.begin());
        if (!some_sit_out()) return;
        seating_ = fmt::format("Dealer player {}, sitting out   In the seats players {}",
                               index(match_.dealer()), fmt::join(seating, " "));
        if (out_) fmt::print("\n{}   Deal {}   {}\n", game_.info().title, deal_, seating_);
    }

    void play_deal(position& p) {
        tricks_.clear();
        if (!interactive_ && watch_ && !out_) fmt::print("\n{}\n", heading(view_json(p)));
        while (!p.is_over()) {
            const std::size_t before = p.history().size();
            if (!watch_ && !out_ && p.to_act() == seat_)
                choose(p);
            else
                act_at_random(p);
            if (p.history().size() < before) continue;  // undone
            if (const json view = view_json(p);
                !view["trick"].is_null() && view["trick"]["complete"].get<bool>() &&
                (tricks_.empty() || tricks_.back().second != view["trick"]))
                finish_trick(p, view);
        }
        finish_deal(p);
    }

    // Any legal action. It depends on the seed, the deal and the number of actions alone, so that a
    // game goes the same way when it is played again or an action is taken back and repeated.
    void act_at_random(position& p) {
        const auto legal = p.legal_actions();
        rng r = generator_.split(p.history().size());
        const action a = legal[r.below(legal.size())];
        const std::string who = draw_.seat_name(seat_str(p.to_act(), game_.info().seats));
        p.apply(a);
        // Cards show on the table; of other actions the screen needs to tell.
        const auto seen = p.view(seat_).history().back().what;
        if (told_in_lines() && seen && *seen >= game_.info().deck.card_count())
            fmt::print("{}: {}\n", who, p.action_text(*seen));
    }

    // The player acts or takes back.
    void choose(position& p) {
        draw(p, false);
        while (true) {
            const std::string text = ask(pen_.bold("Your choice") + " (? for help): ");
            if (text.empty() || is_command(text)) continue;
            if (text == "undo") {
                if (undo(p)) return;
                fmt::print("  You have not chosen anything in this deal yet.\n");
                continue;
            }
            try {
                p.apply(read_choice(p, p.view(seat_), text));
                return;
            } catch (const std::invalid_argument& e) {
                say_indented(e.what());
            }
        }
    }

    bool undo(position& p) {
        position back = p;
        do {
            if (back.history().empty()) return false;
            back.undo();
        } while (back.to_act() != seat_);
        p = std::move(back);
        std::erase_if(tricks_, [&](const auto& t) { return t.first > p.history().size(); });
        return true;
    }

    void finish_trick(const position& p, const json& view) {
        tricks_.emplace_back(p.history().size(), view["trick"]);
        const std::string winner = draw_.seat_name(view["trick"]["winner"].get<std::string>());
        if (told_in_lines()) {
            fmt::print("Trick {:>2}   {}   {} wins\n", tricks_.size(),
                       draw_.trick_line(view["trick"]), winner);
        } else if (!p.is_over()) {
            draw(p, true);
            fmt::print("{} wins the trick. ", pen_.bold(winner));
            pause();
        }
    }

    void finish_deal(const position& p) {
        match_.add(p);
        record_ = p.record();
        if (!told_in_lines()) draw(p, true);
        const json view = view_json(p);
        fmt::print("\n{}\n  Tricks   {}\n  Points   {}\n  Match    {}\n",
                   pen_.bold(fmt::format("Deal {} is over", deal_)),
                   draw_.per_side(view["tricks_won"].get<std::vector<int>>()),
                   draw_.per_side(p.score()), match_.text());
        if (interactive_)
            pause();
        else
            fmt::print("  Record   {}\n", record_);
    }

    // --- The screen. ---

    // No table is drawn: nobody is there to look at it, or he sits out.
    bool told_in_lines() const { return !interactive_ || out_; }

    json view_json(const position& p) const { return p.view(seat_).to_json(); }

    std::string heading(const json& view) const {
        const std::string dealer =
            some_sit_out() ? seating_
                           : "Dealer " + draw_.seat_name(view["dealer"].get<std::string>());
        return fmt::format("{}   Deal {}   {}   {}", pen_.bold(game_.info().title), deal_, dealer,
                           draw_.facts(view));
    }

    void draw(const position& p, bool trick_complete) {
        const seat_view seen = p.view(seat_);
        const json view = seen.to_json();
        fmt::print("{}{}\n{}\n", interactive_ && drawing_terminal() ? "\x1b[2J\x1b[H" : "\n",
                   heading(view), pen_.dim(fmt::format("{}   (seed {})", match_.text(), seed_)));
        std::string calls;
        for (const auto& [who, what] : seen.history())
            if (what && *what >= game_.info().deck.card_count())
                add_wrapped(calls, seat_str(who, game_.info().seats) + " " + p.action_text(*what));
        fmt::print("{}\n", calls.empty() ? "" : calls + "\n");

        const std::size_t before = trick_complete ? 2 : 1;  // the last trick but the one drawn
        const json last =
            tricks_.size() < before ? json() : tricks_[tricks_.size() - before].second;
        for (const auto& line : draw_.middle(view, last, trick_complete)) fmt::print("{}\n", line);

        std::vector<std::string> choices;
        for (const action a : numbered_choices(seen, game_.info().deck))
            choices.push_back(p.action_text(a));
        fmt::print("\n");
        for (const auto& line : draw_.hand(view["hand"], choices)) fmt::print("  {}\n", line);
        std::string others;
        for (std::size_t i = 0; i < choices.size(); ++i)
            if (std::ranges::find(view["hand"], json(choices[i])) == view["hand"].end())
                add_wrapped(others, fmt::format("{}){}", i + 1, draw_.word(choices[i])));
        fmt::print("{}\n", others.empty() ? "" : others + "\n");
    }

    // Adds an item to a list that is folded at the edge of the screen.
    static void add_wrapped(std::string& list, const std::string& item) {
        const std::string_view line = std::string_view(list).substr(list.rfind('\n') + 1);
        if (columns(line) + columns(item) + 3 > 80) list += '\n';
        list += "  " + item;
    }

    // A message of one line is folded at the edge of the screen; one with a picture is left as it
    // is.
    static void say_indented(const std::string& text) {
        std::istringstream in(text);
        if (text.find('\n') != std::string::npos) {
            for (std::string line; std::getline(in, line);) fmt::print("  {}\n", line);
            return;
        }
        std::string line = " ";
        for (std::string word; in >> word; line += " " + word) {
            if (columns(line) + columns(word) + 1 < 80) continue;
            fmt::print("{}\n", line);
            line = " ";
        }
        fmt::print("{}\n", line);
    }

    // --- The keyboard. ---

    // A line of input. At its end the player has left.
    std::string ask(const std::string& prompt) {
        fmt::print("{}", prompt);
        std::fflush(stdout);
        std::string line;
        const bool got = static_cast<bool>(std::getline(std::cin, line));
        if (!interactive_ || !got) fmt::print("{}\n", line);  // no echo of the typed line end
        if (!got) leave();
        return trimmed(line);
    }

    void pause() {
        while (true) {
            const std::string text = ask(pen_.dim("Enter goes on "));
            if (!is_command(text)) return;
        }
    }

    // What may be said at any time.
    bool is_command(const std::string& text) {
        if (text == "?" || text == "help")
            fmt::print("{}", help_text);
        else if (text == "quit" || text == "exit")
            leave();
        else if (text == "record")
            say_record();
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
        const std::string spec = game_.spec();
        fmt::print("The same cards again: mu play {} --seed {}\n",
                   spec.find('(') == std::string::npos ? spec : "\"" + spec + "\"", seed_);
    }

    mu::game game_;
    int players_;  // in the match
    int me_;       // which of them
    std::uint64_t seed_;
    std::optional<int> deals_;
    bool watch_;
    match match_;
    pen pen_;
    table_drawing draw_;
    bool interactive_ = interactive();

    int deal_ = 0;                                      // from 1
    mu::seat seat_ = seat::north;                       // mine in this deal
    bool out_ = false;                                  // I have none, I sit out
    std::string seating_;                               // where some sit out: who sits where
    rng generator_{0};                                  // of this deal
    std::vector<std::pair<std::size_t, json>> tricks_;  // actions made at its end, trick
    std::string record_;                                // of the last finished deal
};

}  // namespace

void add_play(command_spec& app) {
    command_spec command = app.add_subcommand("play", "play a game in the terminal");
    command.footer("At the table, ? explains what to type.");
    const auto r = std::make_shared<request>();
    command.add_option("GAME", r->spec, "a game, with options: \"whist(trump=h)\"").required();
    command.add_option("--seat", r->seat,
                       "your seat at the table: N E S W or 0 1 2 3 (default: S)");
    command.add_option("--dealer", r->dealer, "who deals first (default: 0)");
    command.add_option("--seed", r->seed, "seed of the deals and the players (default: random)")
        .whole_number();
    command.add_option("--deals", r->deals, "how many deals (default: until the match is won)")
        .whole_number(1);
    command.add_flag("--watch", r->watch, "watch from your seat, all play by themselves");
    command.callback([r] { session(*r).run(); });
}

}  // namespace mu::cli
