// Killers: the card that refuted a position like this one the last time, to be tried first.
//
// What "like this one" means is a mark that the search makes up. Most marks have no card yet, and
// that of another position would be worse than the usual order. So a card is kept with some bits of
// its mark, and the table may be small enough for the first cache.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include <mu/arch.h>

namespace mu::inline MU_ISA {

class killer_table {
public:
    using word = std::uint64_t;

    void clear() { cards_.fill(0); }

    // Where the card of a mark is kept, if any is.
    class place {
    public:
        place() = default;  // nowhere

        // A set of one card, or of none.
        word card() const {
            if (at_ == nullptr || (*at_ & tag_bits) != tag_) return 0;
            return word{1} << (*at_ & ~tag_bits);
        }
        void keep(word card) const {
            if (at_ != nullptr) *at_ = static_cast<std::uint16_t>(tag_ | arch::lowest_index(card));
        }

    private:
        friend class killer_table;
        static constexpr unsigned tag_bits = 0xFFC0;

        place(std::uint16_t* at, word mark)
            : at_(at), tag_(static_cast<std::uint16_t>(mark >> 16 & tag_bits)) {}

        std::uint16_t* at_ = nullptr;
        std::uint16_t tag_ = 0;
    };

    place operator[](word mark) {
        mark ^= mark >> 31;
        mark *= 0x9E3779B97F4A7C15U;
        return {&cards_[mark >> (64 - std::countr_zero(cards_.size()))], mark};
    }

private:
    std::array<std::uint16_t, std::size_t{1} << 14> cards_{};
};

}  // namespace mu::inline MU_ISA
