// Nets in files, and what they make of a view.
//
//     const mu::game_net by = mu::game_net::of(game);     // the one that comes with mu
//     for (const mu::net_value& v : by.values(view)) ...   // points that each legal action is
//     worth
//
//     mu::beliefs b(view, mu::belief_net::of(game).shared_weights());
//     b.chances(mu::evidence::net);           // where a net thinks that the cards lie
//
// A file is made by the trainer; docs/algorithms/learning.md has its format. It names the game, the
// layout of bits and what its outputs are, and is refused for anything else.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <mu/api/observation.h>
#include <mu/nn/net.h>

namespace mu {

struct net_value {
    action what = 0;
    double value = 0;  // points of the deal for the side to act, less those of the others
};

// What the outputs of a net are.
enum class net_head : std::uint8_t {
    values,  // what each action is worth
    places   // how likely each card lies in each place (nn/places.h)
};

// A file that has been read.
class net_file {
public:
    const std::string& file() const;
    const std::string& header() const;  // as JSON: how it was trained, how it plays
    const bit_layout& layout() const;
    const net& weights() const;
    std::shared_ptr<const net> shared_weights() const;

protected:
    struct content;
    explicit net_file(std::shared_ptr<const content> of) : kept(std::move(of)) {}
    ~net_file() = default;
    net_file(const net_file&) = default;
    net_file(net_file&&) = default;
    net_file& operator=(const net_file&) = default;
    net_file& operator=(net_file&&) = default;

    // A file that is damaged, of another format, or made for another layout or head than asked for
    // is refused: std::invalid_argument, which names it, what is wrong and what was expected.
    static std::shared_ptr<const content> content_of(const std::string& file, net_head head);
    // The same of what stands in a file. `file` is named in errors.
    static std::shared_ptr<const content> content_in(const std::string& file,
                                                     std::string_view bytes, net_head head);
    // The same for a game; without a file the one that comes with mu (find_net). It is read once
    // and shared as long as somebody has it and the file does not change.
    static std::shared_ptr<const content> content_for(const game& g, const std::string& file,
                                                      net_head head);

    std::shared_ptr<const content> kept;

private:
    struct given_nets;
    friend void add_net(const std::string& name, std::string_view bytes);
    friend void remove_net(const std::string& name);
    friend std::optional<std::string> shipped_net(const game& g, net_head head);
    friend std::string net_checksum(const std::string& file);
    friend bool net_fits(const game& g, net_head head);
};

// Says what actions are worth.
class game_net : public net_file {
public:
    static game_net read(const std::string& file);
    // From what stands in a file; `name` is its file() and named in errors.
    static game_net read(std::string_view bytes, const std::string& name);
    static game_net of(const game& g, const std::string& file = "");

    // Of each legal action, ascending. REQUIRES (std::invalid_argument): a seat's view in a game
    // with the net's layout.
    std::vector<net_value> values(const seat_view& v) const;
    std::vector<std::vector<net_value>> values(std::span<const seat_view> views) const;
    // The action of the greatest value, the lowest of equal ones. REQUIRES: the seat is to act.
    action choose(const seat_view& v) const;

private:
    explicit game_net(std::shared_ptr<const content> of) : net_file(std::move(of)) {}
};

// Says where the cards lie that a seat does not see: for mu::beliefs and the evidence of searches.
class belief_net : public net_file {
public:
    static belief_net read(const std::string& file);
    static belief_net of(const game& g, const std::string& file = "");

private:
    explicit belief_net(std::shared_ptr<const content> of) : net_file(std::move(of)) {}
};

// The name of a game's net in a folder of nets: "contree.munet", "beliefs/contree.munet".
std::string net_name(const game& g, net_head head = net_head::values);
// For a program without files: a net of this name, as its bytes. It comes before those of folders.
// std::invalid_argument, as for a file, or if the name is that of another net.
void add_net(const std::string& name, std::string_view bytes);
void remove_net(const std::string& name);
// Where nets are looked for, the first one first: the folder that the environment variable MU_NETS
// names, those of add_net_folder, share/mu/nets beside the folder of the running program, the same
// below the prefix that mu was built for, nets/ of the sources that it was built from.
std::vector<std::string> net_folders();
// For a program that brings nets along, such as an installed Python package.
void add_net_folder(const std::string& folder);
// The net_name() of the first folder that has it; "given:contree.munet" for a net of add_net().
// std::invalid_argument, with the places looked at, if none has. `shipped_net` returns nothing
// then.
std::string find_net(const game& g, net_head head = net_head::values);
std::optional<std::string> shipped_net(const game& g, net_head head = net_head::values);
// Whether there is one, and it was trained by these rules: in the game that its header names every
// option is the same, those aside that concern a match alone.
bool net_fits(const game& g, net_head head = net_head::values);
// The checksum that a file ends with, as text: enough to tell files apart that can be read.
std::string net_checksum(const std::string& file);

}  // namespace mu
