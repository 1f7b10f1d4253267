#include "api/spec.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <mu/agents/spec.h>
#include <mu/api/nets.h>
#include <mu/cards/printable.h>

#include "agents/command_files.h"
#include "agents/kinds.h"

namespace mu {

namespace {

std::string choices_of_kinds() {
    std::vector<std::string> names;
    for (const auto& k : agent_kinds()) names.push_back(k.name);
    return fmt::format("{}", fmt::join(names, ", "));
}

const agent_kind* find_kind(std::string_view name) {
    const auto found = std::ranges::find(agent_kinds(), name, &agent_kind::name);
    return found == agent_kinds().end() ? nullptr : &*found;
}

std::string unknown_key(std::string_view of, const std::vector<agent_parameter>& known,
                        std::string_view key) {
    std::vector<std::string> keys;
    for (const auto& p : known) keys.push_back(p.key);
    return keys.empty() ? fmt::format("{} has no parameter '{}': it has none", of, key)
                        : fmt::format("{} has no parameter '{}'; parameters: {}", of, key,
                                      fmt::join(keys, ", "));
}
std::string unknown_key(const agent_kind& kind, std::string_view key) {
    return unknown_key(kind.name, kind.parameters, key);
}

const agent_parameter& evidence_parameter(std::string_view key) {
    const auto& all = detail::evidence_parameters();
    const auto p = std::ranges::find(all, key, &agent_parameter::key);
    if (p == all.end()) throw std::invalid_argument(unknown_key("belief", all, key));
    return *p;
}

std::string number_text(double x) { return fmt::format("{}", x); }

std::string range_of(const agent_parameter& p) {
    return fmt::format("a {} from {} to {}",
                       p.of == agent_parameter::type::whole ? "whole number" : "number",
                       number_text(p.least), number_text(p.most));
}

// Whether an agent of this kind, inside `depth` others, is beyond the limit, or the one inside it.
bool is_too_deep(const agent_kind& kind, int depth) {
    const auto is_agent = [](const auto& p) { return p.of == agent_parameter::type::agent; };
    return depth + (std::ranges::any_of(kind.parameters, is_agent) ? 1 : 0) >= deepest_agent;
}
std::string too_deep() { return fmt::format("agents are nested more than {} deep", deepest_agent); }

bool is_file(const agent_parameter& p) {
    return p.of == agent_parameter::type::file || p.of == agent_parameter::type::net ||
           p.of == agent_parameter::type::belief_net;
}
bool is_evidence(const agent_parameter& p) { return p.of == agent_parameter::type::evidence; }
bool is_text(const agent_parameter& p) {
    return p.of == agent_parameter::type::command || is_file(p);
}

// A complaint that names the file and line already.
struct located_error : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

double checked(const agent_parameter& p, double x, std::string_view text) {
    const bool whole = p.of != agent_parameter::type::whole || std::floor(x) == x;
    if (!(x >= p.least && x <= p.most) || !whole)
        throw std::invalid_argument(
            fmt::format("{}={} is not a choice; it is {}", p.key, text, range_of(p)));
    return x;
}

}  // namespace

// Fills in a description from either form.
struct agent_reader {
    static agent_spec table(const toml::table& from, const std::string& where,
                            std::string_view source, int depth) {
        const auto fail = [&](const toml::node& at, std::string_view message) {
            throw located_error(
                fmt::format("{}, line {}: {}{}", source, at.source().begin.line, where, message));
        };
        const auto name = from["kind"].value<std::string>();
        if (!name) fail(from, "expected kind = \"...\"; kinds: " + choices_of_kinds());
        const agent_kind* kind = find_kind(*name);
        if (kind == nullptr)
            fail(*from.get("kind"),
                 fmt::format("unknown agent '{}'; kinds: {}", *name, choices_of_kinds()));
        if (is_too_deep(*kind, depth)) fail(*from.get("kind"), too_deep());
        agent_spec out(*kind, depth);
        const toml::table* evidence = nullptr;
        for (const auto& [key, node] : from) {
            if (key.str() == "kind") continue;
            const auto p = std::ranges::find(kind->parameters, key.str(), &agent_parameter::key);
            if (p == kind->parameters.end()) fail(node, unknown_key(*kind, key.str()));
            agent_spec::value& to =
                out.values_[static_cast<std::size_t>(p - kind->parameters.begin())];
            try {
                if (is_evidence(*p)) {
                    evidence = node.as_table();
                    if (evidence == nullptr) fail(node, p->key + " is a table");
                } else if (const auto* nested = node.as_table();
                           nested != nullptr && p->of == agent_parameter::type::agent) {
                    to.agent = {table(*nested, p->key + ": ", source, depth + 1)};
                } else {
                    to = plain(*p, node, depth);
                }
                to.given = true;
            } catch (const located_error&) {
                throw;
            } catch (const std::invalid_argument& e) {
                fail(node, e.what());
            }
        }
        // Last, when it is known what the agents inside were given.
        if (evidence == nullptr) return out;
        for (const auto& [key, node] : *evidence) {
            try {
                const agent_parameter& p = evidence_parameter(key.str());
                out.hand_down(p, plain(p, node, depth));
            } catch (const std::invalid_argument& e) {
                fail(node, e.what());
            }
        }
        return out;
    }

private:
    // What is no table.
    static agent_spec::value plain(const agent_parameter& p, const toml::node& node, int depth) {
        agent_spec::value out;
        const auto text = node.value<std::string>();
        if (is_text(p)) {
            if (!text) throw std::invalid_argument(p.key + " is text");
            return agent_spec::read(p, *text, depth);
        }
        if (p.of == agent_parameter::type::agent) {
            if (!text)
                throw std::invalid_argument(p.key +
                                            " is an agent: a table, or its short form as a string");
            return agent_spec::read(p, *text, depth);
        }
        const auto x = node.value<double>();
        if (!x) throw std::invalid_argument(fmt::format("{} is {}", p.key, range_of(p)));
        out.number = checked(p, *x, number_text(*x));
        return out;
    }
};

agent_spec::agent_spec(const agent_kind& kind, int depth) : kind_(&kind) {
    for (const auto& p : kind.parameters) values_.push_back(read(p, p.preset, depth));
    forget_given();
}

agent_spec::agent_spec(std::string_view short_form) : agent_spec(short_form, 0) {}

agent_spec::agent_spec(std::string_view short_form, int depth) {
    const detail::spec_text spec =
        detail::parse_spec(short_form, {.what = "agent", .nested = true});
    const agent_kind* kind = find_kind(spec.name);
    if (kind == nullptr)
        throw parse_error(
            spec.source, spec.name_at,
            fmt::format("unknown agent '{}'; kinds: {}", spec.name, choices_of_kinds()));
    if (is_too_deep(*kind, depth)) throw parse_error(spec.source, spec.name_at, too_deep());
    *this = agent_spec(*kind, depth);
    const detail::spec_option* evidence = nullptr;
    // What `f` says against an option is said of the place where it stands.
    const auto at = [&](const detail::spec_option& o, const auto& f) {
        try {
            f();
        } catch (const parse_error& e) {
            throw parse_error(spec.source, o.value_at + e.offset, e.message);
        } catch (const std::invalid_argument& e) {
            throw parse_error(spec.source, o.value_at, e.what());
        }
    };
    for (const auto& given : spec.options) {
        const auto p = std::ranges::find(kind->parameters, given.key, &agent_parameter::key);
        if (p == kind->parameters.end())
            throw parse_error(spec.source, given.key_at, unknown_key(*kind, given.key));
        if (is_evidence(*p)) {
            evidence = &given;
            continue;
        }
        value& to = values_[static_cast<std::size_t>(p - kind->parameters.begin())];
        at(given, [&] { to = read(*p, given.value, depth); });
        to.given = true;
    }
    // Last, when it is known what the agents inside were given.
    if (evidence != nullptr) at(*evidence, [&] { read_evidence(evidence->value, depth); });
}

// In brackets: (soft=1, infer=1).
void agent_spec::read_evidence(std::string_view text, int depth) {
    constexpr std::string_view name = "belief";
    if (!text.starts_with('('))
        throw std::invalid_argument(
            fmt::format("{} is a list in brackets, such as {}=(soft=1)", name, name));
    const std::string whole = std::string(name) + std::string(text);
    const auto refused = [&](std::size_t offset, std::string_view message) {
        return parse_error(text, offset - name.size(), message);
    };
    detail::spec_text spec;
    try {
        spec = detail::parse_spec(whole, {.what = "agent", .nested = true});
    } catch (const parse_error& e) {
        throw refused(e.offset, e.message);
    }
    for (const auto& o : spec.options) {
        try {
            const agent_parameter& p = evidence_parameter(o.key);
            hand_down(p, read(p, o.value, depth));
        } catch (const std::invalid_argument& e) {
            throw refused(o.key_at, e.what());
        }
    }
}

void agent_spec::hand_down(const agent_parameter& p, const value& v) {
    if (!give_inside(p.key, v))
        throw std::invalid_argument(p.key + " is of no use: no agent inside draws worlds");
}

// To every agent inside that has this parameter; whether there was one.
bool agent_spec::give_inside(std::string_view key, const value& v) {
    bool taken = false;
    for (std::size_t i = 0; i < values_.size(); ++i) {
        if (values_[i].agent.empty()) continue;
        const std::string& where = kind_->parameters[i].key;
        agent_spec& part = values_[i].agent[0];
        const auto& known = part.kind_->parameters;
        const auto p = std::ranges::find(known, key, &agent_parameter::key);
        if (p != known.end() && !is_evidence(*p)) {
            value& to = part.values_[static_cast<std::size_t>(p - known.begin())];
            if (to.given)
                throw std::invalid_argument(fmt::format(
                    "{} is set in belief and in {}; set it in one of them", key, where));
            to = v;
            to.given = taken = true;
        }
        taken = part.give_inside(key, v) || taken;
    }
    return taken;
}

void agent_spec::forget_given() {
    for (value& v : values_) {
        v.given = false;
        for (agent_spec& a : v.agent) a.forget_given();
    }
}

agent_spec::value agent_spec::read(const agent_parameter& p, std::string_view text, int depth) {
    value out;
    if (is_evidence(p)) return out;
    if (p.of == agent_parameter::type::agent) {
        out.agent = {agent_spec(text, depth + 1)};
        return out;
    }
    if (is_text(p)) {
        if (text.size() >= 2 && text.front() == '"') text = text.substr(1, text.size() - 2);
        if (text.find_first_of("\"\\\n") != std::string_view::npos)
            throw std::invalid_argument(
                p.key + " may not hold double quotes, backslashes or ends of lines" +
                (p.of == agent_parameter::type::command ? ": write a script" : ""));
        if (printable(text, text.size()) != text)
            throw std::invalid_argument(
                fmt::format("{} may not hold control characters or bytes that are not UTF-8: {}",
                            p.key, printable(text, 60)));
        out.text = text;
        return out;
    }
    double x = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), x);
    if (error != std::errc() || end != text.data() + text.size())
        throw std::invalid_argument(
            fmt::format("{}={} is not a choice; it is {}", p.key, text, range_of(p)));
    out.number = checked(p, x, text);
    return out;
}

// What toml++ takes for granted and does not check: that a key follows the bracket of a table, and
// that a key has no letters beyond ASCII.
static void check_keys(std::string_view text, std::string_view source) {
    const auto skip_blanks = [](std::string_view line) {
        return line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
    };
    const auto is_key = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
               std::string_view("_-\"']").find(c) != std::string_view::npos;
    };
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = skip_blanks(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.starts_with('[')) {
            line = skip_blanks(line.substr(line.starts_with("[[") ? 2 : 1));
            if (line.empty() || !is_key(line.front()))
                throw std::invalid_argument(fmt::format(
                    "{}, line {}: expected the name of a table after [", source, number));
        }
        char quote = 0, last = 0;  // that the string began with; before this one, no blank
        for (std::size_t i = 0; i < line.size() && (line[i] != '#' || quote != 0); ++i) {
            const char c = line[i];
            const auto code = static_cast<unsigned char>(c);
            if (quote == 0 && (code >= 0x7F || (code < 0x20 && c != '\t' && c != '\r')))
                throw std::invalid_argument(fmt::format(
                    "{}, line {}: only plain ASCII may stand outside of quotes", source, number));
            if (quote == 0 && (c == '"' || c == '\'') && (last == '=' || last == 0))
                quote = c;
            else if (c == quote)
                quote = 0;
            else if (quote == '"' && c == '\\')
                ++i;
            if (c != ' ' && c != '\t') last = c;
        }
    }
}

agent_spec agent_spec::from_toml(std::string_view text, std::string_view source) {
    check_keys(text, source);
    try {
        return agent_reader::table(toml::parse(text, source), "", source, 0);
    } catch (const toml::parse_error& e) {
        throw std::invalid_argument(fmt::format("{}, line {}, column {}: {}", source,
                                                e.source().begin.line, e.source().begin.column,
                                                e.description()));
    }
}

agent_spec agent_spec::from_argument(const std::string& argument) {
    if (!argument.ends_with(".toml")) return agent_spec(argument);
    std::ifstream file(argument);
    std::ostringstream text;
    if (!file || !(text << file.rdbuf()))
        throw std::invalid_argument("cannot read the agent file " + argument);
    return from_toml(text.str(), argument);
}

std::size_t agent_spec::place(std::string_view key) const {
    const auto p = std::ranges::find(kind_->parameters, key, &agent_parameter::key);
    if (p == kind_->parameters.end()) throw std::invalid_argument(unknown_key(*kind_, key));
    return static_cast<std::size_t>(p - kind_->parameters.begin());
}

double agent_spec::number(std::string_view key) const { return values_[place(key)].number; }
const agent_spec& agent_spec::inner(std::string_view key) const {
    return values_[place(key)].agent.at(0);
}

const std::string& agent_spec::command(std::string_view key) const {
    return values_[place(key)].text;
}
const std::string& agent_spec::file(std::string_view key) const { return values_[place(key)].text; }

bool agent_spec::cheats() const {
    return kind_->cheats || std::ranges::any_of(values_, [](const value& v) {
               return !v.agent.empty() && v.agent[0].cheats();
           });
}

std::string agent_spec::text() const {
    std::vector<std::string> given;
    for (std::size_t i = 0; i < values_.size(); ++i) {
        const agent_parameter& p = kind_->parameters[i];
        if (is_evidence(p)) continue;
        const value& v = values_[i];
        // Rendered once: whatever is inside is rendered with it.
        const std::string shown = is_text(p)        ? '"' + v.text + '"'
                                  : v.agent.empty() ? number_text(v.number)
                                                    : v.agent[0].text();
        const bool is_preset = is_text(p)        ? v.text == p.preset
                               : v.agent.empty() ? v.number == read(p, p.preset, 0).number
                                                 : shown == p.preset;
        if (!is_preset) given.push_back(p.key + "=" + shown);
    }
    return given.empty() ? kind_->name : fmt::format("{}({})", kind_->name, fmt::join(given, ", "));
}

std::string agent_spec::toml() const { return toml_below(""); }

std::string agent_spec::toml_below(const std::string& path) const {
    std::string plain = fmt::format("kind = \"{}\"\n", kind_->name), tables;
    for (std::size_t i = 0; i < values_.size(); ++i) {
        const std::string& key = kind_->parameters[i].key;
        if (is_evidence(kind_->parameters[i])) continue;
        if (is_file(kind_->parameters[i]) && values_[i].text == kind_->parameters[i].preset)
            continue;
        if (is_text(kind_->parameters[i]))
            plain += fmt::format("{} = \"{}\"\n", key, values_[i].text);
        else if (values_[i].agent.empty())
            plain += fmt::format("{} = {}\n", key, number_text(values_[i].number));
        else
            tables += fmt::format("[{}{}]\n{}", path, key,
                                  values_[i].agent[0].toml_below(path + key + "."));
    }
    return plain + tables;
}

template <typename F>
void agent_spec::for_each_text(const F& f) const {
    for (std::size_t i = 0; i < values_.size(); ++i) {
        const value& v = values_[i];
        if (!v.text.empty()) f(kind_->parameters[i].of, v.text);
        if (!v.agent.empty()) v.agent[0].for_each_text(f);
    }
}

std::vector<std::string> agent_spec::files() const {
    std::vector<std::string> out;
    for_each_text([&](agent_parameter::type of, const std::string& text) {
        if (of == agent_parameter::type::net &&
            (text == "net" || text == "rule" || text == "random"))
            return;
        if (of == agent_parameter::type::belief_net && (text == "net" || text == "none")) return;
        if (of != agent_parameter::type::command)
            out.push_back(text);
        else
            for (auto& file : detail::files_of_command(text)) out.push_back(std::move(file));
    });
    return out;
}

std::vector<std::string> agent_spec::commands_without_files() const {
    std::vector<std::string> out;
    for_each_text([&](agent_parameter::type of, const std::string& text) {
        if (of == agent_parameter::type::command && detail::files_of_command(text).empty())
            out.push_back(text);
    });
    return out;
}

bool agent_spec::uses_shipped(agent_parameter::type kind_of_net) const {
    for (std::size_t i = 0; i < values_.size(); ++i) {
        const value& v = values_[i];
        if (kind_->parameters[i].of == kind_of_net && (v.text.empty() || v.text == "net"))
            return true;
        if (!v.agent.empty() && v.agent[0].uses_shipped(kind_of_net)) return true;
    }
    return false;
}

// FNV-1a, 64 bits: the text itself is kept beside the hash, which only has to be short. An agent is
// not the same when its files have changed, so what they hold is part of it.
std::string agent_spec::hash(const std::string& game) const {
    std::uint64_t h = 0xCBF29CE484222325;
    const auto add = [&](std::string_view text) {
        for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001B3;
    };
    add(toml());
    for (const std::string& file : files()) {
        std::ostringstream text;
        text << std::ifstream(file, std::ios::binary).rdbuf();
        add(fmt::format("{}\n{}\n", file, text.view().size()));
        add(text.view());
    }
    if (!game.empty() && uses_shipped(agent_parameter::type::net))
        if (const auto net = shipped_net(mu::game(game))) add("net\n" + net_checksum(*net));
    if (!game.empty() && uses_shipped(agent_parameter::type::belief_net))
        if (const auto net = shipped_net(mu::game(game), net_head::places))
            add("belief\n" + net_checksum(*net));
    return fmt::format("{:016x}", h);
}

}  // namespace mu
