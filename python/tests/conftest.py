"""What the tests share."""

from __future__ import annotations

import pytest

import mu

# Every game, and options that change its deck, its table or its actions.
SPECS = [
    *mu.registered_games(),
    "whist(trump=h, honours=on)",
    "contree(profile=seed)",
    "euchre(joker=on)",
    "snapszer(deck=24)",
]


def random_state(spec: str, seed: int, actions: int) -> mu.State:
    """A state after at most so many random actions."""
    state = mu.load_game(spec).new_initial_state(seed=seed)
    random = mu.Random(seed)
    for _ in range(actions):
        if state.is_terminal():
            break
        state.apply_action(random.choice(state.legal_actions()))
    return state


def ending(spec: str, seed: int, cards: int = 12) -> mu.State:
    """A state of the card play with few cards left in all hands together."""
    state = mu.load_game(spec).new_initial_state(seed=seed)
    while not state.is_terminal():
        if state.to_json()["played"] and sum(map(len, state.to_json()["hands"])) <= cards:
            return state
        state.apply_action(state.view().rule_choice())
    return ending(spec, seed + 1, cards)


@pytest.fixture(params=SPECS)
def spec(request: pytest.FixtureRequest) -> str:
    return str(request.param)
