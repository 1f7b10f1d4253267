// The words of skat: games, actions, and why an action is not legal.

#include "games/skat/skat_text.h"

namespace mu::detail {

std::string skat_kind_name(skat_kind kind, suit trump) {
    switch (kind) {
        case skat_kind::suit:
            return suit_name<skat>(trump);
        case skat_kind::grand:
            return "grand";
        case skat_kind::null:
            return "null";
        case skat_kind::none:
            break;
    }
    return "none";
}

std::string_view skat_announced_name(skat_announced what) {
    constexpr std::array<std::string_view, 4> names{"nothing", "schneider", "schwarz", "ouvert"};
    return names[static_cast<std::size_t>(what)];
}

std::string_view skat_phase_name(skat_phase p) {
    constexpr std::array<std::string_view, 7> names{"bidding", "skat", "discard", "declare",
                                                    "contra",  "play", "over"};
    return names[static_cast<std::size_t>(p)];
}

namespace {

std::string declaration_name(action a, std::string_view between) {
    const skat_game g = rules<skat>::declared_by(a);
    std::string out = skat_kind_name(g.kind, g.trump);
    if (g.announced != skat_announced::nothing)
        out += std::string(between) + std::string(skat_announced_name(g.announced));
    return out;
}

// The letters of tournament sheets: D Ds Dz Do, G, N, No.
std::string declaration_letters(action a) {
    const skat_game g = rules<skat>::declared_by(a);
    std::string out = g.kind == skat_kind::grand  ? "G"
                      : g.kind == skat_kind::null ? "N"
                                                  : suit_str<skat>(g.trump);
    if (g.announced != skat_announced::nothing)
        out += " szo"[static_cast<std::size_t>(g.announced)];
    return out;
}

}  // namespace

const std::vector<std::pair<action, std::string>>& skat_action_names() {
    static const auto names = [] {
        std::vector<std::pair<action, std::string>> out{{skat_action::pick_up, "pick_up"},
                                                        {skat_action::hand, "hand"}};
        for (action a = skat_action::declare; a <= skat_action::null_ouvert; ++a)
            out.emplace_back(a, declaration_name(a, "_"));
        out.emplace_back(skat_action::contra, "contra");
        out.emplace_back(skat_action::re, "re");
        out.emplace_back(skat_action::no_contra, "no_contra");
        for (int k = 0; k < skat_value_count; ++k)
            out.emplace_back(skat_action::bid + k,
                             std::to_string(skat_values[static_cast<std::size_t>(k)]));
        out.emplace_back(skat_action::pass, "pass");
        return out;
    }();
    return names;
}

void add_skat_words(const game_state<skat>& s, word_finder& words) {
    constexpr std::array<std::string_view, 4> german{"Karo", "Herz", "Pik", "Kreuz"};
    switch (s.phase) {
        case skat_phase::bidding:
            words.add(skat_action::pass, {"pass", "p", "passe", "weg", "no", "nein"});
            if (s.answering)
                words.add(static_cast<action>(skat_action::bid + s.bid),
                          {"hold", "h", "yes", "y", "ja"});
            return;
        case skat_phase::skat:
            words.add(skat_action::pick_up, {"take", "pickup", "skat", "p"});
            words.add(skat_action::hand, {"hand", "h", "no"});
            return;
        case skat_phase::declare:
            for (action a = skat_action::declare; a <= skat_action::null_ouvert; ++a) {
                words.add(a, declaration_letters(a));
                words.add(a, declaration_name(a, " "));
                const skat_game g = rules<skat>::declared_by(a);
                if (g.kind != skat_kind::suit) continue;
                std::string name(german[static_cast<std::size_t>(g.trump)]);
                if (g.announced != skat_announced::nothing)
                    name += skat_announced_name(g.announced);
                words.add(a, name);
            }
            return;
        case skat_phase::contra:
            words.add(skat_action::contra, {"kontra", "double"});
            words.add(skat_action::re, {"rekontra", "redouble"});
            words.add(skat_action::no_contra, {"pass", "p", "no", "done"});
            return;
        default:
            return;
    }
}

namespace {

std::string why_not_call(const game_state<skat>& s, action a) {
    if (a < skat_action::bid || a > skat_action::pass) return "a value or pass is due";
    if (s.answering) return fmt::format("the choice is to hold {} or to pass", skat_value(s.bid));
    if (s.bid == skat_no_bid) return "the first value to say is 18";
    if (a - skat_action::bid <= s.bid)
        return fmt::format("a call must be higher than {}", skat_value(s.bid));
    return "only the next value may be said at this table";
}

std::string why_not_lay_away(const game_state<skat>& s, action a) {
    if (a >= deck_traits<skat>::cards) return "two cards have to be laid away first";
    if (!(s.hands[s.current_player] & bit(a))) return "that card is not in the hand";
    return "the lower card is laid away first";
}

std::string why_not_declare(const game_state<skat>& s, action a) {
    if (a < skat_action::declare || a > skat_action::null_ouvert) return "a game must be declared";
    const skat_game g = rules<skat>::declared_by(a);
    if (g.kind != skat_kind::null && g.announced != skat_announced::nothing)
        return "schneider, schwarz and ouvert are announced in hand games only";
    return fmt::format("that game does not reach the bid of {}", skat_value(s.bid));
}

std::string why_not_play(const game_state<skat>& s, action a) {
    if (a >= deck_traits<skat>::cards) return "a card is due";
    if (!(s.hands[s.current_player] & bit(a))) return "that card is not in the hand";
    const suit led = s.trick.lead_suit;
    if (led == suit::none) return "the led suit must be followed: jacks were led";
    if (led == s.trump) return "the led suit must be followed: trumps were led";
    return "the led suit must be followed: " + suit_name<skat>(led) + " were led";
}

}  // namespace

std::string why_not_in_skat(const game_state<skat>& s, action a) {
    switch (s.phase) {
        case skat_phase::bidding:
            return why_not_call(s, a);
        case skat_phase::skat:
            return "the choice is to pick up the skat or to play hand";
        case skat_phase::discard:
            return why_not_lay_away(s, a);
        case skat_phase::declare:
            return why_not_declare(s, a);
        case skat_phase::contra:
            return s.current_player == s.soloist ? "the choice is re or no_contra"
                                                 : "the choice is contra or no_contra";
        case skat_phase::play:
            return why_not_play(s, a);
        case skat_phase::over:
            break;
    }
    return "the deal is over";
}

}  // namespace mu::detail
