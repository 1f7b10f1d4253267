// The words of ulti: bids, actions, and why an action is not legal.

#include "games/ulti/ulti_text.h"

namespace mu::detail {

// P (piros) is red, T (terített) open: "P_40-100_ulti_T_durchmars".
std::string ulti_bid_name(std::uint8_t bid) {
    const ulti_bid& b = ulti_bids[bid];
    if (!b.trump && b.red) return b.has(ulti_unit::betli) ? "rebetli" : "redurchmars";
    if (b.units == units_of(ulti_unit::parti)) return b.red ? "P_passz" : "passz";
    std::string out = b.red ? "P" : "";
    if (!b.trump && b.has(ulti_unit::durchmars)) out = "nt";
    for (int i = 0; i < b.unit_count(); ++i) {
        const ulti_unit u = b.unit(i);
        if (u == ulti_unit::parti) continue;  // it goes without saying
        if (!out.empty()) out += '_';
        if (b.open && (u == ulti_unit::durchmars || u == ulti_unit::betli)) out += "T_";
        out += ulti_unit_names[static_cast<std::size_t>(u)];
    }
    return out;
}

std::string ulti_trump_name(suit s) { return s == suit::none ? "none" : suit_name<ulti>(s); }

const std::vector<std::pair<action, std::string>>& ulti_action_names() {
    static const auto names = [] {
        std::vector<std::pair<action, std::string>> out;
        for (int u = 0; u < ulti_unit_count; ++u)
            out.emplace_back(
                ulti_action::kontra + u,
                fmt::format("kontra_{}", ulti_unit_names[static_cast<std::size_t>(u)]));
        out.emplace_back(ulti_action::kontra_at, "kontra_left");
        out.emplace_back(ulti_action::kontra_at + 1, "kontra_right");
        out.emplace_back(ulti_action::done, "done");
        out.emplace_back(ulti_action::twenty, "twenty");
        out.emplace_back(ulti_action::forty, "forty");
        out.emplace_back(ulti_action::give_up, "give_up");
        for (int b = 0; b < ulti_bid_count; ++b)
            out.emplace_back(ulti_action::bid + b, ulti_bid_name(static_cast<std::uint8_t>(b)));
        out.emplace_back(ulti_action::pass, "pass");
        out.emplace_back(ulti_action::pick_up, "pick_up");
        out.emplace_back(ulti_action::stand, "stand");
        for (const suit s : all_suits)
            if (s != ulti::red)
                out.emplace_back(ulti_action::trump + index(s), "trump_" + suit_name<ulti>(s));
        return out;
    }();
    return names;
}

namespace {

// The name of a bid with red and open in full: "piros terített betli".
std::string spelt_out(int bid, std::string_view red, std::string_view open) {
    std::string name = ulti_bid_name(static_cast<std::uint8_t>(bid));
    if (name.starts_with("P_")) name.replace(0, 1, red);
    if (const std::size_t at = name.find("T_"); at != std::string::npos) name.replace(at, 1, open);
    return name;
}

}  // namespace

void add_ulti_words(const game_state<ulti>& s, word_finder& words) {
    switch (s.phase) {
        case ulti_phase::bid:
            words.add(ulti_action::bid + bid_passz, "pass");
            for (int b = 0; b < ulti_bid_count; ++b) {
                const auto bid = static_cast<action>(ulti_action::bid + b);
                words.add(bid, spelt_out(b, "piros", "terített"));
                words.add(bid, spelt_out(b, "red", "open"));
            }
            return;
        case ulti_phase::answer:
            words.add(ulti_action::pass, {"pass", "p", "passz", "mehet"});
            words.add(ulti_action::pick_up, {"take", "pickup", "felvesz", "felveszem"});
            words.add(ulti_action::stand, {"play", "pass", "p", "passz", "mehet"});
            return;
        case ulti_phase::name_trump:
            for (const suit k : all_suits)
                for (const std::string& name : suit_words<ulti>(k))
                    words.add(static_cast<action>(ulti_action::trump + index(k)),
                              {name, "trump" + name, "adu" + name});
            return;
        case ulti_phase::kontra:
        case ulti_phase::play:
            words.add(ulti_action::done, {"pass", "p", "mehet", "no kontra"});
            words.add(ulti_action::twenty, {"20", "husz"});
            words.add(ulti_action::forty, {"40", "negyven"});
            for (int u = 0; u < ulti_unit_count + 2; ++u)
                words.add(static_cast<action>(ulti_action::kontra + u),
                          {"kontra", "rekontra", "double"});
            return;
        default:
            return;
    }
}

std::string_view ulti_phase_name(ulti_phase p) {
    constexpr std::array<std::string_view, 7> names{"lay_away", "bid",  "answer", "name_trump",
                                                    "kontra",   "play", "over"};
    return names[static_cast<std::size_t>(p)];
}

namespace {

std::string why_not_bid(const game_state<ulti>& s, action a) {
    if (a < ulti_action::bid || a >= ulti_action::bid + ulti_bid_count) return "a bid is due";
    const auto bid = static_cast<std::uint8_t>(a - ulti_action::bid);
    if (bid_rank(bid, s.rules.table) == 0) return "this table has no such bid";
    if (!((higher_bids(s) >> bid) & 1))
        return "it does not beat the last bid: " + ulti_bid_name(s.bid);
    return "the hand lacks the king and over or the seven that this bid promises";
}

std::string why_not_lay_away(const game_state<ulti>& s, action a) {
    const card_mask hand = s.hands[s.current_player];
    if (a >= deck_traits<ulti>::cards) return "two cards have to be laid away first";
    if (!(hand & bit(a))) return "that card is not in the hand";
    const card first = s.laid[s.current_player].low;
    if (first != no_card && a < first)
        return fmt::format("the lower card is laid away first: after {} a higher one is due",
                           card_str<ulti>(first));
    if (first == no_card && bit(a) == bit(ops::msb_index(hand)))
        return "the lower card is laid away first: this is the highest";
    return "without it the hand can promise no higher bid";
}

std::string why_not_play(const game_state<ulti>& s, action a) {
    if (a >= ulti_action::kontra && a < ulti_action::done)
        return "there is nothing of that kind to double now";
    if (a == ulti_action::twenty || a == ulti_action::forty) return "no such marriage to declare";
    if (a == ulti_action::give_up) return "it is not the time to give up";
    if (a >= deck_traits<ulti>::cards) return "a card is due";
    const card_mask hand = s.hands[s.current_player];
    if (!(hand & bit(a))) return "that card is not in the hand";
    if (bit(a) == kept_seven(s) && s.current_player == s.soloist)
        return "the seven of trumps is kept for the last trick: ulti is announced";
    const suit led = s.trick.lead_suit;
    const std::string led_name = suit_name<ulti>(led);
    if (hand & suit_masks<ulti>[led])
        return suit_of<ulti>(a) == led
                   ? "the best of the led suit must be beaten: " + led_name + " were led"
                   : "the led suit must be followed: " + led_name + " were led";
    return suit_of<ulti>(a) == s.trump
               ? "the best trump must be beaten"
               : "who cannot follow must trump: " + suit_name<ulti>(s.trump) + " are trumps";
}

}  // namespace

std::string why_not_in_ulti(const game_state<ulti>& s, action a) {
    switch (s.phase) {
        case ulti_phase::lay_away:
            return why_not_lay_away(s, a);
        case ulti_phase::bid:
            return why_not_bid(s, a);
        case ulti_phase::answer:
            if (a == ulti_action::pick_up) return "there is no higher bid to pick up for";
            return s.current_player == s.soloist ? "the holder of the bid stands or picks up"
                                                 : "the choice is to pass or to pick up";
        case ulti_phase::name_trump:
            return a > ulti_action::trump ? "in that suit the hand lacks what the bid promises"
                                          : "a trump suit must be named, bells, leaves or acorns";
        case ulti_phase::kontra:
            return "the choice is a kontra that is open to the seat, or done";
        case ulti_phase::play:
            return why_not_play(s, a);
        case ulti_phase::over:
            break;
    }
    return "the deal is over";
}

}  // namespace mu::detail
