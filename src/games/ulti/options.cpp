// The options of ulti. Those that the profiles settle differently begin with the choice to leave it
// to the profile, which sets nothing.

#include "games/ulti/ulti_text.h"

namespace mu::detail {

const option_table<ulti::options>& ulti_options() {
    using options = ulti::options;
    using marriages = ulti_marriages;
    using time = ulti_kontra_time;
    using march = ulti_march_end;
    static const auto table =
        option_table<options>()
            .either("profile", "default", "repo",
                    "the settings of all options that are left to the profile",
                    [](options& o, bool repo) { o = repo ? ulti_repo_profile : options{}; })
            .choice<ulti_table>(
                "bids",
                {{"profile", {}},
                 {"42", ulti_table::standard},
                 {"38", ulti_table::repo},
                 {"54", ulti_table::four_aces}},
                "how many bids there are: the usual ones, those of profile repo, or with four aces",
                [](options& o, ulti_table t) { o.rules.table = o.scoring.table = t; })
            .either("tie", "listed", "value",
                    "of bids of equal value the one listed later is higher, or neither",
                    [](options& o, bool value) { o.rules.tie_by_value = value; })
            .flag("passz_play", false, "a passz that stands is played, or just paid",
                  [](options& o, bool on) { o.rules.passz_play = on; })
            .either("first_lead", "soloist", "first_bidder", "who leads to the first trick",
                    [](options& o, bool bidder) { o.rules.first_bidder_leads = bidder; })
            .flag("betli_beat", true, "the duty to beat holds in betli too",
                  [](options& o, bool on) { o.rules.free_betli = !on; })
            .choice<marriages>("marriages",
                               {{"profile", {}},
                                {"first_card", marriages::first_card},
                                {"before_lead", marriages::before_lead},
                                {"voluntary", marriages::voluntary}},
                               "told with the first card, before the lead, or before the first "
                               "card by those who like",
                               [](options& o, marriages when) { o.rules.marriages = when; })
            .choice<marriage_needs>(
                "marriage_needs_trick",
                {{"off", marriage_needs::nothing},
                 {"side", marriage_needs::trick_of_side},
                 {"player", marriage_needs::trick_of_player}},
                "marriages count only if the side, or the player, wins a trick",
                [](options& o, marriage_needs what) { o.scoring.marriages = what; })
            .either("extra_marriages", "mute", "told",
                    "what else the soloist of a hundred holds is not told, or told without "
                    "counting",
                    [](options& o, bool told) { o.rules.tell_mute = told; })
            .choice<time>("kontra_time",
                          {{"profile", {}},
                           {"first_card", time::first_card},
                           {"after_trick", time::after_trick},
                           {"before_lead", time::before_lead}},
                          "before one's first card, after the first trick, or before the first "
                          "lead",
                          [](options& o, time when) { o.rules.kontra_time = when; })
            .number("kontra_max", {0, 1, 2, 3, 4, 5}, 2,
                    "the last step of kontra, rekontra, szubkontra, hirskontra, mordkontra",
                    [](options& o, int n) { o.rules.kontra_max = n & 7; })
            .choice<bool>("kontra_account", {{"profile", {}}, {"own", true}, {"common", false}},
                          "without trumps each defender doubles for himself, or for both",
                          [](options& o, bool own) { o.rules.own_accounts = own; })
            .choice<bool>("lost_parti", {{"profile", {}}, {"once", false}, {"double", true}},
                          "what a lost parti costs that is bid alone",
                          [](options& o, bool twice) { o.scoring.lone_parti_double = twice; })
            .either("lost_100", "once", "double", "what a lost 40-100 or 20-100 costs",
                    [](options& o, bool twice) { o.scoring.hundred_double = twice; })
            .either("lost_ulti", "fine", "double",
                    "a lost ulti costs its stake and its value once more, or twice its stake",
                    [](options& o, bool twice) { o.scoring.ulti_double = twice; })
            .choice<bool>("lost_durchmars", {{"profile", {}}, {"once", false}, {"double", true}},
                          "what a lost durchmars costs",
                          [](options& o, bool twice) { o.scoring.durchmars_double = twice; })
            .choice<bool>("redurchmars", {{"profile", {}}, {"12", false}, {"6", true}},
                          "what a redurchmars is settled at",
                          [](options& o, bool half) { o.scoring.redurchmars_half = half; })
            .either("silent_100", "graded", "flat",
                    "2 with a forty and 4 with a twenty, or 2 with either",
                    [](options& o, bool flat) { o.scoring.silent_hundred_flat = flat; })
            .number("silent_durchmars", {3, 0}, 3, "what a silent durchmars is worth",
                    [](options& o, int n) { o.scoring.silent_durchmars = n == 3; })
            .either("silent_ulti", "sides", "all",
                    "a defender's silent ulti is settled between the sides, or by all others with "
                    "him",
                    [](options& o, bool all) { o.scoring.silent_ulti_from_all = all; })
            .choice<bool>("open_hands", {{"profile", {}}, {"all", false}, {"soloist", true}},
                          "in open games all hands after the first trick, or the soloist's from "
                          "the lead on",
                          [](options& o, bool soloist) { o.rules.open_soloist = soloist; })
            .choice<march>("durchmars_end",
                           {{"profile", {}},
                            {"no_trump", march::no_trump},
                            {"always", march::always},
                            {"never", march::never}},
                           "when a lone durchmars ends with the first trick it loses",
                           [](options& o, march when) { o.rules.march_end = when; })
            .choice<int>("give_up", {{"off", 0}, {"half", 1}, {"full", 2}},
                         "the soloist may give up before he leads, for half or all of the loss",
                         [](options& o, int what) {
                             o.rules.give_up = what > 0;
                             o.scoring.give_up_half = what == 1;
                         })
            .number("deals", {3, 6, 12, 24, 36, 48}, 24, "deals of a match",
                    [](options& o, int n) { o.deals = static_cast<std::uint8_t>(n); })
            .number("players", {3, 4}, 3,
                    "players of a match; of four the dealer sits out, and his account does not "
                    "move",
                    [](options& o, int n) { o.players = static_cast<std::uint8_t>(n); });
    return table;
}

}  // namespace mu::detail
