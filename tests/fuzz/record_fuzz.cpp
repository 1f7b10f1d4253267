// Arbitrary text through the parsers of the API. Bad input may only be refused as
// invalid_argument; what is accepted must print and read back to the same.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <nlohmann/json.hpp>

#include <mu/api/position.h>

namespace {

void expect(bool good) {
    if (!good) std::abort();
}

template <typename F>
void accept_or_refuse(F&& parse) {
    try {
        parse();
    } catch (const std::invalid_argument&) {
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    accept_or_refuse([&] {
        const mu::game g(text);
        expect(mu::game(g.spec()) == g);
    });
    accept_or_refuse([&] {
        const mu::position p = mu::replay(text);
        expect(mu::replay(p.record()) == p);
        expect(mu::replay_json(p.record_json()) == p);
    });
    accept_or_refuse([&] {
        const mu::position p = mu::parse_position(text);
        const mu::position q = mu::parse_position(p.state_text());
        expect(q.to_json() == p.to_json() && q.state_text() == p.state_text());
        // Whatever was accepted can be played to the end.
        mu::position play = p;
        for (int k = 0; k < 200 && !play.is_over(); ++k) play.apply(play.legal_actions().back());
        expect(play.is_over());
    });
    accept_or_refuse([&] {
        const auto json = nlohmann::ordered_json::parse(text, nullptr, false);
        if (!json.is_discarded()) mu::replay_json(json);
    });
    return 0;
}
