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


@pytest.fixture(params=SPECS)
def spec(request: pytest.FixtureRequest) -> str:
    return str(request.param)
