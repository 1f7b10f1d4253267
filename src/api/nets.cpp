#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <map>
#include <mutex>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <mu/api/nets.h>

#include "api/net_storage.h"

namespace mu {

struct net_file::content {
    std::string file;
    std::string header;
    const bit_layout* layout;
    net weights;
};

namespace {

static_assert(std::endian::native == std::endian::little, "files are read as they lie in memory");

constexpr std::string_view magic("mu-net\0\1", 8);  // its last byte is the version of the format
constexpr std::size_t most_header = std::size_t{1} << 20;

[[noreturn]] void refuse(const std::string& file, const std::string& what) {
    throw std::invalid_argument(fmt::format("{}: {}", file, what));
}

std::uint64_t word_at(std::string_view bytes, std::size_t at) {
    std::uint64_t out = 0;
    std::memcpy(&out, bytes.data() + at, sizeof out);
    return out;
}

// Of a whole number of words.
std::uint64_t checksum(std::string_view bytes) {
    std::uint64_t h = 0x6D752D6E65740001;
    for (std::size_t at = 0; at < bytes.size(); at += 8) {
        h = (h ^ word_at(bytes, at)) * 0x9E3779B97F4A7C15;
        h ^= h >> 29;
    }
    return h;
}

// What a header says, each member looked at once.
struct header_reader {
    const std::string& file;
    nlohmann::json header;

    const nlohmann::json& at(const char* key) const {
        const auto found = header.find(key);
        if (found == header.end()) refuse(file, fmt::format("its header has no '{}'", key));
        return *found;
    }
    std::string text(const char* key) const {
        if (!at(key).is_string()) refuse(file, fmt::format("'{}' of its header is no text", key));
        return at(key).get<std::string>();
    }
    int whole(const char* key) const {
        const auto& x = at(key);
        if (!x.is_number_integer() || x < 0 || x > net_shape::most_units)
            refuse(file, fmt::format("'{}' of its header is no whole number from 0 to {}", key,
                                     net_shape::most_units));
        return x.get<int>();
    }
    template <typename T>
    void same(const char* key, const T& is, const T& should) const {
        if (is != should)
            refuse(file, fmt::format("it was made for {} {}, and this mu has {}", key, is, should));
    }
};

std::string_view name_of(net_head head) { return head == net_head::values ? "values" : "places"; }

const bit_layout& layout_of_header(const header_reader& h, net_head head) {
    const std::string variant = h.text("variant");
    const auto& all = bit_layouts();
    const auto found = std::ranges::find(all, variant, &bit_layout::variant);
    if (found == all.end()) {
        std::vector<std::string_view> known;
        for (const bit_layout& l : all) known.push_back(l.variant);
        refuse(h.file, fmt::format("a net for the unknown game '{}'; games: {}", variant,
                                   fmt::join(known, ", ")));
    }
    h.same("layout", h.text("layout"), std::string("canonical"));
    h.same("layout_version", h.whole("layout_version"), found->version);
    h.same("inputs", h.whole("inputs"), found->inputs);
    if (h.at("heads") != nlohmann::json::array({name_of(head)}))
        refuse(h.file,
               fmt::format(R"(its heads are {}, not ["{}"])", h.at("heads").dump(), name_of(head)));
    if (head == net_head::places) {
        h.same("outputs", h.whole("outputs"), found->cards * found->places);
        return *found;
    }
    h.same("actions", h.whole("actions"), found->actions);
    if (!h.at("scale").is_number()) refuse(h.file, "'scale' of its header is no number");
    h.same("scale", h.at("scale").get<double>(), found->scale);
    return *found;
}

std::string name_in_folder(const bit_layout& layout, net_head head) {
    return fmt::format("{}{}.munet", head == net_head::places ? "beliefs/" : "", layout.variant);
}

// The last word of a file, as text.
std::string checksum_text(std::string_view bytes) {
    return fmt::format("{:016x}", word_at(bytes, bytes.size() - 8));
}

// What stands before the name of a net that was given as bytes.
constexpr std::string_view given_prefix = "given:";

// The text of the header, its end.
std::string_view framed_header(const std::string& file, std::string_view bytes) {
    if (bytes.size() < magic.size() || !bytes.starts_with(magic.substr(0, 7)))
        refuse(file, "is no net: it does not begin with 'mu-net'");
    if (bytes[7] != magic[7])
        refuse(file, fmt::format("is a net of format {}, and this mu reads format {}",
                                 int{static_cast<unsigned char>(bytes[7])}, int{magic[7]}));
    if (bytes.size() % 8 != 0 || bytes.size() < 24)
        refuse(file, fmt::format("is cut off or damaged: {} bytes are no whole number of words",
                                 bytes.size()));
    if (word_at(bytes, bytes.size() - 8) != checksum(bytes.substr(0, bytes.size() - 8)))
        refuse(file, "is cut off or damaged: its last word is not the checksum of the others");
    const std::uint64_t length = word_at(bytes, 8);
    if (length % 8 != 0 || length > most_header || length > bytes.size() - 24)
        refuse(file, fmt::format("a header of {} bytes does not fit in it", length));
    return bytes.substr(16, static_cast<std::size_t>(length));
}

}  // namespace

std::shared_ptr<const net_file::content> net_file::content_in(const std::string& file,
                                                              std::string_view bytes,
                                                              net_head head) {
    const std::string_view text = framed_header(file, bytes);
    header_reader h{file, nlohmann::json::parse(text, nullptr, false)};
    if (!h.header.is_object()) refuse(file, "its header is no JSON object");
    const bit_layout& layout = layout_of_header(h, head);
    const net_shape shape{
        .inputs = layout.inputs,
        .actions = head == net_head::values ? layout.actions : layout.cards * layout.places,
        .hidden = h.whole("hidden"),
        .layers = h.whole("layers")};
    if (!shape.is_possible())
        refuse(file,
               fmt::format("{} hidden layers of {} units are no net", shape.layers, shape.hidden));
    const std::size_t from = 16 + text.size(), size = bytes.size() - 8 - from,
                      should = (2 * shape.weights() + 7) / 8 * 8;
    if (size != should)
        refuse(file,
               fmt::format("its weights take {} bytes, and those of its header {}", size, should));
    std::vector<std::uint16_t> halves(should / 2);
    std::memcpy(halves.data(), bytes.data() + from, size);
    const auto filled = std::span(halves).subspan(shape.weights());
    if (std::ranges::any_of(filled, [](std::uint16_t half) { return half != 0; }))
        refuse(file, "what fills its last word is not zero");
    try {
        return std::make_shared<const content>(content{
            file, h.header.dump(), &layout, net(shape, std::span(halves).first(shape.weights()))});
    } catch (const std::invalid_argument& e) {
        refuse(file, e.what());
    }
}

// Nets that were given as bytes, by their names.
struct net_file::given_nets {
    struct one {
        std::shared_ptr<const content> is;
        std::string checksum;
    };
    std::mutex lock;
    std::map<std::string, one, std::less<>> all;

    static given_nets& here() {
        static given_nets nets;
        return nets;
    }
    static std::optional<one> find(std::string_view file) {
        given_nets& nets = here();
        if (!file.starts_with(given_prefix)) return std::nullopt;
        const std::scoped_lock hold(nets.lock);
        const auto found = nets.all.find(file.substr(given_prefix.size()));
        if (found == nets.all.end()) return std::nullopt;
        return found->second;
    }
};

std::shared_ptr<const net_file::content> net_file::content_of(const std::string& file,
                                                              net_head head) {
    return content_in(file, detail::net_bytes(file), head);
}

std::shared_ptr<const net_file::content> net_file::content_for(const game& g,
                                                               const std::string& file,
                                                               net_head head) {
    struct known {
        detail::file_stamp stamp;
        std::weak_ptr<const content> is;
    };
    static std::mutex lock;
    static std::map<std::pair<net_head, std::string>, known> all;
    const bit_layout& layout = layout_of(g);
    const std::string& name = file.empty() ? find_net(g, head) : file;
    std::shared_ptr<const content> is;
    if (auto given = given_nets::find(name)) {
        is = std::move(given->is);
    } else {
        const auto stamp = detail::stamp_of(name);
        const std::scoped_lock hold(lock);
        known& k = all[{head, name}];
        is = k.is.lock();
        if (!is || !stamp || k.stamp != *stamp) {
            is = content_of(name, head);
            k = {stamp.value_or(detail::file_stamp{}), is};
        }
    }
    if (is->layout != &layout)
        refuse(name, fmt::format("a net for {}, and this is {}: {}", is->layout->variant,
                                 layout.variant, g.spec()));
    return is;
}

void add_net(const std::string& name, std::string_view bytes) {
    constexpr std::string_view beliefs = "beliefs/";
    const net_head head = name.starts_with(beliefs) ? net_head::places : net_head::values;
    auto is = net_file::content_in(name, bytes, head);
    const std::string should = name_in_folder(*is->layout, head);
    if (name != should)
        refuse(name, fmt::format("a net for {}, whose name is {}", is->layout->variant, should));
    auto& given = net_file::given_nets::here();
    const std::scoped_lock hold(given.lock);
    given.all[name] = {std::move(is), checksum_text(bytes)};
}

void remove_net(const std::string& name) {
    auto& given = net_file::given_nets::here();
    const std::scoped_lock hold(given.lock);
    given.all.erase(name);
}

std::string net_name(const game& g, net_head head) { return name_in_folder(layout_of(g), head); }

const std::string& net_file::file() const { return kept->file; }
const std::string& net_file::header() const { return kept->header; }
const bit_layout& net_file::layout() const { return *kept->layout; }
const net& net_file::weights() const { return kept->weights; }
std::shared_ptr<const net> net_file::shared_weights() const { return {kept, &kept->weights}; }

game_net game_net::read(const std::string& file) {
    return game_net(content_of(file, net_head::values));
}
game_net game_net::read(std::string_view bytes, const std::string& name) {
    return game_net(content_in(name, bytes, net_head::values));
}
game_net game_net::of(const game& g, const std::string& file) {
    return game_net(content_for(g, file, net_head::values));
}
belief_net belief_net::read(const std::string& file) {
    return belief_net(content_of(file, net_head::places));
}
belief_net belief_net::of(const game& g, const std::string& file) {
    return belief_net(content_for(g, file, net_head::places));
}

std::vector<std::vector<net_value>> game_net::values(std::span<const seat_view> views) const {
    std::vector<std::vector<net_value>> out(views.size());
    std::vector<std::vector<action>> names(views.size());
    std::vector<std::uint64_t> bits;
    for (std::size_t i = 0; i < views.size(); ++i) {
        if (&layout_of(views[i].game()) != kept->layout)
            throw std::invalid_argument(fmt::format("a net for {} and a view of {}",
                                                    kept->layout->variant, views[i].game().spec()));
        observation o = observe(views[i]);
        bits.insert(bits.end(), o.bits.begin(), o.bits.end());
        names[i] = std::move(o.names);
    }
    const auto actions = static_cast<std::size_t>(kept->layout->actions);
    std::vector<float> values(views.size() * actions);
    kept->weights.values(bits, values);
    for (std::size_t i = 0; i < views.size(); ++i) {
        const action_set legal = views[i].legal();
        for (std::size_t k = 0; k < names[i].size(); ++k)
            out[i].push_back({legal.nth(static_cast<int>(k)),
                              kept->layout->scale * double{values[i * actions + names[i][k]]}});
    }
    return out;
}

std::vector<net_value> game_net::values(const seat_view& v) const {
    return std::move(values(std::span(&v, 1)).front());
}

action game_net::choose(const seat_view& v) const {
    const auto all = values(v);
    return std::ranges::max_element(all, {}, &net_value::value)->what;
}

std::optional<std::string> shipped_net(const game& g, net_head head) {
    std::string name;
    try {
        name = net_name(g, head);
    } catch (const std::invalid_argument&) {
        return std::nullopt;  // a game that is not in games/registry.h
    }
    std::string given = std::string(given_prefix) + name;
    if (net_file::given_nets::find(given)) return given;
    return detail::net_in_folders(name);
}

std::string net_checksum(const std::string& file) {
    if (const auto given = net_file::given_nets::find(file)) return given->checksum;
    return checksum_text(detail::last_word_of_net(file));
}

bool net_fits(const game& g, net_head head) {
    // How long a match is and who deals what to whom; the deck is part of the layout.
    static constexpr auto of_a_match = std::to_array<std::string_view>(
        {"boards", "deals", "deck", "finish", "game", "gathered_deal", "joker", "players", "rubber",
         "sevens", "target", "vul"});
    const auto file = shipped_net(g, head);
    if (!file) return false;
    const auto is = net_file::content_for(g, *file, head);
    const auto header = nlohmann::json::parse(is->header);
    const auto said = header.find("game");
    if (said == header.end() || !said->is_string()) refuse(*file, "its header names no game");
    const game trained = [&] {
        try {
            return game(said->get<std::string>());
        } catch (const std::invalid_argument& e) {
            refuse(*file, e.what());
        }
    }();
    return trained.info().name == g.info().name &&
           std::ranges::all_of(g.info().options, [&](const option_info& o) {
               return std::ranges::find(of_a_match, o.key) != of_a_match.end() ||
                      g.option(o.key) == trained.option(o.key);
           });
}

std::string find_net(const game& g, net_head head) {
    if (auto found = shipped_net(g, head)) return *found;
    throw std::invalid_argument(fmt::format("there is no net {} for {}; looked in {}",
                                            net_name(g, head), g.spec(),
                                            fmt::join(net_folders(), ", ")));
}

}  // namespace mu
