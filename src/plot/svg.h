// What our pictures have in common.
#pragma once

#include <string>
#include <string_view>

#include <fmt/format.h>

namespace mu::detail {

inline std::string svg_escaped(std::string_view text) {
    std::string out;
    for (const char c : text)
        out += c == '<' ? "&lt;" : c == '&' ? "&amp;" : c == '"' ? "&quot;" : std::string(1, c);
    return out;
}

// A whole picture on white. Text is 12 units high; .title is larger and bold, .name bold, .facts
// small and grey; lines are grey.
inline std::string svg_page(int width, int height, std::string_view body) {
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
        "{1}\">\n"
        "<style>text{{font:12px sans-serif;fill:#222}}.title{{font-size:15px;font-weight:bold}}"
        ".name{{font-weight:bold}}.facts{{font-size:10px;fill:#666}}.bar{{fill:#3b6ea5}}"
        ".mark{{fill:#1f5fa8;stroke:#1f5fa8}}path{{stroke:#888;fill:none}}.grid{{stroke:#ddd}}"
        "</style>\n"
        "<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n{2}</svg>\n",
        width, height, body);
}

}  // namespace mu::detail
