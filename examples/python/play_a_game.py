#!/usr/bin/env python3
"""A deal of any game, played and told: `play_a_game.py [game] [seed]`."""

import sys

import mu

game = mu.load_game(sys.argv[1] if len(sys.argv) > 1 else "euchre")
state = game.new_initial_state(seed=int(sys.argv[2]) if len(sys.argv) > 2 else 7)
print(state)

random = mu.Random(1)
while not state.is_terminal():
    seat = state.current_player()
    view = state.view(seat)  # what that seat may know
    action = view.rule_choice() if seat % 2 == 0 else random.choice(view.legal_actions())
    print(f"seat {seat}: {state.action_to_string(action)}")
    state.apply_action(action)

print(state.result_string() or "over", state.returns())
assert mu.deserialize(state.serialize()) == state
