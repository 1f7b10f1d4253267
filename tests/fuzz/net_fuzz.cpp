// Any bytes as a net. The first byte says what the others are: a whole file; or the text of a
// header, with weights of the number that it asks for behind it and a good checksum, for no fuzzer
// guesses those. Refused as std::invalid_argument that names the file, or a net that can be asked.
#include <fstream>
#include <map>

#include <unistd.h>

#include <mu/api/beliefs.h>
#include <mu/api/nets.h>

#include "fuzz/fuzz.h"
#include "support/nets.h"

using namespace mu;

namespace {

// A file in memory that goes away with the program.
const std::string& file() {
    static const std::string path = [] {
        std::atexit([] { ::unlink(file().c_str()); });
        return "/dev/shm/mu_net_fuzz_" + std::to_string(::getpid());
    }();
    return path;
}

// A view of a game that a net of this layout is for, with something to choose.
const seat_view& view_for(const bit_layout& l) {
    static const std::map<std::string_view, seat_view> all = [] {
        std::map<std::string_view, seat_view> out;
        for (const game& g : fuzz::all_games()) {
            rng generator(1);
            const position p = g.deal(generator);
            out.emplace(layout_of(g).variant, p.view(p.to_act()));
        }
        return out;
    }();
    return all.at(l.variant);
}

template <typename Net>
std::optional<Net> read_net() {
    try {
        return Net::read(file());
    } catch (const std::invalid_argument& e) {
        fuzz::expect(std::string_view(e.what()).starts_with(file() + ": "));
        return std::nullopt;
    }
}

void check_file(std::string_view bytes) {
    std::ofstream(file(), std::ios::binary) << bytes;
    const auto by = read_net<game_net>();
    const auto where = read_net<belief_net>();
    fuzz::expect(!by || !where);
    if (by) {
        fuzz::expect(nlohmann::json::parse(by->header()).is_object());
        const seat_view& v = view_for(by->layout());
        fuzz::expect(by->values(v).size() == v.legal_actions().size());
        fuzz::expect(v.legal().contains(by->choose(v)));
    }
    if (where) {
        const beliefs b(view_for(where->layout()), where->shared_weights());
        fuzz::expect(b.chances(evidence::net).size() == b.places().size());
    }
}

// As many weights as a net of this header has, if they are few.
std::vector<std::uint16_t> weights_for(const std::string& header, std::uint64_t seed) {
    const auto h = nlohmann::json::parse(header, nullptr, false);
    if (!h.is_object()) return {};
    const auto whole = [&](const char* key) {
        const auto found = h.find(key);
        return found != h.end() && found->is_number_integer() && *found > 0 && *found <= 8
                   ? found->get<int>()
                   : 0;
    };
    for (const bit_layout& l : bit_layouts()) {
        if (h.value("variant", nlohmann::json()) != l.variant) continue;
        const auto head = h.contains("outputs") ? net_head::places : net_head::values;
        const net_shape shape = test::shape_for(l, whole("hidden"), whole("layers"), head);
        rng generator(seed);
        if (shape.is_possible()) return test::random_halves(shape.weights(), generator);
    }
    return {};
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string text(fuzz::text_of(data + 1, size - 1));
    check_file(data[0] % 2 == 0 ? text : test::net_bytes::framed(text, weights_for(text, data[0])));
    return 0;
}
