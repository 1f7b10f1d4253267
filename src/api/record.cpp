// Records: a header, a deal, actions. Everything else is derived by replaying them.

#include <fmt/format.h>

#include <mu/api/position.h>
#include <mu/cards/text.h>

#include "api/fields.h"
#include "api/game_model.h"
#include "api/spec.h"

namespace mu {

namespace {

constexpr std::string_view separator = " | ";

// "whist/1 honours=on"
std::string header_of(const game& g) {
    std::string out = fmt::format("{}/{}", g.info().name, g.info().version);
    for (const auto& o : g.info().options)
        if (const std::string value = g.option(o.key); value != o.preset)
            out += " " + o.key + "=" + value;
    return out;
}

// As JSON: a number of any size.
void check_version(const game_info& info, const nlohmann::ordered_json& version) {
    if (version != info.version)
        throw std::invalid_argument(
            fmt::format("{} has rules version {}, the record is of version {}", info.name,
                        info.version, version.dump()));
}

// A canonical spec for a parsed header, so that both texts are read in one place.
std::string spec_of(const detail::spec_text& header) {
    std::string out = header.name + "(";
    for (const auto& o : header.options)
        out += (out.back() == '(' ? "" : ", ") + o.key + "=" + o.value;
    return out + ")";
}

void apply_numbered(position& p, std::string_view text) {
    try {
        p.apply(text);
    } catch (const illegal_action& e) {
        throw illegal_action(fmt::format("action {}: {}", p.history().size() + 1, e.what()));
    }
}

const nlohmann::ordered_json& member(const nlohmann::ordered_json& record, const char* key) {
    if (!record.is_object()) throw std::invalid_argument("a record is a JSON object");
    const auto found = record.find(key);
    if (found == record.end())
        throw std::invalid_argument(
            fmt::format("the record has no '{}'; it needs game, version, deal, actions", key));
    return *found;
}

std::string string_of(const nlohmann::ordered_json& value, std::string_view what) {
    if (!value.is_string()) throw std::invalid_argument(fmt::format("{} must be a string", what));
    return value.get<std::string>();
}

}  // namespace

std::string position::record() const {
    std::string out = header_of(game_);
    out += separator;
    out += deal_text();
    out += " |";
    for (const action a : history_) out += " " + action_text(a);
    return out;
}

nlohmann::ordered_json position::record_json() const {
    nlohmann::ordered_json options = nlohmann::ordered_json::object();
    for (const auto& o : game_.info().options)
        if (const std::string value = game_.option(o.key); value != o.preset)
            options[o.key] = value;
    nlohmann::ordered_json actions = nlohmann::ordered_json::array();
    for (const action a : history_) actions.push_back(action_text(a));
    return {{"game", game_.info().name},
            {"version", game_.info().version},
            {"options", options},
            {"deal", deal_text()},
            {"actions", actions}};
}

namespace {

// Runs a parser of a part of `whole` that begins at `at`; its errors point into the whole.
template <typename F>
auto within(std::string_view whole, std::size_t at, F&& parse) {
    try {
        return parse();
    } catch (const parse_error& e) {
        throw parse_error(whole, at + e.offset, e.message);
    }
}

game game_from_header(std::string_view text) {
    const auto header = detail::parse_header(text);
    detail::make_model(header);  // complains with positions in the header
    game made(spec_of(header));
    check_version(made.info(), header.version);
    return made;
}

}  // namespace

std::string position::state_text() const {
    return header_of(game_) + " @ " + game_.model_->state_text(now_);
}

position parse_position(std::string_view text) {
    const std::size_t at = std::min(text.find('@'), text.size());
    if (at == text.size())
        throw parse_error(text, text.size(), "a position is: game/version options @ fields");
    const std::size_t begin = bom_size(text);
    const game g =
        within(text, begin, [&] { return game_from_header(text.substr(begin, at - begin)); });
    position p(g, within(text, at + 1, [&] { return g.model_->parse_state(text.substr(at + 1)); }));
    p.dealt_ = false;
    return p;
}

position replay(std::string_view record) {
    const std::size_t deal_at = std::min(record.find('|'), record.size());
    if (deal_at == record.size())
        throw parse_error(record, record.size(),
                          "a record is: game/version options | deal | actions");
    const std::size_t actions_at = std::min(record.find('|', deal_at + 1), record.size());
    if (actions_at == record.size())
        throw parse_error(record, record.size(), "missing: '|' and the actions");

    const std::size_t begin = bom_size(record);
    const game g = within(record, begin,
                          [&] { return game_from_header(record.substr(begin, deal_at - begin)); });
    position p = within(record, deal_at + 1, [&] {
        return g.deal(record.substr(deal_at + 1, actions_at - deal_at - 1));
    });
    within(record, actions_at + 1, [&] {
        detail::field_reader in(record.substr(actions_at + 1));
        while (in.more())
            in.read("an action", [&](auto t) {
                apply_numbered(p, t);
                return 0;
            });
        return 0;
    });
    return p;
}

position replay_json(const nlohmann::ordered_json& record) {
    std::string spec = string_of(member(record, "game"), "game") + "(";
    if (const auto options = record.find("options"); options != record.end()) {
        if (!options->is_object()) throw std::invalid_argument("options must be an object");
        for (const auto& [key, value] : options->items())
            spec +=
                (spec.back() == '(' ? "" : ", ") + key + "=" + string_of(value, "option " + key);
    }
    const game g(spec + ")");
    const auto& version = member(record, "version");
    if (!version.is_number_integer()) throw std::invalid_argument("version must be a number");
    check_version(g.info(), version);
    position p = g.deal(string_of(member(record, "deal"), "deal"));
    const auto& actions = member(record, "actions");
    if (!actions.is_array()) throw std::invalid_argument("actions must be an array");
    for (const auto& a : actions) apply_numbered(p, string_of(a, "an action"));
    return p;
}

}  // namespace mu
