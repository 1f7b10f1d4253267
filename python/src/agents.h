// Players from Python, wherever the C++ side wants one: a description, or an object with
// choose(view).
#pragma once

#include <memory>
#include <mutex>

#include <mu/agents/player.h>

#include "bind.h"

namespace mu::python {

// What a Python bot raised, kept until the run that it ends has come to its end.
struct first_error {
    std::mutex lock;
    std::exception_ptr what;

    void keep(std::exception_ptr e) {
        const std::scoped_lock hold(lock);
        if (!what) what = std::move(e);
    }
};

// Who is to play: text such as "rule", an Agent, or a Python bot; a class, or any other callable
// without choose(), makes one for each seat.
struct seat_source {
    std::optional<agent_spec> spec;
    nb::object bot;  // or a callable that makes one

    static seat_source of(const nb::object& from);
    bool is_python() const { return !spec; }
    // For messages: the text of the description, or the name of the class.
    std::string text() const;
    // With the interpreter lock or without it. If `errors` is given, what a Python bot raises ends
    // the whole run (start_failure) and is kept there.
    std::unique_ptr<player> make(const game& g, std::shared_ptr<first_error> errors) const;
};

}  // namespace mu::python
