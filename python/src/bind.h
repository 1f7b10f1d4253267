// What the files of the extension share. Each binds one topic; module.cpp calls them in order.
//
// Rules that all of them keep: what takes long runs without the interpreter lock and ends when the
// user presses Ctrl-C (interruptible()); what works without the lock works on copies; text goes in
// and out as the C++ API has it, and bad input is a ValueError with its message.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>
#include <nanobind/typing.h>

#include <mu/api/position.h>
#include <mu/cards/rng.h>

namespace mu {
struct advice;
struct review;
}  // namespace mu

namespace mu::python {

namespace nb = nanobind;
using namespace nb::literals;

// For signatures that tell a type checker more.
using int_list = nb::typed<nb::list, int>;
using json_object = nb::typed<nb::dict, nb::str, nb::any>;
using progress_function = nb::typed<nb::callable, void(std::uint64_t, std::uint64_t)>;

void bind_cards(nb::module_& m);
void bind_games(nb::module_& m);
void bind_solve(nb::module_& m);
void bind_beliefs(nb::module_& m);
void bind_agents(nb::module_& m);
void bind_arena(nb::module_& m);
void bind_nets(nb::module_& m);
void bind_pool(nb::module_& m);
void bind_search(nb::module_& m);
void bind_teach(nb::module_& m);
void bind_vector(nb::module_& m);
void bind_whist(nb::module_& m);

// The generator behind every call that is given no seed; mu.seed() sets it. Used under the
// interpreter lock alone.
rng& package_rng();
// A generator of one's own: of the seed, or from the package's.
inline rng rng_of(std::optional<std::uint64_t> seed) {
    return rng(seed ? *seed : package_rng().next());
}

// A point in time so many seconds from now; the end of time if nothing limits it. A negative number
// is a ValueError.
std::chrono::steady_clock::time_point deadline_of(std::optional<double> seconds);

// Seats, actions and cards come in as any integer, so that one out of range is a ValueError that
// says what there is, not a TypeError.
seat seat_of(const game& g, std::int64_t number);
action action_of(const game& g, std::int64_t number);

// The most actions that a deal can take (games/bounds.h); a ValueError where that is not known.
int longest_deal(const game& g);

// As Python writes it.
inline std::string quoted(const std::string& text) { return nb::repr(nb::cast(text)).c_str(); }

// Objects of a class are pickled as a tuple of these members.
template <typename T, typename... Rest, typename... Member>
void pickle_members(nb::class_<T, Rest...>& of, Member T::*... members) {
    of.def("__getstate__", [=](const T& x) {
          return std::tuple<Member...>(x.*members...);
      }).def("__setstate__", [=](T& x, const std::tuple<Member...>& from) {
        new (&x) T{};
        std::apply([&](const Member&... value) { ((x.*members = value), ...); }, from);
    });
}

// As JSON text: json.cpp alone includes the library.
std::string json_text(const game& g);
std::string json_text(const position& p);
std::string json_text(const seat_view& v);
std::string json_text(const position& p, const review& r);
std::string json_text(const seat_view& v, const advice& a);

// --- Long calls --------------------------------------------------------------------------------

// Runs work(stop) without the interpreter lock. Meanwhile `look` is called now and then, with the
// lock; an exception of its, such as KeyboardInterrupt, sets the flag `stop` and comes out of here
// once the work has ended.
void run_interruptible(const std::function<void(const std::atomic<bool>&)>& work,
                       const std::function<void()>& look);

// The same for work that returns something.
template <typename Work>
auto interruptible(Work&& work, const std::function<void()>& look = nullptr) {
    std::optional<std::invoke_result_t<Work&, const std::atomic<bool>&>> out;
    run_interruptible([&](const std::atomic<bool>& stop) { out.emplace(work(stop)); }, look);
    return *std::move(out);
}

}  // namespace mu::python
