// Facts that tell why one action is better than another, from the worlds in which both were judged.
// They are the same in every game: who can win the trick, which card's place or which void decides,
// how often the deal is won, what a call leads to.
#pragma once

#include <optional>
#include <string>

#include "api/table_words.h"
#include "teach/worlds.h"

namespace mu::detail {

// The part of the worlds (of those in `in`) in which the observer's side wins the trick with this
// card, however the others play. REQUIRES: a card is to be played.
double wins_trick(const world_table& t, std::span<const std::size_t> in, action a);

// What decides: in the worlds in which `what` holds one action is ahead by `then` on average, in
// the others by `otherwise`.
struct key_fact {
    sentence what;  // "East holds A♥", "partner has no ♠"
    double share = 0;
    double then = 0, otherwise = 0;
};
std::optional<key_fact> what_decides(const world_table& t, const world_table::lead& ahead);

// The part of these worlds in which the deal ends with more than nothing after action number a.
double comes_out_ahead(const world_table& t, std::span<const std::size_t> in, std::size_t a);

// Where a call leads most often if rules of thumb go on: "contract 4♥ by South".
struct course {
    sentence what;
    double share = 0;
};
course usual_course(const world_table& t, action call);

// As the observer would name somebody: "partner", "East".
std::string seat_name(const seat_view& v, seat s);
// "K♥" for cards, otherwise the text of the action: "'pass'".
std::string action_name(const seat_view& v, action a);

// What goes into phrases: an action, and whoever wins by it, a side or a player.
nlohmann::ordered_json action_value(const seat_view& v, action a);
nlohmann::ordered_json winner_value(const seat_view& v);

}  // namespace mu::detail
