// What a seat may believe about the hidden cards: how many worlds fit what it has seen, how likely
// each card is where, and worlds drawn from them. For any game, by name.
//
//     mu::beliefs b(view);                        // everything the seat has seen of the deal
//     const auto worlds = b.draw(20, generator);  // positions: they can be played on and solved
//     b.see(later_view);                          // the same deal, some actions later
//
// A world has the observer's own cards where they are, the others' as they may be. Its history is
// empty: it begins here, like a position that was set up.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <mu/api/position.h>

namespace mu {

namespace detail {
class belief_model;
}
class net;

// What worlds are drawn by.
enum class evidence : std::uint8_t {
    facts,  // what is certain: each world that fits is equally likely
    soft,   // the game's soft rules as well: what others did makes cards more or less likely
    net     // what a net says instead of the rules (api/nets.h: belief_net)
};

class beliefs {
public:
    // REQUIRES (std::invalid_argument that says what is wrong): a seat's view, not a spectator's,
    // of a deal seen from its start; a net of the view's game that says where cards lie, if
    // evidence::net will be asked for.
    explicit beliefs(const seat_view& v, std::shared_ptr<const net> by = nullptr);
    beliefs(beliefs&&) noexcept;
    beliefs& operator=(beliefs&&) noexcept;
    ~beliefs();

    // A later view of the same deal by the same seat; what lies between is in its history. A view
    // of another deal or seat is a std::invalid_argument, and nothing changes.
    void see(const seat_view& next);
    const seat_view& view() const { return view_; }

    // The number of worlds that fit; an upper bound if it is not exact.
    std::uint64_t count() const;
    bool is_exact() const;

    // The places that cards can lie in, hands first: "N", "E", ... or "0", "1", ...; then others,
    // such as "kitty".
    std::vector<std::string> places() const;
    // chances()[p][c]: how likely card c lies in place p; cards that have been played or lie open
    // on the table (snapszer's trump) are in none. What is drawn and computed is kept inside, so
    // beliefs belong to one thread.
    std::vector<std::vector<double>> chances(evidence by = evidence::facts) const;
    nlohmann::ordered_json to_json(evidence by = evidence::facts) const;

    // Worlds, drawn one by one; or many at once, spread more evenly than single draws, and every
    // world once if there are no more than n.
    position draw(rng& generator, evidence by = evidence::facts) const;
    std::vector<position> draw(std::size_t n, rng& generator, evidence by = evidence::facts) const;

private:
    // By kind of evidence: how many views of the log it has been shown.
    struct kept {
        std::unique_ptr<detail::belief_model> model;
        std::size_t views = 0;
    };
    detail::belief_model& model(evidence by) const;

    seat_view view_;
    std::shared_ptr<const net> by_;
    mutable std::array<kept, 3> kept_;
};

}  // namespace mu
