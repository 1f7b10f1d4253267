// Reading a message: every key is named once, of one type, and no other key may stand there.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>

#include <nlohmann/json.hpp>

namespace mu::detail {

using json = nlohmann::ordered_json;

// Why a message is refused; `code` is for programs.
struct refusal : std::runtime_error {
    refusal(std::string c, const std::string& reason)
        : std::runtime_error(reason), code(std::move(c)) {}
    std::string code;
};

class message_reader {
public:
    explicit message_reader(const json& m) : m_(m) {}

    bool has(const std::string& key) {
        read_.insert(key);
        return m_.contains(key) && !m_[key].is_null();
    }
    const json& at(const std::string& key) {
        if (!has(key)) throw refusal("malformed", "the key '" + key + "' is missing");
        return m_[key];
    }
    std::string text(const std::string& key) {
        const json& j = at(key);
        if (!j.is_string()) wrong(key, "a text");
        return j.get<std::string>();
    }
    std::string text(const std::string& key, const std::string& preset) {
        return has(key) ? text(key) : preset;
    }
    std::int64_t whole(const std::string& key, std::int64_t least, std::int64_t most) {
        const json& j = at(key);
        const std::string range =
            "a whole number from " + std::to_string(least) + " to " + std::to_string(most);
        if (!j.is_number_integer()) wrong(key, range);
        if (j.is_number_unsigned() && j.get<std::uint64_t>() > static_cast<std::uint64_t>(most))
            wrong(key, range);
        const auto n = j.get<std::int64_t>();
        if (n < least || n > most) wrong(key, range);
        return n;
    }
    bool flag(const std::string& key, bool preset) {
        if (!has(key)) return preset;
        if (!m_[key].is_boolean()) wrong(key, "true or false");
        return m_[key].get<bool>();
    }
    const json& list(const std::string& key, std::size_t most) {
        const json& j = at(key);
        if (!j.is_array() || j.size() > most)
            wrong(key, "a list of at most " + std::to_string(most));
        return j;
    }
    // After all keys were read.
    void finish() const {
        for (const auto& [key, value] : m_.items())
            if (!read_.contains(key)) throw refusal("malformed", "unknown key '" + key + "'");
    }
    [[noreturn]] static void wrong(const std::string& key, const std::string& expected) {
        throw refusal("malformed", "'" + key + "' has to be " + expected);
    }

private:
    const json& m_;
    std::set<std::string> read_;
};

}  // namespace mu::detail
