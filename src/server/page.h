// The page's files, which are part of the program, by the address that a browser asks for.
#pragma once

#include <span>
#include <string_view>

namespace mu::detail {

struct page_file {
    std::string_view path;  // "/index.html"
    std::string_view type;  // "text/html; charset=utf-8"
    std::string_view body;  // compressed with gzip
    bool lasting = false;   // its name changes with what it holds
};

// Made by scripts/embed_page. Empty in a build without the page.
std::span<const page_file> page_files();

struct page_reply {
    unsigned status = 200;
    std::string_view type = "text/plain; charset=utf-8";
    std::string_view body{};
    bool compressed = false, lasting = false;
};
page_reply reply_to(std::string_view method, std::string_view target);

}  // namespace mu::detail
