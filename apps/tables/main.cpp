// The table service over standard input and output: a message a line, answers as lines. For tests
// of the page, and for anybody who wants tables without a network.

#include <iostream>
#include <string>

#include <mu/web/table_service.h>

int main() {
    mu::table_service at;
    for (std::string line; std::getline(std::cin, line);) {
        for (const std::string& answer : at.handle(line)) std::cout << answer << '\n';
        std::cout.flush();
    }
}
