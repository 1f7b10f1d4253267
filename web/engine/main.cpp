// What the page's worker calls: a message is written where mu_web_allocate() says, and
// mu_web_handle() answers with lines of JSON.

#include <string>

#include <mu/web/table_service.h>

namespace {
mu::table_service& service() {
    static mu::table_service at({.tables = 16});
    return at;
}
std::string message, answer;
}  // namespace

extern "C" {
char* mu_web_allocate(std::size_t size) {
    message.resize(size);
    return message.data();
}
const char* mu_web_handle() {
    answer.clear();
    for (const std::string& line : service().handle(message)) answer += line + "\n";
    return answer.data();
}
std::size_t mu_web_length() { return answer.size(); }
}
