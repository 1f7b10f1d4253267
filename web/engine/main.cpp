// What the page's worker calls: a message is written where mu_web_allocate() says, and
// mu_web_handle() answers with lines of JSON. Before that mu_web_nets() answers with the names of
// the nets, a line each, that the message needs and the page has; each is written as a line with
// its name and then its bytes, and mu_web_add_net() answers with what is wrong with it, if anything
// is.

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include <mu/api/nets.h>
#include <mu/web/table_service.h>

namespace {

constexpr auto nets_beside_the_engine = std::to_array<std::string_view>({
#include "mu_nets.inc"
});

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
const char* mu_web_nets() {
    answer.clear();
    for (const std::string& name : service().missing_nets(message))
        if (std::ranges::find(nets_beside_the_engine, name) != nets_beside_the_engine.end())
            answer += name + "\n";
    return answer.data();
}
const char* mu_web_add_net() {
    answer.clear();
    const std::size_t end = std::min(message.find('\n'), message.size());
    try {
        mu::add_net(message.substr(0, end),
                    std::string_view(message).substr(std::min(end + 1, message.size())));
    } catch (const std::invalid_argument& e) {
        answer = e.what();
    }
    message = {};  // megabytes
    return answer.data();
}
std::size_t mu_web_length() { return answer.size(); }
}
