#!/usr/bin/env python3
"""jass-kit's player for jass (Schieber), as a bot for mu (docs/protocol.md).

mu arena h2h 'program(command="build/peers-venv/bin/python bench/peers/jass_bot.py")' rule -g jass

The package has one player that plays by itself, AgentRandomSchieber: it pushes every other time, and
takes contract and cards at random. (AgentCheatingRandomSchieber does the same; AgentByNetwork asks
a server.) jass-kit allows some undertrumping that mu forbids: a card that is not legal here is drawn
again.
"""
import numpy as np
from jass.agents.agent_random_schieber import AgentRandomSchieber
from jass.game.const import PUSH, card_ids, trump_strings_short
from jass.game.game_observation import GameObservation

from line_protocol import SEATS, serve


def card(text):
    """'Th' of mu is 'H10' there."""
    return card_ids[text[1].upper() + text[0].replace("T", "10")]


def observation(view):
    """What the package's players look at."""
    obs = GameObservation()
    obs.dealer = SEATS.index(view["dealer"])
    obs.player = obs.player_view = SEATS.index(view["seat"])
    pushed = view["pushes"] > 0
    if view["contract"] is not None:
        obs.trump = trump_strings_short.index(view["contract"])
        obs.forehand = 0 if pushed else 1
    elif pushed:
        obs.forehand = 0
    obs.hand[[card(c) for c in view["hand"]]] = 1
    cards = [step for step in view["history"] if step["action"] in view["played"]]
    for k, step in enumerate(cards):
        obs.tricks[k // 4, k % 4] = card(step["action"])
        if k % 4 == 0:
            obs.trick_first_player[k // 4] = SEATS.index(step["seat"])
    obs.nr_played_cards = len(cards)
    obs.nr_tricks, obs.nr_cards_in_trick = divmod(len(cards), 4)
    obs.current_trick = obs.tricks[obs.nr_tricks]
    return obs


def choose(message, agent):
    view = message["view"]
    agent._rng = np.random.default_rng(message["random"])
    obs = observation(view)
    if view["phase"] == "contract":
        trump = agent.action_trump(obs)
        return "push" if trump == PUSH else trump_strings_short[trump]
    texts = {card(text): text for text in view["legal"]}
    while True:
        played = agent.action_play_card(obs)
        if played in texts:
            return texts[played]


if __name__ == "__main__":
    player = AgentRandomSchieber()
    serve(lambda message: choose(message, player))
