// The extension: what it is made of, how errors become exceptions, and how long calls are run.
#include <future>
#include <thread>

#include <mu/api/build.h>
#include <mu/cards/error.h>
#include <mu/pool/header.h>

#include "bind.h"

namespace mu::python {
namespace {

const auto main_thread = std::this_thread::get_id();  // the one that runs signal handlers

// Bad input is a ValueError. nanobind translates std::invalid_argument by itself; what the API
// calls a std::logic_error (nothing to undo) is the caller's doing as well.
void bind_errors(nb::module_& m) {
    nb::register_exception_translator([](const std::exception_ptr& p, void*) {
        try {
            std::rethrow_exception(p);
        } catch (const std::out_of_range& e) {
            PyErr_SetString(PyExc_IndexError, e.what());
        } catch (const std::logic_error& e) {
            PyErr_SetString(PyExc_ValueError, e.what());
        }
    });
    nb::exception<illegal_action>(m, "IllegalAction", PyExc_ValueError).attr("__doc__") =
        "An action that the rules forbid. The message names the rule and the legal choices.";
    nb::exception<parse_error>(m, "ParseError", PyExc_ValueError).attr("__doc__") =
        "Text that could not be read. The message points at the character.";
    nb::exception<pool_error>(m, "PoolError", PyExc_ValueError).attr("__doc__") =
        "A file that is not the pool it should be. The message names the file and the place.";
}

}  // namespace

void run_interruptible(const std::function<void(const std::atomic<bool>&)>& work,
                       const std::function<void()>& look) {
    std::atomic<bool> stop{false};
    if (!look && std::this_thread::get_id() != main_thread) {  // no signal comes here
        const nb::gil_scoped_release free;
        work(stop);
        return;
    }
    std::packaged_task<void()> task([&] { work(stop); });
    std::future<void> answer = task.get_future();
    std::exception_ptr trouble;
    {
        const nb::gil_scoped_release free;
        const std::jthread worker(std::move(task));
        while (!trouble &&
               answer.wait_for(std::chrono::milliseconds(50)) != std::future_status::ready) {
            const nb::gil_scoped_acquire held;
            try {
                if (PyErr_CheckSignals() != 0) throw nb::python_error();
                if (look) look();
            } catch (...) {
                trouble = std::current_exception();
                stop = true;
            }
        }
    }  // waits for the worker
    if (trouble) std::rethrow_exception(trouble);
    answer.get();
}

std::chrono::steady_clock::time_point deadline_of(std::optional<double> seconds) {
    using clock = std::chrono::steady_clock;
    if (!seconds) return clock::time_point::max();
    if (!(*seconds >= 0)) throw std::invalid_argument("seconds must not be negative");
    if (*seconds > 1e9) return clock::time_point::max();
    return clock::now() +
           std::chrono::duration_cast<clock::duration>(std::chrono::duration<double>(*seconds));
}

seat seat_of(const game& g, std::int64_t number) {
    const int seats = g.info().seats;
    if (number < 0 || number >= seats)
        throw std::invalid_argument("no seat " + std::to_string(number) + ": " + g.info().name +
                                    " has seats 0 to " + std::to_string(seats - 1));
    return static_cast<seat>(number);
}

action action_of(const game& g, std::int64_t number) {
    if (number < 0 || number >= g.action_count())
        throw illegal_action("no action " + std::to_string(number) + " in " + g.info().name +
                             ": its actions are 0 to " + std::to_string(g.action_count() - 1));
    return static_cast<action>(number);
}

}  // namespace mu::python

NB_MODULE(_mu_core, m) {
    using namespace mu::python;
    nanobind::set_leak_warnings(false);  // objects that live until the interpreter ends are none
    m.doc() = "The C++ core of mu. Import `mu`, which has all of it.";
    m.attr("__build__") = mu::build_commit();
    bind_errors(m);
    bind_cards(m);
    bind_games(m);
    bind_solve(m);
    bind_beliefs(m);
    bind_agents(m);
    bind_arena(m);
    bind_pool(m);
    bind_vector(m);
    bind_whist(m);
    bind_search(m);
    bind_teach(m);
    bind_nets(m);
}
