// The systems that come with the library.

#include <mu/games/bridge/bidding.h>

namespace mu {

namespace {

struct system_file {
    std::string_view name, text;
};
constexpr auto system_files = std::to_array<system_file>({
#include "mu_systems.inc"
});

}  // namespace

const bidding_system& natural_system() {
    static const bidding_system natural = [] {
        for (const system_file& f : system_files)
            if (f.name == "natural") return bidding_system::parse(f.text);
        return bidding_system::parse("");
    }();
    return natural;
}

}  // namespace mu
