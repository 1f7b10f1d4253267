#!/usr/bin/env python3
"""colver's own players for contrée, as a bot for mu (docs/protocol.md).

mu arena h2h 'program(command="build/peers-venv/bin/python bench/peers/colver_bot.py")' rule -g contree

colver wants an Env with all four hands. This seat knows only its own, so the hidden cards are
filled in at random, in agreement with what has been seen. That costs colver nothing: it deals its
own worlds, and another filling changes no decision (colver_peeks.py). For every decision the deal
is replayed in a new Env before a new Agent, so that a filling never has to be corrected.
"""
import argparse
import os
import random

os.environ.setdefault("RAYON_NUM_THREADS", "1")  # IS-DD takes all cores otherwise
import colver

from line_protocol import SEATS, serve, text_of

RANKS = "789JQKTA"
SPEC = """
[bid]
strategy = "{bid}"
[play]
method = "{method}"
{effort}
[worlds]
source = "uniform"
"""


def card(text):
    return 8 * "shdc".index(text[1]) + RANKS.index(text[0])


def colver_action(action_id):
    """mu numbers cards as colver does, and has colver's calls 0 to 42 from 32 on."""
    return action_id if action_id < 32 else action_id - 32


def fill(view, filling):
    """Four hands of eight cards that hold our own, every card played, and otherwise anything.

    A belote is announced as the first of king and queen of trumps is played, and colver's Env looks
    at the hand for that. So the other one is with that seat if it has announced, otherwise not.
    """
    hands = [[] for _ in SEATS]
    played_by = {step["id"]: step["seat"] for step in view["history"] if step["id"] < 32}
    for played, seat in played_by.items():
        hands[SEATS.index(seat)].append(played)
    hands[SEATS.index(view["seat"])] += [card(c) for c in view["hand"]]
    hidden = sorted(set(range(32)) - {c for hand in hands for c in hand})
    filling.shuffle(hidden)
    for first, second in ("KQ", "QK") if view["trump"] != "n" else ():
        first, second = card(first + view["trump"]), card(second + view["trump"])
        if first in played_by and second in hidden:
            held = view["belote"] == played_by[first]
            seats = [k for k in range(4) if (SEATS[k] == played_by[first]) == held]
            hidden.remove(second)
            hands[filling.choice([k for k in seats if len(hands[k]) < 8])].append(second)
    for hand in hands:
        while len(hand) < 8:
            hand.append(hidden.pop())
    return hands


def decide(view, spec, seed, filling):
    """What colver decides at our turn: its action, values and worlds."""
    env = colver.Env.deal_with_hands(SEATS.index(view["dealer"]), fill(view, filling))
    agent = colver.Agent(spec, SEATS.index(view["seat"]), seed)
    agent.init_deal(env)
    for step in view["history"]:
        action = colver_action(step["id"])
        agent.observe(env, action)
        env.step(action)
    return agent.decide(env)


def choose(message, spec, seed):
    view = message["view"]
    seed = message["random"] if seed is None else seed
    action = decide(view, spec, seed, random.Random(seed))["action"]
    is_call = view["legal_ids"][0] >= 32
    return text_of(view, action + 32 if is_call else action)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    methods = ["isdd", "naive_ismcts", "smart_ismcts", "rule"]
    parser.add_argument("--method", default="isdd", choices=methods, help="how it plays cards")
    parser.add_argument("--time-ms", type=int, default=20, help="time for a card")
    parser.add_argument("--worlds", type=int, help="worlds for a card instead of time (isdd)")
    parser.add_argument("--bid", default="improved_v3", help="its bidder")
    parser.add_argument("--seed", type=int, help="seed of every decision (default: what mu sends)")
    return parser.parse_args()


if __name__ == "__main__":
    asked = arguments()
    effort = f"determinizations = {asked.worlds}" if asked.worlds else f"time_ms = {asked.time_ms}"
    bot = SPEC.format(bid=asked.bid, method=asked.method, effort=effort)
    serve(lambda message: choose(message, bot, asked.seed))
