#include "games/euchre/table_words.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

namespace mu::detail {

using json = nlohmann::ordered_json;

namespace {

// Cards are those of the deck with the joker: it reads those of the other too.
constexpr const deck_info& deck = euchre_game<25>::deck;

bool is_calling(const json& t) { return t["phase"] == "order_up" || t["phase"] == "name_suit"; }

std::string alone_word(const json& t) {
    std::string out;
    for (const auto& seat : t["sitting_out"]) out += (out.empty() ? "" : ", ") + seat_word(seat);
    return out.empty() ? "" : "   Sitting out: " + out;
}

}  // namespace

lines euchre_words::status(const json& t) {
    const std::string up = card_word(t["upcard"], deck);
    if (!t["trump"].is_string()) {
        const bool second = t["upcard_is"] == "turned_down";
        return {
            {fmt::format("Upcard {}{}   Dealer {}", up, second ? ", turned down" : "",
                         seat_word(t["dealer"])),
             {{second ? "turned_down" : "turned_up", {{"card", card_value(t["upcard"])}}},
              {"dealer_is", {{"who", seat_value(t["dealer"])}}}}},
            t["over"] == true ? sentence("Everybody passed", "everybody_passed")
            : second
                ? sentence("Second round: name another suit or pass", "euchre_second_round")
                : sentence("First round: order the upcard's suit or pass", "euchre_first_round")};
    }
    std::vector<phrase> said{
        {"euchre_trump", {{"suit", suit_value(t["trump"])}, {"who", seat_value(t["maker"])}}}};
    if (t["upcard_is"] == "taken")
        said.push_back(
            {"euchre_took", {{"who", seat_value(t["dealer"])}, {"card", card_value(t["upcard"])}}});
    else
        said.push_back({"turned_down", {{"card", card_value(t["upcard"])}}});
    for (const auto& seat : t["sitting_out"])
        said.push_back({"sits_out", {{"who", seat_value(seat)}}});
    return {{fmt::format("Trump {}, made by {}{}{}", trump_word(t["trump"], deck),
                         seat_word(t["maker"]),
                         t["upcard_is"] == "taken"
                             ? fmt::format(" (dealer {} took {})", seat_word(t["dealer"]), up)
                             : fmt::format(" ({} was turned down)", up),
                         alone_word(t)),
             said},
            {fmt::format("Tricks: {} ({} need 3, all 5 score more)", sides_word(t["tricks_won"]),
                         side_word(t["maker"])),
             {sides_phrase("tricks_sides", t["tricks_won"]),
              {"euchre_needs", {{"side", side_value(side_index(t["maker"]))}}}}}};
}

sentence euchre_words::prompt(const json& t) {
    if (t["phase"] == "order_up") return {"Order up the upcard's suit, or pass", "euchre_order"};
    if (t["phase"] == "name_suit") return {"Name a suit, or pass", "euchre_name"};
    if (t["phase"] == "discard") return {"Discard a card", "choose_discard", {{"n", 1}}};
    if (t["phase"] == "go_alone" || t["phase"] == "defend_alone")
        return {"Alone, or with your partner", "euchre_alone"};
    return card_prompt(t);
}

sentence euchre_words::help(const json& t) {
    if (t["phase"] == "order_up")
        return {
            "The suit of the upcard makes it trump: the dealer takes the upcard and discards. "
            "pass leaves it to the next.",
            "euchre_help_order"};
    if (t["phase"] == "name_suit")
        return {
            "Name one of the other suits as trump, or pass. At the end the dealer may have to "
            "name one.",
            "euchre_help_name"};
    if (t["phase"] == "discard")
        return {"You took the upcard: discard one of your six cards.", "euchre_help_discard"};
    if (!is_calling(t) && t["phase"] != "play")
        return {
            "alone: your partner sits out, and all five tricks score 4. with: you play "
            "together.",
            "euchre_help_alone"};
    return {
        "Follow the suit led if you can; otherwise play any card. Trumps rank right bower (jack "
        "of trumps), left bower (the other jack of that colour, a trump too), A K Q 10 9.",
        "euchre_help_play"};
}

sentence euchre_words::result(const json& t) {
    if (!t["maker"].is_string()) return {"Everybody passed: no score", "passed_out_score"};
    const std::size_t side = side_index(t["maker"]);
    const int won = t["tricks_won"][side], points = t["score"][side];
    const std::size_t scorer = points > 0 ? side : 1 - side;
    return {fmt::format("{} made trump {} and {}: {} for {}", seat_word(t["maker"]),
                        trump_word(t["trump"], deck),
                        won == 5  ? "won all five tricks"
                        : won > 2 ? fmt::format("won {} tricks", won)
                                  : fmt::format("was euchred with {}", count_word(won, "trick")),
                        count_word(std::abs(points), "point"),
                        scorer == 0 ? "North-South" : "East-West"),
            {{"euchre_trump", {{"suit", suit_value(t["trump"])}, {"who", seat_value(t["maker"])}}},
             {won == 5  ? "euchre_march"
              : won > 2 ? "euchre_made"
                        : "euchre_euchred",
              {{"n", won}}},
             {"points_for", {{"who", side_value(scorer)}, {"n", std::abs(points)}}}}};
}

json euchre_words::sheet(const json& t) {
    if (!t["maker"].is_string()) return json::object();
    return {{"trump", t["trump"]},
            {"by", seat_number(t["maker"])},
            {"tricks", t["tricks_won"][side_index(t["maker"])]},
            {"alone", !t["sitting_out"].empty()}};
}

std::string euchre_words::mark(const json& t, std::string_view card) {
    const std::string trump = text_at(t, "trump");
    if (trump.size() != 1 || card.size() != 2 || card[0] != 'J') return "";
    constexpr std::string_view suits = "shdc", same_colour = "cdhs";
    const auto at = suits.find(trump[0]);
    if (at == std::string_view::npos) return "";
    return card[1] == trump[0] ? "right" : card[1] == same_colour[at] ? "left" : "";
}

}  // namespace mu::detail
