// The teacher: what decisions cost, and why; and what calls mean. As JSON text: python/mu/teach.py
// and calls.py make classes of it.
#include <mu/api/meanings.h>
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

nlohmann::ordered_json json_of(const seat_view& v, const said_call& c) {
    return {{"seat", index(c.who)},
            {"action", int{c.call}},
            {"call", v.action_text(c.call)},
            {"text", c.text},
            {"facts", c.facts}};
}

std::invalid_argument no_meanings(const seat_view& v) {
    return std::invalid_argument("the calls of " + v.game().info().name +
                                 " have no meanings that could be told; those of bridge have");
}

std::string meanings_text(const seat_view& v, const std::string& system) {
    const auto said = call_meanings(v);
    if (!said) throw no_meanings(v);
    auto out = nlohmann::ordered_json::array();
    for (const said_call& c : system.empty() ? *said : call_system(v.game(), system).meanings(v))
        out.push_back(json_of(v, c));
    return out.dump();
}

std::string meaning_text(const seat_view& v, std::int64_t call, const std::string& system) {
    if (!call_meanings(v)) throw no_meanings(v);
    const action a = action_of(v.game(), call);
    const auto said =
        system.empty() ? meaning_of_call(v, a) : call_system(v.game(), system).meaning(v, a);
    if (!said) throw std::invalid_argument("the observer of this view is not to call");
    return json_of(v, *said).dump();
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
    m.def("_meanings", &meanings_text, "view"_a, "system"_a,
          "What every call so far means, as JSON text.");
    m.def("_meaning", &meaning_text, "view"_a, "call"_a, "system"_a,
          "What the observer would say with a call, as JSON text.");
}

}  // namespace mu::python
