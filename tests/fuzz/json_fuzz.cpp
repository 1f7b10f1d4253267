// Any JSON as a record: refused, or a position that works.
#include "fuzz/fuzz.h"

using namespace mu;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = fuzz::text_of(data, size);
    const auto json = nlohmann::ordered_json::parse(text, nullptr, false);
    if (json.is_discarded()) return 0;
    try {
        replay_json(json);
    } catch (const std::invalid_argument&) {
        return 0;
    }
    fuzz::check_dealt(replay_json(json));
    return 0;
}
