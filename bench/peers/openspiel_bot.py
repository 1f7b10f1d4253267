#!/usr/bin/env python3
"""OpenSpiel's ISMCTS for euchre, as a cheating bot for mu (docs/protocol.md).

mu arena h2h -g "euchre(profile=openspiel)" rule \\
    'cheating_program(command="build/peers-venv/bin/python bench/peers/openspiel_bot.py")'

It searches from a state with all cards in it and deals only the other hands anew: kitty and discard
stay as they are. A state filled in at random would make it believe in a wrong kitty. To play as it
was made to, it gets the true one, from the record that mu hands to a cheat. So it knows up to four
cards that it should not; it does not know the other hands.
"""
import argparse

import pyspiel

from line_protocol import SEATS, hand_of, serve

RANKS = "9TJQKA"
CALLS = {"pass": 24, "c": 25, "d": 26, "h": 27, "s": 28, "alone": 29, "with": 30}


def action(text):
    """OpenSpiel's number for an action of mu; cards are 4 * rank + suit."""
    return CALLS[text] if text in CALLS else 4 * RANKS.index(text[0]) + "cdhs".index(text[1])


def state_of(record, game):
    """The state after a record: "euchre/1 ... | N Ac hand hand hand hand | pass h Kd"."""
    _, deal, actions = (part.split() for part in record.split("|"))
    dealer, upcard, *hands = deal
    dealer = SEATS.index(dealer)
    cards = [hand_of(hand, RANKS) for hand in hands]
    state = game.new_initial_state()
    state.apply_action(dealer)
    for k in range(20):  # one card each, from the dealer on
        state.apply_action(action(cards[(dealer + k) % 4][k // 4]))
    state.apply_action(action(upcard))
    for text in actions:
        state.apply_action(action(text))
    return state


def ismcts(simulations, seed):
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    best = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    return pyspiel.ISMCTSBot(seed, evaluator, 1.4, simulations, -1, best, False, False)


def choose(message, game, simulations):
    chosen = ismcts(simulations, message["random"] % 2**31).step(state_of(message["record"], game))
    return next(text for text in message["view"]["legal"] if action(text) == chosen)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--simulations", type=int, default=5000, help="for every decision")
    asked = parser.parse_args()
    euchre = pyspiel.load_game("euchre(stick_the_dealer=true)")
    serve(lambda message: choose(message, euchre, asked.simulations))
