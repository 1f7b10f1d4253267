// From a game by name to its type, for code that knows what to do with any of them:
//
//     const int tricks = mu::with_game(g, []<typename V>(V, const typename V::options& o) {
//         ...  // V is mu::whist, mu::bridge, ...; o are the options of g
//         return V::play.tricks;
//     });
//
// Every game of games/registry.h is compiled into the caller.
#pragma once

#include <stdexcept>
#include <typeinfo>
#include <utility>

#include <mu/api/game.h>
#include <mu/games/registry.h>

namespace mu {

namespace detail {
// The options of a game if it is of this variant, otherwise nullptr.
const void* options_of(const game& g, const std::type_info& variant);
}  // namespace detail

// The options as a type; nullptr if the game is another one or played with another deck.
template <variant V>
const typename V::options* typed_options(const game& g) {
    return static_cast<const typename V::options*>(detail::options_of(g, typeid(V)));
}

// Calls f(V{}, options) for the variant of g. All calls must return the same type.
template <typename F>
auto with_game(const game& g, F&& f) {
// NOLINTBEGIN(bugprone-macro-parentheses): the argument is a type.
#define MU_TRY(V) \
    if (const auto* o = typed_options<V>(g)) return std::forward<F>(f)(V{}, *o);
    MU_VARIANTS(MU_TRY)
#undef MU_TRY
    // NOLINTEND(bugprone-macro-parentheses)
    throw std::invalid_argument(g.info().name + " is not in games/registry.h");
}

}  // namespace mu
