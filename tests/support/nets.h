// Nets with random weights, for tests.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>
#include <unistd.h>

#include <mu/api/nets.h>
#include <mu/cards/rng.h>

namespace mu::test {

// Halves of both signs between 2^-9 and 1/2.
inline std::vector<std::uint16_t> random_halves(std::size_t n, rng& r) {
    std::vector<std::uint16_t> out(n);
    for (auto& h : out) h = static_cast<std::uint16_t>((r() & 0x83FF) | (6 + r.below(8)) << 10);
    return out;
}

inline double double_of_half(std::uint16_t h) {
    const int exponent = h >> 10 & 31, fraction = h & 0x3FF;
    const double size =
        exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
    return (h & 0x8000) != 0 ? -size : size;
}

struct net_bytes {
    nlohmann::ordered_json header;
    std::vector<std::uint16_t> halves;

    // With what is wrong in the weights or the header, but a good checksum.
    std::string file() const { return framed(header.dump(), halves); }
    // The same of a header that may be anything.
    static std::string framed(std::string text, const std::vector<std::uint16_t>& halves) {
        std::string out("mu-net\0\1", 8);
        text.resize((text.size() + 7) / 8 * 8, ' ');
        const auto add_word = [&](std::uint64_t w) {
            out.append(reinterpret_cast<const char*>(&w), sizeof w);
        };
        add_word(text.size());
        out += text;
        out.append(reinterpret_cast<const char*>(halves.data()), 2 * halves.size());
        out.resize((out.size() + 7) / 8 * 8, '\0');
        add_word(checksum(out));
        return out;
    }
    static std::uint64_t checksum(std::string_view of) {
        std::uint64_t h = 0x6D752D6E65740001;
        for (std::size_t at = 0; at < of.size(); at += 8) {
            std::uint64_t w = 0;
            std::memcpy(&w, of.data() + at, 8);
            h = (h ^ w) * 0x9E3779B97F4A7C15;
            h ^= h >> 29;
        }
        return h;
    }
};

inline net_shape shape_for(const bit_layout& l, int hidden, int layers,
                           net_head head = net_head::values) {
    return {.inputs = l.inputs,
            .actions = head == net_head::values ? l.actions : l.cards * l.places,
            .hidden = hidden,
            .layers = layers};
}

inline net_bytes random_net(const bit_layout& l, int hidden, int layers, std::uint64_t seed) {
    rng r(seed);
    return {.header = {{"game", std::string(l.variant.substr(0, l.variant.find('_')))},
                       {"variant", std::string(l.variant)},
                       {"layout", "canonical"},
                       {"layout_version", l.version},
                       {"inputs", l.inputs},
                       {"actions", l.actions},
                       {"scale", l.scale},
                       {"hidden", hidden},
                       {"layers", layers},
                       {"heads", {"values"}},
                       {"training", {{"seconds", 0}}}},
            .halves = random_halves(shape_for(l, hidden, layers).weights(), r)};
}

inline net_bytes random_belief_net(const bit_layout& l, int hidden, int layers,
                                   std::uint64_t seed) {
    rng r(seed);
    net_bytes out = random_net(l, hidden, layers, seed);
    out.header.erase("actions");
    out.header.erase("scale");
    out.header["outputs"] = l.cards * l.places;
    out.header["heads"] = {"places"};
    out.halves = random_halves(shape_for(l, hidden, layers, net_head::places).weights(), r);
    return out;
}

// A folder that is removed with what is in it.
class net_folder {
public:
    net_folder() {
        static int number = 0;
        path_ = std::filesystem::temp_directory_path() /
                ("mu-nets-" + std::to_string(::getpid()) + "-" + std::to_string(number++));
        std::filesystem::create_directories(path_);
    }
    ~net_folder() {
        std::error_code failed;
        std::filesystem::remove_all(path_, failed);
    }
    net_folder(const net_folder&) = delete;
    net_folder& operator=(const net_folder&) = delete;

    std::string path() const { return path_.string(); }
    std::string put(const std::string& name, const std::string& bytes) const {
        const std::string file = (path_ / name).string();
        std::ofstream(file, std::ios::binary) << bytes;
        return file;
    }

private:
    std::filesystem::path path_;
};

// While it lives, every game has a small random net of each head.
class random_nets {
public:
    explicit random_nets(std::uint64_t seed = 1) {
        std::filesystem::create_directories(in_.path() + "/beliefs");
        for (const bit_layout& l : bit_layouts()) {
            const std::string name = std::string(l.variant) + ".munet";
            in_.put(name, random_net(l, 16, 2, seed).file());
            in_.put("beliefs/" + name, random_belief_net(l, 16, 2, seed).file());
        }
        ::setenv("MU_NETS", in_.path().c_str(), 1);
    }
    ~random_nets() { ::unsetenv("MU_NETS"); }
    random_nets(const random_nets&) = delete;
    random_nets& operator=(const random_nets&) = delete;

    std::string file(const std::string& variant) const {
        return in_.path() + "/" + variant + ".munet";
    }

private:
    net_folder in_;
};

}  // namespace mu::test
