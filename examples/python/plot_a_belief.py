#!/usr/bin/env python3
"""What a seat may believe in the middle of a deal, as a picture: `plot_a_belief.py [file]`."""

import sys

import mu
import mu.plot

state = mu.load_game("contree").new_initial_state(seed=5)
while not state.is_terminal() and len(state.to_json()["played"]) < 11:
    state.apply_action(state.view().rule_choice())

beliefs = mu.Beliefs(state.view())
print(state.view())
print(f"{beliefs.count} worlds fit")
file = sys.argv[1] if len(sys.argv) > 1 else "belief.svg"
mu.plot.beliefs(beliefs, soft=True).savefig(file)
print(f"drawn to {file}")
