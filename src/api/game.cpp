#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <mu/api/game.h>
#include <mu/api/position.h>
#include <mu/api/with_game.h>
#include <mu/cards/text.h>
#include <mu/games/registry.h>

#include "api/game_model.h"
#include "api/spec.h"

namespace mu {

namespace detail {

#define MU_DECLARE(V) \
    template <>       \
    const game_kind& kind_of<V>();
MU_GAMES(MU_DECLARE)
#undef MU_DECLARE

namespace {

std::vector<const game_kind*>& kinds() {
    static std::vector<const game_kind*> all{
#define MU_KIND(V) &kind_of<V>(),
        MU_GAMES(MU_KIND)
#undef MU_KIND
    };
    return all;
}

}  // namespace

bool add_game(const game_kind& kind) {
    kinds().push_back(&kind);
    return true;
}

int game_model::last_action() const {
    for (int a = 255; a > 0; --a) {
        try {
            action_text(static_cast<action>(a));
            return a + 1;
        } catch (const std::invalid_argument&) {
            continue;  // no such action
        }
    }
    return 1;
}

const void* options_of(const game& g, const std::type_info& variant) {
    const game_model& model = game_access::model(g);
    return model.variant() == variant ? model.options() : nullptr;
}

// The model for a parsed spec: every option settled, given ones checked against the choices.
std::shared_ptr<const game_model> make_model(const spec_text& spec) {
    const auto kind =
        std::ranges::find(kinds(), spec.name, [](const auto* k) { return k->info.name; });
    if (kind == kinds().end()) {
        std::vector<std::string> names;
        for (const auto* k : kinds()) names.push_back(k->info.name);
        throw parse_error(
            spec.source, spec.name_at,
            fmt::format("unknown game '{}'; games: {}", spec.name, fmt::join(names, ", ")));
    }
    const game_info& info = (*kind)->info;
    settings values;
    for (const option_info& o : info.options) values.emplace_back(o.key, o.preset);
    for (const spec_option& given : spec.options) {
        const auto option = std::ranges::find(info.options, given.key, &option_info::key);
        if (option == info.options.end()) {
            std::vector<std::string> keys;
            for (const auto& o : info.options) keys.push_back(o.key);
            throw parse_error(spec.source, given.key_at,
                              fmt::format("{} has no option '{}'; options: {}", info.name,
                                          given.key, fmt::join(keys, ", ")));
        }
        if (std::ranges::find(option->choices, given.value) == option->choices.end())
            throw parse_error(spec.source, given.value_at,
                              fmt::format("{}={} is not a choice; choices: {}", given.key,
                                          given.value, fmt::join(option->choices, ", ")));
        values[static_cast<std::size_t>(option - info.options.begin())].second = given.value;
    }
    return (*kind)->make(std::move(values));
}

}  // namespace detail

const std::vector<game_info>& games() {
    static const std::vector<game_info> all = [] {
        std::vector<game_info> out;
        for (const auto* kind : detail::kinds()) out.push_back(kind->info);
        return out;
    }();
    return all;
}

game::game(std::string_view spec) : model_(detail::make_model(detail::parse_spec(spec))) {}

const game_info& game::info() const { return model_->info(); }

std::string game::spec() const {
    std::vector<std::string> given;
    for (std::size_t i = 0; i < model_->values().size(); ++i)
        if (const auto& [key, value] = model_->values()[i]; value != info().options[i].preset)
            given.push_back(fmt::format("{}={}", key, value));
    return given.empty() ? info().name : fmt::format("{}({})", info().name, fmt::join(given, ", "));
}

std::string game::option(std::string_view key) const {
    for (const auto& [name, value] : model_->values())
        if (name == key) return value;
    throw std::invalid_argument(fmt::format("{} has no option '{}'", info().name, key));
}

int game::action_count() const { return model_->action_count(); }
std::string game::action_text(action a) const { return model_->action_text(a); }

nlohmann::ordered_json to_json(const game_info& info) {
    using json = nlohmann::ordered_json;
    json options = json::array();
    for (const option_info& o : info.options)
        options.push_back(
            {{"key", o.key}, {"choices", o.choices}, {"default", o.preset}, {"help", o.help}});
    json deck{{"name", info.deck.name}, {"ranks", info.deck.ranks}, {"suits", info.deck.suits}};
    if (info.deck.joker) deck["joker"] = true;
    return {{"name", info.name},
            {"title", info.title},
            {"version", info.version},
            {"seats", info.seats},
            {"cards", info.deck.card_count()},
            {"deck", deck},
            {"options", options}};
}

nlohmann::ordered_json game::to_json() const {
    nlohmann::ordered_json out = mu::to_json(info());
    out["spec"] = spec();
    out["actions"] = action_count();
    for (auto& o : out["options"]) o["value"] = option(o["key"].get<std::string>());
    return out;
}

deal_number game::deal_count() const { return mu::deal_count(model_->layout()); }

namespace {

// An outside caller may hand in any number as a seat.
void check_dealer(const game_info& info, seat dealer, int round) {
    if (index(dealer) >= info.seats)
        throw std::invalid_argument(fmt::format("no seat {}: {} has seats 0 to {}", index(dealer),
                                                info.name, info.seats - 1));
    if (round < 0) throw std::invalid_argument(fmt::format("round {}: deals count from 0", round));
}

}  // namespace

deal_layout game::layout() const { return model_->layout(); }

point_scale game::scale() const { return model_->scale(); }

std::optional<int> game::duplicate_swing(int points) const {
    return model_->duplicate_swing(points);
}

std::vector<std::string> game::place_names() const {
    const auto owners = model_->place_owners();
    std::vector<std::string> out;
    for (const auto owner : owners)
        if (owner) out.push_back(seat_str(*owner, info().seats));
    if (out.size() < owners.size()) out.emplace_back("up");
    if (out.size() + 1 == owners.size()) out.emplace_back("kitty");
    for (int k = 1; out.size() < owners.size(); ++k) out.push_back(fmt::format("stock{}", k));
    return out;
}

position game::deal(std::span<const card_mask> places, seat dealer, int round) const {
    check_dealer(info(), dealer, round);
    number_of_deal(layout(), places);  // throws if it is none
    return {*this, model_->start(places, dealer, round)};
}

position game::deal(deal_number n, seat dealer, int round) const {
    check_dealer(info(), dealer, round);
    const deal_layout of = model_->layout();
    std::vector<card_mask> places(static_cast<std::size_t>(of.places));
    deal_by_number(of, n, places);
    return {*this, model_->start(places, dealer, round)};
}

position game::deal(rng& generator, seat dealer, int round) const {
    check_dealer(info(), dealer, round);
    const deal_layout of = model_->layout();
    std::vector<card_mask> places(static_cast<std::size_t>(of.places));
    deal_random(of, generator, places);
    return {*this, model_->start(places, dealer, round)};
}

position game::deal(std::string_view text) const { return {*this, model_->parse_deal(text)}; }

}  // namespace mu
