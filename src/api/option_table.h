// The options of a game, each listed once: its name, what may be chosen, and what a choice does.
//
//     static const auto table =
//         option_table<options>()
//             .flag("honours", false, "trump honours score",
//                   [](options& o, bool on) { o.honours = on; })
//             .either("claim", "auto", "compulsory", "...", [](options& o, bool second) { ... })
//             .choice<suit>("trump", {{"s", suit::spades}, {"h", suit::hearts}}, "...",
//                           [](options& o, suit trump) { ... })
//             .number("deals", {4, 8, 12}, 12, "deals of a match", [](options& o, int n) { ... });
//
// Choices are made in the order of the table, all of them, the presets included.
#pragma once

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <mu/api/game.h>

namespace mu::detail {

// A choice and what it stands for; without a value it leaves the options as they are.
template <typename T>
struct option_choice {
    std::string word;
    std::optional<T> value;
};

template <typename Options>
class option_table {
public:
    // The first choice is the preset unless another is named. `set(options&, T)` makes a choice.
    template <typename T, typename Set>
    option_table&& choice(std::string key, const std::vector<option_choice<T>>& choices,
                          std::string help, Set set, std::string preset = "") && {
        entry e{{std::move(key), {}, std::move(preset), std::move(help)}, {}};
        for (const option_choice<T>& c : choices) {
            e.info.choices.push_back(c.word);
            e.make.push_back([set, value = c.value](Options& o) {
                if (value) set(o, *value);
            });
        }
        if (e.info.preset.empty()) e.info.preset = e.info.choices.front();
        if (std::ranges::find(e.info.choices, e.info.preset) == e.info.choices.end())
            throw std::logic_error("the preset of " + e.info.key + " is none of its choices");
        entries_.push_back(std::move(e));
        return std::move(*this);
    }
    // Two words; `set` is told whether it is the second.
    template <typename Set>
    option_table&& either(std::string key, std::string first, std::string second, std::string help,
                          Set set) && {
        return std::move(*this).template choice<bool>(
            std::move(key), {{std::move(first), false}, {std::move(second), true}}, std::move(help),
            set);
    }
    // On and off, the preset first.
    template <typename Set>
    option_table&& flag(std::string key, bool preset, std::string help, Set set) && {
        return std::move(*this).template choice<bool>(
            std::move(key), {{preset ? "on" : "off", preset}, {preset ? "off" : "on", !preset}},
            std::move(help), set);
    }
    template <typename Set>
    option_table&& number(std::string key, std::initializer_list<int> choices, int preset,
                          std::string help, Set set) && {
        std::vector<option_choice<int>> list;
        for (const int n : choices) list.push_back({std::to_string(n), n});
        return std::move(*this).template choice<int>(std::move(key), list, std::move(help), set,
                                                     std::to_string(preset));
    }

    std::vector<option_info> list() const {
        std::vector<option_info> out;
        for (const entry& e : entries_) out.push_back(e.info);
        return out;
    }

    // REQUIRES (std::logic_error): an option of the table and one of its choices.
    void set(Options& o, std::string_view key, std::string_view value) const {
        const auto e = std::ranges::find(
            entries_, key, [](const entry& x) -> const std::string& { return x.info.key; });
        if (e == entries_.end()) throw std::logic_error("no option " + std::string(key));
        const auto at = std::ranges::find(e->info.choices, value) - e->info.choices.begin();
        if (at == std::ssize(e->info.choices))
            throw std::logic_error("no choice " + std::string(value) + " of " + std::string(key));
        e->make[static_cast<std::size_t>(at)](o);
    }

private:
    struct entry {
        option_info info;
        std::vector<std::function<void(Options&)>> make;  // of each choice
    };
    std::vector<entry> entries_;
};

}  // namespace mu::detail
