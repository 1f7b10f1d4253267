// Behind the API: the template that fills in game_model (game_model.h) for a variant.
//
// What a game is made of. In its header, include/mu/games/<game>.h, constexpr:
//
//     struct V                       deck, seats, play, options, extra, layout(options)
//     start_deal(V, options, places, dealer, round) -> game_state<V>
//     rules<V>                       to_act, legal_actions, apply, is_over
//     hide_derived(state&, observer) takes out what a seat may not know besides the cards that
//                                    visit_places (games/places.h) hides
//     score(state, options)          points of each seat, when the deal is over
//     random_first_lead(V, rng&)     some state with the first card to play, for playouts
//
// In src/games/<game>/text.cpp: a specialisation of game_text<V> and, last, MU_GAME(V):
//
//     name, title, version           constants
//     options_table()                the options, their choices and what these do (option_table.h)
//     check(options)                 throws std::invalid_argument if options contradict each other
//     deal_text(state at the start), parse_deal(options, text)
//     explain(state, action)         which rule forbids an illegal action
//     facts(options, view, json&)    what this game adds to the JSON of a view
//     visit(state&, field)           calls field(name, member) for every member of the state
//     validate(options, state)       throws std::invalid_argument if a state read from text is
//                                    impossible
//     match_state, match_add, match_totals, match_winner, match_text
//     match_target(options) -> int   (optional) points that win a match; without it, or if it is 0,
//                                    another rule ends it
//     match_facts(options, match_state) -> json            (optional) what else is written on the
//                                    score sheet: games won, the number of deals
//     match_round(options, match_state, deals) -> int      (optional) what start_deal is told of
//                                    the match so far; without it, the number of deals played
//   and if more can take part in a match than the game has seats:
//     players(options) -> int        as many as seats, or one more
//     match_add(options, match_state, state, seating)      who sits in each seat
//     match_totals(options, match_state)                   of each player
//   and if the game has actions that are not cards:
//     action_text(action), parse_action(text), both with the options before it where they decide
//                                    which actions there are
//     add_words(state, word_finder&) (optional) what else people call the actions of this phase
//     parse_several(state, text) -> std::vector<action>    (optional) what a text stands for that
//                                    names several actions at once; empty if it does not
//   and if the next deal of a match can come from the cards of the last one, unshuffled:
//     gather(options, last deal's start, its history, rng&, places) -> bool
//   and if duplicate play has a scale of its own for the swing of a deal:
//     duplicate_swing(points) -> int
//   and what its points mean to players (otherwise one point is an inaccuracy):
//     scale                          a point_scale (api/game.h)
//   and if the state carries a copy of options, which state text does not repeat:
//     settle(options, state&)        puts the copy into a state read from text
//   In search.cpp beside it: MU_SEARCH(V) (search_model.h).
//   What somebody at the table reads is in table_words<V> (api/table_words.h).
//   And if an option changes the deck, which makes another variant W of it, with traits that are
//   the same but for the type:
//     other_deck, plays_other_deck(settings) -> bool       W, and whether it is asked for
#pragma once

#include <algorithm>
#include <functional>
#include <mutex>
#include <optional>
#include <typeinfo>
#include <utility>

#include <nlohmann/json.hpp>

#include <mu/api/match.h>
#include <mu/api/position.h>
#include <mu/cards/text.h>
#include <mu/games/perft.h>
#include <mu/games/view.h>
#include <mu/policy/rule.h>

#include "api/belief_model.h"
#include "api/game_model.h"
#include "api/option_table.h"
#include "api/solve_model.h"
#include "api/state_hash.h"
#include "api/state_text.h"
#include "api/table_words.h"
#include "api/words.h"

namespace mu::detail {

template <typename V>
struct game_text;

// Calls the game's own score(): inside the model that name is taken.
template <typename State, typename Options>
auto points_of(const State& s, const Options& o) {
    return score(s, o);
}

template <typename V>
class model_of final : public game_model {
    using traits = game_text<V>;
    using state_t = game_state<V>;
    using view_t = mu::view<V>;
    using options_t = typename V::options;
    static constexpr bool may_sit_out = requires(const options_t& o) { traits::players(o); };

public:
    model_of(const game_info& info, settings values) : game_model(info, std::move(values)) {
        for (const auto& [key, value] : this->values())
            traits::options_table().set(options_, key, value);
        traits::check(options_);
    }

    const std::type_info& variant() const override { return typeid(V); }
    const void* options() const override { return &options_; }
    deal_layout layout() const override { return V::layout(options_); }
    std::vector<std::optional<seat>> place_owners() const override {
        const deal_layout of = layout();
        std::vector<card_mask> places(static_cast<std::size_t>(of.places));
        unrank_deal(of, 0, places);
        const state_t s = start_deal(V{}, options_, places, seat::north, 0);
        std::vector<std::optional<seat>> out(places.size());
        for (std::size_t p = 0; p < V::seats; ++p)
            for (int k = 0; k < V::seats; ++k)
                if ((places[p] & s.hands[static_cast<seat>(k)]) != 0) out[p] = static_cast<seat>(k);
        return out;
    }
    plain_bytes start(std::span<const card_mask> places, seat dealer, int round) const override {
        return pack(start_deal(V{}, options_, places, dealer, round));
    }
    plain_bytes parse_deal(std::string_view text) const override {
        return pack(traits::parse_deal(options_, text));
    }
    std::string deal_text(const plain_bytes& start) const override {
        return traits::deal_text(unpack<state_t>(start));
    }

    std::size_t state_size() const override { return sizeof(state_t); }
    std::size_t view_size() const override { return sizeof(view_t); }
    bool is_over(const plain_bytes& s) const override { return rules<V>::is_over(as<state_t>(s)); }
    seat to_act(const plain_bytes& s) const override { return rules<V>::to_act(as<state_t>(s)); }
    action_set legal(const plain_bytes& s) const override {
        return rules<V>::legal_actions(as<state_t>(s));
    }
    void apply(plain_bytes& s, action a) const override { rules<V>::apply(as<state_t>(s), a); }
    std::vector<int> score(const plain_bytes& s) const override {
        const auto state = unpack<state_t>(s);
        if (!rules<V>::is_over(state)) return std::vector<int>(V::seats, 0);
        return score_list(state);
    }
    point_scale scale() const override {
        if constexpr (requires { traits::scale; })
            return traits::scale;
        else
            return {};
    }
    std::optional<int> duplicate_swing([[maybe_unused]] int points) const override {
        if constexpr (requires { traits::duplicate_swing(points); })
            return traits::duplicate_swing(points);
        else
            return std::nullopt;
    }
    std::string explain(const plain_bytes& s, action a) const override {
        return traits::explain(unpack<state_t>(s), a);
    }
    bool same_state(const plain_bytes& a, const plain_bytes& b) const override {
        return unpack<state_t>(a) == unpack<state_t>(b);
    }
    void perft(const plain_bytes& s, std::span<std::uint64_t> counts) const override {
        perft_counts(unpack<state_t>(s), counts);
    }

    static constexpr std::string_view why_unsolved() {
        if constexpr (requires { traits::why_unsolved; })
            return traits::why_unsolved;
        else
            return "nobody has written one";
    }
    std::unique_ptr<open_model> open_hands(const solve_switches& use) const override {
        if constexpr (requires { solving<V>::unit; })
            return std::make_unique<open_model_of<V>>(options_, use);
        throw std::invalid_argument(info().name + " has no solver: " + std::string(why_unsolved()));
    }
    std::unique_ptr<contract_model> solve_contracts(const solve_options& how) const override {
        if constexpr (requires { contracts<V>::side; }) {
            const deal_layout of = layout();
            std::vector<card_mask> places(static_cast<std::size_t>(of.places));
            unrank_deal(of, 0, places);
            const state_t some = start_deal(V{}, options_, places, seat::north, 0);
            return std::make_unique<contract_model_of<V>>(some, options_, how);
        }
        throw std::invalid_argument(info().name + " has no solver: " + std::string(why_unsolved()));
    }

    std::unique_ptr<belief_model> beliefs(
        const std::byte* first_view, evidence by,
        const std::shared_ptr<const net>& of_cards) const override {
        return std::make_unique<belief_model_of<V>>(
            first_view, by, by == evidence::net ? make_net_weigher<V>(of_cards) : nullptr);
    }
    action rule_choice(const std::byte* view, public_record record) const override {
        return choose_by_rule(as<view_t>(view), record);
    }
    std::string rule_reason(const std::byte* view, public_record record) const override {
        return reason_by_rule(as<view_t>(view), record);
    }

    std::unique_ptr<search_model> search(const search_settings& how) const override {
        return make_search<V>(options_, how);
    }
    card_mask hand(const std::byte* view) const override {
        const view_t& v = as<view_t>(view);
        return v.observer == nobody ? 0 : card_mask{v.seen.hands[v.observer]};
    }
    deal_phase phase(const std::byte* view) const override {
        return phase_of(as<view_t>(view).seen);
    }

    std::string action_text(action a) const override {
        if (a < deck_traits<V>::cards) return card_str<V>(static_cast<card>(a));
        if constexpr (requires { traits::action_text(options_, a); })
            return traits::action_text(options_, a);
        else if constexpr (requires { traits::action_text(a); })
            return traits::action_text(a);
        throw std::invalid_argument("no action " + std::to_string(a) + " in " + info().name);
    }
    action parse_action(const plain_bytes& bytes, std::string_view text) const override {
        const auto s = unpack<state_t>(bytes);
        return read_action(s, rules<V>::legal_actions(s), text);
    }
    action parse_seen_action(const std::byte* view, std::string_view text) const override {
        const view_t& v = as<view_t>(view);
        return read_action(v.seen, v.legal, text);
    }
    std::vector<action> parse_actions(const plain_bytes& bytes,
                                      std::string_view text) const override {
        if constexpr (requires(const state_t& s) { traits::parse_several(s, text); })
            if (auto several = traits::parse_several(unpack<state_t>(bytes), text);
                !several.empty())
                return several;
        return {parse_action(bytes, text)};
    }

    word_hooks words() const override { return words_of<V>(); }
    std::vector<card_rank> card_ranks(const std::byte* view) const override {
        const auto order = trick_play<V>::order(as<view_t>(view).seen);
        const card_mask trumps = effective_suit_mask<V>(trump_of<V>(order), order);
        std::vector<card_rank> out;
        for (int k = 0; k < deck_traits<V>::cards; ++k) {
            const auto c = static_cast<card>(k);
            const suit of = effective_suit<V>(c, order);
            out.push_back({.of = of,
                           .above = ops::popcount(stronger<V>(c, order)),
                           .trump = (trumps & bit(c)) != 0,
                           .mark = {}});
        }
        return out;
    }

    void view(const std::byte* s, seat who, std::byte* into) const override {
        new (into) view_t(view_of(as<state_t>(s), who));
    }
    action_set view_legal(const std::byte* v) const override { return as<view_t>(v).legal; }
    bool same_view(const std::byte* a, const std::byte* b) const override {
        return as<view_t>(a) == as<view_t>(b);
    }
    info_key first_key(const std::byte* v) const override { return hash_view(as<view_t>(v), {}); }
    info_key next_key(info_key before, const seen_action& seen, const std::byte* v) const override {
        key_chain chain(before);
        chain.add(static_cast<std::uint64_t>(seen.who) << 16 | (seen.what ? *seen.what : 0x100U));
        return hash_view(as<view_t>(v), chain.key());
    }
    std::string view_text(const std::byte* bytes) const override {
        view_t v = as<view_t>(bytes);
        state_writer<V> out;
        visit_view(v, out);
        return out.text();
    }
    void parse_view(std::string_view text, std::byte* into) const override {
        view_t v{};
        state_reader<V> in(text);
        visit_view(v, in);
        in.finish();
        if constexpr (requires { traits::settle(options_, v.seen); })
            traits::settle(options_, v.seen);
        in.derive_trick(v.seen);
        new (into) view_t(v);
    }
    nlohmann::ordered_json view_json(const std::byte* bytes) const override {
        const view_t& v = as<view_t>(bytes);
        const bool anybody = v.observer != nobody;
        nlohmann::ordered_json out{
            {"game", info().name},
            {"seat", anybody ? nlohmann::ordered_json(seat_str<V>(v.observer)) : nullptr}};
        common_json(v.seen, out);
        traits::facts(options_, v, out);
        out["hand"] = cards_json<V>(anybody ? card_mask{v.seen.hands[v.observer]} : 0);
        out["legal"] = actions_json(v.legal);
        out["legal_ids"] = action_list(v.legal);
        out["cards_left"] = v.cards_left;
        out["played"] = cards_json<V>(v.seen.played);
        return out;
    }
    nlohmann::ordered_json state_json(const plain_bytes& bytes) const override {
        const auto s = unpack<state_t>(bytes);
        nlohmann::ordered_json out{{"game", info().name}};
        common_json(s, out);
        mu::view<V> v = view_of(s, rules<V>::to_act(s));
        v.seen = s;
        traits::facts(options_, v, out);
        for (const card_mask hand : s.hands) out["hands"].push_back(cards_json<V>(hand));
        out["legal"] = actions_json(rules<V>::legal_actions(s));
        out["played"] = cards_json<V>(s.played);
        if (rules<V>::is_over(s)) out["score"] = score_list(s);
        return out;
    }

    seen_action seen(const std::byte* before, action a, seat observer) const override {
        const state_t& s = as<state_t>(before);
        seen_action out{.who = rules<V>::to_act(s), .what = a};
        if (!sees_action(s, a, observer)) out.what.reset();
        return out;
    }
    std::string state_text(const plain_bytes& bytes) const override {
        auto s = unpack<state_t>(bytes);
        state_writer<V> out;
        traits::visit(s, out);
        return out.text();
    }
    plain_bytes parse_state(std::string_view text) const override {
        state_t s{};
        state_reader<V> in(text);
        traits::visit(s, in);
        in.finish();
        if constexpr (requires { traits::settle(options_, s); }) traits::settle(options_, s);
        in.derive_trick(s);
        traits::validate(options_, s);
        if (!rules<V>::is_over(s) && rules<V>::legal_actions(s).mask == 0)
            refuse("the deal is not over, but no action is legal");
        return pack(s);
    }

    seat deal_dealer(const plain_bytes& start) const override {
        return unpack<state_t>(start).dealer;
    }
    bool gather(const plain_bytes& start, std::span<const action> history, rng& generator,
                std::span<card_mask> places) const override {
        if constexpr (requires(const state_t& s) {
                          traits::gather(options_, s, history, generator, places);
                      })
            return traits::gather(options_, unpack<state_t>(start), history, generator, places);
        else
            return false;
    }
    plain_bytes match_start() const override { return pack(typename traits::match_state{}); }
    int match_round([[maybe_unused]] const plain_bytes& score, int deals) const override {
        using match_t = typename traits::match_state;
        if constexpr (requires(const match_t& m) { traits::match_round(options_, m, deals); })
            return traits::match_round(options_, unpack<match_t>(score), deals);
        else
            return deals;
    }
    int match_players() const override {
        if constexpr (may_sit_out)
            return traits::players(options_);
        else
            return V::seats;
    }
    void match_add(plain_bytes& score, const plain_bytes& state,
                   [[maybe_unused]] std::span<const int> seating) const override {
        const auto before = unpack<typename traits::match_state>(score);
        const auto finished = unpack<state_t>(state);
        if constexpr (may_sit_out)
            score = pack(traits::match_add(options_, before, finished, seating));
        else
            score = pack(traits::match_add(options_, before, finished));
    }
    std::vector<int> match_totals(const plain_bytes& score) const override {
        const auto now = unpack<typename traits::match_state>(score);
        if constexpr (may_sit_out)
            return traits::match_totals(options_, now);
        else
            return traits::match_totals(now);
    }
    int match_target() const override {
        if constexpr (requires { traits::match_target(options_); })
            return traits::match_target(options_);
        else
            return 0;
    }
    int match_winner(const plain_bytes& score) const override {
        return traits::match_winner(unpack<typename traits::match_state>(score));
    }
    nlohmann::ordered_json match_facts([[maybe_unused]] const plain_bytes& score) const override {
        using match_t = typename traits::match_state;
        if constexpr (requires(const match_t& m) { traits::match_facts(options_, m); })
            return traits::match_facts(options_, unpack<match_t>(score));
        else
            return nlohmann::ordered_json::object();
    }
    std::string match_text(const plain_bytes& score) const override {
        return traits::match_text(options_, unpack<typename traits::match_state>(score));
    }

private:
    template <typename Visitor>
    static void visit_view(view_t& v, Visitor& field) {
        int observer = static_cast<int>(v.observer), first = v.legal.first;
        auto legal = static_cast<long long>(v.legal.mask);
        field("observer", observer);
        field("legal", legal);
        field("first", first);
        field("cards_left", v.cards_left);
        traits::visit(v.seen, field);
        v.observer = static_cast<seat>(observer);
        v.legal = {static_cast<std::uint64_t>(legal), static_cast<action>(first)};
    }
    static info_key hash_view(const view_t& v, info_key from) {
        state_hash field(from);
        field.add_number(static_cast<std::uint64_t>(v.observer));
        field.add_number(v.legal.mask);
        field.add_number(v.legal.first);
        for (const std::uint8_t n : v.cards_left) field.add_number(n);
        state_t seen = v.seen;  // some visitors write
        traits::visit(seen, field);
        return field.key();
    }
    action read_action(const state_t& s, const action_set& legal, std::string_view text) const {
        word_finder words(text);
        if constexpr (requires { traits::add_words(s, words); }) traits::add_words(s, words);
        if (const auto named = one_of(words.found(), legal, text)) return *named;
        if constexpr (requires { traits::parse_action(options_, text); })
            return traits::parse_action(options_, text);
        else if constexpr (requires { traits::parse_action(text); })
            return traits::parse_action(text);
        else
            return parse_card<V>(text);
    }
    // Of the actions that a word may mean the one that is meant: if there are several, the one that
    // is legal.
    std::optional<action> one_of(std::vector<action> found, const action_set& legal,
                                 std::string_view text) const {
        if (found.size() > 1 &&
            std::ranges::any_of(found, [&](action a) { return legal.contains(a); }))
            std::erase_if(found, [&](action a) { return !legal.contains(a); });
        if (found.empty()) return std::nullopt;
        if (found.size() == 1) return found.front();
        std::string choices;
        for (const action a : found) choices += " " + action_text(a);
        throw parse_error(text, 0, "that may be any of these:" + choices);
    }
    nlohmann::ordered_json actions_json(const action_set& set) const {
        auto out = nlohmann::ordered_json::array();
        for (const action a : action_list(set)) out.push_back(action_text(a));
        return out;
    }
    std::vector<int> score_list(const state_t& s) const {
        const auto points = points_of(s, options_);
        return {points.begin(), points.end()};
    }
    // What is public in every game of tricks.
    static void common_json(const state_t& s, nlohmann::ordered_json& out) {
        const bool over = rules<V>::is_over(s);
        out["dealer"] = seat_str<V>(s.dealer);
        out["over"] = over;
        out["to_act"] = over ? nlohmann::ordered_json()
                             : nlohmann::ordered_json(seat_str<V>(rules<V>::to_act(s)));
        out["tricks_won"] = s.tricks_won;
        nlohmann::ordered_json trick;  // null before the first lead
        if (s.trick.num_played > 0) {
            trick["lead"] = seat_str<V>(s.trick.lead_seat);
            trick["winner"] = seat_str<V>(s.trick.current_winner);
            trick["complete"] = trick_play<V>::leading(s);
            for (int k = 0; k < V::seats; ++k) {
                const card c = s.trick.cards[k];
                trick["cards"].push_back(c == no_card ? nlohmann::ordered_json()
                                                      : nlohmann::ordered_json(card_str<V>(c)));
            }
        }
        out["trick"] = trick;
    }

    options_t options_{};
};

template <typename V>
const game_info& info_of() {
    using traits = game_text<V>;
    static const game_info info{std::string(traits::name),
                                std::string(traits::title),
                                traits::version,
                                V::seats,
                                sides_of<V>(),
                                V::deck,
                                traits::options_table().list()};
    return info;
}

template <typename V>
std::shared_ptr<const game_model> make_model_of(settings values) {
    using traits = game_text<V>;
    if constexpr (requires { typename traits::other_deck; }) {
        using other = typename traits::other_deck;
        if (traits::plays_other_deck(values))
            return std::make_shared<model_of<other>>(info_of<other>(), std::move(values));
    }
    return std::make_shared<model_of<V>>(info_of<V>(), std::move(values));
}

#define MU_GAME(V)                                                    \
    template <>                                                       \
    const game_kind& kind_of<V>() {                                   \
        static const game_kind kind{info_of<V>(), &make_model_of<V>}; \
        return kind;                                                  \
    }

}  // namespace mu::detail
