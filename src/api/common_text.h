// The text of a game of plain tricks: what game_text<V> may derive from and say only what differs.
//
// It is right for a game without calls or options, in which all hands have the same size and
// everybody plays to every trick. A match goes to the first side with points_to_win points.
#pragma once

#include "api/deal_text.h"
#include "api/model.h"

namespace mu::detail {

template <typename V>
struct common_text {
    static constexpr int version = 1;
    static constexpr int points_to_win = 11;
    using options = typename V::options;
    using state = game_state<V>;

    static const option_table<options>& options_table() {
        static const option_table<options> none;
        return none;
    }
    static void check(const options&) {}

    // "N <hand> <hand> ...": the dealer, then the hands seat by seat.
    static std::string deal_text(const state& s) { return seat_str<V>(s.dealer) + hands_text(s); }
    static state parse_deal(const options& o, std::string_view text) {
        field_reader in(text);
        const seat dealer = in.read("the dealer", [](auto t) { return parse_seat<V>(t); });
        const auto hands = read_hands<V>(in, V::play.tricks);
        in.finish();
        std::array<card_mask, V::seats> places{};
        for (int k = 0; k < V::seats; ++k)
            places[static_cast<std::size_t>(k)] = hands[seat_after<V>(dealer, k + 1)];
        return start_deal(V{}, o, places, dealer, 0);
    }

    static std::string explain(const state& s, action a) {
        const card_mask hand = s.hands[s.current_player];
        if (a >= deck_traits<V>::cards || !(hand & bit(a))) return "that card is not in the hand";
        return "the led suit must be followed: " + suit_name<V>(s.trick.lead_suit) + " were led";
    }
    static void facts(const options&, const view<V>& v, nlohmann::ordered_json& out) {
        if (v.seen.trump != suit::none) out["trump"] = suit_str<V>(v.seen.trump);
    }

    template <typename State, typename Visitor>
    static void visit(State& s, Visitor&& field) {
        field("dealer", s.dealer);
        field("to_act", s.current_player);
        field("trump", s.trump);
        visit_play(s, field);
    }
    static void validate(const options&, const state& s) {
        validate_hands(s);
        validate_turn(s);
        validate_lengths(s);
        int won = 0;
        for (const int n : s.tricks_won) won += n;
        demand(won + s.tricks_remaining == V::play.tricks,
               fmt::format("tricks won and left must make {}", V::play.tricks));
        validate_deck(s);
        demand(s.tricks_remaining < V::play.tricks || s.trick.num_played > 0 ||
                   s.current_player == seat_after<V>(s.dealer),
               "the seat after the dealer leads to the first trick");
    }

    struct match_state {
        std::array<int, V::seats> points{};
        friend constexpr bool operator==(const match_state&, const match_state&) = default;
    };
    static match_state match_add(const options& o, match_state m, const state& s) {
        const auto deal = score(s, o);
        for (std::size_t k = 0; k < m.points.size(); ++k) m.points[k] += deal[k];
        return m;
    }
    static std::vector<int> match_totals(const match_state& m) {
        return {m.points.begin(), m.points.end()};
    }
    static int match_target(const options&) { return points_to_win; }
    // Whoever has most, once somebody is there; of equals the first seat.
    static int match_winner(const match_state& m) {
        const auto most = std::ranges::max_element(m.points);
        return *most < points_to_win ? -1 : static_cast<int>(most - m.points.begin());
    }
    static std::string match_text(const options&, const match_state& m) {
        std::string out;
        for (int k = 0; k < sides_of<V>(); ++k)
            out += fmt::format("{}side {} {}", k == 0 ? "" : ", ", k, m.points[k]);
        return out + fmt::format(" of {}", points_to_win);
    }
};

}  // namespace mu::detail
