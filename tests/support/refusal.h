// What is refused, and in which words.
#pragma once

#include <string>

#include <doctest/doctest.h>

namespace mu::test {

// The text of the exception that f throws, which must be E.
template <typename E, typename F>
std::string refusal(F&& f) {
    try {
        f();
    } catch (const E& e) {
        return e.what();
    }
    FAIL("nothing was refused");
    return {};
}

inline bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace mu::test
