#include <algorithm>
#include <cassert>

#include <mu/belief/placement.h>

namespace mu {

// Calls f(split) for every way to share g's cards out among its places, the first place getting few
// cards first; stops when f returns true.
template <typename F>
bool placement_set::each_split(const group& g, packed room, F&& f) const {
    // The places but the last count up; the last takes the rest.
    const int free = g.places - 1;
    std::array<int, most_hidden_places> given{}, left{};
    std::array<packed, most_hidden_places> split{};
    int k = 0;
    left[0] = g.size;
    given[0] = 0;
    while (true) {
        const int p = g.place[k], most = std::min(left[k], part(room, p));
        if (k == free) {
            if (most == left[k] && f(split[k] + cards_in(p, most))) return true;
        } else if (given[k] <= most) {
            split[k + 1] = split[k] + cards_in(p, given[k]);
            left[k + 1] = left[k] - given[k];
            given[++k] = 0;
            continue;
        }
        if (--k < 0) return false;
        ++given[k];
    }
}

std::size_t placement_set::slot(packed room) const {
    std::size_t s = 0;
    for (int p = 0; p < places_; ++p) s += static_cast<std::size_t>(part(room, p)) * stride_[p];
    return s;
}

// The ways to choose which cards go where, once it is known how many do.
std::uint64_t placement_set::ways(const group& g, packed split) const {
    std::uint64_t product = 1;
    int left = g.size;
    for (int k = 0; k + 1 < g.places; ++k) {
        const int n = part(split, g.place[k]);
        product *= detail::binomial(left, n);
        left -= n;
    }
    return product;
}

// The last group fills all room that is left, or it does not fit.
std::uint64_t placement_set::last_ways(packed room) const {
    const group& g = groups_[levels_ - 1];
    packed open = 0;
    for (int k = 0; k < g.places; ++k) open |= packed{0xFF} << (8 * g.place[k]);
    return (room & ~open) != 0 ? 0 : ways(g, room);
}

std::uint64_t placement_set::ways_from(std::size_t level, packed room) const {
    if (level + 1 == levels_) return last_ways(room);
    const std::uint32_t at = at_[level * slots_ + slot(room)];
    return at == 0 ? 0 : nodes_[at - 1].count;
}

// Sorts the cards by the places open to them. False if a card has none, or a place too many.
bool placement_set::find_groups(const placement_problem& of) {
    places_ = of.places;
    fixed_ = {};
    room_ = 0;
    levels_ = 0;
    int total = 0;
    for (int p = 0; p < places_; ++p) total += of.room[p];
    if (total != ops::popcount(of.cards)) return false;

    for (int p = 0; p < places_; ++p) room_ += cards_in(p, of.room[p]);
    for (unsigned set = 0; set < 1U << places_; ++set) {
        card_mask cards = of.cards;
        group g;
        for (int p = 0; p < places_; ++p) {
            const card_mask allowed = of.room[p] == 0 ? 0 : of.allowed[p];
            const bool open = ((set >> p) & 1) != 0;
            cards &= open ? allowed : ~allowed;
            if (open) g.place[g.places++] = static_cast<std::uint8_t>(p);
        }
        if (cards == 0) continue;
        if (g.places == 0) return false;
        g.cards = cards;
        g.size = ops::popcount(cards);
        int n = 0;
        ops::for_each(cards, [&](card c) { g.list[n++] = c; });
        if (g.places == 1) {
            const int p = g.place[0];
            if (g.size > part(room_, p)) return false;
            fixed_[p] = cards;
            room_ -= cards_in(p, g.size);
        } else {
            groups_[levels_++] = g;
        }
    }
    std::ranges::sort(std::span(groups_).first(levels_), [](const group& a, const group& b) {
        return a.places != b.places ? a.places < b.places : a.size < b.size;
    });
    return true;
}

// All states that can be reached, level by level. The last group has no choice and needs none.
void placement_set::find_nodes() {
    // The room of the roomiest place follows from that of the others.
    int widest = 0;
    for (int p = 1; p < places_; ++p)
        if (part(room_, p) > part(room_, widest)) widest = p;
    slots_ = 1;
    for (int p = 0; p < places_; ++p) {
        stride_[p] = p == widest ? 0 : slots_;
        if (p != widest) slots_ *= static_cast<std::size_t>(part(room_, p)) + 1;
    }
    nodes_.clear();
    at_.assign(slots_ * (levels_ - 1), 0);
    nodes_.push_back({room_, 0});
    at_[slot(room_)] = 1;
    first_[0] = 0;
    for (std::size_t level = 0; level + 1 < levels_; ++level) {
        const std::size_t end = first_[level + 1] = nodes_.size();
        if (level + 2 == levels_) break;
        for (std::size_t n = first_[level]; n < end; ++n) {
            const packed room = nodes_[n].room;
            each_split(groups_[level], room, [&](packed split) {
                const packed next = room - split;
                std::uint32_t& at = at_[(level + 1) * slots_ + slot(next)];
                if (at == 0) {
                    nodes_.push_back({next, 0});
                    at = static_cast<std::uint32_t>(nodes_.size());
                }
                return false;
            });
        }
    }
}

void placement_set::count_nodes() {
    for (std::size_t level = levels_ - 1; level-- > 0;)
        for (std::size_t n = first_[level]; n < first_[level + 1]; ++n) {
            const packed room = nodes_[n].room;
            std::uint64_t sum = 0;
            each_split(groups_[level], room, [&](packed split) {
                if (const std::uint64_t rest = ways_from(level + 1, room - split); rest != 0)
                    sum += ways(groups_[level], split) * rest;
                return false;
            });
            nodes_[n].count = sum;
        }
}

void placement_set::prepare(const placement_problem& of) {
    assert(of.places >= 0 && of.places <= most_hidden_places);
    count_ = 0;
    if (!find_groups(of)) return;
    if (levels_ <= 1) {
        count_ = levels_ == 0 ? (room_ == 0 ? 1 : 0) : last_ways(room_);
        return;
    }
    find_nodes();
    count_nodes();
    count_ = nodes_[0].count;
}

// The split of a group that index i falls into; i becomes the index among the placements with that
// split, those of later groups included.
placement_set::packed placement_set::find_split(std::size_t level, packed room,
                                                std::uint64_t& i) const {
    packed found = 0;
    each_split(groups_[level], room, [&](packed split) {
        const std::uint64_t here = ways(groups_[level], split) * ways_from(level + 1, room - split);
        if (i < here) {
            found = split;
            return true;
        }
        i -= here;
        return false;
    });
    return found;
}

// `rank` tells which cards of the group go where.
void placement_set::place_ranked(const group& g, packed split, std::uint64_t rank,
                                 placement& out) const {
    card_mask cards = g.cards;
    int left = g.size;
    std::uint64_t rest = ways(g, split);
    for (int k = 0; k < g.places && left > 0; ++k) {
        const int p = g.place[k], n = part(split, p);
        rest /= detail::binomial(left, n);
        const card_mask chosen =
            arch::deposit(detail::unrank_combination(left, n, rank / rest), cards);
        rank %= rest;
        out[p] |= chosen;
        cards ^= chosen;
        left -= n;
    }
}

placement placement_set::at(std::uint64_t i) const {
    assert(i < count_);
    placement out = fixed_;
    packed room = room_;
    for (std::size_t level = 0; level + 1 < levels_; ++level) {
        const packed split = find_split(level, room, i);
        room -= split;
        const std::uint64_t rest = ways_from(level + 1, room);
        place_ranked(groups_[level], split, i / rest, out);
        i %= rest;
    }
    if (levels_ > 0) place_ranked(groups_[levels_ - 1], room, i, out);
    return out;
}

namespace {

// Numbers below small bounds, two from each number of the generator: as rng::below(), of 32 bits.
class small_numbers {
public:
    explicit small_numbers(rng& generator) : generator_(generator) {}

    std::uint32_t below(std::uint32_t n) {
        std::uint64_t product = std::uint64_t{next()} * n;
        if (static_cast<std::uint32_t>(product) < n) {
            const std::uint32_t surplus = (0 - n) % n;  // 2^32 mod n
            while (static_cast<std::uint32_t>(product) < surplus)
                product = std::uint64_t{next()} * n;
        }
        return static_cast<std::uint32_t>(product >> 32);
    }

private:
    std::uint32_t next() {
        left_ ^= 1;
        if (left_ == 0) return static_cast<std::uint32_t>(bits_ >> 32);
        bits_ = generator_.next();
        return static_cast<std::uint32_t>(bits_);
    }

    rng& generator_;
    std::uint64_t bits_ = 0;
    int left_ = 0;  // 1 if a half is left
};

}  // namespace

// Each place but the last takes cards at random from those that are left.
void placement_set::place_shuffled(const group& g, packed split, rng& generator,
                                   placement& out) const {
    small_numbers random(generator);
    std::array<card, most_cards> cards = g.list;
    auto left = static_cast<std::uint32_t>(g.size);
    card_mask rest = g.cards;
    for (int k = 0; k + 1 < g.places; ++k) {
        const int p = g.place[k];
        card_mask chosen = 0;
        for (int n = part(split, p); n > 0; --n) {
            const std::uint32_t at = random.below(left);
            chosen |= bit(cards[at]);
            cards[at] = cards[--left];
        }
        out[p] |= chosen;
        rest ^= chosen;
    }
    out[g.place[g.places - 1]] |= rest;
}

placement placement_set::draw(rng& generator) const {
    assert(count_ > 0);
    placement out = fixed_;
    packed room = room_;
    std::uint64_t i = levels_ > 1 ? generator.below(count_) : 0;
    for (std::size_t level = 0; level + 1 < levels_; ++level) {
        const packed split = find_split(level, room, i);
        room -= split;
        i %= ways_from(level + 1, room);
        place_shuffled(groups_[level], split, generator, out);
    }
    if (levels_ > 0) place_shuffled(groups_[levels_ - 1], room, generator, out);
    return out;
}

void placement_set::card_counts(table& out) const {
    for (auto& row : out) row.fill(0);
    if (count_ == 0) return;
    for (int p = 0; p < places_; ++p) ops::for_each(fixed_[p], [&](card c) { out[p][c] = count_; });
    // Every card of a group is in a place equally often, so a card has its share of the group's.
    const auto add = [&](const group& g, packed split, std::uint64_t times) {
        for (int k = 0; k < g.places; ++k) {
            const auto p = static_cast<std::size_t>(g.place[k]);
            const auto n = static_cast<std::uint64_t>(part(split, static_cast<int>(p)));
            out[p][ops::lsb_index(g.cards)] += n * times;
        }
    };
    if (levels_ == 1) add(groups_[0], room_, count_);
    std::vector<std::uint64_t> reached(nodes_.size(), 0);  // ways to come to a state
    if (levels_ > 1) reached[0] = 1;
    for (std::size_t level = 0; level + 1 < levels_; ++level) {
        const group& g = groups_[level];
        for (std::size_t n = first_[level]; n < first_[level + 1]; ++n) {
            const packed room = nodes_[n].room;
            if (reached[n] == 0) continue;
            each_split(g, room, [&](packed split) {
                const packed next = room - split;
                const std::uint64_t rest = ways_from(level + 1, next);
                if (rest == 0) return false;
                const std::uint64_t here = reached[n] * ways(g, split);
                add(g, split, here * rest);
                if (level + 2 < levels_)
                    reached[at_[(level + 1) * slots_ + slot(next)] - 1] += here;
                else
                    add(groups_[level + 1], next, here * rest);
                return false;
            });
        }
    }
    for (std::size_t k = 0; k < levels_; ++k) {
        const group& g = groups_[k];
        const card first = ops::lsb_index(g.cards);
        for (int j = 0; j < g.places; ++j) {
            auto& row = out[g.place[j]];
            const std::uint64_t each = row[first] / static_cast<std::uint64_t>(g.size);
            ops::for_each(g.cards, [&](card c) { row[c] = each; });
        }
    }
}

}  // namespace mu
