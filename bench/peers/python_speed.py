#!/usr/bin/env python3
"""mu's Python package beside others', in one run, one after the other, on one core.

    PYTHONPATH=build/python build/peers-venv/bin/python bench/peers/python_speed.py [seconds for each row]

Random games through each package's own API (what a researcher writes first), steps of many environments,
exact solving, contrée. Every program does the same kind of work and is given the same time.
"""

import os
import random
import sys
import time
from collections.abc import Callable

os.environ.setdefault("RAYON_NUM_THREADS", "1")  # colver: one core
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np

import mu

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0


def rate(work: Callable[[], int]) -> float:
    """What work() returns, added up, by second of processor time; called until the time is over."""
    work()
    done, began = 0, time.process_time()
    while (spent := time.process_time() - began) < SECONDS:
        done += work()
    return done / spent


def mu_games(spec: str) -> Callable[[], int]:
    game, rng = mu.load_game(spec), random.Random(1)

    def play() -> int:
        state = game.new_initial_state(rng.getrandbits(32))
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        state.returns()
        return 1

    return play


def mu_steps(spec: str, layout: str | None, environments: int = 1024) -> Callable[[], int]:
    env = mu.make_vec(spec, environments, num_threads=1, seed=1, layout=layout)
    env.reset()

    def step() -> int:
        env.step(env.sample())
        return environments

    return step


def openspiel_games(name: str) -> tuple[Callable[[], int], Callable[[], int], Callable[[], int]]:
    """Games; steps; and steps with a tensor of every state in which a player decides."""
    import pyspiel

    game, rng = pyspiel.load_game(name), random.Random(1)
    observed = game.get_type().provides_observation_tensor

    def play(observe: bool) -> tuple[int, int]:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(rng.choice(state.chance_outcomes())[0])
                continue
            if observe:
                np.asarray(state.observation_tensor() if observed else state.information_state_tensor())
            state.apply_action(rng.choice(state.legal_actions()))
            steps += 1
        state.returns()
        return 1, steps

    return lambda: play(False)[0], lambda: play(False)[1], lambda: play(True)[1]


def rlcard_games() -> tuple[Callable[[], int], Callable[[], int]]:
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make("bridge")
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(4)])

    def steps() -> int:
        return sum(map(len, env.run(is_training=False)[0])) // 2

    return lambda: (env.run(is_training=False), 1)[1], steps


def solvers() -> tuple[Callable[[], int], Callable[[], int], bool]:
    """Tables of all contracts of the same deals: ours, endplay's, and whether they are equal."""
    from endplay.dds import calc_dd_table
    from endplay.types import Deal, Denom, Player

    bridge = mu.load_game("bridge")
    states = [bridge.new_initial_state(seed=1, deal=i) for i in range(20)]

    def pbn(state: mu.State) -> str:
        hands = [".".join("".join(c[0] for c in reversed(h) if c[1] == s) for s in "shdc") for h in state.to_json()["hands"]]
        return "N:" + " ".join(hands)

    deals = [Deal(pbn(s)) for s in states]
    denominations = {"S": Denom.spades, "H": Denom.hearts, "D": Denom.diamonds, "C": Denom.clubs, "NT": Denom.nt}
    players = {"N": Player.north, "E": Player.east, "S": Player.south, "W": Player.west}
    equal = True
    for state, deal in zip(states[:3], deals, strict=False):
        table = calc_dd_table(deal)
        for e in state.solve_contracts().entries:
            equal = equal and int(e.value) == table[denominations[e.contract], players[e.who]]
    turn = {"ours": 0, "theirs": 0}

    def ours() -> int:
        turn["ours"] += 1
        states[turn["ours"] % len(states)].solve_contracts()
        return 1

    def theirs() -> int:
        turn["theirs"] += 1
        calc_dd_table(deals[turn["theirs"] % len(deals)])
        return 1

    return ours, theirs, equal


def colver_games() -> Callable[[], int]:
    import colver

    rng = random.Random(1)

    def play() -> int:
        env = colver.Env.deal(dealer=0, seed=rng.getrandbits(31))
        while not env.is_terminal():
            env.step(rng.choice(list(env.legal_actions())))
        return 1

    return play


def contree_solvers() -> tuple[Callable[[], int], Callable[[], int], bool]:
    """The value of every first lead, of the same deals and contracts: ours, colver's, and whether they are equal.

    Both count north-south's card points at the end of the deal, with the last trick and a capot: 0 to 252.
    """
    import colver

    contree = mu.load_game("contree")
    states, envs = [], []
    for deal in range(20):
        state = contree.new_initial_state(seed=1, deal=deal)
        hands = [[mu.parse_card(c, contree.deck) for c in hand] for hand in state.to_json()["hands"]]
        env = colver.Env.deal_with_hands("NESW".index(state.to_json()["dealer"]), hands)
        for call in (f"80{'shdc'[deal % 4]}", "pass", "pass", "pass"):
            env.step(state.string_to_action(call) - contree.num_cards)
            state.apply_action(call)
        states.append(state)
        envs.append(env)
    equal = all(
        {a: int(v) for a, v in s.solve(line=False).moves.items()} == dict(map(tuple, e.solve_scores()["scores"]))
        for s, e in zip(states, envs, strict=True)
    )
    turn = {"ours": 0, "theirs": 0}

    def ours() -> int:
        turn["ours"] += 1
        states[turn["ours"] % len(states)].solve(line=False)
        return 1

    def theirs() -> int:
        turn["theirs"] += 1
        envs[turn["theirs"] % len(envs)].solve_scores()
        return 1

    return ours, theirs, equal


def row(what: str, unit: str, ours: float, name: str, theirs: float) -> None:
    print(f"{what:<44}{ours:>14,.0f}  {name:<12}{theirs:>12,.0f} {unit:<9}{ours / theirs:>8.1f} x", flush=True)


def main() -> None:
    print(f"{'what':<44}{'mu':>14}  {'other':<12}{'':>12} {'':<9}{'ratio':>10}")
    for ours, theirs in (
        ("bridge", "bridge(use_double_dummy_result=false)"),
        ("euchre(profile=openspiel)", "euchre(stick_the_dealer=true)"),
    ):
        games, steps, observed = map(rate, openspiel_games(theirs))
        name = ours.split("(")[0]
        row(f"{name}: random games", "games/s", rate(mu_games(ours)), "OpenSpiel", games)
        row(f"{name}: steps, 1024 environments, observed", "steps/s", rate(mu_steps(ours, "canonical")), "OpenSpiel", observed)
        row(f"{name}: steps, 1024 environments", "steps/s", rate(mu_steps(ours, None)), "OpenSpiel", steps)
    games, steps = map(rate, rlcard_games())
    row("bridge: random games", "games/s", rate(mu_games("bridge")), "RLCard", games)
    row("bridge: steps, 1024 environments, observed", "steps/s", rate(mu_steps("bridge", "canonical")), "RLCard", steps)
    row("contree: random games", "games/s", rate(mu_games("contree")), "colver", rate(colver_games()))
    ours, theirs, equal = contree_solvers()
    row(f"contree: all first leads{'' if equal else ' (DIFFERENT)'}", "deals/s", rate(ours), "colver", rate(theirs))
    ours, theirs, equal = solvers()
    row(f"bridge: tables of 20 contracts{'' if equal else ' (DIFFERENT)'}", "tables/s", rate(ours), "endplay", rate(theirs))


if __name__ == "__main__":
    main()
