// Nets in files, and what they make of a view.
//
//     const mu::game_net by = mu::game_net::of(game);     // the one that comes with mu
//     for (const mu::net_value& v : by.values(view)) ...   // points that each legal action is
//     worth
//
// A file is made by the trainer; docs/algorithms/learning.md has its format. It names the game and
// the layout of bits that it was trained with, and is refused for any other.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <mu/api/observation.h>
#include <mu/nn/net.h>

namespace mu {

struct net_value {
    action what = 0;
    double value = 0;  // points of the deal for the side to act, less those of the others
};

class game_net {
public:
    // A file that is damaged, of another format, or made for another layout than this build has is
    // refused: std::invalid_argument, which names it, what is wrong and what was expected.
    static game_net read(const std::string& file);
    // The same for a game; without a file the one that comes with mu (find_net). It is read once
    // and shared as long as somebody has it and the file does not change.
    static game_net of(const game& g, const std::string& file = "");

    const std::string& file() const;
    const std::string& header() const;  // as JSON: how it was trained, how it plays
    const bit_layout& layout() const;
    const net& weights() const;
    std::shared_ptr<const net> shared_weights() const;

    // Of each legal action, ascending. REQUIRES (std::invalid_argument): a seat's view in a game
    // with the net's layout.
    std::vector<net_value> values(const seat_view& v) const;
    std::vector<std::vector<net_value>> values(std::span<const seat_view> views) const;
    // The action of the greatest value, the lowest of equal ones. REQUIRES: the seat is to act.
    action choose(const seat_view& v) const;

private:
    struct content;
    explicit game_net(std::shared_ptr<const content> of) : of_(std::move(of)) {}
    std::shared_ptr<const content> of_;
};

// Where nets are looked for, the first one first: the folder that the environment variable MU_NETS
// names, those of add_net_folder, share/mu/nets beside the folder of the running program, the same
// below the prefix that mu was built for, nets/ of the sources that it was built from.
std::vector<std::string> net_folders();
// For a program that brings nets along, such as an installed Python package.
void add_net_folder(const std::string& folder);
// The file <variant>.munet of the first folder that has it. std::invalid_argument, with the places
// looked at, if none has. `shipped_net` returns nothing then.
std::string find_net(const game& g);
std::optional<std::string> shipped_net(const game& g);
// The checksum that a file ends with, as text: enough to tell files apart that can be read.
std::string net_checksum(const std::string& file);

}  // namespace mu
