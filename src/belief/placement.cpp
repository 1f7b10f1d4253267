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
        const int p = g.place[static_cast<std::size_t>(k)];
        const auto at = static_cast<std::size_t>(k);
        if (k == free) {
            if (left[at] <= part(room, p) && f(split[at] + (packed(left[at]) << (8 * p))))
                return true;
        } else if (given[at] <= std::min(left[at], part(room, p))) {
            split[at + 1] = split[at] + (packed(given[at]) << (8 * p));
            left[at + 1] = left[at] - given[at];
            given[++k] = 0;
            continue;
        }
        if (--k < 0) return false;
        ++given[static_cast<std::size_t>(k)];
    }
}

std::size_t placement_set::slot(packed room) const {
    std::size_t s = 0;
    for (int p = 0; p < places_; ++p)
        s += static_cast<std::size_t>(part(room, p)) * stride_[static_cast<std::size_t>(p)];
    return s;
}

// The ways to choose which cards go where, once it is known how many do.
std::uint64_t placement_set::ways(const group& g, packed split) const {
    std::uint64_t product = 1;
    int left = g.size;
    for (int k = 0; k + 1 < g.places; ++k) {
        const int n = part(split, g.place[static_cast<std::size_t>(k)]);
        product *= detail::binomial(left, n);
        left -= n;
    }
    return product;
}

// The last group fills all room that is left, or it does not fit.
std::uint64_t placement_set::last_ways(packed room) const {
    const group& g = groups_[levels_ - 1];
    packed open = 0;
    for (int k = 0; k < g.places; ++k)
        open |= packed{0xFF} << (8 * g.place[static_cast<std::size_t>(k)]);
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
    for (int p = 0; p < places_; ++p) total += of.room[static_cast<std::size_t>(p)];
    if (total != ops::popcount(of.cards)) return false;

    for (int p = 0; p < places_; ++p)
        room_ |= packed{of.room[static_cast<std::size_t>(p)]} << (8 * p);
    for (unsigned set = 0; set < 1U << places_; ++set) {
        card_mask cards = of.cards;
        group g;
        for (int p = 0; p < places_; ++p) {
            const auto at = static_cast<std::size_t>(p);
            const card_mask allowed = of.room[at] == 0 ? 0 : of.allowed[at];
            const bool open = ((set >> p) & 1) != 0;
            cards &= open ? allowed : ~allowed;
            if (open) g.place[static_cast<std::size_t>(g.places++)] = static_cast<std::uint8_t>(p);
        }
        if (cards == 0) continue;
        if (g.places == 0) return false;
        g.cards = cards;
        g.size = ops::popcount(cards);
        if (g.places == 1) {
            const int p = g.place[0];
            if (g.size > part(room_, p)) return false;
            fixed_[static_cast<std::size_t>(p)] = cards;
            room_ -= packed(g.size) << (8 * p);
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
        const auto at = static_cast<std::size_t>(p);
        stride_[at] = p == widest ? 0 : slots_;
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

// `rank` tells which cards of the group go where.
void placement_set::place_group(const group& g, packed split, std::uint64_t rank,
                                placement& out) const {
    card_mask cards = g.cards;
    int left = g.size;
    for (int k = 0; k < g.places && left > 0; ++k) {
        const auto p = static_cast<std::size_t>(g.place[static_cast<std::size_t>(k)]);
        const int n = part(split, static_cast<int>(p));
        if (n == 0) continue;
        if (n == left) {
            out[p] |= cards;
            return;
        }
        const std::uint64_t radix = detail::binomial(left, n);
        const card_mask chosen =
            arch::deposit(detail::unrank_combination(left, n, rank % radix), cards);
        rank /= radix;
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
        const group& g = groups_[level];
        each_split(g, room, [&](packed split) {
            const std::uint64_t rest = ways_from(level + 1, room - split);
            if (rest == 0) return false;
            const std::uint64_t here = ways(g, split) * rest;
            if (i >= here) {
                i -= here;
                return false;
            }
            place_group(g, split, i / rest, out);
            i %= rest;
            room -= split;
            return true;
        });
    }
    if (levels_ > 0) place_group(groups_[levels_ - 1], room, i, out);
    return out;
}

void placement_set::card_counts(table& out) const {
    for (auto& row : out) row.fill(0);
    if (count_ == 0) return;
    for (int p = 0; p < places_; ++p)
        ops::for_each(fixed_[static_cast<std::size_t>(p)],
                      [&](card c) { out[static_cast<std::size_t>(p)][c] = count_; });
    // Every card of a group is in a place equally often, so a card has its share of the group's.
    const auto add = [&](const group& g, packed split, std::uint64_t times) {
        for (int k = 0; k < g.places; ++k) {
            const auto p = static_cast<std::size_t>(g.place[static_cast<std::size_t>(k)]);
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
            auto& row = out[g.place[static_cast<std::size_t>(j)]];
            const std::uint64_t each = row[first] / static_cast<std::uint64_t>(g.size);
            ops::for_each(g.cards, [&](card c) { row[c] = each; });
        }
    }
}

}  // namespace mu
