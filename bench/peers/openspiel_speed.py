#!/usr/bin/env python3
"""Iterations per second of OpenSpiel's ISMCTS, one thread, at the first lead of euchre and bridge.

build/peers-venv/bin/python bench/peers/openspiel_speed.py [simulations] [deals]
"""
import random
import sys
import time

import pyspiel

from openspiel_bot import ismcts


def first_lead(game, rng):
    """A random deal after the shortest auction there is."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice([a for a, _ in state.chance_outcomes()]))
    if game.get_type().short_name == "bridge":  # 1NT and three passes
        wishes = [{59}, {52}, {52}, {52}]
    else:  # the first seat orders up, the dealer discards, all four play
        wishes = [{25, 26, 27, 28}, set(range(24)), {30}]
    for wish in wishes:
        state.apply_action(next(a for a in state.legal_actions() if a in wish))
    return state


def main():
    simulations = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    deals = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    for name in ("euchre", "bridge(use_double_dummy_result=false)"):
        game, rng, wall, cpu = pyspiel.load_game(name), random.Random(1), 0.0, 0.0
        for deal in range(deals):
            state, bot = first_lead(game, rng), ismcts(simulations, deal)
            began = time.perf_counter(), time.process_time()
            bot.step(state)
            wall += time.perf_counter() - began[0]
            cpu += time.process_time() - began[1]
        done = simulations * deals
        print(f"{name}: {done / wall:,.0f} iterations/s, {done / cpu:,.0f} by processor time")


if __name__ == "__main__":
    main()
