#!/usr/bin/env python3
"""OpenSpiel's ISMCTS for the card play of skat, as a bot for mu (docs/protocol.md).

PYTHONPATH=build/python build/mu arena h2h -g skat rule \\
    'cheating_program(command="build/peers-venv/bin/python bench/peers/openspiel_skat.py")'

OpenSpiel's skat cannot deal hidden cards again, which its search needs: worlds come from mu, uniform over
what the seat has seen. Nor has it an information state, and its observation shows the skat to defenders: what
a player tells apart is written down here. mu hands a cheat the record of the deal; it is used to make the view of that seat,
and nothing else. Everything before the first card is left to mu's rule player, as OpenSpiel's skat has no bids.
"""
import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import mu
from line_protocol import serve

GAME = pyspiel.load_game("skat")
SUITS, RANKS = "DHSC", "789QKTAJ"
PASS, GRAND, NULL = 32, 37, 38  # suits are 33 to 36
CARDS = 32  # actions below are cards, in both programs


def number_of(card):
    """OpenSpiel's number of a card of mu ("ST")."""
    return 8 * SUITS.index(card[0]) + RANKS.index(card[1])


def game_of(view):
    named = {"grand": GRAND, "null": NULL}
    kind = view["contract"]["game"]
    return named[kind] if kind in named else 33 + SUITS.index(view["trump"].upper())


def soloist_of(view):
    """Forehand is OpenSpiel's player 0."""
    return (int(view["soloist"]) - int(view["dealer"]) - 1) % 3


class Search(ismcts.ISMCTSBot):
    """The search, with what a player has seen: his cards as dealt, the skat if he laid it away, the play."""

    soloist, picked_up = 0, True

    def get_state_key(self, state):
        done, who = state.history(), state.current_player()
        own = done[3 * who : 3 * who + 3] + done[11 + 4 * who : 15 + 4 * who]
        own += done[23 + 3 * who : 26 + 3 * who]
        own += done[9:11] if who == self.soloist and self.picked_up else []
        return who, tuple(own), tuple(done[32 + self.soloist + 3 :])


def their_state(view, play, world):
    """OpenSpiel's state of a world; the soloist lays away what he picks up."""
    forehand = (int(view["dealer"]) + 1) % 3
    hands = [{number_of(card) for card in hand} for hand in world["hands"]]
    for seat, card in play:
        hands[seat].add(card)
    order = [sorted(hands[(forehand + k) % 3]) for k in range(3)]
    skat = sorted(number_of(card) for card in world["skat"])
    dealt = [card for hand in order for card in hand[:3]] + skat
    dealt += [card for hand in order for card in hand[3:7]]
    dealt += [card for hand in order for card in hand[7:]]
    state = GAME.new_initial_state()
    for card in dealt:
        state.apply_action(card)
    soloist = soloist_of(view)
    while state.current_player() != soloist:
        state.apply_action(PASS)
    state.apply_action(game_of(view))
    for card in skat:
        state.apply_action(card)
    for _, card in play:
        state.apply_action(card)
    return state


def play_of(view):
    """Seat and card of everything played: what follows the last call."""
    ids = [(int(done["seat"]), done["id"]) for done in view["history"]]
    calls = [k for k, (_, number) in enumerate(ids) if number is not None and number >= CARDS]
    return ids[calls[-1] + 1 :]


def choose(message, simulations):
    view, state = message["view"], mu.deserialize(message["record"])
    seat, seed = state.current_player(), message["random"] % 2**31
    if view["phase"] != "play":
        return state.action_to_string(state.view().rule_choice())
    if len(view["legal"]) == 1:
        return view["legal"][0]
    play, worlds = play_of(view), mu.Random(seed)

    def world():
        drawn = state.resample_from_infostate(seat, worlds.next() % 2**31)
        return their_state(view, play, drawn.to_json())

    by_chance = np.random.RandomState(seed)
    rollout = mcts.RandomRolloutEvaluator(1, by_chance)
    bot = Search(GAME, rollout, 1.4, simulations, random_state=by_chance)
    bot.soloist, bot.picked_up = soloist_of(view), not view["contract"]["hand"]
    bot.set_resampler(lambda _state, _player: world())
    chosen = bot.step(world())
    return next(card for card in view["legal"] if number_of(card) == chosen)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--simulations", type=int, default=200, help="for every card")
    asked = parser.parse_args()
    serve(lambda message: choose(message, asked.simulations))
