// The options of skat.

#include "games/skat/skat_text.h"

namespace mu::detail {

const option_table<skat::options>& skat_options() {
    using options = skat::options;
    static const auto table =
        option_table<options>()
            .either("bid_steps", "any", "next", "a call may be any higher value, or the next only",
                    [](options& o, bool next) { o.house.next_value = next; })
            .flag("declare_reach", false,
                  "after picking up a game that cannot reach the bid may be declared only if none "
                  "can",
                  [](options& o, bool on) { o.house.must_reach = on; })
            .either("null_below_bid", "illegal", "lost",
                    "a null game worth less than the bid may not be declared, or is lost",
                    [](options& o, bool lost) { o.house.null_below_bid = lost; })
            .flag("contra", false, "the defenders may double, and the soloist again",
                  [](options& o, bool on) { o.house.contra = on; })
            .either("early_end", "null", "announced",
                    "which games end with the trick that loses them: null only, or schwarz "
                    "announced and ouvert too",
                    [](options& o, bool announced) { o.house.early_end = announced; })
            .choice<skat_settlement>(
                "settlement",
                {{"list", skat_settlement::list},
                 {"seeger", skat_settlement::seeger},
                 {"pay", skat_settlement::pay}},
                "the soloist's game value, that with the bonuses of Seeger and Fabian, or each "
                "defender pays",
                [](options& o, skat_settlement by) { o.settlement = by; })
            .either("lost_hand", "double", "single", "what a lost hand game counts",
                    [](options& o, bool single) { o.lost_hand_single = single; })
            .number("deals", {3, 12, 24, 36, 48}, 36, "deals of a match",
                    [](options& o, int n) { o.deals = static_cast<std::uint8_t>(n); });
    return table;
}

}  // namespace mu::detail
