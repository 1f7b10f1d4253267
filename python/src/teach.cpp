// The teacher: what decisions cost, and why. As JSON text: python/mu/teach.py makes classes of it.
#include <mu/teach/teacher.h>

#include "bind.h"

namespace mu::python {
namespace {

teach_settings settings_of(std::uint64_t worlds, std::optional<double> seconds, std::uint64_t nodes,
                           std::uint64_t seed, unsigned threads) {
    teach_settings how{.worlds = worlds, .seed = seed, .threads = threads, .nodes = nodes};
    if (seconds) {
        if (!(*seconds > 0)) throw std::invalid_argument("seconds have to be above 0");
        how.ms = 1000 * *seconds;
    }
    return how;
}

}  // namespace

void bind_teach(nb::module_& m) {
    m.def(
        "_review",
        [](const position& deal, std::uint64_t worlds, std::optional<double> seconds,
           std::uint64_t nodes, std::uint64_t seed, unsigned threads,
           std::optional<std::int64_t> seat) {
            teach_settings how = settings_of(worlds, seconds, nodes, seed, threads);
            if (seat) how.only = seat_of(deal.game(), *seat);
            return interruptible([&, copy = deal](const std::atomic<bool>& stop) {
                how.stop = &stop;
                return json_text(copy, review_deal(copy, how));
            });
        },
        "deal"_a, "worlds"_a, "seconds"_a.none(), "nodes"_a, "seed"_a, "threads"_a, "seat"_a.none(),
        "Every decision of a deal, as JSON text.");
    m.def(
        "_advise",
        [](const seat_view& v, std::uint64_t worlds, std::optional<double> seconds,
           std::uint64_t seed, unsigned threads) {
            teach_settings how = settings_of(worlds, seconds, 0, seed, threads);
            return interruptible([&, copy = v](const std::atomic<bool>& stop) {
                how.stop = &stop;
                return json_text(copy, teacher(copy.game(), how).advise(copy));
            });
        },
        "view"_a, "worlds"_a, "seconds"_a.none(), "seed"_a, "threads"_a,
        "What the observer should do, as JSON text.");
}

}  // namespace mu::python
