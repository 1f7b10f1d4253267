// The key of an information state: equal exactly when a seat has seen the same, whatever lies
// hidden, in every game.

#include <map>
#include <set>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <mu/api/position.h>

#include "support/counts.h"
#include "support/game_specs.h"

using namespace mu;

namespace {

// The deal with two cards of different places exchanged.
std::vector<card_mask> redealt(std::vector<card_mask> places, rng& generator) {
    const std::size_t a = generator.below(places.size()), b = generator.below(places.size());
    const auto pick = [&](std::size_t at) {
        const auto n = generator.below(static_cast<std::uint64_t>(ops::popcount(places[at])));
        return ops::nth_set_bit(places[at], static_cast<int>(n));
    };
    if (a == b) return places;
    const card_mask swap = pick(a) | pick(b);
    places[a] ^= swap;
    places[b] ^= swap;
    return places;
}

// All that a seat has seen, as text: every view since the deal, and the actions as it saw them.
class seen_text {
public:
    void add(const seat_view& v) { text_ = std::to_string(hash(text_ + v.to_json().dump())); }
    const std::string& text() const { return text_; }

private:
    static std::uint64_t hash(const std::string& of) {  // FNV-1a: nothing that the key is made of
        std::uint64_t h = 14695981039346656037U;
        for (const char c : of) h = (h ^ static_cast<unsigned char>(c)) * 1099511628211U;
        return h;
    }
    std::string text_;
};

struct key_book {
    std::map<std::string, info_key> by_text;
    std::map<info_key, std::string> by_key;
    int positions = 0, met_again = 0;

    void add(const std::string& text, const info_key& key) {
        ++positions;
        const auto [t, new_text] = by_text.emplace(text, key);
        const auto [k, new_key] = by_key.emplace(key, text);
        met_again += new_text ? 0 : 1;
        if (t->second != key) FAIL_CHECK("two keys for one history");
        if (k->second != text) FAIL_CHECK("one key for two histories");
    }
};

// Plays the deal by these choices as far as they go; every position of every seat goes into the
// book. Returns the actions made.
std::vector<action> play(position p, std::span<const action> follow, rng generator,
                         std::size_t most, key_book& book) {
    const int seats = p.game().info().seats;
    std::vector<seen_text> seen(static_cast<std::size_t>(seats));
    std::vector<action> made;
    for (std::size_t i = 0;; ++i) {
        for (int k = 0; k < seats; ++k) {
            const seat_view v = p.view(static_cast<seat>(k));
            seen[static_cast<std::size_t>(k)].add(v);
            book.add(seen[static_cast<std::size_t>(k)].text(), v.key());
        }
        if (p.is_over() || i >= most) return made;
        action a = p.legal().draw(generator);
        if (i < follow.size()) {
            if (!p.legal().contains(follow[i])) return made;
            a = follow[i];
        }
        p.apply(a);
        made.push_back(a);
    }
}

}  // namespace

TEST_CASE("info_key: equal exactly when the histories seen are equal") {
    for (const std::string& spec : test::game_specs()) {
        CAPTURE(spec);
        const game g(spec);
        const deal_layout of = g.layout();
        key_book book;
        for (std::uint64_t i = 0; book.positions < test::count(1500, 100'000); ++i) {
            rng r = rng(31).split(i);
            std::vector<card_mask> places(static_cast<std::size_t>(of.places));
            deal_random(of, r, places);
            const auto dealer =
                static_cast<seat>(r.below(static_cast<std::uint64_t>(g.info().seats)));
            const auto most = static_cast<std::size_t>(r.below(30));
            const auto actions = play(g.deal(places, dealer, 0), {}, r.split(1), most, book);
            // The same actions with hidden cards elsewhere: some seats cannot tell, others can.
            for (int k = 0; k < 3; ++k)
                play(g.deal(redealt(places, r), dealer, 0), actions, r.split(1), actions.size(),
                     book);
        }
        CHECK(book.met_again > book.positions / 20);
        CHECK(book.by_key.size() > static_cast<std::size_t>(book.positions) / 20);
    }
}

TEST_CASE("info_key: kept through undo, copies and views of the past") {
    for (const std::string& spec : test::game_specs()) {
        CAPTURE(spec);
        rng r(5);
        position p = game(spec).deal(r);
        std::vector<info_key> keys;
        std::vector<seat_view> views;
        while (!p.is_over()) {
            views.push_back(p.view(seat::north));
            keys.push_back(views.back().key());
            p.apply(p.legal().draw(r));
        }
        CHECK(std::set<info_key>(keys.begin(), keys.end()).size() == keys.size());
        position other = p;
        for (std::size_t i = keys.size(); i-- > 0;) {
            p.undo();
            CHECK(p.view(seat::north).key() == keys[i]);
            CHECK(views[i].key() == keys[i]);
            CHECK(p.view(seat::north) == views[i]);
            // Another way from here, and back.
            if (const auto legal = p.legal_actions(); legal.size() > 1) {
                position branch = p;
                branch.apply(legal.back());
                CHECK(branch.view(seat::north).key() != keys[i]);
                CHECK(p.view(seat::north).key() == keys[i]);
            }
        }
        CHECK(other.is_over());
        CHECK(other.view(seat::north).history().size() == keys.size());
    }
}
