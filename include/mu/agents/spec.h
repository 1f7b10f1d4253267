// Descriptions of agents: a kind and its parameters, as text.
//
//     short form   rule      blunder(p=0.1, inner=rule)      program(command="python3 bot.py")
//     TOML         kind = "blunder"
//                  p = 0.1
//                  [inner]
//                  kind = "rule"
//
// Both say the same. What is left out has its default; unknown kinds and keys, and values out of
// range, are refused with the choices (std::invalid_argument; parse_error for malformed text).
// Agents may be nested, deepest_agent levels at most.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <mu/cards/error.h>

namespace mu {

struct agent_parameter {
    // `net`: a file of a net; none or `net`: the one that comes with mu for the game; `rule`, and
    // `random` where chance may do: no net. `belief_net`: the same of a net that says where cards
    // lie; `none`: no net. `evidence`: keys that say which worlds are likely, for all agents inside
    // that draw worlds; they become theirs, so it has no value of its own.
    enum class type : std::uint8_t {
        number,
        whole,
        agent,
        command,
        file,
        net,
        belief_net,
        evidence
    };
    std::string key;
    type of = type::number;
    std::string preset;  // as text
    double least = 0, most = 0;
    std::string help;
};

struct agent_kind {
    std::string name;
    std::string help;
    bool cheats = false;  // sees all hands
    std::vector<agent_parameter> parameters;
};

// Levels of agents within agents, the outermost included.
inline constexpr int deepest_agent = 16;

// All kinds, by name.
const std::vector<agent_kind>& agent_kinds();

class agent_spec {
public:
    explicit agent_spec(std::string_view short_form);
    // `source` is named in errors.
    static agent_spec from_toml(std::string_view text, std::string_view source = "TOML");
    // A short form, or the name of a file that ends in .toml.
    static agent_spec from_argument(const std::string& argument);

    const agent_kind& kind() const { return *kind_; }
    bool cheats() const;  // it, or an agent inside it, sees all hands
    double number(std::string_view key) const;
    const agent_spec& inner(std::string_view key) const;
    const std::string& command(std::string_view key) const;
    const std::string& file(std::string_view key) const;  // as given; empty: none

    // Canonical: the short form with what differs from the defaults.
    std::string text() const;
    std::string toml() const;  // every parameter, but files only where they are not the default
    // 16 hexadecimal digits that stand for every parameter, given or default, and for the content
    // of the files that it or its commands name. For a game (by its spec), also of the nets that it
    // uses there without naming them.
    std::string hash(const std::string& game = "") const;
    // The files whose content is in the hash: those given as such, what a command names by a path
    // (relative to the working directory, or to where the command changes it with cd), and the
    // scripts it runs from PATH. Not what these use in turn.
    std::vector<std::string> files() const;
    // Whether it, or an agent inside it, asks the net that comes with mu, `net` or `belief_net`.
    bool uses_shipped(agent_parameter::type kind_of_net) const;
    // The commands that name no such file: if what they run changes, the hash does not.
    std::vector<std::string> commands_without_files() const;

    friend bool operator==(const agent_spec& a, const agent_spec& b) {
        return a.toml() == b.toml();
    }

private:
    struct value {
        double number = 0;
        std::vector<agent_spec> agent;  // one, or none
        std::string text;               // a command or a file
        bool given = false;             // not the default
    };

    // `depth`: how many agents this one is inside.
    agent_spec(const agent_kind& kind, int depth);
    agent_spec(std::string_view short_form, int depth);
    std::string toml_below(const std::string& path) const;
    static value read(const agent_parameter& p, std::string_view text, int depth);
    // Calls f(type, text) for the commands and files here and inside, where there are any.
    template <typename F>
    void for_each_text(const F& f) const;
    void read_evidence(std::string_view text, int depth);
    void hand_down(const agent_parameter& p, const value& v);
    bool give_inside(std::string_view key, const value& v);
    void forget_given();
    std::size_t place(std::string_view key) const;
    friend struct agent_reader;

    const agent_kind* kind_ = nullptr;
    std::vector<value> values_;  // in the order of kind().parameters
};

}  // namespace mu
