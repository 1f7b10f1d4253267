#!/usr/bin/env python3
"""A bot in twenty lines, measured in the arena."""

import sys

import mu


class Cautious:
    """Wins a trick as cheaply as it can, otherwise throws its lowest card; bids as the rule player does."""

    def choose(self, view: mu.View) -> int:
        legal = view.legal_actions()
        if legal[-1] >= view.game.num_cards:
            return view.rule_choice()
        trick = view.to_json()["trick"]
        if not trick or trick["complete"]:
            return legal[-1]
        best = mu.parse_card(trick["cards"]["NESW".index(trick["winner"])])
        winning = [c for c in legal if c > best and mu.suit_of(c) == mu.suit_of(best)]
        return winning[0] if winning else legal[0]


deals = int(sys.argv[1]) if len(sys.argv) > 1 else 200
print(mu.duel("whist(trump=h)", Cautious, "random", deals=deals, seed=1))
print(mu.duel("whist(trump=h)", Cautious, "rule", deals=deals, seed=1))
